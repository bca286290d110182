"""A game and the time around it: calls, the clock, and votes about a seat."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.model.table import AbsencePolicy

MINUTE, HOUR = 60, 3600
SHEET = "yum_classic"


class Waiting:
    """A game and the time around it."""

    def __init__(self, evening: Any, play: Any, hands: Any) -> None:
        self.evening, self.play, self.hands = evening, play, hands
        self.world = evening.standin.world

    async def later(self, seconds: int) -> None:
        """Let time pass, and the bot look at its clock."""
        self.world.advance(seconds)
        await self.evening.client.scheduler.tick()
        await self.evening.settle()

    async def table(self) -> Any:
        return await self.evening.table(self.play)

    async def call(self) -> Any:
        """The message that calls somebody now."""
        table = await self.table()
        return None if table.call is None else self.world.messages[str(table.call)].data

    def messages(self) -> list[Any]:
        """The messages in the channel, oldest first."""
        channel = self.world.messages[self.play.board].channel
        return [one.data for one in self.world.messages.values() if one.channel is channel]

    @staticmethod
    def pinged(message: Any) -> set[str]:
        """Whom a message has notified."""
        return {user["id"] for user in message["mentions"]}

    async def vote(self, who: Any, word: str) -> Any:
        """Press a button of the vote."""
        message = str((await self.call())["id"])
        outcome = await who.press(message, custom_id_contains=f"vote {word}")
        assert not outcome.failed
        await self.evening.settle()
        return outcome

    @property
    def text(self) -> str:
        """What the board says."""
        return str(self.hands["described"](self.play.now))


@pytest.fixture
def waiting(evening: Any, hands: Any) -> Any:
    async def begun(*players: str, **options: Any) -> Waiting:
        """A game that has begun, with what the host chose for its clock."""
        names = ("absent", "patience", "reminder", "calls")
        clock = {name: options.pop(name) for name in names if name in options}
        options.setdefault("sheet", SHEET)
        play = await evening.lobby(*players, **options)
        table = await evening.table(play)
        await evening.client.services.tables.change_settings(table.id, table.host, **clock)
        await play.begin()
        await evening.settle()
        return Waiting(evening, play, hands)

    return begun


@pytest.fixture
def on_vote(waiting: Any) -> Any:
    async def begun(*players: str, **options: Any) -> tuple[Waiting, Any, list[Any]]:
        """A game with votes: the game, the absent player, and the others."""
        game = await waiting(*players, absent=AbsencePolicy.VOTE, patience=HOUR, reminder=0, **options)
        away = game.play.turn
        assert "the others decide about the seat" in game.text
        await game.later(HOUR + MINUTE)
        people = [game.evening.person(key) for key in players]
        return game, away, [one for one in people if one.id != away.id]

    return begun


@pytest.fixture
def around() -> type[Waiting]:
    """The class of games with time around them, for tests that restart the bot."""
    return Waiting
