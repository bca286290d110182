"""The rules of a score-sheet game in words: a turn, every box with an example, and the effect of house rules."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

from bot.engine import DOUBLE, FREEZE, N_, POWER, Faces, RuleNote
from bot.engine.hands import run
from bot.games.yum.rules import THROWS, Yum
from bot.games.yum.scoring import Box, Section
from bot.games.yum.scoring.points import EXTRA_YUM, JokerRule
from bot.games.yum.scoring.sheet import GAMES_IN_MATCH, TEAMS, TIEBREAK
from bot.games.yum.scoring.sheet import POWER as POWER_DIE
from bot.games.yum.sheet_lines import bonus_term, labels
from bot.games.yum.sheets import SHEETS
from bot.screens.kit import Field, RenderContext, numbered, sentences
from bot.screens.kit.dice import WHO_BEGINS
from bot.screens.kit.sides import next_first

# -- Throws that show what a box needs. A search through all throws finds them, and the boxes count them --------------

_LIKED: Faces = (3, 5, 2, 6, 4, 1)
"""Faces, the nicest first for an example; so a Full House is 3-3-3-5-5, not 1-1-1-2-2."""

_SHOWN_OF_A_NUMBER = 3
"""The number of matching dice in an example for the box of a number."""


@lru_cache(maxsize=256)
def examples(boxes: tuple[Box, ...], dice: int) -> dict[str, tuple[Faces, int]]:
    """Return an example for every box: the throw that scores in the fewest other boxes, and its points in that box.

    Dice lie as a person would put them: straights in order, else equal dice together. It leaves out a box without any
    scoring throw.
    """
    throws, worth = _throws(dice), [_worth(box, dice) for box in boxes]
    others = [points for box, points in zip(boxes, worth, strict=True) if not box.face]
    elsewhere = [sum(map(bool, points)) for points in zip(*others, strict=True)]
    best_first = sorted(range(len(throws)), key=elsewhere.__getitem__)
    by_box = {}
    for box, points in zip(boxes, worth, strict=True):
        for number in best_first:
            faces = throws[number]
            if points[number] and (not box.face or faces.count(box.face) == _SHOWN_OF_A_NUMBER):
                in_order = run(faces, 4)
                laid = faces if in_order else tuple(sorted(faces, key=lambda face: (-faces.count(face), face)))
                by_box[box.key] = (laid, points[number])
                break
    return by_box


@lru_cache(maxsize=1024)
def _worth(box: Box, dice: int) -> tuple[int, ...]:
    """Return the points of every throw in ``box``: house rules leave most boxes as they are."""
    return tuple(map(box.points, _throws(dice)))


@lru_cache(maxsize=2)
def _throws(dice: int) -> tuple[Faces, ...]:
    """Return every throw, faces ascending, the nicest first."""

    def fitness(faces: Faces) -> tuple[int, Faces]:
        nice = sorted((_LIKED.index(face) for face in faces), key=lambda liked: (-faces.count(_LIKED[liked]), liked))
        return -len(set(faces)), tuple(nice)

    return tuple(sorted(combinations_with_replacement(range(1, 7), dice), key=fitness))


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
                "A die of another colour is thrown with the others and may be held like them. It belongs to no "
                "combination."
            ),
            *(context.t("**{face}**: {said}", face=face, said=effect) for face, effect in faces.items()),
            context.t("What a box asks for is asked of the dice, before their points are multiplied."),
            *_multiplied(context, game),
            *([context.t("A throw for a tie is made without it.")] if game.throws_for_ties else ()),
        )
    )


def _multiplied(context: RenderContext, game: Yum) -> Iterator[str]:
    """What multiplied points count for besides their box, unless a house rule takes the points before the die."""
    if game.raw_bonus:
        return
    if game.layout.award is not None:
        yield context.t("Multiplied points count for the points of the sheet too.")
    elif game.layout.bonus.steps:
        yield context.t(bonus_term(game.layout, "Multiplied points count for the bonus too."))


def _freeze(context: RenderContext, game: Yum) -> str:
    kept = game.throwing.freeze_if_kept
    rules = {
        N_("Freeze: if you keep it, you throw no more this turn."): kept,
        N_("Freeze: no more throws this turn."): not kept,
    }
    return sentences(context, rules)


def _double(context: RenderContext, game: Yum) -> str:
    must = game.house_rules["double_mandatory"]
    rules = {
        N_("Double: the dice must fill a second box too, if one is open."): must,
        N_("Double: the dice may fill a second box too."): not must,
        N_("Five equal dice may fill two of the boxes for them."): game.layout.columns
        * sum(box.yum for box in game.layout.boxes)
        > 1,
    }
    return sentences(context, rules)


# -- Where the texts of the score-sheet games leave something open (rules.md §1–§14, §20, §21) -----------------------

_EQUAL_DICE = RuleNote(N_("For pairs and equal dice the sheets add all dice, unlike Yatzy."), "of_a_kind")

_POWER = (
    RuleNote(
        N_("A Power 4 stops your throws at once, or only if you keep it."),
        "freeze",
        of_texts=True,
    ),
)

_MATCH = (
    RuleNote(
        N_("One game decides, or several are added up."),
        "games_in_match",
        of_texts=True,
    ),
    WHO_BEGINS,
)
"""Of sheets whose own notes say nothing of matches: they come from another text."""


def rule_notes(game: Yum) -> Sequence[RuleNote]:
    """Return those of the sheet and of matches, and those of the joker and the Power die if the game has them."""
    sheet, options = SHEETS[game.key], game.options
    known = game.scorer.joker
    joker = [] if known is None else [n for n in sheet.joker_notes if n.rule != "joker_upper" or known.kind == "fr"]
    told = {note.rule for note in sheet.notes if note.rule}
    match = [note for note in _MATCH if note.rule not in told]
    return (*sheet.notes, _EQUAL_DICE, *joker, *(_POWER if options.get("power") is True else ()), *match)


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
        (t("Short names"), _board_names(context, game)),
        (t(GAMES_IN_MATCH.rule.label), _match(context, game)),
        (t(TEAMS.rule.label), _sides(context, game)),
        (t(TIEBREAK.rule.label), _ties(context, game)),
    )
    return "\n".join([_aim(context, game), _turn(context, game), "", *lines]), tuple(
        Field(name, rule) for name, rule in parts if rule
    )


def _aim(context: RenderContext, game: Yum) -> str:
    alone, award = not game.sides, game.layout.award is not None
    rules = {
        N_("Fill your sheet: the highest total wins."): alone and not award,
        N_("Fill your sheet: the one worth the most points wins."): alone and award,
        N_("Fill your sheets: the team with the highest total wins."): not alone and not award,
        N_("Fill your sheets: the team whose sheets are worth the most points wins."): not alone and award,
    }
    return sentences(context, rules)


def _turn(context: RenderContext, game: Yum) -> str:
    """A turn in six lines at most."""
    throwing, columns, stacked = game.throwing, game.layout.columns, game.layout.stacked
    more, named = bool(throwing.tokens or throwing.saves or throwing.power), game.layout.named_columns
    steps = {
        N_("Throw {dice} dice, {throws} times at most; before each further throw hold what you like."): not more,
        N_("Throw {dice} dice, up to {throws} times; before each further throw hold what you like."): more,
        N_("A token buys a fourth throw."): throwing.tokens,
        N_("Throws saved in earlier turns may follow."): throwing.saves,
        N_("A 6 on the Power die gives a fourth throw."): throwing.power,
        N_("Then write their points in an open box of any grid."): _grids(game),
        N_("Write their points, or 0, in an open box of any column: columns count {counts}."): game.layout.multiplied,
        N_("Then write their points in an open box."): not named,
        N_("You may strike a box (write 0) instead."): not game.layout.multiplied,
        N_("Every box is filled once: {turns} turns in all."): not throwing.power and not stacked,
        N_("Every box is filled once: a game has {turns} turns at most."): throwing.power and not stacked,
        N_("Every box is filled {many} times: a game has {turns} turns."): not throwing.power and stacked,
        N_("Every box is filled {many} times: a game has {turns} turns at most."): throwing.power and stacked,
    }
    turns = len(game.layout.boxes) * columns
    counts = context.t.listed([f"×{multiplier}" for multiplier in game.layout.multipliers])
    return numbered(context, steps, dice=game.layout.dice, throws=THROWS, many=columns, turns=turns, counts=counts)


def _line(context: RenderContext, game: Yum, box: Box) -> str:
    """A box: its name, its condition, and an example unless the words name the dice already."""
    condition = context.t(box.condition, points=box.maximum)
    line = context.t("**{name}**: {said}", name=context.t(box.label), said=condition)
    faces, points = _examples(game).get(box.key, ((), 0))
    return line if _dice(faces) in condition else f"{line} {_example(faces, points)}"


def _number_line(context: RenderContext, game: Yum, boxes: list[Box]) -> str:
    """The boxes of numbers in one line: they are all alike."""
    line = context.t(
        "**{name}**: {said}",
        name=context.t.listed([context.t(box.label) for box in boxes]),
        said=context.t(boxes[0].condition, points=boxes[0].maximum),
    )
    shown = _shown_number(boxes)
    return f"{line} " + context.t(
        "{box}: {example}", box=context.t(shown.label), example=_example(*_examples(game)[shown.key])
    )


def _shown_number(boxes: list[Box]) -> Box:
    return next((box for box in boxes if box.key == _SHOWN_NUMBER), boxes[0])


def _limits(context: RenderContext, game: Yum, box: Box) -> str:
    """What a 0 means for the boxes that compare their points."""
    sentence = (
        N_("{high} may only be filled after {low}; after a 0 in {low} it need not be higher.")
        if box.waits_for
        else N_("Once {low} or {high} holds a 0, the other one need not be higher or lower.")
    )
    low = game.layout.box(box.above or box.key)
    return context.t(sentence, low=context.t(low.label), high=context.t(box.label))


_NAME = 14
"""The characters of a name beside dice and points, where a table has 28 columns."""
_LINES = 12
"""The lines of boxes that a phone shows below a turn; a longer sheet tells in a sentence which boxes add up dice."""


def box_worths(context: RenderContext, game: Yum) -> list[tuple[str, str, str]]:
    """Return every box by its example, those of numbers in one line; a longer name is that of the board.

    The bonus stands below.
    """
    boxes, shown = game.layout.boxes, _examples(game)
    numbers = [box for box in boxes if box.face]
    others = [box for box in boxes if not box.face and box.key in shown]
    long = len(others) >= _LINES
    apart = {key for box in others if box.above for key in (box.above, box.key)}
    sums = [box for box in others if long and box.key not in apart and _adds_up_all(box, game.layout.dice)]
    shorts = dict(zip((box.key for box in boxes), labels(context.t, game.layout), strict=True))
    minus = next((box for box in others if box.key == "minus"), None)

    def line(name: str, box: Box) -> tuple[str, str, str]:
        faces, points = shown[box.key]
        return name, _dice(faces), context.t.number(points)

    lines, before = [], ""
    if numbers:
        first, last = (context.t(box.label) for box in (numbers[0], numbers[-1]))
        lines.append(line(f"{first} … {last}", _shown_number(numbers)))
    for box in others:
        if box not in sums and box is not minus and not (long and box.key in apart):
            label = context.t(box.label)
            told = line(label if len(label) <= _room(game) else shorts[box.key], box)
            both = f"{before}, {shorts[box.key]}"
            if long and lines and lines[-1][1:] == told[1:] and len(both) <= _room(game):
                lines[-1] = (both, *told[1:])  # The 2nd and the 3rd Yum.
            else:
                lines.append(told)
            before = shorts[box.key]
    said = [_sums(context, game, sums)] if sums else []
    said += _compared(context, game)
    said += [context.t("Minus: 36 less the sum of the dice.")] if minus else []
    if game.layout.bonus.steps:
        steps = ", ".join(
            context.t("{needed} or more → +{points}", needed=a, points=b) for a, b in game.layout.bonus.steps
        )
        said.append(context.t(bonus_term(game.layout, "Upper bonus: {steps}"), steps=steps))
    said += filter(None, [_colours(context, game)])
    if len(others) < _LINES:
        said += _of_equal_dice(context, game)
    return [*lines, *((sentence, "", "") for sentence in said)]


def _sums(context: RenderContext, game: Yum, boxes: Sequence[Box]) -> str:
    """Tell which boxes write the sum of all dice: those that ask for some first, then those that take any."""
    free = [box for box in boxes if all(_worth(box, game.layout.dice))]
    of_some, of_any = (
        context.t.listed([context.t(box.label) for box in some])
        for some in ([box for box in boxes if box not in free], free)
    )
    rules = {N_("The sum of all dice: {boxes}."): True, N_("{name}: any dice."): of_some and of_any}
    return sentences(context, rules, boxes=of_some or of_any, name=of_any)


def _compared(context: RenderContext, game: Yum) -> Iterator[str]:
    """Tell of two boxes that one must stay below the other, and what each needs besides."""
    for high in game.layout.boxes:
        if high.above:
            low, least = game.layout.box(high.above), game.layout.dice
            from_low, from_high = (min(filter(None, _worth(box, least))) for box in (low, high))
            rules = {
                N_("{low}: a sum of {least} or more."): high.waits_for,
                N_("{low}: a sum of {least} or more, under {other}."): from_low > least and not high.waits_for,
                N_("{low}: a sum under {other}."): from_low == least,
                N_("{high}: {more} or more, over {one}."): from_high > least,
                N_("{high}: a sum over {one}."): from_high == least,
                N_("Else 0."): True,
            }
            names = {"low": low.label, "high": high.label, "one": low.short, "other": high.short}
            said = {name: context.t(label) for name, label in names.items()}
            yield sentences(context, rules, least=from_low, more=from_high, **said)


def _of_equal_dice(context: RenderContext, game: Yum) -> Iterator[str]:
    """What further Yums bring, in the few words for which the first page has room."""
    joker, several = game.scorer.joker, game.layout.columns > 1
    if game.house_rules.get("yum_bonus"):
        rules = {
            N_("After points in Yum, each further Yum adds {points}."): not several,
            N_("After points in every Yum box, each further Yum that scores adds {points} to its column."): several,
        }
        yield sentences(context, rules, points=EXTRA_YUM)
    if joker is not None and not any(_asks_jokers(game, joker, box) for box in game.layout.boxes):
        where = {
            N_("Joker: with Yum and their number filled, five equal dice fit any box."): joker.kind == "fr",
            N_("Joker: with Yum and their number filled, five equal dice fit any lower box."): joker.kind != "fr",
        }
        yield sentences(context, where)


def _adds_up_all(box: Box, dice: int) -> bool:
    """Whether every throw that scores in ``box`` writes the sum of its dice there, and they differ."""
    worth = _worth(box, dice)
    sums = all(points in (0, sum(faces)) for points, faces in zip(worth, _throws(dice), strict=True))
    return sums and len({points for points in worth if points}) > 1


def _room(game: Yum) -> int:
    return _NAME - 2 * (game.layout.dice - 5)


def _examples(game: Yum) -> dict[str, tuple[Faces, int]]:
    return examples(game.layout.boxes, game.layout.dice)


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
            "You fill {many} grids at the same time: choose one for each box. Each grid has its own bonus; the totals "
            "of the grids are added.",
            many=layout.columns,
        )
    sentence = context.t(
        "Choose a column for each box. Points are written as they are; at the end the total of each column, bonus "
        "included, counts {times}, and the columns are added.",
        times=context.t.listed([f"×{multiplier}" for multiplier in layout.multipliers]),
    )
    if any(box.after or box.above for box in layout.boxes):
        sentence += " " + context.t("What a box asks of other boxes is asked within its column.")
    return sentence


def _grids(game: Yum) -> bool:
    """Whether the columns are grids that all count once."""
    return game.layout.named_columns and not game.layout.multiplied


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


def _board_names(context: RenderContext, game: Yum) -> str:
    """The boxes that buttons, and sheets without room, call by another name than the rules; cut names if no other."""
    if game.layout.stacked:
        return ""
    t, boxes = context.t, game.layout.boxes
    cut = [
        name if name.endswith(".") else t(box.label) for name, box in zip(labels(t, game.layout), boxes, strict=True)
    ]
    shorts = [t(box.short) if t(box.short) != t(box.label) else name for box, name in zip(boxes, cut, strict=True)]
    return " · ".join(
        t("{name}: {value}", name=short, value=t(box.label))
        for box, short in zip(boxes, shorts, strict=True)
        if not _begins(t(box.label).casefold().split(), short.casefold().split())
    )


def _begins(label: Sequence[str], short: Sequence[str]) -> bool:
    """Whether a short name is words of the whole one, with the first of them: nobody needs to be told "Low"."""
    return short[0] == label[0] and set(short) <= set(label)


def _balut(context: RenderContext, game: Yum) -> str:
    """Return the points of a sheet of Balut; a test compares the numbers with the rules'."""
    rules = {
        N_(
            "A full sheet gives 2 points each for Fours of 52 or more, Fives of 65, Sixes of 78 and Choice of 100; 4 "
            "for four Straights; 3 for four Full Houses; 2 for every Balut. All boxes added up give from -2 (below "
            "300) to 6 (650 or more): one more for every 50."
        ): True,
        N_("The points before the Power die decide."): game.throwing.power and game.raw_bonus,
    }
    return "" if game.layout.award is None else sentences(context, rules)


def _joker(context: RenderContext, game: Yum) -> str:
    """The joker in words, under the house rules."""
    t, joker = context.t, game.scorer.joker
    if joker is None:
        return ""
    several, free, forced = game.layout.named_columns, joker.kind == "fr", joker.kind == "forced"
    apart = several and not joker.everywhere
    strict = [t(box.label) for box in game.layout.boxes if _asks_jokers(game, joker, box)]
    rules = {
        N_(
            "When {needs} and the box of the number on the dice is filled too, five equal dice are a joker: they "
            "may go in {where} and count there as if they fitted."
        ): True,
        N_("The boxes must be filled in every column."): several and joker.everywhere,
        N_("Only the boxes of the column it goes to must be filled."): apart,
        N_("In the box of another number a joker writes the sum of the dice."): free and joker.upper_sum,
        N_("In the box of another number a joker writes the most that box can hold."): free and not joker.upper_sum,
        N_("While the box of that number is open, it must be filled first, with its points or a 0."): forced
        and not apart,
        N_(
            "While the box of that number is open in a column where the Yum box is filled, they may fill no other box "
            "there; it takes its points or a 0."
        ): forced and apart,
        N_(
            "While the box of that number is open, they are no joker: they go in any box, and count as other dice do."
        ): (not forced),
        N_("In the box of another number they write a 0, even when the lower section is full."): not free,
        N_("With a Power 5, the second box may take a joker that the first one has made."): game.throwing.power,
        N_("A joker still has to meet the usual conditions of {boxes}."): strict,
    }
    example = _joker_example(context, game, joker, strict)
    where = t("any open box") if free else t("any open box of the lower section")
    rule = sentences(context, rules, needs=_joker_needs(context, game), where=where, boxes=t.listed(strict))
    return f"{rule} {example}".rstrip()


def _joker_example(context: RenderContext, game: Yum, joker: JokerRule, strict: Sequence[str]) -> str:
    """Five 5s in the box where a joker brings the most, and which they do not fit otherwise; empty without such."""
    t, boxes, thrown = context.t, game.layout.boxes, (5,) * game.layout.dice
    filled = [t(boxes[place].label) for place in joker.needed(game.layout)]
    filled += [t(box.label) for box in boxes if box.face == thrown[0]]
    unfit = [box for box in boxes if box.section is Section.LOWER and not box.points(thrown)]
    worth = {joker.points(box, thrown): t(box.label) for box in unfit if t(box.label) not in strict}
    if not worth:
        return ""
    points, best = max(worth.items())
    return t(
        "Example: {filled} are filled, and you throw {dice}: in {box} that is {points} points.",
        filled=t.listed(filled),
        dice=f"`{_dice(thrown)}`",
        box=best,
        points=points,
    )


def _asks_jokers(game: Yum, joker: JokerRule, box: Box) -> bool:
    """Whether five equal dice may score nothing in ``box`` although they are a joker."""
    filled = {game.layout.boxes[place].key for place in joker.needed(game.layout)}
    if box.section is Section.UPPER or box.key in filled:
        return False
    waits = box.after_scored or not set(box.after) <= filled
    return waits or bool(box.above) or any(not joker.points(box, (face,) * 5) for face in range(1, 7))


def _joker_needs(context: RenderContext, game: Yum) -> str:
    yums = sum(box.yum for box in game.layout.boxes)
    single = yums == 1 or (game.scorer.joker is not None and game.scorer.joker.first)
    return context.t("the Yum box is filled") if single else context.t("every Yum box is filled")


def _further_yums(context: RenderContext, game: Yum) -> str:
    bonus, several = game.house_rules.get("yum_bonus"), game.layout.columns > 1
    fine = game.house_rules.get("kismet_penalty")
    rules = {
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
        ): fine,
        N_("Of two boxes with a Power 5, only the first counts for this."): game.throwing.power
        and (fine or (bonus and several)),
    }
    return sentences(context, rules, points=EXTRA_YUM)


def _extra_throws(context: RenderContext, game: Yum) -> str:
    throwing = game.throwing
    if throwing.saves:
        rules = {
            N_(
                "Throws you do not use are kept: you may use them in later turns of the game, after the third throw."
            ): True,
            N_("A turn that ends with a 4 on the Power die keeps none."): throwing.power,
        }
        return sentences(context, rules)
    if throwing.tokens:
        return context.t.many(
            "Everybody begins a game with {n} token: it buys a fourth throw. It is worth nothing at the end.",
            "Everybody begins a game with {n} tokens: each buys a fourth throw, one a turn at most. They are worth "
            "nothing at the end.",
            throwing.tokens,
        )
    return ""


def _match(context: RenderContext, game: Yum) -> str:
    if not game.length.several:
        return ""
    games = context.t(
        "A match is {games} games, each with empty sheets. All totals are added.", games=game.length.games
    )
    return f"{games} {next_first(context, game)}"


def _sides(context: RenderContext, game: Yum) -> str:
    if not game.house_rules["teams"]:
        return ""
    at_once = N_("Everybody at once: up to {n} players.")
    rules = {TEAMS.rule.meaning: True, at_once: not game.only_in_turns}
    return sentences(context, rules, n=max(game.simultaneous_seats, default=0))


_MOST: Mapping[str, str] = {
    "yams": N_("The most Yams decide, else the place is shared."),
    "maxi_yum": N_("The most Maxi Yums decide, else the place is shared."),
}
"""By the box for equal dice, where it is not called Yum."""
_UPPER_THEN_MOST: Mapping[str, str] = {
    "yams": N_("The larger upper section decides, then the most Yams; else the place is shared."),
    "maxi_yum": N_("The larger upper section decides, then the most Maxi Yums; else the place is shared."),
}


def _ties(context: RenderContext, game: Yum) -> str:
    called = next((box.key for box in game.layout.boxes if box.yum), "")
    most = _MOST.get(called, N_("The most Yums decide, else the place is shared."))
    upper_then_most = _UPPER_THEN_MOST.get(
        called, N_("The larger upper section decides, then the most Yums; else the place is shared.")
    )
    tiebreak, sums = game.tiebreak, game.layout.award is not None
    yums, upper = tiebreak == "most_yums", tiebreak == "upper_then_yums"
    rules = {
        N_("The larger sum of the boxes decides."): sums,
        N_("If that is equal too, they share the place."): sums and tiebreak == "share",
        N_("Then the most Baluts decide, else the place is shared."): sums and (yums or upper),
        N_("They share the place."): not sums and tiebreak == "share",
        most: not sums and yums,
        upper_then_most: not sums and upper,
        N_(
            "Players who share the first place throw all dice once: the highest sum wins, equal sums throw again."
        ): game.throws_for_ties,
    }
    return sentences(context, rules)
