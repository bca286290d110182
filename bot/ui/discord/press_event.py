"""A press as the gateway sends it: the JSON of its event, read only as far as most presses need it.

Discord sends the whole pressed message with each press, the server's channel, the person's rights and more: some 5 KB.
Making Python values of all that, and discord.py's objects of those, takes longer than the move of the game
(docs/performance.md). Discord's documentation of these fields: Receiving and Responding to Interactions, "Interaction
Structure".
"""

from typing import Any, Final

import msgspec

PRESSES: Final = frozenset({3, 5})
"""Discord's numbers of the interactions that are presses: of a component, and of the button that sends a form."""

_EVENT = "INTERACTION_CREATE"


class MessagePart(msgspec.Struct):
    """A pressed message. Its frames and rows stay JSON until somebody asks for them."""

    id: str
    flags: int = 0
    embeds: msgspec.Raw = msgspec.Raw(b"[]")
    components: msgspec.Raw = msgspec.Raw(b"[]")


class PressPart(msgspec.Struct):
    """A press in a server."""

    id: str
    type: int
    token: str
    application_id: str
    guild_id: str
    channel_id: str
    locale: str
    data: dict[str, Any]
    member: dict[str, Any]
    message: MessagePart | None = None


class PressEvent(msgspec.Struct):
    """The event of a press: its name, its number in the session, and the press."""

    t: str
    s: int
    d: PressPart


_decoder = msgspec.json.Decoder(PressEvent)


def read_press(event: str) -> PressEvent | None:
    """Return ``event`` (a text of the gateway) if it is a press in a server; None for everything else."""
    if _EVENT not in event:
        return None
    try:
        found = _decoder.decode(event)
    except msgspec.ValidationError:  # It lacks a field, such as the server.
        return None
    return found if found.t == _EVENT and found.d.type in PRESSES else None
