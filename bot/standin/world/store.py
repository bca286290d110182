"""Keeps a world between runs: one JSON file, and one file per attachment and emoji picture, for this user only."""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path
from typing import Any

import orjson

from bot.standin.world.messages import relink
from bot.standin.world.model import Blob, Channel, Emoji, Guild, Json, Message, Role
from bot.standin.world.world import World

__all__ = ["Store"]

_log = logging.getLogger(__name__)
_FORMAT = 1
_MESSAGES_KEPT = 2000
_PAUSE = 1.0
_NEEDED = {"id", "author", "content", "embeds", "attachments", "components", "flags", "mentions", "timestamp"}


class Store:
    """Keeps a world in a directory, without private messages: Discord's client forgets them as well."""

    def __init__(self, world: World, directory: Path) -> None:
        self._world = world
        self._directory = directory
        self._file = directory / "standin.json"
        self._blobs = directory / "files"
        self._saved = -1
        self._written: set[str] = set()
        self._writing: asyncio.Future[None] | None = None

    def load(self) -> None:
        """Fill the world from the directory. Move a file that it cannot read aside, with a warning."""
        self._blobs.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._blobs.chmod(0o700)
        if self._file.exists():
            self._file.chmod(0o600)
            try:
                data = orjson.loads(self._file.read_bytes())
                parsed = _Parsed(data)
                self._take(parsed)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                aside = self._file.with_suffix(".broken")
                self._file.replace(aside)
                _log.warning("The saved world could not be read (%r); it is kept as %s", error, aside)
        self._saved = self._world.revision

    def _take(self, parsed: _Parsed) -> None:
        world = self._world
        for key, locale in parsed.locales.items():
            if key in world.people:
                world.people[key].locale = locale
        world.chosen.update(parsed.chosen)
        world.installed.update(parsed.installed)
        world.channels.update(parsed.channels)
        self._take_guilds(parsed)
        world.recompute()
        world.commands.update(parsed.commands)
        world.emojis.update(parsed.emojis)
        world.ids.last = max(world.ids.last, parsed.last_id)
        for blob_id, (name, kind) in parsed.blobs.items():
            file = self._blobs / blob_id
            if file.exists():
                world.blobs[blob_id] = Blob(name, kind, file.read_bytes())
                self._written.add(blob_id)
        for gone in set(world.emojis) - set(world.blobs):
            del world.emojis[gone]
        for channel in world.channels.values():
            for message in channel.messages.values():
                relink(world, message)
                world.messages[message.id] = message

    def _take_guilds(self, parsed: _Parsed) -> None:
        """The members of each guild, the bot included. Files of older versions do not hold them."""
        world = self._world
        world.guilds.update(parsed.guilds)
        world.guild = world.guilds[world.guild_id]
        for channel in parsed.channels.values():
            channel.guild_id = "" if channel.is_conversation else channel.guild_id or world.guild_id
        if parsed.roles:
            world.roles = parsed.roles
        for who in world.members.values():
            who.roles = [key for key in parsed.roles_of.get(who.id, who.roles) if key in world.roles]

    def _snapshot(self) -> tuple[Json, dict[str, bytes]]:
        """The JSON, and the files that are not written yet. Messages never change in place, so this is consistent."""
        world = self._world
        data: Json = {
            "format": _FORMAT,
            "last_id": world.ids.last,
            "locales": {who.key: who.locale for who in world.people.values()},
            "chosen": sorted(world.chosen),
            "installed": sorted(world.installed),
            "guilds": list(world.guilds.values()),
            "roles": list(world.roles.values()),
            "roles_of": {who.id: who.roles for who in world.members.values()},
            "channels": [_channel(channel) for channel in world.channels.values()],
            "commands": list(world.commands.values()),
            "emojis": [[emoji.id, emoji.name, emoji.animated] for emoji in world.emojis.values()],
            "blobs": {key: [blob.name, blob.content_type] for key, blob in world.blobs.items()},
        }
        fresh = {key: blob.data for key, blob in world.blobs.items() if key not in self._written}
        return data, fresh

    def _write(self, data: Json, fresh: dict[str, bytes]) -> None:
        for blob_id, content in fresh.items():
            (self._blobs / blob_id).write_bytes(content)
        part = self._file.with_suffix(".part")
        part.unlink(missing_ok=True)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(orjson.dumps(data))
            out.flush()
            os.fsync(out.fileno())
        part.replace(self._file)
        for old in self._written - data["blobs"].keys():
            (self._blobs / old).unlink(missing_ok=True)
        self._written = (self._written | fresh.keys()) & data["blobs"].keys()

    async def save(self) -> None:
        """Write the world if it has changed since the last time."""
        if self._saved == self._world.revision:
            return
        self._saved = self._world.revision
        data, fresh = self._snapshot()
        self._writing = asyncio.ensure_future(asyncio.to_thread(self._write, data, fresh))
        await asyncio.shield(self._writing)

    async def close(self) -> None:
        """Save for the last time, after a write under way."""
        if self._writing is not None:
            await asyncio.wait((self._writing,))
        await self.save()

    async def keep_saving(self) -> None:
        """Save about once a second for as long as this runs."""
        while True:
            await asyncio.sleep(_PAUSE)
            try:
                await self.save()
            except OSError as error:
                self._saved = -1
                _log.warning("The world could not be saved: %s", error)


def _channel(channel: Channel) -> Json:
    public = [message for message in channel.messages.values() if message.reader is None][-_MESSAGES_KEPT:]
    return {
        "id": channel.id,
        "guild": channel.guild_id,
        "name": channel.name,
        "type": channel.type,
        "topic": channel.topic,
        "position": channel.position,
        "parent": channel.parent.id if channel.parent else None,
        "overrides": {key: list(value) for key, value in channel.overrides.items()},
        "owner": channel.owner_id,
        "members": sorted(channel.members),
        "recipients": sorted(channel.recipients),
        "archived": channel.archived,
        "locked": channel.locked,
        "auto_archive": channel.auto_archive,
        "changed": channel.changed,
        "sent": channel.sent,
        "messages": [[message.data, message.created, sorted(message.pinged)] for message in public],
    }


class _Parsed:
    """The saved file turned into objects, before anything of it reaches the world."""

    def __init__(self, data: Any) -> None:
        if data["format"] != _FORMAT:
            raise ValueError(f"unknown format {data['format']!r}")
        self.last_id = int(data["last_id"])
        self.locales: dict[str, str] = {str(key): str(value) for key, value in data["locales"].items()}
        self.chosen: list[str] = data.get("chosen", [])
        self.installed: list[str] = data.get("installed", [])
        self.commands: dict[str, Json] = {entry["id"]: entry for entry in data["commands"]}
        self.emojis = {key: Emoji(key, name, animated) for key, name, animated in data["emojis"]}
        self.blobs: dict[str, tuple[str, str]] = {
            key: (name, kind) for key, (name, kind) in data["blobs"].items() if key.isdigit()
        }
        self.guilds = {entry["id"]: Guild(**entry) for entry in data.get("guilds", ())}
        self.roles = {entry["id"]: Role(**entry) for entry in data.get("roles", ())}
        self.roles_of: dict[str, list[str]] = data.get("roles_of", {})
        self.channels: dict[str, Channel] = {}
        for entry in data["channels"]:
            self.channels[entry["id"]] = self._channel(entry)
        for entry in data["channels"]:
            if entry["parent"] is not None:
                self.channels[entry["id"]].parent = self.channels[entry["parent"]]

    def _channel(self, entry: Json) -> Channel:
        channel = Channel(entry["id"], entry["name"], entry["type"], entry["topic"], entry["position"])
        channel.overrides = {key: (allow, deny) for key, (allow, deny) in entry["overrides"].items()}
        channel.owner_id = entry["owner"]
        channel.members = set(entry["members"])
        channel.recipients = set(entry.get("recipients", ()))
        channel.archived, channel.locked = entry["archived"], entry["locked"]
        channel.auto_archive, channel.changed = entry["auto_archive"], entry["changed"]
        channel.sent = entry["sent"]
        channel.guild_id = entry.get("guild", "")
        for data, created, pinged in entry["messages"]:
            if not data.keys() >= _NEEDED:
                raise ValueError("a message is incomplete")
            channel.messages[data["id"]] = Message(data, channel, created, None, frozenset(pinged))
            channel.last_message = data["id"]
        return channel
