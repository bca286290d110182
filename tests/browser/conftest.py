"""A browser, and people in front of the page of ``python -m bot play``."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.browser.prepared import PreparedBoards

_BROWSING = Path(__file__).resolve().parents[2] / "scripts" / "browsing.py"


def _browsing() -> ModuleType:
    spec = importlib.util.spec_from_file_location("browsing", _BROWSING)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def browsing() -> ModuleType:
    """``scripts/browsing.py``; skips where there is no browser."""
    module = _browsing()
    if module.chromium() is None:
        pytest.skip("no Chromium or Chrome on this machine's PATH")
    return module


class _Browser:
    """The one browser of this process, while its tests come one after the other."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._started: Any = None
        self._window: Any = None
        self._shows: object = None

    def start(self, browsing: ModuleType) -> Any:
        """Return it; the first caller starts it."""
        if self._started is None:
            self._started = self._stack.enter_context(browsing.browser())
        return self._started

    def window(self, browsing: ModuleType, *place: Any) -> Any:
        """Return the one window that many tests share, opened at this place if it is elsewhere."""
        if self._window is None:
            self._window = browsing.Person(self._started, *place)
        elif place != self._shows:
            self._window.open(*place)
        self._shows = place
        return self._window

    def close(self) -> None:
        """End it, if it runs."""
        self._started = self._window = None
        self._stack.close()


_BROWSER = _Browser()


@pytest.fixture(scope="module")
def browser(browsing: ModuleType) -> Any:
    """A headless browser. It takes four seconds to start, so all tests of this folder share one."""
    return _BROWSER.start(browsing)


@pytest.fixture(scope="module")
def boards(browsing: ModuleType) -> Iterator[PreparedBoards]:
    """Shows boards on the page without a bot."""
    with PreparedBoards() as started:
        yield started


@pytest.fixture
def reader(browsing: ModuleType, browser: Any, boards: PreparedBoards) -> Callable[[str, int, int], Any]:
    """``reader("ana", 1280, 800)`` is Ana before the page of these boards, in a window of that size.

    There is one window for everybody: another one would cost a second, and draw every board.
    """
    return lambda key, width, height: _BROWSER.window(browsing, boards.address, key, width, height)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """End the browser before tests of other folders: its event loop runs, and tests with their own loop could not."""
    yield
    if nextitem is None or nextitem.path.parent != Path(__file__).parent:
        _BROWSER.close()


@pytest.fixture
def showing(browsing: ModuleType) -> Iterator[str]:
    """The address of the page of ``showing.py``: pictures, menus and options of every kind."""
    command = [sys.executable, "-m", "tests.browser.showing"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=_BROWSING.parents[1]) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.fixture
def shown(browsing: ModuleType, browser: Any, showing: str) -> Iterator[Callable[[str, int, int], Any]]:
    """As ``window``, before that page."""
    people: list[Any] = []

    def open_window(key: str, width: int, height: int) -> Any:
        people.append(browsing.Person(browser, showing, key, width, height))
        return people[-1]

    yield open_window
    for person in people:
        person.close()


@pytest.fixture
def window(browsing: ModuleType, browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """``window("ana", 1280, 800)`` is Ana before a page of that size; the game server stops well at the end.

    A fourth value is the language of her browser.
    """
    people: list[Any] = []
    with browsing.playing(tmp_path / "play") as address:

        def open_window(key: str, width: int, height: int, language: str = "en-US") -> Any:
            people.append(browsing.Person(browser, address, key, width, height, language))
            return people[-1]

        yield open_window
        for person in people:
            person.close()
