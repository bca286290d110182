"""A guided first game as people press it: from More to a real table, and back on old buttons after a restart."""

from __future__ import annotations

from typing import Any

import pytest

from bot.locales import words
from bot.screens.guide import GUIDE, guide_of, guided_table, lessons_of
from bot.standin.client.person import BotReply
from bot.standin.world import permissions as may
from bot.standin.world.model import TEXT, VOICE
from bot.tables.model import errors
from bot.tables.model.table import Status
from bot.ui.discord.adapter import board_link
from tests.e2e.playing import Play, PrivateMessage, described, does, forge, refusal
from tests.openings import IN_TURNS, start_of


def asks(game: str, number: int, do: str) -> str:
    return GUIDE.build(game=game, number=number, do=do)


async def shown(play: Any, who: Any) -> PrivateMessage:
    """The first lesson, as More leads to it."""
    head = ":".join(next(iter(play.does.values())).split(":")[:3])
    panel = PrivateMessage(who, await forge(who, play.board, f"{head}:more"))
    asked = panel.does["guide"]  # A button, or the entry of a menu.
    return PrivateMessage(who, await forge(who, panel.id, asked, *([] if asked.endswith("guide") else ["guide"])))


async def hold(guide: PrivateMessage, game: str, number: int, faces: list[str]) -> None:
    """Press dice until those with these faces are held, and no others; what else a move names is no die."""
    dice, wanted = list(lessons_of(game)[1][number].state.dice), set[int]()
    button = next(do for do in guide.does if do.startswith(asks(game, number, "hold ")))
    held = {int(place) - 1 for place in button.split(" ")[-1] if place.isdecimal()}
    for face in map(int, filter(str.isdecimal, faces)):
        places = [place for place in range(len(dice)) if dice[place] == face and place not in wanted]
        wanted.add(min(places, key=lambda place: (place not in held, place)))
    for place in sorted(held ^ wanted):
        await guide.do(asks(game, number, f"hold {place + 1} "))


READERS = {"en": "ben", "fr": "chloe"}


@pytest.mark.sample(2, among="guides")
@pytest.mark.parametrize("language", READERS)
@pytest.mark.parametrize("game", [game for game in IN_TURNS if guide_of(game) is not None])
async def test_a_guide_is_pressed_from_its_first_throw_to_a_real_table(evening: Any, game: str, language: str) -> None:
    who, t = evening.person(READERS[language]), words(language)
    play = await evening.lobby(READERS[language], **start_of(game))
    guide = await shown(play, who)
    lessons = lessons_of(game)[0].lessons
    for number, lesson in enumerate(lessons):
        lead = t("**{number} of {count}** · {said}", number=number + 1, count=len(lessons), said="")
        assert f"\n\n{lead}" in guide.text
        word, *said = lesson.move.do.split(" ")
        if word in ("keep", "bank") and not guide.asks(asks(game, number, lesson.move.do)):
            await hold(guide, game, number, said)
        if not guide.asks(asks(game, number, lesson.move.do)):  # A folded sheet has a menu for each column.
            await guide.do(asks(game, number, f"menu mark {said[-1]}"))
        await guide.do(asks(game, number, lesson.move.do))
    assert not (await evening.table(play)).entries, "nothing of it is a move at the table"
    await guide.do(f"guided {game}")
    await evening.settle()
    table = await evening.table(play)
    assert table.status is Status.LOBBY
    assert len(table.computers) == 1, "a computer has sat down at the lobby that the reader came from"
    start = t("A computer sits at your table: press **Start** there. {link}", link="").strip()
    assert start in guide.text


async def test_another_press_is_told_what_to_try_and_changes_nothing(evening: Any) -> None:
    play = await evening.lobby("ben")
    guide = await shown(play, evening.person("ben"))
    await guide.do(asks("yum_plus", 0, "roll"))
    await guide.do(asks("yum_plus", 1, "mark minus"))
    assert "\n\nYou may well do that in a game." in guide.text
    assert "Press each **3** to hold it" in guide.text
    await guide.do(asks("yum_plus", 1, "more"))
    assert "\n\nIn a game this opens" in guide.text
    await guide.do(asks("yum_plus", 1, "menu strike"))
    assert "\n\n**2 of 7**" in guide.text
    assert any(do.startswith("guide yum_plus 1 strike") for do in guide.does)


async def test_dice_chosen_in_a_menu_stay_held_after_another_press(evening: Any) -> None:
    play, ben = await evening.lobby("ben"), evening.person("ben")
    await evening.client.services.preferences.choose(int(ben.id), hold="menu")
    guide = await shown(play, ben)
    await guide.do(asks("yum_plus", 0, "roll"))
    await guide.who.select(guide.id, "1", "2", custom_id=guide.does["1"])

    def chosen() -> list[str]:
        items = (item for row in guide.now["components"] for item in row["components"])
        options = (one for item in items if item["custom_id"] == guide.does["1"] for one in item["options"])
        return [one["value"] for one in options if one.get("default")]

    assert chosen() == ["1", "2"]
    await guide.do(asks("yum_plus", 1, "more"))
    assert chosen() == ["1", "2"]


@pytest.mark.parametrize("do", ["guide * 0 show", "guided *"])
async def test_a_guide_of_all_games_at_once_is_none(evening: Any, do: str) -> None:
    """The lists of games have that choice: a made-up press is refused like any other, and is no fault."""
    guide = await shown(await evening.lobby("ben"), evening.person("ben"))
    head = ":".join(next(iter(guide.does.values())).split(":")[:3])
    told = await forge(guide.who, guide.id, f"{head}:{do}")
    assert told.text == refusal(guide.who, errors.NoSuchChoice())


@pytest.mark.parametrize("kind", [TEXT, VOICE])
async def test_where_no_thread_can_be_made_the_table_in_the_way_is_led_to(evening: Any, hands: Any, kind: int) -> None:
    """Nobody chose a thread there, nor did they choose what a text channel forbids."""
    ben, world = evening.person("ben"), evening.standin.world
    place = world.add_channel("somewhere", kind=kind)
    await hands["until"](lambda: evening.client.get_channel(int(place.id)) is not None)
    play = await evening.lobby("ana", channel=place.id)
    there = await evening.table(play)
    guide = await shown(play, ben)
    world.override(place, world.bot, deny=may.CREATE_PUBLIC_THREADS)
    told = await play_for_real(guide, "yum_plus")
    assert told.text.startswith(refusal(ben, errors.ChannelTaken(there)))
    assert board_link(there) in str(told.message["components"])


def test_the_boards_of_two_readers_are_two_though_they_look_alike() -> None:
    """What came too late for one, who has a slow line, is drawn for the other."""
    ids = {guided_table("cant_stop", 0, 1, 2, user).id for user in (21, 22)}
    assert len(ids) == 2


async def test_taking_back_in_a_guide_is_told_what_it_does_in_a_game(evening: Any) -> None:
    play = await evening.lobby("ben")
    guide = await shown(play, evening.person("ben"))
    for number, lesson in enumerate(lessons_of("yum_plus")[0].lessons[:3]):
        if lesson.move.do.startswith("keep"):
            await hold(guide, "yum_plus", number, lesson.move.do.split(" ")[1:])
        await guide.do(asks("yum_plus", number, lesson.move.do))
    await guide.do(asks("yum_plus", 3, "undo"))
    assert "\n\nIn a game this takes your last move back. Here, go on with this:\n**4 of 7**" in guide.text


async def test_further_wrong_presses_get_one_hint_that_names_what_to_press(evening: Any) -> None:
    play = await evening.lobby("ben")
    guide = await shown(play, evening.person("ben"))
    first = await guide.do(asks("yum_plus", 0, "more"))
    assert first.updated
    assert "Look for" not in guide.text
    for wrong in ("more", "sheets", "more"):
        again = await forge(guide.who, guide.id, guide.custom_id(asks("yum_plus", 0, "more")).replace("more", wrong))
        assert again.updated
        assert "\n\nNo harm done. The guide waits for this:" in guide.text
        assert "In a game" not in guide.text
        assert guide.text.endswith("\nLook for **Throw (3 left)**: row 2 of the buttons, number 2 of 3.")
        assert "\n**1 of 7**" in guide.text


async def test_where_a_lesson_says_which_menu_to_open_a_wrong_press_has_it_said_once(evening: Any) -> None:
    guide = await shown(await evening.lobby("ben", sheet="yum_classic"), evening.person("ben"))
    head = ":".join(next(iter(guide.does.values())).split(":")[:3])
    for _ in range(3):
        await forge(guide.who, guide.id, f"{head}:{asks('yum_classic', 4, 'more')}")
    assert "No harm done." in guide.text
    assert guide.text.endswith("Open **All boxes** and choose **Sixes: 18 points**.")
    assert guide.text.count("Sixes: 18 points") == 1


async def play_for_real(guide: PrivateMessage, game: str) -> BotReply:
    """Press the button of the last lesson."""
    head = ":".join(next(iter(guide.does.values())).split(":")[:3])
    return await forge(guide.who, guide.id, f"{head}:guided {game}")


async def test_the_last_lesson_opens_a_table_for_friends_too(evening: Any) -> None:
    ben = evening.person("ben")
    guide = await shown(await evening.lobby("ana"), ben)
    await evening.end_table(evening.person("ana"))
    last = asks("yum_plus", len(lessons_of("yum_plus")[0].lessons), "show")
    await forge(ben, guide.id, guide.custom_id(asks("yum_plus", 0, "more")).replace(asks("yum_plus", 0, "more"), last))
    await guide.do("open yum_plus")
    await evening.settle()
    board = next(one for one in reversed(ben.messages("dice")) if not one["flags"] & 64)
    assert {"join", "start"} <= set(does(board))
    assert "🤖" not in described(board), "its seats are for people"


@pytest.mark.parametrize("key", ["ben", "chloe"])
async def test_where_computers_are_off_the_last_lesson_offers_a_table_for_friends_alone(evening: Any, key: str) -> None:
    who, number = evening.person(key), len(lessons_of("yum_plus")[0].lessons)
    guide = await shown(await evening.lobby("ana"), who)
    guild = int(evening.standin.world.guild_id)
    await evening.client.services.settings.choose(guild, switched_off={"0": ("computers",)})
    head = ":".join(next(iter(guide.does.values())).split(":")[:3])
    await forge(who, guide.id, f"{head}:{asks('yum_plus', number, 'show')}")
    assert list(guide.does) == ["open yum_plus", asks("yum_plus", 0, "show")]
    refused = await play_for_real(guide, "yum_plus")
    assert refused.text == refusal(who, errors.SwitchedOff("computers")), "an older lesson has the button still"


async def test_where_another_table_is_in_the_way_the_real_one_gets_a_thread(evening: Any) -> None:
    play, ben = await evening.lobby("ana"), evening.person("ben")
    guide = await shown(play, ben)
    await play.begin()
    await play_for_real(guide, "yum_plus")
    await evening.settle()
    thread = next(one for one in evening.standin.world.channels.values() if one.is_thread)
    board = ben.messages(thread.id)[-1]
    assert "start" in does(board)
    assert f"<@{ben.id}>" in described(board)
    assert described(board).count("🦁") == 1


async def test_in_a_thread_the_real_table_stands_there_and_one_in_the_way_is_led_to(evening: Any) -> None:
    ana, ben = evening.person("ana"), evening.person("ben")
    await evening.game("ana")
    await ben.command("yum start", thread=True)
    await evening.settle()
    thread = next(one.id for one in evening.standin.world.channels.values() if one.is_thread)
    play = Play(evening.standin, {one.id: one for one in (ana, ben)}, ben.messages(thread)[-1]["id"])
    guide = await shown(play, ana)
    refused = await play_for_real(guide, "yum_plus")
    assert refused.text.startswith("A table is already waiting for players here.")
    assert play.board in str(refused.message["components"])
    assert "in a thread" not in str(refused.message["components"])
    await evening.end_table(ben, thread)
    await play_for_real(guide, "yum_plus")
    await evening.settle()
    board = next(one for one in reversed(ana.messages(thread)) if not one["flags"] & 64)
    assert described(board).count("🦁") == 1


async def test_the_guide_of_cant_stop_shows_its_columns_its_runners_and_cones_once_somebody_stops(evening: Any) -> None:
    play = await evening.lobby("ben", command="cantstop start")
    guide = await shown(play, evening.person("ben"))
    seen = []
    for number, lesson in enumerate(lessons_of("cant_stop")[0].lessons[:6]):
        above, below = guide.now["embeds"]
        seen.append(above["image"])
        assert f"**{number + 1} of 10**" in below["description"]
        await guide.do(asks("cant_stop", number, lesson.move.do))
    assert seen[0]["description"] == "Ben: no cone yet; Pichet: no cone yet"
    told = [one["description"] for one in seen]
    assert all(one.startswith(told[0]) for one in told[:5]), "cones move only when somebody stops"
    assert ["Runners: " in one for one in told] == [False, False, True, True, True, False]
    assert "Ben: 6 at 1 of 11" in told[5]
