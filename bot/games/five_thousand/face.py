"""The faces of 5000 and its race: the Power die and the rules in words, statistics."""

from collections.abc import Iterator, Mapping, Sequence

from bot.engine import DOUBLE, FREEZE, N_, POWER, Keep, OptionValue, RuleNote, Seat
from bot.engine.game import GAMES
from bot.engine.gate import legal
from bot.engine.types import text
from bot.games.five_thousand.board import board_screen, chosen_dice, moment, sheet_lines, story_lines, track_of_sea
from bot.games.five_thousand.guide import GUIDE
from bot.games.five_thousand.rules import (
    ALONE,
    FINAL_POINTS,
    FIVE_FIVES,
    STRAIGHT,
    THROWS,
    Bank,
    FiveThousand,
    FiveThousandRace,
    LatestTurn,
    State,
    TurnEnd,
    three,
    worth,
)
from bot.screens.kit import (
    AnyFace,
    BoardPicture,
    Face,
    Field,
    RaceFace,
    RaceWords,
    RenderContext,
    match_parts,
    numbered,
    sentences,
)
from bot.screens.kit.dice import WHO_BEGINS, PowerWords, passing_goal, places_of, points_at_risk, risk
from bot.screens.kit.sides import next_first
from bot.tables.model.table import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.statistics import StatsTotals

# -- The Power die in words ------------------------------------------------------------------------------------------


def _edges(context: RenderContext, game: FiveThousand) -> Iterator[str]:
    t, rules = context.t, game.house_rules
    if game.opening:
        yield t("What opens is the multiplied turn, and too little to open counts for nothing with a 4 either.")
    if rules["throw_cap"] != "none":
        yield t("A throw with a 6 does not count among the {n}.", n=THROWS)
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
        POWER: N_("Power: if nothing scores, throw again."),
    },
    _edges,
)


# -- The rules in words, under the house rules -----------------------------------------------------------------------


def five_thousand_rules(context: RenderContext, game: FiveThousand) -> tuple[str, tuple[Field, ...]]:
    """Return the turn and what scores, then the parts of the rules by name."""
    parts = (
        (context.t("Full hand"), _full_hand(context, game)),
        (context.t("Opening"), _opening(context, game)),
        (context.t("Too little to open"), _too_little(context, game)),
        (context.t("Power die"), POWER_WORDS.rules(context, game)),
        (context.t("End"), _end(context, game)),
        (context.t("Bump"), _bump(context, game)),
        (context.t("Teams"), context.t("Partners sit alternately and share one score.") if game.sides else ""),
        *match_parts(context, game, _next_game(context, game), may_tie=_may_tie(game)),
    )
    body = [_aim(context, game), _turn(context, game), "", *_points(context, game)]
    return "\n".join(body), tuple(Field(*part) for part in parts if part[1])


def _may_tie(game: FiveThousand) -> bool:
    """Whether one game may end in a tie: in the last round, unless the second to come to a total takes it away."""
    return game.house_rules["last_round"] is True and not game.house_rules["bump"]


def _turn(context: RenderContext, game: FiveThousand) -> str:
    every, cap = game.house_rules["keep_all_scoring"], game.house_rules["throw_cap"]
    forced = game.house_rules["full_hand_forced"]
    steps = {
        N_("Throw {dice} dice."): True,
        N_("Set every die that scores aside."): every,
        N_("Set dice that score aside, at least one."): not every,
        N_("Then stop and count, or throw the others."): True,
        N_("If nothing scores, your turn ends and only its points are lost."): True,
        N_("All have scored: you must throw all again."): forced,
        N_("All have scored: you may throw all again."): not forced,
        N_("You have {n} throws in a turn."): cap == THROWS,
        N_("You have {n} throws, and {n} more after each full hand."): cap == "3_per_hand",
        N_("You may throw as often as you dare."): cap == "none",
    }
    return numbered(context, steps, dice=game.dice, n=THROWS)


def _aim(context: RenderContext, game: FiveThousand) -> str:
    last = game.house_rules["last_round"] is True
    exact = game.house_rules["goal_mode"] == "exact"
    rules = {
        N_("Collect {goal} points in the fewest turns."): game.is_race,
        N_("Reach exactly {goal} points before the others."): exact and not (game.is_race or last),
        N_("Collect {goal} points before the others."): not (exact or game.is_race or last),
        N_("Reach {goal} points, and have the most when everybody else has had a last turn."): last and not exact,
        N_("Reach exactly {goal} points; then everybody else has a last turn."): last and exact,
    }
    return sentences(context, rules, goal=context.t.number(game.goal))


_SIX = 6
"""Dice by a house rule."""


def _points(context: RenderContext, game: FiveThousand) -> list[str]:
    t = context.t

    def line(name: str, worth: str) -> str:
        return t("**{name}**: {said}", name=name, said=worth)

    alone = [line(str(face), t("{points} each", points=points)) for face, points in ALONE.items()]
    six = [line("1-2-3-4-5-6", t.number(STRAIGHT))] if game.dice == _SIX else []
    return [
        *alone,
        line("1-1-1", t.number(three(1))),
        line(
            t("Three equal dice of another number"),
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
        *_six_dice(context, game),
        *(
            []
            if game.house_rules["keep_all_scoring"]
            else [
                t("Three equal dice are set aside together, or all left; 1s and 5s beyond three are yours to choose.")
            ]
        ),
    ]


def _six_dice(context: RenderContext, game: FiveThousand) -> Iterator[str]:
    """What six dice may score that five cannot."""
    if game.dice < _SIX:
        return

    def example(*faces: int) -> str:
        return f"`{'-'.join(map(str, faces))}` → {context.t.number(worth(faces) or 0)}"

    yield context.t(
        "Three equal dice twice in one throw count twice: {one}, {other}.",
        one=example(2, 2, 2, 4, 4, 4),
        other=example(4, 4, 4, 4, 4, 4),
    )
    yield context.t(
        "Beside five in a row or five 5s, the sixth die counts if it is a 1 or a 5: {one}, {other}.",
        one=example(1, 1, 2, 3, 4, 5),
        other=example(5, 5, 5, 5, 5, 1),
    )


def _full_hand(context: RenderContext, game: FiveThousand) -> str:
    forced, few = game.house_rules["full_hand_forced"], game.house_rules["throw_cap"] == THROWS
    rules = {
        N_("When all dice have scored, you must throw all of them again while you have throws left."): forced and few,
        N_("When all dice have scored, you must throw all of them again."): forced and not few,
        N_("When all dice have scored, you may throw all of them again while you have throws left."): few
        and not forced,
        N_("When all dice have scored, you may throw all of them again."): not (forced or few),
        N_("The points go on adding up."): True,
    }
    return sentences(context, rules)


def _opening(context: RenderContext, game: FiveThousand) -> str:
    rules = {
        N_("Your first turn that counts must be worth {points} or more: until then you must throw on."): (
            not game.sides
        ),
        N_("The first turn of a team that counts must be worth {points} or more: until then it must throw on."): (
            game.sides
        ),
    }
    return sentences(context, rules, points=context.t.number(game.opening)) if game.opening else ""


def _too_little(context: RenderContext, game: FiveThousand) -> str:
    limited = bool(game.opening) and game.house_rules["throw_cap"] != "none"
    return sentences(context, {N_("With no throws left, a turn too small to open counts for nothing."): limited})


def _bump(context: RenderContext, game: FiveThousand) -> str:
    sides, last = game.sides, game.house_rules["last_round"]
    rules = {
        N_("Reaching exactly another player's total sends that player back to 0."): not sides,
        N_("Reaching exactly another team's total sends that team back to 0."): sides,
        N_("In the last round too: a player who comes to the leader's total leads instead."): last and not sides,
        N_("In the last round too: a team that comes to the leader's total leads instead."): last and sides,
    }
    return sentences(context, rules) if game.house_rules["bump"] else ""


def _end(context: RenderContext, game: FiveThousand) -> str:
    """Return when the game is over; in a race, when somebody is at the goal."""
    t, rules = context.t, game.house_rules
    exact, last, race = rules["goal_mode"] == "exact", rules["last_round"], game.is_race
    ends = {
        N_("The first player with {goal} points or more wins."): not (exact or last or race),
        N_("The first player with exactly {goal} points wins."): exact and not (last or race),
        N_("When somebody has {goal} points or more, everybody else has one more turn, and the most points win."): (
            last and not exact
        ),
        N_("When somebody has exactly {goal} points, everybody else has one more turn to come to as many."): (
            last and exact
        ),
        N_("Your race ends with {goal} points or more."): race and not exact,
        N_("Your race ends with exactly {goal} points."): race and exact,
        N_("A turn that passes the goal counts for nothing."): exact,
        N_("Points above {limit} count only if the turn reaches the goal."): rules["goal_mode"] == "last_1000",
    }
    return sentences(context, ends, goal=t.number(game.goal), limit=t.number(game.goal - FINAL_POINTS))


def _next_game(context: RenderContext, game: FiveThousand) -> str:
    more = game.sides and game.house_rules["last_round"]
    rules = {
        N_("A game won by five 1s counts {goal} points."): not more,
        N_("A game won by five 1s counts {goal} points, or more if the team has them."): more,
    }
    return f"{next_first(context, game)} {sentences(context, rules, goal=context.t.number(game.goal))}"


# -- The faces of the game and of its race ---------------------------------------------------------------------------


def _lost(last: LatestTurn) -> bool:
    return last.how in (TurnEnd.LOST, TurnEnd.SHORT)


class FiveThousandFace(Face[FiveThousand, State]):
    """The face of 5000."""

    opens = N_("{_5000_start} opens a table.")
    look = "sea"
    pictured = by_choice = True
    first_game = GUIDE
    lobby_dice = (1, 1, 1, 1, 1)
    kept = N_("{player} sets {kept} aside and throws {dice}.")
    course = N_("Points after each round")
    short_parts = ("Opening",)
    good_to_know = (
        RuleNote(
            N_("A turn has three throws, three more after each full hand, or no limit."),
            "throw_cap",
            of_texts=True,
        ),
        RuleNote(N_("The first turn that counts needs many points, or fewer."), "opening", of_texts=True),
        RuleNote(N_("The text has no points for six dice: those are ours."), "dice", of_source=True),
        WHO_BEGINS,
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    rules = staticmethod(five_thousand_rules)
    story = staticmethod(story_lines)

    def next_step(self, context: RenderContext, game: FiveThousand, state: State, *, all_held: bool = False) -> str:
        if state.power is not None:
            return ""
        if not state.dice:
            return context.t("press **Throw**")
        actions = game.legal_actions(state)
        stops = any(isinstance(action, Bank) for action in actions)
        if not (stops or state.opened[game.side(state.turn or Seat(0))]):
            return context.t("**Throw** on: {points} to open", points=context.t.number(game.opening))
        if stops and all(isinstance(action, Bank) for action in actions):
            return context.t("choose dice that score, then **Stop**")
        return context.t("choose dice that score, then **Throw** or **Stop**")

    def last_picture(
        self, context: RenderContext, table: Table, game: FiveThousand, state: State, names: Sequence[str]
    ) -> BoardPicture | None:
        return track_of_sea(context, table, game, state, names)

    def situation(self, context: RenderContext, game: FiveThousand, state: State, seat: Seat) -> list[str]:
        t, lines = context.t, self.standings(context, game, state, seat)
        lines.append(t("Goal: {points} points", points=t.number(game.goal)))
        if not state.opened[game.side(seat)]:
            lines.append(t("You need {points} points in one turn to open.", points=t.number(game.opening)))
        return [*lines, *self.beside_picture(context, game, state, seat)]

    def beside_picture(self, context: RenderContext, game: FiveThousand, state: State, seat: Seat) -> list[str]:
        t, lines = context.t, list[str]()
        if state.aside:
            aside, points = "-".join(map(str, state.aside)), t.number(state.risk)
            lines.append(t("Set aside: {dice}. At risk: {points} points.", dice=aside, points=points))
        elif state.risk:
            lines.append(t("At risk: {points} points.", points=t.number(state.risk)))
        return lines

    def of(self, game: str) -> AnyFace:
        return RACE if game == FiveThousandRace.key else self

    def one_score(self, options: Mapping[str, OptionValue]) -> bool:
        return options.get("goal_mode") == "exact" and GAMES not in options

    def held_at_first(self, game: FiveThousand, state: State) -> frozenset[int]:
        return chosen_dice(game, state, None)

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
        ways = [
            t("Set {dice} aside for {points}", dice="-".join(map(str, some)), points=t.number(points))
            for some, points in sorted(allowed.items(), key=lambda item: -item[1])
        ]
        return (
            [*ways, t("Stop, and all points at risk count")]
            if any(do.startswith("bank") for do in legal(game, state))
            else ways
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
    def way(self, context: RenderContext, reached: int, of: int) -> str:
        t = context.t
        # The goal stands in the title of everybody's board, and the line has to fit a phone.
        return t.many("{n} point", "{n} points", reached) if context.plain else f"{t.number(reached)}/{t.number(of)}"


class FiveThousandRaceFace(RaceFace[FiveThousandRace]):
    """The face of the race of 5000."""

    opens = N_("{_5000_start} opens a table, and **Everybody at once**, under **More**, makes it a race.")
    own_parts = (N_("Full hand"), N_("Opening"), N_("Too little to open"), N_("Power die"))
    pictured = by_choice = True

    def end(self, context: RenderContext, game: FiveThousandRace) -> str:
        return f"{_end(context, game.solo)} " + context.t("Five 1s end it at once.")


RACE = FiveThousandRaceFace(FACE, _FiveThousandRaceWords())
