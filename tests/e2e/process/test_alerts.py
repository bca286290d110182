"""The alerts of docs/alerts.yml: each is silent while all is well, and fires in the situation that it is for.

Their expressions are those of Prometheus; what they use of its language is computed here, from scrapes of the bot.
"""

from __future__ import annotations

import asyncio
import logging
import operator
import re
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord import InteractionType
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from bot.metrics import Metrics
from bot.ui.pace import pauses
from bot.ui.pace.pauses import FAILING
from tests.e2e.playing import until

FILE = Path(__file__).resolve().parents[3] / "docs" / "alerts.yml"
ALERTS = dict(re.findall(r"- alert: (\w+)\n\s+expr: (.+)", FILE.read_text("utf-8")))

Labels = frozenset[tuple[str, str]]
Vector = dict[Labels, float]
Scrape = dict[str, Vector]
"""The samples by name; ``up`` is what Prometheus adds itself."""

_COMPARE = {"==": operator.eq, ">": operator.gt}
_SELECTOR = r"(\w+)(?:\{(\w+)(=~|=)\"([^\"]*)\"\})?"


def scraped(text: str, up: float = 1) -> Scrape:
    """Read a scrape."""
    found: Scrape = defaultdict(dict)
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name][frozenset(sample.labels.items())] = sample.value
    found["up"] = {frozenset({("job", "gobelet")}): up}
    return found


def select(selector: str, scrape: Scrape) -> Vector:
    """The samples that a selector such as ``name{label=~"a|b"}`` means."""
    match = re.fullmatch(_SELECTOR, selector)
    assert match is not None, selector
    name, label, how, value = match.groups()
    wanted = re.compile(value or "" if how == "=~" else re.escape(value or ""))
    samples = scrape.get(name, {})
    return {of: one for of, one in samples.items() if label is None or wanted.fullmatch(dict(of).get(label, ""))}


def increase(selector: str, before: Scrape, after: Scrape) -> Vector:
    """The growth of each sample between the scrapes."""
    earlier = select(selector, before)
    return {of: one - earlier.get(of, 0) for of, one in select(selector, after).items()}


def quantile(q: float, buckets: Vector) -> float:
    """As Prometheus' ``histogram_quantile``: straight inside a bucket; NaN of nothing."""
    counts: dict[float, float] = defaultdict(float)
    for of, count in buckets.items():
        counts[float(dict(of)["le"])] += count
    bounds = sorted(counts)
    if not bounds or not counts[bounds[-1]]:
        return float("nan")
    rank = q * counts[bounds[-1]]
    for low, high in pairwise([0.0, *bounds]):
        under = counts.get(low, 0.0)
        if counts[high] >= rank:
            return low if high == float("inf") else low + (high - low) * (rank - under) / (counts[high] - under)
    raise AssertionError("the last bucket holds all")


def fires(expression: str, before: Scrape, after: Scrape) -> bool:
    """Whether an expression is true of the time between two scrapes, as far as alerts use the language."""
    return any(_compared(part, before, after) for part in expression.split(" or "))


def _compared(part: str, before: Scrape, after: Scrape) -> bool:
    match = re.fullmatch(r"(.+) (==|>) ([\d.]+)", part)
    assert match is not None, part
    value, how, limit = match.groups()
    return any(_COMPARE[how](one, float(limit)) for one in _values(value, before, after))


def _values(value: str, before: Scrape, after: Scrape) -> Iterable[float]:
    if match := re.fullmatch(r"increase\((.+)\[10m\]\)", value):
        return [sum(increase(match[1], before, after).values())]
    if match := re.fullmatch(r"histogram_quantile\(([\d.]+), rate\((.+)\[10m\]\)\)", value):
        return [quantile(float(match[1]), increase(match[2], before, after))]
    if " - " in value:
        left, right = (select(one, after) for one in value.split(" - "))
        return [one - right[of] for of, one in left.items() if of in right]
    return select(value, after).values()


# -- what alerts are for -----------------------------------------------------------------------------------------


async def _silent(evening: Any, metrics: Metrics) -> None:
    evening.client.gateway.connections[0].ack_age = lambda: 61.0


async def _stuck(evening: Any, metrics: Metrics) -> None:
    held, client = evening.client.request_pauses, evening.client
    client.http._global_over.clear()
    evening.waiting = asyncio.create_task(client.http.get_bot_gateway())
    await until(held.oldest)
    held.clock = lambda: time.monotonic() + pauses.GRACE / 2 + 1  # The process still runs.


async def _not_saving(evening: Any, metrics: Metrics) -> None:
    for _ in range(6):
        metrics.refused("NotSaved")


async def _slow(evening: Any, metrics: Metrics) -> None:
    for id in range(50):
        late = time.perf_counter() - (2.9 if id % 25 == 0 else 0.1)
        metrics.began(SimpleNamespace(id=id, type=InteractionType.component), late)  # type: ignore[arg-type]
        metrics.answered(id)


async def _held_up(evening: Any, metrics: Metrics) -> None:
    late = metrics._lag._sum.get()
    time.sleep(1.2)  # noqa: ASYNC251 - what must not happen.
    await until(lambda: metrics._lag._sum.get() > late + 0.1)


async def _errors(evening: Any, metrics: Metrics) -> None:
    evening.may_complain = True
    for _ in range(6):
        logging.getLogger("bot").error("something is wrong")


async def _refused(evening: Any, metrics: Metrics) -> None:
    held = evening.client.request_pauses
    held.failed()
    held.clock = lambda: time.monotonic() + FAILING + 1


SITUATIONS: dict[str, Callable[[Any, Metrics], Awaitable[None]]] = {
    "GobeletCutOff": _silent,
    "GobeletStuck": _stuck,
    "GobeletNotSaving": _not_saving,
    "GobeletSlow": _slow,
    "GobeletHeldUp": _held_up,
    "GobeletErrors": _errors,
    "GobeletRefused": _refused,
}


def test_every_alert_has_its_situation() -> None:
    assert ALERTS.keys() == SITUATIONS.keys()


@pytest.mark.parametrize("name", SITUATIONS)
async def test_an_alert_fires_in_its_situation_and_not_before(evening: Any, name: str) -> None:
    metrics = Metrics(evening.client)
    async with metrics.served("127.0.0.1", 0):
        before = scraped(generate_latest(metrics.registry).decode())
        play = await evening.game("ana", "ben")
        await play.whole_turn()
        well = scraped(generate_latest(metrics.registry).decode())
        assert [one for one, expression in ALERTS.items() if fires(expression, before, well)] == []
        await SITUATIONS[name](evening, metrics)
        after = scraped(generate_latest(metrics.registry).decode())
        assert name in [one for one, expression in ALERTS.items() if fires(expression, well, after)]
    evening.client.http._global_over.set()


async def test_no_alert_fires_while_the_bot_waits_for_as_long_as_discord_asks(evening: Any, until: Any) -> None:
    held = evening.client.request_pauses
    passed = 0.0
    held.clock = lambda: time.monotonic() + passed
    metrics = Metrics(evening.client)
    async with metrics.served("127.0.0.1", 0):
        well = scraped(generate_latest(metrics.registry).decode())
        evening.standin.world.faults.fail("GET", "/gateway/bot", status=429, retry_after=300, everywhere=True)
        waiting = asyncio.create_task(evening.client.http.get_bot_gateway())
        await until(held.left)
        passed = 290.0
        after = scraped(generate_latest(metrics.registry).decode())
        assert sum(after["gobelet_token_request_oldest_seconds"].values()) >= 290
        assert [one for one, expression in ALERTS.items() if fires(expression, well, after)] == []
        passed = 300.0
        held.look()
        await waiting


def test_a_bot_that_does_not_answer_prometheus_is_cut_off() -> None:
    gone = scraped("", up=0)
    assert fires(ALERTS["GobeletCutOff"], gone, gone)
