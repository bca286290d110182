"""The page sets a message as Discord's client does, so what fits here fits there; and no control is ever cut off."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from bot.locales import LANGUAGES, words
from bot.screens.kit import WORDS_ONLY, Button, Choice, Menu, RenderContext, Row, Screen, Style
from bot.screens.kit.dice import DiceInHand, hold_rows
from bot.screens.kit.seal import small_print
from bot.screens.players.preferences import preferences_screen
from bot.screens.server.help import welcome_screen
from bot.tables.model.choices import Preferences
from tests.browser.prepared import PreparedBoards

PHONE, DESKTOP = (390, 844), (1280, 800)
ROOM, PRIVATE = 650, 84
"""What a phone leaves for a message; and what stands above and below one that only one person sees."""
CHANGED = Preferences(
    language="fr", hold="menu", quiet_from=22, quiet_to=7, zone="America/Port-au-Prince", plain=True,
    confirm_strike=True, coach=True, mention=False, named=False, listed=False, open_reviews=True, away_until=2**31,
)  # fmt: skip
"""Everything is chosen otherwise than usual."""
_BOX = "node => { const b = node.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; }"


@pytest.fixture
def opened(reader: Any) -> Any:
    """``opened(width, height)`` is Ana before a page of that size."""
    return partial(reader, "ana")


def box(person: Any, locator: Any) -> list[float]:
    """Left, top, width and height."""
    return [round(number, 2) for number in locator.evaluate(_BOX)]


def shown(boards: PreparedBoards, person: Any, *rows: Row, body: str = "text", content: str = "") -> Any:
    """The message with these parts."""
    head = boards.show(Screen(title="", body=body, content=content, rows=(*rows, (Button("last", "ok"),))))
    person.page.locator(f"[data-custom-id='{head}last']").wait_for()
    return person.messages.last


DICE = tuple(Button(f"hold {place} -", "", Style.SECONDARY, f"die_{place}") for place in range(1, 6))
NAMES = "One", "Two and three", "A long name indeed", "Four", "Another one"


def test_buttons_are_as_wide_as_their_words_and_go_on_in_the_next_line(boards: Any, opened: Any) -> None:
    phone = opened(*PHONE)
    row = tuple(Button(f"press {number}", name) for number, name in enumerate(NAMES))
    message = shown(boards, phone, row, DICE)
    boxes = [box(phone, message.get_by_role("button", name=name, exact=True)) for name in NAMES]
    lefts, tops, widths, heights = zip(*boxes, strict=True)
    assert set(heights) == {40}
    assert len(set(widths)) == len(NAMES)
    assert lefts[0] == 68
    assert lefts[1] == 68 + widths[0] + 8
    assert sorted(set(tops)) == [tops[0] + 48 * line for line in range(len(set(tops)))]
    assert len(set(tops)) > 1
    dice = [box(phone, message.locator(f"[data-custom-id*='hold {place}']")) for place in range(1, 6)]
    assert [(left, width, height) for left, _, width, height in dice] == [(68 + 60 * n, 52, 40) for n in range(5)]
    assert len({top for _, top, _, _ in dice}) == 1
    for width, height in ((360, 740), (320, 640)):
        small = opened(width, height)
        message = shown(boards, small, DICE)
        assert len({box(small, one)[1] for one in message.locator("[data-custom-id*='hold ']").all()}) == 1, width


@pytest.mark.parametrize("width", [390, 360, 320])
def test_dice_without_pictures_stay_where_they_are_when_they_are_held(boards: Any, opened: Any, width: int) -> None:
    """Whoever wants large text reads numbers on them."""
    small, places = opened(width, 740), []
    large = RenderContext(words("fr"), WORDS_ONLY)
    for held in (frozenset[int](), frozenset({1, 3}), frozenset(range(5))):
        (row,) = hold_rows(large, DiceInHand((1, 2, 4, 4, 6), held=held), active=True, dice=5, menu=False)
        message = shown(boards, small, row)
        dice = [box(small, one) for one in message.locator("[data-custom-id*='hold ']").all()]
        assert len({top for _, top, _, _ in dice}) == 1
        places.append([left for left, _, _, _ in dice])
    assert places[0] == places[1] == places[2]


@pytest.mark.long
def test_buttons_on_a_desktop(boards: Any, opened: Any) -> None:
    desktop = opened(*DESKTOP)
    message = shown(boards, desktop, (Button("no", "No"), Button("longer", "Somewhat longer")), DICE)
    short, long = (
        box(desktop, message.get_by_text(name, exact=True).locator("../..")) for name in ("No", "Somewhat longer")
    )
    assert short[2:] == [60, 32]
    assert long[2] > 100
    assert long[0] == short[0] + 68
    assert {tuple(box(desktop, one)[2:]) for one in message.locator("[data-custom-id*='hold ']").all()} == {(60, 32)}
    menu = shown(boards, desktop, (Menu("mark", "All boxes", (Choice("a", "Ones"),)),)).get_by_test_id("select")
    assert box(desktop, menu)[2:] == [400, 44]


def test_headings_are_large_and_their_emojis_larger(boards: Any, opened: Any) -> None:
    phone, die = opened(*PHONE), boards.glyphs["die_3"]
    message = shown(
        boards, phone, body=f"above\n# {die} six\n## two\n### three\nbelow {die}\n-# small `code`", content=die
    )
    sizes = [message.locator(tag).evaluate("node => getComputedStyle(node).fontSize") for tag in ("h2", "h3", "h4")]
    assert sizes == ["24px", "20px", "16px"]
    assert [box(phone, one)[2] for one in message.locator(".emoji").all()] == [48, 33, 19.25]
    expect(message.locator(".jumbo")).to_have_count(1)
    message = shown(boards, phone, content=f"**Yum** {die}")
    expect(message.locator(".jumbo")).to_have_count(0)


def test_a_seal_takes_two_lines_of_a_phone(boards: Any, opened: Any) -> None:
    """Whatever its digits: those of hexadecimal numbers are not equally wide."""
    phone = opened(*PHONE)
    for digit in "0ad8":
        seal = small_print(RenderContext(words("en"), boards.glyphs), digit * 64)
        message = shown(boards, phone, body=seal)
        heights = [box(phone, line)[3] for line in message.locator("small").all()]
        assert len(heights) == 2
        assert max(heights) < 1.5 * 13 * 1.4, digit


def test_a_line_of_a_seal_breaks_in_its_middle_on_a_phone_that_is_too_narrow(boards: Any, opened: Any) -> None:
    phone = opened(280, 640)
    seal = small_print(RenderContext(words("en"), boards.glyphs), "0ad8" * 16)
    for line in shown(boards, phone, body=seal).locator("small").all():
        first, second = line.evaluate(
            "node => { const all = document.createRange(); all.selectNodeContents(node);"
            " return [...all.getClientRects()].map((part) => part.width); }"
        )
        assert abs(first - second) < 5, "a thin space apart"


def code_of(boards: PreparedBoards, person: Any, text: str) -> Any:
    """The block of code of a message."""
    return shown(boards, person, body=f"```\n{text}\n```").locator("pre")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("width", "height"), [(320, 640), (360, 740), DESKTOP], ids=["320 px", "phone", "desktop"])
def test_28_columns_stay_on_one_line_and_what_is_longer_is_broken(
    boards: Any, opened: Any, width: int, height: int
) -> None:
    person = opened(width, height)
    heights = [box(person, code_of(boards, person, "x" * columns))[3] for columns in (28, 99)]
    assert heights[0] == 18 + 14
    assert heights[1] > heights[0]
    assert box(person, person.messages.last.get_by_test_id("embed"))[2] <= 520
    assert not person.page.evaluate("() => document.getElementById('log').scrollWidth > innerWidth")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("width", "height"), [(320, 640), (640, 400)], ids=["320 px", "200 %"])
def test_no_control_is_cut_off(boards: Any, opened: Any, width: int, height: int) -> None:
    person = opened(width, height)
    shown(boards, person, DICE, (Menu("mark", "All boxes", (Choice("a", "Ones"),)),), body="text")
    cut = """() => [...document.querySelectorAll('#main button, #main textarea')].filter(node => {
      const b = node.getBoundingClientRect();
      return b.width && !node.closest('[hidden]') && (b.left < 0 || b.right > innerWidth || b.bottom > innerHeight);
    }).map(node => node.outerHTML)"""
    assert person.page.evaluate(cut) == []
    for name in ("side", "members"):
        person.page.locator(f"[data-drawer={name}]").click()
        expect(person.page.locator(f"#{name} button.drawer-close")).to_be_in_viewport(ratio=1)
        person.page.keyboard.press("Escape")
    person.page.get_by_test_id("locale-fr").click()
    expect(person.page.locator("#skip")).to_have_text("Aller à la boîte de message")
    assert person.page.evaluate(cut) == []
    person.page.get_by_test_id("locale-en").click()
    assert person.errors == []


def test_the_arrow_opens_a_menu(boards: Any, opened: Any) -> None:
    person = opened(*DESKTOP)
    lines = (Choice("a", "Ones"), Choice("b", "Twos"))
    menu = shown(boards, person, (Menu("mark", "All boxes", lines),)).get_by_test_id("select")
    menu.focus()
    person.page.keyboard.press("ArrowDown")
    expect(person.page.get_by_role("option", name="Ones")).to_be_visible()
    person.page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(person.page.get_by_role("option")).to_have_count(0)


def test_the_focus_goes_from_a_chosen_box_to_the_throw_and_never_to_undo(boards: Any, opened: Any) -> None:
    """Nor does it wander while a computer plays: the message has it until there is something to throw."""
    person = opened(*DESKTOP)
    undo, held = Button("undo", "", emoji="↩️"), Button("hold 0 0", "", Style.SUCCESS, "held_3")
    throw, off = Button("roll", "Throw", Style.PRIMARY), Button("roll", "Throw", Style.PRIMARY, disabled=True)
    box = Button("mark ones", "Ones")
    message = shown(boards, person, (held, off), (box,))

    message.locator("[data-custom-id$='mark ones']").focus()
    shown(boards, person, (held, throw), (undo,))
    expect(message.locator("[data-custom-id$=roll]")).to_be_focused()

    shown(boards, person, (held, off), (undo,))
    expect(message).to_be_focused()
    shown(boards, person, (held, throw), (undo,))
    expect(message.locator("[data-custom-id$=roll]")).to_be_focused()

    message.locator("[data-custom-id*='hold ']").focus()
    shown(boards, person, (Button("hold 0 -", "", Style.SECONDARY, "die_3"), throw), (undo,))
    expect(message.locator("[data-custom-id*='hold ']")).to_be_focused()


@pytest.mark.long
def test_a_button_of_a_die_is_read_by_the_name_of_its_emoji(boards: Any, opened: Any) -> None:
    person = opened(*DESKTOP)
    message = shown(boards, person, DICE)
    expect(message.get_by_role("button", name="de3")).to_have_count(1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hello_and_the_overview_of_preferences_are_whole_on_a_phone(
    boards: Any, opened: Any, language: str
) -> None:
    phone, context = opened(*PHONE), RenderContext(words(language), boards.glyphs)
    usual, every = (preferences_screen(context, chosen, now=1) for chosen in (Preferences(), CHANGED))
    for screen, most in ((welcome_screen(context), 435), (usual, ROOM - PRIVATE), (every, ROOM)):
        head = boards.show(screen)
        phone.page.locator(f"[data-custom-id^='{head}']").first.wait_for()
        assert box(phone, phone.messages.last)[3] <= most
