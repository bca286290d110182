"""Routes about channels, their messages and threads, and the guild; with the bot's permissions."""

from __future__ import annotations

from itertools import takewhile

from bot.standin.rest.router import RestCall, RestRouter
from bot.standin.world import payloads
from bot.standin.world import permissions as may
from bot.standin.world.errors import ApiError, FormErrors
from bot.standin.world.messages import announce_thread, compose, revise
from bot.standin.world.model import DIRECT, FORUM, MEDIA, PRIVATE_THREAD, THREADS_OF, Channel, Json, Message
from bot.standin.world.world import World

__all__ = ["add_routes"]

_NONCE_SECONDS = 300.0
"""Discord says "the past few minutes"."""

_OLD = 3600.0
_OLD_EDITS, _OLD_WINDOW = 3, 6.0
_ARCHIVE_TIMES = (60, 1440, 4320, 10080)


def add_routes(router: RestRouter) -> None:
    """Add these routes to the table."""
    add = router.add
    channel = "/channels/{channel_id}"
    message = channel + "/messages/{message_id}"
    add("GET", channel, get_channel)
    add("PATCH", channel, edit_thread)
    add("GET", channel + "/messages", list_messages)
    add("POST", channel + "/messages", send_message)
    add("GET", message, get_message)
    add("PATCH", message, edit_message)
    add("DELETE", message, delete_message)
    add("POST", message + "/threads", start_thread)
    add("POST", channel + "/threads", start_thread)
    add("PUT", channel + "/thread-members/{user_id}", join_thread)
    add("DELETE", channel + "/thread-members/{user_id}", leave_thread)


def _channel(call: RestCall) -> Channel:
    """The channel of the path, which the bot has to see."""
    channel = call.world.channels.get(call.args[0])
    if channel is None:
        raise ApiError(10003)
    if not call.world.sees(call.world.bot, channel):
        raise ApiError(50001)
    return channel


def _need(call: RestCall, channel: Channel, bit: int) -> None:
    if not call.world.can(call.world.bot, channel, bit):
        raise ApiError(50013)


def _message(call: RestCall) -> Message:
    _channel(call)
    return call.world.message(call.args[0], call.args[1])


def _shown(call: RestCall, channel: Channel) -> Json:
    if channel.is_thread:
        return payloads.thread_for_bot(call.world, channel)
    return payloads.channel(call.world, channel)


# Channels


def get_channel(call: RestCall) -> Json:
    """One channel or thread."""
    return _shown(call, _channel(call))


def edit_thread(call: RestCall) -> Json:
    """Archive, lock or rename a thread."""
    world, channel, form = call.world, _thread(call), call.form()
    errors = FormErrors()
    if "name" in form:
        errors.length(("name",), form["name"], 100, 1)
    errors.check()
    manages = world.can(world.bot, channel, may.MANAGE_THREADS)
    unlocking = form.get("locked") is not None and form["locked"] != channel.locked
    if not manages and (unlocking or channel.locked or channel.owner_id != world.bot.id):
        raise ApiError(50013)
    if channel.archived and form.get("archived", True):
        raise ApiError(50083)
    channel.name = form.get("name", channel.name)
    channel.auto_archive = form.get("auto_archive_duration", channel.auto_archive)
    world.archive(channel, form.get("archived", channel.archived), locked=form.get("locked"))
    return _shown(call, channel)


# Messages


def _sendable(call: RestCall, channel: Channel) -> None:
    if channel.type in (FORUM, MEDIA):
        raise ApiError(40058)
    if channel.type == DIRECT:
        _takes_messages(call.world, channel)
    _need(call, channel, may.SEND_MESSAGES_IN_THREADS if channel.is_thread else may.SEND_MESSAGES)


def _takes_messages(world: World, channel: Channel) -> None:
    """Refuse to write to somebody who takes no messages of the bot's, or has nothing in common with it."""
    for person in channel.recipients - {world.bot.id}:
        if person in world.closed:
            raise ApiError(50007)
        shared = any({person, world.bot.id} <= guild.members.keys() for guild in world.guilds.values())
        if not shared and person not in world.installed:
            raise ApiError(50278)


def _number(call: RestCall, key: str) -> int | None:
    value = call.query.get(key)
    return int(value) if value and value.isdigit() else None


def list_messages(call: RestCall) -> list[Json]:
    """The newest messages first; private ones are never among them."""
    channel = _channel(call)
    if not call.world.can(call.world.bot, channel, may.READ_MESSAGE_HISTORY):
        return []
    limit = min(_number(call, "limit") or 50, 100)
    messages = call.world.seen_by(
        call.world.bot, channel, limit=limit, before=_number(call, "before"), after=_number(call, "after")
    )
    return [message.data for message in reversed(messages)]


def get_message(call: RestCall) -> Json:
    """One message."""
    return _message(call).data


def send_message(call: RestCall) -> Json:
    """Send a message; into an archived thread it reopens it."""
    world, channel, form = call.world, _channel(call), call.form()
    _sendable(call, channel)
    if call.files:
        _need(call, channel, may.ATTACH_FILES)
    if form.get("embeds") and not world.can(world.bot, channel, may.EMBED_LINKS):
        form = {**form, "embeds": []}
    known = _known_by_nonce(world, channel, form)
    if known is not None:
        return known.data
    message = compose(world, channel, world.bot, form, call.files)
    world.revive(world.bot, channel)
    world.add_message(message)
    return message.data


def _known_by_nonce(world: World, channel: Channel, form: Json) -> Message | None:
    """The message that the bot sent with the same nonce some minutes ago: return it, and send nothing twice."""
    nonce, earliest = form.get("nonce"), world.clock.now() - _NONCE_SECONDS
    if nonce is None or not form.get("enforce_nonce"):
        return None
    recent = takewhile(lambda message: message.created >= earliest, reversed(channel.messages.values()))
    return next((message for message in recent if message.data.get("nonce") == nonce), None)


def edit_message(call: RestCall) -> Json:
    """Edit the bot's own message. Discord takes only three edits of old messages in six seconds per channel."""
    world, message = call.world, _message(call)
    if message.data["author"]["id"] != world.bot.id:
        raise ApiError(50005)
    if message.channel.archived:
        raise ApiError(50083)
    if call.files:
        _need(call, message.channel, may.ATTACH_FILES)
    _check_age(call, message)
    form = call.form()
    if form.get("embeds") and not world.can(world.bot, message.channel, may.EMBED_LINKS):
        form = {**form, "embeds": []}
    revise(world, message, form, call.files)
    return message.data


def _check_age(call: RestCall, message: Message) -> None:
    now = call.world.clock.now()
    if now - message.created <= _OLD:
        return
    recent = [moment for moment in message.channel.old_edits if now - moment < _OLD_WINDOW]
    message.channel.old_edits = recent
    if len(recent) >= _OLD_EDITS:
        wait = round(_OLD_WINDOW - (now - recent[0]), 3)
        headers = {"Via": "1.1 standin", "Retry-After": str(wait), "X-RateLimit-Scope": "user"}
        raise ApiError(30046, body={"retry_after": wait, "global": False}, headers=headers)
    recent.append(now)


def delete_message(call: RestCall) -> None:
    """Delete a message; others' need Manage Messages."""
    message = _message(call)
    if message.data["author"]["id"] != call.world.bot.id:
        _need(call, message.channel, may.MANAGE_MESSAGES)
    call.world.delete_message(message)


# Threads


def start_thread(call: RestCall) -> Json:
    """Open a thread on a message or without one; a thread on a message has the message's id."""
    world, channel, form = call.world, _channel(call), call.form()
    kinds = () if channel.is_thread or channel.type in (FORUM, MEDIA) else THREADS_OF.get(channel.type, ())
    if not kinds:  # Posts of a forum begin with their first message, and nobody here sends one.
        raise ApiError(50024)
    on = _message(call) if len(call.args) > 1 else None
    kind = kinds[0] if on else form.get("type", PRIVATE_THREAD)
    errors = FormErrors()
    errors.length(("name",), form.get("name"), 100, 1)
    archive = form.get("auto_archive_duration", 4320)
    if archive not in _ARCHIVE_TIMES:
        errors.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {_ARCHIVE_TIMES}.")
    if kind not in kinds:
        errors.add(("type",), "BASE_TYPE_CHOICES", f"Value must be one of {kinds}.")
    errors.check()
    private = kind == PRIVATE_THREAD
    _need(call, channel, may.CREATE_PRIVATE_THREADS if private else may.CREATE_PUBLIC_THREADS)
    if on is not None and on.id in world.channels:
        raise ApiError(160004)
    thread = world.add_thread(channel, form["name"], kind, world.bot, on.id if on else None)
    thread.auto_archive = archive
    if on is not None:
        flags = on.data["flags"] | 1 << 5
        shown = payloads.channel(world, thread)
        world.edit_message(on, {"flags": flags, "thread": shown}, stamp=False)
    elif not private:
        announce_thread(world, thread, world.bot)
    return payloads.thread_for_bot(world, thread)


def _thread(call: RestCall) -> Channel:
    thread = _channel(call)
    if not thread.is_thread:
        raise ApiError(50024)
    return thread


def join_thread(call: RestCall) -> None:
    """Add somebody to a thread."""
    thread = _thread(call)
    who = call.world.bot.id if call.args[1] == "@me" else call.args[1]
    if who not in call.world.members:
        raise ApiError(10013)
    if thread.archived:
        raise ApiError(50083)
    thread.members.add(who)
    call.world.emit("channel", thread, "update")


def leave_thread(call: RestCall) -> None:
    """Take somebody out of a thread."""
    thread = _thread(call)
    who = call.world.bot.id if call.args[1] == "@me" else call.args[1]
    if who != call.world.bot.id:
        _need(call, thread, may.MANAGE_THREADS)
    thread.members.discard(who)
    call.world.emit("channel", thread, "update")
