"""What happens at a table: decisions, simultaneous games, deadlines, votes, real dice.

It also says who plays first, plays for absent seats, and stirs the dice.
"""
