"""What a press costs: one request to Discord, at most one write, and the write before the answer."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
JOURNAL = "SELECT do, dice FROM journal ORDER BY number"
VERSION = "SELECT version FROM tables"


@pytest.fixture
def spending(evening: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """``with spending() as spent``: the requests and the writing statements meanwhile.

    What boards show is noted once a second for all tables together. That is not counted here.
    """
    monkeypatch.setattr("bot.ui.delivery.reconciler._NOTE_SECONDS", 60.0)

    @contextmanager
    def spending() -> Any:
        spent: Counter[Any] = Counter()
        before = Counter(evening.standin.world.calls)

        def written(*arguments: Any) -> None:
            if arguments[2].startswith(("INSERT", "UPDATE", "DELETE")):
                spent["writes"] += 1

        event.listen(Engine, "before_cursor_execute", written)
        try:
            yield spent
        finally:
            event.remove(Engine, "before_cursor_execute", written)
            spent.update(Counter(evening.standin.world.calls) - before)

    return spending


async def test_a_throw_costs_one_request_and_is_on_disk_before_the_answer(
    evening: Any, hands: Any, spending: Any
) -> None:
    play = await evening.game("ana", "ben")
    at_answer: list[Any] = []

    def answered(one: Any) -> None:
        if one.state == "answered":
            at_answer.append(hands["rows"](evening.file, JOURNAL))

    evening.standin.world.watch("interaction", answered)
    for hold in (None, 1, 2):
        if hold:
            await play.hold(hold)
        at_answer.clear()
        with spending() as spent:
            await play.throw()
            await evening.settle()
        assert spent == {CALLBACK: 1, "writes": 1}  # the snapshot with the journal line, in one trip
        assert len(at_answer) == 1
        do, dice = at_answer[0][-1]
        assert do.startswith("roll" if hold is None else "keep")
        thrown = [face for throw in json.loads(dice) for face in throw]
        shown = [int(one["emoji"]["name"][-1]) for one in play.now["components"][0]["components"]]
        assert not Counter(thrown) - Counter(shown)


async def test_holding_a_die_writes_nothing(evening: Any, hands: Any, spending: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.throw()
    before = hands["rows"](evening.file, JOURNAL), hands["rows"](evening.file, VERSION)
    with spending() as spent:
        for place in (1, 2, 3, 1, 5):
            await play.hold(place)
        await play.do("menu strike")
        await play.do("menu mark")
        await play.beside("sheets", play.turn)
        await evening.settle()
    assert spent == {CALLBACK: 9}
    assert (hands["rows"](evening.file, JOURNAL), hands["rows"](evening.file, VERSION)) == before


async def test_a_refusal_costs_one_request_and_no_write(evening: Any, hands: Any, spending: Any) -> None:
    play = await evening.game("ana", "ben")
    with spending() as spent:
        assert (await play.do("roll", play.waiting)).ephemeral
        assert (await play.do("roll", evening.person("david"))).ephemeral
        await evening.settle()
    assert spent == {CALLBACK: 2}


async def test_the_end_of_a_turn_costs_nothing_more(evening: Any, spending: Any) -> None:
    play = await evening.game("ana", "ben")
    await play.whole_turn()
    await play.throw()
    with spending() as spent:
        await play.mark()
        await evening.settle()
    assert spent == {CALLBACK: 1, "writes": 1}


async def test_a_turn_of_somebody_away_costs_a_call(evening: Any, spending: Any) -> None:
    """The answer comes first; after it the call of whoever has played goes away, and the bot calls the next player."""
    post = ("POST", "/channels/{channel_id}/messages")
    delete = ("DELETE", "/channels/{channel_id}/messages/{message_id}")
    play = await evening.game("ana", "ben")
    evening.everybody_was_away()
    await play.whole_turn()
    await evening.settle()
    evening.everybody_was_away()
    for press, request in ((play.throw, delete), (play.throw, None), (play.mark, post)):
        with spending() as spent:
            await press()
            await evening.settle()
        besides = {} if request is None else {request: 1}
        # The decision, and which message calls.
        assert spent == {CALLBACK: 1, "writes": 1 + len(besides), **besides}, request


async def test_two_quick_holds_both_count(evening: Any, hands: Any) -> None:
    """Both presses see the same drawing; neither is lost."""
    play = await evening.game("ana", "ben")
    await play.throw()
    who = play.turn
    one, two = (next(id for do, id in play.does.items() if do.startswith(f"hold {place} ")) for place in (2, 4))
    outcomes = await asyncio.gather(who.press(play.board, custom_id=one), who.press(play.board, custom_id=two))
    assert all(outcome.updated for outcome in outcomes)
    await play.hold(5)
    dice = [one["emoji"]["name"] for one in play.now["components"][0]["components"]]
    assert [name.startswith("garde") for name in dice] == [False, True, False, True, True]
