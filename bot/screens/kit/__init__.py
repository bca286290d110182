"""The pieces of every screen, as plain values: words, buttons, dice, tables, questions, scoreboards.

They know no Discord. :mod:`bot.ui.discord` turns them into messages.
"""
