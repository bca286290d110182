"""The puzzle of the day over real sockets: asked and answered in private, in English and in French, and shared."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from bot.games import CATALOGUE
from bot.tables.model.days import day_begins
from bot.tables.puzzles import shipped
from bot.thinker.answers import Claim, NobodyKnows, Why
from bot.ui.press import waiting

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
SAID = {
    "en-US": ("Puzzle of 18 Nov 2026", "What is best?", "Right!", "points in the end", "solved it"),
    "fr": (
        "Casse-tête du 18 nov. 2026",
        "Quel est le meilleur coup?",
        "Bravo!",
        "points à la fin",
        "a résolu",
    ),
}


@pytest.fixture(autouse=True)
def thought(evening: Any) -> asyncio.Event:
    """Why the best answer is the best is known once this is set, as it is."""
    known = asyncio.Event()
    known.set()

    async def ask(game: Any, state: Any) -> None:
        if game.key == "maxi_yum":
            raise NobodyKnows(game.key)

    async def explain(game: Any, state: Any, best: str, done: str) -> Why:
        await known.wait()
        return (Claim("bonus", 0.62, 0.31, "chance"),)

    thinker = evening.client.services.tables.thinker
    thinker.ask, thinker.explain = ask, explain
    return known


def of_day(board: Any) -> Any:
    """The puzzle that stands there."""
    (name,) = {do.split(" ")[3] for do in board.does if do.startswith("puzzle answer")}
    return next(one for one in shipped().days if one.id == name)


@pytest.mark.parametrize("language", SAID)
@pytest.mark.usefixtures("unhurried")
async def test_the_puzzle_of_the_day(evening: Any, hands: Any, private: Any, language: str) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    ana.speak(language)
    title, question, right, worth, _ = SAID[language]
    before = Counter(evening.standin.world.calls)
    board = private(ana, await ana.command("puzzle"))
    assert title in board.text
    assert question in board.text
    assert worth not in board.text
    puzzle = of_day(board)
    answers = [do for do in board.does if do.startswith("puzzle answer")]
    assert len(answers) == len(puzzle.answers)
    await board.do(f"puzzle answer 20261118 {puzzle.id} {puzzle.best}")
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 2}
    assert right in board.text
    assert worth in board.text
    assert ben.messages() == []
    again = private(ana, await ana.command("puzzle"))
    assert right in again.text
    assert not again.asks("puzzle answer")
    other = private(ben, await ben.command("puzzle"))
    assert of_day(other) == puzzle
    assert f"<@{ana.id}>" in other.text
    assert hands["rows"](evening.file, "SELECT day, solved, number FROM puzzle_answers") == [(20261118, 1, 1)]


@pytest.mark.usefixtures("unhurried")
async def test_a_puzzle_keeps_its_drawn_sheet_until_it_is_read_in_words(evening: Any, private: Any) -> None:
    """One request a press: that which answers it brings the picture, the next ones keep it, and words replace it."""
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), sheets="drawn")
    ana = evening.person("ana")
    before = Counter(evening.standin.world.calls)
    board = private(ana, await ana.command("puzzle", game="yum_classic"))
    above, below = board.now["embeds"]
    assert "What is best?" in below["description"]
    assert "You" in above["image"]["description"]
    assert "```" not in below["description"]
    await board.do("puzzle hint")
    assert "Think of the upper bonus" in board.text
    assert board.now["embeds"][0]["image"] == above["image"]
    await board.do("puzzle read")
    assert "image" not in str(board.now["embeds"])
    (best,) = (one.best for one in shipped().more if f"puzzle try {one.id} 0" in board.does)
    await board.do(next(do for do in board.does if do.startswith("puzzle try") and do.endswith(f" {best}")))
    assert "Right, with a hint" in board.text
    assert len(board.now["embeds"]) == 2
    assert "Your rating in puzzles" in board.text
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: 4}


async def test_what_somebody_shares_spoils_nothing_and_opens_the_puzzle_for_others(evening: Any, private: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    board = private(ana, await ana.command("puzzle"))
    puzzle = of_day(board)
    labels = [part["label"] for row in board.now["components"] for part in row["components"]]
    await board.do(f"puzzle answer 20261118 {puzzle.id} {puzzle.best}")
    await board.do("puzzle share")
    await evening.settle()
    (shared,) = ben.messages()
    assert "solved it" in shared["embeds"][0]["description"]
    assert not any(label in str(shared) for label in labels)
    button, _ = [part for row in shared["components"] for part in row["components"]]
    opened = private(ben, await ben.press(shared["id"], custom_id=button["custom_id"]))
    assert of_day(opened) == puzzle
    shown = [part for row in board.now["components"] for part in row["components"]]
    assert [part["label"] for part in shown if part.get("disabled")] == ["Shared"]


@pytest.mark.parametrize("refused", [False, True])
async def test_sharing_changes_the_button_and_draws_nothing(
    evening: Any, private: Any, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    """The picture and the reason stay; where Discord refuses the post, the button comes back."""
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), sheets="drawn")
    ana, renderer = evening.person("ana"), evening.client.presenter.renderer
    board = private(ana, await ana.command("puzzle"))
    await board.do(f"puzzle answer 20261118 {of_day(board).id} 0")

    def seen() -> list[Any]:
        return [(embed.get("image"), embed.get("description")) for embed in board.now["embeds"]]

    shown = seen()
    assert "Why “" in str(shown)
    monkeypatch.delattr(type(renderer), "position")
    if refused:
        evening.standin.world.faults.fail("POST", "/webhooks/{webhook_id}/{webhook_token}", status=403, code=50013)
    await board.do("puzzle share")
    await evening.settle()
    assert seen() == shown
    assert board.asks("puzzle share") == refused
    assert len(evening.person("ben").messages()) == (not refused)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("words", [False, True])
@pytest.mark.usefixtures("unhurried")
async def test_sharing_leaves_what_asks_for_a_missing_reason(
    evening: Any, private: Any, thought: asyncio.Event, monkeypatch: pytest.MonkeyPatch, *, words: bool, late: bool
) -> None:
    ana = evening.person("ana")
    board = private(ana, await ana.command("puzzle"))
    thought.clear()
    if late:
        monkeypatch.setattr(waiting, "_LIMIT_SECONDS", 0)
    await board.do("puzzle answer")
    if words:
        await board.do("puzzle read")
    if late:
        await evening.settle()
    before = [part.get("label") for row in board.now["components"] for part in row["components"]]
    await board.do("puzzle share")
    after = [part.get("label") for row in board.now["components"] for part in row["components"]]
    assert after == ["Shared" if label == "Share" else label for label in before]
    assert after[-1] == "Ask again"
    thought.set()
    await board.do("puzzle read" if words else "puzzle answer")
    await evening.settle()
    assert "Why “" in board.text
    assert "still working" not in board.text


async def test_after_midnight_an_old_answer_brings_the_new_puzzle(evening: Any, hands: Any, private: Any) -> None:
    ana = evening.person("ana")
    board = private(ana, await ana.command("puzzle"))
    puzzle = of_day(board)
    evening.standin.world.advance(86_400)
    await board.do(f"puzzle answer 20261118 {puzzle.id} 0")
    assert "A new day has begun" in board.text
    assert of_day(board) != puzzle
    assert hands["rows"](evening.file, "SELECT count(*) FROM puzzle_answers") == [(0,)]


async def test_the_command_offers_the_games_that_there_are_puzzles_of(evening: Any) -> None:
    command = next(one for one in evening.standin.world.commands.values() if one["name"] == "puzzle")
    offered = {choice["value"] for choice in command["options"][0]["choices"]}
    assert offered == {game for game in CATALOGUE if await evening.client.services.puzzles.more(1, 1, game)}
    assert "yum_plus" in offered
    assert "cant_stop" not in offered


async def test_one_more_puzzle_and_games_without_any(evening: Any, hands: Any, private: Any) -> None:
    ana = evening.person("ana")
    board = private(ana, await ana.command("puzzle", game="maxi_yum"))
    assert "Puzzle: Maxi Yum" in board.text
    name = next(do.split(" ")[2] for do in board.does if do.startswith("puzzle try"))
    await board.do("puzzle try")
    assert "Your rating in puzzles" in board.text
    await board.do("puzzle more maxi_yum")
    assert board.asks("puzzle try")
    assert not board.asks(f"puzzle try {name}")
    none = await hands["forge"](ana, board.id, "g1:-:0:puzzle more cant_stop")
    assert none.ephemeral
    assert "There are no puzzles of Can't Stop" in none.text


async def test_an_answer_in_words_says_why_too(evening: Any, private: Any) -> None:
    ana = evening.person("ana")
    board = private(ana, await ana.command("puzzle", game="yum_classic"))
    await board.do("puzzle try")
    why = next(line for line in board.text.split("\n") if "Why “" in line)
    await board.do("puzzle read")
    await evening.settle()
    assert why.partition("? ")[2] in board.text


@pytest.mark.parametrize("goes_on", [False, True])
@pytest.mark.usefixtures("unhurried")
async def test_a_reason_that_takes_long_comes_by_an_edit_unless_its_reader_has_gone_on(
    evening: Any, private: Any, thought: asyncio.Event, *, goes_on: bool
) -> None:
    ana = evening.person("ana")
    board = private(ana, await ana.command("puzzle", game="yum_classic"))
    thought.clear()
    await board.do("puzzle try")
    assert "Why “" in board.text
    assert "I am still working it out." in board.text
    if goes_on:
        await board.do("puzzle more yum_classic")
    thought.set()
    await evening.settle()
    assert ("Why “" in board.text) != goes_on
    assert "still working" not in board.text


@pytest.mark.usefixtures("unhurried")
async def test_a_reason_comes_to_each_new_message_whatever_its_reader_presses_in_others(
    evening: Any, private: Any, thought: asyncio.Event
) -> None:
    ana = evening.person("ana")
    other = private(ana, await ana.command("puzzle", game="yum_classic"))
    await private(ana, await ana.command("puzzle")).do("puzzle answer")
    thought.clear()
    first, second, left = [private(ana, await ana.command("puzzle")) for _ in range(3)]
    await other.do("puzzle archive")
    await left.do("puzzle more")
    thought.set()
    await evening.settle()
    for board, comes in ((first, True), (second, True), (left, False)):
        assert "still working" not in board.text
        assert ("Why “" in board.text) == comes


@pytest.mark.usefixtures("unhurried")
async def test_a_hint_comes_though_its_reader_looks_up_the_rules_beside_the_puzzle(
    evening: Any, private: Any, thought: asyncio.Event
) -> None:
    ana = evening.person("ana")
    board = private(ana, await ana.command("puzzle"))
    thought.clear()
    await board.do("puzzle hint")
    idea = "how likely does each answer leave it?"
    assert idea not in board.text
    await board.do("puzzle rules")
    thought.set()
    await evening.settle()
    assert idea in board.text


@pytest.mark.parametrize("words", [False, True])
@pytest.mark.parametrize("where", ["today", "past", "more"])
async def test_a_reason_that_never_comes_may_be_asked_for_again(
    evening: Any,
    hands: Any,
    private: Any,
    thought: asyncio.Event,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    *,
    words: bool,
) -> None:
    """The answer stays what it was, and so does the day, also of a puzzle that is read in words."""
    monkeypatch.setattr(waiting, "_LIMIT_SECONDS", 0)
    ana = evening.person("ana")
    board = private(ana, await ana.command("puzzle", **({"game": "yum_classic"} if where == "more" else {})))
    thought.clear()
    await board.do("puzzle try" if where == "more" else "puzzle answer")
    if where == "past":
        evening.standin.world.advance(86_400)
        await board.do("puzzle archive")
        await board.do("puzzle past 20261118")
    if words:
        await board.do("puzzle read")
    await evening.settle()
    title = board.now["embeds"][-1]["title"]
    assert "That takes too long just now. Ask again in a few minutes." in board.text
    parts = [part for row in board.now["components"] for part in row["components"]]
    again = next(part for part in parts if "again" in str(part.get("label")))
    thought.set()
    await ana.press(board.id, custom_id=again["custom_id"])
    await evening.settle()
    assert "The upper bonus comes in 62 of 100 games; after the other move, in 31." in board.text
    assert board.now["embeds"][-1]["title"] == title
    assert "Ask again" not in str(board.now["components"])
    assert hands["rows"](evening.file, "SELECT count(*) FROM puzzle_answers") == [(1,)]


async def test_the_next_puzzle_comes_at_midnight_where_the_server_is(evening: Any, private: Any) -> None:
    """At noon of UTC it is seven in the morning in Montréal: the puzzle there lasts for 17 hours more."""
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), zone="America/Montreal")
    ana = evening.person("ana")
    board = private(ana, await ana.command("puzzle"))
    await board.do("puzzle answer")
    midnight = day_begins(20261119, "America/Montreal")
    assert f"The next puzzle comes <t:{midnight}:R>." in board.text
    await board.do("puzzle past")
    assert "The next puzzle" not in board.text
