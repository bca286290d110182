"""Discord's limits on components: rows, buttons, selects, V2 layouts and modals."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Any

from bot.standin.world.errors import FormErrors
from bot.standin.world.model import Json

__all__ = ["check_components", "check_modal", "find_component", "number_components", "texts"]

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
SELECTS = frozenset((3, 5, 6, 7, 8))
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
_DEFAULT_KINDS = {
    USER_SELECT: ("user",),
    ROLE_SELECT: ("role",),
    MENTIONABLE_SELECT: ("user", "role"),
    CHANNEL_SELECT: ("channel",),
}
_CHANNEL_TYPES = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16)
_TOP_V2 = frozenset((ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER))
_IN_CONTAINER = _TOP_V2 - {CONTAINER}
_IN_LABEL = SELECTS | {TEXT_INPUT, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX}
_LINK, _PREMIUM = 5, 6

Path = tuple[str | int, ...]


class _Check:
    """One walk over the components of one message or modal."""

    __slots__ = ("count", "emojis", "errors", "seen", "text")

    def __init__(self, errors: FormErrors, emojis: Container[str]) -> None:
        self.errors = errors
        self.emojis = emojis
        self.seen: set[str] = set()
        self.count = 0
        self.text = 0

    def children(self, component: Json, path: Path, most: int, allowed: frozenset[int]) -> None:
        """Check the components inside another one."""
        inside = component.get("components")
        if not isinstance(inside, list) or not 1 <= len(inside) <= most:
            text = f"Must be between 1 and {most} in length."
            self.errors.add((*path, "components"), "BASE_TYPE_BAD_LENGTH", text)
            return
        for number, child in enumerate(inside):
            self.any(child, (*path, "components", number), allowed)

    def any(self, component: Any, path: Path, allowed: frozenset[int]) -> None:
        """Check one component of any type."""
        kind = component.get("type") if isinstance(component, dict) else None
        if kind not in allowed:
            text = f'Value of field "type" must be one of ({", ".join(map(str, sorted(allowed)))},).'
            self.errors.add((*path, "type"), "UNION_TYPE_CHOICES", text)
            return
        self.count += 1
        if kind == ROW:
            self.row(component, path)
        elif kind == BUTTON:
            self.button(component, path)
        elif kind in SELECTS:
            self.select(component, path)
        elif kind == TEXT_DISPLAY:
            self.errors.length((*path, "content"), component.get("content"), 4000, 1)
            self.text += len(component.get("content") or "")
        elif kind == SECTION:
            self.children(component, path, 3, frozenset((TEXT_DISPLAY,)))
            self.any(component.get("accessory"), (*path, "accessory"), frozenset((BUTTON, THUMBNAIL)))
        elif kind == CONTAINER:
            self.children(component, path, 40, _IN_CONTAINER)
        elif kind == GALLERY and not 1 <= len(component.get("items") or ()) <= 10:
            self.errors.add((*path, "items"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 10 in length.")

    def row(self, row: Json, path: Path) -> None:
        """A row holds one to five buttons, or one select."""
        inside = row.get("components") or []
        if any(isinstance(child, dict) and child.get("type") in SELECTS for child in inside) and len(inside) > 1:
            text = "A select menu must be alone in its row."
            self.errors.add((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", text)
        self.children(row, path, 5, SELECTS | {BUTTON})

    def custom_id(self, component: Json, path: Path) -> None:
        """1 to 100 characters, and only once in a message, disabled or not."""
        value = component.get("custom_id")
        if value is None:
            self.errors.add((*path, "custom_id"), "BASE_TYPE_REQUIRED", "This field is required")
            return
        self.errors.length((*path, "custom_id"), value, 100, 1)
        if value in self.seen:
            text = "Component custom id cannot be duplicated"
            self.errors.add((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", text)
        self.seen.add(value)

    def button(self, button: Json, path: Path) -> None:
        """Style, label or emoji, and either a custom_id or a url."""
        style = button.get("style")
        if style not in (1, 2, 3, 4, 5, 6):
            self.errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
        if button.get("label") is not None:
            self.errors.length((*path, "label"), button["label"], 80)
        self.emoji(button.get("emoji"), path)
        if not button.get("label") and not button.get("emoji") and style != _PREMIUM:
            self.errors.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
        if style == _LINK:
            self.errors.length((*path, "url"), button.get("url"), 512, 1)
            if button.get("custom_id"):
                text = "A custom id and url cannot both be specified"
                self.errors.add((*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
        elif style != _PREMIUM:
            self.custom_id(button, path)

    def emoji(self, emoji: Any, path: Path) -> None:
        """An emoji is one of the application, or a Unicode one."""
        if not emoji:
            return
        number = emoji.get("id")
        name = emoji.get("name") or ""
        good = str(number) in self.emojis if number else bool(name) and not name.isascii()
        if not good:
            self.errors.add((*path, "emoji", "id" if number else "name"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def select(self, menu: Json, path: Path) -> None:
        """A select menu: placeholder, bounds, and for string selects its options."""
        self.custom_id(menu, path)
        if menu.get("placeholder") is not None:
            self.errors.length((*path, "placeholder"), menu["placeholder"], 150)
        least, most = menu.get("min_values", 1), menu.get("max_values", 1)
        if not 0 <= least <= 25 or not 1 <= most <= 25 or least > most:
            self.errors.add((*path, "max_values"), "BASE_TYPE_BAD_LENGTH", "min_values and max_values do not fit.")
        self.defaults(menu, path, most)
        if menu["type"] == STRING_SELECT:
            self.options(menu, path, 25)
            if most > len(menu.get("options") or ()):
                text = "max_values must be at most the number of options."
                self.errors.add((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_EXCEEDED", text)

    def defaults(self, menu: Json, path: Path, most: int) -> None:
        """What a menu of people, roles or channels starts with: entries of its kinds, not more than it takes."""
        chosen = menu.get("default_values") or ()
        kinds = _DEFAULT_KINDS.get(menu["type"], ())
        if len(chosen) > most:
            text = "Too many values are selected by default."
            self.errors.add((*path, "default_values"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", text)
        for number, entry in enumerate(chosen):
            if entry.get("type") not in kinds:
                text = f"Value must be one of {kinds}."
                self.errors.add((*path, "default_values", number, "type"), "BASE_TYPE_CHOICES", text)
            if not str(entry.get("id") or "").isdigit():
                place = (*path, "default_values", number, "id")
                self.errors.add(place, "NUMBER_TYPE_COERCE", "Value is not snowflake.")
        for number, kind in enumerate(menu.get("channel_types") or ()):
            if menu["type"] != CHANNEL_SELECT or kind not in _CHANNEL_TYPES:
                self.errors.add((*path, "channel_types", number), "BASE_TYPE_CHOICES", "Not a type of channel.")

    def options(self, field: Json, path: Path, most: int) -> None:
        """The options of a select, radio group or checkbox group."""
        options = field.get("options")
        if not isinstance(options, list) or not 1 <= len(options) <= most:
            text = f"Must be between 1 and {most} in length."
            self.errors.add((*path, "options"), "BASE_TYPE_BAD_LENGTH", text)
            return
        values: set[Any] = set()
        for number, option in enumerate(options):
            place = (*path, "options", number)
            for key in ("label", "value"):
                self.errors.length((*place, key), option.get(key), 100, 1)
            if option.get("description") is not None:
                self.errors.length((*place, "description"), option["description"], 100)
            self.emoji(option.get("emoji"), place)
            if option.get("value") in values:
                text = "The specified option value is already used"
                self.errors.add((*place, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
            values.add(option.get("value"))
        chosen = sum(bool(option.get("default")) for option in options)
        if chosen > field.get("max_values", 1 if field["type"] != CHECKBOXES else most):
            text = "Too many options are selected by default."
            self.errors.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", text)

    def text_input(self, field: Json, path: Path, *, labelled: bool) -> None:
        """A text field of a modal; inside a Label it has no label of its own."""
        self.custom_id(field, path)
        if not labelled:
            self.errors.length((*path, "label"), field.get("label"), 45, 1)
        if field.get("style") not in (1, 2):
            self.errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
        for key, most in (("placeholder", 100), ("value", 4000)):
            if field.get(key) is not None:
                self.errors.length((*path, key), field[key], most)

    def modal_part(self, part: Any, path: Path) -> None:
        """One of the up to five parts of a modal."""
        kind = part.get("type") if isinstance(part, dict) else None
        if kind == TEXT_DISPLAY:
            self.errors.length((*path, "content"), part.get("content"), 4000, 1)
        elif kind == LABEL:
            self.errors.length((*path, "label"), part.get("label"), 45, 1)
            if part.get("description") is not None:
                self.errors.length((*path, "description"), part["description"], 100)
            self.field(part.get("component"), (*path, "component"), labelled=True)
        elif kind == ROW and len(part.get("components") or ()) == 1:
            self.field(part["components"][0], (*path, "components", 0), labelled=False)
        else:
            self.errors.add((*path, "type"), "UNION_TYPE_CHOICES", "Not a component of a modal.")

    def field(self, field: Any, path: Path, *, labelled: bool) -> None:
        """Something to fill in."""
        kind = field.get("type") if isinstance(field, dict) else None
        if kind not in (_IN_LABEL if labelled else {TEXT_INPUT}):
            self.errors.add((*path, "type"), "UNION_TYPE_CHOICES", "Not a field of a modal.")
        elif kind == TEXT_INPUT:
            self.text_input(field, path, labelled=labelled)
        elif kind in SELECTS:
            self.select(field, path)
        else:
            self.custom_id(field, path)
            if kind in (RADIO, CHECKBOXES):
                self.options(field, path, 10)


def check_components(components: Any, emojis: Container[str], errors: FormErrors, *, v2: bool) -> None:
    """Note what is wrong with the components of a message."""
    check = _Check(errors, emojis)
    if not isinstance(components, list):
        errors.add(("components",), "LIST_TYPE_CONVERT", "Only iterables may be used here.")
        return
    if not v2 and len(components) > 5:
        errors.add(("components",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    allowed = _TOP_V2 if v2 else frozenset((ROW,))
    for number, component in enumerate(components):
        check.any(component, ("components", number), allowed)
    if v2 and check.count > 40:
        text = "The maximum number of components is 40"
        errors.add(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    if check.text > 4000:
        text = "Displayable text must be at most 4000 characters in total"
        errors.add(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)


def check_modal(data: Json, emojis: Container[str]) -> None:
    """Refuse a modal that Discord would refuse."""
    errors = FormErrors()
    errors.length(("title",), data.get("title"), 45, 1)
    errors.length(("custom_id",), data.get("custom_id"), 100, 1)
    components = data.get("components")
    if not isinstance(components, list) or not 1 <= len(components) <= 5:
        errors.add(("components",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    else:
        check = _Check(errors, emojis)
        for number, part in enumerate(components):
            check.modal_part(part, ("components", number))
    errors.check()


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, those inside others included."""
    for component in components:
        yield component
        if inside := component.get("components"):
            yield from walk(inside)
        for key in ("accessory", "component"):
            if component.get(key):
                yield from walk([component[key]])


def number_components(components: list[Json]) -> list[Json]:
    """Give every component its `id`, as Discord does for those that came without; ids in menus become texts."""
    for number, component in enumerate(walk(components), 1):
        if not component.get("id"):
            component["id"] = number
        for entry in component.get("default_values") or ():
            entry["id"] = str(entry["id"])
    return components


def find_component(components: list[Json], custom_id: str) -> Json | None:
    """The component with a custom_id."""
    return next((component for component in walk(components) if component.get("custom_id") == custom_id), None)


def texts(components: list[Json]) -> str:
    """All text of a V2 message, where mentions notify as in `content`."""
    return "\n".join(component["content"] for component in walk(components) if component.get("type") == TEXT_DISPLAY)
