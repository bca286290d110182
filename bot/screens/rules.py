"""The rules of a game as we play it, from the same data as its sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.engine.types import AnyGame
from bot.games import CATALOGUE
from bot.games.yum.boxes import Box
from bot.games.yum.rules import Yum
from bot.screens.house_rules import rules_in_force
from bot.screens.kit import Desk, Field, Screen


def rules_screen(desk: Desk, game: AnyGame) -> Screen:
    """How ``game`` is played with its house rules."""
    t = desk.t
    listing = CATALOGUE[game.key]
    body, fields = RULES[listing.family](desk, game)
    return Screen(
        title=t("Rules of {game}", game=t(listing.label)),
        body=body,
        fields=(*fields, Field(t("House rules"), rules_in_force(desk, game))),
    )


def _yum_rules(desk: Desk, game: Yum) -> tuple[str, tuple[Field, ...]]:
    t = desk.t
    boxes = game.layout.boxes
    upper = [box for box in boxes if box.section == "upper"]
    lower = [box for box in boxes if box.section != "upper"]
    intro = t(
        "Throw {dice} dice up to three times; before each further throw hold what you like. Then fill one open box: "
        "every box once, {turns} turns in all. You may strike a box (write 0) instead. The highest total wins.",
        dice=game.layout.dice,
        turns=len(boxes) * game.layout.columns,
    )
    steps = ", ".join(t("{needed} or more: +{points}", needed=a, points=b) for a, b in game.layout.bonus.steps)
    lines = [_rule_line(desk, t(box.label), box) for box in lower]
    if upper:
        lines[:0] = [_rule_line(desk, t.listed([t(box.label) for box in upper]), upper[0]), ""]
    body = "\n".join([intro, "", *lines])
    fields = [Field(t("Bonus of the upper section"), steps)] if steps else []
    joker = _joker(desk, game)
    if joker:
        fields.append(Field(t("Joker"), joker))
    return body, tuple(fields)


def _rule_line(desk: Desk, name: str, box: Box) -> str:
    said = desk.t(box.condition, points=box.maximum)
    return desk.t("**{name}**: {said}", name=name, said=said)


def _joker(desk: Desk, game: Yum) -> str:
    """The joker in words, as the house rules have it."""
    t = desk.t
    joker = game.scorer.joker
    if joker is None:
        return ""
    needs = t("the Yum box is filled") if joker.first else t("every Yum box is filled")
    where = {
        "fr": t("any open box"),
        "en": t("any open box of the lower section"),
        "forced": t("any open box of the lower section"),
    }[joker.kind]
    upper = ""
    if joker.kind == "fr":
        upper = " " + (
            t("In the box of another number it writes the sum of the dice.")
            if joker.upper_sum
            else t("In the box of another number it writes the most that box can hold.")
        )
    return (
        t(
            "When {needs} and the box of that number is filled too, five equal dice are a joker: they may go "
            "in {where} and count there as if they fitted.",
            needs=needs,
            where=where,
        )
        + upper
    )


RULES: dict[str, Callable[[Desk, Any], tuple[str, tuple[Field, ...]]]] = {"yum": _yum_rules}
"""The body and the parts of the rules, for each family of games."""
