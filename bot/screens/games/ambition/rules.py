"""The rules of Ambition in words, under its house rules."""

from bot.engine import N_
from bot.games.ambition.points import STARS, trio
from bot.games.ambition.rules import TRIES, Ambition
from bot.screens.games.ambition.power import POWER_WORDS
from bot.screens.kit import Field, RenderContext, match_parts, sentences


def ambition_rules(context: RenderContext, game: Ambition) -> tuple[str, tuple[Field, ...]]:
    """Return the turn and what scores, then the parts of the rules by name."""
    parts = (
        (
            context.t("Qualifying"),
            context.t(
                "First throw a ★1 and a ★5 in the same throw: you have {n} throws in each turn. From your next turn "
                "on, you make points.",
                n=TRIES,
            ),
        ),
        (context.t("Power die"), POWER_WORDS.rules(context, game)),
        (
            context.t("Trio"),
            context.t(
                "Three equal dice must be validated: throw again, and a ★1 or a ★5 must fall; its points are added. "
                "Without one, the turn is lost. A new trio of 1s or 5s validates the first, and must be validated in "
                "turn."
            ),
        ),
        (context.t("End"), _end(context, game)),
        (context.t("Sides"), _sides(context, game)),
        *match_parts(context, game, context.t("The next player in turn begins the next game.")),
    )
    return "\n".join([_turn(context, game), "", *_points(context)]), tuple(Field(*part) for part in parts if part[1])


def _turn(context: RenderContext, game: Ambition) -> str:
    again = (
        context.t(
            "Dice that score are set aside and only the others are thrown again; when all three have scored, all are."
        )
        if game.house_rules["set_aside"]
        else context.t("All three dice are thrown every time.")
    )
    return " ".join(
        (
            context.t("Throw three dice. If something scores, stop and write the points of the turn, or throw again."),
            again,
            context.t(
                "A throw in which nothing scores ends your turn: its points are lost, those of earlier turns are safe."
            ),
        )
    )


def _points(context: RenderContext) -> list[str]:

    def line(name: str, said: str) -> str:
        return context.t("**{name}**: {said}", name=name, said=said)

    return [
        *(line(f"★{face}", context.t("{points} each", points=points)) for face, points in STARS.items()),
        line("1-1-1", context.t.number(trio(1))),
        line(
            context.t("Other three equal dice"),
            context.t("100 times their number. {example}", example=f"`4-4-4` → {trio(4)}"),
        ),
    ]


def _end(context: RenderContext, game: Ambition) -> str:
    stops = game.house_rules["overshoot"] == "stop_before"
    said = {
        N_("Who first has exactly {goal} points wins at once."): True,
        N_(
            "A throw that would pass the goal ends the turn, which counts without it and without a trio not validated."
        ): stops,
        N_("A throw that passes the goal loses the turn."): not stops,
    }
    return sentences(context, said, goal=context.t.number(game.goal))


def _sides(context: RenderContext, game: Ambition) -> str:
    each = game.house_rules["everyone_qualifies"]
    said = {
        N_("Partners sit alternately and share one score."): True,
        N_("Each partner must qualify, not the side once."): each,
        N_("The side qualifies once."): not each,
    }
    return sentences(context, said) if game.sides else ""
