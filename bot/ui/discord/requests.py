"""The one place that sends requests to Discord: what carries the bot's token, and the answers to interactions.

Requests with the token are discord.py's, at a pace and with pauses of our own. Answers to interactions carry no token
and do not wait; those to presses go a shorter way than discord.py's.
"""

import asyncio
import itertools
import logging
import weakref
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote
from uuid import uuid4

import aiohttp
import discord
import msgspec
from aiohttp import hdrs
from aiohttp.http import RawResponseMessage
from aiohttp.http_exceptions import HttpProcessingError
from discord import (
    AllowedMentions,
    File,
    InteractionResponded,
    InteractionResponse,
    InteractionResponseType,
    InteractionType,
    RateLimited,
)
from discord.http import HTTPClient, Ratelimit, Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from yarl import URL

from bot.tables.model.processes import HeldShards
from bot.ui.discord.adapter import Components, Frame
from bot.ui.discord.reply import WANTS_FILES, Interaction
from bot.ui.pace.budget import RequestBudget
from bot.ui.pace.pauses import Pauses, in_a_hurry

if TYPE_CHECKING:
    from aiohttp.connector import Connection
    from aiohttp.tracing import Trace

# -- The number of requests that a route takes: discord.py's count, without its refusals where Discord has room ------
# Some routes have windows of minutes or an hour, such as new threads in a channel. discord.py 2.7.1 makes no further
# request to a route whose window is longer than ``max_ratelimit_timeout``, however many Discord has just said it takes.
# And once they are used up it forgets the window at once, so that Discord has to refuse each further request itself.
# A request that is cancelled while it ends keeps its place in a route without a window: the next one would wait for
# 30 s.


class RouteLimit(Ratelimit):
    """The requests of one route. Raises RateLimited only where none is left and nobody can wait for the next window."""

    async def acquire(self) -> None:
        """Take one of those that are left, or wait for the next window if it begins soon."""
        if self.is_expired():
            self.reset()  # type: ignore[no-untyped-call]
        if self.remaining > 0:
            self._last_request = self._loop.time()
            self.remaining -= 1
            self.outgoing += 1
        else:
            await super().acquire()

    async def _refresh(self) -> None:
        if self.expires is not None:
            self.reset_after = max(0.0, self.expires - self._loop.time())
        if self._max_ratelimit_timeout is None or self.reset_after <= self._max_ratelimit_timeout:
            try:
                await super()._refresh()
            except asyncio.CancelledError:
                if self.expires is None:
                    self.reset()  # type: ignore[no-untyped-call]
                    self._wake(self.remaining)
                raise
        elif self._pending_requests:
            self._wake(max(self.remaining, 0) or len(self._pending_requests), exception=RateLimited(self.reset_after))

    def _wake(self, count: int = 1, *, exception: RateLimited | None = None) -> None:
        super()._wake(count, exception=None if self.remaining > 0 else exception)


def install_route_limits(http: HTTPClient) -> None:
    """Count by :class:`RouteLimit` from here on."""
    http.get_ratelimit = partial(_limit, http)  # type: ignore[method-assign]


def _limit(http: HTTPClient, key: str) -> Ratelimit:
    limit = http._buckets.get(key)
    if limit is None:
        limit = http._buckets[key] = RouteLimit(http.max_ratelimit_timeout)
        http._try_clear_expired_ratelimits()
    return limit


# -- Requests with the bot's token -----------------------------------------------------------------------------------
# discord.py sleeps when Discord answers 429. For one that concerns the whole bot it first clears an event that all
# requests wait for, and sets it after its sleep. Where such a request is given up meanwhile (a limit of time, a task
# that is cancelled, the end of the bot) nothing sets the event, and no request is ever sent again. So discord.py gets
# to see no 429: :class:`_Response` raises, :class:`TokenRequests` notes the pause (:mod:`bot.ui.pace.pauses`) and sends
# the request again after it. Discord has not done what it refused, so giving that up in the pause leaves nothing
# behind.
#
# In :class:`BudgetConnector`, requests that carry the token wait until they may be sent. It is the last place before
# the network, behind the waiting for the limit of a route. discord.py's repetitions pass here too, so the budget counts
# requests when they are really sent.
#
# It sends nothing for tables that another process may look after by now. A process that was stopped (SIGSTOP) wakes up
# with requests that waited; the other one has drawn those boards since.

log = logging.getLogger(__name__)

_TOO_MANY = 429
_UNKNOWN, _BROKEN = 401, 500
"""The status where Discord does not take the token, and the first of those where it does not work itself."""
_OLD_MESSAGE = 30046
"""Messages of more than an hour were edited too often. Where another message is a cure, nobody waits for a pause."""

_MESSAGE = "/channels/{channel_id}/messages/{message_id}"

_BAN_SECONDS = 60.0
"""Seconds until another try of a request that was banned without a word when the ban ends."""

_LIBRARY = "https://github.com/Rapptz/discord.py"

_TRIES = 5
"""The times that Discord may refuse a request as one too many; discord.py allows as many."""


def user_agent(support: str, version: str) -> str:
    """Return how the bot of this ``version`` names itself on every request, in Discord's form: an address, a version.

    The address is ``support``, where the host has given one on the web, else that of the library.
    """
    if support.startswith("http"):
        return f"DiscordBot ({support}, {version})"
    return f"DiscordBot ({_LIBRARY}, {discord.__version__}) Gobelet/{version}"


class NotOurs(ConnectionError):
    """Another process may look after these servers now; the request was not sent."""


class TooMany(Exception):
    """Discord asks for a pause; it has not done the request."""

    def __init__(self, response: aiohttp.ClientResponse, answer: dict[str, Any]) -> None:
        super().__init__(answer)
        self.response = response
        self.answer = answer

    @property
    def status(self) -> int:
        """Discord's status."""
        return self.response.status

    @property
    def seconds(self) -> float:
        """The length of the pause."""
        return float(self.answer["retry_after"])

    @property
    def whole_bot(self) -> bool:
        """Whether it is a pause of every request with the token."""
        return bool(self.answer.get("global")) or "X-RateLimit-Global" in self.response.headers


class _Response(aiohttp.ClientResponse):
    """An answer to a request with the token."""

    async def start(self, connection: "Connection") -> aiohttp.ClientResponse:
        """Read the answer. Raises TooMany where Discord asks for a pause; any other 429 is a ban."""
        await super().start(connection)
        if self.status == _TOO_MANY and "Via" in self.headers:
            answer = await json_or_text(self)
            if isinstance(answer, dict) and "retry_after" in answer:
                raise TooMany(self, answer)
        return self


class BudgetConnector(aiohttp.TCPConnector):
    """aiohttp's connections, at the pace of a budget."""

    def __init__(self, budget: RequestBudget, pauses: Pauses, shards: HeldShards, agent: str) -> None:
        """Count in ``budget``; send nothing during the ``pauses`` that Discord has asked for.

        Each request says that it comes from ``agent``, whatever made it. While ``shards`` are not valid, only questions
        and answers to interactions go out: Discord takes no such answer after three seconds.
        """
        super().__init__(limit=0)
        self._budget = budget
        self._pauses = pauses
        self._shards = shards
        self.agent = agent

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: "list[Trace]",
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - aiohttp's name.
    ) -> "Connection":
        """Return a connection for ``req`` once it may be sent. Raises NotOurs, and what :meth:`Pauses.over` raises."""
        req.headers[hdrs.USER_AGENT] = self.agent
        if hdrs.AUTHORIZATION in req.headers:
            req.response_class = _Response
            with self._pauses.queued():
                await self._budget.take()
                while self._pauses.holds():  # It began while the request waited.
                    await self._pauses.over()
                    await self._budget.take()
            self._pauses.sent()
        connection = await super().connect(req, traces, timeout)
        if req.method != hdrs.METH_GET and "/interactions/" not in req.url.path and not self._shards.valid():
            connection.close()
            raise NotOurs("another process may have taken over")
        return connection


class _TooOld(NamedTuple):
    """What Discord has said of old messages of a channel."""

    message: int
    """The newest of them; ids grow with time."""
    until: float
    """When it takes edits of them again."""
    refusal: TooMany


def _edited_message(route: Route) -> int:
    """Return the message that an edit goes to; 0 if it goes to none."""
    return int(route.url.rpartition("/")[2]) if route.path == _MESSAGE else 0


class TokenRequests:
    """discord.py's requests, which wait for the pauses that Discord asks for, and come again after them."""

    def __init__(self, http: HTTPClient, pauses: Pauses) -> None:
        """Send what ``http`` sends from here on."""
        self._send = http.request
        self._pauses = pauses
        self._old: dict[object, _TooOld] = {}
        http.request = self.request  # type: ignore[method-assign]

    async def request(
        self,
        route: Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Iterable[dict[str, Any]] | None = None,
        **options: Any,
    ) -> Any:
        """Send a request and return Discord's answer, as discord.py does. Raises what it raises, and PutOff.

        RateLimited stands for every 429 but that of an old message, where another message is a cure: a refusal as an
        HTTPException would say that Discord will never do it.
        """
        place, parts, refusals = (route.key, route.major_parameters), None if form is None else list(form), 0
        with self._pauses.request(place):
            while True:
                if (known := self._known_old(route, place)) is not None:
                    if in_a_hurry():
                        raise discord.HTTPException(known.refusal.response, known.refusal.answer)
                    self._pauses.pause(known.until - self._pauses.clock(), place)
                await self._pauses.over()
                try:
                    answer = await self._send(route, files=files, form=parts, **options)
                    self._pauses.answered()
                    return answer
                except TooMany as refusal:
                    refusals += 1
                    old = route.method == hdrs.METH_PATCH and refusal.answer.get("code") == _OLD_MESSAGE
                    if old:
                        self._note_old(refusal, route, place)
                    if old and (refusals == _TRIES or in_a_hurry()):
                        raise discord.HTTPException(refusal.response, refusal.answer) from None
                    if refusals == _TRIES:
                        raise RateLimited(refusal.seconds) from None
                    self._note(refusal, route, place)
                except discord.HTTPException as error:
                    if error.status == _TOO_MANY or error.status == _UNKNOWN or error.status >= _BROKEN:
                        self._pauses.failed()
                    else:
                        self._pauses.answered()
                    if error.status == _TOO_MANY:  # A ban for some time, in front of Discord.
                        raise RateLimited(_BAN_SECONDS) from error
                    raise
                except (aiohttp.ClientError, OSError) as error:
                    if not isinstance(error, NotOurs):
                        self._pauses.failed()
                    raise
                for file in files or ():
                    file.reset()

    def _note_old(self, refusal: TooMany, route: Route, place: object) -> None:
        """Keep for its time that this message is too old; so are those of its channel that came before it."""
        now = self._pauses.clock()
        self._old = {other: known for other, known in self._old.items() if known.until > now}
        if message := _edited_message(route):
            newest = max(message, self._old[place].message if place in self._old else 0)
            self._old[place] = _TooOld(newest, now + refusal.seconds, refusal)

    def _known_old(self, route: Route, place: object) -> "_TooOld | None":
        """Return what Discord would say to this edit again, if it said so a moment ago."""
        known = self._old.get(place)
        if known is None or known.until <= self._pauses.clock() or _edited_message(route) > known.message:
            return None
        return known

    def _note(self, refusal: TooMany, route: Route, place: object) -> None:
        what = f"{route.method} {route.path}"
        if refusal.whole_bot:
            log.warning("Discord takes nothing more from the whole bot for %.2f s (%s)", refusal.seconds, what)
            self._pauses.pause(refusal.seconds)
        else:
            log.warning("Discord takes no more %s for %.2f s", what, refusal.seconds)
            self._pauses.pause(refusal.seconds, place)


# -- Answers to presses: a part of discord.py in a form of our own ---------------------------------------------------
# :class:`EditAdapter` answers presses without the copy of the message that discord.py asks Discord to send back. The
# library's webhook adapter requests every callback's result (``with_response=1``), decodes it and builds a Message
# nobody here looks at: a tenth of the processor time of a press (docs/performance.md). Adapters are chosen by a context
# variable of the library; this one leaves the request out for edits and acknowledgements. It sends those as bytes,
# without the lock, the log and the timer that discord.py makes for each, and writes them itself on aiohttp's
# connections (:class:`_PreparedRequest`). What Discord refuses goes to discord.py, which waits as long as Discord says
# and asks again, or raises its errors.

_JSON, _PARTS, _BYTES = "application/json", "multipart/form-data; boundary=", "application/octet-stream"
_UNTIMED = aiohttp.ClientTimeout()
_FINAL, _REFUSED = 200, 400

_USUAL = {"content", "embed", "view"}
_FILED, _PICTURED = {*_USUAL, "attachments"}, {"content", "embeds", "view", "attachments"}
_NOBODY = AllowedMentions.none().to_dict()

_BARE = (InteractionResponseType.message_update.value, InteractionResponseType.deferred_message_update.value)


class _Place(Route):
    """Where the answer to an interaction goes, or a later edit of it.

    discord.py writes the address as text, and aiohttp takes it apart again. That takes five times as long or more.
    """

    def __init__(self, method: str, room: str, id: int, token: str, rest: str) -> None:
        self.method = method
        self.webhook_id = id
        self.webhook_token = token
        self.path = f"{_address(self.BASE).raw_path}/{room}/{id}/{quote(token, safe='')}/{rest}"

    @property
    def url(self) -> URL:  # type: ignore[override]  # aiohttp takes either.
        """The whole address."""
        return _address(self.BASE).with_path(self.path, encoded=True)


_address = lru_cache(maxsize=1)(URL)
"""Discord's address; a bot has one."""


class _Answer:
    """Discord's answer to a request, as far as discord.py looks at one."""

    def __init__(self, message: RawResponseMessage, body: bytes) -> None:
        self.status = message.code
        self.reason = message.reason
        self.headers = message.headers
        self._body = body

    async def text(self, encoding: str = "utf-8") -> str:
        """Return the body."""
        return self._body.decode(encoding)

    async def __aenter__(self) -> "_Answer":
        return self

    async def __aexit__(self, *_: object) -> None:
        pass


class _PreparedRequest:
    """Sends requests of one kind on the connections of aiohttp's connector, and lets aiohttp read what comes back.

    A request of aiohttp makes some ten objects, and all but the path and the body are the same for each of ours. They
    cost more than drawing the board (docs/performance.md).
    """

    def __init__(self, connector: aiohttp.BaseConnector, like: _Place) -> None:
        """Send what goes to such a place by ``connector``, in the running loop."""
        self._connector = connector
        loop = asyncio.get_running_loop()
        self._like = aiohttp.ClientRequest(like.method, like.url, loop=loop)
        if isinstance(connector, BudgetConnector):
            self._like.headers[hdrs.USER_AGENT] = connector.agent
        left_out = (hdrs.CONTENT_LENGTH, hdrs.CONTENT_TYPE)
        headers = (pair for pair in self._like.headers.items() if pair[0] not in left_out)
        self._headers = "".join(f"{name}: {value}\r\n" for name, value in headers)

    async def send(self, place: _Place, body: bytes, kind: str) -> _Answer:
        """Send ``body`` of this ``kind``. Raises OSError or aiohttp's ClientError where Discord's answer is lost."""
        own = f"{hdrs.CONTENT_TYPE}: {kind}\r\n{hdrs.CONTENT_LENGTH}: {len(body)}\r\n\r\n"
        head = f"{place.method} {place.path} HTTP/1.1\r\n{self._headers}{own}"
        connection = await self._connector.connect(self._like, [], _UNTIMED)
        try:
            answer = await self._exchange(connection, head.encode() + body)
        except BaseException:  # Nobody knows what will still come on it.
            connection.close()
            raise
        connection.release()
        return answer

    async def _exchange(self, connection: "Connection", request: bytes) -> _Answer:
        protocol = connection.protocol
        if protocol is None or protocol.transport is None:
            raise aiohttp.ClientConnectionError("the connection is closed")
        protocol.set_response_params(read_until_eof=True)
        protocol.transport.write(request)
        try:
            message, content = await protocol.read()
            while message.code < _FINAL:
                message, content = await protocol.read()
        except HttpProcessingError as error:
            raise aiohttp.ClientPayloadError(str(error)) from error
        return _Answer(message, await content.read())


class EditAdapter(AsyncWebhookAdapter):
    """discord.py's adapter, but an edit or an acknowledgement comes back empty."""

    def __init__(self, answered: Callable[[int], None] | None = None) -> None:
        """Call ``answered``, if there is one, with the id of each interaction whose answer Discord has taken."""
        super().__init__()  # type: ignore[no-untyped-call]
        self._answered = answered or (lambda _: None)
        self._lines: dict[str, _PreparedRequest] = {}

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, session: Any, params: Any, **proxy: Any
    ) -> Any:
        """Send the answer. For these two the result names nothing but the interaction."""
        if params.files or params.payload is None or params.payload["type"] not in _BARE:
            result: Any = await super().create_interaction_response(
                interaction_id, token, session=session, params=params, **proxy
            )
        else:
            result = await self._bare(interaction_id, token, session, params.payload, proxy)
        self._answered(interaction_id)
        return result

    async def edit(self, interaction: Interaction, message: dict[str, Any]) -> None:
        """Answer ``interaction`` by an edit of its message: ``edit_message`` without the objects that it makes."""
        response = interaction.response
        if response.is_done():
            raise InteractionResponded(interaction)
        payload = {"type": InteractionResponseType.message_update.value, "data": _edited(**message)}
        where = interaction.id, interaction.token, interaction._session
        await self._bare(*where, payload, _proxy(interaction), _new_files(message))
        response._response_type = InteractionResponseType.message_update
        self._answered(interaction.id)

    async def edit_original(self, interaction: Interaction, message: dict[str, Any]) -> None:
        """Edit the answer to ``interaction`` by its token: ``edit_original_response`` without the same objects."""
        place = _Place(hdrs.METH_PATCH, "webhooks", interaction.application_id, interaction.token, "messages/@original")
        await self._exchange(place, interaction._session, _edited(**message), _proxy(interaction))

    async def _bare(
        self,
        interaction_id: int,
        token: str,
        session: Any,
        payload: dict[str, Any],
        proxy: dict[str, Any],
        files: Sequence[File] = (),
    ) -> dict[str, Any]:
        place = _Place(hdrs.METH_POST, "interactions", interaction_id, token, "callback")
        await self._exchange(place, session, payload, proxy, files)
        return {"interaction": {"id": interaction_id, "type": InteractionType.component.value}}

    async def _exchange(
        self, place: _Place, session: Any, payload: dict[str, Any], proxy: dict[str, Any], files: Sequence[File] = ()
    ) -> None:
        json = msgspec.json.encode(payload)
        body, kind = _with_files(json, files) if files else (json, _JSON)
        async with await self._sent(place, session, body, kind, proxy) as answer:
            if answer.status >= _REFUSED:
                again = _form(json, files) if files else {"payload": msgspec.json.decode(json)}
                await self.request(place, _Answered(session, answer), **again, **proxy)  # type: ignore[arg-type]

    async def _sent(
        self, place: _Place, session: aiohttp.ClientSession, body: bytes, kind: str, proxy: dict[str, Any]
    ) -> _Answer | aiohttp.ClientResponse:
        """Send ``body`` by the shortest way; with a proxy, or where the host counts requests, by aiohttp's own.

        The caller limits the time.
        """
        if proxy.get("proxy") is not None or session.trace_configs or session.connector is None:
            own = {hdrs.CONTENT_TYPE: kind}
            return await session.request(place.method, place.url, data=body, headers=own, timeout=_UNTIMED, **proxy)
        line = self._lines.get(place.method)
        if line is None:
            line = self._lines[place.method] = _PreparedRequest(session.connector, place)
        return await line.send(place, body, kind)


def _edited(
    content: str | None,
    view: Components,
    embed: Frame | None = None,
    embeds: Sequence[Frame] = (),
    attachments: Sequence[Any] | None = None,
) -> dict[str, Any]:
    """The JSON of a screen; ``attachments`` are new files, by their places in the request, and those that stay."""
    data = {
        "content": content,
        "embeds": [frame.to_dict() for frame in (embeds or (embed,)) if frame is not None],
        "components": view.rows_json,
        "allowed_mentions": _NOBODY,
    }
    if attachments is not None:
        number = itertools.count()
        data["attachments"] = [
            file.to_dict(next(number)) if isinstance(file, File) else file.to_dict() for file in attachments
        ]
    return data


def _new_files(message: dict[str, Any]) -> list[File]:
    return [file for file in message.get("attachments") or () if isinstance(file, File)]


def _with_files(json: bytes, files: Sequence[File]) -> tuple[bytes, str]:
    """Return ``json`` and ``files`` as the parts of one body, as discord.py has them, and what kind of body that is."""
    boundary = uuid4().hex
    parts = [_part(boundary, "text/plain; charset=utf-8", 'name="payload_json"', json)]
    for number, file in enumerate(files):
        parts.append(_part(boundary, _BYTES, f'name="files[{number}]"; filename="{file.filename}"', file.fp.read()))
    return b"".join((*parts, f"--{boundary}--\r\n".encode())), _PARTS + boundary


def _part(boundary: str, kind: str, named: str, content: bytes) -> bytes:
    head = f"--{boundary}\r\nContent-Type: {kind}\r\nContent-Disposition: form-data; {named}\r\n\r\n"
    return head.encode() + content + b"\r\n"


def _form(json: bytes, files: Sequence[File]) -> dict[str, Any]:
    """Return the arguments by which discord.py sends the same; it goes back to the beginning of each file itself."""
    parts: list[dict[str, Any]] = [{"name": "payload_json", "value": json.decode()}]
    parts += [
        {"name": f"files[{number}]", "value": file.fp, "filename": file.filename, "content_type": _BYTES}
        for number, file in enumerate(files)
    ]
    return {"multipart": parts, "files": files}


def _is_usual(message: dict[str, Any]) -> bool:
    """Whether this is a screen."""
    keys = message.keys()
    if keys == _USUAL:
        return isinstance(message["embed"], Frame)
    if keys not in (_FILED, _PICTURED):
        return False
    frames = message["embeds"] if keys == _PICTURED else (message["embed"],)
    return bool(frames) and all(isinstance(frame, Frame) for frame in frames)  # A message without any has no buttons.


def _proxy(interaction: Interaction) -> dict[str, Any]:
    http = interaction._state.http
    return {"proxy": http.proxy, "proxy_auth": http.proxy_auth}


async def edit_by_token(interaction: Interaction, message: dict[str, Any]) -> discord.Message | None:
    """Edit the answer to ``interaction``, long after it; takes and raises what ``edit_original_response`` does.

    It returns nothing of a screen without new files: discord.py makes a Message of Discord's answer, which costs more
    than to draw a board.
    """
    adapter = async_context.get()
    if isinstance(adapter, EditAdapter) and _is_usual(message) and not _new_files(message):
        await adapter.edit_original(interaction, message)
        return None
    return await interaction.edit_original_response(**message)


class _Answered:
    """A session in which the first request has its answer already."""

    def __init__(self, session: aiohttp.ClientSession, answer: _Answer | aiohttp.ClientResponse) -> None:
        self._session = session
        self._answer: _Answer | aiohttp.ClientResponse | None = answer

    def request(self, *what: Any, **how: Any) -> Any:
        """Return a context with the answer; after the first one, request it."""
        answer, self._answer = self._answer, None
        return answer or self._session.request(*what, **how)


class PressResponse(InteractionResponse[Any]):
    """The answer to a press. A screen goes straight to :class:`EditAdapter`.

    It does not keep its interaction alive. Each would keep the other, and the garbage collector would have to find
    every press, with the tables before and after it.
    """

    __slots__ = ("_pressed",)

    def __init__(self, parent: Interaction) -> None:
        """Answer ``parent``, which the caller holds."""
        self._pressed = weakref.ref(parent)
        super().__init__(parent)

    @property
    def _parent(self) -> Interaction:
        parent = self._pressed()
        if parent is None:
            raise ReferenceError("the press is over")
        return parent

    @_parent.setter
    def _parent(self, parent: Interaction) -> None:
        """Leave it at the reference: discord.py would keep it."""

    async def edit_message(self, **message: Any) -> discord.InteractionCallbackResponse[Any] | None:
        """Edit the pressed message. Takes and raises what discord.py's method does.

        It returns what that does for new files alone, where somebody wants to know them (:data:`WANTS_FILES`).
        """
        adapter, press = async_context.get(), self._parent
        wanted = press.extras.get(WANTS_FILES) and _new_files(message)
        if isinstance(adapter, EditAdapter) and _is_usual(message) and not wanted:
            await adapter.edit(press, message)
            return None
        return await super().edit_message(**message)


def install_edit_adapter(answered: Callable[[int], None] | None = None) -> None:
    """Use it from here on: in this task, and in every task that is started from it; ``answered`` as above."""
    async_context.set(EditAdapter(answered))
