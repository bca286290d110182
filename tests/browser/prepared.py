"""Boards on the page without a bot: tests hand over screens, a stand-in on a thread of its own shows them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from bot import art
from bot.pictures.renderer import draw
from bot.screens.kit import Glyphs, Screen
from bot.standin.server import Standin
from bot.standin.world.messages import Upload, compose, revise
from bot.standin.world.model import Blob, Emoji, Message
from bot.ui.discord.adapter import Rendered, render

_PICTURE = "board.png"


class PreparedBoards:
    """The page of a stand-in whose bot is here without a program: what tests show is all it ever says.

    Use as ``with``. ``players`` are the ids of the four people of the page, ``glyphs`` the emojis that it can show.
    """

    def __init__(self) -> None:
        """Start with an empty channel."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._message: Message | None = None
        self._step = 0

    def __enter__(self) -> Self:
        self._thread.start()
        self._run(self._start)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._run(self._standin.close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, act: Callable[[], Any]) -> None:
        asyncio.run_coroutine_threadsafe(act(), self._loop).result(10)

    async def _start(self) -> None:
        self._standin = Standin()
        await self._standin.start()
        world = self._standin.world
        self.address = self._standin.page_url
        self.players = tuple(int(one.id) for one in world.people.values())
        shown = {}
        for name in art.NAMES:
            one = Emoji(world.ids.next(), art.emoji(name))
            world.emojis[one.id] = one
            world.add_blob(one.id, Blob(f"{name}.png", "image/png", art.read(name)))
            shown[name] = f"<:{one.name}:{one.id}>"
        self.glyphs: Glyphs = shown
        world.set_online(1)

    def show(self, screen: Screen, glyphs: Glyphs | None = None) -> str:
        """Show ``screen`` in the place of the one before, as a press does; return what its custom_ids begin with."""
        self._step += 1
        rendered = render(screen, self.glyphs if glyphs is None else glyphs, "5", self._step)

        async def post() -> None:
            world = self._standin.world
            if self._message is None:
                channel = next(iter(world.channels.values()))
                self._message = compose(world, channel, world.bot, _json(rendered), _files(rendered))
                world.add_message(self._message)
            else:
                revise(world, self._message, _json(rendered), _files(rendered))

        self._run(post)
        return f"g1:5:{self._step}:"


def _json(rendered: Rendered) -> dict[str, Any]:
    frame = rendered.embed.to_dict()
    picture = {"type": "rich", "color": frame["color"], "image": {"url": f"attachment://{_PICTURE}"}}
    return {
        "content": rendered.content,
        "embeds": [frame] if rendered.picture is None else [picture, frame],
        "components": rendered.view.to_components(),
        "attachments": [] if rendered.picture is None else [{"id": 0}],
    }


def _files(rendered: Rendered) -> dict[int, Upload]:
    """The picture above the frame, drawn."""
    shown = rendered.picture
    if shown is None:
        return {}
    return {0: Upload(_PICTURE, draw(shown))}
