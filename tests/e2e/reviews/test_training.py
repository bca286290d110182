"""Training over real sockets: from a review and by its command, in private, once an answer, in two languages."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.engine.types import text
from bot.thinker.answers import Answer, Claim, Why
from bot.ui.press import training, waiting
from tests.e2e.playing import PrivateMessage
from tests.e2e.reviews.test_reviews import asked, played, reviewed

__all__ = ["asked"]

SAID = {
    "en-US": ("You have no puzzles of your own", "What is best?", "Right!", "Not the best.", "In the game you chose"),
    "fr": ("Tu n’as pas encore de casse-têtes", "Quel est le meilleur coup?", "Bravo!", "Il y a mieux", "En partie"),
}

WHY = Claim("now", 12.0, 8.0, "points")
REASON = "”? The turn brings 12 points on average; after the other move, 8."


@pytest.fixture
def known(evening: Any, asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Holding one die is best; throwing all again costs four points, and filling a box ten.

    Exercises come with the answer to the press, however busy the machine is.
    """
    monkeypatch.setattr(training, "_AT_ONCE_SECONDS", 60.0)

    async def ask(game: Any, state: Any) -> Answer:
        legal = [text(action) for action in game.legal_actions(state)]
        best = next(do for do in legal if do.startswith("keep "))
        worth = {do: 150.0 - len(do) / 100 for do in legal} | {"keep": 156.0, best: 160.0}
        return Answer("points", "exact", 160.0, tuple(sorted(worth.items(), key=lambda pair: -pair[1])))

    async def explain(*_: Any) -> Why:
        return (WHY,)

    thinker = evening.client.services.tables.thinker
    thinker.ask, thinker.explain = ask, explain


def answers(board: Any) -> list[str]:
    return [do for do in board.does if do.startswith(("train answer", "train hinted"))]


@pytest.mark.parametrize("language", SAID)
@pytest.mark.usefixtures("unhurried", "known", "asked")
async def test_a_mistake_is_tried_again_from_its_review_and_comes_back(evening: Any, hands: Any, language: str) -> None:
    ana = evening.person("ana")
    ana.speak(language)
    none, question, right, wrong, chose = SAID[language]
    assert none in PrivateMessage(ana, await ana.command("train")).text
    play = await played(evening, "ana")
    review = await reviewed(play, ana)
    tries = [do for do in review.does if do.startswith("review try")]
    assert len(tries) == 5
    seen = set()
    for number in range(4):
        exercise = PrivateMessage(ana, await review.do(tries[0]))
        assert question in exercise.text
        assert right not in exercise.text
        pressed = answers(exercise)
        if number == len(pressed):
            break
        await exercise.do(pressed[number])
        assert (right in exercise.text) != (wrong in exercise.text)
        seen.add(right in exercise.text)
        assert answers(exercise) == []
        assert chose in exercise.text or wrong in exercise.text
        assert (REASON in exercise.text) == (language == "en-US")
    assert seen == {True, False}
    ((tried, solved),) = hands["rows"](evening.file, "SELECT tries, solved FROM exercises WHERE tries > 0")
    assert (tried, solved) == (len(pressed), 1)
    assert hands["rows"](evening.file, "SELECT answers, solved FROM training_weeks") == [(tried, 1)]
    home = PrivateMessage(ana, await ana.command("train"))
    assert none not in home.text
    await home.do("train next all")
    assert question in home.text
    waits = home.text
    await home.do("train hint")
    assert question in home.text
    assert len(home.text) > len(waits)
    assert (right in home.text, wrong in home.text) == (False, False)
    assert all(do.startswith("train hinted ") for do in answers(home))
    await home.do("train read")
    assert question in home.text
    assert all(do.startswith("train hinted ") for do in answers(home)), "there was a hint"
    await home.do("train hint")
    await home.do(answers(home)[0])
    assert answers(home) == []
    assert right not in home.text, "it was right with a hint, or wrong"
    these = PrivateMessage(ana, await review.do("review train"))
    assert question in these.text


@pytest.mark.usefixtures("unhurried", "known", "asked")
async def test_nobody_trains_by_the_mistakes_of_another(evening: Any) -> None:
    ana, ben, chloe = (evening.person(name) for name in ("ana", "ben", "chloe"))
    play = await played(evening, "ana", "ben")
    review = await reviewed(play, ana)
    table = await evening.table(play)
    assert review.asks("review try")
    await review.do(f"review more {table.players.index(int(ben.id))}")
    assert not review.asks("review try")
    assert not review.asks("review train")
    assert PrivateMessage(ben, await ben.command("train")).asks("train next all")
    assert not PrivateMessage(chloe, await chloe.command("train")).asks("train next")


@pytest.mark.usefixtures("unhurried", "known", "asked")
async def test_an_old_button_changes_nothing(evening: Any, hands: Any) -> None:
    ana = evening.person("ana")
    await reviewed(await played(evening, "ana"), ana)
    shown = [PrivateMessage(ana, await ana.command("train")) for _ in range(2)]
    for board in shown:
        await board.do("train next all")
    first, old = (board.does for board in shown)
    assert answers(shown[0]) == answers(shown[1])
    await shown[0].do(next(do for do in first if do.startswith("train answer")))
    told = shown[0].text
    await shown[1].do(next(do for do in reversed(old) if do.startswith("train answer")))
    assert shown[1].text == told, "it shows what counts"
    assert hands["rows"](evening.file, "SELECT sum(tries) FROM exercises") == [(1,)]


COMING = "”? I am still working it out."


@pytest.mark.parametrize("goes_on", [False, True])
@pytest.mark.parametrize("why", [(WHY,), None], ids=["a reason", "none"])
@pytest.mark.usefixtures("unhurried", "known", "asked")
async def test_a_reason_that_takes_long_comes_by_an_edit_unless_its_reader_has_gone_on(
    evening: Any, why: Why | None, *, goes_on: bool
) -> None:
    ana, thought = evening.person("ana"), asyncio.Event()

    async def explain(*_: Any) -> Why | None:
        await thought.wait()
        return why

    evening.client.services.tables.thinker.explain = explain
    await reviewed(await played(evening, "ana"), ana)
    exercise = PrivateMessage(ana, await ana.command("train"))
    await exercise.do("train next all")
    await exercise.do(answers(exercise)[0])
    assert REASON not in exercise.text
    assert COMING in exercise.text
    if goes_on:
        await exercise.do("train next all")
    shown = exercise.text
    thought.set()
    await evening.settle()
    assert (exercise.text == shown) is goes_on
    assert (REASON in exercise.text) is (why is not None and not goes_on)
    assert COMING not in exercise.text


@pytest.mark.usefixtures("unhurried", "known", "asked")
async def test_a_reason_that_never_comes_is_no_longer_promised_and_may_be_asked_for_again(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "_LIMIT_SECONDS", 0)
    ana, thought = evening.person("ana"), asyncio.Event()

    async def explain(*_: Any) -> Why:
        await thought.wait()
        return (WHY,)

    evening.client.services.tables.thinker.explain = explain
    await reviewed(await played(evening, "ana"), ana)
    exercise = PrivateMessage(ana, await ana.command("train"))
    await exercise.do("train next all")
    await exercise.do(answers(exercise)[0])
    await evening.settle()
    assert COMING not in exercise.text
    assert "That takes too long just now" in exercise.text
    thought.set()
    await exercise.do("train answer")
    assert REASON in exercise.text
    assert answers(exercise) == []
    assert hands["rows"](evening.file, "SELECT sum(tries) FROM exercises") == [(1,)]


@pytest.mark.usefixtures("unhurried", "known", "asked")
async def test_a_reason_may_be_asked_for_again_while_it_is_coming(evening: Any, hands: Any) -> None:
    """As after a restart of the bot, which forgets what it has promised; nothing moves under a finger meanwhile."""
    ana, thought = evening.person("ana"), asyncio.Event()

    async def explain(*_: Any) -> Why:
        await thought.wait()
        return (WHY,)

    evening.client.services.tables.thinker.explain = explain
    await reviewed(await played(evening, "ana"), ana)
    exercise = PrivateMessage(ana, await ana.command("train"))
    await exercise.do("train next all")
    await exercise.do(answers(exercise)[0])
    meanwhile, coming = exercise.does, exercise.text
    await exercise.do("train answer")
    assert (exercise.does, exercise.text) == (meanwhile, coming)
    thought.set()
    await evening.settle()
    assert REASON in exercise.text
    assert list(exercise.does) == list(meanwhile)[:-1], "what asked again stood last"
    assert hands["rows"](evening.file, "SELECT sum(tries) FROM exercises") == [(1,)]


@pytest.mark.usefixtures("unhurried", "known", "asked")
async def test_each_message_gets_its_reason_though_its_reader_has_gone_on_in_another_one(evening: Any) -> None:
    ana, thought = evening.person("ana"), asyncio.Event()

    async def explain(*_: Any) -> Why:
        await thought.wait()
        return (WHY,)

    evening.client.services.tables.thinker.explain = explain
    await reviewed(await played(evening, "ana"), ana)
    first, second = [PrivateMessage(ana, await ana.command("train")) for _ in range(2)]
    for exercise in (first, second):
        await exercise.do("train next all")
        await exercise.do(answers(exercise)[0])
    assert COMING in first.text
    thought.set()
    await evening.settle()
    assert REASON in first.text
    assert REASON in second.text


@pytest.mark.usefixtures("unhurried", "known", "asked")
async def test_an_exercise_that_is_read_in_words_stays_in_words_when_its_hint_comes(evening: Any) -> None:
    ana, thought = evening.person("ana"), asyncio.Event()

    async def explain(*_: Any) -> Why:
        await thought.wait()
        return (WHY,)

    evening.client.services.tables.thinker.explain = explain
    await reviewed(await played(evening, "ana"), ana)
    exercise = PrivateMessage(ana, await ana.command("train"))
    await exercise.do("train next all")
    await exercise.do("train hint")
    await exercise.do("train read")
    words = exercise.text
    assert not exercise.asks("train read")
    thought.set()
    await evening.settle()
    assert exercise.text == words


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.usefixtures("unhurried", "known", "asked")
async def test_a_fault_in_a_reason_costs_no_answer_and_promises_nothing(evening: Any, *, slow: bool) -> None:
    ana, thought = evening.person("ana"), asyncio.Event()
    if not slow:
        thought.set()

    async def explain(*_: Any) -> Why:
        await thought.wait()
        raise ArithmeticError

    evening.may_complain = True  # of the fault
    evening.client.services.tables.thinker.explain = explain
    await reviewed(await played(evening, "ana"), ana)
    exercise = PrivateMessage(ana, await ana.command("train"))
    await exercise.do("train next all")
    await exercise.do(answers(exercise)[0])
    thought.set()
    await evening.settle()
    assert "”? " not in exercise.text
    assert "That takes too long just now" not in exercise.text
    assert answers(exercise) == [], "who asks again meets the same fault"
