"""Moments: what is worth a bold line and a golden board, such as a Yum, the lead taken, a column won.

A game names its moments in its face (:meth:`bot.screens.kit.face.Face.moment`). A board shows at most one. After two in
a row only a great one is told, so that the board stays calm.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.engine import N_, AnyGame, Seat
from bot.screens.kit.values import RenderContext, mention
from bot.tables.core.model import Table

IN_A_ROW = 2
"""How many boards in a row may show a moment that is not great."""

_COMEBACK = 10
"""A player comes back who was behind by more than a tenth of the leader's points."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment: an English sentence for :func:`bot.engine.words.N_` and the values in it."""

    sentence: str
    seat: Seat
    """The ``{player}`` of the sentence."""
    values: Mapping[str, int | str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """Values that are English words, such as the name of a box; the sentence shouts those with a key in capitals."""
    great: bool = False

    def said(self, context: RenderContext, table: Table) -> str:
        """Return the line that the board shows."""
        t = context.t
        words = {name: t(word).upper() if name.isupper() else t(word) for name, word in self.words.items()}
        return t(self.sentence, player=mention(table.players[self.seat]), **self.values, **words)


@dataclass(frozen=True, slots=True)
class Shown:
    """The moment of a board, and how many boards before it in a row showed one."""

    moment: Moment | None = None
    before: int = 0

    def followed_by(self, moment: Moment | None) -> "Shown":
        """Return what the next board shows."""
        row = self.before + 1 if self.moment else 0
        calm = moment is not None and not moment.great and row >= IN_A_ROW
        return Shown(None if calm else moment, row)


def lead_taken(game: AnyGame, before: object, after: object) -> Moment | None:
    """Return the moment of a seat that has just passed everybody between two states of ``game``."""
    seat = game.turn(before)
    if seat is None:
        return None
    then, now = game.scores(before), game.scores(after)
    behind = max(then) - then[seat]
    others = [now[other] for other in range(len(now)) if now[other] != now[seat]]
    if behind <= 0 or not others or now[seat] < max(others) or then[seat] == now[seat]:
        return None
    if behind * _COMEBACK > max(then):
        return Moment(N_("{player} makes up {points} and leads!"), seat, {"points": behind}, great=True)
    return Moment(N_("{player} takes the lead!"), seat)
