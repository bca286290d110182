"""Tables as rows and back: the one mapping between the fields of the model and the columns of the schema."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any, Generic, TypeVar

import msgspec

from bot.engine import AnyGame, Count, OptionValue, Seat, Temper, gate
from bot.engine.gate import JournalEntry
from bot.tables.model.store import RIVALRIES, JournalRow, Kind, ResultRow, Row
from bot.tables.model.table import (
    NOBODY,
    AbsencePolicy,
    Computer,
    ComputerPace,
    ComputerResult,
    DiceSeed,
    Hints,
    Occupant,
    PendingCall,
    Status,
    Table,
    TableSettings,
    Vote,
    VoteChoice,
    stored_computers,
    stored_results,
    with_computers,
)

V = TypeVar("V")


class Columns(Generic[V]):
    """The columns for values of one kind, each by the dotted path of its attribute; some are encoded."""

    def __init__(self, paths: Mapping[str, str], encoders: Mapping[str, Callable[[Any], object]]) -> None:
        """Take each column of ``paths`` from its attribute; ``encoders`` turn the named ones into stored values."""
        self._names = tuple(paths)
        self._values = attrgetter(*paths.values())
        self._encoders = tuple(encoders.items())

    def row(self, value: V) -> Row:
        """Return the row of ``value``."""
        row: Row = dict(zip(self._names, self._values(value), strict=True))
        for name, encode in self._encoders:
            row[name] = encode(row[name])
        return row


_canonical = msgspec.json.Encoder(order="sorted")


def as_json(value: object) -> str:
    """Return the stored form of ``value``: keys in order, so that equal values are equal text."""
    return _canonical.encode(value).decode()


def options_json(options: Mapping[str, OptionValue]) -> str:
    """Return the stored form of an option set."""
    return as_json(dict(options))


read_options = msgspec.json.Decoder(dict[str, OptionValue]).decode
"""Returns an option set from its stored text."""

_users = msgspec.json.Decoder(tuple[int, ...]).decode

_DECODERS: Mapping[str, Callable[[Any], Any]] = {
    "status": Status,
    "absent": AbsencePolicy,
    "owed": PendingCall,
    "options": read_options,
    "players": _users,
    "gone": _users,
    "originals": _users,
    "stirred": _users,
    "choosers": _users,
    "chosen_sides": _users,
    "invited": _users,
    "evening": _users,
    "evening_wins": _users,
    "throws": msgspec.json.Decoder(tuple[Count, ...]).decode,
    "hints": lambda stored: Hints(stored or Hints.ALONE),
    "hinted": lambda stored: () if stored is None else _users(stored),
    "stand_ins": lambda stored: () if stored is None else _users(stored),
    "stood_in": bool,
    "removed": lambda stored: () if stored is None else _users(stored),
    "played_for": lambda stored: () if stored is None else _users(stored),
    "round": lambda stored: stored or 0,
    "computer_pace": lambda stored: ComputerPace(stored or ComputerPace.HUMAN),
    "computer_temper": lambda stored: Temper(stored or Temper.EVEN),
    "computers_yield": lambda stored: stored is None or bool(stored),
    "visiting": bool,
    "gave_way": bool,
}
"""Decoders of the columns that do not hold the value itself."""

_LISTS = (
    *("gone", "stirred", "choosers", "chosen_sides", "throws", "invited", "evening_wins", "hinted", "stand_ins"),
    *("removed", "played_for"),
)
"""Columns with a list as JSON."""

_OCCUPANTS = ("players", "originals", "evening")
"""Columns with a list of ids as JSON, where computers may stand too: the column ``computers`` says which."""


def _ids(ids: Sequence[Occupant]) -> str:
    return as_json([occupant if isinstance(occupant, int) else NOBODY for occupant in ids]) if ids else "[]"


_UNLIKE = ("game", "state", "seed", "settings", "vote")
_STORED_AS = {"pending_call": "owed", "simultaneous": "parallel", "ends": "daily_ends"}
"""Columns with another name than their field."""


def _columns(names: Iterable[str]) -> dict[str, str]:
    return {name: _STORED_AS.get(name, name) for name in names}


_PLAIN = _columns(field.name for field in fields(Table) if field.name not in _UNLIKE)
_SEED = _columns(field.name for field in fields(DiceSeed))
_SETTINGS = _columns(field.name for field in fields(TableSettings))


_TABLES = Columns[Table](
    {column: name for name, column in _PLAIN.items()}
    | {column: f"seed.{name}" for name, column in _SEED.items()}
    | {column: f"settings.{name}" for name, column in _SETTINGS.items()}
    | {
        "status": "status.value",
        "absent": "settings.absent",
        "stands_in": "settings.absent",
        "hints": "settings.hints.value",
        "computer_pace": "settings.computer_pace.value",
        "computer_temper": "settings.computer_temper.value",
        "owed": "pending_call.value",
    }
    | {"game": "game.key", "options": "game", "state": "state", "ballots": "vote", "volunteer": "vote"},
    {
        "options": lambda game: options_json(game.written),
        **dict.fromkeys(_LISTS, lambda listed: as_json(listed) if listed else "[]"),
        **dict.fromkeys(_OCCUPANTS, _ids),
        "absent": lambda absent: (AbsencePolicy.WAIT if absent is AbsencePolicy.COMPUTER else absent).value,
        "stands_in": lambda absent: absent is AbsencePolicy.COMPUTER,
        "state": lambda state: None if state is None else gate.encode(state),
        "ballots": lambda vote: None if vote is None else as_json(vote.ballots),
        "volunteer": lambda vote: None if vote is None else vote.volunteer,
        "gave_way": lambda gave_way: gave_way or None,
    },
)
"""A field of a table, of its dice or of its settings has a column of its own name; this names only the exceptions."""


def to_row(table: Table) -> Row:
    """Return the row of ``table``."""
    row = _TABLES.row(table)
    lists = {column: getattr(table, column) for column in _OCCUPANTS}
    has_computers = any(isinstance(occupant, Computer) for column in lists.values() for occupant in column)
    row["computers"] = stored_computers(lists) if has_computers else None
    return row


def read(row: Row, column: str) -> Any:
    """Return the value of ``column`` in a row, decoded if it has a decoder."""
    decode = _DECODERS.get(column)
    value = row[column] if decode is None else decode(row[column])
    if column == "absent" and row["stands_in"]:
        return AbsencePolicy.COMPUTER
    computers = row["computers"] if column in _OCCUPANTS else None
    return value if computers is None else with_computers(computers, column, value)


def seed_of(row: Row) -> DiceSeed:
    """Return the source of the dice of a table."""
    return DiceSeed(**{name: read(row, column) for name, column in _SEED.items()})


def from_row(row: Row, game: AnyGame, state: Any | None) -> Table:
    """Return the table of ``row`` with the game and state that the caller has read."""
    return Table(
        game=game,
        state=state,
        seed=seed_of(row),
        settings=TableSettings(**{name: read(row, column) for name, column in _SETTINGS.items()}),
        vote=vote_of(row),
        **{name: read(row, column) for name, column in _PLAIN.items()},
    )


def vote_of(row: Row) -> Vote | None:
    """Return the vote of a table. A volunteer who was erased since has a negative id and is none any more.

    Wishes about them do not count for the next volunteer.
    """
    if row["ballots"] is None:
        return None
    volunteer: int | None = row["volunteer"]
    wishes = msgspec.json.decode(row["ballots"], type=tuple[tuple[int, VoteChoice], ...])
    if volunteer is not None and volunteer > 0:
        return Vote(volunteer, wishes)
    return Vote(None, tuple(ballot for ballot in wishes if ballot[1] not in (VoteChoice.TAKE, VoteChoice.REFUSE)))


def journal_rows(before: Table, entries: tuple[JournalEntry, ...], now: int) -> list[JournalRow]:
    """Return the journal's new lines, numbered on from ``before``."""
    return [
        JournalRow(before.id, before.entries + offset, int(entry.seat), entry.do, entry.dice, now)
        for offset, entry in enumerate(entries)
    ]


def result_rows(table: Table) -> list[ResultRow]:
    """Return the result of every person's seat; nothing unless the game reached its end, with all who took part in it.

    Results hold house rules alone. Games by another version of the rules stand in the same lists, because nobody would
    look for them in two places.
    """
    outcome = table.outcome
    if outcome is None or table.parent is not None:
        return []
    ranks: dict[Seat, int] = {}
    for group in outcome.ranks:
        ranks |= dict.fromkeys(group, len(ranks) + 1)
    seats = len(table.players)
    options, kind = dict(table.game.options), game_kind(table)
    rules = rules_name(options)
    met = _computer_results(table, ranks, outcome.scores)
    return [
        ResultRow(
            table=table.id,
            seat=seat,
            guild=table.guild,
            game=table.game.key,
            options=options,
            options_default=not options,
            user=user,
            score=outcome.scores[seat],
            rank=ranks[Seat(seat)],
            won=ranks[Seat(seat)] == 1 and seats > 1 and not table.has_left(Seat(seat)),
            left=table.has_left(Seat(seat)),
            seats=seats,
            solo=seats == 1,
            real_dice=table.settings.real_dice,
            finished_at=table.changed,
            kind=kind,
            rules=rules,
            side=_side(table, seat),
            to_rate=kind in RIVALRIES and seats > 1,
            computers=stored_results(met) if met else None,
        )
        for seat, user in enumerate(table.players)
        if isinstance(user, int)
    ]


def _side(table: Table, seat: int) -> int | None:
    return seat % table.game.sides if table.game.sides else None


def _computer_results(table: Table, ranks: Mapping[Seat, int], scores: Sequence[int]) -> list[ComputerResult]:
    return [
        ComputerResult(player.number, player.level, ranks[Seat(seat)], scores[seat], _side(table, seat))
        for seat, player in enumerate(table.players)
        if isinstance(player, Computer)
    ]


def rules_name(options: Mapping[str, OptionValue]) -> str:
    """Return the name of an option set in keys: empty for the default, else eight digits that hardly ever meet."""
    if not options:
        return ""
    return hashlib.sha256(json.dumps(dict(options), sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:8]


def game_kind(table: Table) -> Kind:
    """Return the kind that a finished game of ``table`` is of, before its server's choices."""
    if table.settings.tournament is not None:
        return "tourney"
    if table.settings.daily is not None:
        return "practice" if table.settings.practice else "daily"
    if table.computers or table.stood_in:
        return "computer"
    if table.hinted:
        return "hints"
    if table.settings.real_dice:
        return "real"
    return "solo" if len(table.players) == 1 else "together"
