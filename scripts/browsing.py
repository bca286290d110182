"""People in front of the page of ``python -m bot play``, each in a headless Chromium of their own.

The tests in ``tests/browser`` and ``scripts/screenshots.py`` play through this. It only does what a person could:
press, type, and read the page.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_STOP_WITHIN = 20
expect.set_options(timeout=30_000)  # As long as everything else of Playwright waits; a busy machine takes its time.


def chromium() -> str | None:
    """Return the browser of this machine; None without one."""
    return next(filter(None, map(shutil.which, _BROWSERS)), None)


@contextmanager
def playing(data: Path) -> Iterator[str]:
    """Run ``python -m bot play`` with its games in ``data``; gives the page's address.

    Raises RuntimeError if it does not start, or does not stop well.
    """
    with start(data) as process:
        try:
            yield address_of(process)
            process.send_signal(signal.SIGTERM)
            if status := process.wait(_STOP_WITHIN):
                raise RuntimeError(f"play ended with status {status}")
        finally:
            process.kill()


def start(data: Path) -> subprocess.Popen[str]:
    """Start ``python -m bot play`` with its games in ``data``."""
    command = [sys.executable, "-m", "bot", "play", "--port", "0", "--data", str(data)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1])


def address_of(play: subprocess.Popen[str]) -> str:
    """Wait until ``play`` is ready; return the page's address. Raises RuntimeError if it does not start."""
    for line in play.stdout or ():
        if match := re.search(r"http://\S+", line):
            return match[0]
    raise RuntimeError("play did not start")


@contextmanager
def browser() -> Iterator[Browser]:
    """Start the browser of this machine."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=list(_QUIET))
        try:
            yield started
        finally:
            started.close()


class Person:
    """Somebody with a window of their own."""

    def __init__(
        self, browser: Browser, address: str, key: str, width: int, height: int, language: str = "en-CA"
    ) -> None:
        """Open the page as ``key`` (``ana``, ``ben``, ``chloe``, ``david``) in a browser of that ``language``."""
        self.errors: list[str] = []
        self.context = browser.new_context(reduced_motion="reduce", locale=language)
        self.page: Page = self.context.new_page()
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.open(address, key, width, height)

    def open(self, address: str, key: str, width: int, height: int) -> None:
        """Open the page again, perhaps another one or as somebody else: this takes half as long as another window."""
        self.name = key.capitalize()
        size: ViewportSize = {"width": width, "height": height}
        self.page.set_viewport_size(size)
        self.page.goto(f"{address}&as={key}")
        self.page.wait_for_selector("body.ready")
        self.errors.clear()

    def close(self) -> None:
        """Close the window."""
        self.context.close()

    # -- what is shown -----------------------------------------------------------------------------------------

    @property
    def messages(self) -> Locator:
        """All messages of the channel."""
        return self.page.get_by_test_id("message")

    @property
    def board(self) -> Locator:
        """The newest message with dice to hold."""
        return self.messages.filter(has=self.page.locator("[data-custom-id*=':hold ']")).last

    @property
    def private(self) -> Locator:
        """The messages only this person sees."""
        return self.messages.filter(has=self.page.get_by_test_id("private"))

    @property
    def dice(self) -> Locator:
        """The buttons of the dice, from left to right."""
        return self.board.locator("[data-custom-id*=':hold ']")

    @property
    def faces(self) -> list[tuple[int, bool]]:
        """The face of each die, and whether it is held, as the pictures on the buttons are called."""
        names = [die.get_attribute("aria-label") or "" for die in self.dice.all()]
        shown = re.compile(r"(?:de|garde|(?:garde_)?power)([1-6])(?:_|$)")
        return [(int(match[1]), name.startswith("garde")) for name in names if (match := shown.match(name))]

    @property
    def throw_button(self) -> Locator:
        """The button that throws all dice, or those not held."""
        return self.board.locator("[data-custom-id*=':keep'], [data-custom-id$=':roll']")

    @property
    def to_play(self) -> str:
        """The name of the player to act."""
        expect(self.board).to_contain_text("@")
        text = self.board.inner_text()
        # Above a drawn sheet no line marks anybody: there the last one that begins with a name says it.
        names = re.findall(r"►\s*@(\w+)", text) or re.findall(r"^\s*@(\w+)", text, re.MULTILINE)[-1:]
        if not names:
            raise RuntimeError("the board does not say whose turn it is")
        return str(names[0])

    # -- what people do ----------------------------------------------------------------------------------------

    def command(self, command: str, **options: str) -> None:
        """Type the beginning of a command, choose the first suggestion, fill in ``options``, and send it.

        Of an option with choices, the beginning of one is enough.
        """
        self.page.get_by_test_id("composer").fill(command)
        self.page.get_by_test_id("command-option").first.click()
        for name, value in options.items():
            if (add := self.page.get_by_test_id(f"option-add-{name}")).count():
                add.click()
            self.page.get_by_test_id(f"option-{name}").fill(value)
            if (choice := self.page.locator("#suggest").get_by_role("option").first).count():
                choice.click()
        self.page.get_by_test_id("send").click()

    def press(self, label: str) -> None:
        """Press the newest button that says ``label``."""
        self.page.get_by_test_id("button").filter(has_text=label).last.click()

    def ask_for(self, label: str) -> None:
        """Choose a line of the newest menu, such as that of More."""
        self.page.get_by_test_id("select").last.click()
        self.page.get_by_test_id("select-option").filter(has_text=label).first.click()

    def throw(self) -> None:
        """Throw, and wait until the dice lie there."""
        self._until_new(self.throw_button.click)

    def throw_by_keyboard(self) -> None:
        """Tab to the button that throws, from the top of the page, and press Enter."""
        self.page.locator("body").evaluate("document.activeElement.blur()")
        button = self.throw_button.element_handle()
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("button => document.activeElement === button", button):
                break
        else:
            raise RuntimeError("Tab does not reach the button")
        self._until_new(lambda: self.page.keyboard.press("Enter"))

    def throw_by_voice(self) -> None:
        """Throw as voice control and other aids press: by a click without a pointer, on a button in sight or not."""
        self._until_new(lambda: self.throw_button.evaluate("button => button.click()"))

    def hold(self, place: int) -> None:
        """Press a die, from 0, and wait until the board shows it."""
        self._until_new(self.dice.nth(place).click)

    def choose(self, number: int = 0) -> None:
        """Open the menu of boxes and choose a line of it, from 0; wait until the turn has passed on."""
        self.board.get_by_test_id("select").click()
        self._until_new(self.page.get_by_test_id("select-option").nth(number).click)

    def _until_new(self, act: Callable[[], None]) -> None:
        """Do ``act`` and wait until the board asks for something else, or for nothing more."""
        before = self.throw_button.get_attribute("data-custom-id") or ""
        act()
        expect(self.board.locator(f"[data-custom-id='{before}']")).to_have_count(0)
