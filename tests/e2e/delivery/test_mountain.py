"""The picture of Can't Stop comes with each press that changes what it shows, and stays at the end."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from tests.e2e.delivery.boards import without_pictures
from tests.e2e.playing import show_board

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")


def picture(message: Any) -> Any:
    """The picture in the first of two frames; there is never another one beside it."""
    assert message["attachments"] == []
    above, below = message["embeds"]
    assert (above["color"], below.get("image")) == (below["color"], None)
    return above["image"]


async def opened(evening: Any, *players: str, **options: Any) -> Any:
    """A game of Can't Stop without calls, so that each press is one request."""
    await evening.client.services.settings.choose(int(evening.standin.world.guild.id), calls=False)
    play = await evening.game(*players, command="cantstop start", **options)
    await evening.settle()
    return play


async def move(play: Any) -> int:
    """Throw and move, as the runners of a first throw always can; return how many presses it took.

    The only move there is happens by itself.
    """
    await play.throw()
    moves = [do for do in play.does if do.startswith("move")]
    for do in moves[:1]:
        await play.do(do)
    return 1 + len(moves[:1])


@pytest.mark.usefixtures("unhurried")
async def test_each_press_brings_its_picture_in_the_same_answer_and_the_runners_are_on_it(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await opened(evening, "ana", "ben")
    first = picture(play.now)
    assert (first["width"], first["height"]) == (788, 556)
    assert sorted(first["description"].split("; ")) == ["Ana: no cone yet", "Ben: no cone yet"]
    drawn: list[Any] = []
    mountain = evening.client.renderer.picture

    async def counted(shown: Any) -> Any:
        drawn.append(shown)
        return await mountain(shown)

    monkeypatch.setattr(evening.client.renderer, "picture", counted)
    before = Counter(evening.standin.world.calls)
    presses = await move(play)
    assert re.search(r"\. Runners: (\d+ at [12] of \d+(, )?){1,2}$", picture(play.now)["description"])
    assert [bool(shown.runners) for shown in drawn] == [False, True][-presses:]
    assert [bool(shown.lit) for shown in drawn] == [True, False][-presses:]
    who = play.turn
    columns = next(line for line in hands["described"](play.now).splitlines() if re.search(r"\d of \d", line))
    await play.do("stop")
    await evening.settle()
    assert Counter(evening.standin.world.calls) - before == {CALLBACK: presses + 1}
    assert len(drawn) == presses + 1
    second = picture(play.now)
    assert second["url"] != first["url"]
    assert "Runners" not in second["description"]
    said = next(part for part in second["description"].split("; ") if part.startswith(who.member.name))
    assert said.count(" at ") == columns.count(" of ")
    await play.do("undo", who)
    assert "Runners" in picture(play.now)["description"]


async def test_a_throw_whose_picture_comes_late_has_the_mountain_with_no_columns_lit(
    evening: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = await opened(evening, "ana", "ben")
    draw, wanted = evening.client.renderer.picture, list[Any]()
    all_are_late = False

    async def late(shown: Any) -> Any:
        wanted.append(shown)
        if shown.lit or all_are_late:
            raise TimeoutError
        return await draw(shown)

    async def thrown() -> tuple[Any, Any]:
        """The boards before and after the next throw that offers columns; other late pictures come after all."""
        while True:
            before = play.now
            await play.do(next(do for do in play.does if do.startswith(("roll", "move"))))
            if wanted and wanted[-1].lit:
                return before, play.now
            for shown in wanted:
                await draw(shown)
            wanted.clear()

    monkeypatch.setattr(evening.client.renderer, "picture", late)
    before, after = await thrown()
    assert picture(after) == picture(before), "It stays, and costs nothing."
    wanted.clear()
    all_are_late = True
    before, after = await thrown()
    assert len(before["embeds"]) == 1, "The runners stand elsewhere, so words tell where."
    assert "Runners" in picture(after)["description"] or not wanted[-1].runners


async def test_the_result_keeps_the_mountain_with_the_last_cones(evening: Any, hands: Any) -> None:
    play = await opened(evening, "ana")
    while "more" in play.does and not {"rematch", "replay"} & set(play.does):
        does = list(play.does)
        await play.do(next(do for start in ("stop", "move", "roll") for do in does if do.startswith(start)))
    during = picture(play.now)
    assert "Runners" not in during["description"]
    assert during["description"].count(" won") in {3, 4}  # One stop can win two columns.
    await evening.settle()
    finished = picture(play.now)
    assert finished["description"] == during["description"]
    assert re.search(r"<:cone_red:\d+> <@\d+>", hands["described"](play.now)) is None  # Alone there is no ranking.


async def test_a_board_that_is_drawn_again_or_posted_again_has_its_picture(evening: Any) -> None:
    play = await opened(evening, "ana", "ben")
    said = picture(play.now)["description"]
    table = await evening.table(play)
    await evening.client.presenter.refresh(table)
    assert picture(play.now)["description"] == said
    new = await evening.client.presenter.repost(table)
    assert picture(evening.standin.world.messages[str(new.message)].data)["description"] == said
    await show_board(evening.person("ana"))
    await evening.settle()
    assert picture(play.now)["description"] == said


@pytest.mark.sample(2)
@pytest.mark.parametrize("reason", ["no pictures", "not allowed", "cannot be drawn", "in words"])
async def test_a_board_without_its_picture_tells_the_cones(
    evening: Any, hands: Any, monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    evening.may_complain = reason == "cannot be drawn"
    play = await opened(evening, "ana", "ben")
    await without_pictures(evening, hands, monkeypatch, reason)
    await move(play)
    await play.do("stop")
    assert len(play.now["embeds"]) == 1
    assert play.now["attachments"] == []
    cones = r"column \*\*\d+\*\*, step [12] of \d" if reason == "in words" else r"\*\*\d+\*\*: [12] of \d"
    assert re.search(cones, hands["described"](play.now))
    if reason == "no pictures":
        await evening.client.services.settings.choose(int(evening.standin.world.guild.id), pictures=True)
        await play.throw()
        assert " at " in picture(play.now)["description"]


async def test_the_own_board_of_a_race_has_its_picture(evening: Any, hands: Any) -> None:
    play = await opened(evening, "ana", "ben", pace="parallel")
    ana = evening.person("ana")
    own = (await ana.press(play.board, custom_id=play.does["mine"])).message
    first = picture(own)
    assert first["description"] == "Ana: no cone yet"
    for beginning in ("roll", "move", "stop"):
        does = hands["does"](ana.message(own["id"]))
        offered = [id for do, id in does.items() if do.startswith(beginning)]
        assert offered or beginning == "move", "the only pair there is has moved by itself"
        for custom_id in offered[:1]:
            await ana.press(own["id"], custom_id=custom_id)
    assert picture(ana.message(own["id"]))["description"].startswith("Ana: ")
    assert picture(ana.message(own["id"]))["url"] != first["url"]
