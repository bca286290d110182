"""Hands to play with: they read boards, press, wait for what follows, and look into the database."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.locales import words as words_of
from bot.screens.kit import PLAIN_GLYPHS, RenderContext
from bot.screens.server.settings import told_in_log
from bot.standin.client.person import BotReply, Person, words
from bot.standin.server import Standin
from bot.standin.world.dispatch import begin
from bot.standin.world.interactions import COMPONENT, Interaction
from bot.standin.world.model import Json, Member
from bot.standin.world.world import World
from bot.tables.hand import Deed
from bot.ui.discord.adapter import read_custom_id
from bot.ui.discord.errors import sentence

_REST = 4
"""How many times as long as a look at the world took, the world is left alone before the next."""
_BUTTON, _MENU = 2, 3
_REPLY = 4
_ON_TURN = re.compile(r"►[^\n]*?<@(\d+)>|<@(\d+)>[^·\n]*\((?:to play|à jouer)\)")

_NO_GAME = {"join", "start", "rematch", "replay", "review"}
"""What is on offer before a game and after it."""


def does(message: Json) -> dict[str, str]:
    """What people can ask for on a message now, with its custom_id; lines of menus included."""
    found: dict[str, str] = {}
    for row in message["components"]:
        for item in row["components"]:
            press = read_custom_id(item.get("custom_id", ""))
            if press is None or item.get("disabled"):
                continue
            if item["type"] == _BUTTON:
                found[press.do] = item["custom_id"]
            else:
                found |= {option["value"]: item["custom_id"] for option in item.get("options", ())}
    return found


def code_of(message: Json) -> str:
    """The code of the table a message shows."""
    press = next(read_custom_id(custom_id) for custom_id in does(message).values())
    assert press is not None
    assert press.table is not None
    return press.table


def on_turn(message: Json) -> str | None:
    """Whose turn a message shows, by user id; None if it is nobody's."""
    text = described(message)
    if found := _ON_TURN.search(text):
        return found[1] or found[2]
    if "►" in text or _NO_GAME & set(does(message)):
        return None  # A computer plays, or nobody.
    drawn = "image" in message["embeds"][0]  # Then no line of scores marks anybody; the last one says whose turn it is.
    people = set(re.findall(r"<@(\d+)>", text.rpartition("\n")[2] if drawn else text))
    return people.pop() if len(people) == 1 else None  # Nothing marks who is alone on the board.


def titled(message: Json) -> str:
    """The title of a message: that of its frame, or what stands above the frame of a board."""
    return str(message["embeds"][-1].get("title") or message.get("content") or "")


def described(message: Json) -> str:
    """The framed text of a message; a picture may have a frame of its own above it."""
    return str(message["embeds"][-1]["description"])


@dataclass
class Play:
    """A table as the people around it see it: its board message and whose turn it is."""

    standin: Standin
    people: dict[str, Person]
    board: str
    """Id of the board message."""

    @property
    def now(self) -> Json:
        """The board as it looks now: another message, once the bot has posted it again."""
        messages = self.standin.world.messages
        if self.board not in messages:
            shown = (id for id in reversed(messages) if not messages[id].reader)
            self.board = next(id for id in shown if does(messages[id].data).keys() - {"down"})
        return messages[self.board].data

    @property
    def does(self) -> dict[str, str]:
        """The possible presses on it."""
        return does(self.now)

    @property
    def turn(self) -> Person:
        """Whose turn the board shows."""
        user = on_turn(self.now)
        assert user is not None, described(self.now)
        return self.people[user]

    @property
    def waiting(self) -> Person:
        """Somebody who sits here and is not to act."""
        seated = re.findall(r"<@(\d+)>", described(self.now))
        return next(self.people[user] for user in seated if user != self.turn.id)

    async def do(self, what: str, who: Person | None = None) -> BotReply:
        """Press the button, or choose the line of the menu, that asks for ``what``, as the player whose turn it is."""
        who, custom_id = who or self.turn, self.does[what]
        press = read_custom_id(custom_id)
        if press is not None and press.do != what:
            outcome = await who.select(self.board, what, custom_id=custom_id)
        else:
            outcome = await who.press(self.board, custom_id=custom_id)
        assert not outcome.failed, what
        self.follow(outcome)
        return outcome

    def follow(self, outcome: BotReply) -> None:
        """Look at the board where an answer has brought it down, as others have written below it."""
        if outcome.callback == _REPLY and not outcome.ephemeral and outcome.message and "more" in does(outcome.message):
            self.board = str(outcome.message["id"])

    async def beside(self, what: str, who: Person) -> BotReply:
        """Press More, and on what it opens the button that asks for ``what``."""
        return await PrivateMessage(who, await self.do("more", who)).do(what)

    async def begin(self) -> BotReply:
        """Press Start, as the host."""
        host = re.search(r"^1\. <@(\d+)>", described(self.now), re.MULTILINE)
        assert host is not None, described(self.now)
        return await self.do("start", self.people[host[1]])

    async def throw(self) -> BotReply:
        """Press Throw, with the dice that are held."""
        return await self.do(next(do for do in self.does if do.startswith(("roll", "keep"))))

    async def hold(self, place: int) -> BotReply:
        """Press a die, counted from 1."""
        return await self.do(next(do for do in self.does if do.startswith(f"hold {place} ")))

    async def mark(self) -> BotReply:
        """Write the points in the best box."""
        return await self.do(next(do for do in self.does if do.startswith("mark")))

    async def whole_turn(self) -> BotReply:
        """Throw, hold two dice, throw, hold one more, throw, write."""
        await self.throw()
        await self.hold(1)
        await self.hold(2)
        await self.throw()
        if any(do.startswith("hold 3 ") for do in self.does):
            await self.hold(3)
            thrown = await self.throw()
            if not any(do.startswith("mark") for do in self.does):
                return thrown  # Only one box was left, and it is written by itself.
        return await self.mark()


class PrivateMessage:
    """A private message of somebody's: a board of their own, or a panel."""

    def __init__(self, who: Person, outcome: BotReply) -> None:
        assert outcome.state == "answered"
        assert outcome.ephemeral, outcome.text
        assert outcome.message is not None
        self.who = who
        self.id = str(outcome.message["id"])

    @classmethod
    def at(cls, who: Person, id: str) -> PrivateMessage:
        """The message of this id, which came by itself."""
        found = cls.__new__(cls)
        found.who, found.id = who, id
        return found

    @property
    def now(self) -> Json:
        """The message as it looks now."""
        found = self.who.message(self.id)
        assert found is not None
        return found

    @property
    def text(self) -> str:
        """All that it says."""
        return words(self.now)

    @property
    def does(self) -> dict[str, str]:
        """What can be pressed on it."""
        return does(self.now)

    def asks(self, beginning: str) -> bool:
        """Whether a button or a line of a menu asks for something like this."""
        return any(do.startswith(beginning) for do in self.does)

    def custom_id(self, beginning: str) -> str:
        """The first custom_id that asks for something like this."""
        return next(id for do, id in self.does.items() if do.startswith(beginning))

    async def do(self, beginning: str) -> BotReply:
        """Press the first button, or choose the first line of the menu, that asks for something like this."""
        here = self.does
        what = beginning if beginning in here else next(do for do in here if do.startswith(beginning))
        custom_id = here[what]
        if custom_id.endswith(f":{what}"):
            outcome = await self.who.press(self.id, custom_id=custom_id)
        else:
            outcome = await self.who.select(self.id, what, custom_id=custom_id)
        assert not outcome.failed, what
        return outcome

    async def turn(self, *, keeping: int = 0) -> None:
        """Throw, unless that is done, throw again with so many dice held, write the points in the box worth most."""
        if self.asks("roll"):
            await self.do("roll")
        if keeping:
            for place in range(1, keeping + 1):
                await self.do(f"hold {place} ")
            await self.do("keep")
        await self.do("mark")

    async def finish(self, *, keeping: int = 0) -> None:
        """Fill the sheet."""
        while self.asks("roll") or self.asks("mark"):
            await self.turn(keeping=keeping)


_UNDER_MORE: dict[str, Callable[[Any], tuple[str, ...]]] = {
    "seats": lambda many: (f"option pick capacity {many}",),
    "dice": lambda whose: (f"option pick real_dice {whose}",),
    "totals": lambda when: (f"option pick hidden_totals {when}",),
    "games": lambda many: (f"option set games_in_match {many - 1}",),
    "teams": lambda sides: (f"option set teams {sides - 1}",),
    "power": lambda on: ("option set power 1",) if on else (),
}
"""What a host chooses in the lobby, by a word of the tests: the lines to choose one after the other."""


def asked_of_lobby(options: dict[str, Any]) -> dict[str, Any]:
    """Take what no ``start`` asks for out of ``options``, and return it for :func:`choose_under_more`."""
    return {name: options.pop(name) for name in _UNDER_MORE if name in options}


async def choose_under_more(play: Play, host: Person, wanted: dict[str, Any]) -> None:
    """Press More, and choose on the panel of options."""
    if wanted:
        panel = PrivateMessage(host, await play.do("more", host))
        for name, value in wanted.items():
            for line in _UNDER_MORE[name](value):
                if not panel.asks(line):  # The numbers of players may have a menu of their own.
                    await panel.do("option ask ")
                await panel.do(line)
        host.delete(panel.id)


_BEHIND = {
    "season": ("leaderboard", "season show"),
    "privacy": ("preferences", "privacy show"),
    "about": ("help", "help about"),
}
"""The panels without a command: whose panel leads there, and by which button or line."""


async def open_panel(who: Person, name: str, channel: str = "dice") -> BotReply:
    """Open a panel by its command, or by the panel that leads to it."""
    command, beginning = _BEHIND.get(name, (name, ""))
    shown = await who.command(command, channel)
    return await PrivateMessage(who, shown).do(beginning) if beginning else shown


async def ready_to_show(who: Person, channel: str = "dice") -> Callable[[], asyncio.Task[BotReply]]:
    """Open the list of tables, and return what has the board of the channel posted again, and dismisses the list."""
    panel = PrivateMessage(who, await who.command("table", channel))

    async def show() -> BotReply:
        shown = await who.press(panel.id, custom_id=panel.custom_id("mygames show"))
        who.delete(panel.id)
        return shown

    return lambda: asyncio.create_task(show())


async def show_board(who: Person, channel: str = "dice") -> BotReply:
    """Have the board of a channel posted again."""
    return await (await ready_to_show(who, channel))()


async def of_game(who: Person, what: str, code: str = "", *, channel: str = "dice") -> BotReply:
    """Open the game of this code, or the last one that finished in the channel, and press what asks for ``what``.

    Return what opened it where nothing asks for that.
    """
    opened = await who.command("games", channel, **({"game": code} if code else {}))
    if not code:
        panel = PrivateMessage(who, opened)
        await panel.do("history 0 ")
        opened = await panel.do("played")
    panel = PrivateMessage(who, opened)
    return await panel.do(what) if panel.asks(what) else opened


async def numbers_of(who: Person, code: str = "") -> BotReply:
    """Press what tells the seal and the secret, below the answer of Verify."""
    return await PrivateMessage(who, await of_game(who, "verify", code)).do("secret")


def crowd(world: World, many: int) -> list[str]:
    """The keys of so many people, Ana first; those that the server lacks join it."""
    for number in range(len(world.people), many):
        guest = Member(f"guest{number}", world.ids.next(), f"Guest {number}", ("en-US", "fr")[number % 2])
        world.people[guest.key] = world.members[guest.id] = guest
        world.join(guest)
    return list(world.people)[:many]


def pressable(world: Any, name: str) -> str:
    """The command of this English name as a text names it that people may press on."""
    first = name.split(" ", maxsplit=1)[0]
    return f"</{name}:{next(one['id'] for one in world.commands.values() if one['name'] == first)}>"


def in_log(deed: Deed, language: str = "en") -> str:
    """Why a manager did something, or what they chose, as the log says it."""
    return told_in_log(RenderContext(words_of(language), PLAIN_GLYPHS), deed).why


def refusal(who: Person, error: Exception) -> str:
    """The words in which this person reads ``error`` as a refusal."""
    found = sentence(words_of(who.member.locale[:2]), error)
    assert found is not None, error
    return found


async def forge(who: Person, message: str | BotReply, custom_id: str, *values: str) -> BotReply:
    """Press a custom_id, or choose values, that need not stand on the message: old or invented ones."""
    if isinstance(message, BotReply):
        assert message.message is not None
        message = str(message.message["id"])
    world = who.world
    source = world.messages[message]
    done: asyncio.Future[BotReply] = asyncio.get_running_loop().create_future()

    def settled(one: Interaction) -> None:
        done.set_result(BotReply(one, one.response.data if one.response is not None else None))

    data: Json = {"component_type": _BUTTON, "custom_id": custom_id, "id": 1}
    if values:
        data |= {"component_type": _MENU, "values": list(values)}
    begin(world, COMPONENT, who.member, source.channel, data, source=source, on_settled=settled)
    return await done


def attached(world: World, what: str = "attached") -> list[int]:
    """The shards whose sessions have begun, or whatever else happened to them: ``resumed``, ``lost``."""
    return [one.details[2] for one in world.log if one.what == "gateway" and one.details[0] == what]


async def until(true: Callable[[], Any], seconds: float = 60.0) -> None:
    """Wait until something is true of the world; fail after ``seconds``.

    The stand-in answers on the same event loop: a look that takes long comes less often and leaves it most of the time.
    """
    async with asyncio.timeout(seconds):
        while True:
            since = time.monotonic()
            if true():
                return
            await asyncio.sleep(max(0.005, _REST * (time.monotonic() - since)))


def rows(file: Path, statement: str, *values: Any) -> list[Any]:
    """What a database file holds at this moment, by another connection than the bot's."""
    with closing(sqlite3.connect(file, timeout=5)) as connection:
        return connection.execute(statement, values).fetchall()


def write(file: Path, statement: str, *values: Any) -> None:
    """Change a stopped bot's database file."""
    with closing(sqlite3.connect(file, timeout=5)) as connection, connection:
        connection.execute(statement, values)
