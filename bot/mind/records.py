"""``python -m bot review`` without the command line: records of finished games in, their reviews out (notation.md)."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bot.engine import VERSION_KEY, AnyGame, GameError, Level, acting
from bot.engine.record import read
from bot.engine.types import text
from bot.games import CATALOGUE
from bot.games.replay import MoveFailed, game_of, played, records, refusal
from bot.mind.evaluator import Evaluator, Unit, is_mistake
from bot.mind.levels import evaluator_for_review, evaluator_of, player_of
from bot.mind.players import Chance, Player
from bot.mind.review import Decision, Review, SeatReview, net, review

# -- ``python -m bot advise`` without the command line: records in, the worth of their last positions out ------------

_DECIMALS = 4


class Advisor:
    """Advises on records, and keeps the evaluators it has needed."""

    def __init__(
        self,
        folder: Path,
        level: str | None = None,
        chance: Callable[[], Chance] | None = None,
        version: int | None = None,
    ) -> None:
        """Keep values that are worked out in ``folder``.

        With a ``level`` (:class:`bot.mind.levels.Level`), say also what such a computer player does; its slips
        come from ``chance``, which begins anew for each record. ``version`` is that of the rules for records that
        name none.
        """
        self._folder = folder
        self._version = version
        self._level = None if level is None or chance is None else (Level(level), chance)
        self._players: dict[AnyGame, Player] = {}
        self._evaluators: dict[AnyGame, Evaluator] = {}

    def lines(self, records_text: str) -> Iterator[tuple[dict[str, object], bool]]:
        """Yield the advice for each record of ``records_text``, and whether there is one.

        ``records_text`` is one JSON object over any number of lines, or JSON Lines; empty lines do not count.
        """
        for data in records(records_text):
            result = self.advise(data)
            yield result, bool(result["ok"])

    def advise(self, data: bytes) -> dict[str, object]:
        """Return what the last position of the record in ``data`` is worth, or why there is no answer; never raises."""
        try:
            record = read(data)
            game = game_of(record, self._version)
            state = played(game, record)
            advice = self._evaluator(game).advise(state)
            plays = self._plays(game, state)
        except (MoveFailed, GameError) as error:
            return refusal(error)
        return {
            "ok": True,
            "game": game.key,
            VERSION_KEY: game.rules_version,
            "to_act": game.turn(state),
            "unit": advice.unit.value,
            "strength": advice.strength.value,
            "value": round(advice.value, _DECIMALS),
            "actions": [[text(action), round(value, _DECIMALS)] for action, value in advice.actions],
            **plays,
        }

    def _plays(self, game: AnyGame, state: Any) -> dict[str, object]:
        """Return what the computer player does, if anybody wants to know."""
        if self._level is None:
            return {}
        level, chance = self._level
        if game not in self._players:
            self._players[game] = player_of(game, level, self._folder)
        return {"plays": text(self._players[game].choose(state, acting(state), chance()))}

    def _evaluator(self, game: AnyGame) -> Evaluator:
        if game not in self._evaluators:
            self._evaluators[game] = evaluator_of(game, self._folder)
        return self._evaluators[game]


# -- ``python -m bot review`` without the command line: records of finished games in, their reviews out (notation.md) --

_DECIMALS_OF_REVIEWS = 4
_COSTLIEST = 5
"""The number of a seat's decisions that the table for people names."""


class Reviewer:
    """Reviews records, and keeps the evaluators it has needed."""

    def __init__(self, folder: Path, version: int | None = None) -> None:
        """Keep what is worked out in ``folder``; ``version`` is that of the rules for records that name none."""
        self._folder = folder
        self._version = version
        self._evaluators: dict[tuple[AnyGame, int], Evaluator] = {}

    def lines(self, records_text: str) -> Iterator[tuple[dict[str, object], bool]]:
        """Yield the review of each record of ``records_text`` in the words of notation.md, and whether there is one.

        ``records_text`` is one JSON object over any number of lines, or JSON Lines; empty lines do not count.
        """
        for result in self._reviews(records_text):
            yield (result, False) if isinstance(result, dict) else (as_json(*result), True)

    def tables(self, records_text: str) -> Iterator[tuple[str, bool]]:
        """Yield the same as tables for people, or sentences that say why there is none."""
        for result in self._reviews(records_text):
            yield (f"{result['message']}", False) if isinstance(result, dict) else (as_table(*result), True)

    def _reviews(self, records_text: str) -> Iterator[tuple[AnyGame, Review] | dict[str, object]]:
        """Yield the game and its review for each record, or why there is none; never raises."""
        for data in records(records_text):
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


def as_json(game: AnyGame, reviewed: Review) -> dict[str, object]:
    """Return the review of ``game`` in the words of notation.md; a seat that left is null."""
    return {
        "ok": True,
        "game": game.key,
        VERSION_KEY: game.rules_version,
        "unit": reviewed.unit.value,
        "strength": reviewed.strength.value,
        "seats": [None if seat is None else _seat(seat) for seat in reviewed.seats],
    }


def _seat(seat: SeatReview) -> dict[str, object]:
    others = {"others": round(seat.others, _DECIMALS_OF_REVIEWS)} if seat.others else {}
    return {
        "start": round(seat.start, _DECIMALS_OF_REVIEWS),
        "luck": round(seat.luck, _DECIMALS_OF_REVIEWS),
        "lost": round(seat.lost, _DECIMALS_OF_REVIEWS),
        **others,
        "score": int(seat.score) if seat.score.is_integer() else round(seat.score, _DECIMALS_OF_REVIEWS),
        "decisions": [
            {**booked._asdict(), "lost": round(booked.lost, _DECIMALS_OF_REVIEWS)} for booked in seat.decisions
        ],
        "throws": [{**booked._asdict(), "luck": round(booked.luck, _DECIMALS_OF_REVIEWS)} for booked in seat.throws],
    }


def as_table(game: AnyGame, reviewed: Review) -> str:
    """Return the review of ``game`` as a table for people, with the costliest decisions of each seat."""
    alone, good = reviewed.unit == Unit.POINTS, -1 if reviewed.unit == Unit.TURNS else 1
    title = f"{CATALOGUE[game.key].label}: {reviewed.unit.value}, {reviewed.strength.value}; rules {game.rules_version}"
    heads = ("", "expected", "luck", "decisions", *(() if alone else ("others",)), "result")
    lines = [title, "".join(f"{head:>11}" for head in heads)]
    for number, seat in enumerate(reviewed.seats, 1):
        if seat is None:
            lines.append(f"{f'player {number}':>11}  left")
            continue
        others = () if alone else (good * seat.others,)
        sums = (seat.start, good * seat.luck, -good * seat.lost, *others, seat.score)
        lines.append(f"{f'player {number}':>11}" + "".join(f"{_shown(points, reviewed.unit):>11}" for points in sums))
    between = net(reviewed.seats, len(reviewed.seats), 0)
    if between is not None:
        luck, decisions = (_shown(good * points, reviewed.unit) for points in between)
        lines.append(f"player 1 less player 2: luck {luck}, decisions {decisions}")
    for number, seat in enumerate(reviewed.seats, 1):
        costly = sorted(seat.decisions, key=lambda decision: -decision.lost)[:_COSTLIEST] if seat else []
        lines += [
            _costly(number, decision, reviewed.unit) for decision in costly if is_mistake(reviewed.unit, decision.lost)
        ]
    return "\n".join(lines)


def _costly(number: int, decision: Decision, unit: Unit) -> str:
    return (
        f"player {number}, move {decision.move}: {decision.do!r} costs {_shown(decision.lost, unit)},"
        f" {decision.best!r} was better"
    )


def _shown(worth: float, unit: Unit) -> str:
    return f"{worth:.1%}" if unit == Unit.WIN else f"{worth:.2f}"
