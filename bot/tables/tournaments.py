"""Tournaments: everybody plays the same rounds with the same dice, alone, and at the end luck is told apart.

A tournament is a row; its rounds throw the dice of one secret (recipe 3). Somebody who enters gets a number, and a
table of one seat for each round (``TableSettings.tournament``), as for the game of the day. The places follow from the
results of these tables alone (:mod:`bot.engine.duplicate`).
"""

import asyncio
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple, Protocol, TypeAlias

from bot import games
from bot.engine import N_, SECRET_BYTES, SHARED, AnyGame, Faces, GameError, OptionValue, Seat
from bot.engine.duplicate import Result, Round, Scoring, Standing, standings
from bot.engine.game import Race
from bot.engine.gate import JournalEntry, legal, replay_entry
from bot.tables.model.choices import NOBODY
from bot.tables.model.errors import (
    AlreadyPlayedToday,
    AlreadyStarted,
    AnotherLetsBack,
    BadTournament,
    HasStirred,
    HostStarts,
    NoSuchChoice,
    NotAllowed,
    NotEntered,
    NotHost,
    NotSaved,
    NotStarted,
    OwnTournament,
    RemovedFromTournament,
    RoundOver,
    StillPlayed,
    TableError,
    TableOver,
    TooLateForWords,
    TooManyTournaments,
    TournamentFull,
    TournamentGone,
    TournamentOver,
    translated_errors,
)
from bot.tables.model.memory import Locks, LruCache
from bot.tables.model.processes import Shards
from bot.tables.model.store import SaveConflict
from bot.tables.model.table import DiceSeed, Table, TableId, TableSettings, code
from bot.tables.moves.simultaneous import progress
from bot.tables.records import trophies
from bot.tables.records.champion import Unplayed, played_by_champion
from bot.tables.records.reviews import GameReviews, notable_mistakes
from bot.tables.records.trophies import Earned
from bot.tables.service.service import TableService
from bot.tables.storage.journal import effective_entries
from bot.tables.storage.repository import TRIES
from bot.tables.storage.seals import Phase
from bot.thinker.answers import Mistake, PlayedDay

MOST_ROUNDS = 5
MOST_PLAYERS = 500
MOST_FOLLOWED = 12
"""Players of a tournament where what those who wait read changes with each of the others."""
MOST_AT_ONCE = 5
"""Tournaments that may go on in a server at the same time."""

HOUR = 3600
TOGETHER_SECONDS = (900, 1800, 2700, HOUR, 2 * HOUR)
"""The limits of a round that all play together."""
USUAL_SECONDS = 24 * HOUR
"""For so long people play a tournament when they like, where its host chooses nothing."""
OPEN_SECONDS = (HOUR, 3 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR, 7 * 24 * HOUR)
"""The lengths of a tournament that everybody plays when they like, from the least to the most."""

FORGOTTEN_SECONDS = 24 * HOUR
"""A tournament that nobody starts for so long closes itself."""


ABSENT_SECONDS = 600
"""After so long everybody who has entered may start a tournament that its host has not started."""


# -- A tournament ----------------------------------------------------------------------------------------------------


class TournamentPace(StrEnum):
    """When people play."""

    TOGETHER = "together"
    """A round at a time: the next begins when everybody is done, or when the time is up."""
    OPEN = "open"
    """Everybody when they like, until the end."""


class TournamentStatus(StrEnum):
    """The stages of a tournament."""

    OPEN = "open"
    """Nobody has thrown: words may still be mixed into the dice."""
    PLAYING = "playing"
    OVER = "over"
    ENDED = "ended"
    """It was closed before anybody had played."""

    @property
    def on(self) -> bool:
        """Whether people may still enter."""
        return self in (TournamentStatus.OPEN, TournamentStatus.PLAYING)


class RoundGame(NamedTuple):
    """What is played in a round."""

    game: str
    options: Mapping[str, OptionValue]
    """As written for keeping, with the version of the rules."""

    def made(self) -> AnyGame:
        """Return the game with its house rules."""
        return games.remake(self.game, self.options)


class TournamentEntry(NamedTuple):
    """Somebody who has entered."""

    number: int
    """From 1, in the order of entering."""
    user: int
    """Negative once they are erased."""
    side: int | None
    removed: bool = False
    """Whether a manager has removed them: then they play no more, and stand nowhere."""

    @property
    def erased(self) -> bool:
        """Whether the person is erased: their games have no review any more, and get none."""
        return self.user < 0 and self.user != NOBODY


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament at one moment."""

    id: TableId
    guild: int
    channel: int
    language: str
    host: int
    rounds: tuple[RoundGame, ...]
    pace: TournamentPace
    seconds: int
    """The most that a round lasts which all play together; else how long the whole of it is open."""
    scoring: Scoring
    secret: bytes = field(repr=False)
    opened: int
    """Unix seconds."""
    sides: int = 0
    entropy: str = SHARED
    stirred: tuple[int, ...] = ()
    """People whose words are in the dice, in that order."""
    status: TournamentStatus = TournamentStatus.OPEN
    round: int = 0
    """The round that all play together, from 0."""
    ends: int | None = None
    """Unix seconds when that round, or the whole of it, ends."""
    reminded: int = 0
    """The number of rounds whose reminder is sent, or of the whole tournament."""
    champions: tuple[str, ...] = ()
    """The champion's games, a record for each of the first rounds, as soon as these are over; empty where it cannot."""
    message: int | None = None
    announced: bool = False
    """Whether its result has a message of its own, which :attr:`message` is then."""
    version: int = 1
    drawn: int = 0
    """The version that its message shows."""
    league: TableId | None = None
    """The league of which it is a week (:mod:`bot.tables.leagues`)."""
    server: str = ""
    """What its server is called where another one plays against it."""
    invite: str | None = None
    """The code by which another server enters, until one has."""
    rival: TableId | None = None
    """The tournament of that server: the same rounds with the same dice until the same moment."""
    called: int = 0
    """The number of rounds to which people were called."""
    calls: tuple[int, ...] = ()
    """The messages that call people now; they go with the next round, or with the end."""

    @property
    def code(self) -> str:
        """The id as components write it."""
        return code(self.id)

    @property
    def together(self) -> bool:
        """Whether all play a round at a time."""
        return self.pace is TournamentPace.TOGETHER

    @property
    def takes_words(self) -> bool:
        """Whether words may still be mixed into its dice."""
        return self.status is TournamentStatus.OPEN and self.rival is None

    @property
    def host_starts_until(self) -> int:
        """The unix second from which others start it too, where all play together; without a host at once.

        That is some minutes after it has opened, in a league at its hour; or after its host has chosen this pace.
        """
        since = self.opened if self.ends is None else max(self.ends - FORGOTTEN_SECONDS, self.opened)
        return since + (ABSENT_SECONDS if self.host > 0 or self.host == NOBODY else 0)

    @property
    def calls_due(self) -> bool:
        """Whether nobody has been called yet to the round that all play together."""
        return self.together and self.status is TournamentStatus.PLAYING and self.called <= self.round

    @property
    def calls_stale(self) -> bool:
        """Whether there are calls to a round, or to a tournament, that is over."""
        return bool(self.calls) and not self.status.on

    @property
    def last_round(self) -> int:
        """The latest round that has been begun, from 0; -1 before the first."""
        if self.status is TournamentStatus.OPEN:
            return -1
        return self.round if self.together and self.status.on else len(self.rounds) - 1

    @property
    def open_rounds(self) -> range:
        """The rounds that may be played at this time, from 0."""
        return range(self.round, self.round + 1) if self.together else range(len(self.rounds))

    @property
    def phase(self) -> Phase:
        """Its progress, as the dice of its tables must know it."""
        return Phase(not self.status.on, self.round if self.together else 0, self.seed(0))

    def champion(self, number: int) -> PlayedDay | None:
        """Return how the champion played the dice of a round that is over; None before it has, or where it cannot."""
        return played_by_champion(self.champions[number] if number < len(self.champions) else None)

    def par(self, number: int) -> int | None:
        """Return the champion's points, or turns, with the dice of a round."""
        played = self.champion(number)
        return None if played is None else abs(played.score)

    def seed(self, number: int) -> DiceSeed:
        """Return the source of everybody's dice in that round."""
        return DiceSeed(self.secret, self.entropy, number)


def possible_games() -> tuple[str, ...]:
    """Return the keys of the games that a round may be: what others do touches nobody's own game there."""
    return tuple(key for key in games.CATALOGUE if not games.make(key, {}).only_in_turns)


# -- Who stands where ------------------------------------------------------------------------------------------------


class Played(NamedTuple):
    """Somebody's game of a round, begun at least."""

    entry: int
    round: int
    table: TableId
    finished: bool
    score: int | None
    """None unless it is a result."""
    net: float | None
    """The score without luck; None until it is reviewed, or where it cannot be."""
    stopped: bool = False
    """Whether its player has given it up."""
    thrown: bool = True
    """Whether its player has thrown; somebody may stop a round before that."""


class Underway(NamedTuple):
    """The progress of somebody who plays a round: boxes of a sheet, or the way of a race in the units of its goal."""

    round: int
    reached: int
    of: int


TournamentPlace: TypeAlias = Standing[TournamentEntry]
"""Where somebody stands."""


def is_race(game: RoundGame) -> bool:
    """Whether fewer turns win that round."""
    return isinstance(game.made(), Race)


def tells_net(game: RoundGame) -> bool:
    """Whether luck can be told from decisions in that round."""
    return games.CATALOGUE[game.game].reviewed(game.made(), 1)


def ranked(field: "TournamentField") -> list[TournamentPlace]:
    """Return everybody who has entered, best first, by the rounds that somebody has begun.

    While it goes on, by the rounds with results among ``played``, and only those who have finished the open ones.
    Net counts once each finished game of these rounds is reviewed.
    """
    tournament, entries, played = field[:3]
    rounds = tournament.rounds[: max(tournament.last_round, 0) + 1]
    if tournament.status.on:
        rounds = rounds[: max((line.round for line in played if line.score is not None), default=0) + 1]
        finished = {(line.entry, line.round) for line in played if line.finished}
        still = [number for number in range(len(rounds)) if not tournament.phase.closed(number)]
        entries = [entry for entry in entries if all((entry.number, number) in finished for number in still)]
    by_number, begun = {entry.number: entry for entry in entries}, field.begun
    fields = list[Round[TournamentEntry]]()
    for number, game in enumerate(rounds):
        own = [line for line in played if line.round == number and line.score is not None and line.entry in by_number]
        results = {by_number[line.entry]: Result(line.score or 0, line.net) for line in own}
        has_net = tells_net(game) and all(line.net is not None or by_number[line.entry].erased for line in own)
        fields.append(Round(results, has_net, is_race(game), number in begun))
    return standings(entries, fields, tournament.scoring)


def winners_of(field: "TournamentField") -> list[Earned]:
    """Return what a tournament that is over brings to its best, where enough have played it, each for themselves.

    Points without luck wait for the reviews. Else luck decides no tie: it may not be known yet.
    """
    tournament = field.tournament
    places = [place for place in ranked(field) if any(score.result for score in place.rounds)]
    over = tournament.status is TournamentStatus.OVER and not tournament.sides
    if not over or tournament.ends is None or len(places) < trophies.FIELD:
        return []
    if tournament.scoring is Scoring.NET and places[0].net is None:
        return []

    def key(place: TournamentPlace) -> tuple[float, ...]:
        rounds = zip(place.rounds, tournament.rounds, strict=False)
        missed = sum(score.result is None and is_race(game) for score, game in rounds)
        by = {Scoring.NET: (place.place,), Scoring.TOTAL: (missed, place.gross)}
        return by.get(tournament.scoring, (place.percent, missed, place.gross))

    best = [place.player.user for place in places if key(place) == key(places[0])]
    won = trophies.TOURNAMENT.key
    return [Earned(tournament.guild, user, won, tournament.ends, tournament.id) for user in best if user > 0]


class TournamentField(NamedTuple):
    """A tournament, who has entered it, and their games."""

    tournament: Tournament
    entries: Sequence[TournamentEntry]
    played: Sequence[Played]
    other: "TournamentField | None" = None
    """The field of the other server, where two play against each other."""
    removed: Sequence[TournamentEntry] = ()
    """Those whom a manager has removed: they are not among the entries, nor their games among those played."""

    def with_other(self) -> "TournamentField":
        """Return the players of both servers as one field with two sides, ours first."""
        if self.other is None:
            return self
        shift = max((entry.number for entry in self.entries), default=0)
        ours = [entry._replace(side=0) for entry in self.entries]
        theirs = [entry._replace(number=entry.number + shift, side=1) for entry in self.other.entries]
        lines = [line._replace(entry=line.entry + shift) for line in self.other.played]
        return self._replace(entries=[*ours, *theirs], played=[*self.played, *lines])

    def of(self, user: int) -> TournamentEntry | None:
        """Return the entry of ``user``."""
        return next((entry for entry in self.entries if entry.user == user), None)

    @property
    def people(self) -> set[int]:
        """Everybody whom a message about it may name."""
        return {self.tournament.host, *(entry.user for entry in (*self.entries, *self.removed))}

    def without_names(self, unnamed: Collection[int]) -> "TournamentField":
        """Return what may be shown of it, without the names of those who do not want that; their games stay."""

        def hidden(entries: Sequence[TournamentEntry]) -> list[TournamentEntry]:
            return [entry._replace(user=NOBODY) if entry.user in unnamed else entry for entry in entries]

        host = NOBODY if self.tournament.host in unnamed else self.tournament.host
        shown = self._replace(entries=hidden(self.entries), removed=hidden(self.removed))
        return shown._replace(tournament=replace(self.tournament, host=host))

    def games_of(self, entry: TournamentEntry) -> dict[int, Played]:
        """Return the games of somebody by their rounds."""
        return {line.round: line for line in self.played if line.entry == entry.number}

    def visible_to(self, user: int) -> "TournamentField":
        """Return what ``user`` may see: only rounds that they have finished, unless a round or all of it is over."""
        entry, tournament = self.of(user), self.tournament
        done = (
            {number for number, line in self.games_of(entry).items() if line.finished} if entry is not None else set()
        )
        done |= {number for number in range(len(tournament.rounds)) if tournament.phase.closed(number)}
        return self._replace(played=[line for line in self.played if line.round in done])

    def beside(self, entry: TournamentEntry, number: int) -> tuple[Played | None, list[Played]]:
        """Return somebody's finished game of a round, and those of others beside which its sheet may lie, best first.

        Nothing of others is there before their own game is finished, and nothing of a race, which has no sheets.
        """
        own = self.games_of(entry).get(number)
        if own is None or not own.finished or is_race(self.tournament.rounds[number]):
            return None, []
        others = [line for line in self.played if line.round == number and line.score is not None]
        others = [line for line in others if line.entry != entry.number]
        return (own if own.score is not None else None), sorted(others, key=lambda line: -(line.score or 0))

    def finished(self, number: int) -> int:
        """Return how many have finished that round."""
        return sum(line.round == number and line.finished for line in self.played)

    @property
    def begun(self) -> set[int]:
        """The rounds that somebody has begun, from 0: no other one counts."""
        return {line.round for line in self.played if line.thrown}

    def finished_all(self, entry: TournamentEntry) -> bool:
        """Whether somebody has finished every round: nobody can be removed from a game that they have played."""
        return len(self._done & {(entry.number, number) for number in range(len(self.tournament.rounds))}) == len(
            self.tournament.rounds
        )

    def cut_off(self) -> list[TournamentEntry]:
        """Return everybody who gets 0 for a round that somebody has begun if what may be played now ends now."""
        done, rounds = self._done, self.begun.intersection(self.tournament.open_rounds)
        return [entry for entry in self.entries if any((entry.number, number) not in done for number in rounds)]

    @property
    def _done(self) -> set[tuple[int, int]]:
        return {(line.entry, line.round) for line in self.played if line.finished}

    def unfinished(self) -> list[TournamentEntry]:
        """Return everybody with something left of what may be played now: the round, or all of them."""
        done, rounds = self._done, self.tournament.open_rounds
        return [entry for entry in self.entries if any((entry.number, number) not in done for number in rounds)]

    @property
    def goes_on(self) -> bool:
        """Whether all are done with a round that they play together, and another one follows at once."""
        tournament = self.tournament
        playing = tournament.together and tournament.status is TournamentStatus.PLAYING
        follows = playing and tournament.round + 1 < len(tournament.rounds)
        return follows and bool(self.entries) and not self.unfinished()

    def not_begun(self) -> list[TournamentEntry]:
        """Return everybody who has not begun the round that all play together."""
        begun = {line.entry for line in self.played if line.round == self.tournament.round}
        return [entry for entry in self.entries if entry.number not in begun]

    def next_round(self, entry: TournamentEntry) -> int | None:
        """Return the round that somebody plays now, from 0; None where they have to wait or are done."""
        own = self.games_of(entry)
        return next((n for n in self.tournament.open_rounds if n not in own or not own[n].finished), None)


# -- What a round had to tell: the decision on which the field split, the comeback of its winner, dice nobody took -----

_STORIES = 64
"""Rounds whose story memory keeps."""

MOST_COMPARED = 40
"""Games of a round that are compared, the first to enter."""


class Split(NamedTuple):
    """A position in which several players of a round stood, and what they chose; nobody is named."""

    turn: int
    """From 1."""
    state: Any
    best: str
    """The text of the best action."""
    found: int
    """The players who chose it."""
    stood: int
    lost: float
    """What the worst choice cost there, in the unit of the review."""
    unit: str


Compared: TypeAlias = tuple[Sequence[JournalEntry], Mapping[int, Mistake]]
"""A game by its journal, and its costly decisions by their places in it."""


_LEAST_SPLIT = {"turns": 0.5}
"""What the worst choice of a decision that is told costs at least, by the unit of the review; else a point."""


def split_of(game: AnyGame, unit: str, compared: Sequence[Compared]) -> Split | None:
    """Return the decision that cost the field most where some chose best and some did not; None without one."""
    chosen: dict[tuple[int, Any], list[Mistake | None]] = {}
    for entries, mistakes in compared:
        state, turn = game.new(1), 0
        for move, entry in enumerate(entries):
            turn += not state.dice
            if state.dice:
                chosen.setdefault((turn, state), []).append(mistakes.get(move))
            state = replay_entry(game, state, entry)
    splits = [
        Split(turn, state, missed[0].best, len(told) - len(missed), len(told), max(one.lost for one in missed), unit)
        for (turn, state), told in chosen.items()
        if (missed := [mistake for mistake in told if mistake is not None]) and len(missed) < len(told)
    ]
    splits = [split for split in splits if split.lost >= _LEAST_SPLIT.get(unit, 1.0)]
    return max(splits, key=lambda split: (split.lost * (split.stood - split.found), -split.turn), default=None)


_COMEBACK = 10
"""A comeback makes up this part of the final points."""


class Comeback(NamedTuple):
    """The deficit from which the winner of a round came back."""

    entry: int
    behind: int
    """Points behind the leader at the worst moment."""
    turn: int
    """After which that was, from 1; the last one where there were several."""


def comeback_of(totals: Mapping[int, Sequence[int]]) -> Comeback | None:
    """Return how the winner of a round came back, by the points of each entry after each turn.

    None where several won, or where the winner was never behind by a tenth of the final points.
    """
    most = max((points[-1] for points in totals.values()), default=0)
    winners = [entry for entry, points in totals.items() if points[-1] == most]
    if len(winners) != 1:
        return None
    leads = [max(after) for after in zip(*totals.values(), strict=True)]
    own = totals[winners[0]]
    behind, turn = max((lead - points, turn) for turn, (lead, points) in enumerate(zip(leads, own, strict=True), 1))
    return Comeback(winners[0], behind, turn) if behind and behind * _COMEBACK >= most else None


class Unused(NamedTuple):
    """A turn in which all dice would have become equal by keeping one face, and nobody had that."""

    turn: int
    """From 1."""
    face: int
    dice: int


def unused_of(seed: DiceSeed, turns: Sequence[Sequence[Sequence[Faces]]]) -> Unused | None:
    """Return the highest dice that nobody took, by what each player threw in each turn of a round, and its last dice.

    The last element of a player's turn are the dice that lay there at its end. Nobody is told to have more throws than
    somebody took in the round.
    """
    most = max((len(hands) - 1 for players in turns for hands in players), default=0)
    found = [
        Unused(turn + 1, face, dice)
        for turn, players in enumerate(turns)
        if (dice := len(players[0][0])) and not any(len(set(hands[-1])) == 1 for hands in players)
        for face in _equal_by_keeping(_row(seed, turn, dice, most), dice)
    ]
    return max(found, key=lambda unused: (unused.face, -unused.turn), default=None)


def _row(seed: DiceSeed, turn: int, dice: int, throws: int) -> list[Faces]:
    """Return what everybody would throw in a turn, from 0, with all the dice."""
    source = seed.source(0, ((turn, 0),))
    return [source.for_seat(Seat(0), (1,) * bool(number)).roll(dice) for number in range(throws)]


def _equal_by_keeping(throws: Sequence[Faces], dice: int) -> Iterator[int]:
    """Find the faces that all dice show in the end when each die of that face is kept."""
    for face in {face for thrown in throws for face in thrown}:
        kept = 0
        for thrown in throws:
            kept += thrown[: dice - kept].count(face)
        if kept == dice:
            yield face


class RoundStory(NamedTuple):
    """What the result says of a round besides its points."""

    split: Split | None = None
    comeback: Comeback | None = None
    unused: Unused | None = None


def _tells_course(game: AnyGame) -> bool:
    """Whether turns can be compared: not in a race, nor where a Power die gives more of them."""
    return not isinstance(game, Race) and not game.options.get("power")


def _course_of(seed: DiceSeed, game: AnyGame, journals: Mapping[int, tuple[JournalEntry, ...]]) -> RoundStory:
    """Tell what the journals of a round say without a review."""
    totals, turns = dict[int, list[int]](), list[list[list[Faces]]]()
    for entry, lines in journals.items():
        totals[entry], state = [], game.new(1)
        hands = list[Faces]()
        for line in lines:
            before, state = state, replay_entry(game, state, line)
            hands += line.dice
            if before.dice and not state.dice:
                turn = len(totals[entry])
                turns.extend([] for _ in range(turn + 1 - len(turns)))
                turns[turn].append([*hands, before.dice])
                totals[entry].append(game.scores(state)[0])
                hands = []
    return RoundStory(None, comeback_of(totals), unused_of(seed, turns))


# -- What a storage must do ------------------------------------------------------------------------------------------


class TournamentStore(Protocol):
    """Tournaments as rows. Every method raises StoreError."""

    async def add(self, tournament: Tournament) -> None:
        """Store a new one. Raises SaveConflict for a taken id."""

    async def save(self, tournament: Tournament, tells: TableId | None = None) -> None:
        """Store it in place of the version before, and with it that the tournament it ``tells`` has changed too.

        Raises SaveConflict where that version is not there any more.
        """

    async def placed(self, id: TableId, message: int, *, announced: bool = False) -> None:
        """Remember its message; that of the result, if it is ``announced``."""

    async def note_drawn(self, id: TableId, version: int) -> None:
        """Remember which version its message shows."""

    async def note_calls(self, id: TableId, called: int, calls: Sequence[int]) -> None:
        """Remember to how many rounds people were called, and the messages that call them now."""

    async def find(self, id: TableId) -> Tournament | None:
        """Return it as it is stored."""

    async def phase(self, tournament: int) -> Phase:
        """Return how far it is (:class:`bot.tables.storage.seals.PhaseStore`)."""

    async def enter(
        self, tournament: Tournament, user: int, side: int | None, at: int, most: int
    ) -> TournamentEntry | None:
        """Add an entry of ``user``, or return the one that there is; None where ``most`` have entered already."""

    async def note_removed(self, id: TableId, users: Collection[int], *, removed: bool) -> None:
        """Note that a manager has removed these people, or has let them back in."""

    async def entry(self, id: TableId, user: int) -> TournamentEntry | None:
        """Return the entry of ``user``."""

    async def entries(self, id: TableId) -> list[TournamentEntry]:
        """Return everybody who has entered, in that order."""

    async def played(self, id: TableId) -> list[Played]:
        """Return all games of a tournament."""

    async def on(self, guild: int) -> list[TableId]:
        """Return the tournaments of ``guild`` that go on, oldest first."""

    async def due(self, now: int, shards: Shards) -> list[TableId]:
        """Return those of ``shards`` with something to do by ``now``: the end, a reminder, perhaps the next round."""

    async def to_draw(self, shards: Shards) -> list[TableId]:
        """Return the tournaments of ``shards`` whose message does not show their last change."""

    async def unplayed(self, shards: Shards) -> TableId | None:
        """Return the latest tournament of ``shards`` of which something is over that the champion has not played."""

    async def invited(self, invite: str) -> Tournament | None:
        """Return the tournament that another server enters by this code."""

    async def invitations(self, user: int, guild: int, now: int, limit: int) -> list[Tournament]:
        """Return the latest that ``guild`` may enter by ``user``.

        They host these, have noted that they invite (``Did.INVITE``), or have finished a game on that server.
        """

    async def pair(self, theirs: Tournament, ours: Tournament) -> None:
        """Store ``theirs`` in place of the version before, and with it ``ours``, which is new: both or none.

        Raises SaveConflict where that version is not there any more.
        """


# -- What people do --------------------------------------------------------------------------------------------------


NO_NET = N_(
    "I cannot tell luck from decisions in one of these games, so points without luck cannot decide. Choose another "
    "scoring."
)
NO_SUM = N_(
    "Points and turns do not add up: in a mix of score sheets and races, only the share of opponents beaten counts."
)
NO_INVITATION = N_("This invitation is over: another server has taken it, or somebody has thrown there already.")
OWN_INVITATION = N_("This invitation is for another server: here, play from the tournament's message.")
NOT_FOR_TWO = N_(
    "Two servers play when everybody likes, without teams. Choose another time under Options, or open one like that."
)
NOBODY_IN = N_("Nobody has entered yet: join first.")
OF_TWO_SERVERS = N_("Another server plays with the same dice, so this tournament stays as it is until its end.")

_INVITE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_INVITE_LENGTH = 8


def invite_of(typed: str) -> str:
    """Return the code of an invitation that somebody chose or typed; empty for anything else."""
    code = "".join(typed.split()).upper()
    return code if len(code) == _INVITE_LENGTH and set(code) <= set(_INVITE_LETTERS) else ""


class Plan(NamedTuple):
    """What somebody wants of a new tournament."""

    rounds: Sequence[RoundGame]
    pace: TournamentPace = TournamentPace.OPEN
    seconds: int = USUAL_SECONDS
    scoring: Scoring = Scoring.MATCHPOINTS
    sides: int = 0


EVENING_ROUNDS = 3
EVENING_SECONDS = 1800
"""The most that each of them lasts."""


def as_evening(plan: Plan) -> Plan:
    """Return ``plan`` as an evening that is ready to begin: three rounds together. Its games stay as far as they go."""
    rounds = (*plan.rounds, *[plan.rounds[-1]] * EVENING_ROUNDS)[:EVENING_ROUNDS]
    return plan._replace(rounds=rounds, pace=TournamentPace.TOGETHER, seconds=EVENING_SECONDS)


def plan_of(tournament: Tournament) -> Plan:
    """Return the plan that leads to a tournament like this."""
    return Plan(tournament.rounds, tournament.pace, tournament.seconds, tournament.scoring, tournament.sides)


def check_plan(plan: Plan) -> None:
    """Refuse what no tournament can be. Raises NoSuchChoice for what nobody can have chosen, and BadTournament."""
    together, known = plan.pace is TournamentPace.TOGETHER, possible_games()
    lasts = plan.seconds in TOGETHER_SECONDS if together else OPEN_SECONDS[0] <= plan.seconds <= OPEN_SECONDS[-1]
    if not 1 <= len(plan.rounds) <= MOST_ROUNDS or not lasts or plan.sides not in (0, 2):
        raise NoSuchChoice
    if any(game.game not in known for game in plan.rounds):
        raise NoSuchChoice
    races = sum(map(is_race, plan.rounds))
    if plan.scoring is Scoring.NET and not all(map(tells_net, plan.rounds)):
        raise BadTournament(NO_NET)
    if plan.scoring is not Scoring.MATCHPOINTS and 0 < races < len(plan.rounds):
        raise BadTournament(NO_SUM)


def _check_words(tournament: Tournament, user: int) -> None:
    if tournament.status is not TournamentStatus.OPEN:
        raise TooLateForWords
    if tournament.rival is not None:
        raise BadTournament(OF_TWO_SERVERS)
    if user in tournament.stirred:
        raise HasStirred


def check_end(field: TournamentField, user: int, manager: bool) -> None:
    """Refuse people who may not end a tournament, or a round of it.

    Raises NotAllowed, BadTournament where nobody may, and OwnTournament for a manager who is not its host and plays
    there while others are not done: nobody wins by cutting an opponent off.
    """
    tournament = field.tournament
    if user != tournament.host and not manager:
        raise NotAllowed
    if tournament.rival is not None:  # Its end would tell the dice that others still throw.
        raise BadTournament(OF_TWO_SERVERS)
    if user != tournament.host and any(rivals(field, user, entry.user) for entry in field.cut_off()):
        raise OwnTournament


def rivals(field: TournamentField, manager: int, user: int) -> bool:
    """Whether a ``manager`` plays a tournament that has begun, in which ``user`` is somebody else."""
    begun = field.tournament.status is TournamentStatus.PLAYING
    return begun and manager != user and field.of(manager) is not None


def may_let_back(field: TournamentField, manager: int, user: int) -> bool:
    """Whether a ``manager`` may let ``user`` back in, whom one has removed: not themselves, and no opponent."""
    return manager != user and not rivals(field, manager, user)


class Tournaments:
    """What people do with tournaments; ``bot.tables.service.service`` plays their games.

    Every method raises TableError for a refusal.
    """

    def __init__(
        self,
        tables: TableService,
        store: TournamentStore,
        reviews: GameReviews,
        clock: Callable[[], int],
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES),
    ) -> None:
        """Open games with ``tables``; ``reviews`` tell luck and decisions apart, ``clock`` gives unix seconds."""
        self._tables = tables
        self._reviews = reviews
        self._store = store
        self._clock = clock
        self._secret = secret
        self._locks = Locks()
        self._stories = LruCache[tuple[TableId, ...], RoundStory](_STORIES)

    # Before

    async def open(self, guild: int, channel: int, host: int, language: str, plan: Plan) -> Tournament:
        """Open a tournament that people can enter. Raises NoSuchChoice."""
        check_plan(plan)
        with translated_errors():
            if len(await self._store.on(guild)) >= MOST_AT_ONCE:
                raise TooManyTournaments
            for _ in range(TRIES):
                tournament = await self.new(guild, channel, host, language, plan)
                with suppress(SaveConflict):
                    await self._store.add(tournament)
                    return tournament
        raise NotSaved

    async def again(self, before: Tournament, channel: int, host: int, language: str) -> tuple[Tournament, bool]:
        """Open a tournament like ``before``, which is over, by the rules of today; and tell that it is new.

        Who comes second gets the one that somebody has opened meanwhile, and that it is not.
        """
        made = [game.made() for game in before.rounds]
        rounds = tuple(RoundGame(game.key, games.make(game.key, game.options).written) for game in made)
        plan = plan_of(before)._replace(rounds=rounds)
        lock = self._locks.of(before.id)
        async with lock:
            for known in await self.on(before.guild):
                alike = plan_of(known) == plan and known.league is None and known.rival is None
                if alike and known.channel == channel and known.opened >= (before.ends or 0):
                    return known, False
            return await self.open(before.guild, channel, host, language, plan), True

    async def new(self, guild: int, channel: int, host: int, language: str, plan: Plan) -> Tournament:
        """Return a tournament that opens now, with dice of its own; nobody has stored it."""
        now = self._clock()
        return Tournament(
            await self._tables.repository.store.new_id(),
            guild,
            channel,
            language,
            host,
            tuple(plan.rounds),
            plan.pace,
            plan.seconds,
            plan.scoring,
            self._secret(),
            now,
            plan.sides,
            ends=now + (FORGOTTEN_SECONDS if plan.pace is TournamentPace.TOGETHER else plan.seconds),
        )

    async def find(self, id: TableId, guild: int) -> Tournament:
        """Return a tournament of ``guild``. Raises TournamentGone."""
        tournament = await self.current(id)
        if tournament is None or tournament.guild != guild:
            raise TournamentGone
        return tournament

    async def on(self, guild: int) -> list[Tournament]:
        """Return the tournaments of ``guild`` that go on."""
        with translated_errors():
            found = [await self._store.find(id) for id in await self._store.on(guild)]
        return [tournament for tournament in found if tournament is not None]

    async def field(self, tournament: Tournament) -> TournamentField:
        """Return who has entered, and their games."""
        with translated_errors():
            rival = None if tournament.rival is None else await self._store.find(tournament.rival)
            other = None if rival is None else await self._field(rival)
            return (await self._field(tournament))._replace(other=other)

    async def _field(self, tournament: Tournament) -> TournamentField:
        known, played = await self._store.entries(tournament.id), await self._store.played(tournament.id)
        entries, removed = ([entry for entry in known if entry.removed is out] for out in (False, True))
        gone = {entry.number for entry in removed}
        played = [line for line in played if line.entry not in gone]
        return TournamentField(tournament, entries, played, removed=removed)

    async def under_way(self, field: TournamentField) -> dict[int, Underway]:
        """Return how far those are who still play one of the open rounds, by entry.

        That tells no throw and no score: no points of a sheet, and no turns of a race. Nothing is told of more players
        than private messages name.
        """
        tournament, found = field.tournament, dict[int, Underway]()
        if not tournament.status.on or len(field.entries) > MOST_FOLLOWED:
            return found
        for line in field.played:
            if not line.finished and line.round in tournament.open_rounds:
                with suppress(TableError):
                    reached, of, _ = progress(await self._tables.get(line.table))
                    found[line.entry] = Underway(line.round, reached, of)
        return found

    async def winners(self, id: TableId) -> Sequence[Earned]:
        """Return what a tournament that is over brings."""
        tournament = await self.current(id)
        return [] if tournament is None else winners_of(await self.field(tournament))

    # Two servers

    async def invite(self, tournament: Tournament, server: str) -> Tournament:
        """Return it with a code by which one other server enters; ``server`` is what that one reads of this.

        Raises AlreadyStarted, or BadTournament where two servers cannot play it.
        """

        def invited(now: Tournament) -> Tournament:
            if now.rival is not None:
                raise BadTournament(OF_TWO_SERVERS)
            if now.status is not TournamentStatus.OPEN:
                raise AlreadyStarted
            if now.together or now.sides:
                raise BadTournament(NOT_FOR_TWO)
            if now.invite is not None:
                return now
            code = "".join(secrets.choice(_INVITE_LETTERS) for _ in range(_INVITE_LENGTH))
            return replace(now, invite=code, server=server)

        return await self._change(tournament.id, invited)

    async def invitations(self, user: int, guild: int, limit: int) -> list[Tournament]:
        """Return the latest that ``user`` may let ``guild`` enter without a code (:class:`TournamentStore`)."""
        with translated_errors():
            return await self._store.invitations(user, guild, self._clock(), limit)

    async def accept(
        self,
        invite: str,
        guild: int,
        channel: int,
        host: int,
        language: str,
        server: str,
        check: Callable[[Plan], None] = lambda _: None,
    ) -> Tournament:
        """Open the tournament of another server here too, with the same dice; ``check`` may refuse its plan.

        Raises BadTournament.
        """
        with translated_errors():
            for _ in range(TRIES):
                theirs = await self._store.invited(invite_of(invite))
                if theirs is None or theirs.status is not TournamentStatus.OPEN or (theirs.ends or 0) <= self._clock():
                    raise BadTournament(NO_INVITATION)
                if theirs.guild == guild:
                    raise BadTournament(OWN_INVITATION)
                if theirs.together or theirs.sides:  # Its host has changed the plan since.
                    raise BadTournament(NOT_FOR_TWO)
                if len(await self._store.on(guild)) >= MOST_AT_ONCE:
                    raise TooManyTournaments
                check(plan_of(theirs))
                new = await self.new(guild, channel, host, language, plan_of(theirs))
                ours = replace(
                    new,
                    secret=theirs.secret,
                    entropy=theirs.entropy,
                    ends=theirs.ends,
                    server=server,
                    rival=theirs.id,
                )
                with suppress(SaveConflict):
                    paired = replace(theirs, rival=ours.id, invite=None, version=theirs.version + 1)
                    await self._store.pair(paired, ours)
                    return ours
        raise NotSaved

    async def enter(self, tournament: Tournament, user: int, side: int | None = None) -> TournamentEntry:
        """Enter ``user``, who may have entered before.

        Raises TournamentOver, NoSuchChoice, RemovedFromTournament or TournamentFull.
        """
        if not tournament.status.on:
            raise TournamentOver
        if (side is None) != (tournament.sides == 0) or (side is not None and side >= tournament.sides):
            raise NoSuchChoice
        with translated_errors():
            known = await self._store.entry(tournament.id, user)
            if known is not None and known.removed:
                raise RemovedFromTournament
            if known is not None:
                return known
            entry = await self._store.enter(tournament, user, side, self._clock(), MOST_PLAYERS)
        if entry is None:
            raise TournamentFull
        await self.touch(tournament.id)
        return entry

    async def check_words(self, tournament: Tournament, user: int) -> None:
        """Refuse words of ``user`` for the dice. Raises what :meth:`stir` raises.

        Where people play when they like, the first to enter throws: so there, words come before entering.
        """
        _check_words(tournament, user)
        with translated_errors():
            known = await self._store.entry(tournament.id, user)
        if known is not None and known.removed:
            raise RemovedFromTournament
        if tournament.together and known is None:
            raise NotEntered

    async def stir(self, tournament: Tournament, user: int, words: str) -> Tournament:
        """Mix somebody's words into the dice, once for each. Raises TooLateForWords, HasStirred or NotEntered."""
        await self.check_words(tournament, user)

        def stirred(now: Tournament) -> Tournament:
            _check_words(now, user)
            seed = DiceSeed(now.secret, now.entropy).with_words(words)
            return replace(now, entropy=seed.entropy, stirred=(*now.stirred, user))

        return await self._change(tournament.id, stirred)

    async def start(self, tournament: Tournament, user: int, *, manager: bool = False) -> Tournament:
        """Begin the first round that all play together. Raises BadTournament before anybody has entered.

        A manager may at any time, and the host stays it. Once the host is erased, anybody may. Where the host is late,
        everybody who has entered may; before that raises HostStarts, and NotEntered for others. The person who starts
        is the host then.
        """
        field = await self.field(tournament)

        def started(now: Tournament) -> Tournament:
            self.check_start(field._replace(tournament=now), user, manager=manager)
            host = now.host if manager and now.host > 0 else user
            return replace(now, host=host, status=TournamentStatus.PLAYING, ends=self._clock() + now.seconds)

        return await self._change(tournament.id, started)

    def check_start(self, field: TournamentField, user: int, *, manager: bool) -> None:
        """Refuse people who may not begin it. Raises as :meth:`start`."""
        now = field.tournament
        if now.status is not TournamentStatus.OPEN or not now.together:
            raise AlreadyStarted
        if now.host > 0 and now.host != user and not manager:
            if self._clock() < now.host_starts_until:
                raise HostStarts(now.host_starts_until)
            if field.of(user) is None:
                raise NotEntered
        if not field.entries:
            raise BadTournament(NOBODY_IN)

    # Playing

    async def play(self, tournament: Tournament, user: int, channel: int, language: str) -> Table:
        """Return the table of ``user`` for the round that is theirs now; open it with the first throw if there is none.

        Raises NotStarted, RoundOver where they have finished all that may be played, NotEntered, TournamentOver.
        """
        table, new = await self._own_table(tournament, user, channel, language)
        possible = list(legal(table.game, table.state)) if new else []
        if len(possible) != 1:
            return table
        try:  # All that a player could do is throw, so the press that opens the board does it.
            return (await self._tables.act(table.id, user, table.step, possible[0])).after
        except (TableError, GameError):  # Its player throws.
            return await self._tables.get(table.id)

    async def _own_table(self, tournament: Tournament, user: int, channel: int, language: str) -> tuple[Table, bool]:
        """Return the table of ``user`` for the round that is theirs now, and whether it is new.

        Raises as :meth:`play`.
        """
        if not tournament.status.on:
            raise TournamentOver
        if tournament.together and tournament.status is TournamentStatus.OPEN:
            raise NotStarted
        field = await self.field(tournament)
        entry = field.of(user)
        if entry is None:
            raise NotEntered
        number = field.next_round(entry)
        if number is None:
            raise RoundOver
        begun = field.games_of(entry).get(number)
        if begun is not None:
            return await self._tables.get(begun.table), False
        if tournament.status is TournamentStatus.OPEN:
            tournament = await self._begin(tournament)
        try:
            change = await self._tables.open_alone(
                tournament.seed(number),
                guild=tournament.guild,
                channel=channel,
                host=user,
                game=tournament.rounds[number].made(),
                language=language,
                settings=TableSettings(tournament=tournament.id, entry=entry.number, ends=tournament.ends),
            )
        except AlreadyPlayedToday:  # Another press of the same person did, at this very moment.
            begun = (await self.field(tournament)).games_of(entry)[number]
            return await self._tables.get(begun.table), False
        await self.touch(tournament.id)
        return change.after, True

    async def _begin(self, tournament: Tournament) -> Tournament:
        """Return ``tournament`` with its dice fixed: somebody is about to throw them."""

        def begun(now: Tournament) -> Tournament:
            if not now.status.on:
                raise TournamentOver
            return now if now.status is TournamentStatus.PLAYING else replace(now, status=TournamentStatus.PLAYING)

        return await self._change(tournament.id, begun)

    async def sheets(self, seen: TournamentField, user: int, number: int, page: int) -> tuple[Table, int] | None:
        """Return a table with the sheets of a round of somebody else and of ``user``, and how many others there are.

        ``seen`` is what ``user`` may see. None where one of both is missing.
        """
        entry = seen.of(user)
        if entry is None:
            return None
        own, others = seen.beside(entry, number)
        if own is None or not others:
            return None
        other = others[min(page, len(others) - 1)]
        mine, theirs = await self._tables.get(own.table), await self._tables.get(other.table)
        (whose,) = (known.user for known in seen.entries if known.number == other.entry)
        both = mine.game.merge([theirs.state, mine.state], ())
        return replace(mine, players=(whose, user), state=both), len(others)

    async def stop(self, tournament: Tournament, user: int, number: int, channel: int, language: str) -> Table:
        """Let ``user`` give up that round for good, begun or not, and return its table: nobody waits for them there.

        Raises RoundOver unless it is the round that is theirs now, and as :meth:`play`.
        """
        entry = (field := await self.field(tournament)).of(user)
        if tournament.status is TournamentStatus.OPEN:
            raise NotStarted
        if entry is not None and field.next_round(entry) != number:
            raise RoundOver
        table, _ = await self._own_table(tournament, user, channel, language)
        if table.seed.round != number:  # It has ended meanwhile.
            raise RoundOver
        with suppress(TableOver):  # Another press of the same person did it at this very moment.
            table = (await self._tables.leave(table.id, user)).after
        await self.touch(tournament.id)
        return table

    async def remove(self, tournament: Tournament, manager: int, user: int) -> list[TableId]:
        """Remove ``user`` for a ``manager``, and return their games that end by it.

        Raises TournamentOver, NotEntered, NoSuchChoice where they have finished all of it, and OwnTournament where the
        manager plays there too: nobody wins by removing an opponent.
        """
        if not tournament.status.on:
            raise TournamentOver
        field = await self.field(tournament)
        entry = field.of(user)
        if entry is None:
            raise NotEntered
        if field.finished_all(entry):
            raise NoSuchChoice
        if rivals(field, manager, user):
            raise OwnTournament
        return await self._remove(tournament, [entry])

    async def let_back(self, tournament: Tournament, manager: int, user: int) -> list[TableId]:
        """Take the removal of ``user`` back for a ``manager``, and return their games that go on by it.

        Raises TournamentOver, NotEntered where nobody has removed them, and AnotherLetsBack for oneself and where the
        manager plays there too: one opponent more changes places.
        """
        if not tournament.status.on:
            raise TournamentOver
        field = await self.field(tournament)
        entry = next((entry for entry in field.removed if entry.user == user), None)
        if entry is None:
            raise NotEntered
        if not may_let_back(field, manager, user):
            raise AnotherLetsBack
        with translated_errors():
            begun = [line for line in await self._store.played(tournament.id) if line.entry == entry.number]
        # Their games first: if the process ends before the second step, a manager can do it again.
        changes = [await self._tables.let_back(line.table) for line in begun if not tournament.phase.closed(line.round)]
        with translated_errors():
            await self._store.note_removed(tournament.id, [user], removed=False)
        await self.touch(tournament.id)
        return [change.after.id for change in changes if change.after is not change.before]

    async def remove_blocked(self, guild: int, manager: int, user: int) -> tuple[list[TableId], bool]:
        """Remove somebody whom a ``manager`` has blocked from all that goes on in ``guild``, where they are not done.

        A manager who plays against them there goes too. Return their games that end by it, and whether one did.
        """
        ended, own = list[TableId](), False
        for tournament in await self.on(guild):
            field = await self.field(tournament)
            entry, beside = field.of(user), field.of(manager)
            if entry is None or field.finished_all(entry):
                continue
            both = beside is not None and rivals(field, manager, user)
            own |= both
            ended += await self._remove(tournament, [entry, *([beside] if both and beside is not None else [])])
        return ended, own

    async def play_together(self, guild: int, manager: int, user: int) -> bool:
        """Whether a block of ``user`` by that ``manager`` would remove both from a tournament."""
        fields = [await self.field(tournament) for tournament in await self.on(guild)]
        return any(
            rivals(field, manager, user) and not field.finished_all(entry)
            for field in fields
            if (entry := field.of(user)) is not None
        )

    async def _remove(self, tournament: Tournament, entries: Sequence[TournamentEntry]) -> list[TableId]:
        """Note that these are removed, close the games that they have begun, and return those."""
        numbers = {entry.number for entry in entries}
        with translated_errors():
            await self._store.note_removed(tournament.id, [entry.user for entry in entries], removed=True)
            begun = [line for line in await self._store.played(tournament.id) if line.entry in numbers]
        users, ended = {entry.number: entry.user for entry in entries}, list[TableId]()
        for line in begun:
            if not line.finished:
                with suppress(TableError, GameError):  # They have just finished it; it counts nowhere.
                    await self._tables.remove(line.table, users[line.entry])
                    ended.append(line.table)
        await self.touch(tournament.id)
        return ended

    # The end

    async def end_round(self, tournament: Tournament, number: int, user: int, manager: bool) -> Tournament:
        """End that round for everybody now, and begin the next one, or end all of it after the last; host or manager.

        Where it is over already, nothing changes. Raises NoSuchChoice where people play when they like.
        """
        check_end(await self.field(tournament), user, manager)
        if not tournament.together:
            raise NoSuchChoice
        if tournament.status is not TournamentStatus.PLAYING or tournament.round != number:
            return tournament
        last = number + 1 == len(tournament.rounds)
        return await (self._over(tournament.id) if last else self._next_round(tournament))

    async def end(self, tournament: Tournament, user: int, manager: bool) -> Tournament:
        """Close a tournament now: what is finished counts. Host or manager."""
        check_end(await self.field(tournament), user, manager)
        return await self._over(tournament.id)

    async def go_on(
        self, id: TableId, is_blocked: Callable[[int, int], bool] = lambda guild, user: False
    ) -> Tournament | None:
        """Do what is due: the next round, or the end; return the tournament if anything has changed.

        A round that was to end a day ago is the last one: everybody has gone home. It waits for nobody who
        ``is_blocked`` in the server.
        """
        tournament = await self.current(id)
        if tournament is None or not tournament.status.on:
            return None
        late = tournament.ends is not None and self._clock() >= tournament.ends
        if not late:
            done = tournament.status is TournamentStatus.PLAYING and tournament.together
            field = await self.field(tournament) if done else None
            if field is None or not field.entries:
                return None
            if any(not is_blocked(tournament.guild, entry.user) for entry in field.unfinished()):
                return None
        if tournament.together and tournament.status is TournamentStatus.PLAYING:
            asleep = self._clock() >= (tournament.ends or self._clock()) + FORGOTTEN_SECONDS
            last = asleep or tournament.round + 1 == len(tournament.rounds)
            return await (self._over(id) if last else self._next_round(tournament))
        return await self._over(id)

    async def _next_round(self, before: Tournament) -> Tournament:
        def next_one(now: Tournament) -> Tournament:
            if now.round != before.round or not now.status.on:
                return now  # Somebody was quicker.
            return replace(now, round=now.round + 1, ends=self._clock() + now.seconds)

        after = await self._change(before.id, next_one)
        await self._close_tables(after)
        return after

    async def _over(self, id: TableId) -> Tournament:
        def over(now: Tournament) -> Tournament:
            if not now.status.on:
                return now
            empty = now.status is TournamentStatus.OPEN
            return replace(now, status=TournamentStatus.ENDED if empty else TournamentStatus.OVER, ends=self._clock())

        after = await self._change(id, over, tells_rival=True)
        await self._close_tables(after)
        return after

    async def _close_tables(self, tournament: Tournament) -> None:
        """Close the games of rounds that are over and that nobody has finished."""
        for line in (await self.field(tournament)).played:
            if tournament.phase.closed(line.round) and not line.finished:
                with suppress(TableError, GameError):  # The clock of the tables tries again.
                    await self._tables.deadlines.give_up(line.table)

    async def verified(self, tournament: Tournament) -> tuple[int, int]:
        """Return how many games of a tournament that is over follow from its dice, or do not, and how many do not.

        Raises StillPlayed before its end, in both servers where two play.
        """
        field = await self.field(tournament)
        if tournament.status.on or (field.other is not None and field.other.tournament.status.on):
            raise StillPlayed
        finished = [line.table for line in field.played if line.score is not None]
        wrong = 0
        for id in finished:
            wrong += not await self._tables.history.verify(id)
            await asyncio.sleep(0)
        return len(finished), wrong

    async def stories(self, field: TournamentField) -> tuple[RoundStory, ...]:
        """Return what there is to tell of each round of a tournament that is over."""
        return tuple([await self._story(field, number) for number in range(len(field.tournament.rounds))])

    async def _story(self, field: TournamentField, number: int) -> RoundStory:
        """Tell of a round with several results; of its decisions once all are reviewed.

        What its games tell is kept, by them all: each review that comes draws the result anew, and one may be voided.
        """
        finished = [line for line in field.played if line.round == number and line.score is not None]
        compared = finished[:MOST_COMPARED]
        if len(finished) < 2:
            return RoundStory()
        key, game = tuple(line.table for line in finished), field.tournament.rounds[number].made()
        story = self._stories.get(key)
        if story is None:
            story = RoundStory()
            if compared == finished and _tells_course(game):  # Of some, nobody could say that nobody did.
                journals = await self._journals(finished)
                story = await asyncio.to_thread(_course_of, field.tournament.seed(number), game, journals)
            self._stories.put(key, story)
        if story.split is None and len(finished) > 2 and all(line.net is not None for line in compared):  # Of two,
            judged = await self._compared(compared)  # each would read whose mistake it was.
            if judged is not None:
                story = story._replace(split=await asyncio.to_thread(split_of, game, *judged))
                self._stories.put(key, story)
        return story

    async def _journals(self, finished: Sequence[Played]) -> dict[int, tuple[JournalEntry, ...]]:
        """Return the standing lines of these games, by entry."""
        journals = {}
        for line in finished:
            with translated_errors():
                journals[line.entry] = effective_entries(await self._tables.repository.store.journal(line.table))
            await asyncio.sleep(0)
        return journals

    async def _compared(self, finished: Sequence[Played]) -> tuple[str, list[Compared]] | None:
        """Return the unit of the reviews and the games with their costly decisions; None where one has no review."""
        journals, unit, compared = await self._journals(finished), "", list[Compared]()
        for line in finished:
            judged = await self._reviews.judged(await self._tables.get(line.table))
            if judged is None:
                return None
            mistakes = {one.move: one for one in notable_mistakes(judged.unit, judged.mistakes.values(), judged.noise)}
            compared.append((journals[line.entry], mistakes))
            unit = judged.unit
        return unit, compared

    # The messages

    async def placed(self, tournament: Tournament, message: int, *, announced: bool = False) -> None:
        """Remember its message; that of the result, if it is ``announced``."""
        with translated_errors():
            await self._store.placed(tournament.id, message, announced=announced)

    async def drawn(self, tournament: Tournament) -> None:
        """Remember that its message shows it."""
        with translated_errors():
            await self._store.note_drawn(tournament.id, tournament.version)

    async def called(self, tournament: Tournament, calls: Sequence[int], *, to_round: bool = False) -> None:
        """Remember the messages that call people now; ``to_round``: to the one that has begun."""
        called = tournament.last_round + 1 if to_round else tournament.called
        with translated_errors():
            await self._store.note_calls(tournament.id, called, calls)

    async def reminded(self, tournament: Tournament) -> Tournament:
        """Count the reminder of this round, before it is sent: a lost one is better than two.

        Rounds before it may have ended without theirs.
        """
        wanted = tournament.last_round + 1 if tournament.together else 1
        return await self._change(tournament.id, lambda now: replace(now, reminded=max(now.reminded, wanted)))

    async def unplayed(self, shards: Shards, now: int) -> Unplayed | None:
        """Return the rounds that are over of the latest tournament of ``shards`` of which the champion lacks some."""
        with translated_errors():
            id = await self._store.unplayed(shards)
            tournament = None if id is None else await self._store.find(id)
        if tournament is None:
            return None
        before = tournament.champions

        async def keep(played: Sequence[str]) -> None:
            def kept(now: Tournament) -> Tournament:
                return replace(now, champions=(*before, *played)) if now.champions == before else now

            await self._change(tournament.id, kept)

        over = [number for number in range(len(tournament.rounds)) if tournament.phase.closed(number)]
        rounds = [(tournament.rounds[number].made(), tournament.seed(number)) for number in over[len(before) :]]
        return Unplayed(rounds, keep)

    async def plan(self, tournament: Tournament, user: int, plan: Callable[[Plan], Plan]) -> Tournament:
        """Change what is played, when and how, before anybody has thrown. Host only; raises as :meth:`open`."""

        def planned(now: Tournament) -> Tournament:
            if now.host != user:
                raise NotHost(now.host)
            if now.status is not TournamentStatus.OPEN:
                raise AlreadyStarted
            if now.rival is not None:
                raise BadTournament(OF_TWO_SERVERS)
            before = plan_of(now)
            after = plan(before)
            check_plan(after)
            if after == before:
                return now
            ends = self._ends_by(now, after)
            return replace(now, **{**after._asdict(), "rounds": tuple(after.rounds)}, ends=ends)

        return await self._change(tournament.id, planned)

    def _ends_by(self, now: Tournament, after: Plan) -> int | None:
        """Return when a tournament that nobody has begun ends by another plan: never before people can play it."""
        if (after.pace, after.seconds) == (now.pace, now.seconds):
            return now.ends
        if after.pace is TournamentPace.TOGETHER:
            return now.ends if now.together else self._clock() + FORGOTTEN_SECONDS
        ends, least = now.opened + after.seconds, HOUR if after.seconds in OPEN_SECONDS else 1
        # Any other length lasts until an evening that its host has chosen: then that stands while it is ahead.
        return ends if ends >= self._clock() + least else self._clock() + after.seconds

    async def to_look_at(self, shards: Shards) -> tuple[list[TableId], list[TableId]]:
        """Return the tournaments with something to do, and those whose message misses their last change."""
        with translated_errors():
            return await self._store.due(self._clock(), shards), await self._store.to_draw(shards)

    async def current(self, id: TableId) -> Tournament | None:
        """Return a tournament as it is now."""
        with translated_errors():
            return await self._store.find(id)

    async def touch(self, id: TableId) -> None:
        """Count a change that its message is to show, also after a new start of the bot."""
        with suppress(NotSaved):  # The next one will do.
            await self._change(id, replace)

    async def _change(
        self, id: TableId, change: Callable[[Tournament], Tournament], *, tells_rival: bool = False
    ) -> Tournament:
        """Make a change and save it; after a conflict make it again. The same tournament is no change.

        ``tells_rival``: it is one of the tournament of the other server too, whose message has something new to show.
        """
        lock = self._locks.of(id)
        async with lock:
            return await self._changed(id, change, tells_rival)

    async def _changed(self, id: TableId, change: Callable[[Tournament], Tournament], tells_rival: bool) -> Tournament:
        with translated_errors():
            for _ in range(TRIES):
                before = await self._store.find(id)
                if before is None:
                    raise TournamentGone
                after = change(before)
                if after is before:
                    return before
                after = replace(after, version=before.version + 1)
                try:
                    await self._store.save(after, after.rival if tells_rival else None)
                except SaveConflict:
                    continue
                self._tables.seals.note(after.guild, after.id, after.phase)
                return after
        raise NotSaved


def reminds(tournament: Tournament, now: int) -> bool:
    """Whether a quarter of the time is left at most, so that those who have not finished get their reminder."""
    if tournament.status is not TournamentStatus.PLAYING or tournament.ends is None:
        return False
    due = tournament.reminded <= (tournament.round if tournament.together else 0)
    return due and tournament.ends - tournament.seconds // 4 <= now < tournament.ends
