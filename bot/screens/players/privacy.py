"""What the bot keeps about a person, and their two rights over it: to have it, and to have it erased."""

from bot.engine import N_
from bot.screens.kit import SLATE, Button, Field, RenderContext, Screen, Style, naming_commands
from bot.screens.server.help import MY_DATA, support_field

EXPORT, ASK, ERASE = "privacy export", "privacy ask", "privacy erase"


_KEPT = (
    N_("About you: your Discord id. No name, and none of your messages"),
    N_("About games: the tables you sat at with every throw and decision, how they came out, and their reviews"),
    N_("About fair dice: the words you mixed in"),
    N_("About practice: puzzles from your mistakes, and your answers to puzzles"),
    N_("About choices: what you chose in {preferences}, and whether managers have blocked or removed you"),
)
"""All that the bot keeps about a person (English)."""

_WHAT_FOR = N_(
    "It is kept to play, to show leaderboards and statistics, and to check the dice. It is not sold, and shown only in "
    "the place where you played."
)


def privacy_screen(context: RenderContext, support: str = "") -> Screen:
    """What the bot keeps and why; ``support`` is the address of the bot's host."""
    t = context.t
    return Screen(
        title=t("What Gobelet keeps about you"),
        body="\n".join([*(f"- {naming_commands(t, kept)}" for kept in _KEPT), "", t(_WHAT_FOR)]),
        fields=(
            Field(
                t("How long"),
                t(
                    "Until you erase it. What belongs to a server is deleted 30 days after Gobelet was removed from "
                    "it, unless people have played there since, with Gobelet on their own accounts."
                ),
            ),
            Field(
                t("Have it"),
                t(
                    "**Export** gives you what is kept about you, from all places, in a file. One thing is not in "
                    "it: the reasons that managers wrote in their log. These are their words, which only managers "
                    "read."
                ),
            ),
            Field(
                t("Have it erased"),
                t(
                    "**Erase** takes your id out everywhere; a block stays. Games you played stay for the others, "
                    "without your name. What Gobelet has already posted in channels is Discord's to delete."
                ),
            ),
            *support_field(context, support),
        ),
        colour=SLATE,
        rows=(
            (
                Button(EXPORT, t("Export"), Style.PRIMARY),
                Button(ASK, t("Erase…"), Style.DANGER),
                Button("preferences", t("My preferences")),
            ),
        ),
    )


def erase_screen(context: RenderContext) -> Screen:
    """Ask once more."""
    return Screen(
        title=context.t("Erase everything about you?"),
        body=context.t(
            "Everywhere you leave the tables you sit at, and your results, trophies, reviews, ratings, statistics, "
            "puzzles and preferences are deleted. It cannot be undone. Export first if you want to keep a copy."
        ),
        rows=((Button(ERASE, context.t("Erase for good"), Style.DANGER), Button(MY_DATA, context.t("No, keep it"))),),
    )


def erased_screen(context: RenderContext) -> Screen:
    """Say that it is done."""
    return Screen(
        title=context.t("Erased"),
        body=context.t(
            "Nothing about you is kept any more, but for a block if there is one. If you play again, that is kept anew."
        ),
        colour=SLATE,
    )
