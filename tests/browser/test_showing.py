"""Everything the page can show: pictures, files, menus and options of every kind, links, the bot's coming and going."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.long

SIZES = pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)], ids=["desktop", "phone"])


def fits(person: Any) -> bool:
    """Whether nothing is wider than the window."""
    return bool(
        person.page.evaluate(
            "() => [document.documentElement, document.getElementById('log')]"
            ".every(e => e.scrollWidth <= e.clientWidth)"
        )
    )


@SIZES
def test_pictures_and_files(shown: Any, width: int, height: int) -> None:
    ana = shown("ana", width, height)
    ana.command("/pictures")
    message = ana.messages.last
    embed = message.get_by_test_id("embed")
    wide, small = embed.get_by_alt_text("1200 by 700"), embed.get_by_alt_text("160 by 160")
    tall, card = message.get_by_alt_text("500 by 900"), message.get_by_alt_text("1000 by 500")
    for image in (wide, small, tall, card):
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("image => image.naturalWidth") > 0
        box, frame = image.bounding_box(), message.bounding_box()
        assert box["x"] >= frame["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]
        shape, real = box["width"] / box["height"], image.evaluate("i => i.naturalWidth / i.naturalHeight")
        assert abs(shape - real) < 0.02, "not squeezed"
    expect(message.get_by_role("img")).to_have_count(4)
    with ana.context.expect_page() as opened:
        wide.click()
    opened.value.wait_for_load_state()
    assert "/wide.png" in opened.value.url
    assert opened.value.evaluate("document.images[0].naturalWidth") == 1200
    with ana.page.expect_download() as saved:
        message.get_by_text("record.json").click()
    assert saved.value.path().read_text() == '{"game": "yum"}'
    assert fits(ana)
    assert ana.errors == []


def choose(person: Any, menu: str, *lines: str, done: bool = False) -> Locator:
    """Open a menu and press lines of it; returns the button that closes it."""
    page = person.page
    page.locator(f"[data-testid=select][data-custom-id={menu}]").last.click()
    for line in lines:
        page.get_by_test_id("select-option").get_by_text(line, exact=True).click()
    button: Locator = page.get_by_test_id("select-done")
    if done:
        button.click()
    return button


@SIZES
def test_menus_of_every_kind(shown: Any, width: int, height: int) -> None:
    ana = shown("ana", width, height)
    ana.command("/menus")
    expect(ana.page.locator("[data-custom-id=people]")).to_have_text("Ana")
    choose(ana, "people", "Ben", done=True)
    expect(ana.messages.last).to_contain_text("people: ben")
    choose(ana, "people", "Ana", done=True)
    expect(ana.messages.last).to_contain_text("people: nothing")
    choose(ana, "role", "@Regulars")
    expect(ana.messages.last).to_contain_text("role: Regulars")
    choose(ana, "both", "Ben", "@Admin", done=True)
    expect(ana.messages.last).to_contain_text("both: ben, Admin")
    choose(ana, "places", "#general", "#quiet", done=True)
    expect(ana.messages.last).to_contain_text("places: general, quiet")
    button = choose(ana, "several")
    expect(button).to_be_disabled()
    expect(ana.page.get_by_test_id("menu")).to_contain_text("Choose 2 to 3")
    for line, enough in (("Yams", False), ("Yum Plus", True), ("Yams", False), ("Yam Slam", True)):
        ana.page.get_by_test_id("select-option").get_by_text(line, exact=True).click()
        expect(button).to_be_enabled(enabled=enough)
    button.click()
    expect(ana.messages.last).to_contain_text("several: Yum Plus, Yam Slam")
    assert fits(ana)
    assert ana.errors == []


def test_options_of_every_kind(shown: Any) -> None:
    ana = shown("ana", 1280, 800)
    page = ana.page
    page.get_by_test_id("composer").fill("/point")
    page.get_by_test_id("command-option").first.click()
    page.get_by_test_id("option-player").fill("@chl")
    page.get_by_test_id("suggestion").get_by_text("Chloé").click()
    for name, text in (("role", "regulars"), ("place", "general"), ("loud", "yes"), ("number", "12")):
        page.get_by_test_id(f"option-add-{name}").click()
        page.get_by_test_id(f"option-{name}").fill(text)
    page.get_by_test_id("send").click()
    expect(ana.messages.last).to_contain_text("chloe / Regulars / general / True / 12")
    assert ana.errors == []


def test_mentions_times_and_links(shown: Any) -> None:
    ana = shown("ana", 390, 844)
    ana.command("/texts")
    last = ana.messages.last
    expect(last).to_contain_text("@Ana @unknown-user @Admin @deleted-role #dice #unknown")
    expect(last).to_contain_text("ago")
    expect(ana.page.get_by_text("the very first line")).to_have_count(0)
    last.get_by_role("button", name="the first message").click()
    expect(ana.page.get_by_text("the very first line")).to_be_in_viewport()
    assert fits(ana)
    assert ana.errors == []


def test_keys_go_on_in_the_messages_of_a_place_to_which_a_link_led(shown: Any) -> None:
    """The link itself goes with the messages of the place that somebody leaves."""
    ana = shown("ana", 1280, 800)
    ana.page.get_by_test_id("channel-general").click()
    ana.command("/texts")
    ana.messages.last.get_by_role("button", name="#dice", exact=True).press("Enter")
    expect(ana.page.locator("#log")).to_be_focused()
    expect(ana.page.get_by_test_id("channel-dice")).to_have_attribute("aria-current", re.compile("."))


def test_a_command_of_ones_own_scrolls_to_its_answer(shown: Any) -> None:
    ana, ben = shown("ana", 390, 844), shown("ben", 390, 844)
    for reader in (ana, ben):
        reader.page.locator("#log").evaluate("log => { log.scrollTop = log.scrollHeight - log.clientHeight - 300; }")
        expect(reader.page.locator("#newest")).to_be_visible()
    ana.command("/texts")
    expect(ana.messages.last).to_contain_text("due")
    expect(ana.messages.last).to_be_in_viewport()
    expect(ben.messages.last).to_contain_text("due")
    expect(ben.messages.last).not_to_be_in_viewport()


def test_the_bot_is_thrown_out_and_invited_again(shown: Any) -> None:
    ana, ben = shown("ana", 1280, 800), shown("ben", 1280, 800)
    ben.page.get_by_test_id("server").click()
    expect(ben.page.locator("#guild-menu")).to_contain_text("Only those who manage the server")
    ana.page.get_by_test_id("server").click()
    ana.page.get_by_test_id("bot-remove").click()
    for person in (ana, ben):
        expect(person.page.get_by_test_id("banner-bot-gone")).to_be_visible()
        expect(person.page.get_by_test_id("member-bot")).to_contain_text("not on this server")
    ben.page.get_by_test_id("composer").fill("/menus")
    expect(ben.page.locator("#dock")).to_contain_text("Gobelet is not on this server.")
    ben.page.get_by_test_id("composer").fill("")
    expect(ben.page.get_by_test_id("banner-invite")).to_have_count(0)
    ana.page.get_by_test_id("banner-invite").click()
    ana.page.get_by_test_id("channel-general").click()
    expect(ana.messages.last).to_contain_text("Glad to be here!")
    expect(ana.page.get_by_test_id("banner-bot-gone")).to_have_count(0)
    ben.command("/menus")
    expect(ben.messages.last).to_contain_text("Choose:")
    assert ana.errors == []
