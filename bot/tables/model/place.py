"""Where people play: a server, a group, or what is somebody's own. One number names a place, in each column ``guild``.

Discord draws the ids of servers, channels and people from one count, so no two are the same. A server's place is its
id. Elsewhere it is an id below zero: that of the channel for a group, that of the person for their own place. That one
holds what they play in the bot's direct messages, and what they do alone wherever the bot is a guest: the daily, above
all. So the sign tells what a number cannot lead to: no server, no shard but the first, no permissions.

A server is a place with or without the bot in it: where the bot is invited later, everything is there already. What
was opened while it was a guest says so (``TableSettings.visiting``): no route of a channel leads there, and only the
tokens of presses change a board.
"""


def own_place(user: int) -> int:
    """Return the place of a person."""
    return -user


def group_place(channel: int) -> int:
    """Return the place of a group, which is any conversation without the bot."""
    return -channel


def is_server(place: int) -> bool:
    """Whether a place is a server."""
    return place > 0


def in_addresses(place: int) -> str:
    """Return what stands for a place in the addresses of its messages."""
    return str(place) if is_server(place) else "@me"
