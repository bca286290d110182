"""The names and descriptions of commands in French; English is their default."""

from discord import Locale, app_commands

from bot.locales import words

_BETWEEN = " – "


def joined_sentences(*sentences: str) -> app_commands.locale_str:
    """Return several sentences as one name, each translated for itself."""
    return app_commands.locale_str(_BETWEEN.join(sentences), sentences=sentences)


class CommandTranslations(app_commands.Translator):
    """Translates what is marked with ``locale_str`` when the commands are sent to Discord."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return ``string`` in French for the French locale; None, the default, for every other."""
        if locale is not Locale.french:
            return None
        sentences = string.extras.get("sentences", (string.message,))
        translated = _BETWEEN.join(map(words("fr"), sentences))
        return translated if translated != string.message else None
