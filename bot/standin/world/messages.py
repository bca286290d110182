"""Builds and edits messages, from a bot's payload to what everybody sees, files included."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from mimetypes import guess_type
from typing import Any

from bot.standin.world import mentions, payloads
from bot.standin.world.attachments import files_of, pictures
from bot.standin.world.clock import iso
from bot.standin.world.errors import ApiError
from bot.standin.world.limits import check_files, check_message
from bot.standin.world.limits_components import number_components, texts
from bot.standin.world.model import COMPONENTS_V2, EPHEMERAL, LOADING, Blob, Channel, Json, Member, Message
from bot.standin.world.world import World

__all__ = ["Upload", "announce_thread", "compose", "relink", "revise"]

THREAD_CREATED = 18
"""The type of the message by which Discord says that somebody has started a thread."""
_KEPT_FLAGS = 1 << 2 | 1 << 12 | COMPONENTS_V2
_MEDIA = ("url", "proxy_url", "width", "height", "description")
_UNSAFE = re.compile(r"[^\w.\-]+", re.ASCII)


@dataclass(slots=True)
class Upload:
    """A file that came with a request."""

    name: str
    data: bytes


Uploads = Mapping[int, Upload]


def compose(
    world: World,
    channel: Channel,
    author: Member,
    payload: Json,
    files: Uploads,
    *,
    reader: str | None = None,
    by_webhook: bool = False,
    extra: Json | None = None,
) -> Message:
    """Check and build a new message (not yet in the world). `reader` makes it private; `extra` joins its JSON."""
    check_message(payload, world.emojis)
    check_files([len(upload.data) for upload in files.values()])
    message_id = world.ids.next()
    content = payload.get("content") or ""
    components = number_components(payload.get("components") or [])
    flags = (payload.get("flags") or 0) & _KEPT_FLAGS
    attachments = _attach(world, channel, payload.get("attachments"), files, reader)
    embeds, attachments = _embeds(payload.get("embeds") or [], attachments)
    if not (content or embeds or components or attachments):
        raise ApiError(50006)
    spoken = texts(components) if flags & COMPONENTS_V2 else content
    users, roles, everyone, pinged = mentions.resolve(
        world, author, channel, spoken, payload.get("allowed_mentions"), by_webhook=by_webhook
    )
    now = world.clock.now()
    data: Json = {
        "id": message_id,
        "channel_id": channel.id,
        "type": 0,
        "content": content,
        "author": payloads.user(author),
        "embeds": embeds,
        "attachments": attachments,
        "components": components,
        "mentions": [payloads.user(user) for user in users],
        "mention_roles": roles,
        "mention_everyone": everyone,
        "pinned": False,
        "tts": False,
        "timestamp": iso(now),
        "edited_timestamp": None,
        "flags": flags | EPHEMERAL if reader else flags,
    }
    if extra:
        data |= extra
    if payload.get("nonce") is not None:
        data["nonce"] = payload["nonce"]
    return Message(data, channel, now, reader, frozenset() if reader else pinged)


def announce_thread(world: World, thread: Channel, author: Member) -> None:
    """Say in the channel above that `author` has started a thread: Discord does so unless it began on a message.

    Documented in discord-api-docs#5256: type 18, the name as its content, a reference to the thread.
    """
    assert thread.parent is not None  # noqa: S101 - callers checked; this is for the type checker
    begun = compose(world, thread.parent, author, {"content": thread.name, "allowed_mentions": {"parse": []}}, {})
    reference = {"type": 0, "channel_id": thread.id, "guild_id": thread.guild_id}
    begun.data |= {"type": THREAD_CREATED, "message_reference": reference}
    world.add_message(begun)


def revise(world: World, message: Message, payload: Json, files: Uploads) -> None:
    """Check an edit and apply it. Absent keys stay; an edit must leave something; it notifies nobody."""
    old = message.data
    v2 = bool(old["flags"] & COMPONENTS_V2)
    check_message(payload, world.emojis, v2_before=v2)
    changes: Json = {}
    if "content" in payload:
        changes["content"] = payload["content"] or ""
    if "components" in payload:
        changes["components"] = number_components(payload["components"] or [])
    if "embeds" in payload or "attachments" in payload or files:
        _revise_files(world, message, payload, files, changes)
    flags: int = old["flags"] & ~LOADING
    if payload.get("flags") is not None:
        flags = flags & ~4 | int(payload["flags"]) & (4 | COMPONENTS_V2)
    changes["flags"] = flags
    after = {**old, **changes}
    if not (after["content"] or after["embeds"] or after["components"] or after["attachments"]):
        raise ApiError(50006)
    if "content" in changes:
        author = world.members[old["author"]["id"]]
        allowed = payload.get("allowed_mentions")
        users, roles, everyone, _ = mentions.resolve(
            world, author, message.channel, changes["content"], allowed, by_webhook="webhook_id" in old
        )
        changes["mentions"] = [payloads.user(user) for user in users]
        changes |= {"mention_roles": roles, "mention_everyone": everyone}
    world.edit_message(message, changes, stamp=not old["flags"] & LOADING)


def _revise_files(world: World, message: Message, payload: Json, files: Uploads, changes: Json) -> None:
    old = message.data
    before = files_of(old)
    inside = _embedded(world, message)
    kept: list[Json] = old["attachments"] + inside
    if payload.get("attachments") is not None:
        notes = {str(note.get("id")): note for note in payload["attachments"]}
        kept = [_noted(attachment, notes[attachment["id"]]) for attachment in kept if attachment["id"] in notes]
    check_files([len(upload.data) for upload in files.values()])
    fresh = _attach(world, message.channel, payload.get("attachments"), files, message.reader)
    if "embeds" in payload:
        shown = payload["embeds"] or []
        changes["embeds"], changes["attachments"] = _embeds(shown, fresh + kept, inside)
    else:
        hidden = {attachment["id"] for attachment in inside}
        changes["attachments"] = [attachment for attachment in kept + fresh if attachment["id"] not in hidden]
    for gone in before - files_of({**old, **changes}):
        world.drop_blob(gone)


def _noted(attachment: Json, note: Json) -> Json:
    """A kept attachment with the description an edit gives it, if any."""
    return attachment | {"description": note["description"]} if note.get("description") else attachment


def _embedded(world: World, message: Message) -> list[Json]:
    """The attachments that embeds of a message show; `attachments` does not list them, but they are still there."""
    attachments: list[Json] = []
    for media, blob_id in pictures(message.data["embeds"]):
        blob = world.blobs.get(blob_id)
        if blob is None or any(known["id"] == blob_id for known in attachments):
            continue
        attachment = {"id": blob_id, "filename": blob.name, "size": len(blob.data), "content_type": blob.content_type}
        attachment |= {part: media[part] for part in _MEDIA if part in media}
        if message.reader:
            attachment["ephemeral"] = True
        attachments.append(attachment)
    return attachments


def _attach(world: World, channel: Channel, listed: Any, files: Uploads, reader: str | None) -> list[Json]:
    """Store uploaded files; returns their attachment objects in the order they were listed."""
    notes = {str(note.get("id")): note for note in listed or ()}
    result: list[Json] = []
    for number, upload in files.items():
        if listed is not None and str(number) not in notes:
            continue
        note = notes.get(str(number), {})
        name = _UNSAFE.sub("_", str(note.get("filename") or upload.name)) or "file"
        blob_id = world.ids.next()
        content_type = guess_type(name)[0] or "application/octet-stream"
        world.add_blob(blob_id, Blob(name, content_type, upload.data))
        url = file_url(world, channel.id, blob_id, name)
        attachment: Json = {"id": blob_id, "filename": name, "size": len(upload.data), "url": url, "proxy_url": url}
        attachment["content_type"] = content_type
        if size := _png_size(upload.data):
            attachment["width"], attachment["height"] = size
        if note.get("description"):
            attachment["description"] = note["description"]
        if reader:
            attachment["ephemeral"] = True
        result.append(attachment)
    return result


def file_url(world: World, channel_id: str, blob_id: str, name: str) -> str:
    """Where a file is served."""
    return world.link(f"/attachments/{channel_id}/{blob_id}/{name}")


def _png_size(data: bytes) -> tuple[int, int] | None:
    if data[:8] != b"\x89PNG\r\n\x1a\n" or len(data) < 24:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _embeds(
    embeds: list[Json], attachments: list[Json], older: list[Json] | None = None
) -> tuple[list[Json], list[Json]]:
    """Finish embeds. `attachment://name` becomes the file's address, and the list of attachments drops that file.

    `attachments` are the current ones; `older` are those of the embeds before, which the new embeds may show again even
    if the edit did not keep them. A kept file that no embed shows any more returns to the list: it reappears below.
    """
    by_name = {attachment["filename"]: attachment for attachment in reversed([*attachments, *(older or ())])}
    used: set[str] = set()
    result: list[Json] = []
    for embed in embeds:
        finished = {"type": "rich", **embed}
        for key in ("image", "thumbnail"):
            picture = finished.get(key)
            url = picture.get("url", "") if picture else ""
            if not url.startswith("attachment://"):
                continue
            name = _UNSAFE.sub("_", url.removeprefix("attachment://"))
            if file := by_name.get(name):
                used.add(file["id"])
                finished[key] = {part: file[part] for part in _MEDIA if part in file}
        used.update(file_id for _, file_id in pictures([finished]))
        result.append(finished)
    return result, [attachment for attachment in attachments if attachment["id"] not in used]


def relink(world: World, message: Message) -> None:
    """Write the addresses of a message's files anew: they name the port and the secret of one run."""
    for attachment in message.data["attachments"]:
        attachment["url"] = attachment["proxy_url"] = file_url(
            world, message.channel.id, attachment["id"], attachment["filename"]
        )
    for picture, blob_id in pictures(message.data["embeds"]):
        if blob := world.blobs.get(blob_id):
            picture["url"] = file_url(world, message.channel.id, blob_id, blob.name)
            picture["proxy_url"] = picture["url"]
