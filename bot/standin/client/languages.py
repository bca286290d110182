"""Which language people speak: French those who open the page in French, else as it began, until they choose.

It is theirs alone. What they open the page in says nothing about their guild, and nobody else sees another language.
"""

from __future__ import annotations

from bot.standin.world.model import DIRECT, GROUP, Channel, Member
from bot.standin.world.world import World

__all__ = ["choose", "name", "opened", "topic"]

_FRENCH_TOPICS = {
    "Tables and throws": "Tables et lancers",
    "Everything else": "Tout le reste",
    "For playing in French": "Pour jouer en français",
    "The bot may not write here": "Le bot ne peut pas écrire ici",
    "Group": "Groupe",
}


def opened(world: World, who: Member, browser: str) -> bool:
    """Somebody opens the page in a `browser` of some language; say whether that makes them another one.

    A French one makes them French until they choose.
    """
    if not browser.startswith("fr") or who.key in world.chosen:
        return False
    changed = who.locale != "fr"
    who.locale = "fr"
    world.emit("people")
    return changed


def choose(world: World, who: Member, locale: str) -> None:
    """Somebody chooses a language."""
    who.locale = locale
    world.chosen.add(who.key)
    world.emit("people")


def name(world: World, channel: Channel, who: Member) -> str:
    """What a person's page calls a channel: direct messages after the other one."""
    if channel.type == DIRECT:
        return next(world.members[key].name for key in channel.recipients if key != who.id)
    known = _FRENCH_TOPICS if channel.type == GROUP and who.locale.startswith("fr") else {}
    return known.get(channel.name, channel.name)


def topic(text: str, locale: str) -> str:
    """The topic of a channel, in a person's language where the world has one of its own."""
    return _FRENCH_TOPICS.get(text, text) if locale.startswith("fr") else text
