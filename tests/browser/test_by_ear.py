"""A game of each family is won from the accessibility tree alone: roles, names and text, and the keys of a keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TooLate

from tests.browser import by_ear
from tests.browser.by_ear import Decide, Listener

_MOST = 20
"""Games against a beginner until one is won; a player who wins two in five loses so many once in 30,000 runs."""

_ANSWERED = 5_000
"""Milliseconds after which a button that went away is looked for anew."""

AGAINST = {"computers": "1", "level": "Beginner"}
SHORT = AGAINST | {"rules": "Among friends"}
"""By rules that the lobby offers too: to 2,000 points, or with 11 tokens."""
FAMILIES: dict[str, tuple[Decide, dict[str, str]]] = {
    "yum": (by_ear.fill_sheet, {}),
    "cantstop": (by_ear.climb, {}),
    "yamslam": (by_ear.take_chips, {}),
    "5000": (by_ear.bank, AGAINST),
    "ambition": (by_ear.bank, SHORT),
    "421": (by_ear.stand, SHORT),
}
"""How each is played; alone where its rules allow that, then to reach the end is to win."""


@pytest.fixture(scope="module")
def sits(browsing: ModuleType, browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Any]]:
    """``sits("ana")`` is Ana before the page: one server for all games, as its start takes as long as a game."""
    people: dict[str, Any] = {}
    with browsing.playing(tmp_path_factory.mktemp("play")) as address:

        def sit(key: str, width: int = 390, language: str = "en-US") -> Any:
            if key not in people:
                people[key] = browsing.Person(browser, address, key, width, 844, language)
            return people[key]

        yield sit
        for person in people.values():
            person.close()


@pytest.fixture(scope="module")
def ana(sits: Callable[..., Any]) -> Listener:
    """Ana, who has chosen boards in words."""
    listener = Listener(sits("ana"))
    listener.want_words()
    return listener


@pytest.fixture(scope="module")
def chloe(sits: Callable[..., Any]) -> Listener:
    """Chloé, who reads French at 320 pixels and has chosen boards in words."""
    listener = Listener(sits("chloe", 320, "fr-CA"), french=True)
    listener.want_words()
    return listener


@pytest.mark.long(20)
@pytest.mark.timeout(900)  # As many games as it takes to win one.
@pytest.mark.parametrize("command", FAMILIES)
def test_a_game_of_each_family_is_won_by_ear(ana: Listener, command: str) -> None:
    for _ in range(_MOST):
        if _winner(ana, command) == "Ana":
            return
    pytest.fail(f"no win in {_MOST} games")


@pytest.mark.long(20)
@pytest.mark.timeout(600)
@pytest.mark.parametrize("command", FAMILIES)
def test_a_game_of_each_family_is_played_by_ear_in_french_on_a_small_phone(chloe: Listener, command: str) -> None:
    """To its end: by whom it is won, the test in English tells, which needs more games."""
    assert _winner(chloe, command)


def _winner(listener: Listener, command: str) -> str:
    """Play a game of this family to its end; return who wins, or finishes alone."""
    decide, options = FAMILIES[command]
    listener.open(command, options)
    if options:
        listener.hasten()
    end = listener.play(decide)
    assert end.word("final result") in end.text
    won = end.says(r"@(\w+) (?:wins!|finishes with)")
    assert won or end.says(r"wins!"), end.text
    return won[1] if won else "a computer"


@pytest.mark.long(10)
def test_beside_a_shared_board_its_words_come_by_themselves_to_one_person(
    ana: Listener, sits: Callable[..., Any]
) -> None:
    """Ana hears the board that she shares with Ben, who sees his table and no message of hers."""
    heard, ben = ana, sits("ben")
    heard.command("/yum start")
    ben.press("Join")
    heard.until(lambda: "@Ben" in heard.messages()[-1].text, "Ben")
    heard.press("Start")
    heard.until(lambda: "turn 1" in heard.messages()[-1].text, "the board")
    heard.until(lambda: "Refresh" in heard.messages()[-1].buttons, "the board in words, which comes by itself")
    said = heard.messages()[-1]
    assert "13 boxes are open." in said.text
    assert "press Throw" in said.text
    heard.press("The sheets in words")
    assert heard.messages()[-1].text.count("Nothing is written yet.") == 2
    assert ben.private.count() == 0
    drawn = ben.board.locator(".picture-link").count() == 1  # In text where the picture comes late.
    assert drawn or "│" in ben.board.inner_text()
    heard.press("More")
    assert heard.messages()[-1].buttons[0] == "In words"
    heard.choose("What else…", "End the game…")
    heard.press("End the game")


def playing_at_the_board(person: Any) -> Callable[[], None]:
    """What ``person`` does who sees: whenever it is their turn, stop if that may be, else throw."""
    board = person.messages.filter(has=person.page.locator("[data-custom-id$=':more']")).last
    pressed = ""

    def play() -> None:
        nonlocal pressed
        text = board.inner_text()
        marked = re.findall(r"►\s*@(\w+)", text) or re.findall(r"^\s*@(\w+)", text, re.MULTILINE)[-1:]
        if marked != [person.name]:
            return
        for asked in ("stand", "stop", "bank", "keep", "roll"):
            button = board.locator(f"button:not([disabled])[data-custom-id*=':{asked}']")
            if found := button.evaluate_all("some => some.map(one => one.dataset.customId)"):
                if found[0] != pressed:
                    with suppress(TooLate):  # The board was drawn anew meanwhile.
                        board.locator(f"[data-custom-id='{found[0]}']").click(timeout=_ANSWERED)
                        pressed = found[0]
                return

    return play


_OVERHEAR = """() => {
    window.overheard = [];
    const hear = (all) => all.forEach((one) => one.addedNodes.forEach((said) => overheard.push(said.textContent)));
    new MutationObserver(hear).observe(document.getElementById("announcer"), { childList: true });
}"""


@pytest.mark.long(20)
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("command", "french"), [("421", False), ("ambition", True)])
def test_a_guest_plays_a_whole_game_from_the_private_board_alone_and_hears_each_throw_once(
    ana: Listener, chloe: Listener, sits: Callable[..., Any], command: str, french: bool
) -> None:
    """Ben opens it and plays at his board, whose words nobody has chosen. Nothing of what it says is read out."""
    guest, ben = chloe if french else ana, sits("ben")
    ben.command(f"/{command} start", rules="Among friends")
    guest.until(lambda: "@Ben" in guest.messages()[-1].text, "the lobby of Ben")
    guest.press("Join")
    heard = Listener(guest, french=french, private=True)
    titled = "Ambition" if command == "ambition" else command
    heard.until(lambda: titled in heard.board().text, "this lobby in words, which comes by itself below older boards")
    heard.page.evaluate(_OVERHEAR)
    ben.press("Start")
    end = heard.play(FAMILIES[command][0], others=playing_at_the_board(ben))
    assert end.says(r"@(\w+) (?:wins!|finishes with)") or end.says(r"wins!"), end.text
    overheard, name = heard.page.evaluate("overheard"), "Message privé de" if french else "Private message from"
    speakers = [said.split(":")[0] for said in overheard if re.match(rf"({name} )?Gobelet ?:", said)]
    assert [speaker for speaker in speakers if not speaker.startswith(name)] == []
    assert overheard
