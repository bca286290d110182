"""The thinker: one process, started when first needed, gone when idle, replaced when it breaks, ended at the close."""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import games
from bot.engine import Level, ScriptedDice, Seat, gate
from bot.engine.gate import play
from bot.run import services
from bot.thinker import process, wire, worker
from bot.thinker.answers import LATE, NobodyKnows, ThinkingFailed
from bot.thinker.thinker import Thinker
from tests.e2e.playing import until

pytestmark = pytest.mark.sample(4, among="thinking processes")  # Each starts a process or two.

GAME = games.make("yamslam", {})


def thrown(*faces: int, game: Any = GAME) -> Any:
    """The first player of a game for two after their first throw."""
    return play(game, game.new(2), Seat(0), "roll", ScriptedDice((faces,))).state


@pytest.fixture
async def thinker(tmp_path: Path) -> AsyncIterator[Thinker]:
    made = Thinker(tmp_path / "mind")
    yield made
    await made.close()


def processes() -> list[int]:
    return [child.pid or 0 for child in multiprocessing.active_children()]


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has processes that run when nothing else does")
async def test_what_reviews_behind_everything_runs_only_when_nothing_else_does(tmp_path: Path) -> None:
    thinker = Thinker(tmp_path / "mind", nicer=worker.NICEST)
    before = set(processes())
    await thinker.ask(GAME, thrown(5, 5, 5, 5, 1))
    ways = {os.sched_getscheduler(process) for process in set(processes()) - before}
    await thinker.close()
    assert ways == {os.SCHED_IDLE}


async def test_it_knows_what_the_moves_are_worth_and_asks_once(thinker: Thinker) -> None:
    assert not thinker.running
    state = thrown(5, 5, 5, 5, 1)
    assert thinker.known(GAME, state) is None
    first, second = await asyncio.gather(thinker.ask(GAME, state), thinker.ask(GAME, state))
    assert first is second is thinker.known(GAME, state)
    assert first.best == "take 4k" or first.best.startswith("keep")
    assert {do for do, _ in first.actions} == {
        " ".join((action.word, *action.arguments())) for action in GAME.legal_actions(state)
    }
    assert first.lost(first.best) == 0
    assert first.lost("keep") > 0


async def test_services_that_close_leave_no_process_behind(tmp_path: Path) -> None:
    async with services(f"sqlite:///{tmp_path}/g.db") as made:
        thinker = made.tables.thinker
        await thinker.ask(GAME, thrown(5, 5, 5, 5, 1))
        assert thinker.running
    assert not thinker.running


async def test_it_says_where_nothing_knows_a_game(thinker: Thinker) -> None:
    power = games.make("yamslam", {"power": True})
    with pytest.raises(NobodyKnows):
        await thinker.ask(power, power.new(2))


async def test_a_process_that_breaks_gives_way_to_another(thinker: Thinker) -> None:
    await thinker.ask(GAME, thrown(1, 1, 2, 3, 5))
    (child,) = processes()
    os.kill(child, signal.SIGKILL)
    assert (await thinker.ask(GAME, thrown(1, 1, 2, 3, 6))).unit == "win"
    assert child not in processes()


# -- a process that hangs ----------------------------------------------------------------------------------------------


def look(thinker: Thinker) -> None:
    """Let the time pass after which a process that gives no sign of life is taken for one that hangs."""
    now = thinker._quick._now
    for _ in range(0 if now is None else wire.SILENT_LOOKS):
        now.wire.look()


async def stopped(thinker: Thinker) -> int:
    """Stop the process after its first answer, as SIGSTOP does."""
    await thinker.ask(GAME, thrown(1, 1, 2, 3, 5))
    (child,) = processes()
    os.kill(child, signal.SIGSTOP)
    return child


async def test_a_process_that_hangs_gives_way_to_another_and_the_question_goes_there(thinker: Thinker) -> None:
    child = await stopped(thinker)
    asking = asyncio.create_task(thinker.ask(GAME, thrown(1, 1, 2, 3, 6)))
    await asyncio.sleep(0)
    look(thinker)
    assert (await asking).unit == "win"
    assert child not in processes()


async def test_the_clock_finds_a_process_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "_FIRST_LOOKS", 10**9)  # However busy this machine is, the next one may begin.
    thinker = Thinker(tmp_path / "mind", look_seconds=0.05)
    child = await stopped(thinker)
    asking = asyncio.create_task(thinker.ask(GAME, thrown(1, 1, 2, 3, 6)))
    await until(lambda: child not in processes())
    await asyncio.wait((asking,))
    await thinker.close()


async def test_nobody_waits_when_the_second_process_hangs_too(thinker: Thinker) -> None:
    await stopped(thinker)
    asking = asyncio.create_task(thinker.ask(GAME, thrown(1, 1, 2, 3, 6)))
    await asyncio.sleep(0)
    look(thinker)
    await until(lambda: thinker.running)
    for child in processes():
        os.kill(child, signal.SIGSTOP)
    while not asking.done():  # A process that has given no sign of life yet has more time.
        look(thinker)
        await asyncio.sleep(0)
    with pytest.raises(ThinkingFailed):
        await asking
    await until(lambda: not processes())


async def test_a_process_that_hangs_is_replaced_although_the_computer_has_played_without_it(thinker: Thinker) -> None:
    child = await stopped(thinker)
    with pytest.raises(ThinkingFailed):
        await thinker.choose(GAME, thrown(5, 5, 5, 5, 1), "beginner", "slips", seconds=0)
    asked = asyncio.create_task(thinker.choose(GAME, thrown(5, 5, 5, 5, 1), "beginner", "slips", seconds=0.01))
    await asyncio.wait((asked,))
    assert isinstance(asked.exception(), ThinkingFailed)
    look(thinker)
    await until(lambda: child not in processes())
    assert (await thinker.choose(GAME, thrown(5, 5, 5, 5, 1), "beginner", "slips", seconds=600)).level == "beginner"


async def test_a_process_that_hangs_and_that_nobody_needs_any_more_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "_LEAVE_SECONDS", 0)
    thinker = Thinker(tmp_path)
    child = await stopped(thinker)
    thinker._leave()
    await until(lambda: child not in processes())
    await thinker.close()


_go_on = threading.Event()


def _work_until_told() -> str:
    return "done" if _go_on.wait(600) else "never told"


def test_after_ten_seconds_without_an_answer_or_a_sign_of_life_a_process_hangs() -> None:
    assert wire.SILENT_LOOKS * wire.LOOK_SECONDS == 10


async def test_a_process_that_works_for_long_does_not_hang() -> None:
    ours, theirs = socket.socketpair()
    working = threading.Thread(target=wire.answer_all, args=(theirs, 0.001))
    working.start()
    end = wire.Wire(lambda: None, look_seconds=600)
    await asyncio.get_running_loop().create_connection(lambda: end, sock=ours)
    answer = end.ask((_work_until_told, (), {}), 0)
    for _ in range(5):
        for _ in range(wire.SILENT_LOOKS - 1):
            end.look()
        await until(lambda: not end._silent)
    assert not answer.done()
    _go_on.set()
    assert await answer == "done"
    end.close()
    await asyncio.to_thread(working.join)


async def test_a_process_that_gives_signs_of_life_but_no_answer_hangs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "_ANSWER_LOOKS", 20)
    ours, theirs = socket.socketpair()
    end = wire.Wire(lambda: None, look_seconds=600)
    await asyncio.get_running_loop().create_connection(lambda: end, sock=ours)
    answer = end.ask((_work_until_told, (), {}), 0)
    for _ in range(20):
        end.data_received(bytes(4))
        assert not end.hangs
        end.look()
    with pytest.raises(wire.Broken):
        await answer
    assert end.hangs
    theirs.close()


@pytest.mark.parametrize("error", [ThinkingFailed("twice"), OSError("no process can be started")])
async def test_where_thinking_fails_its_reader_may_ask_again_and_the_next_one_asks_anew(
    tmp_path: Path, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process itself is not needed: it fails in the first question, and answers the second one."""
    thinker, said = Thinker(tmp_path / "mind"), [error, ()]

    async def run(*_: Any) -> Any:
        answer = said.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(thinker._patient, "run", run)
    state = thrown(5, 5, 5, 5, 1)
    assert await thinker.explain(GAME, state, "keep 5 5 5 5", "take 4k") is LATE
    assert thinker.why(GAME, state, "keep 5 5 5 5", "take 4k") is None
    assert await thinker.explain(GAME, state, "keep 5 5 5 5", "take 4k") == ()
    assert thinker.why(GAME, state, "keep 5 5 5 5", "take 4k") == ()
    await thinker.close()


async def test_what_could_not_be_worked_out_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinker, asked = Thinker(tmp_path / "mind"), list[Any]()

    async def run(*about: Any) -> None:
        asked.append(about)
        if len(asked) == 1:
            raise ThinkingFailed("twice")

    monkeypatch.setattr(thinker._patient, "run", run)
    with pytest.raises(ThinkingFailed):
        await thinker.work_out(GAME, 2)
    for _ in range(2):
        await thinker.work_out(GAME, 2)
    assert len(asked) == 2
    await thinker.close()


async def test_a_computer_that_could_not_be_prepared_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinker, asked = Thinker(tmp_path / "mind"), list[Any]()

    async def run_by(*about: Any, **_: Any) -> Any:
        asked.append(about)
        if len(asked) == 1:
            raise ThinkingFailed("twice")
        return worker.Ready("champion")

    monkeypatch.setattr(thinker._quick, "run_by", run_by)
    monkeypatch.setattr("bot.thinker.thinker._AGAIN_SECONDS", 0.0, raising=False)
    for _ in range(3):
        await thinker.prepare(GAME, "champion")
        await asyncio.sleep(0.01)
    assert len(asked) == 2
    await thinker.close()


async def test_whoever_asks_again_waits_for_the_same_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one who has asked first need not wait for it any more."""
    thinker, asked, thought = Thinker(tmp_path / "mind"), list[Any](), asyncio.Event()

    async def run(*about: Any) -> Any:
        asked.append(about)
        await thought.wait()
        return ()

    monkeypatch.setattr(thinker._patient, "run", run)
    state = thrown(5, 5, 5, 5, 1)
    first, second = (asyncio.ensure_future(thinker.explain(GAME, state, "keep 5 5 5 5", "take 4k")) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    thought.set()
    assert await second == ()
    assert len(asked) == 1
    await thinker.close()


async def test_it_leaves_when_nobody_asks(tmp_path: Path) -> None:
    thinker = Thinker(tmp_path, idle_seconds=0)
    await thinker.ask(GAME, thrown(1, 1, 2, 3, 5))
    await until(lambda: not thinker.running and not processes())
    assert (await thinker.ask(GAME, thrown(1, 1, 2, 3, 6))).unit == "win"
    await thinker.close()


async def test_closing_ends_it_in_the_middle_of_its_work(tmp_path: Path) -> None:
    thinker, sheet = Thinker(tmp_path), games.make("yum_classic", {})
    await thinker.ask(GAME, thrown(1, 1, 2, 3, 5))
    working = asyncio.create_task(thinker.ask(sheet, thrown(1, 1, 2, 3, 5, game=sheet)))
    await asyncio.sleep(0)
    await asyncio.wait_for(thinker.close(), 2)
    with pytest.raises(ThinkingFailed):
        await working
    assert processes() == []
    with pytest.raises(ThinkingFailed):
        await thinker.ask(GAME, thrown(1, 1, 2, 3, 6))


async def test_nobody_waits_for_values_that_are_worked_out_for_others(thinker: Thinker) -> None:
    ruled = {"joker": "none", "yum_bonus": False}  # Its values do not ship.
    sheet = games.make("yum_classic", ruled)  # It takes ten times as long as the question meanwhile.
    working = asyncio.create_task(thinker.ask(sheet, thrown(1, 1, 2, 3, 5, game=sheet)))
    await until(lambda: len(processes()) == 2)  # The first one has seen that there is work to do.
    assert (await thinker.ask(GAME, thrown(1, 1, 2, 3, 5))).unit == "win"
    assert not working.done()
    await thinker.close()
    with pytest.raises(ThinkingFailed):
        await working


# -- computers -------------------------------------------------------------------------------------------------------


async def test_a_computer_waits_until_its_level_is_ready(thinker: Thinker) -> None:
    found = await thinker.choose(GAME, thrown(5, 5, 5, 5, 1), "champion", "slips", patience=600, seconds=600)
    assert found.level == "champion"


@pytest.mark.long
async def test_who_cannot_wait_for_a_level_that_is_worked_out_gets_the_next_one(thinker: Thinker) -> None:
    sheet = games.make("asian_yum", {})  # It is the one that is soonest worked out.
    state = thrown(1, 1, 2, 3, 5, game=sheet)
    assert (await thinker.choose(sheet, state, "champion", "slips", seconds=600)).level != "champion"
    assert (await thinker.choose(sheet, state, "champion", "slips", patience=600, seconds=600)).level == "champion"


@pytest.mark.long
async def test_a_level_that_misses_values_is_worked_out_when_it_is_prepared(thinker: Thinker) -> None:
    sheet = games.make("asian_yum", {})  # It is the one that is soonest worked out.
    await thinker.prepare(sheet, "champion")
    state = thrown(1, 1, 2, 3, 5, game=sheet)
    assert (await thinker.choose(sheet, state, "champion", "slips", seconds=600)).level == "champion"


async def test_values_that_a_computer_misses_in_the_middle_of_a_game_are_worked_out_too(thinker: Thinker) -> None:
    """Among three, two seldom share all tokens of 421."""
    game = games.make("421", {"tokens": 11, "charge_one_throw": True})  # Their values do not ship.
    begun = replace(game.new(3), pot=0, tokens=(2, 1, 8), discharge=True)
    state = play(game, begun, Seat(0), "roll", ScriptedDice(((1, 3, 6),))).state
    await thinker.prepare(game, "champion")
    assert (await thinker.choose(game, state, "champion", "slips", seconds=600)).level != "champion"
    for _ in range(300):
        if (await thinker.choose(game, state, "champion", "slips", seconds=600)).level == "champion":
            return
        await asyncio.sleep(0.1)
    pytest.fail("they are never worked out")


async def test_no_computer_thinks_for_long(thinker: Thinker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker._quick, "run_by", lambda *about: asyncio.sleep(60))
    with pytest.raises(ThinkingFailed):
        await thinker.choose(GAME, thrown(5, 5, 5, 5, 1), "champion", "slips", seconds=0.01)


def test_a_question_that_has_waited_long_goes_to_the_quickest_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = GAME.key, dict(GAME.written), gate.encode(thrown(5, 5, 5, 5, 1)), str(tmp_path)
    for level in ("regular", "champion"):
        while worker.load(*about[:2], str(tmp_path), level, anew=False) == "loading":
            time.sleep(0.01)
    keys = {level: (GAME.key, tuple(sorted(GAME.written.items())), str(tmp_path), level) for level in Level}
    monkeypatch.setattr(
        worker, "_took", dict.fromkeys(keys.values(), 0.2) | {keys[Level.CHAMPION]: 0.5, keys[Level.REGULAR]: 0.1}
    )
    assert worker.choose(*about, "champion", "slips", math.inf).level == "champion"
    assert worker.choose(*about, "champion", "slips", 0).level == "regular"


def test_a_level_that_gave_way_to_others_in_memory_still_plays_as_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = worker._seated

    def slowly(*key: Any) -> Any:
        time.sleep(0.1)
        return seat(*key)

    monkeypatch.setattr(worker, "_seated", slowly)
    monkeypatch.setattr(worker, "_KEPT", 1)
    about = GAME.key, dict(GAME.written), gate.encode(thrown(5, 5, 5, 5, 1)), str(tmp_path)
    for level in ("regular", "casual"):
        while worker.load(*about[:2], str(tmp_path), level, anew=False) == "loading":
            time.sleep(0.01)
    assert worker.choose(*about, "regular", "slips", math.inf).level == "regular"


def test_where_nothing_can_be_written_all_processes_keep_values_in_one_other_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    found = worker._writable(tmp_path / "mind")
    assert found.is_dir()
    assert found != tmp_path / "mind"
    assert worker._writable(tmp_path / "mind") == found


_ORPHAN = """
import asyncio, multiprocessing, os, pathlib, sys
from bot import games
from bot.engine import ScriptedDice, Seat
from bot.engine.gate import play
from bot.thinker.thinker import Thinker
from tests.e2e.playing import until

async def main():
    game = games.make("yamslam", {})
    state = play(game, game.new(2), Seat(0), "roll", ScriptedDice(((1, 1, 2, 3, 5),))).state
    await Thinker(pathlib.Path(sys.argv[1])).ask(game, state)
    print(multiprocessing.active_children()[0].pid, flush=True)
    os.kill(os.getpid(), 9)

if __name__ == "__main__":
    asyncio.run(main())
"""


async def test_the_process_ends_with_a_bot_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "orphan.py"
    script.write_text(_ORPHAN)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    run = await asyncio.create_subprocess_exec(
        sys.executable, str(script), str(tmp_path), stdout=subprocess.PIPE, env=environment
    )
    said, _ = await run.communicate()
    child = int(said)
    await until(lambda: not _lives(child))


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False


async def test_of_all_who_wait_the_computer_with_the_least_time_left_is_answered_next(thinker: Thinker) -> None:
    state, answered = thrown(5, 5, 5, 5, 1), list[float]()
    await thinker.choose(GAME, state, "beginner", "slips", seconds=600)

    async def ask(by: float) -> None:
        await thinker.choose(GAME, state, "beginner", "slips", seconds=600, by=by)
        answered.append(by)

    await asyncio.gather(*map(ask, (7, 6, 5, 4, 3, 2, 1)))
    assert answered == [7, 6, 1, 2, 3, 4, 5]  # The first two went to the process at once.
