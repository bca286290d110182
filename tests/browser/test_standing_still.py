"""Readers at the end of the list stay there, and nothing jumps under their finger, whatever arrives late."""

from typing import Any

from bot.screens.kit import WORDS_ONLY
from tests.browser.prepared import PreparedBoards
from tests.browser.turns import boards_of_a_turn

_TO_END = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_nothing_moves_when_a_picture_arrives(boards: PreparedBoards, reader: Any) -> None:
    """The picture of Can't Stop's mountain has its place on the page before it is loaded."""
    page = reader("ana", 390, 844).page
    board = boards_of_a_turn("cant_stop", boards.players[:2], "en", boards.glyphs)[0]
    waiting: list[Any] = []
    page.route("**/attachments/**", lambda route: waiting.append(route))
    try:
        head = boards.show(board.screen)
        throw = page.locator(f"[data-custom-id='{head}roll']")
        throw.wait_for()
        picture = page.locator("img.picture").last
        page.evaluate(_FRAMES)
        assert not picture.evaluate("image => image.complete")
        before = picture.bounding_box(), throw.bounding_box()
        while not waiting:
            page.wait_for_timeout(10)
        waiting.pop().continue_()
        page.wait_for_function("() => [...document.querySelectorAll('img.picture')].every(one => one.naturalWidth)")
        page.evaluate(_FRAMES)
        assert (picture.bounding_box(), throw.bounding_box()) == before
        assert before[0]["width"] > 200
    finally:
        page.unroute("**/attachments/**")


def test_readers_at_the_end_stay_there_when_the_list_grows_as_a_scroll_is_told(
    boards: PreparedBoards, reader: Any
) -> None:
    """The browser tells of a scroll a frame later. The list may be higher by then, through no doing of the reader."""
    page = reader("ana", 390, 844).page
    board = boards_of_a_turn("yum_plus", boards.players[:2], "en", WORDS_ONLY)[0]
    head = boards.show(board.screen, WORDS_ONLY)
    page.locator(f"[data-custom-id^='{head}']").first.wait_for()
    page.evaluate(
        """() => {
          const last = [...document.querySelectorAll('[data-testid=message]')].at(-1);
          const late = document.createElement('div');
          late.id = 'late'; late.style.height = '500px';
          last.append(late);
          document.getElementById('log').dispatchEvent(new Event('scroll'));
        }"""
    )
    page.evaluate(_FRAMES)
    assert page.locator("#log").evaluate(_TO_END) <= 1
    page.locator("#newest").wait_for(state="hidden")
    page.evaluate("() => document.getElementById('late').remove()")


def test_readers_who_scrolled_up_stay_where_they_are(boards: PreparedBoards, reader: Any) -> None:
    page = reader("ana", 390, 320).page
    board = boards_of_a_turn("yum_plus", boards.players[:2], "en", WORDS_ONLY)[0]
    head = boards.show(board.screen, WORDS_ONLY)
    page.locator(f"[data-custom-id^='{head}']").first.wait_for()
    page.locator("#log").evaluate("log => { log.scrollTop = 30; }")
    page.locator("#newest").wait_for(state="visible")
    head = boards.show(board.screen, WORDS_ONLY)
    page.locator(f"[data-custom-id^='{head}']").first.wait_for()
    page.evaluate(_FRAMES)
    assert page.locator("#log").evaluate("log => log.scrollTop") == 30
