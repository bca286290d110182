"""What people can do at a table, dice of their own included, and turns for absent players; pure functions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypedDict, Unpack, cast

from bot.engine import (
    DROP,
    AnyGame,
    Count,
    Dice,
    DiceMismatch,
    Event,
    Faces,
    GameError,
    IllegalAction,
    ScriptedDice,
    Seat,
    Step,
)
from bot.engine.game import replaced
from bot.engine.gate import JournalEntry, play, play_recorded
from bot.engine.types import text
from bot.tables.model.errors import (
    CannotLeave,
    DayOver,
    NoHints,
    NoSuchChoice,
    NotAllowed,
    NothingToUndo,
    NotOnTurn,
    NotSeated,
    NotStarted,
    OldPress,
    TableOver,
    ThrowMissing,
    WrongFaces,
)
from bot.tables.model.memory import EnteredDice
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import AbsencePolicy, Computer, DiceSeed, Occupant, Status, Table, TableSettings
from bot.tables.moves.waiting import (
    allowed_policies,
    patience_is_over,
    policy_for_removed,
    with_deadline,
    with_pending_call,
)

# -- Dice of the players' own: they throw at the table and enter what fell -------------------------------------------
# The table keeps the sheet and checks what it can: the number of dice, and that each number is a face. A player with
# wrong numbers cheats as with wooden dice; such games have a mark (``TableSettings.real_dice``).
#
# An action may need several throws: its own, then those for a tie that nobody has pressed for. People enter them one
# after another, and the action happens when the last one is there (:func:`next_throw` says which is missing).

_TOLD = re.compile(r"[0-9\s,;.+/★*-]*", re.ASCII)


def read_faces(written: str) -> Faces | None:
    """Return the numbers of ``3 3 4 5 6``, ``33456``, ``3, 3, 4, 5, 6`` or ``★1 3 ★5``; None for anything else.

    The table decides whether they are faces, and the right number of them.
    """
    if _TOLD.fullmatch(written) is None:
        return None
    return tuple(int(digit) for digit in written if digit.isdecimal())


@dataclass(frozen=True, slots=True)
class ThrownByBot(Event):
    """The bot threw for a tie that a seat left behind, although the players throw dice of their own."""


class AskedThrow(NamedTuple):
    """A throw that an action makes."""

    dice: int
    sides: int
    tie: Seat | None
    """The seat that makes it to break a tie; None for the action's own throw."""


class RealDice:
    """The throws that players entered for one action, in order."""

    def __init__(self, throws: Sequence[Faces] = ()) -> None:
        """Throw ``throws``."""
        self._left = list(throws)
        self.asked: list[AskedThrow] = []
        """The throws so far, and the missing one."""

    def roll(self, count: int, sides: int = 6, tie: int | None = None) -> Faces:
        """Return the next throw. Raises ThrowMissing if there is none, WrongFaces if it is not ``count`` faces."""
        self.asked.append(AskedThrow(count, sides, None if tie is None else Seat(tie)))
        if not self._left:
            raise ThrowMissing(count, sides, tie)
        try:
            return ScriptedDice((self._left.pop(0),)).roll(count, sides)
        except DiceMismatch as error:
            raise WrongFaces(count, sides) from error

    def check_used(self) -> None:
        """Raise IllegalAction if somebody entered more throws than the action made."""
        if self._left:
            raise IllegalAction("more throws were told than the action makes")


def asked_throws(game: AnyGame, state: Any, text: str, throws: Sequence[Faces] = ()) -> tuple[list[AskedThrow], bool]:
    """Return the throws of the action ``text`` as far as known by ``throws``, and whether the last one is missing.

    Raises WrongFaces for a throw that does not fit, and what the gate raises.
    """
    dice = RealDice(throws)
    try:
        play(game, state, game.turn(state) or Seat(0), text, dice)
    except ThrowMissing:
        return dice.asked, True
    dice.check_used()
    return dice.asked, False


def next_throw(game: AnyGame, state: Any, text: str, throws: Sequence[Faces] = ()) -> AskedThrow | None:
    """Return the throw that the action ``text`` needs after ``throws``, or None. Raises what the gate raises."""
    wanted, missing = asked_throws(game, state, text, throws)
    return wanted[-1] if missing else None


# -- What people can do at a table, as pure functions: a table in, a :class:`MoveResult` out, or a refusal -----------
# The order of the checks is the order of their sentences for people: over, started, seated, turn, step, legality. No
# function reads a clock or makes a secret; callers give both.

UNDO = "undo"
"""The journal's word for taking back the last line that stands."""


class MoveResult(NamedTuple):
    """A table after a decision, the journal's new lines, and the events that people see."""

    table: Table
    entries: tuple[JournalEntry, ...] = ()
    events: tuple[Event, ...] = ()
    actor: Seat | None = None
    other_tables: tuple[Table, ...] = ()
    """Other tables that the same decision changed or made."""
    lobby: tuple[LobbyRow, ...] = ()
    """The new lines of the lobby."""


def check_not_over(table: Table) -> None:
    """Refuse a table that is over. Raises TableOver."""
    if table.over:
        raise TableOver(table)


def check_turn(table: Table, user: int, step: int) -> Seat:
    """Return the seat of ``user`` if it is to act and ``step`` is now; else refuse, in the order above."""
    seat = _check_player(table, user)
    turn = table.turn
    if turn is None:
        raise IllegalAction("everybody plays at a table of their own")
    if turn != seat:
        raise NotOnTurn(table.players[turn])
    if step != table.step:
        raise OldPress(table)
    return seat


def check_entering(table: Table, user: int, step: int, entered: EnteredDice | None) -> Seat:
    """Return the seat to act if ``user`` may enter a throw for it; else refuse like :func:`check_turn`.

    A throw for a tie is everybody's business: any player may enter it once ``entered`` has come so far.
    """
    if entered is None or table.turn is None or not _asks_for_tie(table, entered):
        return check_turn(table, user, step)
    _check_player(table, user)
    if step != table.step:
        raise OldPress(table)
    return table.turn


def check_entered(table: Table, user: int, before: EnteredDice | None, after: EnteredDice | None) -> None:
    """Refuse to let anybody but the player to act choose the action whose throws somebody enters."""
    chosen = None if after is None else after.action
    if table.turn_player not in (None, user) and chosen not in (None, before and before.action):
        raise NotOnTurn(table.players[table.turn or 0])


def _asks_for_tie(table: Table, entered: EnteredDice) -> bool:
    following = next_throw(table.game, table.state, entered.action, entered.throws)
    return following is not None and following.tie is not None


def act(
    table: Table, user: int, step: int, text: str, now: int, *, revealed: bool = False, coached: bool = False
) -> MoveResult:
    """Do the action ``text``; raises IllegalAction if the game has no such action now.

    ``coached`` is whether the only person at the table wants to hear what it cost: then it counts as a hint, where
    the table allows those.

    ``revealed`` is whether the table's day has shown its dice; raises DayOver. With dice of the players' own it raises
    ThrowMissing where the action throws.
    """
    seat = check_turn(table, user, step)
    if text == DROP:  # The table's word, not an action: leaving has its own way.
        raise IllegalAction(f"{text!r} is not legal now")
    if table.mode.duplicate and (revealed or patience_is_over(table, now)):
        raise DayOver(table)
    if coached and is_coached(table):
        table = _hinted(table, seat)
    if seat in table.stand_ins:  # A private message of theirs: a player who decides has the seat back.
        table = replace(table, stand_ins=tuple(other for other in table.stand_ins if other != seat))
    return _with_forced(apply_action(table, seat, text, now), now)


def act_as_computer(table: Table, step: int, text: str, now: int) -> MoveResult:
    """Do the action ``text`` for the computer to act; raises IllegalAction where none is, and OldPress."""
    check_not_over(table)
    if table.turn is None or table.turn_computer is None:
        raise IllegalAction("no computer is to act")
    if step != table.step:
        raise OldPress(table)
    kept = played_for(table, table.turn) if table.turn in table.stand_ins else table
    moved = apply_action(kept, table.turn, text, now)
    # Skipped turns are those since a person last decided something.
    return moved._replace(table=replace(moved.table, skips=table.skips)) if table.skips else moved


def act_by_hand(
    table: Table, user: int, step: int, entered: EnteredDice, now: int, before: EnteredDice | None
) -> MoveResult:
    """Do an action whose throws the players made by hand; raises WrongFaces, or ThrowMissing where one more is needed.

    ``before`` is what somebody had entered so far (:func:`check_entering`).
    """
    begun = (
        before is not None and before.action == entered.action and before.throws == entered.throws[: len(before.throws)]
    )
    seat = check_entering(table, user, step, before if begun else None)
    if entered.action == DROP or not table.settings.real_dice:
        raise IllegalAction("the dice of this table are not told")
    return apply_action(table, seat, entered.action, now, entered.all)


def drop_player(table: Table, user: int, now: int) -> MoveResult:
    """Let ``user`` leave a live game. It may end so (:func:`drop_seat`)."""
    return drop_seat(table, _check_player(table, user), now)


def drop_seat(table: Table, seat: Seat, now: int) -> MoveResult:
    """Let a seat leave, at anybody's wish.

    The game ends and nothing counts when no person is left, and when nobody has anybody to play against although fewer
    than two have had a turn: nobody wins without a throw of their own and one of somebody else.
    """
    try:
        moved = apply_action(table, seat, DROP, now)
    except GameError as error:
        raise CannotLeave from error
    gone = (*table.gone, seat)
    left = replace(moved.table, gone=gone)
    decided = moved.table.status is Status.FINISHED or len(left.staying) < 2
    goes_on = bool(left.people_staying) and not (decided and table.unplayed)
    by_bot = (ThrownByBot(),) if table.settings.real_dice and moved.entries[0].dice else ()
    return moved._replace(
        events=(*moved.events, *by_bot),
        table=with_deadline(
            replace(
                left,
                status=moved.table.status if goes_on else Status.ENDED,
                undoable=None,
            )
        ),
    )


def undo(table: Table, user: int, step: int, before: Any, taken: Sequence[JournalEntry], now: int) -> MoveResult:
    """Take back the last mark; ``before`` is the state before the lines ``taken`` back, which the caller rebuilt.

    They are that mark and what followed it by itself (:func:`only_move`).
    """
    seat = check_undo(table, user, step)
    after = after_decision(
        table,
        now,
        actor=user,
        state=before,
        thrown=table.thrown - sum(len(entry.dice) for entry in taken),
        undoable=None,
        entries=table.entries + len(taken),
    )
    return MoveResult(after, (JournalEntry(seat, UNDO),) * len(taken), (), seat)


def check_undo(table: Table, user: int, step: int) -> Seat:
    """Return the seat of ``user`` if it may take its last mark back now."""
    seat = _check_player(table, user)
    if table.undoable != seat:
        raise NothingToUndo
    if step != table.step:
        raise OldPress(table)
    return seat


def let_back(table: Table, before: Any, now: int) -> MoveResult:
    """Go on with a game of one person that ended when they were removed; ``before`` is its state until then."""
    seat = Seat(0)
    after = after_decision(
        table,
        now,
        actor=table.players[seat],
        status=Status.PLAYING,
        state=before,
        gone=(),
        removed=(),
        entries=table.entries + 1,
    )
    return MoveResult(after, (JournalEntry(seat, UNDO),), (), seat)


@dataclass(frozen=True, slots=True)
class GameStopped(Event):
    """``player`` has ended the game for everybody, as its host or as a ``manager``."""

    player: Occupant
    manager: bool


def end(table: Table, user: int, manager: bool, now: int) -> MoveResult:
    """Close a lobby, or end a game before its end; no result counts.

    A host who has left decides nothing any more for those who play on. Raises NotAllowed.
    """
    check_not_over(table)
    if not (manager or table.may_end(user)):
        raise NotAllowed
    return close(table, now)._replace(events=(GameStopped(user, manager),) * table.began)


def close(table: Table, now: int) -> MoveResult:
    """End a game whose time is over; no result counts."""
    return MoveResult(after_decision(table, now, status=Status.ENDED))


def with_messages(table: Table, channel: int, message: int) -> MoveResult:
    """Return ``table`` with its board elsewhere; not a decision, so neither step nor undo change.

    Of two messages in a channel the newer one is the board, which has the higher id, in whatever order they are named.
    """
    if table.channel == channel and table.message is not None and message <= table.message:
        return MoveResult(table)
    old = table.message if table.channel == channel else None
    return MoveResult(replace(table, version=table.version + 1, channel=channel, message=message, old_message=old))


def without_message(table: Table, message: int) -> MoveResult:
    """Return ``table`` without ``message``, if that was its own; no decision either."""
    if table.message != message:
        return MoveResult(table)
    return MoveResult(replace(table, version=table.version + 1, message=None))


def with_hint(table: Table, user: int, step: int) -> MoveResult:
    """Note that the seat of ``user``, which is to act, knows what its moves are worth; no decision, so the step stays.

    Refuses like :func:`check_turn`; raises NoHints where the table allows none.
    """
    seat = check_turn(table, user, step)
    check_hints(table)
    after = _hinted(table, seat)
    return MoveResult(table if after is table else replace(after, version=table.version + 1))


def is_coached(table: Table) -> bool:
    """Whether a player here may have a coach: the only person at a table, where hints are allowed."""
    return len(table.people) == 1 and table.allows_hints


def is_choice(table: Table) -> bool:
    """Whether the seat to act has more than one move."""
    return len(table.game.legal_actions(table.state)) > 1


def check_hints(table: Table) -> None:
    """Raise NoHints where the table allows no hints."""
    if not table.allows_hints:
        raise NoHints


def _hinted(table: Table, seat: Seat) -> Table:
    if seat in table.hinted:
        return table
    return replace(table, hinted=(*table.hinted, seat))


# A player whose only move throws no dice need not press for it. Throwing is the game: nothing throws for anybody. The
# move that ends a game waits all the same, unless its result tells the dice: else nobody would see the throw before it.
# So does every move where players enter their throws, which may be mistyped.


def only_move(game: AnyGame, state: Any) -> str | None:
    """Return the only move of the seat to act, if it throws no dice."""
    actions = game.legal_actions(state)
    only = text(actions[0]) if len(actions) == 1 else None
    return only if only is not None and next_throw(game, state, only) is None else None


def _with_forced(moved: MoveResult, now: int) -> MoveResult:
    """Return ``moved`` with the moves after it that nobody has to choose, each a line of the journal as if pressed.

    A choice is taken back with all that followed it. What followed a throw is taken back without it: its dice lie there
    again, and the one move left waits for a press.
    """
    made = [moved]
    while (following := _forced(made[-1].table, now)) is not None and len(made) < _MOST_ACTIONS:
        made.append(following)
    if len(made) == 1:
        return moved
    entries = tuple(entry for move in made for entry in move.entries)
    after = replace(made[-1].table, version=moved.table.version)
    events = tuple(event for move in made for event in move.events)
    return moved._replace(table=after, entries=entries, events=events)


def _forced(table: Table, now: int) -> MoveResult | None:
    """Return what the seat to act does by itself; None where it may choose or throw, and where a game would end."""
    turn, game = table.turn, table.game
    if turn is None or table.turn_player is None or table.settings.real_dice:
        return None
    only = only_move(game, table.state)
    if only is None:
        return None
    moved = apply_action(table, turn, only, now)
    over = moved.table.status is not Status.PLAYING and not game.tells_end
    return None if over or game.games_before(moved.table.state) > game.games_before(table.state) else moved


def apply_action(table: Table, seat: Seat, text: str, now: int, throws: Sequence[Faces] = ()) -> MoveResult:
    """Do the action ``text`` for ``seat``, whatever asks for it, and write it in the journal as its own.

    ``throws`` are what fell, where the players throw dice of their own. A seat that leaves enters nothing any more: if
    that leaves a tie to break, the table throws.
    """
    dice_source = table.seed.source(table.thrown, table.throws)
    by_hand = RealDice(throws) if table.settings.real_dice and text != DROP else None
    on_table: Faces = table.state.dice  # type: ignore[union-attr]
    dice: Dice = (
        dice_source.for_seat(seat, on_table, table.game.games_before(table.state)) if by_hand is None else by_hand
    )
    step, entry = play_recorded(table.game, table.state, seat, text, dice)
    if by_hand is not None:
        by_hand.check_used()
    finished = table.game.turn(step.state) is None
    after = after_decision(
        table,
        now,
        actor=table.players[seat],
        state=step.state,
        status=Status.FINISHED if finished else Status.PLAYING,
        entries=table.entries + 1,
        thrown=table.thrown + len(entry.dice),
        throws=dice_source.counts,
        undoable=seat if not finished and _may_undo(table, step, entry) else None,
    )
    return MoveResult(after, (entry,), step.events, seat)


def _may_undo(table: Table, step: Step[Any], entry: JournalEntry) -> bool:
    """Whether the entry showed no new dice and finished the turn of its seat; alone, the next turn is one's own too.

    The rules may allow it in the middle of a turn (:meth:`bot.engine.Game.may_undo`). A game of a match that is over
    stays over: its card has been posted.

    Players may also take back a throw that they entered: it may hold a typing mistake, and nobody learns anything from
    it. Nobody takes back what a computer did.
    """
    if table.settings.real_dice:
        return True
    if isinstance(table.players[entry.seat], Computer) or entry.seat in table.stand_ins:
        return False
    if entry.dice or table.game.games_before(step.state) > table.game.games_before(table.state):
        return False
    alone = len(table.players) - len(table.gone) == 1
    return alone or table.game.turn(step.state) != entry.seat or table.game.may_undo(step.state)


class Changes(TypedDict, total=False):
    """What a decision may change of a table, besides what every decision does."""

    host: int
    game: AnyGame
    capacity: int
    players: tuple[Occupant, ...]
    gone: tuple[Seat, ...]
    status: Status
    state: object
    entries: int
    thrown: int
    undoable: Seat | None
    seed: DiceSeed
    settings: TableSettings
    originals: tuple[Occupant, ...]
    throws: tuple[Count, ...]
    stirred: tuple[int, ...]
    choosers: tuple[int, ...]
    chosen_sides: tuple[int, ...]
    removed: tuple[Seat, ...]
    invited: tuple[int, ...]
    stand_ins: tuple[Seat, ...]


def after_decision(table: Table, now: int, *, actor: Occupant | None = None, **changes: Unpack[Changes]) -> Table:
    """Return ``table`` one decision later, with a new deadline and its pending call; ``actor`` needs none.

    A new lobby, game or end leaves nothing to take back. A countdown stops.
    """
    changes.setdefault("undoable", None)
    after = replaced(
        table,
        step=table.step + 1,
        version=table.version + 1,
        changed=now,
        stage=0,
        reminding=None,
        skips=0,
        vote=None,
        starts_at=None,
        **changes,
    )
    return with_deadline(with_pending_call(table, after, actor))


def _check_player(table: Table, user: int) -> Seat:
    check_not_over(table)
    if table.status is Status.LOBBY:
        raise NotStarted
    seat = table.seat_of(user)
    if seat is None:
        raise NotSeated
    return seat


# -- Plays a turn for an absent player: legal actions only, through the one gate, in the journal as the seat's own ---
# It decides nothing that a player would think about: it holds no die on purpose, throws once, and writes the throw
# where it costs least.
# A table may have a computer play for them instead, from then on, until they press anything on the board: the seat
# stays theirs, and the journal holds these moves as its own too.

_MOST_ACTIONS = 100
"""In one turn; if the rules go on, the next patience meets them again."""


@dataclass(frozen=True, slots=True)
class TurnSkipped(Event):
    """The table skipped the turn of ``seat``, which was ``player``'s."""

    seat: Seat
    player: Occupant


@dataclass(frozen=True, slots=True)
class WaitingChanged(Event):
    """The host, who is ``player``, has chosen in the game how the table waits for people."""

    player: Occupant


@dataclass(frozen=True, slots=True)
class RemovedByManager(Event):
    """A manager has removed ``player``, and their seat stays for now."""

    player: Occupant


def skip_turn(table: Table, now: int, *, alone: bool = True) -> MoveResult:
    """Play the turn of the seat to act; ``alone`` if the clock decided so, else people did.

    Nobody can take it back afterwards: a skipped turn stays skipped.
    """
    seat = cast(Seat, table.turn)
    after = played_for(table, seat)
    made: list[MoveResult] = []
    for _ in range(_MOST_ACTIONS):
        made.append(apply_action(after, seat, text(after.game.autoplay(after.state)), now))
        after = made[-1].table
        if after.turn != seat or after.state is None or not after.state.dice:
            break
    skips = table.skips + 1 if alone else 0
    over = after.status is not Status.PLAYING
    return MoveResult(
        with_deadline(replace(after, version=table.version + 1, undoable=None, skips=0 if over else skips)),
        tuple(entry for move in made for entry in move.entries),
        (*(event for move in made for event in move.events), TurnSkipped(seat, table.players[seat])),
        seat,
    )


def keep_warm(table: Table, now: int) -> MoveResult:
    """Let a computer play for the seat to act, whose player is absent."""
    turn = table.turn
    if turn is None or turn in table.stand_ins:
        return MoveResult(table)
    return MoveResult(after_decision(_warm(table, turn), now))


def may_step_away(table: Table, user: int) -> bool:
    """Whether a computer may play for ``user``: in turns, with the bot's dice, while somebody else is here."""
    seat = table.seat_of(user)
    playing = table.status is Status.PLAYING and seat is not None and seat not in table.stand_ins
    return playing and table.playing_themselves > 1 and AbsencePolicy.COMPUTER in allowed_policies(table.settings)


def step_away(table: Table, user: int, now: int) -> MoveResult:
    """Let a computer play for ``user``, until they press anything on the board. Raises NoSuchChoice."""
    seat = table.seat_of(user)
    if seat is None or not may_step_away(table, user):
        raise NoSuchChoice
    return MoveResult(after_decision(_warm(table, seat), now, actor=user))


def remove(table: Table, user: int, now: int) -> MoveResult:
    """Take the seat of ``user`` away in a game in turns; what becomes of it says the rule for absent players.

    Where a computer plays, turns are skipped or the others vote, that begins with their next turn and they cannot come
    back; else the seat leaves. The host's place passes on.
    """
    seat = _check_player(table, user)
    others = [player for player in table.people_staying if player != user]
    if user == table.host and others:
        table = replace(table, host=others[0])
    policy, removed = policy_for_removed(table), (*table.removed, seat)
    if not others or policy in (AbsencePolicy.WAIT, AbsencePolicy.DROP):
        return drop_seat(replace(table, removed=removed), seat, now)
    if policy is AbsencePolicy.COMPUTER and seat not in table.stand_ins:
        table = _warm(table, seat)
    return MoveResult(after_decision(table, now, removed=removed), (), (RemovedByManager(user),), seat)


@dataclass(frozen=True, slots=True)
class HostMade(Event):
    """A manager has made ``player`` the host of a game."""

    player: Occupant


def hand_over(table: Table, user: int, now: int) -> MoveResult:
    """Make ``user`` the host, who has a seat here. Raises NotSeated."""
    check_not_over(table)
    if table.seat_of(user) is None:
        raise NotSeated
    if user == table.host:
        return MoveResult(table)
    return MoveResult(after_decision(table, now, host=user), events=(HostMade(user),) * table.began)


def lets_go(table: Table, user: int) -> bool:
    """Whether the table lets a computer play at once for ``user`` while they have said to be away."""
    return table.settings.absent is AbsencePolicy.COMPUTER and may_step_away(table, user)


def go_away(table: Table, user: int, now: int) -> MoveResult:
    """Let a computer play at once for ``user``, who is away, where the table does so for absent players."""
    return step_away(table, user, now) if lets_go(table, user) else MoveResult(table)


def _warm(table: Table, seat: Seat) -> Table:
    return replace(table, stand_ins=(*table.stand_ins, seat), stood_in=True)


def played_for(table: Table, seat: Seat) -> Table:
    """Return ``table``, which notes that somebody or something else has played for the player of ``seat``."""
    return table if seat in table.played_for else replace(table, played_for=(*table.played_for, seat))


def kept_seat(table: Table, user: int) -> Seat | None:
    """Return the seat of ``user`` if a computer plays for them now."""
    seat = table.seat_of(user) if table.stand_ins else None
    return seat if seat in table.stand_ins else None


def take_back(table: Table, user: int, now: int, *, here: bool = True) -> MoveResult:
    """Give ``user`` their seat back, wherever the turn is; no change where no computer plays for them.

    Unless they are ``here``, their turn calls them.
    """
    seat = kept_seat(table, user)
    if seat is None or table.over:
        return MoveResult(table)
    others = tuple(other for other in table.stand_ins if other != seat)
    if here:
        return MoveResult(after_decision(replace(table, stand_ins=others), now, actor=user))
    return MoveResult(after_decision(table, now, stand_ins=others))
