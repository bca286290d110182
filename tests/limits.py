"""What a screen can break: Discord's limits, of which discord.py checks few, and the way back to the routes.

Tests drive every screen of random games through them, in every language.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.screens.kit import Entity
from bot.ui.discord.adapter import Rendered
from tests.routes import route_problems

_STRING_MENU = 3
_MENUS = (_STRING_MENU, *map(int, Entity))


def problems(rendered: Rendered) -> list[str]:
    """Return every limit that ``rendered`` breaks, and every custom_id that leads to no route or to several."""
    return [
        *_text_problems(rendered.content, discord.Embed.from_dict(rendered.embed.to_dict())),
        *_row_problems(rendered.view.to_components()),
    ]


def form_problems(form: Mapping[str, Any]) -> list[str]:
    """Return every limit of Discord's that a form (:func:`bot.ui.discord.adapter.form_json`) breaks, in words."""
    limits = [("custom_id", form["custom_id"], 100), ("title", form["title"], 45)]
    for label in form["components"]:
        field = label["component"]
        limits += [
            ("label", label["label"], 45),
            ("description", label["description"], 100),
            ("placeholder", field.get("placeholder", "-"), 100),
            ("value", field.get("value", "-"), field["max_length"]),
        ]
    wrong = [f"{name} of {len(text)}: {text!r}" for name, text, most in limits if not 1 <= len(text) <= most]
    return [*wrong, *route_problems({"custom_id": form["custom_id"]})]


def _text_problems(content: str, embed: discord.Embed) -> Iterator[str]:
    limits = [
        ("content", content, 2000),
        ("title", embed.title or "", 256),
        ("description", embed.description or "", 4096),
        ("footer", embed.footer.text or "", 2048),
        *((f"field {field.name!r} name", field.name or "", 256) for field in embed.fields),
        *((f"field {field.name!r}", field.value or "", 1024) for field in embed.fields),
    ]
    yield from (f"{name}: {len(text)} > {most}" for name, text, most in limits if len(text) > most)
    yield from (f"empty field {field.name!r}" for field in embed.fields if not field.name or not field.value)
    if len(embed) > 6000:
        yield f"embed: {len(embed)} > 6000"
    if len(embed.fields) > 25:
        yield f"{len(embed.fields)} fields > 25"


def _row_problems(rows: list[dict[str, Any]]) -> Iterator[str]:
    if len(rows) > 5:
        yield f"{len(rows)} rows > 5"
    seen: set[str] = set()
    for row in rows:
        items = row["components"]
        menus = sum(item["type"] in _MENUS for item in items)
        if not items or len(items) > 5 or (menus and len(items) > 1):
            yield f"a row of {len(items)} components, {menus} menus"
        for item in items:
            yield from _item_problems(item, seen)


def _item_problems(item: dict[str, Any], seen: set[str]) -> Iterator[str]:
    press_id = item.get("custom_id", "")
    if press_id in seen:
        yield f"custom_id twice: {press_id}"
    if press_id:
        seen.add(press_id)
    yield from route_problems(item)
    if len(press_id) > 100:
        yield f"custom_id: {len(press_id)} > 100"
    if item["type"] == 2:
        label = item.get("label", "")
        if len(label) > 80 or not (label or item.get("emoji")):
            yield f"button label of {len(label)}: {label!r}"
    else:
        yield from _menu_problems(item)


def _menu_problems(menu: dict[str, Any]) -> Iterator[str]:
    least, most = menu.get("min_values", 1), menu.get("max_values", 1)
    if not 0 <= least <= most or not 1 <= most <= 25:
        yield f"a menu for {least} to {most}"
    if len(menu["placeholder"]) > 150:
        yield f"placeholder: {menu['placeholder']!r}"
    if menu["type"] == _STRING_MENU:
        yield from _option_problems(menu["options"], most)
    else:
        chosen = [one["id"] for one in menu.get("default_values", ())]
        if len(chosen) > most or 0 < len(chosen) < least or len(set(chosen)) != len(chosen):
            yield f"{len(chosen)} chosen in a menu for {least} to {most}"


def _option_problems(options: list[dict[str, Any]], most: int) -> Iterator[str]:
    if not 1 <= len(options) <= 25:
        yield f"a menu of {len(options)} options"
    if len({option["value"] for option in options}) != len(options):
        yield "a value twice in a menu"
    if most > len(options) or sum(option.get("default", False) for option in options) > most:
        yield f"a menu of {len(options)} options for {most}"
    for option in options:
        for key in ("label", "value", "description"):
            text = option.get(key, "-")
            if not 1 <= len(text) <= 100:
                yield f"option {key} of {len(text)}: {text!r}"
