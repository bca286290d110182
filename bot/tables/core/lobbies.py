"""What people can do in a lobby, as pure functions like those of a live game (moves.py)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NotRequired, TypedDict, Unpack

from bot.engine.dice import UNSTIRRED, Count
from bot.engine.errors import IllegalAction, WrongSeats
from bot.engine.types import AnyGame
from bot.tables.core import moves
from bot.tables.core.errors import (
    AlreadySeated,
    AlreadyStarted,
    NotHost,
    NotSeated,
    TableFull,
    TableOver,
    TooFewPlayers,
    UnevenSides,
)
from bot.tables.core.model import AS_USUAL, Absent, Fair, Manner, Status, Table, TableId
from bot.tables.core.moves import Moved
from bot.tables.core.store import LobbyRow
from bot.tables.play.apart import apart
from bot.tables.play.clock import given_up, policies, wound
from bot.tables.play.real_dice import check_game
from bot.tables.play.starting import seated


class Opening(TypedDict):
    """The values for opening a table."""

    guild: int
    channel: int
    host: int
    game: AnyGame
    language: str
    capacity: NotRequired[int | None]
    """How many may sit here; None is as many as the game takes."""
    manner: NotRequired[Manner]


class Waiting(TypedDict, total=False):
    """How a table waits for people: the fields of its settings that the host chooses in the lobby."""

    absent: Absent
    patience: int
    reminder: int
    calls: bool


def opened(id: TableId, *, secret: bytes, now: int, **about: Unpack[Opening]) -> Moved:
    """Return a new lobby with its host seated. Raises WrongSeats, or NoRollOff."""
    game, host, manner, capacity = about["game"], about["host"], about.get("manner", AS_USUAL), about.get("capacity")
    most = game.seats[-1]
    check_manner(game, manner)
    if capacity is not None and capacity not in game.seats:
        raise WrongSeats(f"{game.key} takes {game.seats[0]} to {most} players, not {capacity}")
    table = Table(
        id=id,
        guild=about["guild"],
        channel=about["channel"],
        message=None,
        call=None,
        language=about["language"],
        host=host,
        game=game,
        capacity=capacity or most,
        players=(host,),
        gone=(),
        status=Status.LOBBY,
        state=None,
        step=0,
        entries=0,
        thrown=0,
        undoable=None,
        fair=Fair(secret, UNSTIRRED),
        opened=now,
        changed=now,
        manner=manner,
    )
    return Moved(wound(table), lobby=noted(table, host, "open"))


def alone(id: TableId, *, fair: Fair, now: int, **about: Unpack[Opening]) -> Moved:
    """Return a table of one seat where its host plays at once, with dice made of ``fair``."""
    about["capacity"] = 1
    lobby = opened(id, secret=fair.secret, now=now, **about).table
    begun = replace(lobby, fair=fair, status=Status.PLAYING, state=lobby.game.new(1), throws=_none_thrown(fair, 1))
    return Moved(wound(begun))


def joined(table: Table, user: int, interaction: int, now: int) -> Moved:
    """Seat ``user``; at a table of version 0.1 the id of their interaction becomes part of the entropy."""
    check_lobby(table)
    if user in table.players:
        raise AlreadySeated
    if len(table.players) >= table.capacity:
        raise TableFull
    fair = _mixed(table.fair, f"join:{interaction}")
    after = moves.decided(table, now, players=(*table.players, user), fair=fair)
    return Moved(after, lobby=noted(after, user, "join"))


def left(table: Table, user: int, now: int) -> Moved:
    """Remove ``user`` from the lobby (the host's place passes on), or from the live game, which goes on."""
    if table.over:
        raise TableOver(table)
    if table.seat_of(user) is None:
        raise NotSeated
    if table.status is Status.PLAYING:
        if not table.mode.in_turns:
            raise AlreadyStarted
        return moves.dropped(table, user, now)
    players = tuple(player for player in table.players if player != user)
    if not players:
        return Moved(moves.decided(table, now, status=Status.ENDED))
    host = players[0] if user == table.host else table.host
    after = moves.decided(table, now, players=players, host=host)
    return Moved(after, lobby=noted(after, user, "leave"))


def chosen(table: Table, user: int, game: AnyGame, now: int) -> Moved:
    """Play ``game`` instead: the same with other house rules. Raises WrongSeats if too many sit here for it."""
    check_host(table, user)
    if game == table.game:
        return Moved(table)
    check_manner(game, table.manner)
    after = moves.decided(table, now, game=game, capacity=_capacity(table, game))
    return Moved(after, lobby=noted(after, user, "options"))


def timed(table: Table, user: int, now: int, **waiting: Unpack[Waiting]) -> Moved:
    """Wait for people in this manner. Host only, in the lobby.

    Raises IllegalAction for a choice that is impossible at this table.
    """
    check_host(table, user)
    after = replace(table.manner, **waiting)
    if after.absent not in policies(after):
        raise IllegalAction(f"{after.absent} cannot be chosen here")
    if after == table.manner:
        return Moved(table)
    changed = moves.decided(table, now, manner=after)
    return Moved(changed, lobby=noted(changed, user, "clock"))


def _capacity(table: Table, game: AnyGame) -> int:
    """Return how many may play ``game`` here: as many as it takes, or no more than the host has said."""
    limit = game.seats[-1] if table.capacity == table.game.seats[-1] else table.capacity
    fitting = [seats for seats in game.seats if len(table.players) <= seats <= limit]
    if not fitting:
        raise WrongSeats(f"{game.key} takes {', '.join(map(str, game.seats))} players here")
    return fitting[-1]


def check_manner(game: AnyGame, manner: Manner) -> None:
    """Refuse a game, or house rules, that do not work in this manner. Raises NoRollOff or NotApart."""
    if manner.real_dice:
        check_game(game)
    if not manner.mode.in_turns:
        apart(game)


def started(table: Table, user: int, interaction: int, now: int) -> Moved:
    """Start the game; the table's dice draw the order of play."""
    check_host(table, user)
    if len(table.players) < table.game.seats[0]:
        raise TooFewPlayers(table.game.seats[0])
    if len(table.players) not in table.game.seats:
        raise UnevenSides(table.game.seats)
    fair = _mixed(table.fair, f"start:{interaction}")
    state = table.game.new(len(table.players))
    players, began = seated(fair, table.players, table.game)
    throws = _none_thrown(fair, len(players))
    begun = moves.decided(
        table, now, actor=user, players=players, fair=fair, status=Status.PLAYING, state=state, throws=throws
    )
    return Moved(begun, events=began, lobby=noted(begun, user, "start"))


def order(fair: Fair, users: Iterable[int], game: AnyGame) -> tuple[int, ...]:
    """Return the order of play that ``fair`` draws; the order of ``users`` does not matter."""
    return seated(fair, users, game)[0]


def check_host(table: Table, user: int) -> None:
    """Refuse anybody but the host, and anything but a lobby."""
    check_lobby(table)
    if user != table.host:
        raise NotHost(table.host)


def cancelled(table: Table, user: int, manager: bool, now: int) -> Moved:
    """Close a lobby."""
    check_lobby(table)
    return moves.ended(table, user, manager, now)


def expired(table: Table, now: int) -> Moved:
    """Close a lobby that nobody has started in time; the stage makes its message say so."""
    return Moved(given_up(moves.decided(table, now, status=Status.ENDED)))


def _mixed(fair: Fair, part: str) -> Fair:
    """Return ``fair`` with ``part`` in it, if it is of recipe 1; recipe 2 takes only typed words."""
    return Fair(fair.secret, f"{fair.entropy} {part}") if fair.recipe == 1 else fair


def _none_thrown(fair: Fair, seats: int) -> tuple[Count, ...]:
    return ((0, 0),) * seats if fair.recipe > 1 else ()


def noted(after: Table, user: int, do: str, words: str | None = None) -> tuple[LobbyRow, ...]:
    """Return the line for what ``user`` did in a lobby, which is now ``after``."""
    return (LobbyRow(after.id, after.step, user, do, words, after.changed),)


def check_lobby(table: Table) -> None:
    """Refuse anything but a lobby."""
    if table.over:
        raise TableOver(table)
    if table.status is Status.PLAYING:
        raise AlreadyStarted
