"""The faces of 5000 and its race: the Power die and the rules in words, statistics."""

from collections.abc import Iterator

from bot.engine import DOUBLE, FREEZE, N_, POWER, Keep, RuleNote
from bot.engine.gate import legal
from bot.engine.guide import Guide
from bot.engine.types import text
from bot.games.five_thousand.board import board_screen, moment, sheet_lines, story_lines
from bot.games.five_thousand.guide import GUIDE
from bot.games.five_thousand.rules import (
    ALONE,
    FINAL_POINTS,
    FIVE_FIVES,
    STRAIGHT,
    THROWS,
    FiveThousand,
    FiveThousandRace,
    LatestTurn,
    State,
    TurnEnd,
    three,
)
from bot.screens.kit import AnyFace, Face, Field, RaceFace, RaceWords, RenderContext, match_parts, sentences
from bot.screens.kit.dice import POWER_NOTE, WHO_BEGINS, PowerWords, passing_goal, places_of, points_at_risk, risk
from bot.tables.records.profiles import GameSeries
from bot.tables.records.statistics import StatsTotals

# -- The Power die in words ------------------------------------------------------------------------------------------


def _edges(context: RenderContext, game: FiveThousand) -> Iterator[str]:
    t, rules = context.t, game.house_rules
    if game.opening:
        yield t("What opens is the multiplied turn, and too little to open counts for nothing with a 4 either.")
    if rules["goal_mode"] == "exact":
        yield passing_goal(context, game.goal)
    if game.is_race:
        yield t("The turn that a 5 gives in addition does not count as a turn.")
        yield t("Five 1s end the race whatever it shows.")
    else:
        if rules["last_round"]:
            yield t("A 5 gives no other turn once you have reached the goal.")
        yield t("Five 1s win whatever it shows.")


POWER_WORDS = PowerWords[FiveThousand](
    N_(
        "A die of another colour is thrown along with every throw. It belongs to no combination, and only what "
        "it shows in the last one counts."
    ),
    {
        1: N_("if you stop now, the turn counts once."),
        **dict.fromkeys((2, 3), N_("if you stop now, the turn counts {times} times.")),
        FREEZE: N_("Freeze: the turn ends with this throw and counts, even if nothing scores."),
        DOUBLE: N_("Double: if you stop now, you have another turn."),
        POWER: N_("Power: this throw is one more than the others; if nothing scores, throw again."),
    },
    _edges,
)


# -- The rules in words, under the house rules -----------------------------------------------------------------------


def five_thousand_rules(context: RenderContext, game: FiveThousand) -> tuple[str, tuple[Field, ...]]:
    """Return the turn and what scores, then the parts of the rules by name."""
    parts = (
        (context.t("Full hand"), _full_hand(context, game)),
        (context.t("Opening"), _opening(context, game)),
        (context.t("Power die"), POWER_WORDS.rules(context, game)),
        (context.t("End"), _end(context, game)),
        (context.t("Bump"), _bump(context, game)),
        (context.t("Teams"), context.t("Partners sit alternately and share one score.") if game.sides else ""),
        *match_parts(context, game, _next_game(context, game), may_tie=game.house_rules["last_round"] is True),
    )
    return "\n".join([_turn(context, game), "", *_points(context, game)]), tuple(
        Field(*part) for part in parts if part[1]
    )


def _turn(context: RenderContext, game: FiveThousand) -> str:
    t = context.t
    said = [
        _aim(context, game),
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


def _aim(context: RenderContext, game: FiveThousand) -> str:
    last = game.house_rules["last_round"] is True
    exact = game.house_rules["goal_mode"] == "exact"
    said = {
        N_("Collect {goal} points in as few turns as you can."): game.is_race,
        N_("Reach exactly {goal} points before the others."): exact and not (game.is_race or last),
        N_("Collect {goal} points before the others."): not (exact or game.is_race or last),
        N_("Reach {goal} points, and have the most when everybody else has had a last turn."): last,
    }
    return sentences(context, said, goal=context.t.number(game.goal))


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
        N_("Reaching exactly another player's total sends that player back to 0."): rules["bump"],
        N_("In the last round too: a player who comes to the leader's total leads instead."): rules["bump"]
        and rules["last_round"],
    }
    return sentences(context, said)


def _end(context: RenderContext, game: FiveThousand) -> str:
    goal = context.t.number(game.goal)
    how = {
        "min": context.t("The first player with {goal} points or more wins.", goal=goal),
        "exact": context.t(
            "The first player with exactly {goal} points wins. A turn that passes the goal counts for nothing.",
            goal=goal,
        ),
        "last_1000": context.t(
            "The first player with {goal} points or more wins. Points above {limit} count only if the turn reaches "
            "the goal.",
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
            "Your race ends with exactly {goal} points. A turn that passes the goal counts for nothing.", goal=goal
        ),
        "last_1000": context.t(
            "Your race ends with {goal} points or more. Points above {limit} count only if the turn reaches the goal.",
            goal=goal,
            limit=context.t.number(game.goal - FINAL_POINTS),
        ),
    }[str(game.house_rules["goal_mode"])]


# -- The faces of the game and of its race ---------------------------------------------------------------------------


def _lost(last: LatestTurn) -> bool:
    return last.how in (TurnEnd.LOST, TurnEnd.SHORT)


class FiveThousandFace(Face[FiveThousand, State]):
    """The face of 5000."""

    opens = N_("{_5000_start} opens a table.")
    look = "sea"
    lobby_dice = (1, 1, 1, 1, 1)
    kept = N_("{player} sets {kept} aside and throws {dice}.")
    good_to_know = (
        RuleNote(
            N_(
                "Three throws a turn at most, the text says, and that a full hand may be thrown again: whether that "
                "is one of the three is not said."
            ),
            "throw_cap",
        ),
        RuleNote(N_("Our rules sheet opens at 750 points, another page by the author of Yum Plus at 500."), "opening"),
        RuleNote(
            N_("“The dice that did not score” are thrown again, yet only one that scores must be kept."),
            "keep_all_scoring",
        ),
        RuleNote(N_("A full hand “may” be thrown again; in other versions it must."), "full_hand_forced"),
        RuleNote(N_("Three ways to reach the goal are offered."), "goal_mode"),
        RuleNote(N_("Other texts give everybody a last turn."), "last_round"),
        RuleNote(N_("Other texts send a player back when another catches up."), "bump"),
        RuleNote(N_("“5 (or 6) dice”, without a word on what six are worth: those values are ours."), "dice"),
        RuleNote(N_("The texts have no teams: they are our addition."), "teams"),
        WHO_BEGINS,
        RuleNote(
            N_("The texts have no matches: that five 1s count the goal in one is our definition."), "games_in_match"
        ),
        POWER_NOTE,
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    rules = staticmethod(five_thousand_rules)
    story = staticmethod(story_lines)

    def guide(self, game: str) -> Guide:
        return GUIDE

    def next_step(self, context: RenderContext, game: FiveThousand, state: State) -> str:
        if state.power is not None:
            return ""
        if not state.dice:
            return context.t("press **Throw**")
        return context.t("choose dice that score, then **Throw** or **Stop**")

    def of(self, game: str) -> AnyFace:
        return RACE if game == FiveThousandRace.key else self

    def held_before(self, state: State, do: str) -> frozenset[int] | None:
        """Return the dice that the player set aside or counted: the board would propose some."""
        return places_of(map(int, do.split(" ")[1:]), state.dice)

    def action_name(self, context: RenderContext, game: FiveThousand, state: State, do: str) -> str:
        t, (word, *faces) = context.t, do.split(" ")
        some, named = tuple(map(int, faces)), "-".join(faces)
        if word == "bank":
            points = t.number(game.stopped(state, some))
            return t("Set {dice} aside and stop: +{points}", dice=named, points=points)
        if word == "keep":
            left = game.dice if game.full(state, some) else game.dice - len(state.aside) - len(some)
            return t.many("Set {dice} aside, throw {n} die", "Set {dice} aside, throw {n} dice", left, dice=named)
        return super().action_name(context, game, state, do)

    def moves_in_words(self, context: RenderContext, game: FiveThousand, state: State) -> list[str]:
        """Return each way to set dice aside with its points, best first, then that one may stop."""
        t, allowed = context.t, game.allowed(state) if state.dice else {}
        if not allowed:
            return super().moves_in_words(context, game, state)
        said = [
            t("Set {dice} aside for {points}", dice="-".join(map(str, some)), points=t.number(points))
            for some, points in sorted(allowed.items(), key=lambda one: -one[1])
        ]
        return (
            [*said, t("Stop, and all points at risk count")]
            if any(do.startswith("bank") for do in legal(game, state))
            else said
        )

    def chance_line(self, context: RenderContext, game: FiveThousand, state: State, do: str) -> str:
        throw = Keep(tuple(map(int, do.split(" ")[1:])))
        if text(throw) not in legal(game, state):
            return ""
        after = game.set_aside(state, throw.faces)
        n = risk(game, state, throw, game.dice - len(after.aside), _lost)
        return points_at_risk(context, after.risk, n)

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        lines, times = super().stats(context, series, totals), totals.counts["sent_back"]
        if times:
            lines.append(context.t.many("Sent back to 0: **{n}** time", "Sent back to 0: **{n}** times", times))
        return lines


FACE = FiveThousandFace()


class _FiveThousandRaceWords(RaceWords):
    def way(self, context: RenderContext, done: int, of: int) -> str:
        t = context.t
        # The goal stands in the title of everybody's board, and the line has to fit a phone.
        return t.many("{n} point", "{n} points", done) if context.plain else f"{t.number(done)}/{t.number(of)}"


class FiveThousandRaceFace(RaceFace[FiveThousandRace]):
    """The face of the race of 5000."""

    opens = N_("{_5000_start} with `pace: Everybody at once` opens a race.")
    own_parts = (N_("Full hand"), N_("Opening"), N_("Power die"))

    def end(self, context: RenderContext, game: FiveThousandRace) -> str:
        return f"{own_end(context, game.solo)} " + context.t("Five 1s end it at once.")


RACE = FiveThousandRaceFace(FACE, _FiveThousandRaceWords())
