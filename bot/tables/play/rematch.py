"""Rematches: a table that follows another one, the score of the evening, and the lobby that starts by itself.

An evening is a chain of rematches. Each table of it holds the score before its own game, so nobody walks the chain.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.tables.core.errors import TableError
from bot.tables.core.model import Status, Table
from bot.tables.core.occupants import Occupant, is_person, is_reachable
from bot.tables.play import sides
from bot.tables.play.clock import with_deadline

COUNTDOWN = 10
"""Seconds between the moment when everybody is in and the start: time to press Stir or Leave."""


def following(old: Table, lobby: Table) -> Table:
    """Return the new ``lobby`` as the rematch of ``old``; against computers alone it starts by itself at once.

    Whoever plays alone has nobody to wait for, and starts the game when they like.
    """
    score = {user: wins for user, wins in evening(old).items() if is_reachable(user) or not is_person(user)}
    invited = tuple(filter(is_reachable, old.people_staying))
    against_computers = bool(lobby.computers) and invited == (lobby.host,)
    after = replace(
        lobby,
        follows=old.id,
        invited=invited if len(invited) > 1 or against_computers else (),
        evening=tuple(score),
        evening_wins=tuple(score.values()),
    )
    return with_countdown(after, lobby.host, counting=False)


def evening(table: Table) -> Mapping[Occupant, int]:
    """Return how many games of the evening everybody has won, that of ``table`` too; nothing for who plays alone."""
    outcome = table.outcome
    won = {table.players[seat] for seat in outcome.winners if seat not in table.gone} if outcome is not None else set()
    if len(table.players) == 1 and not table.evening:
        return {}
    score: dict[Occupant, int] = {
        **dict.fromkeys(table.players, 0),
        **dict(zip(table.evening, table.evening_wins, strict=True)),
    }
    return {user: wins + (user in won and len(table.players) > 1) for user, wins in score.items()}


def without_rematch(old: Table) -> Table:
    """Return ``old`` after the lobby of its rematch has closed: its board offers another one."""
    return replace(old, rematch=None, step=old.step + 1, version=old.version + 1)


def with_countdown(table: Table, user: int, *, counting: bool) -> Table:
    """Return a lobby where ``user`` has just sat down: it starts by itself if that was the last one it waited for.

    ``counting`` says that it would have started by itself before; then it gives ``user`` time too.
    """
    if not (table.invited and set(table.invited) <= set(table.players) and (counting or user in table.invited)):
        return table
    if not _can_start(table):
        return table
    return with_deadline(replace(table, starts_at=table.changed + COUNTDOWN))


def countdown_is_over(table: Table, now: int) -> bool:
    """Whether a lobby is to start by itself now."""
    return table.status is Status.LOBBY and table.starts_at is not None and table.starts_at <= now


def _can_start(table: Table) -> bool:
    try:
        sides.check_crowds(table)
    except TableError:
        return False
    return len(table.players) in table.seats
