"""A sheet of thirteen boxes is a few lines of data: everything else is there already."""

import pytest

from bot.engine.types import N_
from bot.games.yum import sheets
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import sheet as options
from bot.games.yum.scoring import standard_boxes as std
from bot.games.yum.scoring.boxes import Layout, Tiers
from bot.games.yum.scoring.sheet import Sheet

NEW = Sheet(
    "yum_of_the_house",
    N_("Yum of the House"),
    N_("Five boxes of our own"),
    Layout(
        (
            *std.upper_boxes(),
            std.TWO_PAIR,
            std.THREE_KIND,
            std.FULL_HOUSE,
            std.with_value(std.LOW_STRAIGHT, 25),
            std.with_value(std.HIGH_STRAIGHT, 35),
            std.CHANCE,
            std.YUM,
        ),
        Tiers(((63, 40),)),
    ),
    (options.joker("fr", "none"), options.OF_A_KIND, options.QUAD_IS_TWO_PAIR),
)


@pytest.mark.parametrize("options", [{}, {"power": True, "quad_is_two_pair": True}, {"games_in_match": 2}])
def test_it_plays(monkeypatch, random_game, options):
    monkeypatch.setattr("bot.games.yum.rules.SHEETS", {**sheets.SHEETS, NEW.key: NEW})
    game = Yum.of_sheet(NEW.key, options)
    played = random_game(game, 2, 1)
    fills = [entry for entry in played.entries if entry.do.startswith(("mark", "strike"))]
    assert len(fills) == 2 * 13 * int(options.get("games_in_match", 1))
    assert game.outcome(played.state) is not None
