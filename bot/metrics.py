"""What the bot counts about itself, for Prometheus: off unless ``METRICS_PORT`` is set (docs/hosting.md lists it all).

While it is off, a press meets none of this: the client has no meter, the library no trace, the writer no listener. No
metric ever holds names or ids of people, servers or channels.
"""

import asyncio
import logging
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from types import SimpleNamespace

import aiohttp
import discord
from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.aiohttp import make_aiohttp_handler
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot import __version__
from bot.client import Gobelet
from bot.gateway import Gateway
from bot.logs import error_kind
from bot.tables.model.store import StoreError
from bot.ui.discord.reply import Interaction
from bot.ui.discord.requests import TooMany
from bot.ui.pace.budget import Priority, RequestBudget

_KINDS = {
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "form",
    discord.InteractionType.application_command: "command",
}
_ANSWER_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Discord gives up after three."""

_LAG_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_LOOK_SECONDS = 0.5
"""Seconds between measurements of the event loop's delay."""

_SAVES = (1, 2, 5, 10, 20, 50, 100, 200)
_UNANSWERED = 10_000
"""The number of unanswered interactions to remember; more are never under way."""

_API = re.compile(r"/api/v\d+(/.*)")
_TOKEN = re.compile(r"^/(interactions|webhooks)/\d+/[^/]+")
_ID = re.compile(r"/\d+(?=/|$)")
_EMOJI = re.compile(r"(/reactions)/[^/]+")


class MetricsError(RuntimeError):
    """The page cannot be served there; the message is one line for the host."""


class _AckAges(Collector):
    """The heartbeats of the held shards; which ones these are may change."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway

    def collect(self) -> Iterable[Metric]:
        """Give the gauge with a value for each shard."""
        gauge = GaugeMetricFamily(
            "gobelet_gateway_ack_age_seconds",
            "Time since Discord last acknowledged a heartbeat of a shard; +Inf before the first.",
            labels=["shard"],
        )
        for shard, connection in self._gateway.connections.items():
            gauge.add_metric([str(shard)], connection.ack_age())
        yield gauge


class Metrics:
    """The metrics of one client, and the page that shows them."""

    def __init__(self, client: Gobelet) -> None:
        """Count what ``client`` does from now on; call this before it connects."""
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self.registry = registry = CollectorRegistry()
        self._client = client
        self._since: OrderedDict[int, float] = OrderedDict()
        self._presses = Counter(
            "gobelet_interactions", "Presses, forms and commands that arrived.", ["kind"], registry=registry
        )
        self._refusals = Counter(
            "gobelet_refusals", "Presses and commands that were refused, by why.", ["kind"], registry=registry
        )
        self._answers = Histogram(
            "gobelet_answer_seconds",
            "Time from the arrival of a press or command until Discord has taken its answer.",
            registry=registry,
            buckets=_ANSWER_SECONDS,
        )
        self._saves = Histogram(
            "gobelet_saves_per_commit", "Saves that shared a commit.", registry=registry, buckets=_SAVES
        )
        self._requests = Counter(
            "gobelet_rest_requests", "Requests to Discord.", ["method", "route", "status"], registry=registry
        )
        self._live = Gauge(
            "gobelet_live_tables", "Tables that are open or played at, of this process.", registry=registry
        )
        self._lag = Histogram(
            "gobelet_loop_lag_seconds",
            "How late the event loop does what is due: something held it up for that long.",
            registry=registry,
            buckets=_LAG_SECONDS,
        )
        self._sessions = Counter(
            "gobelet_gateway_sessions",
            "Connections to the gateway: new sessions, and old ones resumed.",
            ["kind"],
            registry=registry,
        )
        for kind in ("new", "resumed"):
            self._sessions.labels(kind)
        self._logged = Counter("gobelet_log_records", "Warnings and errors in the log.", ["level"], registry=registry)
        for level in ("warning", "error", "critical"):
            self._logged.labels(level)
        self._errors = Counter("gobelet_errors", "Errors in the log, by their class.", ["kind"], registry=registry)
        client.add_listener(self._served, "on_shard_served")
        client.add_listener(self._resumed, "on_shard_resumed")
        Info("gobelet", "The version that runs.", registry=registry).info({"version": __version__})
        ProcessCollector(registry=registry)
        self._gauges()
        registry.register(_TokenRequests(client.budget))
        client.press_metrics = self
        client.http.http_trace = self._trace()
        client.services.on_commit(self._saves.observe)

    def _gauges(self) -> None:
        """Add the metrics that are looked up on reading."""
        client, registry, pauses = self._client, self.registry, self._client.request_pauses
        gauges: tuple[tuple[str, str, Callable[[], float]], ...] = (
            ("gobelet_guilds", "Servers the bot is in.", lambda: len(client.guilds)),
            (
                "gobelet_messages_waiting",
                "Calls, reminders and repairs of boards that wait.",
                lambda: len(client.presenter.queue),
            ),
            (
                "gobelet_token_request_oldest_seconds",
                "How long the oldest of the requests with the token that wait has waited; 0 if none waits.",
                pauses.oldest,
            ),
            (
                "gobelet_token_request_overdue_seconds",
                "How long a request with the token has waited beyond Discord's pause while nothing went on; "
                "0 if none has.",
                pauses.overdue,
            ),
            (
                "gobelet_rest_failing_seconds",
                "For how long every request with the token has failed; 0 if the last one did not.",
                pauses.failing,
            ),
            ("gobelet_token_pause_seconds", "For how long Discord takes nothing more from the whole bot.", pauses.left),
            (
                "gobelet_token_requests_allowed",
                "Requests a second that this process may send with its token.",
                lambda: client.budget.room(Priority.PRESS),
            ),
        )
        for name, about, value in gauges:
            Gauge(name, about, registry=registry).set_function(value)
        registry.register(_AckAges(client.gateway))
        waiting = Gauge(
            "gobelet_token_requests_waiting",
            "Requests with the token that wait, by what they are for.",
            ["priority"],
            registry=registry,
        )
        for priority in Priority:
            waiting.labels(priority.name.lower()).set_function(partial(client.budget.waiting, priority))

    # -- counting ------------------------------------------------------------------------------------------------

    def began(self, interaction: Interaction, arrived: float) -> None:
        """Count a press, a command or a form that ``arrived`` at that moment of ``time.perf_counter``."""
        self._presses.labels(_KINDS.get(interaction.type, "other")).inc()
        self._since[interaction.id] = arrived
        if len(self._since) > _UNANSWERED:
            self._since.popitem(last=False)

    def answered(self, interaction: int) -> None:
        """Note that this interaction has its answer; a second answer does not count."""
        since = self._since.pop(interaction, None)
        if since is not None:
            self._answers.observe(time.perf_counter() - since)

    def refused(self, kind: str) -> None:
        """Count an answer that says why something cannot be done."""
        self._refusals.labels(kind).inc()

    def _trace(self) -> aiohttp.TraceConfig:
        trace = aiohttp.TraceConfig()

        async def ended(_: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
            self._requests.labels(params.method, route(params.url.path), str(params.response.status)).inc()

        async def failed(
            _: aiohttp.ClientSession, __: SimpleNamespace, lost: aiohttp.TraceRequestExceptionParams
        ) -> None:
            status = str(lost.exception.status) if isinstance(lost.exception, TooMany) else "lost"
            self._requests.labels(lost.method, route(lost.url.path), status).inc()

        trace.on_request_end.append(ended)
        trace.on_request_exception.append(failed)
        return trace

    async def _served(self, _: int) -> None:
        self._sessions.labels("new").inc()

    async def _resumed(self, _: int) -> None:
        self._sessions.labels("resumed").inc()

    async def _watch_loop(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            due = clock() + _LOOK_SECONDS
            await asyncio.sleep(_LOOK_SECONDS)
            self._lag.observe(max(0.0, clock() - due))

    @contextmanager
    def _counting_log(self) -> Iterator[None]:
        handler = _LogCounter(self._logged, self._errors)
        logging.getLogger().addHandler(handler)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(handler)

    # -- reading -------------------------------------------------------------------------------------------------

    async def _alive(self, _: web.Request) -> web.StreamResponse:
        """Say that this process works, whatever Discord and the database do; a new start would mend nothing of those.

        It says no where requests are stuck, as the process is about to end by itself.
        """
        return web.Response(text="ok\n") if not self._client.request_pauses.stuck() else web.Response(status=503)

    async def _ready(self, _: web.Request) -> web.StreamResponse:
        """Say whether people can play: what of gateway, database and REST answers."""
        parts = {
            "gateway": self._client.gateway.left() > 0,
            "database": await self._client.services.ping(),
            "rest": self._client.request_pauses.well(),
        }
        return web.json_response(parts, status=200 if all(parts.values()) else 503)

    @asynccontextmanager
    async def served(self, host: str, port: int) -> AsyncIterator[str]:
        """Serve ``/metrics``, ``/healthz`` and ``/readyz`` while inside, and give its address. Raises MetricsError."""
        app = web.Application()
        page = make_aiohttp_handler(self.registry)

        async def metrics(request: web.Request) -> web.StreamResponse:
            services = self._client.services
            try:
                self._live.set(await services.count_live(services.shards.now))
            except StoreError:
                self._live.set(float("nan"))
            return await page(request)

        app.router.add_get("/metrics", metrics)
        app.router.add_get("/healthz", self._alive)
        app.router.add_get("/readyz", self._ready)
        runner = web.AppRunner(app, access_log=None, handle_signals=False)
        await runner.setup()
        watching = asyncio.create_task(self._watch_loop(), name="watch the event loop")
        try:
            site = web.TCPSite(runner, host, port)
            try:
                await site.start()
            except OSError as error:
                why = error.strerror or type(error).__name__
                raise MetricsError(f"METRICS_PORT {port}: cannot listen on {host}: {why}") from error
            address, taken = runner.addresses[0][:2]
            with self._counting_log():
                yield f"http://{address}:{taken}/metrics"
        finally:
            watching.cancel()
            await runner.cleanup()


class _LogCounter(logging.Handler):
    """Counts what is logged, an outage's failures too, of which the log shows one line a minute."""

    def __init__(self, counter: Counter, errors: Counter) -> None:
        super().__init__(logging.WARNING)
        self._counter = counter
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        """Count ``record``."""
        self._counter.labels(record.levelname.lower()).inc()
        if record.levelno >= logging.ERROR:
            self._errors.labels(error_kind(record)).inc()


class _TokenRequests(Collector):
    """The requests that carried the token, which a budget has counted anyway."""

    def __init__(self, budget: RequestBudget) -> None:
        self._budget = budget

    def collect(self) -> Iterator[Metric]:
        """Give their numbers."""
        counter = CounterMetricFamily(
            "gobelet_token_requests", "Requests with the token, by what they are for.", labels=["priority"]
        )
        for priority in Priority:
            counter.add_metric([priority.name.lower()], self._budget.begun[priority])
        yield counter


def route(path: str) -> str:
    """Return the route of a request to Discord without ids and tokens, so that there are few routes."""
    api = _API.fullmatch(path)
    if api is None:
        return "other"
    return _ID.sub("/{id}", _EMOJI.sub(r"\1/{emoji}", _TOKEN.sub(r"/\1/{id}/{token}", api[1])))
