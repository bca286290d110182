"""The rules of 5000 in words, under its house rules."""

from bot.engine import N_
from bot.games.five_thousand.options import FINAL_POINTS, THROWS
from bot.games.five_thousand.points import ALONE, FIVE_FIVES, STRAIGHT, three
from bot.games.five_thousand.rules import FiveThousand
from bot.screens.games.five_thousand.power import POWER_WORDS
from bot.screens.kit import Field, RenderContext, match_parts, sentences


def five_thousand_rules(context: RenderContext, game: FiveThousand) -> tuple[str, tuple[Field, ...]]:
    """Return the turn and what scores, then the parts of the rules by name."""
    parts = (
        (context.t("Full hand"), _full_hand(context, game)),
        (context.t("Opening"), _opening(context, game)),
        (context.t("Power die"), POWER_WORDS.rules(context, game)),
        (context.t("End"), _end(context, game)),
        (context.t("Bump"), _bump(context, game)),
        (context.t("Sides"), context.t("Partners sit alternately and share one score.") if game.sides else ""),
        *match_parts(context, game, _next_game(context, game), may_tie=game.house_rules["last_round"] is True),
    )
    return "\n".join([_turn(context, game), "", *_points(context, game)]), tuple(
        Field(*part) for part in parts if part[1]
    )


def _turn(context: RenderContext, game: FiveThousand) -> str:
    t = context.t
    said = [
        t("Throw {dice} dice. Set dice that score aside, then stop and count, or throw the others.", dice=game.dice),
        t("Every die that scores must be set aside.")
        if game.house_rules["keep_all_scoring"]
        else t(
            "At least one must be set aside. Of equal dice, three stay together, set aside or left; those beyond are "
            "free."
        ),
        t("A throw in which nothing scores ends your turn: its points are lost, those of earlier turns are safe."),
        {
            "3_per_hand": t("You have {n} throws, and {n} more after each full hand.", n=THROWS),
            "none": t("You may throw as often as you dare."),
        }.get(str(game.house_rules["throw_cap"]), t("You have {n} throws in a turn.", n=THROWS)),
    ]
    return " ".join(said)


def _points(context: RenderContext, game: FiveThousand) -> list[str]:
    t = context.t

    def line(name: str, said: str) -> str:
        return t("**{name}**: {said}", name=name, said=said)

    alone = [line(str(face), t("{points} each", points=points)) for face, points in ALONE.items()]
    six = [line("1-2-3-4-5-6", t.number(STRAIGHT))] if game.dice > 5 else []
    return [
        *alone,
        line("1-1-1", t.number(three(1))),
        line(
            t("Other three equal dice"),
            t(
                "100 times their number. {example} A fourth one counts alone: that of {more} scores nothing.",
                example="`4-4-4` → 400.",
                more="4-4-4-4",
            ),
        ),
        line("1-2-3-4-5, 2-3-4-5-6", t.number(STRAIGHT)),
        *six,
        line("5-5-5-5-5", t.number(FIVE_FIVES)),
        line(
            "1-1-1-1-1",
            t("your race ends at once, whatever the score.")
            if game.is_race
            else t("you win at once, whatever the score."),
        ),
        "",
        t("Only dice of one throw make a combination: a 1, then two more 1s in the next throw, are 300."),
    ]


def _full_hand(context: RenderContext, game: FiveThousand) -> str:
    forced = game.house_rules["full_hand_forced"]
    said = {
        N_("When all dice have scored, you must throw all of them again while you have throws left."): forced,
        N_("When all dice have scored, you may throw all of them again; the points go on adding up."): not forced,
    }
    return sentences(context, said)


def _opening(context: RenderContext, game: FiveThousand) -> str:
    said = N_("Your first turn that counts must be worth {points} or more: until then you must throw on.")
    return sentences(context, {said: game.opening}, points=context.t.number(game.opening))


def _bump(context: RenderContext, game: FiveThousand) -> str:
    rules = game.house_rules
    said = {
        N_("Who reaches exactly another's total sends them back to 0."): rules["bump"],
        N_("In the last round too: who comes to the leader's total leads instead."): rules["bump"]
        and rules["last_round"],
    }
    return sentences(context, said)


def _end(context: RenderContext, game: FiveThousand) -> str:
    goal = context.t.number(game.goal)
    how = {
        "min": context.t("Who first has {goal} points or more wins.", goal=goal),
        "exact": context.t(
            "Who first has exactly {goal} points wins. A turn that passes the goal counts nothing.", goal=goal
        ),
        "last_1000": context.t(
            "Who first has {goal} points or more wins. Points above {limit} count only if the turn reaches the goal.",
            goal=goal,
            limit=context.t.number(game.goal - FINAL_POINTS),
        ),
    }[str(game.house_rules["goal_mode"])]
    if not game.house_rules["last_round"]:
        return how
    return how + " " + context.t("But first everybody else has one more turn, and the most points win.")


def _next_game(context: RenderContext, game: FiveThousand) -> str:
    ones = context.t(
        "A game won by five 1s counts {goal} points, or more if you have them.", goal=context.t.number(game.goal)
    )
    return f"{context.t('The next player in turn begins the next game.')} {ones}"


def own_end(context: RenderContext, game: FiveThousand) -> str:
    """Return when somebody is at the goal who plays alone, in a race."""
    goal = context.t.number(game.goal)
    return {
        "min": context.t("Your race ends with {goal} points or more.", goal=goal),
        "exact": context.t(
            "Your race ends with exactly {goal} points. A turn that passes the goal counts nothing.", goal=goal
        ),
        "last_1000": context.t(
            "Your race ends with {goal} points or more. Points above {limit} count only if the turn reaches the goal.",
            goal=goal,
            limit=context.t.number(game.goal - FINAL_POINTS),
        ),
    }[str(game.house_rules["goal_mode"])]
