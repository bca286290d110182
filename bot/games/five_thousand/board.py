"""The board of 5000: the way to the goal, the points at risk, what the chosen dice bring; and its moments."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs

from bot.engine import N_, Event, Faces, Keep, Rolled, Seat, has_power
from bot.engine.gate import legal
from bot.engine.types import text
from bot.games.five_thousand.rules import FIVE, THREE, Bank, FiveThousand, LatestTurn, State, TurnEnd, choices, worth
from bot.screens.kit import (
    BoardView,
    Button,
    DiceInHand,
    RenderContext,
    Row,
    Screen,
    Style,
    Track,
    board_title,
    dice_heading,
    hold_rows,
    mention,
    mentions,
    more_row,
    next_game_lines,
    play_board,
    score_lines,
    tie_lines,
)
from bot.screens.kit.board import (
    LatestPoints,
    Moment,
    became_line,
    bust,
    great_turn,
    lead_taken,
    lines_beside_track,
    nothing_scores,
    throws_label,
    to_throw,
    totals_in_lines,
    track_of,
)
from bot.screens.kit.dice import dashed, places_of, power_counted, power_note, power_works
from bot.tables.model.table import Table

# -- Moments: a full hand, opening, a great turn, the lead, a turn lost -----------------------------------------------


_FULL_HAND = (
    N_("Full hand! {points} points at risk."),
    N_("All dice score: {points} points at risk!"),
    N_("A full hand! All dice again, {points} at risk."),
)
_OPENS = (
    N_("{player} opens with {points}!"),
    N_("{player} is on the board: {points}!"),
    N_("In with {points}: well done, {player}!"),
)


def moment(game: FiveThousand, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the greatest moment of ``events``."""
    seat, last = before.turn, after.last
    if seat is None:
        return None
    rolled = any(isinstance(event, Rolled) for event in events)
    if after.turn == seat and after.risk > before.risk and not after.aside and rolled:
        return Moment(_FULL_HAND, seat, {"points": after.risk}, great=True)
    if last is None or last is before.last:
        return None
    if last.how is not TurnEnd.COUNTED:
        return bust(seat)
    side = game.side(seat)
    if after.opened[side] and not before.opened[side]:
        return Moment(_OPENS, seat, {"points": last.points}, great=True)
    return great_turn(seat, last.points, game.goal, before.dice, events) or lead_taken(game, before, after)


# -- The board -------------------------------------------------------------------------------------------------------

SEA_BLUE = 0x1F6F9F


def board_screen(context: RenderContext, table: Table, game: FiveThousand, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    thrown = DiceInHand(state.dice, held=chosen_dice(game, state, view.held), look="sea")
    dice = game.dice - len(state.aside)
    track = track_of_sea(context, table, game, state, view.names) if view.pictured and not context.plain else None
    standing = score_lines(
        context,
        table,
        lambda seat: "" if state.opened[game.side(seat)] else context.t(" (not open)"),
        game.sides,
        game.goal,
    )
    board = play_board(
        context,
        _title(context, game, state),
        view,
        sheet=_news_lines(context, table, game, state, view),
        scores=[
            *([standing] if track is None else lines_beside_track(context, table)),
            _risk_line(context, game, state, thrown.held_faces),
        ],
        legend=_legend(context, game, state),
        dice=dice_heading(context, _shown(state, thrown), game.dice + has_power(game.house_rules)),
        what=_what(context, table, game, state, thrown, chooses=not view.computer),
        who=_who(context, table, game, state, thrown),
        colour=SEA_BLUE,
        rows=(
            *hold_rows(context, thrown, active=not _scores_nothing(game, state), dice=dice, menu=view.by_menu),
            _commands(context, game, state, thrown),
            more_row(context, table),
        ),
    )
    return board if track is None else replace(board, picture=track)


def track_of_sea(context: RenderContext, table: Table, game: FiveThousand, state: State, names: Sequence[str]) -> Track:
    """Return the picture: everybody's boat on the way to the goal."""
    t, last = context.t, state.last
    opens = t("{points} to open", points=t.number(game.opening))
    return track_of(
        context,
        table,
        names,
        "sea",
        game.goal,
        lambda seat: "" if state.opened[game.side(seat)] else opens,
        None
        if last is None
        else LatestPoints(
            last.seat, last.points, last.how is TurnEnd.COUNTED, fresh=not (state.dice or state.aside or state.risk)
        ),
        gate=game.opening,
    )


def _title(context: RenderContext, game: FiveThousand, state: State) -> str:
    t = context.t
    return board_title(context, game, state, t("first to {points}", points=t.number(game.goal)))


def _shown(state: State, thrown: DiceInHand) -> DiceInHand:
    """The dice on the table; before a throw, those of the latest turn."""
    if state.dice or state.last is None:
        return structs.replace(thrown, power=state.power)
    return DiceInHand(state.last.faces, state.last.power, look="sea")


def _scores_nothing(game: FiveThousand, state: State) -> bool:
    """Whether nothing scores in the throw on the table, which a Power 6 gives once more."""
    return bool(state.dice) and not game.allowed(state)


_WORTH_STOPPING = 300
"""From these points on, people who may stop often do, and then leave nothing on the table."""


def chosen_dice(game: FiveThousand, state: State, held: frozenset[int] | None) -> frozenset[int]:
    """Return the chosen dice: until somebody touches them, a usual choice."""
    if held is not None or not state.dice or _scores_nothing(game, state):
        return held or frozenset()
    return places_of(usual_choice(game, state), state.dice)


def usual_choice(game: FiveThousand, state: State) -> Faces:
    """Return dice that people often set aside: all that score, but a 5 alone only where it is of use.

    One more die to throw is mostly worth more than its 50 points, except where the turn may end here, where all dice
    would have scored, or where nothing else does.
    """
    allowed = game.allowed(state)
    most = next(iter(allowed))
    stops = Bank(most) in game.legal_actions(state) and game.stopped(state, most) >= _WORTH_STOPPING
    if stops or game.full(state, most) or game.throws_left(state) == 0 or most.count(FIVE) >= THREE:
        return most
    others = tuple(face for face in most if face != FIVE)
    if others in allowed:
        return others
    return (FIVE,) if (FIVE,) in allowed else most


# -- what the board and the story say --------------------------------------------------------------------------------


def story_lines(context: RenderContext, table: Table, game: FiveThousand, state: State) -> list[str]:
    """Return how the latest turn ended, in sentences, and the throws for a tie after it."""
    last, ties = state.last, tie_lines(context, table, state.match)
    if last is None:
        return ties
    return [_last_line(context, table, game, last), *_bumped_lines(context, table, last), *ties]


def _bumped_lines(context: RenderContext, table: Table, last: LatestTurn) -> list[str]:
    if not last.bumped:
        return []
    bumped = mentions(tuple(table.players[seat] for seat in last.bumped))
    return [context.t("The same total: back to **0** for {players}!", players=bumped)]


def _last_line(context: RenderContext, table: Table, game: FiveThousand, last: LatestTurn) -> str:
    t = context.t
    who, points = mention(table.players[last.seat]), t.number(last.points)
    match last.how:
        case TurnEnd.COUNTED:
            counted = t("{player} counts **{points}**.", player=who, points=points)
            return counted + power_counted(context, last.power, again=table.turn == last.seat)
        case TurnEnd.FIVE_ONES:
            if game.is_race:
                return t("{player} throws five 1s: the race ends at once!", player=who)
            return t("{player} throws five 1s and wins at once!", player=who)
        case TurnEnd.NOTHING:
            if game.house_rules["goal_mode"] == "exact":
                return t(
                    "{player}: **{points}** would pass the goal, so they count for nothing.", player=who, points=points
                )
            return t(
                "{player}: **{points}** count for nothing. The last 1,000 are made in one turn.",
                player=who,
                points=points,
            )
        case TurnEnd.SHORT:
            return t(
                "{player}: no throws left, and **{points}** are too few to open ({opening}).",
                player=who,
                points=points,
                opening=t.number(game.opening),
            )
    return nothing_scores(context, table.players[last.seat], dashed(tuple(sorted(last.faces))), last.points)


def _news_lines(context: RenderContext, table: Table, game: FiveThousand, state: State, view: BoardView) -> list[str]:
    """What only some boards say, above the scores."""
    last, lines = state.last, []
    if last is not None and not state.dice:
        lines += _bumped_lines(context, table, last)
        if last.how == TurnEnd.NOTHING:
            lines.append(_last_line(context, table, game, last))
    lines += next_game_lines(context, table, state.match, view.news)
    if state.to_play is not None:
        last_turns = context.t.many(
            "Last round: {n} more turn after this one.",
            "Last round: {n} more turns after this one.",
            len(state.to_play),
        )
        most = max(totals[-1] for totals in state.totals if totals)
        exact = game.house_rules["goal_mode"] == "exact"
        to_beat = "" if exact else " " + context.t("**{points}** to beat.", points=context.t.number(most))
        lines.append(last_turns + to_beat)
    return lines


def _legend(context: RenderContext, game: FiveThousand, state: State) -> str:
    """What one must bring to open, then what it means that points are at risk."""
    t = context.t
    if state.opened[game.side(state.turn or Seat(0))]:
        return t("At risk: lost if a throw scores nothing")
    return t("To open: {points} points or more in one turn", points=t.number(game.opening))


def _risk_line(context: RenderContext, game: FiveThousand, state: State, some: Faces) -> str:
    """The dice set aside, and what the next throw risks: the chosen dice, ``some``, count from now on."""
    t, left = context.t, game.throws_left(state)
    chosen = game.allowed(state).get(some, 0) if state.dice else 0
    points = t.number(state.risk + chosen)
    if not state.aside and (chosen or context.spoken):
        line = t("At risk **{points}**", points=points)
    else:
        line = t("Aside **{dice}** · at risk **{points}**", dice=dashed(state.aside) or "–", points=points)
    return line if left is None else " · ".join((line, t.many("{n} more throw", "{n} more throws", left)))


def _what(
    context: RenderContext, table: Table, game: FiveThousand, state: State, thrown: DiceInHand, *, chooses: bool
) -> str:
    """What the dice on the table are worth, or what those of the latest turn became.

    Nobody ``chooses`` dice by pressing while a computer thinks.
    """
    if not state.dice:
        return "" if state.last is None else _became(context, table, game, state.last)
    if _scores_nothing(game, state):
        fallen = dashed(tuple(sorted(state.dice)))
        return context.t("**{dice}** → nothing, but Power 6: throw again", dice=fallen)
    some = thrown.held_faces
    if not some and not chooses:
        return context.t("Thrown **{dice}**", dice=dashed(tuple(sorted(state.dice))))
    if some not in game.allowed(state):
        return _wrong_choice(context, state.dice, some)
    chosen, points = dashed(some), context.t.number(game.allowed(state)[some])
    if game.full(state, some):
        return context.t("Chosen **{dice}** = {points} · full hand", dice=chosen, points=points)
    if game.throws_left(state) == 0:
        return context.t("Chosen **{dice}** = {points}", dice=chosen, points=points)
    free = dashed(thrown.free_faces)
    return context.t("Chosen **{dice}** = {points} · to throw **{free}**", dice=chosen, points=points, free=free)


def _wrong_choice(context: RenderContext, thrown: Faces, some: Faces) -> str:
    """Say why ``some`` of the dice ``thrown`` may not be set aside."""
    t = context.t
    if not some:
        return t("Choose at least one die that scores.")
    if some in choices(thrown):
        return t("Here every die that scores must be chosen.")
    left = list(some)
    for face in max(choices(some), key=len, default=()):
        left.remove(face)
    if not left or some.count(left[0]) < THREE <= thrown.count(left[0]):
        return t("Three equal dice stay together.")
    if some.count(left[0]) > THREE:
        return t("Only three {face}s score.", face=left[0])
    return t("The {face} scores nothing.", face=left[0])


def _became(context: RenderContext, table: Table, game: FiveThousand, last: LatestTurn) -> str:
    """The dice of the latest turn and what they brought: one short line."""
    t, points = context.t, context.t.number(last.points)
    match last.how:
        case TurnEnd.COUNTED:
            brought = f"**+{points}**" + (power_note(context, last.power) if power_works(last.power) else "")
        case TurnEnd.FIVE_ONES:
            brought = t("**at the goal at once**") if game.is_race else t("**wins at once**")
        case TurnEnd.NOTHING:
            brought = t("**{points} not counted**", points=points)
        case TurnEnd.SHORT:
            brought = t("**{points} lost**, too few to open", points=points)
        case _:
            brought = t("nothing, **{points} lost**", points=points) if last.points else t("**nothing**")
    dice = dashed(tuple(sorted(last.faces)))
    return became_line(context, table.players[last.seat], dice, brought)


def _who(context: RenderContext, table: Table, game: FiveThousand, state: State, thrown: DiceInHand) -> str:
    t, seat = context.t, state.turn or Seat(0)
    player = f"**{mention(table.players[seat])}**"
    parts = [player if state.dice else to_throw(context, table, seat)]
    if Bank(thrown.held_faces) in game.legal_actions(state):
        total = game.counts(game.total(state, seat), game.stopped(state, thrown.held_faces))
        parts.append(t("stop now: **{points}**", points=t.number(total)))
    elif not state.opened[game.side(seat)]:
        parts.append(t("**{points}** to open", points=t.number(game.opening)))
    six = N_("a free throw") if game.throws_left(state) is not None else ""
    if _scores_nothing(game, state):
        six = N_("throw again")
    return " · ".join(parts) + power_note(context, state.power, six=six)


# -- buttons -----------------------------------------------------------------------------------------------------


def _commands(context: RenderContext, game: FiveThousand, state: State, thrown: DiceInHand) -> Row:
    """Throw and Stop: always both, so that neither ever takes the place of the other."""
    t, actions = context.t, legal(game, state)
    if not state.dice or _scores_nothing(game, state):
        label = t.many("Throw {n} die", "Throw {n} dice", game.dice - len(state.aside))
        return (Button("roll", label, Style.PRIMARY), _stop(context, "bank", 0, possible=False))
    some = thrown.held_faces
    keep, bank = text(Keep(some)), text(Bank(some))
    free = 0 if game.full(state, some) else game.dice - len(state.aside) - len(some)
    if game.throws_left(state) == 0 and keep not in actions:
        label = throws_label(t, 0)
    elif free:
        label = t.many("Throw {n} die", "Throw {n} dice", free)
    else:
        label = t("Throw all {n} dice", n=game.dice)
    points = game.stopped(state, some) if some in choices(state.dice) else state.risk + (worth(some) or 0)
    return (
        Button(keep, label, Style.PRIMARY, disabled=keep not in actions),
        _stop(context, bank, points, possible=bank in actions),
    )


def _stop(context: RenderContext, do: str, points: int, *, possible: bool) -> Button:
    label = context.t("Stop: +{points}", points=context.t.number(points))
    return Button(do, label, Style.SUCCESS, disabled=not possible)


def sheet_lines(context: RenderContext, game: FiveThousand, state: State, seat: Seat) -> list[str]:
    """Return the total after each turn that counted."""
    return totals_in_lines(context, state.totals[game.side(seat)])
