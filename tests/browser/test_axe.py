"""The page breaks no rule of axe: names, roles, contrast, order; in both themes, on a desktop and on a phone."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from bot import games
from bot.games import make
from bot.locales import LANGUAGES, words
from bot.screens.kit import RenderContext, Screen
from bot.screens.players import preferences
from bot.screens.puzzles import puzzle_screen
from bot.screens.review import review_screen
from bot.screens.server import settings
from bot.screens.server.help import TOPICS, help_screen, welcome_screen
from bot.screens.table.rules import rules_screen
from bot.screens.tournament import more_screen, tournament_screen, waiting_screen
from bot.screens.training import training_screen
from bot.tables.model.choices import Preferences
from bot.tables.puzzles import shipped
from bot.tables.training import TrainingPage
from tests.browser.prepared import PreparedBoards
from tests.screens.days.test_puzzles import unanswered
from tests.screens.review.test_review import reviewed
from tests.screens.test_panels import FULL
from tests.screens.test_tournament import going_on

SIZES = ((1280, 800), (390, 844), (320, 640))
THEMES = ("light", "dark")
_SHOW = """async theme => {
  document.documentElement.dataset.theme = theme;
  const frame = () => new Promise(done => requestAnimationFrame(done));
  const ends = animation => animation.effect.getComputedTiming().iterations !== Infinity;
  const moving = () => document.getAnimations().some(ends);
  for (let quiet = 0; quiet < 2; quiet = moving() ? 0 : quiet + 1) await frame();
}"""
"""Colours take a frame for each element inside another, even where nothing is to move."""


_RUN = """() => axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.flatMap(rule =>
  rule.nodes.map(node => `${rule.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`)))"""


def faults(person: Any, *sizes: tuple[int, int]) -> list[str]:
    """What axe says of the page as it stands, in both themes and in ``sizes``: the rule, the element, what is wrong."""
    found: list[str] = []
    person.page.bring_to_front()  # A page behind another may get no frames.
    if person.page.evaluate("() => typeof axe === 'undefined'"):
        person.page.evaluate(AXE_SCRIPT)
    for width, height in sizes or SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            person.page.evaluate(_SHOW, theme)
            found += [f"{width} {theme} {fault}" for fault in person.page.evaluate(_RUN)]
    return found


@pytest.mark.long(30)
@pytest.mark.timeout(900)
def test_no_rule_of_axe_is_broken(window: Any) -> None:
    ana, ben = (window(key, *SIZES[1]) for key in ("ana", "ben"))
    ana.command("/yum start")
    ben.press("Join")
    expect(ana.messages.last).to_contain_text("Ben")
    wrong = {"lobby": faults(ana)}
    ana.press("More")
    ana.ask_for("Mix in a word")
    ana.page.get_by_test_id("modal-input").first.wait_for()
    wrong["form"] = faults(ana)
    ana.page.keyboard.press("Escape")
    ana.press("Start")
    expect(ana.board).to_contain_text("turn 1 of 13")
    player = ana if ana.to_play == "Ana" else ben
    player.throw()
    player.hold(0)
    wrong["board"] = faults(player)
    player.press("More")
    player.press("Sheets")
    expect(player.messages.last).to_contain_text("sheets")
    wrong["sheets"] = faults(player)
    player.board.get_by_test_id("select").click()
    player.page.get_by_test_id("select-option").first.wait_for()
    wrong["menu"] = faults(player)
    player.page.keyboard.press("Escape")
    ana.command("/settings")
    expect(ana.messages.last).to_contain_text("Settings")
    wrong["settings"] = faults(ana)
    told = [f"{place}: {said}" for place, each in wrong.items() for said in each]
    assert not told, "\n".join(told)


def panels(context: RenderContext) -> Iterator[tuple[str, Screen]]:
    """What people read and choose beside a board: the rules, help, every page of both panels, and what they train."""
    yield "hello", welcome_screen(context)
    yield "rules", rules_screen(context, make("yum_plus", {}))
    yield from ((f"help {topic}", help_screen(context, topic)) for topic in TOPICS)
    yield from ((f"settings {page}", settings.settings_screen(context, FULL, page)) for page in settings.PAGES)
    chosen = Preferences()
    yield from ((f"mine {page}", preferences.preferences_screen(context, chosen, page)) for page in preferences.PAGES)
    field = going_on(2, 1, 0)
    yield "tournament", tournament_screen(context, field)
    yield "waiting", waiting_screen(context, field, field.entries[0], manager=False)
    yield "more", more_screen(context, field, 11, manager=True)
    yield "puzzle", puzzle_screen(context, unanswered(shipped().days[0]))
    yield "training", training_screen(context, TrainingPage([], 0, 0, None, []), list(games.THEMES.values()))
    with ThreadPoolExecutor(1) as apart:  # The browser's own loop runs in this thread.
        game = apart.submit(asyncio.run, reviewed("yum_classic", 2, "points")).result()
    yield "review", review_screen(context, game, 0, ["Ana", "Ben"], 0)


@pytest.mark.long(30)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_panel_breaks_a_rule_of_axe_on_the_narrowest_phone(
    boards: PreparedBoards, reader: Any, language: str
) -> None:
    person, context = reader("ana", 320, 640), RenderContext(words(language), boards.glyphs)
    wrong = []
    for name, screen in panels(context):
        head = boards.show(screen)
        person.page.locator(f"[data-custom-id^='{head}']").first.wait_for()
        wrong += [f"{name}: {said}" for said in faults(person, (320, 640))]
    assert not wrong, "\n".join(wrong)
