"""The others decide about the seat of an absent player: take it over, skip the turn, or drop the seat.

Everybody else who sits here has one wish, and may change it. The wish of most of them happens at once. The absent
player may play meanwhile, and every decision at the table ends the vote. A wish is no decision: the step stays.
"""

from dataclasses import dataclass, replace
from typing import cast

from bot.engine import Event, IllegalAction, Seat
from bot.engine.game import put
from bot.tables.model.errors import AlreadySeated, CannotReturn, NotSeated, OldPress, OwnSeat, Volunteered
from bot.tables.model.table import Occupant, Table, Vote, VoteChoice, is_person, people
from bot.tables.moves import playing, waiting
from bot.tables.moves.playing import MoveResult, skip_turn
from bot.tables.moves.waiting import with_pending_call


@dataclass(frozen=True, slots=True)
class TakenOver(Event):
    """The seat of user ``before`` is that of user ``after`` now."""

    seat: Seat
    before: Occupant
    after: int


def start_vote(table: Table) -> MoveResult:
    """Ask the others: the patience with the seat to act has ended."""
    asking = replace(waiting.give_up(table), vote=Vote(), version=table.version + 1)
    return MoveResult(with_pending_call(table, asking, None))


def voters(table: Table) -> tuple[Seat, ...]:
    """Return the voters: every person's seat that has not left, without the one it is about."""
    staying = (seat for seat in table.staying if seat not in table.removed)
    return tuple(seat for seat in staying if seat != table.turn and is_person(table.players[seat]))


def voting_people(table: Table) -> tuple[int, ...]:
    """Return who sits there."""
    return people(table.players[seat] for seat in voters(table))


def votes_needed(table: Table) -> int:
    """Return how many equal wishes decide: most of those who are here."""
    return len(voters(table)) // 2 + 1


def _enough(table: Table, wish: VoteChoice) -> bool:
    """Whether that is decided; as many as leave too few to agree can refuse a volunteer."""
    enough = len(voters(table)) - votes_needed(table) + 1 if wish is VoteChoice.REFUSE else votes_needed(table)
    return count_votes(table, wish) >= enough


def count_votes(table: Table, wish: VoteChoice) -> int:
    """Return the number of votes for this wish."""
    vote, seats = _vote(table), voters(table)
    return sum(1 for seat, wanted in vote.ballots if wanted is wish and seat in seats)


def open_choices(table: Table) -> tuple[VoteChoice, ...]:
    """Return the possible wishes."""
    about = (VoteChoice.TAKE, VoteChoice.REFUSE) if _vote(table).volunteer is not None else ()
    skip = () if table.settings.real_dice else (VoteChoice.SKIP,)
    return (*about, *skip, VoteChoice.DROP)


def volunteer(table: Table, user: int, step: int) -> MoveResult:
    """Offer to take the seat over; for people without a seat here, one at a time."""
    vote = _open(table, step)
    if table.seat_of(user) is not None:
        raise AlreadySeated
    if user in table.players:
        raise CannotReturn
    if vote.volunteer is not None:
        raise Volunteered(vote.volunteer)
    return _with(table, replace(vote, volunteer=user))


def vote(table: Table, user: int, step: int, wish: VoteChoice, now: int) -> MoveResult:
    """Vote; the wish of most happens."""
    vote = _open(table, step)
    seat = table.seat_of(user)
    if seat is None:
        raise NotSeated
    if seat == table.turn:
        raise OwnSeat
    if wish not in open_choices(table):
        raise IllegalAction(wish)
    others = tuple(ballot for ballot in vote.ballots if ballot[0] != seat)
    after = _with(table, replace(vote, ballots=(*others, (seat, wish))))
    if not _enough(after.table, wish):
        return after
    return _done(replace(table, vote=after.table.vote), wish, now)._replace(actor=seat)


def _done(table: Table, wish: VoteChoice, now: int) -> MoveResult:
    match wish:
        case VoteChoice.TAKE:
            return _taken_over(table, now)
        case VoteChoice.REFUSE:
            rest = tuple(
                ballot for ballot in _vote(table).ballots if ballot[1] not in (VoteChoice.TAKE, VoteChoice.REFUSE)
            )
            return _with(table, Vote(None, rest))
        case VoteChoice.SKIP:
            return skip_turn(table, now, alone=False)
        case VoteChoice.DROP:
            return playing.drop_seat(table, cast(Seat, table.turn), now)


def _taken_over(table: Table, now: int) -> MoveResult:
    """Seat the volunteer. The table remembers the first player: the draw for the order of play used their id."""
    seat, new = cast(Seat, table.turn), cast(int, _vote(table).volunteer)
    old = table.players[seat]
    players = put(table.players, seat, new)
    after = playing.after_decision(
        table,
        now,
        players=players,
        originals=table.seats_at_start,
        host=new if table.host == old else table.host,
        removed=tuple(other for other in table.removed if other != seat),
    )
    # Its first player may come back.
    return MoveResult(playing.played_for(after, seat), events=(TakenOver(seat, old, new),))


def _with(table: Table, vote: Vote) -> MoveResult:
    return MoveResult(table if vote == table.vote else replace(table, vote=vote, version=table.version + 1))


def _vote(table: Table) -> Vote:
    return table.vote or Vote()


def _open(table: Table, step: int) -> Vote:
    """Return the current vote, if it belongs to ``step``."""
    playing.check_not_over(table)
    if table.vote is None or table.step != step:
        raise OldPress(table)
    return table.vote
