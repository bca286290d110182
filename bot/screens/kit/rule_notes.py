"""Where the texts a game was made from contradict each other or say nothing (rules.md §21)."""

from typing import NamedTuple

from bot.engine import N_

GOOD_TO_KNOW = N_("Good to know")
"""The title above most doubts; English."""


class RuleNote(NamedTuple):
    """What the texts leave open, in English, and the key of the house rule that settles it; empty where none does.

    A game without that house rule does not tell the note.
    """

    said: str
    rule: str = ""


WHO_BEGINS = RuleNote(N_("Who begins is not said: the order is drawn."))
"""A note of games in turns."""
