"""Somebody who wants to be left out: all that the bot posts by itself, and all that a stranger opens and shares.

Ana plays and wins like everybody else; Chloe, who has never met her, reads everything there is.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest
from discord import app_commands

from bot.tables.model import days
from bot.tables.model.table import TableId
from bot.tables.posts import RareMoment, Scored
from bot.ui.discord.adapter import read_custom_id
from tests.e2e.playing import PrivateMessage, does, open_panel, words

HOUR, DAY = 3600, 86_400
PANELS = ("leaderboard", "stats", "season", "daily", "puzzle", "games", "help", "tournament league", "table")
BEHIND = ("season",)
CHANGES = (
    *("daily play", "play", "open", "solo", "join", "puzzle", "preferences", "privacy", "settings", "training"),
    *("daily practice", "guide", "tournament play", "rules", "read", "help", "unshare", "option", "down", "sheets"),
)
"""What a reader of lists does not press: games, choices of their own, and pages that name nobody."""
DECISIONS = ("mark", "stop", "pass", "move", "bank", "roll")
"""The first of them that a board offers is done: a turn ends as soon as it may."""
MOST = 4
"""Presses of a kind from one panel."""


class Reader:
    """Somebody who opens every list, turns every page, shares what can be shared, and reads all of it."""

    def __init__(self, evening: Any, key: str) -> None:
        self.evening, self.world, self.who = evening, evening.standin.world, evening.person(key)
        self.private: dict[str, str] = {}
        self.shared = 0

    async def open_everything(self) -> None:
        for panel in PANELS:
            opened = await (open_panel(self.who, panel) if panel in BEHIND else self.who.command(panel))
            if opened.ephemeral and opened.message is not None:
                await self._walk(panel, str(opened.message["id"]))

    async def _walk(self, panel: str, message: str) -> None:
        """Press all that is new, here and on what it opens; of presses of a kind a few."""
        pressed, kinds, waiting = set[str](), Counter[tuple[str, str]](), [message]
        while waiting:
            shown = self.who.message(waiting[-1])
            if shown is not None:
                self.private[f"{panel} {len(self.private)}"] = _all(shown)
            offered = {} if shown is None else does(shown)
            new = [do for do in offered if do not in pressed and not do.startswith(CHANGES) and kinds[_kind(do)] < MOST]
            if not new:
                waiting.pop()
                continue
            do = min(new, key=lambda do: not do.endswith(" share"))
            pressed.add(do)
            kinds[_kind(do)] += 1
            here = str(shown["id"])
            if offered[do].endswith(f":{do}"):
                answer = await self.who.press(here, custom_id=offered[do])
            else:
                answer = await self.who.select(here, do, custom_id=offered[do])
            assert not answer.failed, do
            self.shared += answer.message is not None and not answer.ephemeral and not answer.updated
            if answer.message is not None and answer.ephemeral and str(answer.message["id"]) != here:
                waiting.append(str(answer.message["id"]))

    def posts(self) -> list[str]:
        """All that stands in the channels, but boards of games and their results."""
        public = [one.data for one in self.world.messages.values() if one.reader is None]
        return [_all(one) for one in public if one["author"]["id"] == self.world.bot.id and not _is_board(one)]


async def play_the_daily(who: Any) -> None:
    """Play it to its end, whatever game of the week it is."""
    board = PrivateMessage(who, await who.command("daily"))
    await board.do("daily play")
    while (do := next((do for do in DECISIONS if board.asks(do)), None)) is not None:
        await board.do(do)


def _all(message: Any) -> str:
    """Its words, and what its pictures say."""
    alts = [one.get("description") or "" for one in message["attachments"]]
    return "\n".join((words(message), *alts))


def _kind(do: str) -> tuple[str, str]:
    """What a press is about: its first word and its last, without numbers."""
    told = re.sub(r"\d+", "", do).split() or [do]
    return told[0], told[-1]


def _is_board(message: Any) -> bool:
    presses = [read_custom_id(custom_id) for custom_id in does(message).values()]
    return any(press is not None and press.table is not None for press in presses)


@pytest.mark.long(30)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("choice", ["named", "listed"])
async def test_nothing_that_the_bot_posts_or_others_share_names_somebody_who_does_not_want_that(
    evening: Any, finished: Any, choice: str
) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    client, world, guild = evening.client, evening.standin.world, int(evening.standin.world.guild.id)
    reader = Reader(evening, "chloe")
    await client.services.preferences.choose(int(ana.id), **{choice: False})
    await client.services.settings.choose(guild, post_channel=int(world.find_channel("general").id))

    async def until(moment: float) -> None:
        world.advance(int(moment) - evening.now() + 1)
        await client.posts.look(evening.now())
        await client.scheduler.tick()
        await evening.settle()

    def next_hour(hour: int, *, weekday: int | None = None) -> float:
        found = datetime.fromtimestamp(evening.now(), UTC).replace(hour=hour, minute=0, second=0).timestamp()
        while found <= evening.now() or weekday not in (None, datetime.fromtimestamp(found, UTC).weekday()):
            found += DAY
        return found

    for _ in range(2):  # Two days, so that she has played without a gap.
        for who in (ana, ben):
            await play_the_daily(who)
            puzzle = PrivateMessage(who, await who.command("puzzle"))
            await puzzle.do(next(do for do in puzzle.does if do.startswith("puzzle answer")))
        await finished(evening, ("ana", 300), ("ben", 200))
        await finished(evening, ("ana", 12), ("ben", 9), game="yamslam")
        await reader.open_everything()
        await until(next_hour(9))
    record = Scored("yum_plus", int(ana.id), 420)
    moment = RareMoment(
        guild,
        "yum_plus",
        evening.now(),
        table=TableId(7_000_001),
        record=record,
        before=300,
        first_wins=(int(ana.id),),
        flawless=(int(ana.id),),
    )
    await client.posts._post_moment(moment)
    own = PrivateMessage(ben, await ben.command("stats"))
    await own.do(f"stats {ben.id} * * rivals")
    await own.do(next(do for do in own.does if do.endswith(" show")))
    await until(next_hour(19, weekday=6))
    await until(days.day_begins(days.next_month(days.day_of(evening.now()))) + 30)
    await finished(evening, ("ben", 300), ("chloe", 200))
    await reader.open_everything()
    posts = reader.posts()
    for title in ("Good morning!", "A server record", "The week of", "Season 1 is over"):
        assert any(title in said for said in posts), title
    assert reader.shared >= 10
    assert any(ben.mention in said for said in posts), "others are named"
    assert [said for said in (*posts, *reader.private.values()) if ana.mention in said or "Ana" in said] == []
    assert ana.pings == ben.pings == [], "no post notifies anybody"


async def test_the_reader_opens_every_command_but_those_that_play_or_choose(evening: Any) -> None:
    commands = evening.client.tree.walk_commands()
    names = {one.qualified_name for one in commands if isinstance(one, app_commands.Command)}
    playing = {name for name in names if name.endswith(" start")} | {"train"}
    assert names - playing - {"preferences", "rules", "settings"} == set(PANELS) - set(BEHIND)
