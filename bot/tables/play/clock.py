"""When a table's clock has something to do: remind the player to act, or give up waiting for them.

Both times lie in one number, ``Table.due``, which every decision saves, so a restart forgets nothing. The clock makes
no decision: the step stays, and a reminder makes no button old.

While the bot may not see a channel or write in it, the table pauses and waits for nobody; afterwards the clock begins
anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.tables.core.model import Absent, Manner, Status, Table
from bot.tables.daily.days import ends

REMINDERS = 3
"""The most reminders for one turn."""

LONGER = 4
"""How many times longer the clock waits before each further reminder."""

ROUNDS = 3
"""How often in a row to skip the turn of the same seat while nobody plays; then the table just waits."""

_PAUSE = 60
"""Seconds until another look at a table that failed."""

GIVEN_UP = 10
"""The stage of a table whose patience has ended and whose players vote, and of a lobby that closed itself."""

PAUSED = 20
"""The stage of a table that pauses."""

LOBBY_SECONDS = 86_400
"""How long after the last event a lobby closes itself."""


def policies(manner: Manner) -> tuple[Absent, ...]:
    """Return the choices for absent players.

    Nobody can enter the throws of an absent player, and a simultaneous game waits for no turn.
    """
    return tuple(one for one in manner.mode.absences if not (manner.real_dice and one is Absent.SKIP))


def fitting(manner: Manner) -> Manner:
    """Return ``manner``; it waits for people if the present choice is impossible in it."""
    return manner if manner.absent in policies(manner) else replace(manner, absent=Absent.WAIT)


def policy(table: Table) -> Absent:
    """Return what happens to an absent player at the table now; nobody gives a player up who plays alone."""
    manner = table.manner
    chosen = manner.absent
    together = table.status is Status.PLAYING and len(table.staying) > 1
    if not manner.patience or not together or table.private or chosen not in policies(manner):
        return Absent.WAIT
    return Absent.WAIT if chosen is Absent.SKIP and deserted(table) else chosen


def deserted(table: Table) -> bool:
    """Whether turns were skipped until the same seat had :data:`ROUNDS` in a row, and nobody has played since."""
    return table.skips > (ROUNDS - 1) * len(table.staying)


def limit(table: Table) -> int | None:
    """Return when the patience with the seat to act ends, or with a lobby; None if it never does, or has ended.

    The game of a day waits until the day is over, and no longer.
    """
    day = table.manner.daily
    if day is not None:
        return ends(day) if table.status is Status.PLAYING else None
    if table.stage >= GIVEN_UP:
        return None
    if table.status is Status.LOBBY:
        return begun(table) + LOBBY_SECONDS
    return None if policy(table) is Absent.WAIT else begun(table) + table.manner.patience


def begun(table: Table, own: Table | None = None) -> int:
    """Return since when the table waits: since the last decision, or since it went on after a pause.

    ``own`` is the table of one player of a simultaneous game.
    """
    return max((own or table).changed, table.resumed or 0)


def wound(table: Table) -> Table:
    """Return ``table`` after a decision, with a new deadline."""
    first = begun(table) + table.manner.reminder if _reminds(table) else None
    due = _earliest(first, limit(table))
    return table if (table.due, table.stage) == (due, 0) else replace(table, due=due, stage=0)


def reminded(table: Table, now: int, end: int | None) -> Table:
    """Return ``table`` after a reminder; the next one comes later, if any. ``end`` is when patience ends."""
    after = replace(table, stage=table.stage + 1)
    following = now + table.manner.reminder * LONGER**after.stage if may_remind(after) else None
    return replace(after, due=_earliest(following, end), version=table.version + 1)


def postponed(table: Table, now: int, until: int | None, end: int | None) -> Table:
    """Return ``table`` with another look of the clock at ``until``, or when patience ends; not at once, though."""
    due = _earliest(until, end)
    return replace(table, due=None if due is None else max(due, now + _PAUSE), version=table.version + 1)


def paused(table: Table, until: int) -> Table:
    """Return ``table`` in a pause, if its clock has anything to do; the next look is at ``until``."""
    if table.due is None:
        return table
    return replace(table, stage=PAUSED, due=until, version=table.version + 1)


def pauses(table: Table) -> bool:
    """Whether the table pauses."""
    return table.stage == PAUSED


def resumed(table: Table, now: int) -> Table:
    """Return ``table`` going on: its clock counts from now, as after a decision."""
    if not pauses(table):
        return table
    return wound(replace(table, resumed=now, stage=0, version=table.version + 1))


def given_up(table: Table) -> Table:
    """Return ``table`` with nothing more for the clock to do: the players must act now."""
    return replace(table, stage=GIVEN_UP, due=None)


def patience_is_over(table: Table, now: int) -> bool:
    """Whether it is time to give up waiting."""
    end = limit(table)
    return end is not None and end <= now


def may_remind(table: Table) -> bool:
    """Whether a reminder is left for this turn."""
    return _reminds(table) and table.stage < (REMINDERS if table.status is Status.PLAYING else 1)


def idle_before_reminder(table: Table) -> int:
    """Return how many seconds somebody has done nothing before their next reminder, with all earlier ones."""
    return table.manner.reminder * sum(int(LONGER**stage) for stage in range(table.stage + 1))


def awaited(table: Table, family: Mapping[int, Table], now: int) -> tuple[int, ...]:
    """Return the players to remind now; ``family`` are the players' own tables of a simultaneous game."""
    if not may_remind(table):
        return ()
    if table.status is Status.LOBBY:
        return (table.host,)
    if not table.apart:
        return () if table.turn_player is None else (table.turn_player,)
    idle = idle_before_reminder(table)
    return tuple(user for user, own in family.items() if not own.over and begun(table, own) + idle <= now)


def next_look(table: Table, family: Mapping[int, Table]) -> int | None:
    """Return when the next player of a simultaneous game will have done nothing for long enough."""
    idle = [begun(table, own) for own in family.values() if not own.over]
    return min(idle) + idle_before_reminder(table) if idle and may_remind(table) else None


def end_of_patience(table: Table, family: Mapping[int, Table]) -> int | None:
    """Return :func:`limit`; where everybody plays at their own speed, that of whoever has done nothing for longest."""
    if not table.apart:
        return limit(table)
    idle = [begun(table, own) for own in family.values() if not own.over]
    return None if limit(table) is None or not idle else min(idle) + table.manner.patience


def _reminds(table: Table) -> bool:
    if not table.manner.reminder or table.private:
        return False
    if table.status is Status.LOBBY:
        return ready(table)
    return table.status is Status.PLAYING


def ready(table: Table) -> bool:
    """Whether several sit in a lobby and the game could start: the table waits only for its host."""
    return table.status is Status.LOBBY and len(table.players) > 1 and len(table.players) in table.game.seats


def _earliest(*times: int | None) -> int | None:
    return min((time for time in times if time is not None), default=None)
