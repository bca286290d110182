"""What people can do at a table, as pure functions: a table in, a :class:`Moved` out, or a refusal.

Checks stand in the order a person should hear of them: over, started, seated, turn, step, legality. No function
reads a clock or makes a secret; both are given.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from bot.engine.dice import UNSTIRRED, Count, Dice, Faces
from bot.engine.errors import GameError, IllegalAction, WrongSeats
from bot.engine.play import Entry, play_recorded
from bot.engine.types import DROP, AnyGame, Event, Seat, Step
from bot.tables.core.errors import (
    AlreadySeated,
    AlreadyStarted,
    CannotLeave,
    DayOver,
    NotAllowed,
    NothingToUndo,
    NotHost,
    NotSeated,
    NotStarted,
    NotYourTurn,
    OldPress,
    TableFull,
    TableOver,
    TooFewPlayers,
    UnevenSides,
)
from bot.tables.core.model import AS_USUAL, Fair, Manner, Status, Table, TableId
from bot.tables.core.store import LobbyRow
from bot.tables.play.apart import apart
from bot.tables.play.calls import owing
from bot.tables.play.clock import given_up, patience_is_over, policies, wound
from bot.tables.play.real_dice import ToldDice, check_game
from bot.tables.play.starting import seated

UNDO = "undo"
"""The journal's word for taking back the last line that stands."""


class Moved(NamedTuple):
    """A table after a decision, the journal's new lines, and what to tell people."""

    table: Table
    entries: tuple[Entry, ...] = ()
    events: tuple[Event, ...] = ()
    actor: Seat | None = None
    also: tuple[Table, ...] = ()
    """Other tables changed by the same decision, or made by it."""
    lobby: tuple[LobbyRow, ...] = ()
    """What was done in the lobby."""


def opened(
    id: TableId,
    *,
    guild: int,
    channel: int,
    host: int,
    game: AnyGame,
    capacity: int | None,
    language: str,
    secret: bytes,
    now: int,
    manner: Manner = AS_USUAL,
) -> Moved:
    """Return a new lobby with its host seated; ``capacity`` None is as many as the game takes.

    Raises WrongSeats, or NoRollOff.
    """
    most = game.seats[-1]
    check_manner(game, manner)
    if capacity is not None and capacity not in game.seats:
        raise WrongSeats(f"{game.key} takes {game.seats[0]} to {most} players, not {capacity}")
    table = Table(
        id=id,
        guild=guild,
        channel=channel,
        message=None,
        call=None,
        language=language,
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


def alone(
    id: TableId,
    *,
    guild: int,
    channel: int,
    host: int,
    game: AnyGame,
    language: str,
    fair: Fair,
    now: int,
    manner: Manner,
) -> Moved:
    """Return a table of one seat where ``host`` plays at once, with dice made of ``fair``."""
    lobby = opened(
        id,
        guild=guild,
        channel=channel,
        host=host,
        game=game,
        capacity=1,
        language=language,
        secret=fair.secret,
        now=now,
        manner=manner,
    ).table
    begun = replace(lobby, fair=fair, status=Status.PLAYING, state=game.new(1), throws=_none_thrown(fair, 1))
    return Moved(wound(begun))


def joined(table: Table, user: int, interaction: int, now: int) -> Moved:
    """Seat ``user``; at a table of version 0.1 the id of their interaction becomes part of the entropy."""
    check_lobby(table)
    if user in table.players:
        raise AlreadySeated
    if len(table.players) >= table.capacity:
        raise TableFull
    fair = _mixed(table.fair, f"join:{interaction}")
    after = decided(table, now, players=(*table.players, user), fair=fair)
    return Moved(after, lobby=noted(after, user, "join"))


def left(table: Table, user: int, now: int) -> Moved:
    """Take ``user`` away: from the lobby (the host's place passes on), or out of the game that goes on without them."""
    if table.over:
        raise TableOver(table)
    if table.seat_of(user) is None:
        raise NotSeated
    if table.status is Status.PLAYING:
        if table.manner.parallel:
            raise AlreadyStarted
        return dropped(table, user, now)
    players = tuple(player for player in table.players if player != user)
    if not players:
        return Moved(decided(table, now, status=Status.ENDED))
    host = players[0] if user == table.host else table.host
    after = decided(table, now, players=players, host=host)
    return Moved(after, lobby=noted(after, user, "leave"))


def chosen(table: Table, user: int, game: AnyGame, now: int) -> Moved:
    """Play ``game`` instead: the same with other house rules. Raises WrongSeats when too many sit here for it."""
    check_host(table, user)
    if game == table.game:
        return Moved(table)
    check_manner(game, table.manner)
    after = decided(table, now, game=game, capacity=_capacity(table, game))
    return Moved(after, lobby=noted(after, user, "options"))


def timed(table: Table, user: int, now: int, **manner: Any) -> Moved:
    """Wait for people in this manner: ``absent``, ``patience``, ``reminder``, ``calls``. Host only, in the lobby.

    Raises IllegalAction for what cannot be done at this table.
    """
    check_host(table, user)
    after = replace(table.manner, **manner)
    if after.absent not in policies(after):
        raise IllegalAction(f"{after.absent} cannot be chosen here")
    if after == table.manner:
        return Moved(table)
    changed = decided(table, now, manner=after)
    return Moved(changed, lobby=noted(changed, user, "clock"))


def _capacity(table: Table, game: AnyGame) -> int:
    """Return how many may play ``game`` here: as many as it takes, or no more than the host has said."""
    limit = game.seats[-1] if table.capacity == table.game.seats[-1] else table.capacity
    fitting = [seats for seats in game.seats if len(table.players) <= seats <= limit]
    if not fitting:
        raise WrongSeats(f"{game.key} takes {', '.join(map(str, game.seats))} players here")
    return fitting[-1]


def check_manner(game: AnyGame, manner: Manner) -> None:
    """Refuse a game, or house rules, that cannot be played in this manner. Raises NoRollOff or NotApart."""
    if manner.real_dice:
        check_game(game)
    if manner.parallel:
        apart(game)


def started(table: Table, user: int, interaction: int, now: int) -> Moved:
    """Start the game; the order of play is drawn with the table's dice."""
    check_host(table, user)
    if len(table.players) < table.game.seats[0]:
        raise TooFewPlayers(table.game.seats[0])
    if len(table.players) not in table.game.seats:
        raise UnevenSides(table.game.seats)
    fair = _mixed(table.fair, f"start:{interaction}")
    state = table.game.new(len(table.players))
    players, began = seated(fair, table.players, table.game)
    throws = _none_thrown(fair, len(players))
    begun = decided(
        table, now, actor=user, players=players, fair=fair, status=Status.PLAYING, state=state, throws=throws
    )
    return Moved(begun, events=began, lobby=noted(begun, user, "start"))


def order(fair: Fair, users: Iterable[int], game: AnyGame) -> tuple[int, ...]:
    """Return the order of play that ``fair`` draws; the order in which ``users`` are given does not matter."""
    return seated(fair, users, game)[0]


def check_host(table: Table, user: int) -> None:
    """Refuse anybody but the host, and anything but a lobby."""
    check_lobby(table)
    if user != table.host:
        raise NotHost(table.host)


def cancelled(table: Table, user: int, manager: bool, now: int) -> Moved:
    """Close a lobby."""
    check_lobby(table)
    return ended(table, user, manager, now)


def check_turn(table: Table, user: int, step: int) -> Seat:
    """Return the seat of ``user`` if it is to act and ``step`` is now; else refuse in the order people should hear."""
    seat = _check_player(table, user)
    turn = table.turn
    if turn is None:
        raise IllegalAction("everybody plays at a table of their own")
    if turn != seat:
        raise NotYourTurn(table.players[turn])
    if step != table.step:
        raise OldPress(table)
    return seat


def acted(
    table: Table, user: int, step: int, text: str, now: int, faces: Faces | None = None, *, told: bool = False
) -> Moved:
    """Do the action called ``text``; raises IllegalAction when the game has none of that name now.

    ``faces`` are what fell, where the players throw dice of their own; raises WrongFaces. ``told`` is whether the dice
    of the table's day are known; raises DayOver.
    """
    seat = check_turn(table, user, step)
    if text == DROP:  # The table's word, not an action: leaving has its own way.
        raise IllegalAction(f"{text!r} is not legal now")
    if faces is not None and not table.manner.real_dice:
        raise IllegalAction("the dice of this table are not told")
    if table.manner.daily is not None and (told or patience_is_over(table, now)):
        raise DayOver(table)
    return played(table, seat, text, now, faces)


def dropped(table: Table, user: int, now: int) -> Moved:
    """Let ``user`` leave a game that goes on. When everybody has left, the game ends and nothing counts."""
    seat = _check_player(table, user)
    try:
        moved = played(table, seat, DROP, now)
    except GameError as error:
        raise CannotLeave from error
    gone = (*table.gone, seat)
    status = Status.ENDED if len(gone) == len(table.players) else moved.table.status
    return moved._replace(table=wound(replace(moved.table, gone=gone, status=status, undoable=None)))


def undone(table: Table, user: int, step: int, before: Any, thrown: int, now: int) -> Moved:
    """Take back the last mark; ``before`` is the state before it, after ``thrown`` throws, which the caller rebuilt."""
    seat = check_undo(table, user, step)
    entries = table.entries + 1
    after = decided(table, now, actor=user, state=before, thrown=thrown, undoable=None, entries=entries)
    return Moved(after, (Entry(seat, UNDO),), (), seat)


def check_undo(table: Table, user: int, step: int) -> Seat:
    """Return the seat of ``user`` if it may take its last mark back now."""
    seat = _check_player(table, user)
    if table.undoable != seat:
        raise NothingToUndo
    if step != table.step:
        raise OldPress(table)
    return seat


def ended(table: Table, user: int, manager: bool, now: int) -> Moved:
    """Close a lobby, or end a game before its end; no result counts."""
    if table.over:
        raise TableOver(table)
    if user != table.host and not manager:
        raise NotAllowed
    return Moved(decided(table, now, status=Status.ENDED))


def closed(table: Table, now: int) -> Moved:
    """End a game whose time is over; no result counts."""
    return Moved(decided(table, now, status=Status.ENDED))


def expired(table: Table, now: int) -> Moved:
    """Close a lobby nobody has started in time; its message says so by the stage."""
    return Moved(given_up(decided(table, now, status=Status.ENDED)))


def put_down(table: Table, **messages: int | None) -> Moved:
    """Return ``table`` with other messages; not a decision, so neither step nor undo change."""
    if all(getattr(table, name) == value for name, value in messages.items()):
        return Moved(table)
    return Moved(replace(table, version=table.version + 1, **messages))  # type: ignore[arg-type]


def played(table: Table, seat: Seat, text: str, now: int, faces: Faces | None = None) -> Moved:
    """Do the action called ``text`` for ``seat``, whoever asks for it, and write it in the journal as its own."""
    cup = table.fair.cup(table.thrown, table.throws)
    dice: Dice = ToldDice(faces) if table.manner.real_dice else cup.of(seat)
    step, entry = play_recorded(table.game, table.state, seat, text, dice)
    finished = table.game.turn(step.state) is None
    after = decided(
        table,
        now,
        actor=table.players[seat],
        state=step.state,
        status=Status.FINISHED if finished else Status.PLAYING,
        entries=table.entries + 1,
        thrown=table.thrown + len(entry.dice),
        throws=cup.counts,
        undoable=seat if not finished and _ends_turn(table, step, entry) else None,
    )
    return Moved(after, (entry,), step.events, seat)


def _ends_turn(table: Table, step: Step[Any], entry: Entry) -> bool:
    """Whether the entry showed no new dice and finished the seat's turn; alone, the next turn is one's own too.

    A throw that was told may be taken back as well: somebody may have mistyped it, and nothing is learnt from it.
    """
    if table.manner.real_dice:
        return True
    if entry.dice:
        return False
    alone = len(table.players) - len(table.gone) == 1
    return alone or table.game.turn(step.state) != entry.seat


def decided(table: Table, now: int, *, actor: int | None = None, **changes: Any) -> Table:
    """Return ``table`` one decision later, its clock set anew, with the call it owes; ``actor`` needs none.

    A new lobby, game or end leaves nothing to take back.
    """
    found = {"undoable": None, "skips": 0, "vote": None, **changes}
    after = replace(table, step=table.step + 1, version=table.version + 1, changed=now, stage=0, **found)
    return wound(owing(table, after, actor))


def _mixed(fair: Fair, part: str) -> Fair:
    """Return ``fair`` with ``part`` in it, if it is of recipe 1; the other one takes nothing but what people type."""
    return Fair(fair.secret, f"{fair.entropy} {part}") if fair.recipe == 1 else fair


def _none_thrown(fair: Fair, seats: int) -> tuple[Count, ...]:
    return ((0, 0),) * seats if fair.recipe > 1 else ()


def noted(after: Table, user: int, do: str, words: str | None = None) -> tuple[LobbyRow, ...]:
    """Return the line for what ``user`` did in a lobby, which is ``after`` now."""
    return (LobbyRow(after.id, after.step, user, do, words, after.changed),)


def check_lobby(table: Table) -> None:
    """Refuse anything but a lobby."""
    if table.over:
        raise TableOver(table)
    if table.status is Status.PLAYING:
        raise AlreadyStarted


def _check_player(table: Table, user: int) -> Seat:
    if table.over:
        raise TableOver(table)
    if table.status is Status.LOBBY:
        raise NotStarted
    seat = table.seat_of(user)
    if seat is None:
        raise NotSeated
    return seat
