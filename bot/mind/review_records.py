"""``python -m bot review`` without the command line: records of finished games in, their reviews out (notation.md)."""

from collections.abc import Iterator
from pathlib import Path

from bot.engine import VERSION_KEY, AnyGame, GameError
from bot.engine.record import read
from bot.games import CATALOGUE
from bot.games.replay import MoveFailed, game_of, played, records, refusal
from bot.mind.catalogue import evaluator_for_review
from bot.mind.difference import net
from bot.mind.evaluator import Evaluator, Unit, worth_telling
from bot.mind.review import Decision, Review, SeatReview, review

_DECIMALS = 4
_COSTLIEST = 5
"""How many decisions of a seat the table for people names."""


class Reviewer:
    """Reviews records, and keeps the evaluators it has needed."""

    def __init__(self, folder: Path, version: int | None = None) -> None:
        """Keep what is worked out in ``folder``; ``version`` is that of the rules for records that name none."""
        self._folder = folder
        self._version = version
        self._evaluators: dict[tuple[AnyGame, int], Evaluator] = {}

    def lines(self, said: str) -> Iterator[tuple[dict[str, object], bool]]:
        """Yield the review of each record of ``said`` in the words of notation.md, and whether there is one.

        ``said`` is one JSON object over any number of lines, or JSON Lines; empty lines do not count.
        """
        for found in self._reviews(said):
            yield (found, False) if isinstance(found, dict) else (as_json(*found), True)

    def tables(self, said: str) -> Iterator[tuple[str, bool]]:
        """Yield the same as tables for people, or sentences that say why there is none."""
        for found in self._reviews(said):
            yield (f"{found['message']}", False) if isinstance(found, dict) else (as_table(*found), True)

    def _reviews(self, said: str) -> Iterator[tuple[AnyGame, Review] | dict[str, object]]:
        """Yield the game and its review for each record, or why there is none; never raises."""
        for data in records(said):
            try:
                yield self._review(data)
            except (MoveFailed, GameError) as error:
                yield refusal(error)

    def _review(self, data: bytes) -> tuple[AnyGame, Review]:
        record = read(data)
        game, seats = game_of(record, self._version), record.seats
        played(game, record)
        return game, review(game, seats, (move.entry for move in record.moves), self._evaluator(game, seats))

    def _evaluator(self, game: AnyGame, seats: int) -> Evaluator:
        if (game, seats) not in self._evaluators:
            self._evaluators[game, seats] = evaluator_for_review(game, seats, self._folder)
        return self._evaluators[game, seats]


def as_json(game: AnyGame, found: Review) -> dict[str, object]:
    """Return the review of ``game`` in the words of notation.md; a seat that left is null."""
    return {
        "ok": True,
        "game": game.key,
        VERSION_KEY: game.rules_version,
        "unit": found.unit.value,
        "strength": found.strength.value,
        "seats": [None if seat is None else _seat(seat) for seat in found.seats],
    }


def _seat(seat: SeatReview) -> dict[str, object]:
    others = {"others": round(seat.others, _DECIMALS)} if seat.others else {}
    return {
        "start": round(seat.start, _DECIMALS),
        "luck": round(seat.luck, _DECIMALS),
        "lost": round(seat.lost, _DECIMALS),
        **others,
        "score": int(seat.score) if seat.score.is_integer() else round(seat.score, _DECIMALS),
        "decisions": [{**one._asdict(), "lost": round(one.lost, _DECIMALS)} for one in seat.decisions],
        "throws": [{**one._asdict(), "luck": round(one.luck, _DECIMALS)} for one in seat.throws],
    }


def as_table(game: AnyGame, found: Review) -> str:
    """Return the review of ``game`` as a table for people, with the costliest decisions of each seat."""
    alone, good = found.unit == Unit.POINTS, -1 if found.unit == Unit.TURNS else 1
    title = f"{CATALOGUE[game.key].label}: {found.unit.value}, {found.strength.value}; rules {game.rules_version}"
    heads = ("", "expected", "luck", "decisions", *(() if alone else ("others",)), "result")
    lines = [title, "".join(f"{head:>11}" for head in heads)]
    for number, seat in enumerate(found.seats, 1):
        if seat is None:
            lines.append(f"{f'player {number}':>11}  left")
            continue
        others = () if alone else (good * seat.others,)
        sums = (seat.start, good * seat.luck, -good * seat.lost, *others, seat.score)
        lines.append(f"{f'player {number}':>11}" + "".join(f"{_shown(one, found.unit):>11}" for one in sums))
    between = net(found.seats, len(found.seats), 0)
    if between is not None:
        luck, decisions = (_shown(good * one, found.unit) for one in between)
        lines.append(f"player 1 less player 2: luck {luck}, decisions {decisions}")
    for number, seat in enumerate(found.seats, 1):
        costly = sorted(seat.decisions, key=lambda one: -one.lost)[:_COSTLIEST] if seat else []
        lines += [_costly(number, one, found.unit) for one in costly if worth_telling(found.unit, one.lost)]
    return "\n".join(lines)


def _costly(number: int, decision: Decision, unit: Unit) -> str:
    return (
        f"player {number}, move {decision.move}: {decision.do!r} costs {_shown(decision.lost, unit)},"
        f" {decision.best!r} was better"
    )


def _shown(worth: float, unit: Unit) -> str:
    return f"{worth:.1%}" if unit == Unit.WIN else f"{worth:.2f}"
