"""What the client works with, beside discord.py."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.tables.daily import Dailies
from bot.tables.hand import Hand
from bot.tables.leagues import Leagues
from bot.tables.model.choices import GuildSettings, PlayerSettings
from bot.tables.model.processes import HeldShards, Leader, Notices, Shards
from bot.tables.model.store import Meta
from bot.tables.people import PrivacyStore
from bot.tables.posts import Posts
from bot.tables.puzzles import PuzzleService
from bot.tables.records.champion import Champion
from bot.tables.records.leaderboards import LeaderboardStore, RatingStore, SeasonStore
from bot.tables.records.profiles import BestStore, ProfileStore
from bot.tables.records.reviews import BackgroundReviews, GameReviews
from bot.tables.records.trophies import TrophyFacts
from bot.tables.service.service import TableService
from bot.tables.tournaments import Tournaments
from bot.tables.training import Training


@dataclass(frozen=True, slots=True)
class Services:
    """Everything the client and the cogs work with. ``db`` fulfils the protocols; only the command line knows it."""

    tables: TableService
    profiles: ProfileStore
    leaderboards: LeaderboardStore
    bests: BestStore
    ratings: RatingStore
    reviews: GameReviews
    seasons: SeasonStore
    dailies: Dailies
    tournaments: Tournaments
    leagues: Leagues
    puzzles: PuzzleService
    training: Training
    trophies: TrophyFacts
    posts: Posts
    hand: Hand
    settings: GuildSettings
    preferences: PlayerSettings
    privacy: PrivacyStore
    meta: Meta
    clock: Callable[[], int]
    """Unix seconds."""
    monotonic: Callable[[], float]
    """Seconds that never go back, whatever happens to the machine's time."""
    ping: Callable[[], Awaitable[bool]]
    """Whether storage answers; awaited by the health check."""
    count_live: Callable[[Shards], Awaitable[int]]
    """Return the number of open lobbies and games in progress of these shards. Raises StoreError."""
    on_commit: Callable[[Callable[[int], None]], None]
    """Call a function after each commit, with the number of saves that shared it."""
    shards: HeldShards = field(default_factory=HeldShards)
    """The shards that this process serves now; all of them unless other processes hold some."""
    background_reviews: BackgroundReviews | None = None
    """Reviews finished games when nothing else is to be done; None where the host does not want that."""
    champion: Champion | None = None
    """Has the champion play days and rounds that are over; None as above."""
    support: str = ""
    """Where people reach the host of this bot: a web or mail address; empty for none."""
    leader: Leader = field(default_factory=Leader)
    """Whether this process does what is done once for all."""
    notices: Notices = field(default_factory=Notices)
    """What other processes tell."""
