"""The board of 421: the dice, the hands of this round from the best, the pot, and everybody's tokens."""

from collections.abc import Callable
from dataclasses import replace

from bot.engine import N_, Faces, Keep, Seat, has_power
from bot.engine.play import legal
from bot.engine.types import text
from bot.games.four_two_one.hands import DICE, HANDS, NAMED_HANDS, hand, place, value
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.four_two_one.settling import stake
from bot.games.four_two_one.state import PotEmpty, Rampo, Settled, State
from bot.screens.games.four_two_one.power import POWER_WORDS
from bot.screens.kit import (
    BoardView,
    Button,
    DiceInHand,
    RenderContext,
    Row,
    Screen,
    Style,
    code_block,
    dice_in_words,
    hold_rows,
    large_dice,
    mention,
    mentions,
    press_throw,
)
from bot.screens.kit.match import before_lines, match_title, next_game_lines, tie_lines
from bot.screens.kit.power import power_line
from bot.tables.core.model import Table

FELT_GREEN = 0x1D7A46

_NAMED_PER_LINE, _PLAIN_PER_LINE = 3, 4
_LINES_OF_HOLDERS = 6
"""Up to so many players have a line each; more would push the buttons off a phone."""


def board_screen(context: RenderContext, table: Table, game: FourTwoOne, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    thrown = DiceInHand(state.dice, held=frozenset(range(state.kept)) if view.held is None else view.held, look="felt")
    actions = legal(game, state)
    begun, may_hold = any(state.hands), any(do.startswith("keep") for do in actions)
    parts = [
        *([] if begun else story_lines(context, table, game, state)),
        *next_game_lines(context, table, state.match, view.news, points=False),
        *(
            context.t("The pot is empty: now the best hand gives its tokens.")
            for event in view.news
            if event == PotEmpty()
        ),
        _turn_line(context, table, game, state),
        *power_line(context, state.power, POWER_WORDS),
        *(_dice_lines(context, game, thrown, may_hold) if state.dice else press_throw(context, view)),
        "",
        *_hands_lines(context, table, game, state),
        _tokens_lines(context, table, state),
        *before_lines(context, table, N_("Games won: {standing}")),
    ]
    return Screen(
        title=_title(context, game, state),
        body="\n".join(parts),
        content=_large_dice(context, game, state, thrown),
        footer=context.t("Table {code}", code=table.code),
        colour=FELT_GREEN,
        rows=(
            *hold_rows(context, thrown, active=may_hold, dice=DICE, menu=view.by_menu),
            _commands(context, table, game, state, thrown, set(actions)),
        ),
    )


def _large_dice(context: RenderContext, game: FourTwoOne, state: State, thrown: DiceInHand) -> str:
    """The dice; in the first throw of a round, the Power die with them."""
    first = has_power(game.house_rules) and state.turn == state.first
    power = state.power if first and state.dice else None
    return large_dice(context, replace(thrown, power=power), DICE + (first and not state.dice))


# -- words -------------------------------------------------------------------------------------------------------


def face_digits(faces: Faces) -> str:
    """A hand by its name: ``4-2-1``."""
    return "-".join(map(str, hand(faces)))


def _title(context: RenderContext, game: FourTwoOne, state: State) -> str:
    t, name = context.t, match_title(context, game, state)
    if state.discharge:
        return t("{game} · discharge, round {number}", game=name, number=state.round)
    return t("{game} · charge, round {number}", game=name, number=state.round)


def _turn_line(context: RenderContext, table: Table, game: FourTwoOne, state: State) -> str:
    player, most = mention(table.players[state.turn or Seat(0)]), game.most_throws(state)
    left = most - state.throws
    if state.limit:
        if left:
            return context.t.many("{player}: {n} throw to make", "{player}: {n} throws to make", left, player=player)
        return context.t("{player}: as many throws as the first player. Press **Stop**.", player=player)
    if not state.dice:
        return context.t.many(
            "{player} begins the round: {n} throw.", "{player} begins the round: up to {n} throws.", most, player=player
        )
    if left:
        return context.t.many("{player}: {n} throw left", "{player}: {n} throws left", left, player=player)
    return context.t("{player}: no throws left. Press **Stop**.", player=player)


def _dice_lines(context: RenderContext, game: FourTwoOne, thrown: DiceInHand, may_hold: bool) -> list[str]:
    said = context.t.many(
        "Hand: **{hand}**, {n} token",
        "Hand: **{hand}**, {n} tokens",
        _value(game, thrown.faces),
        hand=face_digits(thrown.faces),
    )
    return [dice_in_words(context, thrown), said] if may_hold else [said]


def _value(game: FourTwoOne, faces: Faces) -> int:
    return value(faces, int(game.house_rules["value_421"]))


def _hands_lines(context: RenderContext, table: Table, game: FourTwoOne, state: State) -> list[str]:
    """The hands of this round, the best first, and the tokens at stake."""
    if not any(state.hands):
        return []
    tokens = stake(state, int(game.house_rules["value_421"]))
    head = context.t.many("This round, for {n} token:", "This round, for {n} tokens:", tokens)
    return [head, *_ranked(table, state.hands, lambda seat: "")]


def _ranked(table: Table, hands: tuple[Faces, ...], note: Callable[[int], str]) -> list[str]:
    laid = sorted((place(faces), seat) for seat, faces in enumerate(hands) if faces)
    places = [at for at, _ in laid]
    return [
        f"{places.index(at) + 1}. **{face_digits(hands[seat])}** · {mention(table.players[seat])}{note(seat)}"
        for at, seat in laid
    ]


def _tokens_lines(context: RenderContext, table: Table, state: State) -> str:
    pot = [] if state.discharge else [_pot_line(context, state.pot)]
    holders = (_holder(context, table, state, Seat(seat)) for seat in range(len(table.players)))
    if len(table.players) > _LINES_OF_HOLDERS:
        return "\n".join((*pot, " · ".join(holders)))
    return "\n".join((*pot, *holders))


def _pot_line(context: RenderContext, tokens: int) -> str:
    if context.plain:
        return context.t.many("Pot: **{n}** token", "Pot: **{n}** tokens", tokens)
    return context.t("Pot: {token} **{tokens}**", token=context.glyphs["token"], tokens=tokens)


def _holder(context: RenderContext, table: Table, state: State, seat: Seat) -> str:
    tokens = state.tokens[seat]
    held = (
        context.t.many("**{n}** token", "**{n}** tokens", tokens)
        if context.plain
        else f"**{tokens}** {context.glyphs['token']}"
    )
    line = f"{mention(table.players[seat])} {held}"
    if seat in table.gone:
        return line + context.t(" (left)")
    if seat in state.out:
        return line + context.t(" (sits out)")
    return context.mark_turn(line) if seat == state.turn else line


def story_lines(context: RenderContext, table: Table, game: FourTwoOne, state: State) -> list[str]:
    """Return the end of the latest round: its hands, throws for ties, and the seats that received tokens."""
    t, end = context.t, state.last
    if end is None:
        return []
    lines = [t("Last round:"), *_ranked(table, end.hands, lambda seat: _change(end, seat))]
    lines += [_rampo_line(context, table, rampo) for rampo in end.rampos]
    if end.nenettes:
        lines.append(
            t("{players}: a nénette, 2-2-1!", players=mentions(tuple(table.players[seat] for seat in end.nenettes)))
        )
    if end.loser is None:
        lines.append(t("The worst hands tie: nobody receives."))
    else:
        lines.append(_paid_line(context, table, end, end.loser))
    lines += [_rampo_line(context, table, rampo) for rampo in state.final_rampos]
    return [*lines, *tie_lines(context, table, state.match)]


def _change(end: Settled, seat: int) -> str:
    gained = end.gained[seat]
    return f" ({gained:+d})" if gained else ""


def _paid_line(context: RenderContext, table: Table, end: Settled, loser: Seat) -> str:
    t, received = context.t, end.gained[loser]
    player = mention(table.players[loser])
    if end.giver is None:
        return t.many("{player} receives {n} token.", "{player} receives {n} tokens.", received, player=player)
    if not received:
        return t("{player} has no token to give.", player=mention(table.players[end.giver]))
    return t.many(
        "{player} receives {n} token from {giver}.",
        "{player} receives {n} tokens from {giver}.",
        received,
        player=player,
        giver=mention(table.players[end.giver]),
    )


def _rampo_line(context: RenderContext, table: Table, rampo: Rampo) -> str:
    return context.t(
        "Rampo: {throws}",
        throws=" · ".join(f"{mention(table.players[seat])} {face_digits(faces)}" for seat, faces in rampo),
    )


# -- buttons -----------------------------------------------------------------------------------------------------


def _commands(
    context: RenderContext, table: Table, game: FourTwoOne, state: State, thrown: DiceInHand, actions: set[str]
) -> Row:
    t = context.t
    do, left = text(Keep(thrown.held_faces)) if thrown.count else "roll", game.most_throws(state) - state.throws
    label = t.many("Throw ({n} left)", "Throw ({n} left)", left) if left else t("No throws left")
    row = [Button(do, label, Style.PRIMARY, disabled=do not in actions)]
    if state.dice:
        early = bool(state.limit and left and game.house_rules["le_bon"])
        stop = t("« Le bon »!") if early else t("Stop")
        row.append(Button("stand", stop, Style.SUCCESS, disabled="stand" not in actions))
    if table.undoable is not None:
        row.append(Button("undo", t("Undo")))
    return (*row, Button("sheets", t("Hands")), Button("rules", t("Rules")))


# -- all hands ---------------------------------------------------------------------------------------------------


def hands_parts(context: RenderContext, table: Table, game: FourTwoOne, state: State) -> list[str]:
    """Return everybody's tokens, and the table of all hands with the tokens they set."""
    return [
        _tokens_lines(context, table, state),
        context.t("All hands, the best first, and the tokens they set:"),
        _table(context, game),
    ]


def _table(context: RenderContext, game: FourTwoOne) -> str:
    named = [f"{face_digits(one)} {_value(game, one):>2}" for one in HANDS[:NAMED_HANDS]]
    plain = [face_digits(one) for one in HANDS[NAMED_HANDS:]]
    return code_block(
        [
            *_lines(named, _NAMED_PER_LINE, "  "),
            "",
            context.t("all others: 1"),
            *_lines(plain, _PLAIN_PER_LINE, "  "),
        ]
    )


def _lines(items: list[str], per_line: int, gap: str) -> list[str]:
    return [gap.join(items[first : first + per_line]) for first in range(0, len(items), per_line)]
