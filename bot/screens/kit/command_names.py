"""Commands inside sentences, by the names that the reader's Discord shows.

A sentence says ``{table_show}``. Each of the words between the underscores is translated for itself, as when the bot
sends the commands to Discord. So ``/table show`` reads ``/table afficher`` in French. A name that begins with a digit
has an underscore before it: ``{_421_start}``.
"""

from string import Formatter

from bot.locales import Words


def commands_in(sentence: str) -> dict[str, tuple[str, ...]]:
    """Return the commands in ``sentence``: from the word in braces to the words of the command."""
    names = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    return {name: tuple(name.strip("_").split("_")) for name in names}


def naming_commands(t: Words, sentence: str) -> str:
    """Return ``sentence`` in the reader's language with its commands as that reader types them."""
    return t(sentence, **{name: f"`/{' '.join(map(t, words))}`" for name, words in commands_in(sentence).items()})
