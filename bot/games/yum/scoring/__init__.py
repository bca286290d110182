"""What dice are worth: formulas, boxes, columns, jokers, the bonus and totals.

A sheet puts these pieces together. Nothing here knows players or turns.
"""
