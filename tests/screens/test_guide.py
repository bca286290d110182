"""The guided first game of each game: what it asks for stands on the real board, and its moves play by the rules."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise, product
from pathlib import Path

import pytest

from bot.engine.guide import scenes
from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.screens.guide import GUIDE, Pressed, guide_of, guide_screen, guided_table, lessons_of
from bot.screens.kit import (
    IN_WORDS,
    PLAIN_GLYPHS,
    WORDS_ONLY,
    BoardView,
    Button,
    Menu,
    RenderContext,
    Screen,
    Style,
    equal_dice_label,
)
from bot.screens.kit.board import next_step_line
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import HOLD_TOO
from bot.screens.kit.values import Mountain
from bot.ui.discord.adapter import render
from tests.factories import USER
from tests.limits import problems

RACES = {"5000_race": "5000", "cant_stop_race": "cant_stop"}
GUIDED = [key for key in CATALOGUE if guide_of(key) is not None]
OWN = [key for key in GUIDED if key not in RACES]


def board(key: str, number: int, context: RenderContext, view: BoardView | None = None, **about: object) -> Screen:
    table = guided_table(key, number, USER, USER, USER)
    return guide_screen(context, table, view or BoardView(), **about)  # type: ignore[arg-type]


def offered(screen: Screen) -> Iterator[str]:
    """What the usable buttons and menu lines of a lesson ask the guide for."""
    for row in screen.rows:
        for item in row:
            if isinstance(item, Button | Menu) and item.disabled:
                continue
            for do in [item.do] if isinstance(item, Button) else [item.do, *(one.do for one in item.choices)]:
                if (asked := GUIDE.read(do)) is not None:
                    yield str(asked["do"])


def views(key: str, number: int) -> Iterator[BoardView]:
    """The ways to look at the board: dice held as the lesson asks, and each column of the sheet."""
    guide, played = lessons_of(key)
    word, *kept = guide.lessons[number].move.do.split(" ")
    yield BoardView()
    faces, held = list(played[number].state.dice), set()
    for face in map(int, kept if word in ("keep", "bank") else ()):
        place = next(one for one in range(len(faces)) if faces[one] == face and one not in held)
        held.add(place)
    yield BoardView(frozenset(held))
    yield from (BoardView(column=column) for column in (1, 2, 3))


def test_every_game_has_its_own_guide_and_a_race_that_of_its_game() -> None:
    assert len(GUIDED) >= 20
    for key in GUIDED:
        guide = guide_of(key)
        assert guide is not None, key
        assert guide.game == RACES.get(key, key)


def sentence_of(screen: Screen) -> str:
    """What the guide says below the board."""
    return screen.body.rsplit("\n\n", 1)[1]


@pytest.mark.parametrize("key", OWN)
def test_what_a_lesson_asks_for_can_be_pressed_and_no_throw_is_left_over(key: str) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    guide, played = lessons_of(key)
    assert len(played) == len(guide.lessons) + 1
    assert 5 <= len(guide.lessons) <= 10, "about two minutes"
    for number, lesson in enumerate(guide.lessons):
        seen = {do for view in views(key, number) for do in offered(board(key, number, context, view))}
        assert lesson.move.do in seen, (number, lesson.move.do)
        assert played[number].state.turn == 0, "the reader is to act"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("off", "ways"),
    [
        ((), ["guided yum_plus", "open yum_plus"]),
        (("computers",), ["open yum_plus"]),
        (("yum_plus",), ["play"]),
        (("yum_plus", "computers"), ["play"]),
    ],
)
def test_the_last_lesson_offers_what_can_be_played_and_nothing_that_is_off(
    off: tuple[str, ...], ways: list[str], language: str
) -> None:
    """Where the game itself is off, Play leads to those that are on. The board names the first button, a green one."""
    number = len(lessons_of("yum_plus")[0].lessons)
    screen = board("yum_plus", number, RenderContext(words(language), PLAIN_GLYPHS), off=off)
    buttons = [item for row in screen.rows for item in row if isinstance(item, Button)]
    assert [button.do for button in buttons] == [*ways, "guide yum_plus 0 show"]
    assert [button.style is Style.SUCCESS for button in buttons] == [True, *(False for _ in ways)]
    assert f"**{buttons[0].label}**" in screen.body
    against = words(language)("Play against a computer")
    assert (against in screen.body) == (not off)


@pytest.mark.parametrize("key", OWN)
def test_a_box_to_press_is_a_button(key: str) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for number, lesson in enumerate(lessons_of(key)[0].lessons):
        screen = board(key, number, context)
        buttons = {str(asked["do"]) for row in screen.rows for one in row
                   if isinstance(one, Button) and (asked := GUIDE.read(one.do)) is not None}  # fmt: skip
        if lesson.move.do.startswith("mark") and "hoose" not in sentence_of(screen):
            assert lesson.move.do in buttons, (number, sentence_of(screen))


@pytest.mark.parametrize("key", OWN)
def test_people_who_hear_the_board_hear_the_lesson_first(key: str) -> None:
    context, number = RenderContext(words("en"), IN_WORDS), 1
    first, _ = board(key, number, context).body.split("\n\n")
    assert first.startswith(f"**{number + 1} of {len(lessons_of(key)[0].lessons)}** · ")
    assert sentence_of(board(key, number, RenderContext(words("en"), PLAIN_GLYPHS))).startswith(f"**{number + 1} of ")


@pytest.mark.parametrize(
    ("language", "name", "still"),
    [
        ("en", "**Equal dice**", "Still to hold: **3**, **3** and **3**. Then throw."),
        ("fr", "**Dés pareils**", "Garde encore **3**, **3** et **3**, puis lance."),
    ],
)
def test_in_words_a_lesson_calls_a_button_by_its_name_and_no_place_on_a_screen(
    language: str, name: str, still: str
) -> None:
    context = RenderContext(words(language), IN_WORDS)
    shown = board("yum_plus", 1, context, BoardView(held=frozenset()), pressed=Pressed.AGAIN, lost=True)
    assert name in shown.body
    assert still in shown.body
    assert name.strip("*") in [item.label for row in shown.rows for item in row if isinstance(item, Button)]


@pytest.mark.parametrize("key", OWN)
def test_who_holds_the_dice_of_a_lesson_is_asked_to_throw_alone(key: str) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for number, lesson in enumerate(lessons_of(key)[0].lessons):
        untouched, holding, *_ = views(key, number)
        if lesson.move.do.startswith("keep "):
            said = sentence_of(board(key, number, context, holding))
            assert re.search(r"· They are held\. Now press \*\*[^*]+\*\*\.$", said), said
            assert "They are held" not in sentence_of(board(key, number, context, BoardView(held=frozenset())))
        assert "They are held" not in sentence_of(board(key, number, context, untouched))


def throws(key: str, number: int) -> bool:
    """Whether a lesson has dice thrown."""
    return bool(lessons_of(key)[0].lessons[number].move.dice)


@pytest.mark.parametrize(("language", "box"), [("en", "choose a box below"), ("fr", "choisis une case plus bas")])
@pytest.mark.parametrize("key", [key for key in OWN if "mark" in str(guide_of(key))])
def test_whatever_is_held_the_board_asks_for_a_box_where_the_lesson_does(key: str, language: str, box: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    guide, played = lessons_of(key)
    for number, lesson in enumerate(guide.lessons):
        for held in (None, frozenset[int](), frozenset(range(len(played[number].state.dice)))):
            asks = box in board(key, number, context, BoardView(held=held)).body
            assert asks == lesson.move.do.startswith("mark"), (number, held)


@pytest.mark.parametrize("key", OWN)
def test_no_burst_covers_what_the_guide_speaks_of(key: str) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for number in range(len(lessons_of(key)[1])):
        picture = board(key, number, context, BoardView(pictured=True), names=("Ana", "Ben")).picture
        assert isinstance(picture, Mountain) or (picture is not None and picture.burst is None), number


@pytest.mark.parametrize("key", OWN)
def test_the_guide_is_the_same_board_as_in_a_game(key: str) -> None:
    """Below the sentence stands what a real table would show with these dice."""
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for number in range(len(lessons_of(key)[0].lessons)):
        table = guided_table(key, number, USER, USER, USER)
        events = lessons_of(key)[1][number].events
        said = face_of(key).next_step(context, table.game, table.state, all_held=not throws(key, number))
        real = face_of(key).board(
            context,
            table,
            table.game,
            table.state,
            BoardView(
                held=frozenset(),
                news=events,
                next_step=next_step_line(table, said),
                explained=True,
            ),
        )
        shown = board(key, number, context, BoardView(held=frozenset()))
        assert shown.body.rsplit("\n\n", 1)[0] == real.body
        assert shown.content == real.content
        labels = [[getattr(item, "label", "") for item in row] for row in real.rows]
        assert [[getattr(item, "label", "") for item in row] for row in shown.rows] == labels


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GUIDED)
def test_every_lesson_fits_discord_and_says_what_to_do_in_the_readers_language(key: str, language: str) -> None:
    for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
        context = RenderContext(words(language), glyphs)
        guide, played = lessons_of(key)
        for number in range(len(played)):
            for pressed in Pressed:
                for by_menu in (False, True):
                    screen = board(key, number, context, pressed=pressed, by_menu=by_menu)
                    assert problems(render(screen, glyphs)) == [], (number, pressed)
            said = sentence_of(screen)
            assert "{" not in said
            if language != "en":
                english = guide.end if number == len(guide.lessons) else guide.lessons[number].sentence
                assert english not in said


GOLDEN = Path(__file__).parents[1] / "golden" / "guides"


def lessons_in(language: str, key: str) -> list[list[str]]:
    """What each lesson says, line by line, with what somebody lost reads below it."""
    context = RenderContext(words(language), PLAIN_GLYPHS)
    many = len(lessons_of(key)[1])
    return [sentence_of(board(key, number, context, lost=True)).splitlines() for number in range(many)]


@pytest.mark.parametrize("key", OWN)
def test_every_lesson_says_what_it_said(key: str) -> None:
    """``GOLDEN=write pytest tests/screens/test_guide.py`` writes them anew: read the difference as a newcomer would."""
    file, now = GOLDEN / f"{key}.json", {language: lessons_in(language, key) for language in LANGUAGES}
    if os.environ.get("GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(now, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert json.loads(file.read_text("utf-8")) == now


def test_no_golden_lesson_is_of_a_guide_that_is_gone() -> None:
    assert {file.stem for file in GOLDEN.iterdir()} == set(OWN)


@pytest.mark.parametrize("key", OWN)
def test_a_sentence_names_the_box_as_the_board_does(key: str) -> None:
    """Where a lesson has a box filled, its sentence names it in the reader's own language, as its button does."""
    for language in LANGUAGES:
        context = RenderContext(words(language), PLAIN_GLYPHS)
        guide, _ = lessons_of(key)
        for number, lesson in enumerate(guide.lessons):
            name = face_of(key).box_name(context, make(key, {}), lesson.move.do)
            if name:
                screen = board(key, number, context)
                label = next(labels_of(screen, lesson.move.do), name).partition(":")[0].strip()
                assert f"**{label}" in sentence_of(screen)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", OWN)
def test_a_sentence_names_the_button_as_the_board_does(key: str, language: str) -> None:
    """Of the words in bold, one is that of the button which makes the move; boxes may be shortened on theirs."""
    context = RenderContext(words(language), PLAIN_GLYPHS)
    guide, _ = lessons_of(key)
    for number, lesson in enumerate(guide.lessons):
        screens = [board(key, number, context, view) for view in views(key, number)]
        labels = {label for screen in screens for label in labels_of(screen, lesson.move.do)}
        named = re.findall(r"\*\*(.+?)\*\*", sentence_of(screens[0]))[1:]  # The first is its number.
        if labels and named and not face_of(key).box_name(context, make(key, {}), lesson.move.do):
            assert any(label.startswith(name) for label in labels for name in named), (number, labels, named)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", OWN)
def test_a_prompt_is_short_and_names_what_to_press_as_it_stands_on_the_board(key: str, language: str) -> None:
    """At most two sentences: why, and what to press. A button is named by all of its label, dice by their number."""
    context = RenderContext(words(language), PLAIN_GLYPHS)
    for number, lesson in enumerate(lessons_of(key)[0].lessons):
        screen = board(key, number, context)
        said = sentence_of(screen).partition(" · ")[2]
        assert len(said) <= 130, said
        assert len(re.findall(r"[.!?](?: |$)", said)) <= 2, said
        lines = [one for row in screen.rows for item in row if isinstance(item, Menu) for one in item.choices]
        asked = {
            one.label for one in lines if (read := GUIDE.read(one.do)) is not None and read["do"] == lesson.move.do
        }
        labels = {*labels_of(screen, lesson.move.do), *asked}
        if lesson.move.do.startswith("keep"):
            assert re.search(r"\*\*(?:\d|✋[^*]*|Stop|Arrêter)\*\*", said), said
            assert re.search(r"\*\*(?:Throw|Lancer)\*\*\.$", said), said
        elif labels:
            assert any(f"**{label}**" in said for label in labels), (said, labels)
        else:
            assert "**×1**" in said, "the column is opened first"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", OWN)
def test_a_lesson_names_the_button_for_equal_dice_as_it_stands_there(key: str, language: str) -> None:
    """Where its row has no room for a word, it has a sign alone."""
    for number in range(len(lessons_of(key)[0].lessons)):
        screen = board(key, number, RenderContext(words(language), PLAIN_GLYPHS))
        buttons = [item for row in screen.rows for item in row if isinstance(item, Button) and item.emoji == "✋"]
        shown = {f"{button.emoji} {button.label}".strip() for button in buttons}
        assert set(re.findall(r"\*\*(✋[^*]*)\*\*", sentence_of(screen))) <= shown, number


@pytest.mark.parametrize("glyphs", [PLAIN_GLYPHS, WORDS_ONLY, IN_WORDS], ids=["usual", "large", "in words"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", OWN)
def test_a_lesson_names_no_button_for_equal_dice_where_a_menu_holds_them(
    key: str, language: str, glyphs: Mapping[str, str]
) -> None:
    """Equal dice are held by a button of their own only where each die is one."""
    context = RenderContext(words(language), glyphs)
    label, sign = equal_dice_label(context)
    for number in range(len(lessons_of(key)[0].lessons)):
        screen = board(key, number, context, by_menu=True)
        assert f"**{label or sign}" not in screen.body, number
        assert not any(HOLD_TOO.read(do) for do in offered(screen)), "it would be named if it were there"


@pytest.mark.parametrize(("language", "menu"), [("en", "n the dice menu"), ("fr", "ans le menu des dés")])
@pytest.mark.parametrize("key", OWN)
def test_where_a_menu_holds_the_dice_no_lesson_has_a_die_pressed(key: str, language: str, menu: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    for number, lesson in enumerate(lessons_of(key)[0].lessons):
        said = sentence_of(board(key, number, context, by_menu=True, lost=True))
        pressed = r"(?:[Pp]ress|[Aa]ppuie)[^.*]*(?:\*\*\d\*\*|dice|dés)|top of the buttons"
        assert not re.search(pressed, said), said
        assert (menu in said) == bool(lesson.by_menu), said


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "**Full H: 25 ×3**"), ("fr", "**Pleine\N{NO-BREAK SPACE}: 25 ×3**")],
)
def test_a_sentence_has_the_shorter_name_on_the_button(language: str, said: str) -> None:
    assert said in sentence_of(board("triple_yum_plus", 2, RenderContext(words(language), PLAIN_GLYPHS)))


def test_a_sentence_has_the_whole_name_where_the_button_has_it() -> None:
    assert "Press **Full House: 25**," in sentence_of(board("yum_classic", 2, RenderContext(words("en"), PLAIN_GLYPHS)))


@pytest.mark.parametrize("key", OWN)
def test_the_last_board_asks_for_no_button_that_it_has_not(key: str) -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    screen = board(key, len(lessons_of(key)[0].lessons), context)
    assert "Throw" not in screen.body.rsplit("\n\n", 1)[0]
    labels = {item.label for row in screen.rows for item in row if isinstance(item, Button)}
    assert set(re.findall(r"press \*\*(.+?)\*\*", screen.body)) <= labels


@pytest.mark.parametrize("key", OWN)
def test_a_guide_shows_how_its_game_begins(key: str) -> None:
    guide, played = lessons_of(key)
    assert played[0].state == make(key, {}).new(guide.seats), "nobody has moved yet"
    assert guide.lessons[0].move.do == "roll"


def test_the_guide_of_a_sheet_says_the_aim_first() -> None:
    for key in ("yum_plus", "yum_classic"):
        said = sentence_of(board(key, 0, RenderContext(words("en"), PLAIN_GLYPHS)))
        assert re.search(r"the highest total wins\. Press \*\*Throw \(3 left\)\*\*\.$", said)


def labels_of(screen: Screen, do: str) -> Iterator[str]:
    """The labels of the usable buttons that ask the guide for ``do``."""
    for item in (item for row in screen.rows for item in row if isinstance(item, Button) and not item.disabled):
        asked = GUIDE.read(item.do)
        if asked is not None and asked["do"] == do:
            yield item.label


def test_the_special_dice_of_each_game_are_what_the_guide_says() -> None:
    """The points that the sentences promise are those that the rules write."""

    def won(key: str) -> list[int]:
        scored = [make(key, {}).scores(scene.state)[0] for scene in scenes(make(key, {}), lessons_of(key)[0])]
        return [after - before for before, after in pairwise(scored) if after != before]

    assert won("yum_plus") == [25, 29, 50], "Full House, Minus, Yum"
    assert won("triple_yum_plus") == [75, 87, 1], "three times, three times, once"
    assert won("yum_original") == [25, 28, 23]
    assert won("yum_classic") == [25, 18, 50]
    assert won("yum_full_house") == [25, 50, 18]
    assert won("yum_extra") == [25, 29, 25]
    assert won("yum_color") == [34, 40, 35]
    assert won("yams") == [30, 40, 18]
    assert won("5000") == [1000, 600], "the turn between is lost"
    assert won("ambition") == [150, 450]
    assert won("yamslam") == [25, 50]
    assert won("421") == [], "the computer gets all tokens"


def test_dice_that_the_lesson_throws_again_are_named_while_they_are_held() -> None:
    """After a wrong die, the same sentence again would never say what the guide waits for."""
    context, dice = RenderContext(words("en"), PLAIN_GLYPHS), lessons_of("yum_plus")[1][1].state.dice
    assert dice == (3, 2, 3, 6, 3)

    def said(*held: int) -> str:
        return board("yum_plus", 1, context, BoardView(frozenset(held))).body.rpartition("\n\n")[2]

    assert said(0, 1, 2, 3, 4).startswith("Let go of **2** and **6**: press each once more.\n**2 of ")
    for right in ((), (0,), (0, 2, 4)):
        assert said(*right).startswith("**2 of ")
    chosen = board("yum_plus", 1, context, BoardView(frozenset(range(5))), by_menu=True).body
    assert "Let go of **2** and **6** in the dice menu.\n**2 of " in chosen


@pytest.mark.parametrize("key", OWN)
def test_somebody_lost_reads_where_the_right_button_is_and_what_it_is_called(key: str) -> None:
    """Of every lesson: a button, by its row and its place; a line of a menu; or the dice that are still to hold."""
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    for number, lesson in enumerate(lessons_of(key)[0].lessons):
        for view in views(key, number):
            screen = board(key, number, context, view, pressed=Pressed.AGAIN, lost=True)
            said = sentence_of(screen).rpartition("\n")[2]
            if found := re.fullmatch(r"Look for \*\*(.+)\*\*: row (\d) of the buttons, number (\d) of (\d)\.", said):
                label, (row, place, count) = found[1], map(int, found.groups()[1:])
                item = screen.rows[row - 1][place - 1]
                assert isinstance(item, Button)
                assert (item.label, len(screen.rows[row - 1])) == (label, count)
                asked = GUIDE.read(item.do)
                assert asked is not None
                column = f"menu mark {lesson.move.do[-1]}"
                assert asked["do"] in (lesson.move.do, column), (number, said)
            elif found := re.search(r"Open (?:the menu )?\*\*([^*]+)\*\* and choose \*\*([^*]+)\*\*\.$", said):
                assert sentence_of(screen).count(f"**{found[2]}**") == 1, "the lesson and the hint say it once"
                menus = [item for row in screen.rows for item in row if isinstance(item, Menu)]
                lines = [one for menu in menus if menu.placeholder == found[1] for one in menu.choices]
                assert (found[2], lesson.move.do) in [(one.label, str(GUIDE.read(one.do)["do"])) for one in lines]  # type: ignore[index]
            else:
                assert said.startswith("Still to hold, at the top of the buttons: "), (number, said)
                assert lesson.move.do.startswith("keep ")


def test_the_guide_of_5000_speaks_of_the_dice_that_its_board_holds() -> None:
    """The board holds the 1 alone, and then one 5 of two, until somebody touches them: the lessons start from there."""
    context = RenderContext(words("en"), PLAIN_GLYPHS)

    def throws(screen: Screen) -> list[str]:
        return [do for do in offered(screen) if do.startswith("keep")]

    alone = board("5000", 3, context, lost=True)
    assert throws(alone) == ["keep 1"] == [lessons_of("5000")[0].lessons[3].move.do]
    assert "throw the **5** again too. Press **Throw**." in sentence_of(alone)
    assert "hold" not in sentence_of(alone)
    one, dice = board("5000", 4, context, lost=True), lessons_of("5000")[1][4].state.dice
    assert throws(one) == ["keep 5"]
    assert "Press the other **5** too: **Stop** would save the 200 at risk." in sentence_of(one)
    assert sentence_of(one).endswith("Still to hold, at the top of the buttons: **5**. Then throw.")
    both = board("5000", 4, context, BoardView(frozenset(place for place, face in enumerate(dice) if face == 5)))
    assert throws(both) == ["keep 5 5"] == [lessons_of("5000")[0].lessons[4].move.do]
    assert [one.label for row in both.rows for one in row if isinstance(one, Button)].count("Stop: +200") == 1


def test_most_throws_fail_where_the_guide_of_cant_stop_says_so() -> None:
    """Its last throw is a throw too many: fewer than half of all throws move one of its three runners."""
    game, (guide, _) = make("cant_stop", {}), lessons_of("cant_stop")
    assert "Only 2, 3 and 12 move now: more than half of all throws fail" in guide.lessons[-1].sentence
    before = list(scenes(game, guide))[-2].state
    assert {column for column, _ in before.runners} == {2, 3, 12}
    moving = [dice for dice in product(range(1, 7), repeat=4) if {2, 3, 12} & sums(dice)]
    assert len(moving) / 6**4 < 1 / 2


def sums(dice: tuple[int, ...]) -> set[int]:
    """The sums of two of ``dice``."""
    return {first + second for first, second in combinations(dice, 2)}
