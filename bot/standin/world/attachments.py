"""Which files a message needs, by its JSON: those it lists, and those its embeds show."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.standin.world.model import Json

__all__ = ["files_of", "pictures"]

_FILE = re.compile(r"/attachments/\d+/(\d+)/")


def pictures(embeds: list[Json]) -> Iterator[tuple[Json, str]]:
    """The pictures of embeds that are files of this world, each with the file's id."""
    for embed in embeds:
        for key in ("image", "thumbnail"):
            if (picture := embed.get(key)) and (match := _FILE.search(picture.get("url", ""))):
                yield picture, match[1]


def files_of(data: Json) -> set[str]:
    """Ids of the files a message needs."""
    return {attachment["id"] for attachment in data["attachments"]} | {
        file_id for _, file_id in pictures(data["embeds"])
    }
