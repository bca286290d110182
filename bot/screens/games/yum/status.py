"""The two lines below the dice of a score-sheet game: what the dice are or became, and whose turn it is."""

from bot.engine import DOUBLE, FREEZE, POWER, Seat, multiplier
from bot.games.yum.actions import Marked
from bot.games.yum.rules import Yum
from bot.games.yum.state import Last, State
from bot.games.yum.turns import THROWS
from bot.screens.games.yum.boxes import column_label
from bot.screens.games.yum.press import throws_left
from bot.screens.kit import DiceInHand, RenderContext, dice_line, mention
from bot.screens.kit.dice import in_a_hand
from bot.tables.core.model import Table

_LINE = 28
"""Characters beside a short name that fit one line of a narrow phone; longer ones name boxes in their short form."""


def what_line(context: RenderContext, table: Table, game: Yum, state: State, thrown: DiceInHand) -> str:
    """Return what the dice are: held and to throw; before a throw, what the last ones became."""
    if not state.dice:
        return last_line(context, table, game, state.last) if state.last is not None else ""
    if state.second and state.last is not None:
        written = ", ".join(_became(context, game, marked) for marked in state.last.marked)
        return context.t("Power 5, Double: {written}", written=written)
    may_hold = throws_left(game, state) > 0
    if state.power == FREEZE and not may_hold:
        return context.t("❄ Power 4, Freeze: **{faces}** counts", faces=in_a_hand(state.dice))
    return dice_line(context, thrown, may_hold=may_hold)


def last_line(context: RenderContext, table: Table, game: Yum, last: Last) -> str:
    """Return the dice of the latest turn and what they became, in one line of a phone."""
    became = _all_became(context, game, last, short=False)
    dice = _counted_dice(last)
    if len(dice) + len(became.replace("*", "")) > _LINE:
        became = _all_became(context, game, last, short=True)
    player = mention(table.players[last.marked[0].seat])
    if not dice:
        return context.t("{player}: {became}, as a fine", player=player, became=became)
    if context.plain:
        return context.t("{player}: {dice}, {became}", player=player, dice=dice, became=became)
    return context.t("{player}: {dice} → {became}", player=player, dice=dice, became=became)


def _counted_dice(last: Last) -> str:
    """The dice, and how many times their points count by the Power die."""
    times = multiplier(last.power)
    return f"{in_a_hand(last.dice)} ×{times}" if times != 1 else in_a_hand(last.dice)


def _all_became(context: RenderContext, game: Yum, last: Last, *, short: bool) -> str:
    parts = [_became(context, game, marked, short=short) for marked in last.marked]
    if last.extra_yum:
        parts.append(f"**+{last.extra_yum}**")
    if last.fined:
        parts.append(context.t("a 0 for the others"))
    return ", ".join(parts)


def _became(context: RenderContext, game: Yum, marked: Marked, *, short: bool = False) -> str:
    """The points and the box, or that it is struck."""
    t, box, points = context.t, game.layout.box(marked.box), f"{marked.points}"
    where = t(box.short if short else box.label)
    if marked.column:
        column = column_label(t, game.layout, marked.column)
        if marked.points and column.startswith("×"):  # The total grows by so many times these points.
            points = f"{points} {column}"
        else:
            where = f"{where} {column}" if column.startswith("×") else t("{box}, {column}", box=where, column=column)
    if marked.struck or not marked.points:
        return t("0 in **{box}**", box=where)
    said = t("**{points} in {box}**", points=points, box=where)
    return t("{became} as a joker", became=said) if marked.joker else said


def who_line(context: RenderContext, table: Table, game: Yum, state: State) -> str:
    """Return whose turn it is, and what they may do now."""
    t, seat = context.t, state.turn or Seat(0)
    player = f"**{mention(table.players[seat])}**"
    extra = _extra_throws(context, state, seat)
    if not state.throws and state.penalties[seat]:
        return t("{player}, your turn · write a 0", player=player)
    if not state.dice and len(table.players) > 1:
        return (
            t.many("{player}, your turn · {n} throw", "{player}, your turn · {n} throws", THROWS, player=player) + extra
        )
    if state.second:
        if game.house_rules["double_mandatory"]:
            return t("{player} · choose a second box", player=player)
        return t("{player} · a second box, or none", player=player)
    left = throws_left(game, state)
    if not left:
        return _choose_line(context, game, state, player)
    said = t.many("{player} · {n} throw left", "{player} · {n} throws left", left, player=player)
    return said + _power_effect(context, state) + extra


def _choose_line(context: RenderContext, game: Yum, state: State, player: str) -> str:
    """What the player chooses once nothing is left to throw: one box, or two by the Power die if so many are open."""
    t = context.t
    if state.power == DOUBLE and sum([cells.count(None) for cells in state.sheets[state.turn or Seat(0)]]) > 1:
        if game.house_rules["double_mandatory"]:
            return t("{player} · choose two boxes", player=player)
        return t("{player} · choose one box or two", player=player)
    times = multiplier(state.power)
    said = t("{player} · choose a box", player=player)
    return said + t(" · points ×{times}", times=times) if times != 1 else said


def _extra_throws(context: RenderContext, state: State, seat: Seat) -> str:
    spare = state.spare[seat] if state.spare else 0
    return context.t.many(" (+{n} extra)", " (+{n} extra)", spare) if spare else ""


def _power_effect(context: RenderContext, state: State) -> str:
    """What the Power die would do to these dice, if they stayed, while a throw is left."""
    t, times = context.t, multiplier(state.power)
    if times != 1:
        return t(" · points ×{times}", times=times)
    if state.power == DOUBLE:
        return t(" · two boxes")
    if state.power == POWER and state.throws == THROWS:
        return t(" · a 4th throw")
    return ""
