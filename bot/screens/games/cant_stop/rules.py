"""The rules of Can't Stop in words, under its house rules."""

from bot.engine import N_
from bot.games.cant_stop.rules import RUNNERS, CantStop
from bot.games.cant_stop.state import HEIGHTS
from bot.screens.games.cant_stop.power import POWER_WORDS
from bot.screens.kit import Field, RenderContext, code_block, sentences
from bot.screens.kit.match import match_parts


def cant_stop_rules(context: RenderContext, game: CantStop) -> tuple[str, tuple[Field, ...]]:
    """Return the turn, then the parts of the rules by name."""
    parts = (
        (context.t("Moving"), _moving(context, game)),
        (context.t("Stopping"), _stopping(context, game)),
        (context.t("Power die"), POWER_WORDS.rules(context, game)),
        (
            context.t("End"),
            context.t(
                "A cone on the top space wins the column: all other cones leave it. Who first stops with {columns} "
                "columns wins. If every column is won before that, the most columns win.",
                columns=game.goal,
            ),
        ),
        (context.t("Sides"), _sides(context, game)),
        (context.t("Alone"), context.t("Win the columns in as few turns as you can.")),
        *match_parts(context, game, context.t("The next player in turn begins the next game."), may_tie=True),
    )
    return _turn(context), tuple(Field(*part) for part in parts if part[1])


def _turn(context: RenderContext) -> str:
    return "\n".join(
        [
            context.t(
                "Throw four dice and make two pairs of them: their sums are the columns in which you climb. Then throw "
                "again or stop. A throw that moves no runner loses all steps of this turn."
            ),
            "",
            context.t("**Example**: {dice} makes {pairings}.", dice="1-4-5-6", pairings="5 + 11, 6 + 10, 7 + 9"),
            context.t("**Example**: {dice} makes {pairings}.", dice="2-2-5-5", pairings=context.t("4 + 10 or 7 twice")),
            "",
            context.t("The columns and their spaces:"),
            code_block([f"{column:>2}│{'·' * top}│{top}" for column, top in HEIGHTS.items()]),
        ]
    )


def _moving(context: RenderContext, game: CantStop) -> str:
    both = game.house_rules["must_maximise"]
    said = {
        N_(
            "You have {runners} runners. A number moves the runner of its column one space up; without one there, a "
            "free runner is set one space above your cone, or on the first space."
        ): True,
        N_("Both numbers must be played if they can be. With one runner left for two new columns, you choose."): True,
        N_("A pairing that moves both numbers must be preferred to one that moves only one."): both,
        N_("You are free to choose a pairing of which only one number can be played."): not both,
        N_("Columns that are won are closed, and steps above the top are lost."): True,
        N_("Runners skip spaces that hold cones of others."): game.house_rules["jump"],
    }
    return sentences(context, said, runners=RUNNERS)


def _stopping(context: RenderContext, game: CantStop) -> str:
    free_only = game.house_rules["no_stop_on_cone"]
    said = {
        N_("When you stop, your cones go where the runners stand. Cones may share a space."): True,
        N_("Nobody may stop while a runner shares a space with a cone of somebody else."): free_only,
    }
    return sentences(context, said)


def _sides(context: RenderContext, game: CantStop) -> str:
    said = {
        N_("Four players; partners sit alternately, and their columns are added."): True,
        N_(
            "Everybody climbs with runners and cones of their own. A column that your partner has won is closed to you "
            "too."
        ): True,
        N_("The cones of your partner do not count as those of others."): game.house_rules["jump"]
        or game.house_rules["no_stop_on_cone"],
    }
    return sentences(context, said) if game.sides else ""
