"""The rules engine of BattleLore, shared by everything.

Pure: it knows no clock, file, thread, chance or log.  It never rolls and never
draws; it is told what lies on the table.
"""
