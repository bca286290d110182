"""Pictures on messages: attached, inside the frame, and with a description in words.

The bot draws a picture before the answer, so that one request sends both. It leaves out one that takes too long.
"""

import asyncio
import io
import logging
import re
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

import discord

from bot.locales import Words
from bot.pictures import RendererClosed, podium_alt, season_alt
from bot.pictures.renderer import PictureRenderer
from bot.screens.kit import PodiumPicture, SeasonPicture
from bot.ui.discord.adapter import Frame, Rendered
from bot.ui.discord.press_event import PressedMessage

log = logging.getLogger(__name__)

_FILE = re.compile(r"attachments/\d+/(\d+)/([^/?#]+)")
"""The id and the name of a file in its address."""

_SECONDS = 1.8
"""Discord wants an answer within 3."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG to attach."""

    name: str
    """The name of the file: ``scores.png``."""
    png: bytes
    alt: str
    """Its description in words."""

    def file(self) -> discord.File:
        """Return it as discord.py sends it; each can be sent once."""
        return discord.File(io.BytesIO(self.png), filename=self.name, description=self.alt)


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A picture that a message has already. An answer to a press removes every file that it does not name."""

    name: str
    id: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as discord.py names a file that stays."""
        return {"id": self.id}


@dataclass(frozen=True, slots=True)
class PicturedMessage:
    """A message with a frame for its picture above that of its text."""

    rendered: Rendered
    picture: Picture | KeptPicture

    @property
    def sent(self) -> dict[str, Any]:
        """The arguments of ``send`` and ``send_message``."""
        return self._kwargs() | {"files": [self.picture.file()] if isinstance(self.picture, Picture) else []}

    @property
    def edited(self) -> dict[str, Any]:
        """The arguments of ``edit`` and ``edit_message``."""
        picture = self.picture
        return self._kwargs() | {"attachments": [picture.file() if isinstance(picture, Picture) else picture]}

    @property
    def framed(self) -> dict[str, Any]:
        """The arguments of an edit of the frames alone."""
        return {name: self.edited[name] for name in ("embeds", "attachments")}

    def _kwargs(self) -> dict[str, Any]:
        text = self.rendered
        above = Frame({"type": "rich", "color": text.embed.to_dict()["color"], **_image(self.picture.name)})
        return {"content": text.content or None, "embeds": [above, text.embed], "view": text.view}


def kept_frames(message: discord.Message | None) -> dict[str, Any]:
    """Return the arguments of an answer to a press that keep the frames of ``message`` with their pictures.

    Nothing if no frame has one.
    """
    if isinstance(message, PressedMessage) and not message.pictured:
        return {}
    frames, kept = [], []
    for embed in message.embeds if message is not None else ():
        json: dict[str, Any] = dict(embed.to_dict())
        file = _FILE.search(embed.image.url or "")
        if file is not None:
            kept.append(KeptPicture(file[2], int(file[1])))
            json |= _image(file[2])
        frames.append(Frame(json))
    return {"embeds": frames, "attachments": kept} if kept else {}


def has_picture(message: discord.Message | KeptPicture | None) -> bool:
    """Return whether a pressed message shows a picture, or its picture is all that is known of a message."""
    return isinstance(message, KeptPicture) or (isinstance(message, PressedMessage) and message.pictured)


def kept_picture(message: discord.Message | KeptPicture | None, name: str) -> KeptPicture | None:
    """Return the file called ``name`` in a frame of ``message``, or where that is all that is known of a message."""
    if message is None or isinstance(message, KeptPicture):
        return message if message is not None and message.name == name else None
    urls = message.image_urls if isinstance(message, PressedMessage) else _image_urls(message)
    files = filter(None, map(_FILE.search, urls))
    return next((KeptPicture(name, int(file[1])) for file in files if file[2] == name), None)


def _image_urls(message: discord.Message) -> list[str]:
    return [embed.image.url or "" for embed in message.embeds]


def picture_after(edit: dict[str, Any], message: discord.Message | None) -> KeptPicture | None:
    """Return the picture of a message after an ``edit`` with these arguments; Discord has returned ``message`` then."""
    files = edit.get("attachments") or (None,)
    return kept_picture(message, files[0].filename) if isinstance(files[0], discord.File) else files[0]


async def within_seconds(drawing: Awaitable[bytes], seconds: float = _SECONDS) -> bytes | None:
    """Return the PNG; None if drawing fails or takes too long (the next time finds it finished)."""
    try:
        return await asyncio.wait_for(drawing, seconds)
    except TimeoutError:
        log.info("a picture was left out: not drawn in %s seconds", seconds)
    except RendererClosed:
        pass
    except Exception:  # No picture is worth an answer.
        log.exception("a picture could not be drawn")
    return None


async def podium_picture(t: Words, renderer: PictureRenderer, shown: PodiumPicture, seconds: float) -> Picture | None:
    """Return the picture of a podium, which says in words what it shows; None as :func:`within_seconds`."""
    png = await within_seconds(renderer.picture(shown), seconds)
    return None if png is None else Picture("podium.png", png, podium_alt(t, shown))


async def season_picture_of(
    t: Words, renderer: PictureRenderer, shown: SeasonPicture, seconds: float
) -> Picture | None:
    """Return the picture of a season, which says in words what it shows; None as :func:`within_seconds`."""
    png = await within_seconds(renderer.picture(shown), seconds)
    return None if png is None else Picture("season.png", png, season_alt(t, shown))


def with_picture(rendered: Rendered, picture: Picture | None) -> dict[str, Any]:
    """Return the arguments of ``send`` and ``send_message``."""
    if picture is None:
        return rendered.kwargs
    return rendered.kwargs | {"embed": _embed_with_picture(rendered, picture), "file": picture.file()}


def edit_with_picture(rendered: Rendered, picture: Picture | None) -> dict[str, Any]:
    """Return the arguments of ``edit`` and ``edit_message``; without a picture they remove an earlier one."""
    if picture is None:
        return rendered.kwargs | {"attachments": []}
    return rendered.kwargs | {"embed": _embed_with_picture(rendered, picture), "attachments": [picture.file()]}


def _embed_with_picture(rendered: Rendered, picture: Picture) -> Frame:
    """Return the frame of ``rendered`` with the picture in it."""
    return Frame({**rendered.embed.to_dict(), **_image(picture.name)})


def _image(name: str) -> dict[str, Any]:
    return {"image": {"url": f"attachment://{name}"}}
