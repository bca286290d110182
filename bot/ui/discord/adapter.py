"""Turns a screen into a Discord message: its frame, its buttons and menus, and what those ask for when they come back.

:mod:`bot.ui.press.router` routes presses from ``on_interaction``; discord.py's view store does not. Nothing here
stays in memory, so every button lives as long as its message, over restarts, and no registration can be lost
(platform.md §2 lists the ways DynamicItem loses it).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import discord
import msgspec

from bot.screens.kit import (
    IN_LARGE_WORDS,
    IN_WORDS,
    WORDS_ONLY,
    BoardPicture,
    Button,
    Choice,
    CopyField,
    Entity,
    EntityMenu,
    Form,
    Glyphs,
    LinkButton,
    Menu,
    Row,
    Screen,
    message_address,
    spoken,
    words_only,
)
from bot.tables.model.memory import LruCache
from bot.tables.model.table import Table
from bot.tables.tournaments import Tournament

# -- The form of a custom_id, which nothing else knows: ``g1:<table>:<step>:<what it asks for>`` --------------------
# ``<table>`` is the table's code, or ``-`` for a component without a table. What it asks for is a text of notation.md
# or a word of the interface. The bot only ever compares it with what is legal now, so it refuses a forged or old one.

_LONGEST_ID = 100
_HEAD = r"g1:([0-9a-z]{1,13}|-):(\d{1,9}):"
_DO = r"([^\n]{1,80})"
_FORM = re.compile(_HEAD + _DO)


class CustomId(msgspec.Struct, frozen=True):
    """What a component asks for, read from its custom_id."""

    table: str | None
    step: int
    do: str


def custom_id(table: str | None, step: int, do: str) -> str:
    """Return the custom_id; raises ValueError if nobody could read it or it is longer than Discord allows."""
    built = _head(table, step) + _checked(do)
    _check_length(len(built))
    return built


def _checked(do: str) -> str:
    """Return ``do``; raises ValueError if :func:`read_custom_id` could not read it."""
    if not _is_valid_text(do):
        raise ValueError(f"not a custom_id: {do!r}")
    return do


def _check_length(characters: int) -> None:
    """Raise ValueError if Discord takes no custom_id of so many characters."""
    if characters > _LONGEST_ID:
        raise ValueError(f"not a custom_id: {characters} characters are too many")


@lru_cache(maxsize=64)
def _head(table: str | None, step: int) -> str:
    """Return the beginning of all custom_ids of a message; raises ValueError."""
    head = f"g1:{table or '-'}:{step}:"
    if re.fullmatch(_HEAD, head) is None:
        raise ValueError(f"not the head of a custom_id: {head!r}")
    return head


@lru_cache(maxsize=1024)
def _is_valid_text(do: str) -> bool:
    return re.fullmatch(_DO, do) is not None


def read_custom_id(custom_id: str) -> CustomId | None:
    """Return what ``custom_id`` asks for; None when it is not one of ours."""
    parts = _FORM.fullmatch(custom_id)
    if parts is None:
        return None
    table, step, do = parts.groups()
    return CustomId(None if table == "-" else table, int(step), do)


# -- Buttons, menus and forms as Discord's JSON, in a View that discord.py only carries -------------------------------

_LABEL, _TEXT_INPUT, _SHORT, _TALL = 18, 4, 1, 2
_LINE, _COPY = "line", "copy"

_CUSTOM_EMOJI = re.compile(r"<(a?):(\w+):(\d+)>")


class Components(discord.ui.View):
    """Finished component rows in the shape of a View. It says that it is over, so discord.py stores and times nothing.

    It leaves out a View's own start (a future, a random id, a table of weights), because every press makes one.
    """

    _BaseView__timeout: float | None = None
    """What discord.py reads of a View, below a private message beside an answer."""

    def __init__(self, rows: list[msgspec.Raw]) -> None:
        """Carry ``rows`` (action rows as Discord's JSON)."""
        self.rows_json = rows
        """The rows as they are sent; do not change them."""

    def is_finished(self) -> bool:
        """Say that nobody awaits anything from it."""
        return True

    def is_dispatchable(self) -> bool:
        """Say that discord.py does not dispatch its presses."""
        return False

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows as discord.py wants them."""
        return [msgspec.json.decode(row) for row in self.rows_json]

    def has_components_v2(self) -> bool:
        """Say that these are the components of an ordinary message."""
        return False


class RawModal(discord.ui.Modal):
    """A finished modal. Like :class:`Components` it is stopped at birth; the router gets its input."""

    def __init__(self, payload: dict[str, Any]) -> None:
        """Carry ``payload`` (a modal as Discord's JSON)."""
        super().__init__(title=payload["title"], custom_id=payload["custom_id"])
        self._payload = payload
        self.stop()

    def to_dict(self) -> dict[str, Any]:
        """Return the modal as it is."""
        return self._payload


def form_json(form: Form, table: str | None, step: int) -> dict[str, Any]:
    """Return ``form`` as Discord's JSON, its id naming ``table`` and ``step``; what is to copy comes first."""
    line = {
        "type": _TEXT_INPUT,
        "custom_id": _LINE,
        "style": _SHORT,
        "min_length": 1,
        "max_length": form.longest,
        "placeholder": form.example,
        "required": True,
    }
    parts = [] if form.to_copy is None else [_to_copy(form.to_copy)]
    parts.append({"type": _LABEL, "label": form.label, "description": form.hint, "component": line})
    return {"custom_id": custom_id(table, step, form.do), "title": form.title, "components": parts}


def _to_copy(copied: CopyField) -> dict[str, Any]:
    """Return a text field with text in it.

    It is native text that a phone lets people select, unlike a message and, as far as the documentation says, a Text
    Display.
    """
    field = {
        "type": _TEXT_INPUT,
        "custom_id": _COPY,
        "style": _TALL,
        "value": copied.text,
        "max_length": len(copied.text),
        "required": False,
    }
    return {"type": _LABEL, "label": copied.label, "description": copied.hint, "component": field}


def typed_text(data: Mapping[str, Any]) -> str:
    """Return the text that somebody typed into a form; ``data`` is that of the interaction that sent it."""
    for part in data.get("components") or ():
        line = part.get("component") or {}
        if line.get("custom_id") == _LINE:
            return str(line.get("value") or "")
    return ""


class _Drawn(NamedTuple):
    """The rows that a table showed last, and their JSON."""

    step: int
    glyphs: Glyphs
    rows: tuple[Row, ...]
    json: list[msgspec.Raw]


_REMEMBERED = 1024
_drawn: LruCache[str, _Drawn] = LruCache(_REMEMBERED)


def rows_json(
    rows: tuple[Row, ...], table: str | None, step: int, glyphs: Glyphs, *, again: bool = False
) -> list[msgspec.Raw]:
    """Return ``rows`` as Discord's JSON, their ids naming ``table`` and ``step``. Do not change it.

    ``again`` says that this is a board that will be drawn again. While a player holds dice, most rows are the very
    tuples of the board before: their JSON is remembered.
    """
    if table is None or not again:
        return [_row(row, table, step, glyphs) for row in rows]
    last = _drawn.get(table)
    same = last is not None and last.step == step and last.glyphs is glyphs
    known = {id(row): json for row, json in zip(last.rows, last.json, strict=True)} if last and same else {}
    drawn = [known.get(id(row)) or _row(row, table, step, glyphs) for row in rows]
    _drawn.put(table, _Drawn(step, glyphs, rows, drawn))
    return drawn


def forget_rows(table: str) -> None:
    """Forget the rows of a board that nobody plays at any more."""
    _drawn.drop(table)


_ROW, _ID = b'{"type":1,"components":[', b'{"custom_id":"'


def _row(row: Row, table: str | None, step: int, glyphs: Glyphs) -> msgspec.Raw:
    head = _head(table, step)
    buttons = [_button(item, glyphs) for item in row if isinstance(item, Button)]
    if len(buttons) < len(row):
        return msgspec.Raw(msgspec.json.encode({"type": 1, "components": [_item(item, head, glyphs) for item in row]}))
    _check_length(len(head) + max([len(item.do) for item in row if isinstance(item, Button)], default=0))
    begin = _ID + head.encode()
    return msgspec.Raw(b"".join((_ROW, begin, (b"," + begin).join(buttons), b"]}")))


def _button(button: Button, glyphs: Glyphs) -> bytes:
    """Return the JSON of ``button`` behind the head of its custom_id: the same at every table, so it is remembered."""
    emoji = button.emoji
    return _after_head(button, "" if emoji is None else glyphs.get(emoji, emoji))


@lru_cache(maxsize=1024)
def _after_head(button: Button, glyph: str) -> bytes:
    json: dict[str, Any] = {"custom_id": _checked(button.do), "type": 2, "style": int(button.style)}
    if button.label:
        json["label"] = button.label
    if button.disabled:
        json["disabled"] = True
    if glyph:
        json["emoji"] = emoji_json(glyph)
    return msgspec.json.encode(json).removeprefix(_ID)


def _item(item: Button | LinkButton | Menu | EntityMenu, head: str, glyphs: Glyphs) -> Any:
    if isinstance(item, LinkButton):
        return {"type": 2, "style": 5, "label": item.label, "url": item.url}
    press_id = head + _checked(item.do)
    _check_length(len(press_id))
    match item:
        case Button():
            return msgspec.Raw(_ID + head.encode() + _button(item, glyphs))
        case Menu():
            return _menu(item, press_id)
        case EntityMenu():
            return _entities(item, press_id)


def _menu(menu: Menu, press_id: str) -> dict[str, Any]:
    json = {
        "type": 3,
        "custom_id": press_id,
        "placeholder": menu.placeholder,
        "options": [_option(choice) for choice in menu.choices],
    }
    if (menu.least, menu.most) != (1, 1):
        json |= {"min_values": menu.least, "max_values": menu.most}
    if menu.disabled:
        json["disabled"] = True
    return json


def _option(choice: Choice) -> dict[str, Any]:
    json: dict[str, Any] = {"label": choice.label, "value": choice.do}
    if choice.description:
        json["description"] = choice.description
    if choice.chosen:
        json["default"] = True
    return json


_DEFAULTS = {Entity.USER: "user", Entity.ROLE: "role", Entity.CHANNEL: "channel"}
_DIRECT = [0, 2, 5, 13]
"""Kinds of channels that take messages: text, voice, announcements, stages."""
_PLACES = [*_DIRECT, 15, 16]
"""Kinds of channels with games in them, or below them: those, forums and media channels."""


def _entities(menu: EntityMenu, press_id: str) -> dict[str, Any]:
    json: dict[str, Any] = {
        "type": int(menu.of),
        "custom_id": press_id,
        "placeholder": menu.placeholder,
        "min_values": menu.least,
        "max_values": menu.most,
    }
    if menu.chosen:
        json["default_values"] = [{"id": str(chosen), "type": _DEFAULTS[menu.of]} for chosen in menu.chosen]
    if menu.of is Entity.CHANNEL:
        json["channel_types"] = _DIRECT if menu.direct else _PLACES
    return json


@lru_cache(maxsize=256)
def emoji_json(glyph: str) -> dict[str, Any]:
    """Return ``<:name:id>`` or a character as Discord's partial emoji. Do not change it."""
    custom = _CUSTOM_EMOJI.fullmatch(glyph)
    if custom is None:
        return {"name": glyph}
    animated, name, emoji_id = custom.groups()
    return {"name": name, "id": emoji_id} | ({"animated": True} if animated else {})


# -- A screen as a message -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rendered:
    """A screen as discord.py's arguments: ``await channel.send(**rendered.kwargs)``."""

    content: str
    embed: "Frame"
    view: Components
    picture: BoardPicture | None = None
    """What a picture above the frame shows; :mod:`bot.ui.delivery.pictures` adds it."""

    @property
    def kwargs(self) -> dict[str, Any]:
        """The arguments of ``send`` and ``edit_message``, without the picture."""
        return {"content": self.content or None, "embed": self.embed, "view": self.view}

    @property
    def sent(self) -> dict[str, Any]:
        """The arguments of ``send`` and ``send_message``."""
        return self.kwargs

    @property
    def edited(self) -> dict[str, Any]:
        """The arguments of ``edit`` and ``edit_message``; they remove every picture."""
        return self.kwargs | {"attachments": []}

    @property
    def edited_below(self) -> dict[str, Any]:
        """The arguments of ``edit`` and ``edit_message`` that leave what stands above the frame as it is."""
        return {"embed": self.embed, "view": self.view, "attachments": []}


def render(screen: Screen, glyphs: Glyphs, table: str | None = None, step: int = 0, *, again: bool = False) -> Rendered:
    """Return ``screen`` as a message; without any emoji, or to be heard, where ``glyphs`` are of such a kind.

    ``again`` says that it is a board that will be drawn again.
    """
    if glyphs is IN_WORDS or glyphs is IN_LARGE_WORDS:
        screen = spoken(screen)
    elif glyphs is WORDS_ONLY:
        screen = words_only(screen)
    components = Components(rows_json(screen.rows, table, step, glyphs, again=again))
    return Rendered(screen.content, Frame(_frame_json(screen)), components, screen.picture)


class Frame(discord.Embed):
    """A finished embed: Discord's JSON in the shape of discord.py's class. Call only :meth:`to_dict`."""

    def __init__(self, json: dict[str, Any]) -> None:
        """Carry ``json``."""
        self._json = json

    def to_dict(self) -> Any:
        """Return the embed as it is."""
        return self._json


def _frame_json(screen: Screen) -> dict[str, Any]:
    json: dict[str, Any] = {"type": "rich", "color": screen.colour}
    if screen.title:
        json["title"] = screen.title
    if screen.body:
        json["description"] = screen.body
    if screen.fields:
        json["fields"] = [{"name": field.name, "value": field.value, "inline": field.inline} for field in screen.fields]
    if screen.footer:
        json["footer"] = {"text": screen.footer}
    return json


# -- Addresses of messages -------------------------------------------------------------------------------------------


def board_link(table: Table | Tournament) -> str:
    """Return the address of the message of a table or tournament, or of its channel while it has none."""
    return message_address(table.guild, table.channel, table.message)
