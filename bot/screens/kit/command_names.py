"""Commands inside sentences, named as the reader's Discord names them.

A sentence says ``{table_show}``; the words between the underscores are translated each for itself, as they are when the
commands are sent to Discord, and so ``/table show`` reads ``/table afficher`` in French. A name that begins with a
digit has an underscore before it: ``{_421_start}``.
"""

from __future__ import annotations

from string import Formatter

from bot.locales import Words


def commands_in(sentence: str) -> dict[str, tuple[str, ...]]:
    """Return the commands ``sentence`` names: the word in braces to the words of the command."""
    names = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    return {name: tuple(name.strip("_").split("_")) for name in names}


def naming_commands(t: Words, sentence: str) -> str:
    """Return ``sentence`` in the reader's language with its commands as that reader types them."""
    return t(sentence, **{name: f"`/{' '.join(map(t, words))}`" for name, words in commands_in(sentence).items()})
