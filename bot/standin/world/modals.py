"""What a person typed into a modal, in the shape Discord sends it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.standin.world.errors import Refused
from bot.standin.world.limits_components import CHECKBOX, CHECKBOXES, LABEL, RADIO, ROW, SELECTS, TEXT_INPUT
from bot.standin.world.model import Json
from bot.standin.world.picks import Picks, chosen

__all__ = ["fill_in"]


def fill_in(picks: Picks, parts: list[Json], values: Mapping[str, Any]) -> list[Json]:
    """The components of a MODAL_SUBMIT; a field that breaks its bounds is refused."""
    filled: list[Json] = []
    for number, part in enumerate(parts, 1):
        shape: Json = {"type": part["type"], "id": part.get("id", number)}
        if part["type"] == LABEL:
            filled.append(shape | {"component": _field(picks, part["component"], values, number)})
        elif part["type"] == ROW:
            fields = [_field(picks, field, values, number) for field in part["components"]]
            filled.append(shape | {"components": fields})
        else:
            filled.append(shape)
    return filled


def _field(picks: Picks, field: Json, values: Mapping[str, Any], number: int) -> Json:
    kind, custom_id = field["type"], field["custom_id"]
    value = values.get(custom_id)
    answer: Json = {"type": kind, "id": field.get("id", number), "custom_id": custom_id}
    if kind == TEXT_INPUT:
        return answer | {"value": _text(field, value)}
    if kind == CHECKBOX:
        return answer | {"value": bool(value)}
    listed = [str(entry) for entry in (value if isinstance(value, list | tuple) else [value]) if entry is not None]
    required = field.get("required", True)
    if kind in SELECTS:
        return answer | {"values": chosen(picks, field if required else {**field, "min_values": 0}, listed)}
    offered = {option["value"] for option in field.get("options") or ()}
    if not offered.issuperset(listed) or (required and not listed):
        raise Refused("bad_value", custom_id)
    if kind == RADIO:
        return answer | {"value": listed[0] if listed else None}
    if kind == CHECKBOXES:
        return answer | {"values": listed}
    raise Refused("bad_value", custom_id)


def _text(field: Json, value: Any) -> str:
    text = field.get("value") or "" if value is None else str(value)
    if not text and not field.get("required", True):
        return ""
    least = max(field.get("min_length") or 0, int(field.get("required", True)))
    if not least <= len(text) <= (field.get("max_length") or 4000):
        raise Refused("bad_value", field["custom_id"])
    return text
