"""The bot slows a person down who presses like a program, says so once, and lets nobody else wait."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any
from unittest.mock import Mock

import pytest

from bot.ui.discord.reply import PressMetrics

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
MESSAGE, ACKNOWLEDGED = 4, 6


@pytest.fixture
def seconds() -> Any:
    """A clock that stands still."""

    class Seconds:
        now = 100.0

        def __call__(self) -> float:
            return self.now

    return Seconds()


@pytest.fixture
async def strict(quiet_evening: Any, seconds: Any) -> Any:
    """An evening with a limit on presses, by a clock that stands still."""
    quiet_evening.limits_presses = True
    async with quiet_evening.running() as client:
        client.arrivals.limit._clock = seconds
        yield quiet_evening


async def test_whoever_presses_on_and_on_is_told_once_and_then_only_acknowledged(strict: Any, seconds: Any) -> None:
    strict.client.presenter.reconciler.patience = 3600.0  # On a busy machine no board is late.
    play = await strict.game("ana", sheet="yum_classic")
    seconds.now += 60
    await play.throw()
    ana = play.turn
    before = Counter(strict.standin.world.calls)
    for _ in range(19):  # One by one: of answers under way at once, a later one may arrive first.
        assert (await play.hold(1)).updated
    die = next(id for do, id in play.does.items() if do.startswith("hold 1 "))
    outcomes = await asyncio.gather(*(ana.press(play.board, custom_id=die) for _ in range(41)))
    kinds = Counter(outcome.callback for outcome in outcomes)
    assert kinds == {MESSAGE: 1, ACKNOWLEDGED: 40}
    (told,) = (outcome for outcome in outcomes if outcome.callback == MESSAGE)
    assert told.ephemeral
    assert "Not so fast" in told.text
    assert Counter(strict.standin.world.calls) - before == {CALLBACK: 60}
    seconds.now += 1
    assert (await play.hold(2)).updated


async def test_it_is_refused_before_anything_is_looked_up(
    strict: Any, seconds: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await strict.game("ana", sheet="yum_classic")
    client, ana = strict.client, play.turn
    while client.arrivals.limit.allows(int(ana.id)):
        pass
    assert client.arrivals.limit.should_notify(int(ana.id))

    async def fails(*_: Any) -> Any:
        raise AssertionError("looked up")

    monkeypatch.setattr(client.services.preferences, "of", fails)
    monkeypatch.setattr(client.services.tables, "act", fails)
    outcome = await ana.press(play.board, custom_id=play.does["roll"])
    assert outcome.callback == ACKNOWLEDGED


async def test_a_program_that_goes_on_and_on_is_refused_without_an_answer(
    strict: Any, seconds: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, all_refused = Counter[str](), asyncio.Event()

    def count(_: Any, kind: str) -> None:
        refused[kind] += 1
        if refused.total() == 280:
            all_refused.set()

    monkeypatch.setattr("bot.arrivals.count_refusal", count)
    play = await strict.game("ana", sheet="yum_classic")
    seconds.now += 60
    ana, before = play.turn, Counter(strict.standin.world.calls)
    rules = play.does["more"]
    unanswered = {asyncio.create_task(ana.press(play.board, custom_id=rules)) for _ in range(300)}
    await all_refused.wait()
    answers: Counter[int | None] = Counter()
    while len(unanswered) > 180:
        answered, unanswered = await asyncio.wait(unanswered, return_when=asyncio.FIRST_COMPLETED)
        answers += Counter(press.result().callback for press in answered)
    assert answers == {MESSAGE: 21, ACKNOWLEDGED: 99}
    assert Counter(strict.standin.world.calls) - before == {CALLBACK: 120}
    for press in unanswered:
        press.cancel()
    seconds.now += 1
    assert (await play.throw()).updated
    assert refused == {"too_quick": 280}


async def test_a_command_too_many_is_answered_in_words(strict: Any) -> None:
    david = strict.person("david")  # He reads French.
    answers = [await david.command("help") for _ in range(22)]
    assert [("Doucement" in answer.text) for answer in answers] == [False] * 20 + [True] * 2


async def test_what_was_too_quick_is_counted_as_refused(strict: Any) -> None:
    counted = Mock(spec=PressMetrics)
    strict.client.press_metrics = counted
    for _ in range(22):
        await strict.person("ana").command("help")
    assert counted.began.call_count == 22
    assert [call.args for call in counted.refused.call_args_list] == [("too_quick",)] * 2


async def test_others_go_on(strict: Any, seconds: Any) -> None:
    play = await strict.game("ana", "ben", sheet="yum_classic")
    seconds.now += 60
    flooding, other = play.waiting, play.turn
    rules = next(id for do, id in play.does.items() if do == "more")
    presses = [asyncio.create_task(flooding.press(play.board, custom_id=rules)) for _ in range(100)]
    assert (await play.do("roll", other)).updated
    await asyncio.gather(*presses)
    assert (await play.mark()).updated
