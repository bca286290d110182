"""Which language the guild and its people speak: French for people who open the page in French, else as it began."""

from __future__ import annotations

from bot.standin.world.model import Member
from bot.standin.world.world import World

__all__ = ["choose", "opened", "topic"]

_FRENCH_TOPICS = {
    "Tables and throws": "Tables et lancers",
    "Everything else": "Tout le reste",
    "For playing in French": "Pour jouer en français",
    "The bot may not write here": "Le bot ne peut pas écrire ici",
}


def opened(world: World, who: Member, browser: str) -> bool:
    """Somebody opens the page in a `browser` of some language; say whether that makes them another one.

    A French one makes them French until they choose. It makes their guild French too, until anybody chooses.
    """
    if not browser.startswith("fr") or who.key in world.chosen:
        return False
    changed = who.locale != "fr"
    who.locale = "fr"
    if not world.chosen:
        _speak(world, "fr")
    world.emit("people")
    return changed


def choose(world: World, who: Member, locale: str) -> None:
    """Somebody chooses a language: it is theirs, and from now on that of the guild."""
    who.locale = locale
    world.chosen.add(who.key)
    _speak(world, locale)
    world.emit("people")


def _speak(world: World, locale: str) -> None:
    if world.guild.locale != locale:
        world.guild.locale = locale
        world.emit("guild", world.guild, "update")


def topic(text: str, locale: str) -> str:
    """The topic of a channel, in a person's language where the world has one of its own."""
    return _FRENCH_TOPICS.get(text, text) if locale.startswith("fr") else text
