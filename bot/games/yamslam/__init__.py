"""Yamslam: five dice in two colours and seven kinds of chips to win (rules.md §16)."""
