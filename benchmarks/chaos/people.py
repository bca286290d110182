"""People who press on whatever happens, and what they were answered."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pressing.any_game import AnyHand, Presses

from bot.standin.client.person import BotReply, Person
from bot.standin.world.model import Channel

_OF_RESULTS = frozenset({"rematch", "review", "replay"})
"""Presses that only results offer."""
_NO_MOVES = ("hold", "group", "menu")
"""How presses begin that store nothing."""
_MOVED = "The board has moved"
_UPDATED = 7
_THINK = (0.5, 3.0)
"""Seconds between two presses of a table."""
_MOVES, _MOVES_OF_ONE = 2.0, 1.0
"""Answered moves a minute, at least: of a table on average, and of each at which people press all the time. A day has
about 5 and 10, with all its faults."""
_LEAVES = (2, 12)
"""After how many presses people leave a table for good."""


@dataclass(slots=True)
class Press:
    """A press of a move."""

    table: str
    step: int
    do: str
    user: int
    began: float
    """Unix seconds, as in the logs."""
    outcome: BotReply | None = None

    @property
    def answered(self) -> bool:
        """Whether the board was the answer, with no word that the press came too late, or that the board has moved."""
        outcome = self.outcome
        if outcome is None or outcome.failed or outcome.callback != _UPDATED:
            return False
        return not outcome.followups and not outcome.text.startswith(_MOVED)

    def __str__(self) -> str:
        outcome = self.outcome
        if outcome is None:
            answer = "nobody waited for the answer"
        elif outcome.failed or not outcome.callback:
            answer = "failed"
        else:
            answer = "the board" if self.answered else repr(outcome.text[:60])
            answer += "".join(f", then {str(more.get('content'))[:60]!r}" for more in outcome.followups)
        at = time.strftime("%H:%M:%S", time.gmtime(self.began))
        return f"{at} {self.user % 1000} {self.do!r} at {self.step}: {answer}"


@dataclass(slots=True)
class Seen:
    """What all people of a run have seen."""

    presses: list[Press] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    sentences: Counter[str] = field(default_factory=Counter)
    """The sentences of answers that were no board."""
    answered_at: dict[int, float] = field(default_factory=dict)
    """When the last press began that was answered, by shard."""
    longest: dict[int, float] = field(default_factory=dict)
    """The most seconds between two such presses, by shard."""

    def note(self, shard: int, began: float, outcome: BotReply) -> None:
        """Count the answer to a press in a server of ``shard``."""
        answered = outcome.callback != 0 and not outcome.failed
        kind = "failed" if not answered else "board" if outcome.callback == _UPDATED else "a sentence"
        self.outcomes[kind] += 1
        if kind == "a sentence":
            self.sentences[outcome.text[:80]] += 1
        if answered:
            before = self.answered_at.get(shard, began)
            self.longest[shard] = max(self.longest.get(shard, 0.0), began - before)
            self.answered_at[shard] = began


class Guest(AnyHand):
    """Two people at the tables of one channel.

    ``slow`` people take so many seconds for a turn, so that they get calls. ``leaves`` lets them stop in the middle of
    a game, so that they get reminders.
    """

    def __init__(
        self, players: list[Person], channel: Channel, game: str, seen: Seen, shard: int, *, slow: float, leaves: bool
    ) -> None:
        super().__init__(players, channel, game, Presses(), f"{channel.id}")
        self.channel, self.shard = channel, shard
        self._of_run, self._slow = seen, slow
        self._left = self._chance.randint(*_LEAVES) if leaves else None
        self.keeps_on = not slow and not leaves
        """Whether they press all the time."""
        self.answered = 0
        """Moves that the board answered."""
        self._last, self._pause = "", 0.0
        self._old: set[str] = set()
        """Messages that are the board no longer: the bot has said where it is."""

    async def play(self, over: asyncio.Event) -> None:
        """Press until it is ``over``, or until they leave."""
        while not over.is_set() and not self.quiet:
            self._pause = 0.0
            await self._press_something()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause or self._chance.uniform(*_THINK)):
                    await over.wait()

    @property
    def quiet(self) -> bool:
        """Whether they have left in the middle of a game."""
        return self._left is not None and self._left <= 0

    async def _press_something(self) -> None:
        began = time.monotonic()
        newest = self._newest()
        if newest is None:
            outcome = await self.open()
            self._of_run.note(self.shard, began, outcome)
            return
        self._message = newest
        board = self._board()
        if "join" in board or "start" in board:
            await self._in_lobby(board, began)
            return
        player = self.to_play
        if self._slow and self._last and self._last != player.id:
            self._last, self._pause = player.id, self._slow
            return
        self._last = player.id
        await self._move(board, player, began)

    async def _in_lobby(self, board: dict[str, tuple[str, str | None]], began: float) -> None:
        other = list(self._players.values())[1]
        joined = f"<@{other.id}>" in str(self._data())
        who, do = (self._host, "start") if joined and "start" in board else (other, "join")
        if do in board:
            self._of_run.note(self.shard, began, await who.press(self._message, custom_id=board[do][0]))

    async def _move(self, board: dict[str, tuple[str, str | None]], player: Person, began: float) -> None:
        do = self._choice(board)
        custom_id, value = board[do]
        _, table, step, _ = custom_id.split(":", 3)
        press = None
        if not do.startswith(_NO_MOVES):
            press = Press(table, int(step), do, int(player.id), time.time())
            self._of_run.presses.append(press)
        if value is None:
            outcome = await player.press(self._message, custom_id=custom_id)
        else:
            outcome = await player.select(self._message, value, custom_id=custom_id)
        self._of_run.note(self.shard, began, outcome)
        if outcome.text.startswith(_MOVED):
            self._old.add(self._message)
        if press is not None:
            press.outcome = outcome
            self.answered += press.answered
            if self._left is not None and press.answered:
                self._left -= 1

    def _newest(self) -> str | None:
        """Return the newest message of the channel that can be played on."""
        for id in reversed(self.channel.messages):
            self._message = id
            if id not in self._old and self.channel.messages[id].reader is None:
                board = set(self._board())
                if board - {"down"} and not board & _OF_RESULTS:  # A call has one button, which brings the board down.
                    return id
        return None


def moves_missing(minutes: float, guests: Sequence[Guest]) -> list[str]:
    """Return what is wrong where so many minutes saw fewer answered moves than these people make."""
    moves, least = sum(guest.answered for guest in guests), minutes * _MOVES * len(guests)
    few = [f"{moves} moves were answered, of at least {least:g} at {len(guests)} tables"] if moves < least else []
    idle = [guest for guest in guests if guest.keeps_on and guest.answered < minutes * _MOVES_OF_ONE]
    return few + [f"in {guest.channel.name} {guest.answered} moves were answered" for guest in idle]
