"""Screens in words and numbers only, for people who want no emoji: what a screen reader reads should be worth hearing.

Boards write dice as digits by themselves (``RenderContext.plain``). This takes out every emoji that is left in a
screen. The words beside it say the same, as they must everywhere.
"""

import re
from dataclasses import replace

from msgspec import structs

from bot.screens.kit.values import Button, Choice, EntityMenu, Field, Link, Menu, Screen

EMOJI = re.compile(
    "<a?:\\w+:\\d+>"
    "|[\u203c\u2049\u2139\u21a9\u21aa\u231a\u231b\u2328\u23cf\u23e9-\u23fa\u24c2\u2460-\u2473\u25a2\u25aa\u25ab\u25b6"
    "\u25b8\u25c0\u25cf\u25fb-\u25fe\u2600-\u2604\u2607-\u27bf\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55"
    "\u3030\u303d\u3297\u3299\ufe0f\u20e3\U0001f000-\U0001faff]"
)
"""Emojis, ours and everybody's, and the ordinary characters that look or read like them."""

_WITH_SPACE = re.compile(f"(?:{EMOJI.pattern})+ ?")


def without_emoji(text: str) -> str:
    """``text`` without emojis."""
    return _WITH_SPACE.sub("", text)


def words_only(screen: Screen) -> Screen:
    """``screen`` without emojis and without a picture."""
    return replace(
        screen,
        title=without_emoji(screen.title),
        body=without_emoji(screen.body),
        content=without_emoji(screen.content),
        fields=tuple(Field(without_emoji(one.name), without_emoji(one.value), one.inline) for one in screen.fields),
        footer=without_emoji(screen.footer),
        rows=tuple(tuple(_item(item) for item in row) for row in screen.rows),
        picture=None,
    )


def _item(item: Button | Link | Menu | EntityMenu) -> Button | Link | Menu | EntityMenu:
    match item:
        case Button():
            return structs.replace(item, label=without_emoji(item.label) or item.label, emoji=None)
        case Link():
            return structs.replace(item, label=without_emoji(item.label) or item.label)
        case Menu():
            choices = tuple(_choice(choice) for choice in item.choices)
            return structs.replace(item, placeholder=without_emoji(item.placeholder), choices=choices)
        case EntityMenu():
            return structs.replace(item, placeholder=without_emoji(item.placeholder))


def _choice(choice: Choice) -> Choice:
    return structs.replace(
        choice, label=without_emoji(choice.label) or choice.label, description=without_emoji(choice.description)
    )
