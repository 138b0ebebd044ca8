"""The chapters of the rules that both books have, each a module: cards, orders, movement, damage …"""
