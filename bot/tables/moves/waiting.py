"""When a table's clock has something to do, and whom a table calls; pure functions."""

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.game import replaced
from bot.tables.model.days import dice_end
from bot.tables.model.memory import Presence
from bot.tables.model.table import (
    AbsencePolicy,
    ComputerPace,
    Occupant,
    PendingCall,
    Status,
    Table,
    TableSettings,
    is_person,
    is_reachable,
)

# -- Calls: the message to the player a table waits for, that it is their turn ---------------------------------------
# Only players who are away get one. A player without a press for ten minutes (memory.py) gets it when their turn
# begins, any other after :data:`CALL_SECONDS` without a press. Sending and removing a message both count against the
# limit of all requests of the bot, and a table in full swing needs neither. A call goes with the first decision of its
# player: it would go with the turn anyway, so that costs no request more.
#
# A decision that makes the table wait for somebody else writes into the row when their call is due
# (``Table.call_due``), and what to send or remove now (``Table.pending_call``): the call of a vote, the last call. So
# the bot still makes a call that was lost with a connection or the process, and makes none twice.

CALL_SECONDS = 30
"""Seconds for which the player to act may press nothing before a call."""

LIVE_SECONDS = 600
"""A game is live while nobody takes longer than this for a turn."""


def call_subject(table: Table) -> tuple[object, ...]:
    """Return the subject of a call: when this changes, the table waits for somebody else."""
    return table.turn_player, table.status, table.vote is not None


def with_pending_call(before: Table, after: Table, actor: Occupant | None) -> Table:
    """Return ``after`` with its call once ``before`` has become it; ``actor`` decided so and needs none."""
    if after.private:
        return after
    if call_subject(before) == call_subject(after):
        called = after.call_due is not None or after.call is not None
        answers = called and actor is not None and actor == after.turn_player
        return replaced(after, call_due=None, pending_call=_pending_call(after)) if answers else after
    if after.settings.visiting:  # A guest sends nothing by itself.
        return replaced(after, since=after.step, waiting_from=after.changed)
    return replaced(
        after,
        since=after.step,
        waiting_from=after.changed,
        pending_call=PendingCall.RESULT if _tells_result(before, after) else _pending_call(after),
        call_due=_call_due(after, actor),
    )


def _tells_result(before: Table, after: Table) -> bool:
    """Whether ``after`` is a result that players would miss: everybody at once looks elsewhere, and others went away.

    They are away if the last turn began long ago.
    """
    if after.status is not Status.FINISHED or len(after.people) == 1:
        return False
    return not after.mode.in_turns or after.changed - before.waiting_from > LIVE_SECONDS


def notified(table: Table) -> tuple[int, ...]:
    """Return whom a new message of ``table`` notifies: the others of a rematch, and the players of a pending result."""
    if table.status is Status.LOBBY and table.message is None:
        return tuple(user for user in table.invited if user not in table.players)
    if table.pending_call is PendingCall.RESULT:
        return tuple(filter(is_reachable, table.people_staying))
    return ()


def _pending_call(table: Table) -> PendingCall:
    if table.vote is not None:
        return PendingCall.CALL
    return PendingCall.NOTHING if table.call is None else PendingCall.CLEARING


def _call_due(table: Table, actor: Occupant | None) -> int | None:
    called = table.status is Status.PLAYING and table.settings.calls and table.turn not in table.removed
    player = table.turn_player if called else None
    if table.vote is not None or player in (None, actor) or len(table.people) == 1:
        return None
    return table.changed + CALL_SECONDS


def call_time(table: Table, presence: Presence) -> int | None:
    """Return when the player to act gets a call, as far as ``presence`` knows them; None: never."""
    player = table.turn_player
    if table.call_due is None or player is None:
        return None
    if presence.is_away(player):
        return table.changed
    pressed = presence.pressed_at(player, table.id)
    return table.call_due if pressed is None else max(table.call_due, pressed + CALL_SECONDS)


def call_is_due(table: Table, presence: Presence, now: int) -> bool:
    """Whether the player to act is to get a call by ``now``."""
    time = call_time(table, presence)
    return time is not None and time <= now


def call_is_pending(table: Table, presence: Presence, now: int) -> bool:
    """Whether ``table`` has a call to send or to remove ``now``."""
    return table.pending_call is not PendingCall.NOTHING or call_is_due(table, presence, now)


def with_call(table: Table, judged: Table, message: int | None, *, made: bool) -> Table:
    """Return ``table`` with ``message`` as its call, sent for ``judged``; a newer call stays pending or due.

    If the call is not ``made``, it stays due, and only the last one is gone. One that came too late is to go.
    """
    current = (table.since, call_subject(table)) == (judged.since, call_subject(judged))
    pending = PendingCall.NOTHING if current else table.pending_call
    if not current and message is not None and pending is PendingCall.NOTHING:
        pending = PendingCall.CLEARING
    after = replace(
        table,
        call=message,
        pending_call=pending,
        call_due=None if current and made else table.call_due,
    )
    return table if after == table else replace(after, version=table.version + 1)


# -- When a table's clock has something to do: remind the player to act, or give up waiting for them -----------------
# Both times lie in one number, ``Table.due``, which every decision saves, so a restart forgets nothing. The clock
# makes no decision: the step stays, and a reminder makes no button old.
# While the bot may not see a channel or write in it, the table pauses and waits for nobody; afterwards the clock
# begins anew.

REMINDERS = 3
"""The most reminders for one turn."""

REMINDER_FACTOR = 4
"""The factor by which the clock waits longer before each further reminder."""

SKIPPED_ROUNDS = 3
"""The turns of the same seat to skip in a row while nobody plays; then the table just waits."""

_PAUSE = 60
"""Seconds until another look at a table that failed."""

GIVEN_UP = 10
"""The stage of a table whose patience has ended and whose players vote, and of a lobby that closed itself."""

PAUSED = 20
"""The stage of a table that pauses."""

COMPUTER_SECONDS = 5
"""Seconds after a decision until the clock checks that a computer has played; as a rule it has by then."""

OWN_TURN_SECONDS = 15
"""Seconds between a computer's turns where everybody plays at once, while people play there."""

LOBBY_SECONDS = 86_400
"""Seconds after its last event until a lobby closes itself."""


def allowed_policies(settings: TableSettings) -> tuple[AbsencePolicy, ...]:
    """Return the choices for absent players.

    Nobody can enter the throws of an absent player, and a simultaneous game waits for no turn.
    """
    by_bot = (AbsencePolicy.SKIP, AbsencePolicy.COMPUTER) if settings.real_dice else ()
    return tuple(policy for policy in settings.mode.absences if policy not in by_bot)


def allowed_here(table: Table) -> tuple[AbsencePolicy, ...]:
    """Return those at ``table``: while the seat of somebody removed is in the game, something must happen to it."""
    held = not set(table.removed) <= set(table.gone)
    keep = (AbsencePolicy.WAIT, AbsencePolicy.DROP) if held else ()
    return tuple(policy for policy in allowed_policies(table.settings) if policy not in keep)


def for_guests(settings: TableSettings) -> TableSettings:
    """Return ``settings`` where the bot is a guest: it can neither call nor remind, so nobody is given up either."""
    return replace(settings, visiting=True, absent=AbsencePolicy.WAIT, patience=0, reminder=0, calls=False)


def with_allowed_policy(settings: TableSettings) -> TableSettings:
    """Return ``settings``; it waits for people if the present choice is impossible in it."""
    return settings if settings.absent in allowed_policies(settings) else replace(settings, absent=AbsencePolicy.WAIT)


def effective_policy(table: Table) -> AbsencePolicy:
    """Return what happens to an absent player at the table now; nobody gives a player up who plays alone."""
    settings = table.settings
    if not settings.patience:
        return AbsencePolicy.WAIT  # The usual case, of which every press asks.
    if table.removed and table.turn in table.removed and table.turn_computer is None:
        return policy_for_removed(table)
    chosen = settings.absent
    others_wait = table.status is Status.PLAYING and table.playing_themselves > 1 and table.turn_computer is None
    if not others_wait or table.private or chosen not in allowed_policies(settings):
        return AbsencePolicy.WAIT
    return AbsencePolicy.WAIT if chosen is AbsencePolicy.SKIP and is_deserted(table) else chosen


def policy_for_removed(table: Table) -> AbsencePolicy:
    """Return what happens at each turn of a seat whose player was removed; where it says wait or drop, it leaves."""
    settings = table.settings
    possible = settings.patience and settings.absent in allowed_policies(settings)
    return settings.absent if possible else AbsencePolicy.WAIT


def is_deserted(table: Table) -> bool:
    """Whether the same seat was skipped :data:`SKIPPED_ROUNDS` times in a row, and nobody has played since."""
    return table.skips > (SKIPPED_ROUNDS - 1) * len(table.people_staying)


def patience_ends(table: Table) -> int | None:
    """Return when the patience with the seat to act ends, or with a lobby; None if it never does, or has ended.

    The game of a day waits until the day is over, and no longer.
    """
    if table.mode.duplicate:
        return dice_end(table.settings) if table.status is Status.PLAYING else None
    if table.stage >= GIVEN_UP:
        return None
    if table.status is Status.LOBBY:
        return waiting_since(table) + LOBBY_SECONDS
    if effective_policy(table) is AbsencePolicy.WAIT:
        return None
    return waiting_since(table) + (0 if table.turn in table.removed else table.settings.patience)


def waiting_since(table: Table, own_table: Table | None = None) -> int:
    """Return since when the table waits: since the last decision, or since it went on after a pause.

    ``own_table`` is the table of one player of a simultaneous game.
    """
    return max((own_table or table).changed, table.resumed or 0)


def with_deadline(table: Table) -> Table:
    """Return ``table`` after a decision, with a new deadline."""
    first = waiting_since(table) + table.settings.reminder if _reminds(table) else None
    due = _earliest(first, patience_ends(table), table.starts_at, _computer_due(table))
    same = (table.due, table.stage, table.reminding) == (due, 0, None)
    return table if same else replaced(table, due=due, stage=0, reminding=None)


def _computer_due(table: Table) -> int | None:
    """Return when the clock looks whether the computer to act has played: a process may have ended in its turn.

    At a table of its own, that is when it begins its next turn.
    """
    if table.turn_computer is None:
        return None
    begins = table.parent is not None and not table.state.dice  # type: ignore[union-attr]
    waits = begins and table.settings.computer_pace is ComputerPace.HUMAN
    return table.changed + (OWN_TURN_SECONDS if waits else COMPUTER_SECONDS)


def reminder_due(table: Table) -> int | None:
    """Return when the next reminder was due, which may be on its way since then."""
    begun = table.reminding
    # Version 0.1 knows nothing of it, and leaves it there when somebody decides.
    return table.due if begun is None or begun <= waiting_since(table) else begun


def reminder_is_due(table: Table, now: int) -> bool:
    """Whether the player to act is to get a reminder by ``now``, or one is on its way."""
    due = reminder_due(table)
    return may_remind(table) and due is not None and due <= now and not patience_is_over(table, now)


def begin_reminder(table: Table, until: int, end: int | None) -> Table:
    """Return ``table`` with a reminder on its way, which counts once it is sent; look again at ``until``.

    ``end`` is when patience ends.
    """
    due = _earliest(until, end)
    return replace(table, reminding=reminder_due(table), due=due, version=table.version + 1)


def after_reminder(table: Table, now: int, end: int | None) -> Table:
    """Return ``table`` after a reminder, which is a call too; the next one comes later, if any.

    ``end`` is when patience ends.
    """
    after = replace(table, stage=table.stage + 1, call_due=None, reminding=None)
    following = now + table.settings.reminder * REMINDER_FACTOR**after.stage if may_remind(after) else None
    return replace(after, due=_earliest(following, end), version=table.version + 1)


def postpone(table: Table, now: int, until: int | None, end: int | None) -> Table:
    """Return ``table`` with another look of the clock at ``until``, or when patience ends; not at once, though."""
    due = _earliest(until, end)
    due = None if due is None else max(due, now + _PAUSE)
    return replace(table, due=due, reminding=None, version=table.version + 1)


def pause(table: Table, until: int) -> Table:
    """Return ``table`` in a pause, if its clock has anything to do; the next look is at ``until``."""
    if table.due is None:
        return table
    return replace(table, stage=PAUSED, due=until, reminding=None, version=table.version + 1)


def is_paused(table: Table) -> bool:
    """Whether the table pauses."""
    return table.stage == PAUSED


def resume(table: Table, now: int) -> Table:
    """Return ``table`` going on: its clock counts from now, as after a decision."""
    if not is_paused(table):
        return table
    call_due = None if table.call_due is None else now + CALL_SECONDS
    return with_deadline(replace(table, resumed=now, stage=0, call_due=call_due, version=table.version + 1))


def give_up(table: Table) -> Table:
    """Return ``table`` with nothing more for the clock to do: the players must act now."""
    return replace(table, stage=GIVEN_UP, due=None, reminding=None)


def patience_is_over(table: Table, now: int) -> bool:
    """Whether it is time to give up waiting."""
    end = patience_ends(table)
    return end is not None and end <= now


def may_remind(table: Table) -> bool:
    """Whether a reminder is left for this turn."""
    return _reminds(table) and table.stage < (REMINDERS if table.status is Status.PLAYING else 1)


def idle_before_reminder(table: Table) -> int:
    """Return how many seconds somebody has done nothing before their next reminder, with all earlier ones."""
    return table.settings.reminder * sum(int(REMINDER_FACTOR**stage) for stage in range(table.stage + 1))


def users_to_remind(table: Table, own_tables: Mapping[Occupant, Table], now: int) -> tuple[int, ...]:
    """Return the players to remind now; ``own_tables`` are the players' own tables of a simultaneous game."""
    if not may_remind(table):
        return ()
    if table.status is Status.LOBBY:
        return (table.host,)
    if not table.has_own_tables:
        return () if table.turn_player is None or table.turn in table.removed else (table.turn_player,)
    idle = idle_before_reminder(table)
    return tuple(
        user
        for user, own_table in own_tables.items()
        if is_person(user) and not own_table.over and waiting_since(table, own_table) + idle <= now
    )


def reminder_comes(table: Table, own_tables: Mapping[Occupant, Table], held: int | None = None) -> int | None:
    """Return when the next reminder comes unless somebody acts before; None if none is left, or patience ends first.

    It does not come before ``held``.
    """
    if not may_remind(table):
        return None
    if table.has_own_tables:
        at, end = next_reminder(table, own_tables), end_of_patience(table, own_tables)
    elif not users_to_remind(table, own_tables, table.changed):
        return None
    else:
        lobby = table.status is Status.LOBBY  # Its clock may also start the game.
        at = waiting_since(table) + table.settings.reminder if lobby else reminder_due(table)
        end = patience_ends(table)
    at = at if at is None or held is None else max(at, held)
    return None if at is None or (end is not None and end <= at) else at


def next_reminder(table: Table, own_tables: Mapping[Occupant, Table]) -> int | None:
    """Return when the next player of a simultaneous game will have done nothing for long enough."""
    idle = _idle(table, own_tables)
    return min(idle) + idle_before_reminder(table) if idle and may_remind(table) else None


def end_of_patience(table: Table, own_tables: Mapping[Occupant, Table]) -> int | None:
    """Return :func:`patience_ends`; in simultaneous play, that of the player who has done nothing for longest."""
    if not table.has_own_tables:
        return patience_ends(table)
    idle = _idle(table, own_tables)
    return None if patience_ends(table) is None or not idle else min(idle) + table.settings.patience


def _idle(table: Table, own_tables: Mapping[Occupant, Table]) -> list[int]:
    """Return since when each person of a simultaneous game has done nothing who still plays."""
    return [
        waiting_since(table, own_table)
        for player, own_table in own_tables.items()
        if is_person(player) and not own_table.over
    ]


def _reminds(table: Table) -> bool:
    if not table.settings.reminder or table.private:
        return False
    if table.status is Status.LOBBY:
        return ready_to_start(table)
    return table.status is Status.PLAYING


def ready_to_start(table: Table) -> bool:
    """Whether several sit in a lobby and the game could start: the table waits only for its host."""
    return table.status is Status.LOBBY and len(table.people) > 1 and len(table.players) in table.seats


def _earliest(*times: int | None) -> int | None:
    return min((time for time in times if time is not None), default=None)
