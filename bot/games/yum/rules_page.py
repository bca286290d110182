"""The rules of a score-sheet game in words: a turn, every box with an example, and the effect of house rules."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from bot.engine import DOUBLE, FREEZE, N_, POWER, Faces, RuleNote
from bot.engine.hands import run
from bot.games.yum.rules import THROWS, Yum
from bot.games.yum.scoring import Box, Section
from bot.games.yum.scoring.boxes import Cell, Sheet
from bot.games.yum.scoring.points import EXTRA_YUM, JokerRule
from bot.games.yum.scoring.sheet import GAMES_IN_MATCH, TEAMS, TIEBREAK
from bot.games.yum.scoring.sheet import POWER as POWER_DIE
from bot.games.yum.sheet_lines import bonus_term
from bot.games.yum.sheets import SHEETS
from bot.screens.kit import GOOD_TO_KNOW, Field, RenderContext, sentences
from bot.screens.kit.dice import WHO_BEGINS

# -- Throws that show what a box needs. A search through all throws finds them, and the game's own scorer counts them --

_LIKED: Faces = (3, 5, 2, 6, 4, 1)
"""Faces, the nicest first for an example; so a Full House is 3-3-3-5-5, not 1-1-1-2-2."""

_SHOWN_OF_A_NUMBER = 3
"""The number of matching dice in an example for the box of a number."""


@lru_cache(maxsize=256)
def examples(game: Yum) -> dict[str, tuple[Faces, int]]:
    """Return an example for every box: the throw that scores in the fewest other boxes, and its points in that box.

    Dice lie as a person would put them: straights in order, else equal dice together. It leaves out a box without any
    scoring throw.
    """
    throws = _throws(game)
    found = {}
    for place, box in enumerate(game.layout.boxes):
        for faces in throws:
            if box.face and faces.count(box.face) != _SHOWN_OF_A_NUMBER:
                continue
            points = game.scorer.raw(_sheet_before(game, place), 0, faces)[place]
            if points:
                in_order = run(faces, 4)
                laid = faces if in_order else tuple(sorted(faces, key=lambda face: (-faces.count(face), face)))
                found[box.key] = (laid, points)
                break
    return found


def _throws(game: Yum) -> list[Faces]:
    """Return every throw, faces ascending, the best example first."""
    others = [box for box in game.layout.boxes if not box.face]

    def fitness(faces: Faces) -> tuple[int, int, Faces]:
        elsewhere = sum(1 for box in others if box.points(faces))
        nice = sorted((_LIKED.index(face) for face in faces), key=lambda liked: (-faces.count(_LIKED[liked]), liked))
        return elsewhere, -len(set(faces)), tuple(nice)

    return sorted(combinations_with_replacement(range(1, 7), game.layout.dice), key=fitness)


@lru_cache(maxsize=1024)
def _sheet_before(game: Yum, place: int) -> Sheet:
    """Return a sheet that has only the boxes filled that must come before the one at ``place``."""
    layout = game.layout
    before = layout.boxes[place].after
    column = tuple(Cell(box.maximum, box.maximum) if box.key in before else None for box in layout.boxes)
    return (column, *((None,) * len(layout.boxes) for _ in range(layout.columns - 1)))


# -- The Power die in words: the effect of each face, under the house rules ------------------------------------------


def power_rules(context: RenderContext, game: Yum) -> str:
    """Return the six faces, one a line; empty in a game without the die."""
    if not game.throwing.power:
        return ""
    faces = {
        face: context.t("the points written count {times} times.", times=face)
        if face > 1
        else context.t("the points count once.")
        for face in range(1, FREEZE)
    }
    faces[FREEZE] = _freeze(context, game)
    faces[DOUBLE] = _double(context, game)
    faces[POWER] = context.t("Power: if it shows after the third throw, there is a fourth; the Power die itself stays.")
    return "\n".join(
        (
            context.t(
                "A die of another colour is thrown along and may be held like the others. It belongs to no combination."
            ),
            *(context.t("**{face}**: {said}", face=face, said=said) for face, said in faces.items()),
            context.t("What a box asks for is asked of the dice, before their points are multiplied."),
        )
    )


def _freeze(context: RenderContext, game: Yum) -> str:
    kept = game.throwing.freeze_if_kept
    said = {
        N_("Freeze: if you keep it, you throw no more this turn."): kept,
        N_("Freeze: no more throws this turn."): not kept,
    }
    return sentences(context, said)


def _double(context: RenderContext, game: Yum) -> str:
    must = game.house_rules["double_mandatory"]
    said = {
        N_("Double: the dice must fill a second box too, if one is open."): must,
        N_("Double: the dice may fill a second box too."): not must,
        N_("Equal dice may fill two Yum boxes."): game.layout.columns * sum(box.yum for box in game.layout.boxes) > 1,
    }
    return sentences(context, said)


# -- Where the texts of the score-sheet games leave something open (rules.md §1–§14, §20, §21) -----------------------

_EQUAL_DICE = RuleNote(N_("For pairs and equal dice the sheets add all dice, unlike Yatzy."), "of_a_kind")

_POWER = (
    RuleNote(
        N_("A Power 4 ends the turn “without more throws”: as soon as it falls or when it is kept is not said."),
        "freeze",
    ),
    RuleNote(N_("Whether a Power 5 must fill a second box is not said."), "double_mandatory"),
    RuleNote(N_("Whether the bonus counts multiplied points is not said."), "power_bonus_base"),
)

_MATCH = (
    RuleNote(
        N_("How many games: “up to 6” in English, seven columns on the sheet, a single round in French."),
        "games_in_match",
    ),
    RuleNote(N_("The texts have no teams: they are our addition."), "teams"),
    WHO_BEGINS,
)


def rule_notes(game: Yum) -> Sequence[tuple[str, Sequence[RuleNote]]]:
    """Return those of the sheet and of matches, and those of the joker and the Power die if the game has them."""
    sheet = SHEETS[game.key]
    return (
        (GOOD_TO_KNOW, (*sheet.notes, _EQUAL_DICE)),
        (N_("Good to know: the joker"), sheet.joker_notes if game.options.get("joker") != "none" else ()),
        (N_("Good to know: the Power die"), _POWER if game.options.get("power") is True else ()),
        (N_("Good to know: the match"), _MATCH),
    )


# -- The page: a turn, every box, and the parts by name --------------------------------------------------------------

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
        (t(POWER_DIE.rule.label), power_rules(context, game)),
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
        N_("You may strike a box (write 0) instead."): True,
    }
    turns = len(game.layout.boxes) * columns
    award = game.layout.award is not None
    aim = {
        N_("Fill your sheet: the highest total wins."): not award,
        N_("Fill your sheet: the one worth the most points wins."): award,
    }
    parts = (
        sentences(context, aim),
        _throws_rules(context, game),
        sentences(context, fills, many=columns, turns=turns),
    )
    return " ".join(parts)


def _throws_rules(context: RenderContext, game: Yum) -> str:
    """Return the number of throws that a player has, and what gives more."""
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
    if steps and game.throwing.power and game.raw_bonus:
        more.append(context.t("The points before the Power die decide."))
    return f"{steps}. {' '.join(more)}" if more else steps


def _colours(context: RenderContext, game: Yum) -> str:
    coloured = any(box.key == "flush" for box in game.layout.boxes)
    return sentences(context, {N_("1 and 6 are black, 2 and 5 are red, 3 and 4 are green."): coloured})


def _balut(context: RenderContext, game: Yum) -> str:
    """Return the points of a sheet of Balut; a test compares the numbers with the rules'."""
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
    return sentences(context, {said: game.length.games > 1}, games=game.length.games)


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
    }[str(game.tiebreak)]
