"""The page breaks no rule of axe: names, roles, contrast, order; in both themes, on a desktop and on a phone."""

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

SIZES = ((1280, 800), (390, 844))
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


def faults(person: Any) -> list[str]:
    """What axe says of the page as it stands, in both themes and sizes: the rule, the element, what is wrong."""
    found: list[str] = []
    person.page.bring_to_front()  # A page behind another may get no frames.
    if person.page.evaluate("() => typeof axe === 'undefined'"):
        person.page.evaluate(AXE_SCRIPT)
    for width, height in SIZES:
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
