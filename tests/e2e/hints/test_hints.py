"""Hints: who may ask, what they say, moves made from them, and what they cost; the coach of who plays alone."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest

from bot.engine.types import text
from bot.tables.model import errors
from bot.tables.model.table import Status
from bot.thinker.answers import Answer, Claim, NobodyKnows, Why
from bot.thinker.thinker import Thinker
from bot.thinker.wire import SILENT_LOOKS
from bot.ui.press import hints, waiting
from tests.e2e.computers.conftest import guessing, hurried
from tests.e2e.playing import PrivateMessage, described, does, forge, refusal, rows, until

__all__ = ["guessing", "hurried"]

FIRST_WORTH = 50.0
STEP = 3.2


@pytest.fixture
async def known(evening: Any) -> dict[str, Any]:
    """A thinker that knows all positions at once: each legal action is worth 3.2 points less than the one before it."""
    thinker, says = (
        evening.client.services.tables.thinker,
        {"wait": None, "unit": "points", "why": None, "wait_for_why": None},
    )

    def answer(game: Any, state: Any) -> Answer:
        legal = [text(action) for action in game.legal_actions(state)]
        actions = tuple((do, FIRST_WORTH - STEP * place) for place, do in enumerate(legal))
        return Answer(says["unit"], "exact", FIRST_WORTH, actions)

    async def ask(game: Any, state: Any) -> Answer:
        if says["wait"] is not None:
            await says["wait"].wait()
        if says["unit"] == "nobody":
            raise NobodyKnows(game.key)
        return answer(game, state)

    async def explain(game: Any, state: Any, best: str, done: str) -> Why | None:
        if says["wait_for_why"] is not None:
            await says["wait_for_why"].wait()
        return says["why"]

    thinker.ask, thinker.known = ask, lambda game, state: None if says["wait"] else answer(game, state)
    thinker.explain, thinker.why = explain, lambda game, state, best, done: says["why"]
    return says


async def more(play: Any, who: Any) -> PrivateMessage:
    return PrivateMessage(who, await play.do("more", who))


async def asked(play: Any, who: Any) -> PrivateMessage:
    """The hint in the place of what More opened."""
    panel = await more(play, who)
    await panel.do("hint")
    return panel


def journal(evening: Any) -> list[str]:
    """All that happened at the only table."""
    return [do for (do,) in rows(evening.file, "SELECT do FROM journal ORDER BY number")]


async def test_who_plays_alone_asks_what_to_do_and_does_it_from_the_hint(evening: Any, known: Any) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    panel = await more(play, ana)
    assert "hint" not in panel.does, "before the first throw there is nothing to choose"
    assert "**Hint** stands here once you have something to choose." in panel.text
    forged = await forge(ana, panel.id, ":".join([*next(iter(play.does.values())).split(":")[:3], "hint"]))
    assert "Throw first" in forged.text
    assert (await evening.table(play)).hinted == ()
    await play.throw()
    hint = await asked(play, ana)
    assert "50.0 points" in hint.text
    assert "3.2 points less" in hint.text
    assert "does not count in leaderboards" in hint.text
    assert (await evening.table(play)).hinted == (0,)
    best, second = (do.removeprefix("hinted ") for do in hint.does)
    legal = [text(one) for one in (await evening.table(play)).game.legal_actions((await evening.table(play)).state)]
    assert [best, second] == legal[:2]
    await hint.do(f"hinted {second}")
    await evening.settle()
    assert journal(evening) == ["roll", second]


async def test_more_says_that_only_one_move_is_possible_where_that_is_why_there_is_no_hint(
    evening: Any, known: Any
) -> None:
    """In 5000, a throw with one die that scores leaves one move to somebody who has not opened yet."""
    play, ana = await evening.lobby("ana", "ben", command="5000 start"), evening.person("ana")
    await (await more(play, ana)).do("option pick hints on")
    await play.begin()
    for _ in range(60):
        await evening.settle()
        table = await evening.table(play)
        legal = [text(one) for one in table.game.legal_actions(table.state)]
        if len(legal) == 1 and legal != ["roll"]:
            break
        await play.do("roll" if "roll" in play.does else "keep")
    panel = await more(play, play.turn)
    assert "hint" not in panel.does
    assert "No **Hint** now: only one move is possible." in panel.text


async def test_an_old_hint_moves_nothing(evening: Any, known: Any) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    hint = await asked(play, ana)
    old = hint.custom_id("hinted")
    await play.throw()
    said = await forge(ana, hint.id, old)
    assert said.updated
    assert said.text == refusal(ana, errors.OldPress(await evening.table(play)))
    assert hint.does == {}
    assert journal(evening) == ["roll", "keep"]


async def test_a_hint_goes_with_the_turn_it_was_for(evening: Any, known: Any) -> None:
    """Somebody else is to play; the panel says what is true in its place, and no message more."""
    play = await evening.lobby("ana", "ben")
    await (await more(play, evening.person("ana"))).do("option pick hints on")
    await play.begin()
    await play.throw()
    who = play.turn
    hint = await asked(play, who)
    await play.mark()
    assert play.turn != who
    said = await hint.do(next(iter(hint.does)))
    assert said.updated
    assert hint.text == refusal(who, errors.OldPress(await evening.table(play)))
    assert hint.does == {}


async def test_two_play_without_hints_unless_the_host_wants_them(evening: Any, known: Any) -> None:
    play = await evening.lobby("ana", "ben")
    ana = evening.person("ana")
    await play.begin()
    await play.throw()
    panel = await more(play, play.turn)
    assert "hint" not in panel.does
    assert "Hint" not in (await more(play, play.waiting)).text
    forged = ":".join([*next(iter(play.does.values())).split(":")[:3], "hint"])
    assert (await forge(play.turn, panel.id, forged)).text == refusal(play.turn, errors.NoHints())
    await evening.end_table(ana)
    play = await evening.lobby("ana", "ben")
    options = PrivateMessage(ana, await play.do("more", ana))
    await options.do("option pick hints on")
    await evening.settle()
    assert "With hints for everybody" in described(play.now)
    await play.begin()
    await play.throw()
    waiting = await more(play, play.waiting)
    assert "hint" not in waiting.does
    assert "**Hint** stands here once you have something to choose." in waiting.text
    assert "50.0 points" in (await asked(play, play.turn)).text


async def test_a_hint_makes_the_game_of_all_unranked_and_marks_who_had_it(evening: Any, known: Any) -> None:
    play = await evening.lobby("ana", "ben", command="yamslam start")
    ana = evening.person("ana")
    options = PrivateMessage(ana, await play.do("more", ana))
    await options.do("option pick hints on")
    await play.begin()
    await play.throw()
    cheat = play.turn
    await asked(play, cheat)
    table = await evening.table(play)
    while any(do in play.does for do in ("roll", "pass")):
        await play.do("pass" if "pass" in play.does else "roll")
    await evening.settle()
    assert f"<@{cheat.id}> (with hints)" in described(play.now)
    assert "does not count in leaderboards" in described(play.now)
    assert set(rows(evening.file, "SELECT kind, to_rate FROM results")) == {("hints", 0)}
    assert rows(evening.file, "SELECT * FROM ratings") == []
    assert [table.players[seat] for seat in (await evening.table(play)).hinted] == [int(cheat.id)]


async def test_the_message_changes_by_itself_when_the_answer_takes_long(evening: Any, known: Any) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["wait"] = asyncio.Event()
    hint = await asked(play, ana)
    assert "Working it out" in hint.text
    assert (await evening.table(play)).hinted == ()
    known["wait"].set()
    await evening.settle()
    assert "50.0 points" in hint.text
    assert (await evening.table(play)).hinted == (0,)


async def test_a_hint_that_cannot_be_saved_does_not_say_that_the_game_went_on(
    evening: Any, known: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["wait"] = asyncio.Event()
    hint = await asked(play, ana)

    async def note_hint(*_: Any) -> None:
        raise errors.NotSaved

    monkeypatch.setattr(evening.client.services.tables, "note_hint", note_hint)
    known["wait"].set()
    await evening.settle()
    assert "I could not work it out just now" in hint.text
    assert hint.asks("hint"), "one may ask again"


WHY = (Claim("hit", 0.42, 0.18, "chance", "mark full_house"),)


async def test_a_hint_says_why(evening: Any, known: Any) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["why"] = WHY
    assert "Why: Full House: in 42 of 100 turns; after the other move, in 18." in (await asked(play, ana)).text


async def test_a_reason_that_takes_long_comes_by_an_edit_of_the_hint(evening: Any, known: Any) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["why"], known["wait_for_why"] = WHY, asyncio.Event()
    hint = await asked(play, ana)
    assert "50.0 points" in hint.text
    assert "Why: I am still working it out." in hint.text
    known["wait_for_why"].set()
    await evening.settle()
    assert "Why: Full House: in 42 of 100 turns; after the other move, in 18." in hint.text
    assert "still working" not in hint.text


async def test_a_reason_that_comes_after_a_move_on_the_board_still_ends_the_wait_for_it(
    evening: Any, known: Any
) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["why"], known["wait_for_why"] = WHY, asyncio.Event()
    hint = await asked(play, ana)
    await play.throw()
    known["wait_for_why"].set()
    await evening.settle()
    assert "Why: Full House: in 42 of 100 turns; after the other move, in 18." in hint.text
    assert "still working" not in hint.text
    assert hint.does == {}, "nobody makes that move any more"


async def test_a_reason_that_comes_after_the_move_from_its_hint_changes_nothing(evening: Any, known: Any) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["why"], known["wait_for_why"] = WHY, asyncio.Event()
    hint = await asked(play, ana)
    await hint.do("hinted")
    known["wait_for_why"].set()
    await evening.settle()
    assert hint.text == "Done: look at the board."


async def test_a_hint_that_comes_after_the_move_is_not_told(evening: Any, known: Any) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["wait"] = asyncio.Event()
    hint = await asked(play, ana)
    await play.throw()
    known["wait"].set()
    await evening.settle()
    assert "The game has moved on" in hint.text
    assert (await evening.table(play)).hinted == ()


async def test_where_nothing_knows_the_game_the_hint_says_so(evening: Any, known: Any) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["unit"] = "nobody"
    assert "I cannot tell" in (await asked(play, ana)).text
    assert (await evening.table(play)).hinted == ()


async def with_coach(who: Any) -> None:
    panel = PrivateMessage(who, await who.command("preferences", "dice"))
    await panel.do("preferences page play")
    await panel.do("preferences set coach yes")


async def test_the_coach_tells_on_the_same_board_what_a_decision_cost(evening: Any, known: Any) -> None:
    ana = evening.person("ana")
    await with_coach(ana)
    known["why"] = WHY
    play = await evening.game("ana")
    await play.throw()
    table = await evening.table(play)
    legal = [text(one) for one in table.game.legal_actions(table.state)]
    assert "Coach" not in described(play.now)
    await play.hold(1)
    kept = next(do for do in play.does if do.startswith("keep"))
    await play.throw()
    lost = STEP * legal.index(kept)
    assert f"Coach: that cost {lost:.1f} points." in described(play.now)
    assert "Why: Full House: in 42 of 100 turns; after the other move, in 18." in described(play.now)
    assert (await evening.table(play)).hinted == (0,)
    assert rows(evening.file, "SELECT hinted FROM tables") == [("[0]",)]


async def test_the_coach_speaks_to_the_only_person_at_a_table_and_their_game_counts_nowhere(
    guessing: Any, known: Any
) -> None:
    ana, settings = guessing.person("ana"), guessing.client.services.settings
    panel = PrivateMessage(ana, await ana.command("preferences", "dice"))
    await panel.do("preferences page play")
    assert "What decisions cost, alone; such games count nowhere" in str(panel.now), "they know it beforehand"
    await panel.do("preferences set coach yes")
    play = await guessing.lobby("ana", sheet="yum_classic", computers=1)
    await settings.choose((await guessing.table(play)).guild, count_computers=True)
    await play.begin()
    await guessing.settle()
    while (table := await guessing.table(play)).status is Status.PLAYING:
        await play.throw()
        await play.mark()
        await guessing.settle()
        assert "Coach: " in described(play.now) or "final result" in described(play.now)
    assert table.hinted == (table.players.index(int(ana.id)),)
    assert "the game does not count" in described(play.now)
    assert "best so far" not in described(play.now)
    assert set(rows(guessing.file, "SELECT kind, to_rate FROM results WHERE user_id > 0")) == {("computer", 0)}


async def test_the_coach_is_silent_about_what_was_taken_back(evening: Any, known: Any) -> None:
    ana = evening.person("ana")
    await with_coach(ana)
    play = await evening.game("ana")
    await play.throw()
    await play.do(next(do for do in play.does if do.startswith("mark")))
    assert "Coach: " in described(play.now)
    await play.do("undo")
    assert "Coach" not in described(play.now)
    await play.do(next(do for do in play.does if do.startswith("mark")))
    assert "Coach: " in described(play.now)


async def test_the_coach_tells_on_ones_own_board_where_everybody_plays_at_once(evening: Any, known: Any) -> None:
    """Where the table allows hints; and that somebody had one is kept with the own table."""
    ana, ben = evening.person("ana"), evening.person("ben")
    await with_coach(ana)
    play = await evening.lobby("ana", "ben", sheet="yum_original", pace="parallel")
    options = PrivateMessage(ana, await play.do("more", ana))
    await options.do("option pick hints on")
    await play.begin()
    boards = [PrivateMessage(who, await who.press(play.board, custom_id=play.does["mine"])) for who in (ana, ben)]
    for board in boards:
        await board.do("roll")
        await board.do("keep")
    own, others = (board.text for board in boards)
    assert "Coach: nothing is better than that." in own
    assert "Coach" not in others
    assert "Coach" not in described(play.now)
    hinted = rows(evening.file, "SELECT hinted FROM tables")
    assert sorted(hinted) == [("[0]",), ("[]",), ("[]",)]


async def test_nobody_has_a_hint_or_a_coach_where_others_throw_the_same_dice(evening: Any, known: Any) -> None:
    ana = evening.person("ana")
    await with_coach(ana)
    message = (await ana.command("tournament start", "dice")).message
    enter = next(id for do, id in does(message).items() if do.startswith("tournament play"))
    own = PrivateMessage(ana, await ana.press(str(message["id"]), custom_id=enter))
    assert not own.asks("hint")
    assert not own.asks("more") or not PrivateMessage(ana, await own.do("more")).asks("hint")
    asking = own.custom_id("mark").rpartition(":")[0] + ":hint"
    assert (await forge(ana, own.id, asking)).text == refusal(ana, errors.NoHints())
    await own.do("mark")
    assert "Coach" not in own.text
    assert rows(evening.file, "SELECT hinted FROM tables") == [("[]",)]


async def test_nobody_is_coached_among_others(evening: Any, known: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await with_coach(ana)
    await with_coach(ben)
    play = await evening.game("ana", "ben")
    await play.throw()
    await play.throw()
    assert "Coach" not in described(play.now)
    assert (await evening.table(play)).hinted == ()


# -- a process that hangs ----------------------------------------------------------------------------------------------


_STARTS = 120.0
"""Seconds until another process has started and worked a hint out, on a machine that has other work for ten."""


def _stop(thinker: Thinker) -> None:
    """Stop the process that answers, as SIGSTOP does."""
    now = thinker._quick._now
    assert now is not None
    assert now.process.pid is not None
    os.kill(now.process.pid, signal.SIGSTOP)


def _wait_long(thinker: Thinker) -> None:
    """Let the time pass after which a process that gives no sign of life counts as one that hangs."""
    now = thinker._quick._now
    for _ in range(0 if now is None else SILENT_LOOKS):
        now.wire.look()


async def test_a_hint_comes_from_another_process_when_one_hangs_and_a_sentence_when_that_one_does_too(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "_AT_ONCE_SECONDS", 0)
    play, ana, thinker = await evening.game("ana"), evening.person("ana"), evening.client.services.tables.thinker
    await play.throw()
    await asked(play, ana)
    await evening.settle()  # From now on the process runs.
    _stop(thinker)
    await play.throw()
    hint = await asked(play, ana)
    assert "Working it out" in hint.text
    _wait_long(thinker)
    await until(lambda: "this game does not count" in hint.text, _STARTS)
    _stop(thinker)
    await play.throw()
    hint = await asked(play, ana)
    _wait_long(thinker)
    await until(lambda: thinker._quick.running, _STARTS)
    _stop(thinker)
    await until(lambda: _wait_long(thinker) or "Working it out" not in hint.text, _STARTS)
    assert "I could not work it out just now" in hint.text


async def test_a_hint_that_never_comes_may_be_asked_for_again(
    evening: Any, known: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "_LIMIT_SECONDS", 0)
    monkeypatch.setattr(hints, "_AT_ONCE_SECONDS", 0)
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["wait"] = asyncio.Event()
    hint = await asked(play, ana)
    await evening.settle()
    assert "That takes too long just now" in hint.text
    known["wait"].set()
    known["wait"] = None
    monkeypatch.setattr(waiting, "_LIMIT_SECONDS", 60.0)
    await hint.do("hint")
    await evening.settle()
    assert "this game does not count" in hint.text


async def test_a_reason_that_never_comes_may_be_asked_for_again_from_the_hint(
    evening: Any, known: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "_LIMIT_SECONDS", 0)
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["why"], known["wait_for_why"] = WHY, asyncio.Event()
    hint = await asked(play, ana)
    await evening.settle()
    assert "Why: That takes too long just now. Ask again in a few minutes." in hint.text
    known["wait_for_why"].set()
    await hint.do("hint")
    assert "Why: Full House: in 42 of 100 turns; after the other move, in 18." in hint.text
    assert "hint" not in hint.does, "there is nothing more to ask for"


async def test_a_reason_that_comes_after_a_hint_for_other_dice_in_the_same_message_leaves_that_hint(
    evening: Any, known: dict[str, Any]
) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    thought = known["wait_for_why"] = asyncio.Event()
    known["why"] = WHY
    hint = await asked(play, ana)
    old = list(hint.does)
    await play.hold(1)
    await play.throw()
    known["why"], known["wait_for_why"] = None, None
    await hint.do("hint")
    shown, known["why"] = hint.does, WHY
    assert list(shown) != old
    thought.set()
    await evening.settle()
    assert hint.does == shown
    assert "Why: " not in hint.text


async def test_a_reason_comes_though_its_reader_has_asked_for_a_hint_in_another_message(
    evening: Any, known: dict[str, Any]
) -> None:
    play, ana = await evening.game("ana"), evening.person("ana")
    await play.throw()
    known["why"], known["wait_for_why"] = WHY, asyncio.Event()
    hints = [await asked(play, ana) for _ in range(2)]
    known["wait_for_why"].set()
    await evening.settle()
    for hint in hints:
        assert "Why: Full House: in 42 of 100 turns; after the other move, in 18." in hint.text
