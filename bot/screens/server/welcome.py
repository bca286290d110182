"""What the bot says once, when it joins a server."""

from bot.engine import N_
from bot.locales import LANGUAGES, words
from bot.screens.kit import Button, RenderContext, Screen, Style, naming_commands


def welcome_screen(context: RenderContext) -> Screen:
    """Who has come, what to type, and where to choose another language for the boards."""
    return Screen(
        title=context.t("Hello! I am Gobelet."),
        body="\n".join(
            [
                context.t(
                    "I host dice nights here: Yum Plus, Yamslam, 421, 5000 and more, with dice anyone can check."
                ),
                naming_commands(context.t, N_("Type {yum_start}, and your friends press **Join**.")),
                *_other_languages(context),
            ]
        ),
        rows=(
            (
                Button("help play", context.t("How to play"), Style.PRIMARY),
                Button("settings", context.t("Settings")),
                Button("about", context.t("Permissions & invite")),
            ),
        ),
    )


def _other_languages(context: RenderContext) -> list[str]:
    """Most servers never say their language, so the screen offers the others in their own words."""
    others = (words(language) for language in LANGUAGES if language != context.t.language)
    return [
        naming_commands(t, N_("I speak English too: {settings} chooses the language of the boards.")) for t in others
    ]
