"""``advise``, ``review`` and ``tournament`` without the command line: records in, what they are worth out."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from bot.engine import VERSION_KEY, AnyGame, Faces, GameError, Level, acting
from bot.engine.duplicate import Result, Round, Scoring, Standing, standings
from bot.engine.errors import BadRecord
from bot.engine.game import Race
from bot.engine.record import Record, read
from bot.engine.types import text
from bot.games import CATALOGUE
from bot.games.replay import (
    MoveFailed,
    game_of,
    is_fair,
    played,
    records,
    records_by_line,
    refusal,
    throws_of_turns,
)
from bot.mind.evaluator import Evaluator, NoEvaluator, Unit, is_mistake
from bot.mind.levels import evaluator_for_review, evaluator_of, player_of
from bot.mind.players import Chance, Player
from bot.mind.reasons import Reason, costliest_of, reason, reasons_of
from bot.mind.review import Decision, Review, SeatReview, accuracy, net, review, swing
from bot.mind.strengths import noise

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
        *,
        why: bool = False,
    ) -> None:
        """Keep values that are worked out in ``folder``, and say ``why`` the best action is better than the next one.

        With a ``level`` (:class:`bot.mind.levels.Level`), say also what such a computer player does; its slips
        come from ``chance``, which begins anew for each record. ``version`` is that of the rules for records that
        name none.
        """
        self._folder = folder
        self._version = version
        self._why = why
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
            evaluator = self._evaluator(game)
            advice = evaluator.advise(state)
            plays = self._plays(game, state)
            best, second = ([text(action) for action, _ in advice.actions[:2]] * 2)[:2]
            found = reason(game, evaluator, state, best, second) if self._why else None
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
            **_told(found),
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


def _told(found: Reason | None) -> dict[str, object]:
    """Return a reason in the words of notation.md; nothing where nobody can say."""
    if found is None:
        return {}
    claims = [
        {"claim": kind, "best": round(best, _DECIMALS), "done": round(done, _DECIMALS), "unit": unit}
        | ({"about": about} if about else {})
        for kind, best, done, unit, about in found.claims
    ]
    return {"why": claims}


# -- ``python -m bot review`` without the command line: records of finished games in, their reviews out (notation.md) --

_DECIMALS_OF_REVIEWS = 4
_COSTLIEST = 5
"""The number of a seat's decisions that the table for people names."""


class Reviewer:
    """Reviews records, and keeps the evaluators it has needed."""

    def __init__(self, folder: Path, version: int | None = None, *, why: bool = False) -> None:
        """Keep what is worked out in ``folder``; ``version`` is that of the rules for records that name none.

        With ``why``, say of each seat's costliest decisions why another action was better.
        """
        self._folder = folder
        self._version = version
        self._why = why
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
            yield (f"{result['message']}", False) if isinstance(result, dict) else (as_table(*result[:2]), True)

    def _reviews(self, records_text: str) -> Iterator[tuple[AnyGame, Review, Mapping[int, Reason]] | dict[str, object]]:
        """Yield the game, its review, and the reasons by moves for each record, or why there is none; never raises."""
        for data in records(records_text):
            try:
                yield self._review(data)
            except (MoveFailed, GameError) as error:
                yield refusal(error)

    def _review(self, data: bytes) -> tuple[AnyGame, Review, Mapping[int, Reason]]:
        record = read(data)
        game = game_of(record, self._version)
        played(game, record)
        reviewed = self.review(game, record)
        if not self._why:
            return game, reviewed, {}
        evaluator, journal = self._evaluator(game, record.seats), [move.entry for move in record.moves]
        return game, reviewed, reasons_of(game, record.seats, journal, costliest_of(reviewed), evaluator)

    def review(self, game: AnyGame, record: Record) -> Review:
        """Return the review of a ``record`` that plays by ``game``. Raises NotFinished and NoEvaluator."""
        journal = (move.entry for move in record.moves)
        return review(game, record.seats, journal, self._evaluator(game, record.seats))

    def _evaluator(self, game: AnyGame, seats: int) -> Evaluator:
        if (game, seats) not in self._evaluators:
            self._evaluators[game, seats] = evaluator_for_review(game, seats, self._folder)
        return self._evaluators[game, seats]


def as_json(game: AnyGame, reviewed: Review, reasons: Mapping[int, Reason]) -> dict[str, object]:
    """Return the review of ``game`` in the words of notation.md; a seat that left is null. ``reasons`` are by moves."""
    return {
        "ok": True,
        "game": game.key,
        VERSION_KEY: game.rules_version,
        "unit": reviewed.unit.value,
        "strength": reviewed.strength.value,
        "noise": _noise(game, reviewed),
        "seats": [None if seat is None else _seat(seat, reasons, _noise(game, reviewed)) for seat in reviewed.seats],
    }


def _noise(game: AnyGame, reviewed: Review) -> float:
    """Return what a decision must cost to be a mistake beyond the error of its evaluator."""
    return round(noise(game.key, reviewed.unit.value, reviewed.strength.value), _DECIMALS_OF_REVIEWS)


def _seat(seat: SeatReview, reasons: Mapping[int, Reason], least: float) -> dict[str, object]:
    made, throw = len(seat.decisions), swing(booked.luck for booked in seat.throws)
    share = accuracy((booked.lost for booked in seat.decisions), made, throw, least)
    others = {"others": round(seat.others, _DECIMALS_OF_REVIEWS)} if seat.others else {}
    return {
        "start": round(seat.start, _DECIMALS_OF_REVIEWS),
        "luck": round(seat.luck, _DECIMALS_OF_REVIEWS),
        "lost": round(seat.lost, _DECIMALS_OF_REVIEWS),
        **others,
        "accuracy": None if share is None else round(share, _DECIMALS_OF_REVIEWS),
        "each": round(seat.lost / made, _DECIMALS_OF_REVIEWS) if made else None,
        "score": int(seat.score) if seat.score.is_integer() else round(seat.score, _DECIMALS_OF_REVIEWS),
        "decisions": [
            {**one._asdict(), "lost": round(one.lost, _DECIMALS_OF_REVIEWS), **_told(reasons.get(one.move))}
            for one in seat.decisions
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
            _costly(number, decision, reviewed.unit)
            for decision in costly
            if is_mistake(reviewed.unit, decision.lost, _noise(game, reviewed))
        ]
    return "\n".join(lines)


def _costly(number: int, decision: Decision, unit: Unit) -> str:
    return (
        f"player {number}, move {decision.move}: {decision.do!r} costs {_shown(decision.lost, unit)},"
        f" {decision.best!r} was better"
    )


def _shown(worth: float, unit: Unit) -> str:
    return f"{worth:.1%}" if unit == Unit.WIN else f"{worth:.2f}"


# -- ``python -m bot tournament`` without the command line: the records of all players in, their places out -----------


class _Entry(NamedTuple):
    """A player's record of a round."""

    line: int
    game: AnyGame
    record: Record
    result: Result | None
    """None for a game that is not finished."""


class TournamentRanking:
    """Ranks the players of a tournament by their records."""

    def __init__(self, folder: Path, scoring: str, version: int | None = None) -> None:
        """Go by ``scoring`` (:class:`Scoring`); the rest is as in :class:`Reviewer`."""
        self._reviewer = Reviewer(folder, version)
        self._scoring = Scoring(scoring)
        self._version = version

    def places(self, records_text: str) -> dict[str, object]:
        """Return the places in the words of duplicate.md, or the first line that is at fault, and why; never raises."""
        rounds, line = dict[int, dict[str, _Entry]](), None
        try:
            for line, data in records_by_line(records_text).items():
                self._enter(rounds, line, data)
            return self._ranked(dict(sorted(rounds.items())))
        except (MoveFailed, GameError) as error:
            return {**refusal(error), "line": line}

    def _enter(self, rounds: dict[int, dict[str, _Entry]], line: int, data: bytes) -> None:
        record = read(data)
        if record.round is None or record.player is None:
            raise BadRecord("a record of a tournament names its round, from 1, and its player")
        game = game_of(record, self._version)
        if game.only_in_turns or record.seats != 1:
            raise BadRecord("a round is a game that everybody plays alone: a score sheet or a race, with one seat")
        entered = rounds.setdefault(record.round, {})
        for other in entered.values():
            if other.game != game:
                raise BadRecord(f"round {record.round} is another game, or has other rules, in line {other.line}")
        if record.player in entered:
            twice = f"{record.player} has another record of round {record.round} in line {entered[record.player].line}"
            raise BadRecord(twice)
        entered[record.player] = _Entry(line, game, record, self._result(game, record))

    def _result(self, game: AnyGame, record: Record) -> Result | None:
        state = played(game, record)
        if game.outcome(state) is None or state.gone:
            return None
        (gross,), net = game.scores(state), None
        with suppress(NoEvaluator):
            if _has_review(game):
                for seat in filter(None, self._reviewer.review(game, record).seats):
                    net = round((-seat.start if isinstance(game, Race) else seat.start) - seat.lost, 2)
        return Result(gross, net)

    def _ranked(self, rounds: Mapping[int, Mapping[str, _Entry]]) -> dict[str, object]:
        if not rounds:
            raise BadRecord("there is no record")
        fields = [_field(entries) for entries in rounds.values()]
        if self._scoring == Scoring.NET and not all(field.has_net for field in fields):
            raise NoEvaluator("no place by net: nobody can tell luck from decisions in one of these rounds")
        players = list(dict.fromkeys(player for entries in rounds.values() for player in entries))
        lines = standings(players, fields, self._scoring)
        races = all(field.is_race for field in fields)
        return {
            "ok": True,
            "scoring": self._scoring.value,
            "rounds": len(rounds),
            "shared_dice": all(map(_share_dice, rounds.values())),
            "places": [_place(line, dict(zip(rounds, fields, strict=True)), races) for line in lines],
        }


def _has_review(game: AnyGame) -> bool:
    return CATALOGUE[game.key].reviewed(game, 1)


def _field(entries: Mapping[str, _Entry]) -> Round[str]:
    results = {player: entry.result for player, entry in entries.items() if entry.result is not None}
    game = next(iter(entries.values())).game
    has_net = _has_review(game) and all(result.net is not None for result in results.values())
    return Round(results, has_net, isinstance(game, Race))


def _share_dice(entries: Mapping[str, _Entry]) -> bool:
    """Whether no throw that two players made differs as far as both have dice, and each follows from its secret."""
    longest = dict[tuple[int, int], Faces]()
    for _, game, record, _ in entries.values():
        if record.fair is not None and not is_fair(game, record, record.fair):
            return False
        for number, faces in throws_of_turns(game, record).items():
            known = longest.get(number, faces)
            if any(one != other for one, other in zip(known, faces, strict=False)):
                return False
            longest[number] = max(known, faces, key=len)
    return True


def _place(line: Standing[str], rounds: Mapping[int, Round[str]], races: bool) -> dict[str, object]:
    """Return a place; turns are shown as such, but below 0 in a sum with points. Luck is good above 0, always."""
    net = None if line.net is None else round(line.net, 2)
    return {
        "place": line.place,
        "player": line.player,
        "percent": line.percent,
        "gross": -line.gross if races else line.gross,
        "net": None if net is None else abs(net) if races else net,
        "luck": None if net is None else round(line.gross - net, 2),
        "rounds": [
            {"round": number, "percent": score.percent, **_shown_result(field, score.result)}
            for (number, field), score in zip(rounds.items(), line.rounds, strict=True)
        ],
    }


def _shown_result(field: Round[str], result: Result | None) -> dict[str, object]:
    gross, net = result or Result(0, 0.0 if field.has_net else None)
    return {"gross": abs(gross) if field.is_race else gross, "net": abs(net) if field.is_race and net else net}
