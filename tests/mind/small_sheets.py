"""Sheets of a few boxes, whose values slow and simple code can work out too."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations, combinations_with_replacement

from bot.engine import Faces
from bot.games import make
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Bonus
from bot.games.yum.scoring.boxes import Cell, Column
from bot.games.yum.scoring.points import EXTRA_YUM, Scorer

FACES = range(1, 7)


def small(key: str, boxes: tuple[str, ...], bonus: Bonus | None = None, **options: object) -> Yum:
    """The sheet ``key`` with these of its boxes alone."""
    game = make(key, options)
    assert isinstance(game, Yum)
    found = replace(game.layout, boxes=tuple(game.layout.box(box) for box in boxes))
    layout = found if bonus is None else replace(found, bonus=bonus)
    object.__setattr__(game, "layout", layout)
    object.__setattr__(game, "scorer", Scorer(layout, game.scorer.joker))
    return game


class SlowSheet:
    """Works out a small sheet position by position, with the game's own points."""

    def __init__(self, game: Yum) -> None:
        self.game = game
        self.throws = list(combinations_with_replacement(FACES, game.layout.dice))
        self.value = cache(self._value)

    def _value(self, column: Column, tokens: int = 0) -> float:
        """The points still to come, with so many tokens for a fourth throw."""
        if None not in column:
            upper = [cell.raw for box, cell in zip(self.game.layout.boxes, column, strict=True) if box.face and cell]
            return self.game.layout.bonus.points(sum(upper))
        third = {faces: self.at_last(column, faces, tokens) for faces in self.throws}
        if tokens:
            fourth = self.keeping({faces: self.at_last(column, faces, tokens - 1) for faces in self.throws})
            again = {faces: max(fourth[kept] for kept in _kept(faces) - {faces}) for faces in self.throws}
            third = {faces: max(end, again[faces]) for faces, end in third.items()}
        return self.before(third, throws=3)

    def at_last(self, column: Column, faces: Faces, tokens: int = 0) -> float:
        """The best box for a last throw, after which so many tokens are left."""
        points = self.game.scorer.raw((column,), 0, faces)
        places = self.game.scorer.open_places((column,), faces)
        return self._extra(column, faces) + max(
            raw + self.value((*column[:place], Cell(raw, raw), *column[place + 1 :]), tokens)
            for _, place in places
            for raw in {points[place], 0}
        )

    def _extra(self, column: Column, faces: Faces) -> int:
        yums = [cell for box, cell in zip(self.game.layout.boxes, column, strict=True) if box.yum]
        further = len(set(faces)) == 1 and all(cell and cell.raw for cell in yums)
        return EXTRA_YUM if further and self.game.house_rules.get("yum_bonus") else 0

    def before(self, worth: dict[Faces, float], throws: int) -> float:
        """The worth of a position with so many throws left, given what each last throw is worth."""
        for _ in range(throws - 1):
            keeps = self.keeping(worth)
            worth = {faces: max(keeps[kept] for kept in _kept(faces)) for faces in self.throws}
        return self.keeping(worth)[()]

    def keeping(self, worth: dict[Faces, float]) -> dict[Faces, float]:
        """What each keep is worth: the mean over the faces of one more die."""
        found = dict(worth)
        for many in range(self.game.layout.dice - 1, -1, -1):
            for kept in combinations_with_replacement(FACES, many):
                found[kept] = sum(found[tuple(sorted((*kept, face)))] for face in FACES) / 6
        return found


@cache
def _kept(faces: Faces) -> frozenset[Faces]:
    return frozenset(kept for many in range(len(faces) + 1) for kept in combinations(faces, many))
