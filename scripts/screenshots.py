"""Takes the pictures of the README: plays some turns on the page of ``python -m bot play`` in a headless browser.

``python scripts/screenshots.py`` writes ``docs/images/*.png``. The dice are fair, so no two runs look the same.
"""

from __future__ import annotations

import io
import sys
import tempfile
from collections import Counter
from pathlib import Path

from browsing import Person, browser, chromium, playing
from PIL import Image
from playwright.sync_api import Locator, expect

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
_DESKTOP = (1280, 800)
_PHONE = (390, 844)
_TURNS = 14
_COLOURS = 192
"""Colours of a picture: few enough to keep it small, enough for the dice."""


def _hold_equal(person: Person) -> int:
    """Hold the dice of the most frequent face, and no other; return how many."""
    dice = person.faces
    counts = Counter(face for face, _ in dice)
    best = max(counts, key=lambda face: (counts[face], face))
    for place, (face, held) in enumerate(dice):
        if (face == best) != held:
            person.hold(place)
    return counts[best]


def _turn(person: Person) -> None:
    person.throw()
    for _ in range(2):
        if _hold_equal(person) == person.dice.count():
            break
        person.throw()
    if person.board.get_by_test_id("select").is_enabled():  # The last box is filled by itself.
        person.choose()


def _sees(person: Person, other: Person) -> None:
    """Wait until the page of ``person`` shows the same board as that of ``other``."""
    asks = other.throw_button.get_attribute("data-custom-id")
    expect(person.board.locator(f"[data-custom-id='{asks}']")).to_have_count(1)


def _next(people: dict[str, Person], seen: Person) -> Person:
    """Return the player to act as ``seen`` shows it, once their own page shows as much."""
    player = people[seen.to_play]
    _sees(player, seen)
    return player


def _evening(people: dict[str, Person], command: str, join: str, start: str) -> Person:
    """Play some turns of Yum Plus; return the player in the middle of one, with dice held."""
    (host, *guests) = people.values()
    host.command(command, sheet="Yum Plus")
    for guest in guests:
        guest.press(join)
        expect(host.messages.last).to_contain_text(f"@{guest.name}")
    host.press(start)
    for _ in range(_TURNS):
        player = _next(people, host)
        _turn(player)
        _sees(host, player)
    last = _next(people, host)
    last.throw()
    _hold_equal(last)
    return last


def _to_the_end(people: dict[str, Person], board: Person) -> Locator:
    """Play the unfinished game to its end; return the picture of the result."""
    player = people[board.to_play]
    player.choose()
    while player.throw_button.count():  # The page of the player who has moved is up to date.
        player = _next(people, player)
        _turn(player)
    picture = board.messages.get_by_role("img", name="Final result").last
    picture.wait_for()
    return picture


def _save(person: Person, name: str, shown: Locator | None = None) -> None:
    """Write what ``person`` sees around the board, or ``shown`` alone."""
    person.page.mouse.move(0, 0)
    person.messages.last.evaluate("last => last.scrollIntoView({ block: 'end' })")
    if shown is None:
        person.board.evaluate("board => board.scrollIntoView({ block: 'end' })")
    person.page.evaluate("document.activeElement.blur()")
    person.page.wait_for_timeout(600)
    with Image.open(io.BytesIO((shown or person.page).screenshot())) as shot:
        few = shot.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
        IMAGES.mkdir(parents=True, exist_ok=True)
        few.save(IMAGES / name, optimize=True)


def main() -> None:
    """Take every picture."""
    if chromium() is None:
        sys.exit("no Chromium or Chrome on this machine's PATH")
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        with playing(Path(folder) / "en") as address:
            ana, ben = (Person(started, address, key, *_DESKTOP) for key in ("ana", "ben"))
            _save(_evening({"Ana": ana, "Ben": ben}, "/yum start", "Join", "Start"), "board-desktop.png")
            people = {"Ana": ana, "Ben": ben}
            _save(ana, "result.png", _to_the_end(people, ana))
        with playing(Path(folder) / "fr") as address:
            ana = Person(started, address, "ana", *_DESKTOP)
            ana.page.get_by_test_id("locale-fr").click()
            chloe, david = (Person(started, address, key, *_PHONE) for key in ("chloe", "david"))
            chloe.name = "Chloé"
            _save(
                _evening({"Chloé": chloe, "David": david}, "/yum jouer", "Rejoindre", "Commencer"), "board-phone-fr.png"
            )


if __name__ == "__main__":
    main()
