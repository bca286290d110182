"""What people can do in a lobby, as pure functions like those of a live game (moves.py)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NotRequired, TypedDict, Unpack

from bot.engine import N_, UNSTIRRED, AnyGame, Count, IllegalAction, WrongSeats
from bot.tables.core import moves
from bot.tables.core.errors import (
    AlreadySeated,
    AlreadyStarted,
    ComputersThrowNoDice,
    NoSeatForComputer,
    NoSuchCapacity,
    NoSuchChoice,
    NotApart,
    NotHost,
    NotSeated,
    TableFull,
    TooFewPlayers,
    UnevenSides,
)
from bot.tables.core.model import DEFAULT_SETTINGS, AbsencePolicy, DiceSeed, Mode, Status, Table, TableId, TableSettings
from bot.tables.core.moves import MoveResult
from bot.tables.core.occupants import Computer, ComputerPace, Level, Occupant, free_number, people
from bot.tables.core.store import LobbyRow
from bot.tables.play import sides
from bot.tables.play.clock import allowed_policies, give_up, with_deadline
from bot.tables.play.first_player import seating
from bot.tables.play.rematch import countdown_is_over, with_countdown
from bot.tables.play.simultaneous_game import as_simultaneous


class NewTable(TypedDict):
    """The values for opening a table."""

    guild: int
    channel: int
    host: int
    game: AnyGame
    language: str
    capacity: NotRequired[int | None]
    """How many may sit here; None is as many as the game takes."""
    settings: NotRequired[TableSettings]
    chosen: NotRequired[Mapping[int, int]]
    """The sides that people chose for a game before this one; they have them again when they join."""
    computers: NotRequired[Sequence[Computer]]
    """The computers that sit here from the start."""


class Waiting(TypedDict, total=False):
    """How a table waits for people, and what its computers do: fields of its settings that the host chooses."""

    absent: AbsencePolicy
    patience: int
    reminder: int
    calls: bool
    computer_pace: ComputerPace
    computers_yield: bool


def open_table(id: TableId, *, secret: bytes, now: int, **about: Unpack[NewTable]) -> MoveResult:
    """Return a new lobby with its host seated, and computers. Raises NoSuchCapacity or NotApart.

    It raises NoSeatForComputer or ComputersThrowNoDice where the computers cannot play.
    """
    game, host, settings, capacity = (
        about["game"],
        about["host"],
        about.get("settings", DEFAULT_SETTINGS),
        about.get("capacity"),
    )
    chosen = about.get("chosen", {})
    seats = settings.mode.seats(game)
    check_settings(game, settings)
    if capacity is not None and capacity not in seats:
        raise NoSuchCapacity(game, settings.mode)
    table = Table(
        id=id,
        guild=about["guild"],
        channel=about["channel"],
        message=None,
        call=None,
        language=about["language"],
        host=host,
        game=game,
        capacity=capacity or seats[-1],
        players=(host,),
        gone=(),
        status=Status.LOBBY,
        state=None,
        step=0,
        entries=0,
        thrown=0,
        undoable=None,
        seed=DiceSeed(secret, UNSTIRRED),
        opened=now,
        changed=now,
        settings=settings,
        choosers=tuple(chosen),
        chosen_sides=tuple(chosen.values()),
    )
    for computer in about.get("computers", ()):
        _check_computer(table)
        table = replace(table, players=(*table.players, computer))
    return MoveResult(with_deadline(table), lobby=lobby_rows(table, host, sides.opened(table)))


def open_solo(id: TableId, *, seed: DiceSeed, now: int, **about: Unpack[NewTable]) -> MoveResult:
    """Return a table of one seat where its host plays at once, with dice made of ``seed``."""
    about["capacity"] = 1
    lobby = open_table(id, secret=seed.secret, now=now, **about).table
    begun = replace(lobby, seed=seed, status=Status.PLAYING, state=lobby.game.new(1), throws=_none_thrown(seed, 1))
    return MoveResult(with_deadline(begun))


def join(table: Table, user: int, interaction: int, now: int) -> MoveResult:
    """Seat ``user``; at a table of version 0.1 the id of their interaction becomes part of the entropy.

    Who chose a side in the game before is on it again, if it has a place left.
    """
    check_lobby(table)
    if user in table.players:
        raise AlreadySeated
    side = table.chosen.get(user)
    if side is not None and not sides.is_full(table, side):
        return choose_side(table, user, side, interaction, now)
    after = _seated(table, user, None, interaction, now)
    return MoveResult(after, lobby=lobby_rows(after, user, "join"))


def choose_side(table: Table, user: int, side: int | None, interaction: int, now: int) -> MoveResult:
    """Put ``user`` on a side, or let the dice deal them to one (None); seat them if they have no seat.

    Raises NoSuchChoice, SideFull or TableFull.
    """
    check_lobby(table)
    sides.check(table, user, side)
    if user in table.players and table.chosen.get(user) == side:
        return MoveResult(table)
    after = _seated(table, user, side, interaction, now)
    return MoveResult(after, lobby=lobby_rows(after, user, sides.row_of(side)))


def _seated(table: Table, user: int, side: int | None, interaction: int, now: int) -> Table:
    """Return ``table`` with ``user`` on this side; None is the side that the dice deal them to."""
    choices = sides.fields({**sides.without(table.chosen, user), **({} if side is None else {user: side})})
    if user in table.players:
        after = moves.after_decision(table, now, **choices)
    else:
        seed = _mixed(table.seed, f"join:{interaction}")
        after = moves.after_decision(table, now, players=(*_with_a_place(table), user), seed=seed, **choices)
    return with_countdown(after, user, counting=table.starts_at is not None)


def _with_a_place(table: Table) -> tuple[Occupant, ...]:
    """Return the players of a lobby beside one more; the last computer gives way if it must. Raises TableFull."""
    if len(table.players) < table.capacity:
        return table.players
    if not (table.computers and table.settings.computers_yield):
        raise TableFull
    return without(table.players, table.computers[-1])


def without(players: Sequence[Occupant], occupant: Occupant) -> tuple[Occupant, ...]:
    """Return all ``players`` but ``occupant``."""
    return tuple(player for player in players if player != occupant)


def add_computer(table: Table, user: int, level: Level, now: int) -> MoveResult:
    """Seat a computer. Host only, in the lobby. Raises NoSeatForComputer or ComputersThrowNoDice."""
    check_host(table, user)
    number = _check_computer(table)
    after = moves.after_decision(table, now, players=(*table.players, Computer(number, level)))
    return MoveResult(after, lobby=lobby_rows(after, user, f"add {after.computers[-1]}"))


def remove_computer(table: Table, user: int, number: int, now: int) -> MoveResult:
    """Let the computer with this number stand up. Host only, in the lobby. Raises NoSuchChoice where none has it."""
    check_host(table, user)
    computer = next((one for one in table.computers if one.number == number), None)
    if computer is None:
        raise NoSuchChoice
    after = moves.after_decision(table, now, players=without(table.players, computer))
    return MoveResult(after, lobby=lobby_rows(after, user, f"remove {computer}"))


def _check_computer(table: Table) -> int:
    """Return the number that another computer would have here; refuse one that has no place."""
    number = free_number(table.players)
    if number is None or len(table.players) >= table.capacity:
        raise NoSeatForComputer
    if table.settings.real_dice:
        raise ComputersThrowNoDice
    return number


def leave(table: Table, user: int, now: int) -> MoveResult:
    """Remove ``user`` from the lobby (the host's place passes on), or from the live game, which goes on."""
    moves.check_not_over(table)
    if table.seat_of(user) is None:
        raise NotSeated
    if table.status is Status.PLAYING:
        if not table.mode.in_turns:
            raise AlreadyStarted
        return moves.drop_player(table, user, now)
    players = without(table.players, user)
    staying = people(players)
    if not staying:
        return MoveResult(moves.after_decision(table, now, status=Status.ENDED))
    after = moves.after_decision(
        table,
        now,
        players=players,
        host=staying[0] if user == table.host else table.host,
        **sides.fields(sides.without(table.chosen, user)),
    )
    return MoveResult(after, lobby=lobby_rows(after, user, "leave"))


def choose_game(table: Table, user: int, game: AnyGame, now: int, settings: TableSettings | None = None) -> MoveResult:
    """Play ``game`` instead, with other ``settings`` if they are given. Raises WrongSeats if too many sit here for it.

    Who chose a side that this game lacks is dealt to one.
    """
    check_host(table, user)
    wanted = table.settings if settings is None else settings
    if (game, wanted) == (table.game, table.settings):
        return MoveResult(table)
    check_settings(game, wanted)
    if wanted.real_dice and table.computers:
        raise ComputersThrowNoDice
    choices = sides.fields(sides.existing(table.chosen, game.sides))
    capacity = _capacity(table, game, wanted.mode)
    after = moves.after_decision(table, now, game=game, settings=wanted, capacity=capacity, **choices)
    return MoveResult(after, lobby=lobby_rows(after, user, sides.options_row(game)))


def change_settings(table: Table, user: int, now: int, **waiting: Unpack[Waiting]) -> MoveResult:
    """Change how the table waits for people. Host only, in the lobby.

    Raises IllegalAction for a choice that is impossible at this table.
    """
    check_host(table, user)
    after = replace(table.settings, **waiting)
    if after.absent not in allowed_policies(after):
        raise IllegalAction(f"{after.absent} cannot be chosen here")
    if after == table.settings:
        return MoveResult(table)
    changed = moves.after_decision(table, now, settings=after)
    return MoveResult(changed, lobby=lobby_rows(changed, user, "clock"))


def in_language(table: Table, language: str) -> MoveResult:
    """Let an open lobby speak ``language``; not a decision, so its step does not change. A game goes on in its own."""
    if table.status is not Status.LOBBY or table.language == language:
        return MoveResult(table)
    return MoveResult(replace(table, version=table.version + 1, language=language))


def _capacity(table: Table, game: AnyGame, mode: Mode) -> int:
    """Return how many may play ``game`` here: as many as it takes, or no more than the host has said."""
    possible = mode.seats(game)
    limit = possible[-1] if table.capacity == table.seats[-1] else table.capacity
    fitting = [seats for seats in possible if len(table.players) <= seats <= limit]
    if not fitting:
        raise WrongSeats(f"{game.key} takes {', '.join(map(str, possible))} players here")
    return fitting[-1]


def check_settings(game: AnyGame, settings: TableSettings) -> None:
    """Refuse a game, or house rules, that do not work with these settings. Raises NotApart."""
    if settings.mode.in_turns:
        return
    as_simultaneous(game)
    if settings.real_dice and game.throws_for_ties:
        raise NotApart(N_("For one more throw with dice of your own, all must sit at one table when the game ends."))


def start(table: Table, user: int | None, interaction: int, now: int) -> MoveResult:
    """Start the game; the table's dice draw the order of play. Where everybody plays at once, there is no state.

    Without a ``user`` it starts by itself: raises NotHost if its countdown is not over.
    """
    if user is None:
        check_lobby(table)
        if not countdown_is_over(table, now):
            raise NotHost(table.host)
    else:
        check_host(table, user)
    if len(table.players) < table.seats[0]:
        raise TooFewPlayers(table.seats[0])
    if len(table.players) not in table.seats:
        raise UnevenSides(table.seats)
    sides.check_crowds(table)
    seed = _mixed(table.seed, f"start:{interaction}")
    state = table.game.new(len(table.players)) if table.mode.in_turns else None
    players, began = seating(seed, table.players, table.game, table.chosen)
    begun = moves.after_decision(
        table,
        now,
        actor=user,
        players=players,
        seed=seed,
        status=Status.PLAYING,
        state=state,
        throws=_none_thrown(seed, len(players)),
    )
    return MoveResult(begun, events=began, lobby=lobby_rows(begun, user or table.host, "start"))


def seats_follow(table: Table) -> bool:
    """Whether the order of play follows from the dice, and from the sides that people chose.

    After an erasure nobody can repeat the draw: it used that person's id.
    """
    players = table.seats_at_start
    if min(people(players)) < 0:
        return True
    try:
        return seating(table.seed, players, table.game, table.chosen)[0] == players
    except ValueError:
        return False


def check_host(table: Table, user: int) -> None:
    """Refuse anybody but the host, and anything but a lobby."""
    check_lobby(table)
    if user != table.host:
        raise NotHost(table.host)


def cancel(table: Table, user: int, manager: bool, now: int) -> MoveResult:
    """Close a lobby."""
    check_lobby(table)
    return moves.end(table, user, manager, now)


def expire(table: Table, now: int) -> MoveResult:
    """Close a lobby that nobody has started in time; the stage makes its message say so."""
    return MoveResult(give_up(moves.after_decision(table, now, status=Status.ENDED)))


def _mixed(seed: DiceSeed, part: str) -> DiceSeed:
    """Return ``seed`` with ``part`` in it, if it is of recipe 1; recipe 2 takes only typed words."""
    return DiceSeed(seed.secret, f"{seed.entropy} {part}") if seed.recipe == 1 else seed


def _none_thrown(seed: DiceSeed, seats: int) -> tuple[Count, ...]:
    return ((0, 0),) * seats if seed.recipe > 1 else ()


def lobby_rows(after: Table, user: int, do: str, words: str | None = None) -> tuple[LobbyRow, ...]:
    """Return the line for what ``user`` did in a lobby, which is now ``after``."""
    return (LobbyRow(after.id, after.step, user, do, words, after.changed),)


def check_lobby(table: Table) -> None:
    """Refuse anything but a lobby."""
    moves.check_not_over(table)
    if table.status is Status.PLAYING:
        raise AlreadyStarted
