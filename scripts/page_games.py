"""Whole games against computers on the page of ``python -m bot play``, each killed twice: does every one end well?

    python scripts/page_games.py [KEY ...] [--level champion] [--seed 1]

Each game of the catalogue is played against each level, at once, in a headless Chromium: Ana starts a table by the
command, chooses the pace in the lobby, and presses whatever the board offers. Twice in each game the process gets
SIGKILL, up to a second after a press, and starts again with the same folder. A game went right if the journal has kept
every line that was in it, the board goes on and reaches a result, **Verify** computes all throws again, the statistics
hold a game with computers, and the page has reported no error. Ends with status 1 if one did not.
"""

from __future__ import annotations

import random
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import click

sys.path.insert(0, str(Path(__file__).parent.parent))
from browsing import Person, address_of, browser, start
from playwright.sync_api import Browser, Locator, TimeoutError

from bot.engine import Level
from bot.games import CATALOGUE, FAMILIES

GAMES = tuple(key for key in CATALOGUE if not key.endswith("_race"))
KILLS = 2
_AMONG = range(2, 9)
"""The moves of Ana after which a kill may come; no game has fewer."""
_COMMANDS = {"cant_stop": "cantstop"}
_BESIDE = ("more", "sheet", "rules", "undo", "menu", "column", "strikes", "release", "holds", "leave")
"""What shows something, asks first or chooses nothing."""
_HOLDS = 0.3
"""How often she holds a die or lets go of one, if she can do something else too."""
_STUCK = 90.0
"""Seconds without a move of Ana's to make."""
_AGAIN = 6.0
"""Seconds after which she presses again: on a busy machine, an answer comes too late now and then."""
_OPENING = 60.0
_LONGEST = 1200.0
_OFFERS = """code => [...document.querySelectorAll('[data-testid=message]')]
    .filter(one => !one.querySelector('[data-testid=private]'))
    .flatMap(one => [...one.querySelectorAll(`[data-custom-id^="g1:${code}:"]:not(:disabled)`)])
    .map(one => [one.dataset.testid, one.dataset.customId])"""
_JOURNAL = "SELECT number, seat, do, dice FROM journal WHERE table_id = ? ORDER BY number"


class Wrong(Exception):
    """A game did not go right."""


class Game:
    """One game of Ana's against a computer."""

    def __init__(self, browser: Browser, folder: Path, chance: random.Random) -> None:
        self._browser, self._folder, self._chance = browser, folder, chance
        self._code = ""
        self.presses = self.again = 0

    def play(self, key: str, level: str) -> None:
        """Play it. Raises Wrong."""
        self._up()
        try:
            self._open(key, level)
            before, moves = self._newest(), 0
            kills = set(self._chance.sample(_AMONG, KILLS))
            until = time.monotonic() + _LONGEST
            while self._move():
                moves += 1
                if moves in kills:
                    time.sleep(self._chance.uniform(0, 1))
                    self._kill(before)
                    kills.remove(moves)
                if time.monotonic() > until:
                    raise Wrong(f"not over after {moves} moves")
            if kills:
                raise Wrong(f"over after {moves} moves, before the last kill")
            self._check(before)
        finally:
            self._down()

    # -- the bot and the page ------------------------------------------------------------------------------------

    def _up(self) -> None:
        self._process = start(self._folder)
        self._ana = Person(self._browser, address_of(self._process), "ana", 1000, 800)

    def _down(self) -> None:
        self._ana.close()
        self._process.kill()
        self._process.wait()

    def _kill(self, table: int) -> None:
        """Kill the bot and start it again; what the journal held is still there."""
        complaints = self._complaints()
        self._down()
        before = self._rows(_JOURNAL, table)
        self._up()
        if self._rows(_JOURNAL, table)[: len(before)] != before:
            raise Wrong("the journal has lost lines")
        if complaints:
            raise Wrong(f"the page says {complaints}")

    def _complaints(self) -> list[str]:
        return list(self._ana.errors)

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self._folder / 'gobelet.db'}?mode=ro", uri=True)) as connection:
            return list(connection.execute(query, values))

    def _newest(self) -> int:
        return int(self._rows("SELECT id FROM tables ORDER BY number DESC LIMIT 1")[0][0])

    # -- what Ana does -------------------------------------------------------------------------------------------

    def _open(self, key: str, level: str) -> None:
        """Open a table with a computer, choose its pace, and begin."""
        page, of_sheets = self._ana.page, FAMILIES[key] == "yum" and key != "yams"
        page.get_by_test_id("composer").fill(f"/{'yum' if of_sheets else _COMMANDS.get(key, key)} start")
        page.get_by_test_id("command-option").first.click()
        for name, value in {"computers": "1", "level": level, **({"sheet": key} if of_sheets else {})}.items():
            page.get_by_test_id(f"option-add-{name}").click()
            page.get_by_test_id(f"option-{name}").fill(value)
        tables = len(self._rows("SELECT id FROM tables"))
        page.get_by_test_id("send").click()
        self._wait(lambda: len(self._rows("SELECT id FROM tables")) > tables, "the table")
        more = page.locator("[data-custom-id^='g1:'][data-custom-id$=':more']").last
        self._wait(lambda: self._code_of(more) not in ("", self._code), "the lobby")
        self._code = self._code_of(more)
        more.click()
        page.locator(f"[data-custom-id^='g1:{self._code}:'][data-custom-id$=':computers']").click()
        page.locator("[data-custom-id$=':computers ask computer_pace']").click()
        page.locator("[data-value='computers set computer_pace at_once']").click()
        pace = "SELECT computer_pace FROM tables ORDER BY number DESC LIMIT 1"
        self._wait(lambda: self._rows(pace) == [("at_once",)], "the pace")
        begin = page.locator(f"[data-custom-id^='g1:{self._code}:'][data-custom-id$=':start']").last
        begin.click()
        self._wait(lambda: not begin.count(), "the game")

    def _code_of(self, button: Locator) -> str:
        if not button.count():
            return ""
        return (button.get_attribute("data-custom-id") or "").split(":")[1]

    def _offers(self) -> list[tuple[str, str]]:
        """Return what can be pressed on the board: buttons and menus, by their custom_ids."""
        return [(kind, id) for kind, id in self._ana.page.evaluate(_OFFERS, self._code)]

    def _move(self) -> bool:
        """Wait until Ana may do something, and make a move; False at the end of the game."""
        until = time.monotonic() + _STUCK
        while time.monotonic() < until:
            offers = {id.split(":", 3)[3]: (kind, id) for kind, id in self._offers()}
            if "rematch" in offers:
                return False
            moves = [do for do in offers if not do.startswith((*_BESIDE, "hold ", "group "))]
            menus = [do for do, (kind, _) in offers.items() if kind == "select" and do != "holds ="]
            holds = [do for do in offers if do.startswith("hold ")]
            if moves or menus or holds:
                if holds and (not moves + menus or self._chance.random() < _HOLDS):
                    self._press(*offers[self._chance.choice(holds)])
                elif self._press(*offers[self._chance.choice(sorted({*moves, *menus}))]):
                    return True
                continue
            self._ana.page.wait_for_timeout(30)
        raise Wrong(f"no move for {_STUCK:.0f} s; the board offers {self._offers()}")

    def _press(self, kind: str, custom_id: str) -> bool:
        """Press a button or choose a line of a menu; return whether the board has followed."""
        self.presses += 1
        where = self._ana.page.locator(f"[data-custom-id={quoted(custom_id)}]").last
        with suppress(TimeoutError):  # The board may change under her finger.
            where.click(timeout=_AGAIN * 1e3)
            if kind == "select":
                lines = self._ana.page.get_by_test_id("select-option")
                lines.nth(self._chance.randrange(lines.count())).click(timeout=_AGAIN * 1e3)
        return self._gone(where)

    def _gone(self, pressed: Locator) -> bool:
        """Return whether the board has something else in its place soon; say yes to the question before a strike."""
        sure = self._ana.page.locator(f"[data-custom-id^='g1:{self._code}:'][data-custom-id*=':sure ']")
        until = time.monotonic() + _AGAIN
        while pressed.count():
            if time.monotonic() > until:
                self.again += 1
                return False
            if sure.count():
                sure.last.click()
            self._ana.page.wait_for_timeout(30)
        return True

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + _OPENING
        while not holds():
            if time.monotonic() > until:
                raise Wrong(f"{what} does not come")
            self._ana.page.wait_for_timeout(30)

    # -- the end -------------------------------------------------------------------------------------------------

    def _check(self, table: int) -> None:
        """Check what storage and **Verify** say of a game that is over."""
        counted = "SELECT status, entries = (SELECT count(*) FROM journal WHERE table_id = id) FROM tables WHERE id = ?"
        if (rows := self._rows(counted, table)) != [("finished", 1)]:
            raise Wrong(f"storage says {rows}")
        kinds = self._rows("SELECT kind FROM results WHERE table_id = ?", table)
        if kinds != [("computer",)]:
            raise Wrong(f"the results are {kinds}")
        self._ana.press("More")
        self._ana.press("Verify")
        answer = self._ana.private.filter(has_text="computed again").last
        answer.wait_for()
        if not re.search(rf"✅ Table {self._code}: \d+ throws computed again, all the same", answer.inner_text()):
            raise Wrong(f"Verify says {answer.inner_text()[:200]}")
        if complaints := self._complaints():
            raise Wrong(f"the page says {complaints}")


def quoted(text: str) -> str:
    """Return ``text`` as a string of CSS."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def play_all(keys: tuple[str, ...], levels: tuple[str, ...], seed: str, folder: Path) -> int:
    """Play each game against each level; return how many went wrong."""
    wrong, minds = 0, (folder / "mind").resolve()
    minds.mkdir(parents=True, exist_ok=True)
    with browser() as started:
        for level in levels:
            for key in keys:
                own = folder / f"{key}-{level}"
                own.mkdir(parents=True)
                (own / "mind").symlink_to(minds)  # Values take minutes, once; all games share them.
                game, began = Game(started, own, random.Random(f"{seed} {key} {level}")), time.monotonic()  # noqa: S311
                result = "right"
                try:
                    game.play(key, level)
                except Exception as error:  # Whatever it is: the other games are played all the same.
                    wrong += 1
                    result = f"WRONG: {error!r}"
                took, presses = time.monotonic() - began, f"{game.presses:4} presses, {game.again} again"
                click.echo(f"{key:16} {level:9} {took:5.0f} s {presses}  {result}")
    return wrong


@click.command(help=__doc__)
@click.argument("keys", nargs=-1, type=click.Choice(GAMES))
@click.option(
    "--level", "levels", multiple=True, type=click.Choice([level.value for level in Level]), help="Not all of them."
)
@click.option("--seed", default="1", show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), help="Keep what is played here, not in a temporary one.")
def main(keys: tuple[str, ...], levels: tuple[str, ...], seed: str, folder: Path | None) -> None:
    """Play, and say how many games went right."""
    keys, levels = keys or GAMES, levels or tuple(level.value for level in Level)
    with tempfile.TemporaryDirectory(prefix="page-") as temporary:
        wrong = play_all(keys, levels, seed, folder or Path(temporary))
    click.echo(f"{len(keys) * len(levels) - wrong} of {len(keys) * len(levels)} games went right")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
