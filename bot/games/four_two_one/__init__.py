"""421: hands of three dice, the tokens they cost, the rounds and the house rules.

Players first receive as few tokens as they can, and then get rid of them.
"""
