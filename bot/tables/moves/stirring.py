"""Stirring the dice of a lobby: the people who stirred, the last of them, and what came after."""

from collections.abc import Sequence

from bot.engine import IllegalAction, word_hashes, words_hash
from bot.tables.model.errors import AlreadyStirred, JoinFirst, NoWords, StrangeWords, TooLateToStir, TooManyWords
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import DiceSeed, Status, Table, people
from bot.tables.moves import lobbies, playing
from bot.tables.moves.playing import MoveResult

LONGEST_WORDS = 64
"""The most characters somebody may type."""

_STIR = "stir "
DIGITS = 64
"""Digits of a seal."""

_LATER = frozenset({"join", "leave", "side", "options", "clock", "add", "remove"})
"""What may still move seats and their order after the last words."""


def check_stir(table: Table, user: int) -> None:
    """Refuse people who cannot mix words into the dice now.

    It is for those who sit here, once a person, even if they leave and come back. Raises TooLateToStir, JoinFirst or
    AlreadyStirred; IllegalAction for dice that take no words.
    """
    if table.status is Status.PLAYING:
        raise TooLateToStir
    lobbies.check_lobby(table)
    if not may_stir(table):
        raise IllegalAction("no words are mixed into the dice of this table")
    if user in table.stirred:
        raise AlreadyStirred
    if user not in table.players:
        raise JoinFirst


def begin(table: Table, user: int, now: int) -> MoveResult:
    """Stop the countdown of a lobby while ``user`` types; refuses like :func:`check_stir`."""
    check_stir(table, user)
    if table.starts_at is None:
        return MoveResult(table)
    after = playing.after_decision(table, now)
    return MoveResult(after, lobby=lobbies.lobby_rows(after, user, "type"))


def may_stir(table: Table) -> bool:
    """Whether the dice of this table take words: not dice of people's own, nor those of recipe 1."""
    return table.seed.recipe > 1 and not table.settings.real_dice


def stir(table: Table, user: int, words: str, now: int) -> MoveResult:
    """Mix the words of ``user`` into the dice, for good and after all earlier words.

    Raises NoWords, TooManyWords or StrangeWords.
    """
    check_stir(table, user)
    if not words.strip():
        raise NoWords
    if len(words) > LONGEST_WORDS:
        raise TooManyWords(LONGEST_WORDS, len(words))
    if "\0" in words:
        raise StrangeWords
    try:
        seed = table.seed.with_words(words)
    except UnicodeEncodeError as error:
        raise StrangeWords from error
    after = playing.after_decision(table, now, seed=seed, stirred=(*table.stirred, user))
    return MoveResult(after, lobby=lobbies.lobby_rows(after, user, f"{_STIR}{words_hash(words)}", words))


def stirs(rows: Sequence[LobbyRow]) -> tuple[LobbyRow, ...]:
    """Return the stirs, in order."""
    return tuple(row for row in rows if row.do.startswith(_STIR))


def hash_of(row: LobbyRow) -> str:
    """Return the hash of the words of a stir."""
    return row.do.removeprefix(_STIR)


def after_last(rows: Sequence[LobbyRow]) -> tuple[LobbyRow, ...]:
    """Return who joined, left, chose or changed something after the last words; all of these if nobody stirred."""
    given = stirs(rows)
    since = given[-1].step if given else -1
    return tuple(row for row in rows if row.step > since and word_of(row) in _LATER)


def word_of(row: LobbyRow) -> str:
    """Return what somebody did, without the rest of the line."""
    return row.do.partition(" ")[0]


def matches_lobby(seed: DiceSeed, rows: Sequence[LobbyRow]) -> bool:
    """Whether the mix is the typed words in their order, and nothing else; dice of a lobby are shared by nobody."""
    if seed.recipe == 1:
        return True
    if rows and seed.recipe == 3:
        return False
    given = stirs(rows)
    kept = all(row.words is None or words_hash(row.words) == hash_of(row) for row in given)
    return kept and word_hashes(seed.entropy) == tuple(map(hash_of, given))


def agrees_with_lobby(table: Table, rows: Sequence[LobbyRow]) -> bool:
    """Whether ``table`` holds the arrivals and stirrings in the lines of its lobby, and no line is missing.

    Every decision in a lobby has its step and its line, but for the one that closes it.
    """
    if table.seed.recipe == 1 or table.mode.duplicate:
        return not table.stirred  # There were no such lines; and a day has no lobby.
    whole = [row.step for row in rows] == list(range(len(rows)))
    stirred = tuple(row.user for row in stirs(rows)) == table.stirred
    if table.status is Status.ENDED and table.state is None:
        return whole and stirred  # It closed before the game began.
    sat = rows and rows[-1].do == "start" and sat_down(rows) == set(people(table.seats_at_start))
    return bool(whole and stirred and sat)


def sat_down(rows: Sequence[LobbyRow]) -> set[int]:
    """Return the people who have a seat after these lines."""
    people: set[int] = set()
    for row in rows:
        if word_of(row) in ("open", "join", "side"):
            people.add(row.user)
        elif word_of(row) == "leave":
            people.discard(row.user)
    return people


def seal_digits(noted: str) -> str:
    """Return a seal as somebody noted it, without spaces, upper case, or the marks in which Discord writes code."""
    return "".join(noted.replace("`", "").split()).lower()


def same_seal(noted: str, commitment: str) -> bool:
    """Whether somebody who ``noted`` a seal noted this one."""
    return seal_digits(noted) == commitment
