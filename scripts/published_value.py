"""A published value of a sheet that the bot has not: ``python scripts/published_value.py``, ten seconds of one core.

Scandinavian Yatzy has fifteen boxes for five dice, all of which some sheet of the bot knows; two pairs are different,
and 50 points follow 63 in the upper section. Perfect play is worth 248.44 points.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path

import click

from bot.games import make
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Tiers
from bot.games.yum.scoring.points import Scorer
from bot.mind.levels import evaluator_of

PUBLISHED = 248.44
_OF_MAXI = ("one_pair", "two_pairs", "three_kind", "four_kind", "small_straight", "large_straight", "full_house")
_OF_CLASSIC = ("chance", "yum")


def scandinavian() -> Yum:
    """Return the sheet as a game: the classic one without jokers, with other boxes."""
    game, maxi = make("yum_classic", {"joker": "none", "yum_bonus": False}), make("maxi_yum", {})
    assert isinstance(game, Yum)  # noqa: S101
    assert isinstance(maxi, Yum)  # noqa: S101
    upper = tuple(box for box in game.layout.boxes if box.face)
    boxes = (*upper, *map(maxi.layout.box, _OF_MAXI), *map(game.layout.box, _OF_CLASSIC))
    layout = replace(game.layout, boxes=boxes, bonus=Tiers(((63, 50),)))
    for name, value in (
        ("layout", layout),
        ("scorer", Scorer(layout, None)),
    ):
        object.__setattr__(game, name, value)
    return game


@click.command()
def main() -> None:
    """Work it out."""
    game, began = scandinavian(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        value = evaluator_of(game, Path(folder)).advise(game.new(1)).value
    click.echo(f"Scandinavian Yatzy: {value:.4f} in {time.process_time() - began:.1f} s of processor time")
    if abs(value - PUBLISHED) > 0.005:
        raise click.ClickException(f"published: {PUBLISHED}")


if __name__ == "__main__":
    main()
