"""The board of Yamslam: the dice in two colours, the rack of chips, the chips to win now, and everybody's chips."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from bot.engine import N_, POWER, Event, Faces, Rolled, Seat, has_power
from bot.engine.game import NextGame
from bot.engine.gate import legal
from bot.engine.hands import all_equal
from bot.engine.types import text
from bot.games.yamslam.rules import (
    CHIPS,
    DICE,
    KINDS,
    PLACES,
    SET,
    THROWS,
    ChipKind,
    Chips,
    Ended,
    Passed,
    Removed,
    State,
    Take,
    Took,
    Yamslam,
    bonuses,
    worth,
)
from bot.locales import Words
from bot.screens.kit import (
    BoardView,
    Button,
    Choice,
    DiceInHand,
    Menu,
    Rack,
    RenderContext,
    Row,
    Screen,
    SheetLine,
    Sheets,
    Style,
    Weight,
    board_title,
    dice_heading,
    dice_line,
    group_button,
    hold_rows,
    left_note,
    mention,
    more_row,
    named_in_play,
    play_board,
)
from bot.screens.kit.board import Moment, became_line, lines_beside_track, marked, throws_label, to_throw
from bot.screens.kit.dice import dashed, hand_of, power_note
from bot.screens.kit.sides import exchanged_lines, side_name, side_points, single, totalled
from bot.screens.kit.values import Burst, PadFoot, Shelf, TakenChip, full_stop
from bot.tables.model.table import Table

# -- Moments: a Yamslam, a set of chips complete, all kinds together -------------------------------------------------


_FIVE_ALIKE = (
    N_("YAMSLAM! {player} takes any chip."),
    N_("YAMSLAM! Any chip for {player}."),
    N_("Five alike, {player}: YAMSLAM, any chip!"),
)
_FULL_SET = (
    N_("A full set of {kind}: +{points}!"),
    N_("{kind}, the whole set: +{points}!"),
    N_("Set complete, {kind}: +{points}!"),
)
_EVERY_KIND = (
    N_("{player} has a chip of every kind!"),
    N_("A chip of every kind for {player}!"),
    N_("{player} has one of each kind, bravo!"),
)
_TAKEN = (
    N_("{player}: Yamslam, {points}!"),
    N_("{points} for {player}: what a Yamslam!"),
    N_("Yamslam for {player}: {points} points!"),
)


def moment(game: Yamslam, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the greatest moment of ``events``."""
    for event in events:
        match event:
            case Rolled(seat=seat) if _new_yamslam(before, after):
                return Moment(_FIVE_ALIKE, seat, great=True)
            case Took():
                return _took(game, before, after, event)
    return None


def _new_yamslam(before: State, after: State) -> bool:
    dice, earlier = after.dice, before.dice
    return bool(dice) and all_equal(dice) and not (earlier and all_equal(earlier))


def _took(game: Yamslam, before: State, after: State, event: Took) -> Moment | None:
    """The four chips of a kind, one of every kind, or the chip for a Yamslam."""
    if len(after.match.earlier) != len(before.match.earlier):
        return None
    collector, place = game.side(event.seat), PLACES[event.kind]
    had, has = before.taken[collector], after.taken[collector]
    if has[place] == CHIPS:
        return Moment(_FULL_SET, event.seat, {"points": SET}, {"kind": KINDS[place].label}, great=True)
    if all(has) and not all(had):
        return Moment(_EVERY_KIND, event.seat, great=True)
    if event.yamslam:
        return Moment(_TAKEN, event.seat, {"points": KINDS[place].points}, great=True)
    return None


# -- Everybody's chips for the picture of a result -------------------------------------------------------------------


def card_sheets(context: RenderContext, table: Table, game: Yamslam, state: State) -> Sheets:
    """Return the points on everybody's chips of each kind, and the bonuses; partners share one column."""
    whose = [game.side(seat) for seat in range(len(table.players))]
    taken = [state.taken[collector] for collector in whose]
    lines = [
        SheetLine(
            context.t("{kind} ({points})", kind=context.t(kind.label), points=kind.points),
            tuple((str(chips[place] * kind.points),) for chips in taken),
        )
        for place, kind in enumerate(KINDS)
    ]
    earned = [bonuses(chips, state.last == collector) for chips, collector in zip(taken, whose, strict=True)]
    lines += [
        single(context.t, N_("Chips"), [worth(chips) for chips in taken]),
        single(context.t, N_("Different kinds"), [bonus.kinds for bonus in earned], weight=Weight.BOX),
        single(context.t, N_("Complete sets"), [bonus.sets for bonus in earned], weight=Weight.BOX),
        single(context.t, N_("Last chip"), [bonus.last for bonus in earned], weight=Weight.BOX),
    ]
    before = [sum(game.own_games(state, Seat(seat))[:-1]) for seat in range(len(whose))]
    now = [worth(chips) + sum(extra) for chips, extra in zip(taken, earned, strict=True)]
    return Sheets((*lines, *totalled(context, before, now, match=game.games_before(state) > 0)))


# -- The board -------------------------------------------------------------------------------------------------------

PLUM = 0x8547C9

_NAME = 15
"""Columns of the name of a chip in a code block."""
_NAMES = 20
"""So many characters the names on buttons may have together in one row of a narrow phone; longer ones are shortened."""
_LINE = 26
"""Characters of dice and chips that, beside a short name, fit a line of a narrow phone."""
_BUTTONS = 3
"""So many chips have a button each, in one row of a phone; more have a menu."""


def board_screen(context: RenderContext, table: Table, game: Yamslam, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    fourth = state.throws == THROWS and state.power == POWER  # Then the Power die itself stays.
    thrown = hand_of(state, view.held, "yam", power_stays=fourth)
    dice = DICE + has_power(game.house_rules)
    actions = legal(game, state)
    takes = [action for action in actions.values() if isinstance(action, Take)]
    may_hold = any(do.startswith("keep") for do in actions)
    special = [event for event in view.news if isinstance(event, Removed | NextGame)]
    rack = rack_of(context, table, game, state, view.names) if view.pictured and not context.plain else None
    board = play_board(
        context,
        _title(context, game, state),
        view,
        sheet=[*news_lines(context, table, game, special), *([] if rack else _rack_lines(context, state, takes))],
        scores=lines_beside_track(context, table)
        if rack
        else [*_standing(context, table, game, state), *colours_lines(context, state)],
        legend=context.t("Chips with names are taken · 3/7: kinds won")
        if rack
        else context.t("Chips: `●` on the rack, `·` taken, `×` removed"),
        dice=dice_heading(context, _shown(state, thrown), dice),
        what=_what(context, table, state, thrown, may_hold),
        who=_who(context, table, game, state, set(actions)) + _power_note(context, state),
        colour=PLUM,
        rows=(
            *hold_rows(context, thrown, active=may_hold, dice=dice, menu=view.by_menu),
            _commands(context, game, state, thrown, set(actions), by_menu=view.by_menu),
            _take_row(context, state, takes),
            more_row(context, table),
        ),
    )
    return board if rack is None else replace(board, picture=rack)


# -- the picture -----------------------------------------------------------------------------------------------------

_INITIALS = 1, 2
"""So many letters of a name that is too long for a chip stand there: the fewest with which no other name begins."""
_FIRST_NAME = re.compile(r"[^\W_]+(?=[ -])")
"""That of a name in several parts, which is a name too."""


def rack_of(context: RenderContext, table: Table, game: Yamslam, state: State, names: Sequence[str]) -> Rack:
    """Return the rack: the chips left, who has taken the others, everybody's points; ``names`` are theirs by seat."""
    t, seats = context.t, len(table.players)
    called = [name or t("Player {number}", number=seat + 1) for seat, name in enumerate(names)]
    sides = [[seat for seat in range(seats) if game.side(Seat(seat)) == one] for one in range(len(state.taken))]
    mover = None if state.turn is None or len(sides) == 1 else game.side(state.turn)
    heads = [_heads(called, side) for side in sides]
    numbers = ["" if len(forms) > 1 else f"{forms[0]} " for forms in heads]
    fresh = _fresh(game, state)
    shelves = tuple(
        Shelf(
            f"chip_{kind.key}",
            (t(kind.label), t(kind.short)),
            str(kind.points),
            state.rack[place],
            (
                *(TakenChip() for _ in range(state.out[place])),
                *(
                    TakenChip(heads[one], one == mover, (one, kind.key) in fresh and number == 0)
                    for one, chips in enumerate(state.taken)
                    for number in range(chips[place])
                ),
            ),
        )
        for place, kind in enumerate(KINDS)
    )
    points = [worth(chips) for chips in state.taken]
    feet = tuple(
        PadFoot(
            numbers[one] + " & ".join(called[seat] + left_note(context, table, seat) for seat in sides[one]),
            t("Player {number}", number=sides[one][0] + 1),
            t.number(points[one]),
            to_act=one == mover,
            leads=points[one] == max(points) > min(points),
            way=(sum(map(bool, chips)), 0 if all(chips) else len(KINDS)),
        )
        for one, chips in enumerate(state.taken)
    )
    return Rack(shelves, feet, _burst(t, game, state))


def _burst(t: Words, game: Yamslam, state: State) -> Burst | None:
    """The full set that somebody has just completed, or a chip for five alike, until the next throw."""
    ended = state.ended
    if ended is None or state.dice or state.turn is None or not any(state.taken[game.side(ended.seat)]):
        return None
    whole = (kind for kind in KINDS if kind.key in ended.kinds)
    kind = next((kind for kind in whole if state.taken[game.side(ended.seat)][PLACES[kind.key]] == CHIPS), None)
    if kind is not None:
        sentence = N_("A full set of {kind}: +{points}!")
        return Burst(ended.faces, (t(sentence, kind=t(kind.label), points=SET), f"{CHIPS} × {t(kind.label)}!"))
    return Burst(ended.faces, ("YAMSLAM!",)) if ended.kinds and all_equal(ended.faces) else None


def _heads(called: Sequence[str], seats: Sequence[int]) -> tuple[str, ...]:
    """Whose a chip is: the name, the first of several, or initials; a number alone where another begins alike.

    Partners have their initials. The name stands below the rack.
    """
    first, *partners = seats
    number = f"P{first + 1}"
    if partners:
        return ("+".join(called[seat][:1] for seat in seats), number)
    name = called[first]
    own = [n for n in _INITIALS if sum(other[:n].casefold() == name[:n].casefold() for other in called) == 1]
    if not own:
        return (number,)
    part = _FIRST_NAME.match(name)
    return (name, *([part[0]] if part else []), name[: own[0]], number)


def _fresh(game: Yamslam, state: State) -> set[tuple[int, str]]:
    """The collectors who have just taken chips, with the kinds: in this turn, else in the latest."""
    if state.second is not None and state.turn is not None:
        return {(game.side(state.turn), state.second)}
    return set() if state.ended is None else {(game.side(state.ended.seat), key) for key in state.ended.kinds}


# -- what the board says ---------------------------------------------------------------------------------------------


def _shown(state: State, thrown: DiceInHand) -> DiceInHand:
    """The dice on the table; before a throw, those of the latest turn."""
    if state.dice or state.ended is None:
        return thrown
    return DiceInHand(state.ended.faces, state.ended.power, look="yam")


def _title(context: RenderContext, game: Yamslam, state: State) -> str:
    t, chips = context.t, sum(state.rack)
    in_play = t.many("{n} chip in play", "{n} chips in play", chips)
    return board_title(context, game, state, in_play, t.many("{n} chip", "{n} chips", chips))


def _what(context: RenderContext, table: Table, state: State, thrown: DiceInHand, may_hold: bool) -> str:
    """What the dice on the table are, or what those of the latest turn won."""
    t = context.t
    if not state.dice:
        return "" if state.ended is None else became(context, table, state.ended)
    if state.owed:
        return t("**Yamslam!** Take a second chip.")
    if all_equal(state.dice):
        return t("**Yamslam!** Take any chip.")
    if state.second is not None:
        return t("Power 5, Double: take a chip of another kind")
    return dice_line(
        context, thrown, may_hold=may_hold, written=None if context.plain else partial(_by_colour, context)
    )


def _by_colour(context: RenderContext, faces: Faces) -> str:
    """The dice of each colour after its letter: the pictures of red and black ones differ by nothing else."""
    red, black = (dashed(tuple(sorted(face for face in faces if face % 2 == odd))) for odd in (0, 1))
    signs = (context.t("R{dice}", dice=red) if red else "", context.t("B{dice}", dice=black) if black else "")
    return " ".join(filter(None, signs))


def became(context: RenderContext, table: Table, ended: Ended) -> str:
    """Return the dice of the latest turn and the chips they won, in one line; a long one leaves the points out."""
    kinds, dice = [KINDS[PLACES[key]] for key in ended.kinds], dashed(tuple(sorted(ended.faces)))
    won = " + ".join(f"{context.t(kind.label)} {kind.points}" for kind in kinds)
    if len(dice) + len(won) > _LINE and not context.plain:
        won = " + ".join(context.t(kind.label) for kind in kinds)
    return became_line(context, table.players[ended.seat], dice, f"**{won}**" if won else context.t("no chip"))


def _who(context: RenderContext, table: Table, game: Yamslam, state: State, actions: set[str]) -> str:
    t, left, seat = context.t, game.throws_left(state), state.turn or Seat(0)
    player = f"**{mention(table.players[seat])}**"
    throws = t.many("{n} throw left", "{n} throws left", left)
    if not state.dice:
        turn = t("{player}, play again!", player=player) if state.won else to_throw(context, table, seat)
        return f"{turn} · {throws}"
    if all_equal(state.dice) or state.second is not None:
        return f"{player} · " + t("choose a chip")
    if left:
        return f"{player} · {throws}"
    if not any(do.startswith(Take.word) for do in actions):
        return f"{player} · " + t("no chip fits")
    return f"{player} · " + (t("take a chip or none") if "pass" in actions else t("choose a chip"))


def _power_note(context: RenderContext, state: State) -> str:
    """What the Power die does; of a 6 before the third throw, what it will do then."""
    six = N_("a 4th throw") if state.throws == THROWS else N_("a 4th throw if held")
    return power_note(context, state.power, multiplies=False, six=six)


def colours_lines(context: RenderContext, state: State) -> list[str]:
    """Return which dice are black and which red, for people who do not see it."""
    if not context.plain or not state.dice:
        return []
    none = context.t("none")
    black, red = (dashed(tuple(sorted(face for face in state.dice if face % 2 == odd))) or none for odd in (1, 0))
    return [context.t("Black: **{black}** · Red: **{red}**", black=black, red=red)]


def _rack_lines(context: RenderContext, state: State, takes: list[Take]) -> list[str]:
    """The chips of each kind: ● on the rack, · taken, × removed; a sign where the dice win one of the rack."""
    won = {take.kind for take in takes if not take.out}
    if context.spoken:
        piles = [
            _rack_line(context, kind, left, out, fits=False)
            for kind, left, out in zip(reversed(KINDS), reversed(state.rack), reversed(state.out), strict=True)
            if left
        ]
        return [context.t("Chips on the rack: {chips}.", chips="; ".join(piles))]
    return [
        _rack_line(context, kind, left, out, fits=kind.key in won)
        for kind, left, out in zip(KINDS, state.rack, state.out, strict=True)
    ]


def _rack_line(context: RenderContext, kind: ChipKind, left: int, out: int, *, fits: bool) -> str:
    t, name = context.t, context.t(kind.label)
    if context.plain:
        parts = [t("{kind}, {points}: {left} left", kind=name, points=kind.points, left=left)]
        parts += [t("{n} removed", n=out)] if out else []
        parts += [t("fits")] if fits else []
        return (", " if context.spoken else " · ").join(parts)
    places = "●" * left + "·" * (CHIPS - left - out) + "×" * out
    label = f"**{name} {kind.points}** ✓" if fits else f"{name} {kind.points}"
    return f"`{places}` {context.glyphs[f'chip_{kind.key}']} {label}"


def _standing(context: RenderContext, table: Table, game: Yamslam, state: State) -> list[str]:
    """A line per player, or per team: points, chips, and a mark for the player to act."""
    scores = game.scores(state)
    lines = []
    for collector, chips in enumerate(state.taken):
        seats = [Seat(seat) for seat in range(len(table.players)) if game.side(seat) == collector]
        names = [_player(context, table, seat, "" if game.sides else _points(context, scores[seat])) for seat in seats]
        who = " · ".join(names)
        if game.sides:
            who = side_points(context, table, collector, scores[collector], who)
        lines.append(" ".join([who, *_chips(context, chips)]))
    return lines


def _points(context: RenderContext, points: int) -> str:
    number = context.t.number(points)
    if context.spoken:
        return context.t.many("{points} point", "{points} points", points, points=number)
    return f" {number}"


def _player(context: RenderContext, table: Table, seat: Seat, points: str) -> str:
    player = named_in_play(context, table.players[seat])
    spoken = context.spoken and points
    line = context.t("{name}: {value}", name=player, value=points) if spoken else f"{player}{points}"
    line += left_note(context, table, seat)
    return line if seat in table.gone else marked(context, table, seat, line)


def _chips(context: RenderContext, chips: Chips) -> list[str]:
    """Chips won: single ones, then pairs and so on; a number before each icon would break the line of a phone."""
    if context.plain:
        times = {1: "", **{n: f" ({n})" for n in (2, 3, 4)}} if context.spoken else {n: f" ×{n}" for n in (1, 2, 3, 4)}
        counted = [f"{context.t(kind.label)}{times[n]}" for kind, n in zip(KINDS, chips, strict=True) if n]
        return ["· " + ", ".join(counted)] if counted else []
    held = {
        number: "".join(
            context.glyphs[f"chip_{kind.key}"] for kind, own in zip(KINDS, chips, strict=True) if own == number
        )
        for number in sorted(set(chips) - {0})
    }
    return [f"{number}×\N{WORD JOINER}{icons}" if number > 1 else icons for number, icons in held.items()]


def news_lines(context: RenderContext, table: Table, game: Yamslam, events: Iterable[Event]) -> list[str]:
    """Return the latest events."""
    return [line for event in events if (line := _event_line(context, table, event))]


def _event_line(context: RenderContext, table: Table, event: object) -> str:
    match event:
        case Took():
            return _took_line(context, table, event)
        case Passed(seat=seat):
            return context.t("{player} takes no chip.", player=mention(table.players[seat]))
        case Removed(kind=key):
            kind = KINDS[PLACES[key]]
            return context.t(
                "No chip was won: **{kind}** ({points}) is removed.", kind=context.t(kind.label), points=kind.points
            )
        case NextGame(points=points):
            ended = context.t(
                "End of this game: {standing}. All chips are back.",
                standing=" · ".join(
                    f"{mention(table.players[seat])} **{context.t.number(won)}**" for seat, won in enumerate(points)
                ),
            )
            return " ".join((ended, *exchanged_lines(context, table)))
    return ""


def _took_line(context: RenderContext, table: Table, event: Took) -> str:
    kind, player = KINDS[PLACES[event.kind]], mention(table.players[event.seat])
    if event.yamslam:
        return context.t("**Yamslam!** {player} takes **{kind}** ({points}).", player=player, **_named(context, kind))
    return context.t("{player} takes **{kind}** ({points}).", player=player, **_named(context, kind))


def _named(context: RenderContext, kind: ChipKind) -> dict[str, object]:
    return {"kind": context.t(kind.label), "points": kind.points}


# -- buttons -----------------------------------------------------------------------------------------------------


def _commands(
    context: RenderContext, game: Yamslam, state: State, thrown: DiceInHand, actions: set[str], *, by_menu: bool
) -> Row:
    """Throw, hold equal dice, and the end of a turn without a chip: always all."""
    t = context.t
    do, left = text(thrown.action), 0 if state.second else game.throws_left(state)
    none = t("No second chip") if state.second else t("No chip")
    may_hold = any(do.startswith("keep") for do in actions)
    return (
        *(() if by_menu else (group_button(context, thrown, active=may_hold),)),
        Button(do, throws_label(t, left), Style.PRIMARY, disabled=do not in actions),
        Button("pass", none, disabled="pass" not in actions),
    )


def _take_row(context: RenderContext, state: State, takes: list[Take]) -> Row:
    """The chips to win with these dice, as buttons or a menu: always one row, so that its coming moves nothing."""
    t = context.t
    if not takes:
        label = t("No chip fits") if state.dice else t("Chips: throw first")
        return (Button("take", label, disabled=True),)
    if len(takes) > _BUTTONS or all_equal(state.dice):
        label = t("Take any chip") if all_equal(state.dice) else t("Take a chip")
        return (Menu("take", label, tuple(_take_choice(context, take) for take in takes)),)
    kinds = [KINDS[PLACES[take.kind]] for take in takes]
    whole = [f"{t(kind.label)} {kind.points}" for kind in kinds]
    if context.plain or (len(takes) < _BUTTONS and sum(map(len, whole)) <= _NAMES):
        names = whole
    else:
        names = [f"{t(kind.short)} {kind.points}" for kind in kinds]
    return tuple(
        Button(text(take), name, Style.SUCCESS, f"chip_{take.kind}") for take, name in zip(takes, names, strict=True)
    )


def _take_choice(context: RenderContext, take: Take) -> Choice:
    t, kind = context.t, KINDS[PLACES[take.kind]]
    label = t.many("{kind}: {n} point", "{kind}: {n} points", kind.points, kind=t(kind.label))
    return Choice(text(take), label, t("Removed before") if take.out else t("From the rack"))


# -- everybody's chips -------------------------------------------------------------------------------------------


def sheet_lines(context: RenderContext, game: Yamslam, state: State, seat: Seat) -> list[str]:
    """Return the chips of ``seat``, or of its team, and the bonuses they would earn now."""
    collector = game.side(seat)
    chips = state.taken[collector]
    rows = [
        f"{context.t(kind.label):<{_NAME}} {number or '–':>2} × {kind.points:>2}{number * kind.points or '–':>5}"
        for kind, number in zip(KINDS, chips, strict=True)
    ]
    earned = bonuses(chips, state.last == collector)
    extras = (
        (context.t("Different kinds: {kinds}", kinds=sum(map(bool, chips))), earned.kinds),
        (context.t("Complete sets: {sets}", sets=chips.count(CHIPS)), earned.sets),
        (context.t("Last chip"), earned.last),
        (context.t("With bonuses"), worth(chips) + sum(earned)),
    )
    return [
        *rows,
        *(f"{name:<{_NAME + 8}}{context.t.number(points) if points else '–':>5}" for name, points in extras),
    ]


def sheet_in_words(context: RenderContext, game: Yamslam, state: State, seat: Seat) -> list[str]:
    """Return the same in two sentences for who hears them."""
    t, collector = context.t, game.side(seat)
    chips = state.taken[collector]
    won = [f"{number} × {t(kind.label)}" for kind, number in zip(KINDS, chips, strict=True) if number]
    alone, extra = worth(chips), sum(bonuses(chips, state.last == collector))
    points = t.many("{points} point", "{points} points", alone, points=t.number(alone))
    if extra:  # A board counts them at the end alone.
        points = t("{points}, or {more} with the bonuses they earn now", points=points, more=t.number(alone + extra))
    return [
        t("Chips won: {chips}.", chips=", ".join(won)) if won else t("No chip won yet."),
        full_stop(points),
    ]


def story_lines(context: RenderContext, table: Table, game: Yamslam, state: State) -> list[str]:
    """Return the chips and bonuses at the end of the last game, of those who earned a bonus."""
    if game.players(state) == 1 and sum(state.taken[0]) < CHIPS * len(KINDS):
        return []
    lines = []
    for collector, chips in enumerate(state.taken):
        who = side_name(context, table, collector) if game.sides else mention(table.players[collector])
        if extra := sum(bonuses(chips, state.last == collector)):
            sentence = context.t(
                "{player}: chips **{chips}** + bonuses **{bonus}**", player=who, chips=worth(chips), bonus=extra
            )
            lines.append(sentence)
    if game.players(state) == 1:
        lines.append(context.t("**Grand Slam!** All 28 chips."))
    return lines
