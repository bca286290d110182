"""The beginning of every world: one guild with its roles, people, bot and channels, always with the same ids."""

from __future__ import annotations

from dataclasses import dataclass

from bot.standin.world import permissions as may
from bot.standin.world.model import Channel, Guild, Member, Role

__all__ = ["JOINED", "Beginning", "beginning"]

JOINED = "2024-01-01T00:00:00+00:00"
"""When everybody joined the first guild."""

_FIRST_ID = 1_100_000_000_000_000_000
_PEOPLE = (
    ("ana", "Ana", "en-US", "#e67e22"),
    ("ben", "Ben", "en-US", "#3498db"),
    ("chloe", "Chloé", "fr", "#2ecc71"),
    ("david", "David", "fr", "#9b59b6"),
)
_CHANNELS = (
    ("dice", "Tables and throws"),
    ("general", "Everything else"),
    ("salon-de-jeu", "For playing in French"),
    ("quiet", "The bot may not write here"),
)
_MUTED = may.SEND_MESSAGES | may.SEND_MESSAGES_IN_THREADS


@dataclass(frozen=True, slots=True)
class Beginning:
    """The first things of a world. Ana owns the guild and is its Admin, Ben is one of the Regulars."""

    guild: Guild
    roles: list[Role]
    people: list[Member]
    bot: Member
    channels: list[Channel]


def beginning(name: str) -> Beginning:
    """Make the first things of a world anew. The bot, its role and the guild are called ``name``."""
    guild = Guild(str(_FIRST_ID), name, "en-US")
    bits = {"@everyone": may.MEMBER_DEFAULT, "Admin": may.ADMINISTRATOR, name: may.BOT_DEFAULT, "Regulars": 0}
    roles = [Role(str(_FIRST_ID + place), name, bits[name], place, guild.id) for place, name in enumerate(bits)]
    _, admin, robot, regulars = roles
    bot = Member("bot", str(_FIRST_ID + 99), name, roles=[robot.id], bot=True)
    people = [
        Member(key, str(_FIRST_ID + 20 + place), name, locale, color)
        for place, (key, name, locale, color) in enumerate(_PEOPLE)
    ]
    people[0].roles.append(admin.id)
    people[1].roles.append(regulars.id)
    guild.members = dict.fromkeys((member.id for member in (*people, bot)), JOINED)
    channels = [
        Channel(str(_FIRST_ID + 10 + place), name, topic=topic, position=place, guild_id=guild.id)
        for place, (name, topic) in enumerate(_CHANNELS)
    ]
    guild.greets = channels[1].id
    channels[3].overrides[bot.id] = (0, _MUTED)
    return Beginning(guild, roles, people, bot, channels)
