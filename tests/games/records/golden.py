"""Golden records as text: what fits stands on a line of its own, a move above all, so that a difference can be read."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "golden"
_WIDTH = 120


def as_text(value: Any, indent: str = "") -> str:
    """Return ``value`` as JSON: on one line where that is short enough, else with a line or more for each part."""
    line = json.dumps(value)
    if len(indent) + len(line) <= _WIDTH or not isinstance(value, dict | list):
        return line
    further = indent + " "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {as_text(part, further)}" for key, part in value.items()]
    else:
        parts = [as_text(part, further) for part in value]
    start, end = json.dumps(type(value)())
    return f"{start}\n{further}" + f",\n{further}".join(parts) + f"\n{indent}{end}"
