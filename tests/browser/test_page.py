"""Two people play on the page, in two windows, on a desktop and on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def scrolls_sideways(person: Any) -> bool:
    """Whether the page or its messages are wider than the window."""
    return person.page.evaluate(
        "() => [document.documentElement, document.getElementById('log')].some(e => e.scrollWidth > e.clientWidth)"
    )


def play_turn(person: Any, way: str) -> None:
    """Throw, hold two dice, throw the others, write the best box."""
    {"keyboard": person.throw_by_keyboard, "voice": person.throw_by_voice, "pointer": person.throw}[way]()
    thrown = person.faces
    assert [held for _, held in thrown] == [False] * 5
    person.hold(0)
    person.hold(2)
    assert person.faces == [(face, place in (0, 2)) for place, (face, _) in enumerate(thrown)]
    kept = sorted((thrown[0][0], thrown[2][0]))
    expect(person.board).to_contain_text(f"Held {kept[0]}-{kept[1]}")
    person.throw()
    assert sorted(face for face, held in person.faces if held) == kept
    person.choose()


@pytest.mark.long(16)
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])
def test_two_people_play_three_turns_and_look_at_their_sheets(window: Any, width: int, height: int) -> None:
    ana, ben = people = (window("ana", width, height), window("ben", width, height))
    ana.command("/yum start")
    ben.press("Join")
    expect(ana.messages.last).to_contain_text("Ben")
    ana.press("Start")
    for person in people:
        expect(person.board).to_contain_text("turn 1 of 13")
        assert not scrolls_sideways(person)

    for way in ("keyboard", "voice", "pointer"):
        player = ana if ana.to_play == "Ana" else ben
        other = ben if player is ana else ana
        play_turn(player, way)
        expect(other.board).to_contain_text(re.compile(rf"@{other.name}(, your turn| · press)"))
        assert other.to_play == other.name
    for person in people:
        assert not scrolls_sideways(person)

    expect(ben.private).to_have_count(0)
    for person, other, count in ((ana, ben, 0), (ben, ana, 1)):
        person.press("More")
        expect(person.private.last).to_contain_text("Rules")
        person.press("Sheets")
        expect(person.private.filter(has_text="Yum Classic: sheets")).to_contain_text("Small")
        expect(other.private.filter(has_text="Yum Classic: sheets")).to_have_count(count)
    for person in people:
        assert not scrolls_sideways(person)
        assert person.errors == []


@pytest.mark.long(8)
def test_everybody_reads_in_their_own_language_which_command_was_used(window: Any) -> None:
    ana, chloe = window("ana", 1280, 800), window("chloe", 390, 844)
    ana.command("/yum start")
    expect(ana.messages.last).to_contain_text("Ana used /yum start")
    expect(chloe.messages.last).to_contain_text("Ana a utilisé /yum jouer")
    chloe.command("/parties")
    expect(chloe.private.last).to_contain_text("Chloé a utilisé /parties")


@pytest.mark.long(6)
def test_offers_and_long_answers_are_read_from_their_beginning(window: Any) -> None:
    """Whatever grows or shrinks meanwhile: the page takes nobody to the end who has not read the beginning."""
    chloe = window("chloe", 390, 3000)
    log = chloe.page.locator("#log")
    expect(chloe.page.get_by_test_id("offer").first).to_be_visible()
    for width, height in ((1280, 800), (1024, 768), (390, 844)):
        chloe.page.set_viewport_size({"width": width, "height": height})
        chloe.page.evaluate(_FRAMES)
        assert log.evaluate("log => log.scrollHeight - log.clientHeight") == 0, "every offer is in sight"
    chloe.page.set_viewport_size({"width": 390, "height": 500})
    chloe.page.evaluate(_FRAMES)
    assert log.evaluate("log => [log.scrollTop, log.scrollHeight > log.clientHeight]") == [0, True]

    chloe.page.set_viewport_size({"width": 390, "height": 844})
    chloe.command("/aide")
    expect(chloe.private).to_have_count(1)
    too_high = chloe.private.last.bounding_box()["height"] - log.bounding_box()["height"]
    chloe.page.set_viewport_size({"width": 390, "height": round(844 + too_high - 40)})
    chloe.command("/aide")
    expect(chloe.private).to_have_count(2)
    log.evaluate("() => { document.getElementById('log-inner').style.paddingBottom = '30px'; }")
    chloe.page.evaluate(_FRAMES)
    assert abs(chloe.private.last.bounding_box()["y"] - log.bounding_box()["y"]) < 1
    expect(chloe.page.locator("#newest")).to_be_hidden()  # It would cover the last buttons, with no more below.


@pytest.mark.long(9)
def test_the_seal_is_copied_from_the_form_on_a_phone_and_compared(window: Any) -> None:
    ben = window("ben", 390, 844)
    ben.command("/yum start")
    shown = "".join(re.findall(r"\b[0-9a-f]{8}\b", ben.messages.last.inner_text()))
    assert len(shown) == 64
    assert not scrolls_sideways(ben)
    ben.press("More")
    ben.ask_for("Mix in a word")
    fields = ben.page.get_by_test_id("modal-input")
    expect(fields).to_have_count(2)
    seal, words = fields.all()
    expect(seal).to_be_focused()
    ben.page.keyboard.press("Control+A")
    selected = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    noted = seal.evaluate(selected)
    assert "".join(noted.split()) == shown
    assert seal.evaluate("field => field.scrollHeight <= field.clientHeight")
    words.fill("three cats")
    ben.page.get_by_test_id("modal-submit").click()
    expect(ben.messages.filter(has_text="word mixed in")).to_have_count(1)
    ben.press("Back")
    ben.ask_for("Close the table")
    ben.press("Close the table")
    expect(ben.messages.filter(has_text="closed before the game began")).to_have_count(1)
    code = re.search(r"Table (\w+)", ben.messages.filter(has_text="closed before the game began").inner_text())
    assert code is not None
    ben.page.get_by_test_id("composer").fill("/games")
    ben.page.get_by_test_id("command-option").first.click()
    ben.page.get_by_test_id("option-add-game").click()
    ben.page.get_by_test_id("option-game").fill(code[1])
    ben.page.get_by_test_id("send").click()
    for label in ("Verify", "Compare with a seal"):
        ben.private.last.get_by_role("button", name=label).click()
    ben.page.get_by_test_id("modal").get_by_role("textbox").fill(noted.upper())
    ben.page.get_by_test_id("modal-submit").click()
    expect(ben.private.last).to_contain_text("The seal you noted is the seal of these dice")


def test_a_channel_where_the_bot_may_not_write_invites_nobody_to_play_there(window: Any) -> None:
    ana = window("ana", 1280, 800)
    offers, welcome = ana.page.get_by_test_id("offer"), ana.page.get_by_test_id("welcome")
    expect(offers).not_to_have_count(0)
    ana.page.get_by_test_id("channel-quiet").click()
    expect(welcome).to_contain_text("may not write in this channel. Open a game in another one.")
    expect(offers).to_have_count(0)
    ana.page.get_by_test_id("channel-general").click()
    expect(offers).not_to_have_count(0)


def test_a_page_that_is_opened_in_french_leaves_the_boards_of_others_english(window: Any) -> None:
    ana, ben = window("ana", 1280, 800, "fr-CA"), window("ben", 1280, 800)
    expect(ana.page.locator("#skip")).to_have_text("Aller à la boîte de message")
    expect(ben.page.locator("#skip")).not_to_have_text("Aller à la boîte de message")
    ben.command("/yum start")
    expect(ben.messages.last).to_contain_text("who plays?")
    ana.page.get_by_test_id("channel-general").click()
    ana.command("/yum jouer")
    expect(ana.messages.last).to_contain_text("qui joue?")


@pytest.mark.long(10)
def test_the_own_board_of_a_race_opens_with_its_buttons_in_sight(window: Any) -> None:
    """It is hardly higher than the list, and nothing would say that its end is below."""
    ana, ben = window("ana", 1280, 800), window("ben", 1280, 800)
    ana.page.get_by_test_id("composer").fill("/cantstop start")
    ana.page.get_by_test_id("command-option").first.click()
    ana.page.get_by_test_id("option-add-pace").click()
    ana.page.get_by_test_id("option-pace").fill("Everybody")
    ana.page.keyboard.press("Enter")
    ana.page.get_by_test_id("send").click()
    ben.press("Join")
    expect(ana.messages.last).to_contain_text("Ben")
    ana.press("Start")
    ana.press("My race")
    expect(ana.private).to_have_count(1)
    ana.page.wait_for_function("() => [...document.querySelectorAll('img.picture')].every(one => one.naturalWidth)")
    ana.page.evaluate(_FRAMES)
    assert ana.page.locator("#log").evaluate("log => log.scrollHeight - log.scrollTop - log.clientHeight") <= 1
    expect(ana.private.get_by_test_id("button").first).to_be_in_viewport(ratio=1)
