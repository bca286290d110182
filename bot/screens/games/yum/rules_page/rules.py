"""The rules of a score-sheet game in words: a turn, every box with an example, and the effect of house rules."""

from bot.engine import N_
from bot.games.yum.common_options import GAMES_IN_MATCH, POWER, TEAMS, TIEBREAK
from bot.games.yum.rules import Yum
from bot.games.yum.scoring import Box, Section
from bot.games.yum.scoring.joker import JokerRule
from bot.games.yum.scoring.totals import EXTRA_YUM
from bot.games.yum.turns import THROWS
from bot.screens.games.yum.bonus_terms import bonus_term
from bot.screens.games.yum.rules_page.examples import examples
from bot.screens.games.yum.rules_page.power import power_rules
from bot.screens.kit import Field, RenderContext, sentences

_SHOWN_NUMBER = "threes"
"""The box of a number with the example, if the sheet has it."""


def yum_rules(context: RenderContext, game: Yum) -> tuple[str, tuple[Field, ...]]:
    """Return the rules of ``game``: the turn and the boxes, then its parts by name."""
    t = context.t
    boxes = game.layout.boxes
    numbers = [box for box in boxes if box.face]
    lines = [_number_line(context, game, numbers), ""] if numbers else []
    lines += [_line(context, game, box) for box in boxes if not box.face]
    lines += [f"\n{_limits(context, game, box)}" for box in boxes if box.above]
    parts = (
        (t("Grids") if _grids(game) else t("Columns"), _columns(context, game)),
        (t(bonus_term(game.layout, "Bonus of the upper section")), _bonus(context, game)),
        (t("Colours"), _colours(context, game)),
        (t("Points of the sheet"), _balut(context, game)),
        (t("Joker"), _joker(context, game)),
        (t("Further Yums"), _further_yums(context, game)),
        (t("Extra throws"), _extra_throws(context, game)),
        (t(POWER.rule.label), power_rules(context, game)),
        (t(GAMES_IN_MATCH.rule.label), _match(context, game)),
        (t(TEAMS.rule.label), _sides(context, game)),
        (t(TIEBREAK.rule.label), _ties(context, game)),
    )
    return "\n".join([_turn(context, game), "", *lines]), tuple(Field(name, said) for name, said in parts if said)


def _turn(context: RenderContext, game: Yum) -> str:
    stacked, columns = game.layout.stacked, game.layout.columns
    grids = _grids(game) and not stacked
    many = columns > 1 and not stacked and not grids
    fills = {
        N_("Then fill one open box: every box {many} times, {turns} turns in all."): stacked,
        N_("Then fill one open box of any grid: every box once, {turns} turns in all."): grids,
        N_("Then fill one open box of any column: every box once, {turns} turns in all."): many,
        N_("Then fill one open box: every box once, {turns} turns in all."): not (stacked or grids or many),
        N_("You may strike a box (write 0) instead. The highest total wins."): True,
    }
    turns = len(game.layout.boxes) * columns
    return f"{_throws(context, game)} {sentences(context, fills, many=columns, turns=turns)}"


def _throws(context: RenderContext, game: Yum) -> str:
    """How many throws a player has, and what gives more."""
    throwing = game.throwing
    more = bool(throwing.tokens or throwing.saves or throwing.power)
    said = {
        N_("Throw {dice} dice, {throws} times at most; before each further throw hold what you like."): not more,
        N_("Throw {dice} dice, up to {throws} times; before each further throw hold what you like."): more,
        N_("A token buys a fourth throw."): throwing.tokens,
        N_("Throws saved in earlier turns may follow."): throwing.saves,
        N_("A 6 on the Power die gives a fourth throw."): throwing.power,
    }
    return sentences(context, said, dice=game.layout.dice, throws=THROWS)


def _line(context: RenderContext, game: Yum, box: Box) -> str:
    """A box: its name, its condition, and an example unless the words name the dice already."""
    said = context.t(box.condition, points=box.maximum)
    line = context.t("**{name}**: {said}", name=context.t(box.label), said=said)
    faces, points = examples(game).get(box.key, ((), 0))
    return line if _dice(faces) in said else f"{line} {_example(faces, points)}"


def _number_line(context: RenderContext, game: Yum, boxes: list[Box]) -> str:
    """The boxes of numbers in one line: they are all alike."""
    line = context.t(
        "**{name}**: {said}",
        name=context.t.listed([context.t(box.label) for box in boxes]),
        said=context.t(boxes[0].condition, points=boxes[0].maximum),
    )
    shown = next((box for box in boxes if box.key == _SHOWN_NUMBER), boxes[0])
    return f"{line} " + context.t(
        "{box}: {example}", box=context.t(shown.label), example=_example(*examples(game)[shown.key])
    )


def _limits(context: RenderContext, game: Yum, box: Box) -> str:
    """What a 0 means for the boxes that compare their points."""
    other = game.layout.box(box.above or box.key)
    return context.t(
        "A 0 in {low} or {high} asks nothing of the other.", low=context.t(other.label), high=context.t(box.label)
    )


def _dice(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces))


def _example(faces: tuple[int, ...], points: int) -> str:
    return f"`{_dice(faces)}` → {points}"


def _columns(context: RenderContext, game: Yum) -> str:
    """What several columns mean: grids, or columns that count more and more."""
    layout = game.layout
    if not layout.named_columns:
        return ""
    if _grids(game):
        return context.t(
            "You fill {many} grids at the same time: each turn fills a box of the grid you choose. Each grid has its "
            "own bonus; the totals of the grids are added.",
            many=layout.columns,
        )
    said = context.t(
        "Each turn fills a box of the column you choose. Boxes hold the points of the dice; at the end the total of "
        "each column, bonus included, counts {times}, and the columns are added.",
        times=context.t.listed([f"×{multiplier}" for multiplier in layout.multipliers]),
    )
    if any(box.after or box.above for box in layout.boxes):
        said += " " + context.t("What a box asks of other boxes is asked within its column.")
    return said


def _grids(game: Yum) -> bool:
    """Whether the columns are grids that all count once."""
    return game.layout.named_columns and len(set(game.layout.multipliers)) == 1


def _bonus(context: RenderContext, game: Yum) -> str:
    bonus = game.layout.bonus
    steps = ", ".join(context.t("{needed} or more: +{points}", needed=a, points=b) for a, b in bonus.steps)
    more = [context.t(bonus.beyond)] if bonus.beyond else []
    if steps and game.throwing.power and game.ending.raw_bonus:
        more.append(context.t("The points before the Power die decide."))
    return f"{steps}. {' '.join(more)}" if more else steps


def _colours(context: RenderContext, game: Yum) -> str:
    coloured = any(box.key == "flush" for box in game.layout.boxes)
    return sentences(context, {N_("1 and 6 are black, 2 and 5 are red, 3 and 4 are green."): coloured})


def _balut(context: RenderContext, game: Yum) -> str:
    """How a sheet of Balut makes points; a test compares the numbers with the rules'."""
    if game.layout.award is None:
        return ""
    return context.t(
        "A full sheet gives 2 points each for Fours of 52 or more, Fives of 65, Sixes of 78 and Choice of 100; 4 for "
        "four Straights; 3 for four Full Houses; 2 for every Balut. All boxes added up give from -2 (below 300) to 6 "
        "(650 or more): one more for every 50. The most points win; if they are equal, the sum of the boxes."
    )


def _joker(context: RenderContext, game: Yum) -> str:
    """The joker in words, under the house rules."""
    t, joker = context.t, game.scorer.joker
    if joker is None:
        return ""
    several, free = game.layout.named_columns, joker.kind == "fr"
    strict = [t(box.label) for box in game.layout.boxes if _asks_jokers(joker, box)]
    said = {
        N_(
            "When {needs} and the box of that number is filled too, five equal dice are a joker: they may go in "
            "{where} and count there as if they fitted."
        ): True,
        N_("The boxes must be filled in every column."): several and joker.everywhere,
        N_("Only the boxes of the column it goes to must be filled."): several and not joker.everywhere,
        N_("In the box of another number it writes the sum of the dice."): free and joker.upper_sum,
        N_("In the box of another number it writes the most that box can hold."): free and not joker.upper_sum,
        N_("While the box of that number is open, it must be filled first, with its points or a 0."): joker.kind
        == "forced",
        N_("With a Power 5, the second box may take a joker that the first one has made."): game.throwing.power,
        N_("A joker still has to meet the usual conditions of {boxes}."): strict,
    }
    where = t("any open box") if free else t("any open box of the lower section")
    return sentences(context, said, needs=_joker_needs(context, game), where=where, boxes=t.listed(strict))


def _asks_jokers(joker: JokerRule, box: Box) -> bool:
    """Whether some five equal dice score nothing in ``box`` although they are a joker."""
    return box.section is not Section.UPPER and any(not joker.points(box, (face,) * 5) for face in range(1, 7))


def _joker_needs(context: RenderContext, game: Yum) -> str:
    yums = sum(box.yum for box in game.layout.boxes)
    one = yums == 1 or (game.scorer.joker is not None and game.scorer.joker.first)
    return context.t("the Yum box is filled") if one else context.t("every Yum box is filled")


def _further_yums(context: RenderContext, game: Yum) -> str:
    bonus, several = game.house_rules.get("yum_bonus"), game.layout.columns > 1
    said = {
        N_(
            "Once the Yum boxes of all columns hold points, each further Yum adds {points} points to the column it "
            "scores in."
        ): bonus and several,
        N_(
            "Once the Yum box holds points, each further Yum adds {points} points, wherever it is written, even as a 0."
        ): bonus and not several,
        N_(
            "Once the Yum box holds points, a further Yum that scores makes everybody else write a 0 instead of their "
            "next turn."
        ): not bonus and game.house_rules.get("kismet_penalty"),
    }
    return sentences(context, said, points=EXTRA_YUM)


def _extra_throws(context: RenderContext, game: Yum) -> str:
    throwing = game.throwing
    if throwing.saves:
        return context.t("Throws you do not use are kept: you may use them in later turns, after the third throw.")
    if throwing.tokens:
        return context.t.many(
            "Everybody begins with {n} token: it buys a fourth throw. It is worth nothing at the end.",
            "Everybody begins with {n} tokens: each buys a fourth throw, one a turn at most. They are worth nothing at "
            "the end.",
            throwing.tokens,
        )
    return ""


def _match(context: RenderContext, game: Yum) -> str:
    said = N_("A match is {games} games, each with empty sheets. All totals are added.")
    return sentences(context, {said: game.ending.games > 1}, games=game.ending.games)


def _sides(context: RenderContext, game: Yum) -> str:
    if not game.house_rules["teams"]:
        return ""
    at_once = N_("Everybody at once: up to {n} players.")
    said = {TEAMS.rule.meaning: True, N_("Players: {numbers}."): True, at_once: not game.only_in_turns}
    players = context.t.listed([str(seats) for seats in game.seats])
    return sentences(context, said, numbers=players, n=max(game.simultaneous_seats, default=0))


def _ties(context: RenderContext, game: Yum) -> str:
    return {
        "share": context.t("They share the place."),
        "most_yums": context.t("The most Yums decide, else the place is shared."),
        "upper_then_yums": context.t("The larger upper section decides, then the most Yums; else the place is shared."),
        "roll_off": context.t(
            "Players who share the first place throw all dice once: the highest sum wins, equal sums again."
        ),
    }[game.ending.tiebreak]
