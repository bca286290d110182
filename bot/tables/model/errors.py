"""What a table refuses. Each refusal carries the values of its sentence; the screens hold the sentences.

::

    TableError
    ├── NoTable          no table has that code
    ├── ChannelTaken     a live table holds the channel
    ├── TableFull, AlreadySeated, AlreadyStarted      joining and starting
    ├── NoSeatForComputer, ComputersThrowNoDice, SeatTakenBack   computers at a table
    ├── NoExchange                                    both ways with dice of the players' own
    ├── NotSeated, NotHost, NotAllowed                somebody else's business
    ├── NotOnTurn, OldPress, NotStarted, TableOver  a press at the wrong moment
    ├── TooFewPlayers, UnevenSides, SideFull, CrowdedSide, NoSuchCapacity, NothingToUndo, CannotLeave, NotOver
    ├── StillPlayed, NeverBegan, OtherRules, GobeletPlaysLater  there is no replay
    ├── EndedEarly, NoReview, NotReviewed             there is no review
    ├── SecretDay, Sealed, DayOver, DiceRevealed, AlreadyPlayedToday, Unfinished, MayNotWriteHere  the game of the day
    ├── TournamentGone, TournamentOver, TournamentFull, TooManyTournaments, NoTournaments, NotEntered, RoundOver,
    │   RemovedFromTournament, TooLateForWords, HasStirred, HostStarts, BadTournament         tournaments
    ├── OnlyInTurns, SheetFull                        simultaneous games, at players' own tables
    ├── NotHere, NotStarter, SwitchedOff   the server has chosen where people open tables, and who may
    ├── NotManager, NoSuchChoice, NotYourRole         choosing for a server, or for oneself
    ├── NotHelper, CannotBlock, OwnResult, OwnGame, OwnTournament, AnotherLetsBack, EverybodysRole, Blocked
    │                                                 what managers and the host of the bot may do, and to whom
    ├── WrongFaces, ThrownByHand                      players throw dice of their own
    │   └── ThrowMissing                              of WrongFaces: nobody has entered that throw yet
    ├── OwnSeat, Volunteered, CannotReturn            the others vote about a seat
    ├── NotSaved         the storage failed; nothing changed, and the same press may come again
    │   ├── NotRead      even reading failed
    │   └── Damaged      stored data is broken: trying again will not help
    ├── NotYetKnown      the storage was writing and has not answered; only after this one things may have changed
    └── BrokenTable      this version cannot read the stored game; it stays for inspection

Refusals of a game (``bot.engine.errors``) pass through unchanged: IllegalAction for an action that is not legal.
"""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from bot.engine import AnyGame
from bot.tables.model.store import Row, SaveFailed, SaveUnknown, StoreClosed, StoreDamaged, StoreError
from bot.tables.model.table import Occupant, Table, TableId, code

log = logging.getLogger(__name__)


class TableError(Exception):
    """Base of every refusal of a table. Nothing has changed, except perhaps after NotYetKnown."""

    def __str__(self) -> str:
        """Return the short values, or else the message, for logs; rows and tables, which hold secrets, are named."""
        short = (f"{name} {value}" for name, value in vars(self).items() if isinstance(value, int | str | tuple))
        return ", ".join(short) or super().__str__()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"


@dataclass(eq=False, repr=False)
class NoTable(TableError):
    """No table has this code."""

    code: str = ""


@dataclass(eq=False, repr=False)
class _TableErrorWithTable(TableError):
    """A refusal that comes with the current table, for redrawing its board."""

    table: Table

    def __str__(self) -> str:
        return f"table {self.table.code}, {self.table.status.value}, step {self.table.step}"


class ChannelTaken(_TableErrorWithTable):
    """``table`` is live in this channel."""


class OldPress(_TableErrorWithTable):
    """The button is of an earlier step (a double press, or somebody was quicker); ``table`` is the current one."""


class TableOver(_TableErrorWithTable):
    """``table`` has finished, or somebody ended it."""


class TableFull(TableError):
    """Every seat is taken."""


class NoSeatForComputer(TableError):
    """Every seat is taken, or as many computers as a table may have sit here."""


class SeatTakenBack(TableError):
    """A computer has played for the user. From now on they play again; the press did nothing else."""


class ComputersThrowNoDice(TableError):
    """Where people throw dice of their own, computers cannot play."""


class NoExchange(TableError):
    """Dice of the players' own cannot be exchanged between two games."""


class AlreadySeated(TableError):
    """The user sits here already."""


class AlreadyStarted(TableError):
    """The game has started."""


class TooLateToStir(AlreadyStarted):
    """The game began before the words came."""


class NotStarted(TableError):
    """The table is still a lobby."""


class NotOver(TableError):
    """The table is not over, perhaps a lobby: its secret is not public yet."""


class StillPlayed(NotOver):
    """The game goes on: there is no replay before its end."""


class NeverBegan(TableError):
    """The table closed before its game began."""


class OtherRules(TableError):
    """The game has rules that this version no longer knows, so it cannot repeat the decisions."""


class GobeletPlaysLater(TableError):
    """The champion has not played these dice yet: it does so when little else is to be done."""


class EndedEarly(TableError):
    """Somebody ended the game before its end, so nobody can say what it was worth."""


class NoReview(TableError):
    """No evaluator is good enough to tell luck from decisions in this game by its rules."""


class NotReviewed(TableError):
    """The process that reviews games has broken; another press may have more luck."""


class SecretDay(TableError):
    """Others throw the same dice today: only its player may see the game again."""


class SecretTournament(SecretDay):
    """Others still throw the same dice in a tournament: only its player may see the game again."""


@dataclass(eq=False, repr=False)
class Sealed(NotOver):
    """The secret of a day's dice becomes public when the day is over, at ``until`` (unix seconds)."""

    until: int


class SealedTournament(Sealed):
    """The secret of a tournament's dice becomes public when it is over."""


@dataclass(eq=False, repr=False)
class DiceRevealed(TableError):
    """This day has shown its dice: somebody has set the clock back. The next day begins at ``until`` (unix seconds)."""

    until: int


class AlreadyPlayedToday(TableError):
    """The user has a table of that day already."""


class Unfinished(TableError):
    """The user has not finished their game of that day."""


class OnlySeenByYou(TableError):
    """What everybody should see would be seen by one person alone: the server lets no guest answer in public."""


class MayNotPost(TableError):
    """Where the bot is a guest it posts only what that person could, who lacks these permissions."""

    def __init__(self, lacking: Sequence[str]) -> None:
        super().__init__(f"lacks {', '.join(lacking)}")
        self.lacking = lacking


class MayNotWriteHere(TableError):
    """The user may not write in this channel."""


class Spectator(TableError):
    """The user did not play this game from its beginning to its end, so they share nothing of its review."""


class DecisionsOfAnother(TableError):
    """What somebody's decisions lost is theirs to show to others, and the user is somebody else."""


class NotNamed(TableError):
    """Somebody does not want to be named to everybody, and another person wants to show them."""


class NotShared(TableError):
    """Only the person who has shared something takes it back."""


class OnlyTheirs(TableError):
    """Only the players themselves may see what their decisions cost: they want that."""


class OnlyPlayers(TableError):
    """Only those who played at a table open its review, unless somebody there lets everybody."""


@dataclass(eq=False, repr=False)
class TooFewReviewed(TableError):
    """Others learn how somebody plays from that many reviewed games on."""

    least: int


class DayOver(TableOver):
    """The day or the round of ``table`` is over: nothing counts there any more."""


class TournamentGone(TableError):
    """There is no such tournament in this server."""


class TournamentOver(TableError):
    """The tournament is over."""


@dataclass(eq=False, repr=False)
class HostStarts(TableError):
    """The host alone starts a tournament until a unix second: ``until``."""

    until: int


class TournamentFull(TableError):
    """As many have entered as a tournament takes."""


class TooManyTournaments(TableError):
    """As many tournaments go on in the server as may."""


@dataclass(eq=False, repr=False)
class NoTournaments(TableError):
    """The server wants no tournaments (``off``), or none that the user opens."""

    off: bool


class NotEntered(TableError):
    """The user has not entered the tournament."""


class RemovedFromTournament(TableError):
    """A manager has removed the user from the tournament."""


class RoundOver(TableError):
    """The user has finished everything that may be played now."""


class TooLateForWords(TableError):
    """Somebody has thrown the dice of the tournament: nothing more is mixed into them."""


class HasStirred(TableError):
    """The user's words are in these dice already."""


@dataclass(eq=False, repr=False)
class BadTournament(TableError):
    """No tournament can be like that; ``reason`` is an English sentence for people."""

    reason: str


class NotSeated(TableError):
    """The user does not play here, or has left."""


class JoinFirst(TableError):
    """Only people with a seat in the lobby may stir the dice."""


class AlreadyStirred(TableError):
    """The user has stirred the dice of this table: that is for once, and for good."""


class NoWords(TableError):
    """The words for stirring the dice are empty."""


@dataclass(eq=False, repr=False)
class TooManyWords(TableError):
    """The words for stirring the dice are longer than ``most`` characters: they have ``count``."""

    most: int
    count: int


class StrangeWords(TableError):
    """The words for stirring the dice hold what is no character: half a pair, or the one with the number 0."""


@dataclass(eq=False, repr=False)
class NotHost(TableError):
    """Only the host may do this: ``host``."""

    host: int = 0


@dataclass(eq=False, repr=False)
class NotAllowed(TableError):
    """Only the host may do this, or somebody with Manage Server or one of the ``roles`` that the server has chosen."""

    roles: Sequence[int] = ()


class NoHints(TableError):
    """The table is played without hints."""


@dataclass(eq=False, repr=False)
class NotOnTurn(TableError):
    """``player`` is to act."""

    player: Occupant


@dataclass(eq=False, repr=False)
class TooFewPlayers(TableError):
    """The game needs at least ``needed`` players."""

    needed: int


@dataclass(eq=False, repr=False)
class NoSuchCapacity(TableError):
    """No table for so many: ``game`` is for fewer or more players, or its sides would not be equal."""

    game: AnyGame


@dataclass(eq=False, repr=False)
class SeatsTaken(TableError):
    """The host wants fewer seats than are ``seated``, computers too."""

    seated: int


@dataclass(eq=False, repr=False)
class UnevenSides(TableError):
    """There are enough players, but the game is only for ``allowed`` of them."""

    allowed: tuple[int, ...]


@dataclass(eq=False, repr=False)
class SideFull(TableError):
    """Everybody's seats on the side of this ``colour`` are taken."""

    colour: int


@dataclass(eq=False, repr=False)
class CrowdedSide(TableError):
    """So many ``people`` chose the side of this ``colour``, but with as many as sit here it has only ``places``."""

    colour: int
    people: int
    places: int


@dataclass(eq=False, repr=False)
class WrongFaces(TableError):
    """The player has not entered ``expected`` faces of dice with ``sides`` sides."""

    expected: int
    sides: int = 6


@dataclass(eq=False, repr=False)
class ThrowMissing(WrongFaces):
    """The action makes one more throw than somebody has entered; ``tie`` is the seat that makes it for a tie."""

    tie: int | None = None


class ThrownByHand(TableError):
    """The dice were the players' own: there is no throw to compute again."""


@dataclass(eq=False, repr=False)
class OnlyInTurns(TableError):
    """The game, or its house rules, need everybody at one table; ``reason`` is an English sentence."""

    reason: str


class SheetFull(TableError):
    """The user has filled their sheet and has nothing left to leave."""


class NothingToUndo(TableError):
    """There is no own last mark to take back, or somebody has acted since."""


class CannotLeave(TableError):
    """The game cannot go on without this seat."""


class OwnSeat(TableError):
    """The vote is about the user's own seat: they only have to play."""


@dataclass(eq=False, repr=False)
class Volunteered(TableError):
    """``user`` has offered to take the seat over already."""

    user: int


class CannotReturn(TableError):
    """The user has left this game for good."""


class NotSaved(TableError):
    """The storage failed: nothing changed. The same press gives the same dice the next time."""


class NotRead(NotSaved):
    """Reading the storage took too long."""


class Damaged(NotSaved):
    """Stored data is broken: nothing changed, and trying again will not help."""


@dataclass(eq=False, repr=False)
class NotYetKnown(TableError):
    """The storage was writing the decision when the time to answer was over.

    ``table`` is its table, None for none. ``settled`` says, as soon as the storage has answered, whether the decision
    is stored. By then memory has the table or reads it afresh; until then presses on it wait. ``settled`` is cancelled
    if nobody will know: the program ends, or the server crashed meanwhile.
    """

    table: TableId | None
    settled: asyncio.Future[bool]


@dataclass(eq=False, repr=False)
class BrokenTable(TableError):
    """This version can neither read the stored game nor rebuild it. ``stored`` is its row."""

    stored: Row | None = None

    def __str__(self) -> str:
        return f"table {self.stored['id'] if self.stored else '?'} cannot be read"


@dataclass(eq=False, repr=False)
class NotHere(TableError):
    """The server has its games elsewhere; ``channels`` are those of them that still exist."""

    channels: Sequence[int]


@dataclass(eq=False, repr=False)
class NotStarter(TableError):
    """The server lets only some people open tables: those with one of ``roles``, or, without any, its managers."""

    roles: Sequence[int]


class NotManager(TableError):
    """Only somebody with Manage Server may do that: choose for a server, or let it play against another one."""


@dataclass(eq=False, repr=False)
class SwitchedOff(TableError):
    """The managers of the server have switched ``what`` off here: a game by its key, or something else."""

    what: str


@dataclass(eq=False, repr=False)
class NotHelper(TableError):
    """Only somebody with Manage Server, or with one of the ``roles`` that the server has chosen, may do that."""

    roles: Sequence[int] = ()


class CannotBlock(TableError):
    """Somebody would block themselves or the bot, or a person who is blocked already."""


class ActsOnManager(TableError):
    """A helper would block or remove somebody with Manage Server, or the owner of the server."""


class OwnResult(TableError):
    """A manager would judge the result of a game in which they played, or against which with the same dice."""


class OwnGame(TableError):
    """A manager would remove somebody from a game in which they play, and so could win it."""


class OwnTournament(TableError):
    """A manager would remove an opponent from a tournament in which they play, or cut the game of one off."""


class AnotherLetsBack(TableError):
    """A manager would let themselves back into a tournament, or somebody against whom they play there."""


class EverybodysRole(TableError):
    """The role that everybody has would let everybody do what managers may."""


@dataclass(eq=False, repr=False)
class Blocked(TableError):
    """The bot does nothing for this person here."""

    by_host: bool
    """By its host; else by the managers of the server."""
    whole_server: bool
    until: int | None = None
    why: str = ""


class NotYourRole(TableError):
    """The bot cannot give that role, or the person who has chosen it could not."""


class NoSuchChoice(TableError):
    """The choice does not exist, or no longer: a channel that is gone, an old or forged menu."""


# -- Errors of the storage as errors of the table -------------------------------------------------------------------


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turn errors of the storage into NotSaved or NotYetKnown."""
    try:
        yield
    except StoreError as error:
        raise as_table_error(error) from error


def as_table_error(error: StoreError, table: TableId | None = None) -> TableError:
    """Log that the storage failed, for ``table`` if there is one, and return the error that people see.

    What a bot that ends read last is no error of the storage, and alarms nobody.
    """
    where = f"table {code(table)}: " if table is not None else ""
    if isinstance(error, StoreDamaged):
        log.error("%sthe database is damaged: %s. Restore a backup (docs/hosting.md, Backups)", where, error)
        return Damaged()
    log.log(logging.INFO if isinstance(error, StoreClosed) else logging.ERROR, "%sthe storage failed: %s", where, error)
    if isinstance(error, SaveUnknown):
        return NotYetKnown(table, error.settled)
    return NotSaved() if isinstance(error, SaveFailed) else NotRead()
