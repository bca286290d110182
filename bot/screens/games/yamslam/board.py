"""The board of Yamslam: the dice in two colours, the rack of chips, the chips to win now, and everybody's chips."""

from bot.engine import POWER, Event, Seat, has_power
from bot.engine.hands import all_equal
from bot.engine.match import NextGame
from bot.engine.play import legal
from bot.engine.types import text
from bot.games.yamslam.chips import CHIPS, KINDS, Chips, Kind, bonuses, worth
from bot.games.yamslam.rules import DICE, THROWS, Yamslam
from bot.games.yamslam.state import Passed, Removed, State, Take, Took
from bot.screens.games.yamslam.power import POWER_WORDS
from bot.screens.kit import (
    BoardView,
    Button,
    Choice,
    DiceInHand,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    code_block,
    dice_in_words,
    hold_rows,
    large_dice,
    match_title,
    mention,
    press_throw,
)
from bot.screens.kit.power import power_line
from bot.screens.kit.sides import side_name
from bot.tables.core.model import Table

PLUM = 0x8547C9

_NAME = 15
"""Columns of the name of a chip in a code block."""


def board_screen(context: RenderContext, table: Table, game: Yamslam, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    thrown = _thrown(state, view.held)
    dice = DICE + has_power(game.house_rules)
    actions = legal(game, state)
    may_hold = any(do.startswith("keep") for do in actions)
    parts = [
        *news_lines(context, table, game, view.news),
        _turn_line(context, table, game, state),
        *(_dice_lines(context, game, thrown, may_hold) if state.dice else press_throw(context, view)),
        code_block(_rack_lines(context, game, state)),
        *_standing(context, table, game, state),
    ]
    takes = [action for action in actions.values() if isinstance(action, Take)]
    return Screen(
        title=_title(context, game, state),
        body="\n".join(parts),
        content=large_dice(context, thrown, dice),
        footer=context.t("Table {code}", code=table.code),
        colour=PLUM,
        rows=(
            *hold_rows(context, thrown, active=may_hold, dice=dice, menu=view.by_menu),
            _commands(context, table, game, state, thrown, set(actions)),
            *_take_rows(context, state, takes),
        ),
    )


# -- words -------------------------------------------------------------------------------------------------------


def _thrown(state: State, held: frozenset[int] | None) -> DiceInHand:
    """The dice and the held ones: as chosen since the throw, else those kept in it."""
    if held is None:
        fourth = state.throws == THROWS and state.power == POWER
        held = frozenset(range(state.kept)) | ({len(state.dice)} if state.power_kept or fourth else set())
    return DiceInHand(state.dice, state.power, held, look="yam")


def _title(context: RenderContext, game: Yamslam, state: State) -> str:
    name = match_title(context, game, state)
    return context.t.many("{game} · {n} chip in play", "{game} · {n} chips in play", sum(state.rack), game=name)


def _turn_line(context: RenderContext, table: Table, game: Yamslam, state: State) -> str:
    player, left = mention(table.players[state.turn or Seat(0)]), game.throws_left(state)
    if not state.dice:
        return (
            context.t("{player}, play again!", player=player)
            if state.won
            else context.t("{player}, it is your turn.", player=player)
        )
    if state.owed:
        return context.t("{player}: a Yamslam alone takes a second chip", player=player)
    if all_equal(state.dice):
        return context.t("{player}: **Yamslam!** Take any chip.", player=player)
    if state.second is not None:
        return context.t("{player}: the Power die allows a chip of another kind", player=player)
    if left:
        return context.t.many("{player}: {n} throw left", "{player}: {n} throws left", left, player=player)
    return context.t("{player}: no throws left", player=player)


def _dice_lines(context: RenderContext, game: Yamslam, thrown: DiceInHand, may_hold: bool) -> list[str]:
    """The held dice, the dice by colour, and the kinds they make."""
    black, red = (" ".join(str(face) for face in sorted(thrown.faces) if face % 2 == odd) for odd in (1, 0))
    lines = [dice_in_words(context, thrown)] if may_hold else []
    lines.append(
        context.t("Black: **{black}** · Red: **{red}**", black=black or context.t("none"), red=red or context.t("none"))
    )
    lines += power_line(context, thrown.power, POWER_WORDS)
    if all_equal(thrown.faces):
        return lines
    made = " · ".join(f"**{context.t(kind.label)}** {kind.points}" for kind in game.fits(thrown.faces))
    return [*lines, context.t("These dice make: {kinds}", kinds=made or context.t("nothing"))]


def _rack_lines(context: RenderContext, game: Yamslam, state: State) -> list[str]:
    """The chips left of each kind, and those removed; an arrow where the dice fit."""
    made = game.fits(state.dice) if state.dice else ()
    # Translators: chips left on the rack, in at most 5 letters.
    left_head = context.t("left")
    # Translators: chips removed from the rack, in at most 3 letters.
    out_head = context.t("out")
    lines = [f"{'':{_NAME + 4}}{left_head:>5}{out_head:>4}"]
    for kind, left, out in zip(KINDS, state.rack, state.out, strict=True):
        arrow = (">" if context.plain else "▸") if kind in made and left else " "
        lines.append(f"{arrow}{context.t(kind.label):<{_NAME}}{kind.points:>3}{left or '–':>5}{out or '–':>4}")
    return lines


def _standing(context: RenderContext, table: Table, game: Yamslam, state: State) -> list[str]:
    """A line per player, or per team: points, chips, and a mark for the player to act."""
    scores = game.scores(state)
    lines = []
    for collector, chips in enumerate(state.taken):
        seats = [Seat(seat) for seat in range(len(table.players)) if game.side(seat) == collector]
        names = [_player(context, table, seat, f" **{scores[seat]}**" if not game.sides else "") for seat in seats]
        team = f"{side_name(context, table, collector)} **{scores[collector]}**: " if game.sides else ""
        lines.append(" ".join([team + " · ".join(names), *_chips(context, chips)]))
    return lines


def _player(context: RenderContext, table: Table, seat: Seat, points: str) -> str:
    line = f"{mention(table.players[seat])}{points}"
    if seat in table.gone:
        return line + context.t(" (left)")
    return context.mark_turn(line) if seat == table.turn else line


def _chips(context: RenderContext, chips: Chips) -> list[str]:
    return [
        f"{context.glyphs[f'chip_{kind.key}']}{context.t(kind.short)}" + (f"×{number}" if number > 1 else "")
        for kind, number in zip(KINDS, chips, strict=True)
        if number
    ]


def news_lines(context: RenderContext, table: Table, game: Yamslam, events: tuple[Event, ...]) -> list[str]:
    """The latest events."""
    return [line for event in events if (line := _event_line(context, table, event))]


def _event_line(context: RenderContext, table: Table, event: object) -> str:
    match event:
        case Took():
            return _took_line(context, table, event)
        case Passed(seat=seat):
            return context.t("{player} takes no chip.", player=mention(table.players[seat]))
        case Removed(kind=key):
            kind = _kind(key)
            return context.t(
                "No chip was won: **{kind}** ({points}) is removed.", kind=context.t(kind.label), points=kind.points
            )
        case NextGame(points=points):
            return context.t(
                "End of this game: {standing}. All chips are back.",
                standing=" · ".join(f"{mention(table.players[seat])} **{won}**" for seat, won in enumerate(points)),
            )
    return ""


def _took_line(context: RenderContext, table: Table, event: Took) -> str:
    kind, player = _kind(event.kind), mention(table.players[event.seat])
    if event.yamslam:
        return context.t("**Yamslam!** {player} takes **{kind}** ({points}).", player=player, **_named(context, kind))
    return context.t("{player} takes **{kind}** ({points}).", player=player, **_named(context, kind))


def _named(context: RenderContext, kind: Kind) -> dict[str, object]:
    return {"kind": context.t(kind.label), "points": kind.points}


def _kind(key: str) -> Kind:
    return next(kind for kind in KINDS if kind.key == key)


# -- buttons -----------------------------------------------------------------------------------------------------


def _commands(
    context: RenderContext, table: Table, game: Yamslam, state: State, thrown: DiceInHand, actions: set[str]
) -> Row:
    t = context.t
    do, left = text(thrown.action), 0 if state.second else game.throws_left(state)
    label = t.many("Throw ({n} left)", "Throw ({n} left)", left) if left else t("No throws left")
    row = [Button(do, label, Style.PRIMARY, disabled=do not in actions)]
    if state.dice:
        row.append(
            Button("pass", t("No second chip") if state.second else t("No chip"), disabled="pass" not in actions)
        )
    if table.undoable is not None:
        row.append(Button("undo", context.t("Undo")))
    return (*row, Button("sheets", context.t("Chips")), Button("rules", context.t("Rules")))


def _take_rows(context: RenderContext, state: State, takes: list[Take]) -> tuple[Row, ...]:
    """A button per chip to win with these dice; a menu of all chips for a Yamslam."""
    if not takes:
        return ()
    if all_equal(state.dice):
        return ((Menu("take", context.t("Take any chip"), tuple(_take_choice(context, take) for take in takes)),),)
    kinds = [(take, _kind(take.kind)) for take in takes]
    return (
        tuple(
            Button(text(take), f"{context.t(kind.label)} {kind.points}", Style.SUCCESS, f"chip_{kind.key}")
            for take, kind in kinds
        ),
    )


def _take_choice(context: RenderContext, take: Take) -> Choice:
    t, kind = context.t, _kind(take.kind)
    label = t.many("{kind}: {n} point", "{kind}: {n} points", kind.points, kind=t(kind.label))
    return Choice(text(take), label, t("Removed before") if take.out else t("From the rack"))


# -- everybody's chips -------------------------------------------------------------------------------------------


def sheet_lines(context: RenderContext, game: Yamslam, state: State, seat: Seat) -> list[str]:
    """The chips of ``seat``, or of its team, and the bonuses they would earn now."""
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
        *(f"{name:<{_NAME + 8}}{points or '–':>5}" for name, points in extras),
    ]


def story_lines(context: RenderContext, table: Table, game: Yamslam, state: State) -> list[str]:
    """Return everybody's chips and bonuses at the end of the last game."""
    if game.players(state) == 1 and sum(state.taken[0]) < CHIPS * len(KINDS):
        return []
    lines = []
    for collector, chips in enumerate(state.taken):
        who = side_name(context, table, collector) if game.sides else mention(table.players[collector])
        extra = sum(bonuses(chips, state.last == collector))
        lines.append(
            context.t("{player}: chips **{chips}** + bonuses **{bonus}**", player=who, chips=worth(chips), bonus=extra)
        )
    if game.players(state) == 1:
        lines.append(context.t("**Grand Slam!** All 28 chips."))
    return lines
