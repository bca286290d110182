"""``/preferences``: what a person chooses holds for them in every server, and survives a restart."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event

from bot.locales import words
from bot.standin.world.limits_components import walk
from bot.tables.model.choices import Preferences

CALLBACK = ("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
MENU = 3
JOURNAL = "SELECT do, dice FROM journal ORDER BY number"
GAMES = {"yum_plus": "yum start", "yamslam": "yamslam start", "421": "421 start", "5000": "5000 start"}
"""Games with dice to hold, and how to start them."""


@pytest.fixture
def prefer(evening: Any, hands: Any) -> Any:
    """Chooses for somebody, by their panel: ``await prefer("ben", "hold menu", "plain yes")``."""

    async def choose(who: str, *choices: str) -> Any:
        person = evening.person(who)
        outcome = await person.command("preferences", "general")
        assert outcome.ephemeral
        for choice in choices:
            key, word = choice.split()
            outcome = await hands["forge"](
                person, outcome, f"g1:-:0:preferences ask {key}", f"preferences set {key} {word}"
            )
            assert outcome.updated, outcome.text
        await evening.settle()
        return outcome

    return choose


async def stored(evening: Any, who: str) -> Preferences:
    found: Preferences = await evening.client.services.preferences.of(int(evening.person(who).id))
    return found


def hold_menu(message: Any) -> Any:
    """The menu of dice to hold; None if there is none."""
    return next((one for one in walk(message["components"]) if one.get("custom_id", "").endswith(":holds =")), None)


async def holding(play: Any, *places: int) -> Any:
    """Choose these dice in the menu."""
    outcome = await play.turn.select(play.board, *map(str, places), custom_id=hold_menu(play.now)["custom_id"])
    assert outcome.updated, outcome.text
    return outcome


# -- the panel ---------------------------------------------------------------------------------------------------


async def test_the_panel_leads_to_everything(evening: Any, hands: Any) -> None:
    ben = evening.person("ben")
    panel = await ben.command("preferences")
    offered, told = set(hands["does"](ben.message(panel))), panel.text
    for page in ("look", "play", "reminders", "others"):
        does = hands["does"](ben.message(panel))
        turned = await ben.select(panel, f"preferences page {page}", custom_id=does[f"preferences page {page}"])
        assert turned.updated
        offered |= set(hands["does"](turned.message))
        told += turned.text
    for line in (
        "My language: **That of my Discord**",
        "I use a screen reader: **No**",
        "Large text without emoji: **No**",
        "Boards in words: **No**",
        "Holding dice: **A button for each die**",
        "Striking a box: **Do not ask**",
        "Reminders of my turn: **Yes**",
        "Quiet hours: none",
        "Time zone: **Québec, Ontario, New York**",
        "Coach: **Off**",
    ):
        assert line in told, line
    for do in (
        "language fr",
        "plain yes",
        "hold menu",
        "hold equal",
        "confirm_strike yes",
        "quiet_from 22",
        "quiet_to 7",
        "remind no",
        "mention no",
        "named no",
        "listed no",
        "open_reviews mine",
    ):
        assert f"preferences set {do}" in offered
    assert "preferences set zone Europe/Paris" in offered


async def test_choices_are_saved_for_this_person_alone(evening: Any, prefer: Any) -> None:
    await prefer("ben", "plain yes", "hold menu", "confirm_strike yes", "zone Europe/Paris", "remind no")
    assert await stored(evening, "ben") == Preferences(
        plain=True, hold="menu", confirm_strike=True, zone="Europe/Paris", remind=False
    )
    assert await stored(evening, "ana") == Preferences()


async def test_one_press_on_the_first_page_is_all_that_a_screen_reader_needs(
    evening: Any, hands: Any, prefer: Any
) -> None:
    ben = evening.person("ben")
    panel = await ben.command("preferences")
    saved = await ben.press(panel, "I use a screen reader")
    assert "**Saved.** I use a screen reader: **Yes**" in saved.text
    assert saved.text.count("I use a screen reader: ") == 1
    for other in ("Large text without emoji: **Yes**", "Boards in words: **Yes**"):
        assert other in saved.text, "it shows at once what it has set"
    assert await stored(evening, "ben") == Preferences(plain=True, spoken=True)
    first = await ben.command("preferences")
    assert "I use a screen reader: **Yes**" in first.text
    assert "Large text" not in first.text, "the one choice has said it"
    assert "preferences set screen_reader yes" not in hands["does"](ben.message(first))
    await prefer("ben", "screen_reader no")
    assert await stored(evening, "ben") == Preferences()
    said = await prefer("ben", "plain yes", "screen_reader no")
    assert "I use a screen reader: **No**" in said.text
    assert (await stored(evening, "ben")).plain, "nobody said they want pictures"


async def test_the_first_page_takes_another_language_at_once(evening: Any) -> None:
    """It is the first thing that somebody looks for who does not read this one."""
    ben = evening.person("ben")
    panel = await ben.command("preferences")
    menu = panel.message["components"][0]["components"][0]
    assert menu["placeholder"] == "My language: That of my Discord"
    chosen = await ben.select(panel, "preferences set language fr", custom_id=menu["custom_id"])
    assert chosen.text.startswith("Mes préférences")
    assert (await stored(evening, "ben")).language == "fr"


async def test_tables_learn_that_somebody_is_here_again_even_if_the_answer_fails(
    evening: Any, prefer: Any, hands: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ben, told = evening.person("ben"), list[bool]()

    async def tell(user: int, *, away: bool) -> None:
        told.append(away)

    panel = await prefer("ben", "away_until 3")
    monkeypatch.setattr(evening.client.absences, "tell", tell)
    evening.may_complain = True
    callback = "/interactions/{webhook_id}/{webhook_token}/callback"
    evening.standin.world.faults.fail("POST", callback, status=400, code=50035)  # What is said of that comes.
    await hands["forge"](ben, panel, "g1:-:0:preferences ask away_until", "preferences set away_until none")
    await evening.settle()
    assert (await stored(evening, "ben")).away_until is None
    assert told == [False], "else computers keep their seats"


async def test_quiet_hours_have_two_ends(evening: Any, prefer: Any) -> None:
    said = await prefer("ben", "quiet_from 22")
    assert "Quiet hours: from **22:00** to **7:00** (time zone: Québec, Ontario, New York)" in said.text
    await prefer("ben", "quiet_to 22")
    chosen = await stored(evening, "ben")
    assert (chosen.quiet_from, chosen.quiet_to) == (13, 22)
    await prefer("ben", "quiet_from 0", "quiet_to 6")
    chosen = await stored(evening, "ben")
    assert (chosen.quiet_from, chosen.quiet_to) == (0, 6)
    assert "Quiet hours: none" in (await prefer("ben", "quiet_to none")).text
    chosen = await stored(evening, "ben")
    assert (chosen.quiet_from, chosen.quiet_to) == (None, None)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "do", ["set zone Mars/Olympus", "set language de", "set quiet_from 24", "set user_id 1", "set hold", "sing"]
)
async def test_forged_choices_are_refused(evening: Any, hands: Any, do: str) -> None:
    ben = evening.person("ben")
    panel = await ben.command("preferences")
    refused = await hands["forge"](ben, panel, "g1:-:0:preferences ask x", f"preferences {do}")
    assert refused.text == "That cannot be chosen any more. Open the panel again and choose anew."
    assert await stored(evening, "ben") == Preferences()


async def test_private_answers_come_in_the_language_chosen(quiet_evening: Any, hands: Any) -> None:
    """After a restart too; the board stays in the server's language."""
    evening = quiet_evening
    sentence = "You have no seat at this table. You are welcome to watch, or to start your own."
    async with evening.running():
        play = await evening.game("ana", "chloe")
        ben = evening.person("ben")
        assert (await play.do("roll", ben)).text == sentence
        panel = await ben.command("preferences")
        chosen = await hands["forge"](ben, panel, "g1:-:0:preferences ask x", "preferences set language fr")
        assert chosen.text.startswith(words("fr")("My preferences"))
        await play.do("roll", ben)
        await evening.settle()
        private = [one["content"] for one in ben.messages() if one["flags"]]
        assert words("fr")(sentence) in private, "in place of the English one"
        assert sentence not in private
    async with evening.running():
        assert (await play.do("roll", ben)).text == words("fr")(sentence)
        assert "Throw" in str(play.now["components"])


async def test_one_press_holds_all_equal_dice_for_those_who_prefer_it(evening: Any, prefer: Any) -> None:
    await prefer("ben", "hold equal")
    play = await evening.game("ben", sheet="yum_plus")
    await play.throw()
    table = await evening.table(play)
    await play.hold(1)
    face = table.state.dice[0]
    assert f"Held **{'-'.join([str(face)] * table.state.dice.count(face))}**" in play.now["embeds"][0]["description"]


# -- holding dice by a menu --------------------------------------------------------------------------------------


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", GAMES)
async def test_dice_are_held_by_a_menu(evening: Any, hands: Any, prefer: Any, game: str) -> None:
    await prefer("ben", "hold menu")
    await prefer("ana", "hold menu")
    play = await evening.lobby("ben", "ana", command=GAMES[game])
    await play.begin()
    assert hold_menu(play.now)["disabled"]
    while (menu := hold_menu(play.now)).get("disabled"):  # A throw of 5000 may lose the turn.
        await play.throw()
    assert not any(do.startswith("hold ") for do in play.does)
    faces = [int(option["label"].rsplit(" ", 1)[1]) for option in menu["options"]]
    scoring = [place for place, face in enumerate(faces, 1) if face in (1, 5)] or [1]
    places = scoring if game == "5000" else [1, 2]
    await holding(play, *places)
    assert chosen_places(play) == [str(place) for place in places]
    written = " ".join(map(str, sorted(faces[place - 1] for place in places)))
    assert any(f":keep {written}" in one.get("custom_id", "") for one in walk(play.now["components"]))
    await holding(play)
    assert chosen_places(play) == []
    await holding(play, *reversed(places))
    if f"keep {written}" in play.does:
        await play.do(f"keep {written}")
        assert hands["rows"](evening.file, JOURNAL)[-1][0] == f"keep {written}"


async def test_the_menu_is_there_on_the_turn_of_who_prefers_it(evening: Any, prefer: Any) -> None:
    await prefer("ben", "hold menu")
    play = await evening.game("ben", "ana")
    for _ in range(2):
        await play.throw()
        assert (hold_menu(play.now) is not None) == (play.turn.id == evening.person("ben").id)
        assert ("hold 1 -" in play.does) == (play.turn.id == evening.person("ana").id)
        await play.mark()


def chosen_places(play: Any) -> list[str]:
    """The dice that the menu shows as held."""
    return [option["value"] for option in hold_menu(play.now)["options"] if option.get("default")]


async def test_the_menu_works_after_a_restart(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        ben = evening.person("ben")
        panel = await ben.command("preferences", "general")
        await hands["forge"](ben, panel, "g1:-:0:preferences ask x", "preferences set hold menu")
        play = await evening.game("ben")
        await play.throw()
        await holding(play, 1, 3)
    async with evening.running():
        await play.do("menu strike")
        assert chosen_places(play) == ["1", "3"]
        await play.do("menu mark")
        keep = next(do for do in play.does if do.startswith("keep"))
        assert len(keep.split()) == 3
        await play.do(keep)
        assert hands["rows"](evening.file, JOURNAL)[-1][0] == keep


async def test_forged_holds_are_refused(evening: Any, hands: Any, prefer: Any) -> None:
    await prefer("ben", "hold menu")
    play = await evening.game("ben", "ana")
    while play.turn.id != evening.person("ben").id:
        await play.throw()
        await play.mark()
    await play.throw()
    before, menu = play.now, hold_menu(play.now)["custom_id"]
    assert "not possible" in (await hands["forge"](play.turn, play.board, menu, "x")).text
    assert "Not yet" in (await hands["forge"](evening.person("ana"), play.board, menu, "1")).text
    assert play.now == before


@contextmanager
def counting(evening: Any) -> Any:
    """The requests meanwhile, and the number of statements."""
    spent: Counter[Any] = Counter()
    before = Counter(evening.standin.world.calls)

    def run(*arguments: Any) -> None:
        spent[arguments[2].split()[0]] += 1

    event.listen(Engine, "before_cursor_execute", run)
    try:
        yield spent
    finally:
        event.remove(Engine, "before_cursor_execute", run)
        spent.update(Counter(evening.standin.world.calls) - before)


async def test_a_press_reads_nothing_and_costs_one_request(evening: Any, prefer: Any) -> None:
    await prefer("ben", "hold menu", "plain yes")
    play = await evening.game("ben")
    await play.throw()
    with counting(evening) as spent:
        for places in ((1,), (1, 2), ()):
            await holding(play, *places)
        await play.do("menu strike")
        await play.beside("sheets", play.turn)
        await evening.settle()
    assert spent == {CALLBACK: 6}
    with counting(evening) as spent:
        await play.throw()
        await evening.settle()
    assert "SELECT" not in spent
    assert spent[CALLBACK] == 1


# -- asking before a box is struck -------------------------------------------------------------------------------


async def striking(play: Any) -> tuple[Any, str]:
    """Throw, and press the first box that can be struck."""
    await play.throw()
    await play.do("menu strike")
    strike = next(do for do in play.does if do.startswith("strike"))
    return await play.do(strike), strike


async def test_a_strike_is_asked_about_first(evening: Any, hands: Any, prefer: Any) -> None:
    await prefer("ben", "confirm_strike yes")
    play = await evening.game("ben", sheet="yum_classic")
    ben = evening.person("ben")
    with counting(evening) as spent:
        question, strike = await striking(play)
    assert spent[CALLBACK] == 3
    assert question.ephemeral
    assert re.match(r"Strike .+\?", question.text)
    before = hands["rows"](evening.file, JOURNAL)
    no = await ben.press(question, "No")
    assert no.updated
    assert no.text == "Nothing was struck."
    assert not no.message["components"]
    assert hands["rows"](evening.file, JOURNAL) == before
    question = await play.do(strike)
    with counting(evening) as spent:
        yes = await ben.press(question, "Yes, strike it")
        await evening.settle()
    assert spent[CALLBACK] == 1
    assert yes.updated
    assert yes.text == "The box is struck."
    assert hands["rows"](evening.file, JOURNAL)[-1][0] == strike
    assert "→ 0 in **" in hands["described"](play.now)
    assert "roll" in play.does


async def test_points_are_written_without_a_question(evening: Any, hands: Any, prefer: Any) -> None:
    await prefer("ben", "confirm_strike yes")
    play = await evening.game("ben", sheet="yum_classic")
    await play.throw()
    marked = await play.mark()  # The box that is worth most.
    assert marked.updated
    assert "roll" in play.does


async def test_an_old_question_strikes_nothing(evening: Any, hands: Any, prefer: Any) -> None:
    await prefer("ben", "confirm_strike yes")
    play = await evening.game("ben", sheet="yum_classic")
    question, _ = await striking(play)
    await play.do("menu mark")
    await play.mark()
    before = hands["rows"](evening.file, JOURNAL)
    late = await evening.person("ben").press(question, "Yes, strike it")
    assert late.updated, "in place of the question"
    assert "out of date" in late.text
    assert hands["rows"](evening.file, JOURNAL) == before


async def test_the_words_of_a_question_do_nothing_on_a_board(evening: Any, hands: Any) -> None:
    play = await evening.game("ben", sheet="yum_classic")
    head = play.does["roll"].rsplit(":", 1)[0]
    for do in ("sure roll", "unsure"):
        refused = await hands["forge"](evening.person("ben"), play.board, f"{head}:{do}")
        assert refused.ephemeral
    assert not hands["rows"](evening.file, JOURNAL)


async def test_on_a_private_board_the_question_takes_its_place(evening: Any, hands: Any, prefer: Any) -> None:
    await prefer("ben", "confirm_strike yes")
    play = await evening.game("ben", "ana", sheet="yum_classic", pace="parallel")
    ben = evening.person("ben")
    own = await ben.press(play.board, custom_id=play.does["mine"])

    async def press(beginning: str) -> Any:
        do, custom_id = next((do, id) for do, id in hands["does"](ben.message(own)).items() if do.startswith(beginning))
        if custom_id.endswith(f":{do}"):
            return await ben.press(own, custom_id=custom_id)
        return await ben.select(own, do, custom_id=custom_id)

    await press("roll")
    await press("menu strike")
    asked = await press("strike")
    assert asked.updated
    assert re.match(r"Strike .+\?", asked.text)
    back = await press("unsure")
    assert back.updated
    assert any(do.startswith("menu strike") for do in hands["does"](back.message))
    await press("menu strike")
    await press("strike")
    struck = await press("sure")
    assert struck.updated
    assert "→ 0 in **" in struck.text
    assert any(do.startswith("strike") for do, _ in hands["rows"](evening.file, JOURNAL))
