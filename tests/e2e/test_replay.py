"""A finished game step by step: by command and by button, for anyone in the server, also after a restart."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from bot.engine.errors import GameError
from bot.tables.model import errors
from bot.ui.discord.errors import NotOffered
from tests.e2e.playing import PrivateMessage, of_game, refusal, titled

SHEET = "yum_original"
BOXES = 12
CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")


class Watching(PrivateMessage):
    """A person's private replay."""

    @property
    def title(self) -> str:
        return titled(self.now)

    @property
    def text(self) -> str:
        return next(str(frame["description"]) for frame in self.now["embeds"] if "description" in frame)

    @property
    def place(self) -> tuple[int, int]:
        """The shown move, and the number of moves."""
        number, of = re.findall(r"\d+", self.now["embeds"][-1]["footer"]["text"])
        return int(number), int(of)

    @property
    def words(self) -> list[str]:
        """The possible presses."""
        return [do.split()[-1] for do in self.does]

    async def go(self, word: str) -> None:
        custom_id = next(id for do, id in self.does.items() if do.endswith(f" {word}"))
        outcome = await self.who.press(self.id, custom_id=custom_id)
        assert outcome.updated, outcome.text


async def played(evening: Any, *players: str, sheet: str = SHEET) -> Any:
    """Play a game to its end; gives it with its boards, from the first to the last."""
    play = await evening.game(*players, sheet=sheet)
    boards = [play.now["embeds"][-1]["description"]]
    while any(do.startswith(("roll", "keep", "mark")) for do in play.does):
        for do in ("roll", "keep", "mark"):
            await play.do(next(one for one in play.does if one.startswith(do)))
            boards.append(play.now["embeds"][-1]["description"])
    await evening.settle()
    return play, boards


def without_hints(text: str) -> list[str]:
    """The lines that a replay repeats: no moment, legend or newcomer's next step, which only the live board tells."""
    steps = ("**Throw**", "choose a box below", "strike a box below")
    return [line for line in text.split("\n") if not line.startswith(("★", "-# ")) and not line.endswith(steps)]


@pytest.mark.usefixtures("unhurried")
async def test_the_boards_of_a_game_come_back_one_by_one(evening: Any, hands: Any) -> None:
    play, boards = await played(evening, "ana", "ben")
    ben, result = evening.person("ben"), play.now
    watching = Watching(ben, await play.beside("replay", ben))
    assert evening.person("ana").message(watching.id) is None
    assert watching.place == (0, len(boards) - 1)
    assert watching.words == ["read", "on", "turn_on", "last"]
    before = Counter(evening.standin.world.calls)
    for number, board in enumerate(boards[:-1]):
        if number:
            await watching.go("on")
        assert watching.place[0] == number
        shown, then = watching.text.split("\n"), without_hints(board)
        assert [
            line
            for line in then
            # A throw of all dice stands above already.
            if line not in shown and not line.startswith(("No dice held", "All dice"))
        ] == [], number
        assert {do.split()[0] for do in hands["does"](watching.now)} == {"replay"}
    await watching.go("on")
    assert watching.title == "Replay · Yum original: final result"
    assert watching.words == ["read", "back", "turn_back", "first"]
    told = without_hints(result["embeds"][-1]["description"])
    shown = watching.now["embeds"][-1]["description"].split("\n")
    shown = shown[shown.index(told[0]) :]
    assert [line for line in told if line in shown] == shown, "all but what other games say, the headline, a kind word"
    assert [line for line in told if line.startswith(("🥇", "🥈"))] == shown[-2:]
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: len(boards) - 1}  # one request for each press
    assert play.now == result


async def test_by_command_turn_by_turn_and_after_a_restart(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play, boards = await played(evening, "ana", "ben")
        ana, david, code = evening.person("ana"), evening.person("david"), hands["code_of"](play.now)
        watching = Watching(ana, await of_game(ana, "replay"))
        french = Watching(david, await of_game(david, "replay", code.upper(), channel="general"))
        assert french.title.startswith("Re")
        await watching.go("on")
        assert re.match(r"<@\d+> throws \*\*\d-\d-\d-\d-\d\*\*\.", watching.text)
        await watching.go("turn_on")
        assert watching.place[0] == 3
        await watching.go("turn_on")
        assert watching.place[0] == 6
    async with evening.running():
        await watching.go("back")
        assert watching.place[0] == 5
        await watching.go("turn_back")
        assert watching.place[0] == 3
        await watching.go("last")
        assert "final result" in watching.title
        assert "rematch" not in watching.words
        await watching.go("turn_back")
        assert watching.place[0] == len(boards) - 4
        await watching.go("first")
        assert watching.text.startswith("The game begins.")
        await french.go("on")
        assert french.place[0] == 1


async def test_a_game_that_was_ended_goes_as_far_as_it_went(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET)
    await play.throw()
    live = await of_game(evening.person("ben"), "replay", hands["code_of"](play.now))
    assert "still going on" in live.text
    assert {do.split()[0] for do in hands["does"](live.message)} == {"record", "history"}
    await evening.end_table(evening.person("ana"))
    await evening.settle()
    ben = evening.person("ben")
    watching = Watching(ben, await ben.press(play.board, custom_id=play.does["replay"]))
    await watching.go("last")
    assert watching.place == (1, 1)
    assert "ended early" in watching.title


async def test_what_cannot_be_replayed(evening: Any, hands: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    for code in ("zzz", "-", "1y2p0ij32e8e7", "x" * 40):
        assert (await of_game(ben, "replay", code)).text == refusal(ben, NotOffered("game"))
    play = await evening.lobby("ana", sheet=SHEET)
    code = hands["code_of"](play.now)
    for over, error in ((False, errors.NotStarted()), (True, errors.NeverBegan())):
        if over:
            await evening.end_table(ana)
        shown = await of_game(ben, "replay", code)
        assert "replay" not in hands["does"](shown.message)
        forged = await hands["forge"](ben, shown, f"g1:{code}:1:replay")
        assert forged.text == refusal(ben, error)


async def test_invented_presses(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", sheet=SHEET)
    ana, code = evening.person("ana"), hands["code_of"](play.now)
    for do in ("replay", "replay 0 on", "replay 0 last", "replay sheet 0"):
        live = await hands["forge"](ana, play.board, f"g1:{code}:1:{do}")
        assert live.ephemeral, do
        assert live.message["embeds"] == [], do
    await evening.end_table(ana)
    await evening.settle()
    board = play.now
    far = await hands["forge"](ana, play.board, f"g1:{code}:1:replay 999999 on")
    assert far.ephemeral  # never in place of the board
    assert play.now == board
    for do in ("replay 0", "replay 0 sideways", "replay -1 on", "replay x on", "replay sheet 0", "replay sheet 99"):
        refused = await hands["forge"](ana, play.board, f"g1:{code}:1:{do}")
        assert refused.text == refusal(ana, GameError()), do


async def test_everybody_at_once_one_sheet_after_the_other(evening: Any, hands: Any) -> None:
    play = await evening.game("ana", "ben", sheet=SHEET, pace="parallel")
    people = [evening.person(key) for key in ("ana", "ben")]
    owns = [(await who.press(play.board, custom_id=play.does["mine"])).message["id"] for who in people]

    async def fill(who: Any, own: str) -> None:
        while found := hands["does"](who.message(own)):
            do = next((do for word in ("mark", "roll") for do in found if do.startswith(word)), None)
            if do is None:
                return
            menu = not found[do].endswith(f":{do}")
            await (who.select(own, do, custom_id=found[do]) if menu else who.press(own, custom_id=found[do]))

    await fill(people[0], owns[0])
    codes = [hands["code_of"](people[0].message(owns[0])), hands["code_of"](play.now)]
    for code in codes:  # Ben still plays: nobody may see even a full sheet yet
        assert "still going on" in (await of_game(people[1], "replay", code)).text
    forged = await hands["forge"](people[0], owns[0], f"g1:{codes[0]}:1:replay 0 on")
    assert "still going on" in forged.text
    await fill(people[1], owns[1])
    await evening.settle()
    chloe = evening.person("chloe")
    watching = Watching(chloe, await play.beside("replay", chloe))
    order = re.findall(r"(\d)\. (<@\d+>)", watching.text)
    assert {mention for _, mention in order} == {who.mention for who in people}
    for seat, mention in ((int(number) - 1, mention) for number, mention in order):
        choice = f"replay sheet {seat}"
        picked = await chloe.select(watching.id, choice, custom_id=hands["does"](watching.now)[choice])
        assert picked.updated
        assert watching.place == (0, 2 * BOXES)
        await watching.go("on")
        assert re.match(rf"{mention} (throws|lance) ", watching.text)
        await watching.go("last")
        assert "résultat final" in watching.title
        assert all(who.mention in watching.text for who in people)


@pytest.mark.parametrize("command", ["yamslam start", "cantstop start", "421 start"])
async def test_other_games(evening: Any, hands: Any, command: str) -> None:
    play = await evening.lobby("ana", "ben", command=command)
    await play.begin()
    await evening.settle()
    for _ in range(9):
        wanted = ("stop", "take", "stand", "pass", "move", "roll", "keep")
        await play.do(next(do for word in wanted for do in play.does if do.startswith(word)))
    began, code = re.findall(r"<@\d+>", hands["described"](play.now)), hands["code_of"](play.now)
    moves = (await evening.table(play)).entries  # What needs no press is a move too.
    assert moves >= 9
    await evening.end_table(evening.person("ana"))
    await evening.settle()
    ben = evening.person("ben")
    watching = Watching(ben, await of_game(ben, "replay", code))
    assert watching.text.startswith("The game begins.\n")
    assert re.search(r"<@\d+>.*\d.*<@\d+>", watching.text.split("\n")[1])  # who threw what to begin
    assert began
    while "on" in watching.words:
        await watching.go("on")
    assert watching.place == (moves, moves)
    assert "ended early" in watching.title


async def test_read_says_a_position_in_words_and_the_next_press_goes_on(evening: Any) -> None:
    play, _ = await played(evening, "ana", "ben")
    ben = evening.person("ben")
    watching = Watching(ben, await play.beside("replay", ben))
    await watching.go("turn_on")
    place = watching.place
    assert "```" in watching.text
    await watching.go("read")
    assert watching.place == place
    assert "```" not in watching.text
    assert "boxes are open." in watching.text
    await watching.go("on")
    assert watching.place == (place[0] + 1, place[1])


async def test_read_says_a_puzzle_and_statistics_in_words(evening: Any) -> None:
    await played(evening, "ana", "ben")
    ben = evening.person("ben")
    puzzle = Watching(ben, await ben.command("puzzle"))
    assert "```" in puzzle.text
    answers = [do for do in puzzle.does if do.startswith("puzzle answer")]
    await puzzle.do(next(do for do in puzzle.does if do.startswith("puzzle read")))
    assert "```" not in puzzle.text
    assert "Open boxes" in puzzle.text
    assert [do for do in puzzle.does if do.startswith("puzzle answer")] == answers
    numbers = Watching(ben, await ben.command("stats", game=SHEET))
    await numbers.do(next(do for do in numbers.does if " dice page" in do))
    assert "```" in numbers.text
    await numbers.go("read")
    assert "```" not in numbers.text
    assert re.search(r"Face 1: \d+ times?\.", numbers.text)
