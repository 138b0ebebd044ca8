"""What listening is made of: the grammar, pronunciations, the recogniser and the microphone.

Knows names, words and sound; no rule, and nothing of what a command does.
"""
