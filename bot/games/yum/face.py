"""The face of the score-sheet games: statistics, shared results, result pictures, moments."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from itertools import islice

from bot.engine import N_, Event, GameError, Rolled, Seat
from bot.engine.gate import JournalEntry, legal
from bot.engine.guide import Guide
from bot.engine.hands import all_equal
from bot.games.yum.board import (
    board_screen,
    dice_look,
    last_line,
    news_lines,
    place_name,
    what_next,
    with_extra,
)
from bot.games.yum.guide import GUIDES
from bot.games.yum.pad import SHOUTED, own_pad, pad_of
from bot.games.yum.rules import THROWS, ExtraYum, Mark, Marked, State, Strike, Yum, has_perfect_upper
from bot.games.yum.rules_page import box_worths, rule_notes, yum_rules
from bot.games.yum.scoring import Box, Section
from bot.games.yum.scoring.boxes import Layout
from bot.games.yum.scoring.points import ColumnTotals, SheetTotals, yums
from bot.games.yum.sheet_lines import (
    beside_points,
    bonus_term,
    column_name,
    counted,
    heads,
    in_order,
    sheet_lines,
    sheets_parts,
)
from bot.games.yum.sheets import SHEETS
from bot.games.yum.spoken import sheet_in_words
from bot.locales import Words
from bot.screens.kit import (
    AnyFace,
    BoardPicture,
    Face,
    RenderContext,
    SheetLine,
    Sheets,
    Weight,
    code_block,
    mention,
    one_more_line,
    tie_lines,
)
from bot.screens.kit.board import Moment, SheetReader, Tone, lead_taken
from bot.screens.kit.face import percent
from bot.screens.kit.sides import single, totalled
from bot.tables.model.table import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.statistics import StatsTotals

# -- The statistics of score sheets: the boxes, the upper bonus, the Yums --------------------------------------------


def stats_lines(context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
    """Return a line per box with its average, its best and how often it holds points; then bonuses and Yums."""
    t = context.t
    lines, sentences = [_box_head(context)], list[str]()
    layout = _layout(series)
    for key, (short, label) in _box_labels(context, layout, totals).items():
        box = totals.boxes.get(key)
        if box is not None:
            share = percent(context, box.scored, box.filled)
            numbers = t.number(box.average, 1), t.number(box.best), share
            lines.append(f"{short[:10]:<10} {numbers[0]:>5} {numbers[1]:>5} {numbers[2]:>5}")
            sentence = t(
                "{box}: {average} points on average, at best {best}; scored in {share}.",
                box=label,
                average=numbers[0],
                best=numbers[1],
                share=share,
            )
            sentences.append(sentence)
    shown = sentences if context.spoken else [code_block(lines)]
    if totals.bonus_chances:
        share = percent(context, totals.bonuses, totals.bonus_chances)
        shown.append(
            t(
                bonus_term(layout, "Upper bonus: {n} of {chances} ({share})."),
                n=totals.bonuses,
                chances=totals.bonus_chances,
                share=share,
            )
        )
    yums = [t.many("Yums: **{n}** thrown", "Yums: **{n}** thrown", totals.counts["yums_thrown"])]
    yums.append(t.many("{n} scored", "{n} scored", totals.counts["yums"]))
    if totals.counts["further_yums"]:
        yums.append(t.many("{n} with a bonus", "{n} with a bonus", totals.counts["further_yums"]))
    games = t.many("in {n} game", "in {n} games", totals.games)
    return [*shown, f"{', '.join(yums)} {games}."]


def _box_head(context: RenderContext) -> str:
    average, best, made = context.t("avg."), context.t("best"), context.t("made")
    return f"{'':<10} {average[:5]:>5} {best[:5]:>5} {made[:5]:>5}"


def _layout(series: GameSeries) -> Layout | None:
    """The sheet of these games; None if this version has no such sheet."""
    try:
        return Yum.of_sheet(series.game, series.options).layout
    except (GameError, KeyError, ValueError):
        return None


def _box_labels(context: RenderContext, layout: Layout | None, totals: StatsTotals) -> Mapping[str, tuple[str, str]]:
    """Return both names of the boxes, for tables and for sentences, in the order of the sheet; without it, keys."""
    if layout is None:
        return {key: (key, key) for key in totals.boxes}
    boxes = [layout.boxes[place] for place in in_order(layout)]
    return {box.key: (context.t(box.short), context.t(box.label)) for box in boxes}


# -- The success of each box, without a word about dice or points, for a player who shares a daily -------------------

GOOD = 0.6
"""From this share of a box's maximum on it went well: three equal dice of five in the upper section."""

_A_LINE = 8
"""The number of squares that fit on a line of any phone."""


class BoxQuality(Enum):
    """The success of a box, and its square."""

    WELL = "🟩"
    SOMEHOW = "🟨"
    STRUCK = "⬛"


def share_lines(context: RenderContext, game: Yum, state: State, *, over: bool) -> list[str]:
    """Return the squares in the order of the sheet, then their words, with boxes.

    Before the day is over they stand in the order of their success, which tells nothing of any box or throw.
    """
    went = list(_went(game, state))
    if not over:
        squares = [how.value for wanted in BoxQuality for _, how in went if how is wanted]
        counted = " · ".join(_words(context, went, named=False))
        return ["", *([] if context.plain else _lines(squares)), f"-# {counted}"]
    upper = [how.value for box, how in went if box.section is Section.UPPER]
    lower = [how.value for box, how in went if box.section is not Section.UPPER]
    return ["", *([] if context.plain else (*_lines(upper), *_lines(lower), "")), *_words(context, went)]


def _went(game: Yum, state: State) -> Iterator[tuple[Box, BoxQuality]]:
    """Yield how each box of each column went."""
    for cells in state.sheets[Seat(0)]:
        for place in in_order(game.layout):
            box, cell = game.layout.boxes[place], cells[place]
            points = 0 if cell is None else cell.raw
            yield (
                box,
                BoxQuality.STRUCK
                if points <= 0
                else BoxQuality.WELL
                if points >= GOOD * box.maximum
                else BoxQuality.SOMEHOW,
            )


def _lines(squares: list[str]) -> Iterator[str]:
    """Yield lines that are about as long as each other."""
    lines = -(-len(squares) // _A_LINE)
    rest = iter(squares)
    while line := "".join(islice(rest, -(-len(squares) // lines))):
        yield line


def _words(context: RenderContext, went: list[tuple[Box, BoxQuality]], *, named: bool = True) -> Iterator[str]:
    """Yield how many boxes went well, somehow or not at all; ``named``: which ones."""
    names = {
        BoxQuality.WELL: context.t("Filled well"),
        BoxQuality.SOMEHOW: context.t("Some points"),
        BoxQuality.STRUCK: context.t("Struck"),
    }
    for how, name in names.items():
        boxes = [context.t(box.label) for box, quality in went if quality is how]
        if boxes:
            told = ", ".join(boxes) if named else context.t.number(len(boxes))
            label = f"{how.value} {name}" if named and not context.plain else name
            yield context.t("{name}: {value}", name=label, value=told)


# -- Everybody's score sheets for the picture of a result ------------------------------------------------------------


def card_sheets(context: RenderContext, table: Table, game: Yum, state: State) -> Sheets:
    """Return every box, the sums, and what a match brought before; a column of points for each column of the sheet.

    Several sheets of several columns show their sums alone: on a phone nobody could read their boxes. More → Sheets has
    these.
    """
    layout = game.layout
    totals = [game.totals(state, Seat(seat)) for seat in range(len(state.sheets))]
    if layout.named_columns and len(totals) > 1:
        lines = _sums_alone(context, layout, totals)
    else:
        lines = _boxes_and_sums(context, game, state, totals)
    lines += _ends(context, game, state, totals)
    return Sheets(tuple(lines), tuple(heads(layout)) if layout.columns > 1 else ())


def _sums_alone(context: RenderContext, layout: Layout, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    """The sections of each column, of which a bonus only where the sheet has one, and what they add up to."""
    lower = _summed(context.t, N_("Lower"), totals, lambda column: column.lower)
    sections = [replace(line, weight=Weight.BOX) for line in (*_upper_sums(context, layout, totals), lower)]
    return [*sections, *_column_sums(context, totals)]


def _boxes_and_sums(context: RenderContext, game: Yum, state: State, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    layout = game.layout
    boxes = [
        SheetLine(
            context.t(layout.boxes[place].label),
            tuple(tuple(_points(cells[place]) for cells in sheet) for sheet in state.sheets),
            gold=layout.boxes[place].yum,
        )
        for place in in_order(layout)
    ]
    upper = sum(box.section is Section.UPPER for box in layout.boxes)
    if layout.stacked:
        between: list[SheetLine] = []
        sums = [single(context.t, N_("Points in the boxes"), [sheet.score for sheet in totals], layout.columns)]
    else:
        between = _upper_sums(context, layout, totals) if layout.bonus.steps else []
        sums = _column_sums(context, totals)
    return [*boxes[:upper], *between, *boxes[upper:], *sums]


def _points(cell: tuple[int, int] | None) -> str:
    return "" if cell is None else str(cell[0])


def _upper_sums(context: RenderContext, layout: Layout, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    upper = _summed(context.t, N_("Upper"), totals, lambda column: column.upper)
    bonus = _summed(context.t, bonus_term(layout, "Bonus"), totals, lambda column: column.bonus)
    return [upper, bonus] if layout.bonus.steps else [upper]


def _column_sums(context: RenderContext, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    """The Yums beyond their box, if there are any, and the sums of several columns."""
    every = [column for sheet in totals for column in sheet.columns]
    lines = []
    if any(column.yum_bonus for column in every):
        lines.append(_summed(context.t, N_("More Yums"), totals, lambda column: column.yum_bonus))
    if len(totals[0].columns) > 1:
        lines.append(_summed(context.t, N_("Sum"), totals, lambda column: column.combined))
    if any(column.multiplier > 1 for column in every):
        lines.append(_summed(context.t, N_("Multiplied"), totals, lambda column: column.total))
    return lines


def _ends(context: RenderContext, game: Yum, state: State, totals: Sequence[SheetTotals]) -> list[SheetLine]:
    """Return the total; below what this game and those before brought, in a match."""
    games = [game.own_games(state, Seat(seat)) for seat in range(len(totals))]
    before, now = [sum(points[:-1]) for points in games], [points[-1] for points in games]
    return totalled(context, before, now, columns=game.layout.columns, match=len(games[0]) > 1)


def _summed(t: Words, label: str, totals: Sequence[SheetTotals], of: Callable[[ColumnTotals], int]) -> SheetLine:
    """A line with a sum for every column."""
    return SheetLine(
        t(label), tuple(tuple(t.number(of(column)) for column in sheet.columns) for sheet in totals), Weight.SUM
    )


# -- The moments of the score-sheet games: Yums, jokers, the bonus, the lead, the last boxes -------------------------

_YUM = (
    (
        N_("{YUM}! {count} {face}s {throw}."),
        N_("{count} {face}s {throw}: {YUM}!"),
        N_("Wow, {YUM}! {count} {face}s {throw}."),
    ),
    (
        N_("A second {YUM}! {count} {face}s."),
        N_("{YUM} again! {count} {face}s."),
        N_("{count} {face}s: {YUM} number two!"),
    ),
    (
        N_("A third {YUM}! {count} {face}s."),
        N_("{count} {face}s: {YUM} number three!"),
        N_("{YUM}, for the third time! {count} {face}s."),
    ),
    (
        N_("One more {YUM}! {count} {face}s."),
        N_("{YUM}, yet another one! {count} {face}s."),
        N_("{count} {face}s, {YUM}: does it ever end?"),
    ),
)
_WRITTEN = (
    (
        N_("{player}: {yum}, {points}!"),
        N_("{points} for {player}: what a {yum}!"),
        N_("{yum} for {player}: {points} points!"),
    ),
    (
        N_("{player}: 2nd {yum}, {points}!"),
        N_("A {yum} twice for {player}: {points}!"),
        N_("{player} does it again: {yum}, {points}!"),
    ),
    (
        N_("{player}: THIRD {YUM}, {points}!"),
        N_("3 × {YUM}, {player}: {points}!"),
        N_("{YUM} NUMBER THREE, {player}: {points}!"),
    ),
    (
        N_("{player}: one more {yum}, {points}!"),
        N_("{player} has yet another {yum}: {points}!"),
        N_("Again a {yum} for {player}: {points}!"),
    ),
)
_BONUS = (
    "Bonus! {points} points more for {player}.",
    "{player} has the bonus: +{points}!",
    "Well earned, {player}: bonus, +{points}!",
)
_COUNTS = {5: N_("Five"), 6: N_("Six")}
_THROWS = {
    1: N_("on the first throw"),
    2: N_("on the second throw"),
    3: N_("on the third throw"),
    4: N_("on the fourth throw"),
}


def moment(game: Yum, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the greatest moment of ``events``."""
    for event in events:
        match event:
            case Rolled(seat=seat):
                return _thrown(game, before, after, seat)
            case Marked():
                extra = sum(beyond.points for beyond in events if isinstance(beyond, ExtraYum))
                return _marked(game, before, after, event, extra)
    return None


def _thrown(game: Yum, before: State, after: State, seat: Seat) -> Moment | None:
    """A Yum that this throw made."""
    dice, earlier = after.dice, before.dice
    if not dice or not all_equal(dice) or (earlier and all_equal(earlier)):
        return None
    number, name = _yums(game, after, seat)
    count, throw = _COUNTS.get(len(dice), str(len(dice))), _THROWS.get(after.throws, N_("after many throws"))
    words = {"YUM": name, "count": count, "throw": throw}
    return Moment(_YUM[min(number, len(_YUM) - 1)], seat, {"face": dice[0]}, words, great=True)


def _yums(game: Yum, state: State, seat: Seat) -> tuple[int, str]:
    """Return the Yums of a seat, those beyond the box too, and what they are called here."""
    return yums(game.layout, state.sheets[seat], state.extra_yums[seat]), _yum_name(game)


def _yum_name(game: Yum) -> str:
    """Return what the sheet of ``game`` calls all dice equal; English."""
    return next(box.label for box in game.layout.boxes if box.yum)


def _marked(game: Yum, before: State, after: State, event: Marked, extra: int) -> Moment | None:
    """What a filled box brought besides its points; news of a bonus goes before a change of the lead."""
    if len(before.match.earlier) != len(after.match.earlier):
        return None  # The next game of a match has begun.
    earned = _bonus(game, after, event.seat) - _bonus(game, before, event.seat)
    if earned > 0:
        sentences = tuple(bonus_term(game.layout, sentence) for sentence in _BONUS)
        return Moment(sentences, event.seat, {"points": earned}, great=True)
    if extra or (event.points and game.layout.box(event.box).yum):
        number, name = _yums(game, after, event.seat)
        sentences, tone = _WRITTEN[min(number, len(_WRITTEN)) - 1], Tone.SHOUT if number == SHOUTED else Tone.TRIUMPH
        said = counted(game.layout, event.points, event.column)
        points = {"points": with_extra(said, extra) if game.layout.multiplied else event.points + extra}
        return Moment(sentences, event.seat, points, {"yum": name, "YUM": name}, great=True, tone=tone)
    if event.joker:
        box = game.layout.box(event.box).label
        points = {"points": counted(game.layout, event.points, event.column)}
        return Moment((N_("Joker! {points} in {box}."),), event.seat, points, {"box": box})
    if _boxes_left(after) == 1 and _boxes_left(before) > 1:
        return Moment((N_("One box left for everybody!"),), event.seat)
    boxes = len(game.layout.boxes) * game.layout.columns
    return lead_taken(game, before, after) if 2 * _boxes_left(after) <= boxes else None


def _bonus(game: Yum, state: State, seat: Seat) -> int:
    return game.totals(state, seat).bonuses


def _boxes_left(state: State) -> int:
    """The most boxes that somebody who plays on still has to fill."""
    seats = [sheet for seat, sheet in enumerate(state.sheets) if seat not in state.gone]
    return max((sum([column.count(None) for column in sheet]) for sheet in seats), default=0)


_CLOSE = 6
"""So few points below the upper bonus are almost there."""


def came_close(context: RenderContext, table: Table, game: Yum, state: State, seat: Seat) -> str:
    """Return that a seat almost had the first upper bonus."""
    if game.layout.columns > 1 or not game.layout.bonus.steps:
        return ""
    upper, needed = game.totals(state, seat).columns[0].tested, game.layout.bonus.steps[0][0]
    if not 0 < needed - upper <= _CLOSE:
        return ""
    sentence = bonus_term(game.layout, "{player} almost had the bonus: {upper} of {needed}")
    return context.t(sentence, player=mention(table.players[seat]), upper=upper, needed=needed)


_SPARE = 2
"""So few points above what a bonus needs are a near thing."""


def what_decided(context: RenderContext, table: Table, game: Yum, state: State, winner: Seat, rival: Seat) -> str:
    """Return the column without which ``winner`` would be behind ``rival``, or one whose bonus was a near thing."""
    layout, t = game.layout, context.t
    sheets = [game.totals(state, seat) for seat in (winner, rival)]
    if layout.stacked or any(sum(column.total for column in sheet.columns) != sheet.total for sheet in sheets):
        return ""
    own, other = (sheet.columns for sheet in sheets)
    leads = [mine.total - theirs.total for mine, theirs in zip(own, other, strict=True)]
    margin = sum(leads)
    if margin <= 0 or len(leads) == 1:
        return ""
    for number, column in enumerate(own, 1):
        needed = max((step for step, _ in layout.bonus.steps if step <= column.tested), default=0)
        lost = layout.bonus.points(column.tested) - layout.bonus.points(needed - 1)
        if needed and column.tested - needed <= _SPARE and lost * layout.times(number) > margin:
            name = column_name(context.t, game.layout, number)
            sentence = N_("{column} decided: {upper} points in the upper boxes, {needed} were needed.")
            return t(sentence, column=name, upper=column.tested, needed=needed)
    best = max(range(len(leads)), key=leads.__getitem__)
    if leads[best] <= margin:
        return ""
    return t(
        "{column} decided: {player} was {n} ahead there, {behind} behind elsewhere.",
        column=column_name(context.t, game.layout, best + 1),
        player=mention(table.players[winner]),
        n=leads[best],
        behind=leads[best] - margin,
    )


def perfect_feat(context: RenderContext, table: Table, game: Yum, state: State, seat: Seat) -> str:
    """Return that a seat wrote four of every number or more."""
    if game.layout.columns > 1 or not has_perfect_upper(game.layout, state.sheets[seat][0]):
        return ""
    upper = game.totals(state, seat).columns[0].tested
    return context.t("A perfect upper section: {player}, {n} points!", player=mention(table.players[seat]), n=upper)


# -- The face --------------------------------------------------------------------------------------------------------


class YumFace(Face[Yum, State]):
    """The face of the score-sheet games."""

    opens = N_("{yum_start} opens a table.")
    play_label = N_("Boxes")
    pictured = by_choice = own_sheets = True
    tells_usual = True
    rare = "yums_thrown"
    board = staticmethod(board_screen)
    next_step = staticmethod(what_next)
    moment = staticmethod(moment)
    came_close = staticmethod(came_close)
    decided = staticmethod(what_decided)
    feat = staticmethod(perfect_feat)
    sheet = staticmethod(sheet_lines)

    def rare_name(self, context: RenderContext, game: Yum) -> str:
        return context.t(_yum_name(game))

    def rare_points(self, game: Yum, state: State, seat: Seat) -> int:
        if game.layout.award is not None:
            return 0  # There points of boxes are no points of the game.
        written = (
            cell.written * times
            for cells, times in zip(state.sheets[seat], game.layout.multipliers, strict=True)
            for box, cell in zip(game.layout.boxes, cells, strict=True)
            if box.yum and cell is not None
        )
        return max(written, default=0)

    def question(self, context: RenderContext, state: State) -> str:
        if state.throws > THROWS:
            return super().question(context, state)
        dice = "-".join(map(str, state.dice))
        return context.t("Throw {n} of 3: **{dice}**. What is best?", n=state.throws, dice=dice)

    def sheets_for(
        self, context: RenderContext, table: Table, game: Yum, state: State, reader: SheetReader
    ) -> list[str]:
        if context.spoken:
            return self.sheets(context, table, game, state)
        return sheets_parts(context, table, game, state, reader)

    sheet_in_words = staticmethod(sheet_in_words)
    rules = staticmethod(yum_rules)
    worths = staticmethod(box_worths)
    worths_label = N_("Boxes: an example and its points")
    rule_notes = staticmethod(rule_notes)
    news = staticmethod(news_lines)
    card_sheets = staticmethod(card_sheets)
    share_lines = staticmethod(share_lines)
    stats = staticmethod(stats_lines)

    def __init__(self, look: str = "die", dice: int = 5) -> None:
        self.look, self.lobby_dice = look, (6,) * dice  # type: ignore[misc]

    def of(self, game: str) -> AnyFace:
        return YumFace(dice_look(game), SHEETS[game].layout.dice)

    def guide(self, game: str) -> Guide | None:
        return GUIDES.get(game)

    def opening(self, game: str) -> str:
        return N_("{yams_start} opens a table.") if game == "yams" else self.opens

    def struck(self, context: RenderContext, game: Yum, state: State, do: str) -> str | None:
        action = legal(game, state).get(do)
        if isinstance(action, Strike) or (isinstance(action, Mark) and not game.preview(state, action)):
            return place_name(context, game, action.box, action.column)
        return None

    def box_name(self, context: RenderContext, game: Yum, do: str) -> str:
        word, *where = do.split(" ")
        return place_name(context, game, where[0], 0) if word in (Mark.word, Strike.word) else ""

    def bonus_sentence(self, game: Yum, sentence: str) -> str:
        return bonus_term(game.layout, sentence)

    def action_name(self, context: RenderContext, game: Yum, state: State, do: str) -> str:
        action = legal(game, state).get(do)
        if isinstance(action, Mark | Strike):
            points = 0 if isinstance(action, Strike) else game.preview(state, action) or 0
            extra = game.extra_bonus(state, action)
            if not points:
                box = place_name(context, game, action.box, action.column)
                return with_extra(context.t("Strike {box}", box=box), extra)
            box = place_name(context, game, action.box, beside_points(game.layout, action.column))
            # With its column the name of a box ends with a number, and a voice runs two numbers together.
            name = N_("{points} in {box}") if action.column or context.spoken else N_("{box} {points}")
            said = counted(game.layout, points, action.column)
            return context.t(name, box=box, points=with_extra(said, extra))
        return context.t("Leave it at one box") if do == "done" else super().action_name(context, game, state, do)

    def chance_line(self, context: RenderContext, game: Yum, state: State, do: str) -> str:
        return one_more_line(context, state.dice, do)

    def story(self, context: RenderContext, table: Table, game: Yum, state: State) -> list[str]:
        """Return the throws that decided the first place."""
        return tie_lines(context, table, state.match)

    def last_picture(
        self, context: RenderContext, table: Table, game: Yum, state: State, names: Sequence[str]
    ) -> BoardPicture | None:
        return pad_of(context, table, game, state, names, table.own_totals)

    def own_picture(
        self, context: RenderContext, table: Table, game: Yum, state: State, seat: Seat, names: Sequence[str]
    ) -> BoardPicture | None:
        return own_pad(context, table, game, state, seat, names)

    def latest_seat(self, state: State) -> Seat | None:
        return None if state.last is None else state.last.marked[0].seat

    def latest(self, context: RenderContext, table: Table, game: Yum, state: State) -> list[str]:
        return [] if state.last is None else [last_line(context, table, game, state.last)]

    def turns_left(self, game: Yum, state: State) -> list[float]:
        left = [float(sum(cell is None for column in sheet for cell in column)) for sheet in state.sheets]
        if state.turn is not None:
            left[state.turn] -= min(state.throws / THROWS, 1.0)
        return left

    def move_text(self, context: RenderContext, table: Table, game: Yum, entry: JournalEntry) -> str:
        if entry.do == "done":
            return context.t("{player} leaves it at one box.", player=mention(table.players[entry.seat]))
        return super().move_text(context, table, game, entry)

    def saved_text(self, context: RenderContext, game: Yum, event: Event) -> str:
        if not isinstance(event, Marked):
            return super().saved_text(context, game, event)
        t, layout = context.t, game.layout
        if event.struck or not event.points:
            box = place_name(context, game, event.box, event.column)
            return t("You struck {box}; I could not refresh the board, one moment.", box=box)
        return t(
            "Your {points} in {box} is written; I could not refresh the board, one moment.",
            points=counted(layout, event.points, event.column),
            box=place_name(context, game, event.box, beside_points(layout, event.column)),
        )


FACE = YumFace()
