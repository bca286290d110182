"""Yamslam: five dice in two colours and seven kinds of chips to win.

Here live its chips, its house rules, its state and its turns.
"""
