"""The board of 421: tokens and the pot, the leader of the round, the dice; its moments, and the table of hands."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import structs

from bot.engine import N_, Event, Faces, Keep, Rolled, Seat, has_power
from bot.engine.gate import legal
from bot.engine.types import text
from bot.games.four_two_one.rules import (
    DICE,
    HANDS,
    NAMED_HANDS,
    FourTwoOne,
    PotEmpty,
    Rampo,
    Settled,
    State,
    hand,
    place,
    stake,
    value,
)
from bot.screens.kit import (
    BoardView,
    Button,
    DiceInHand,
    Lane,
    Pot,
    RenderContext,
    Row,
    Screen,
    Style,
    code_block,
    dice_heading,
    dice_line,
    hold_rows,
    left_note,
    mention,
    mentions,
    more_row,
    named_in_play,
    play_board,
)
from bot.screens.kit.board import (
    Moment,
    became_line,
    before_lines,
    board_title,
    lines_beside_track,
    marked,
    throws_label,
    to_throw,
)
from bot.screens.kit.dice import is_drawn, power_note
from bot.screens.kit.sides import next_game_lines, tie_lines
from bot.screens.kit.values import Burst, Holder, left_word
from bot.tables.model.table import Table

# -- Moments: a 4-2-1, a nénette, the pot empty ----------------------------------------------------------------------

_BEST, _NENETTE = [1, 2, 4], [1, 2, 2]
_THROWN = N_("4-2-1!"), N_("4-2-1, the best hand of all!"), N_("There it is: 4-2-1!")
_STANDS = (
    N_("{player} stops at 4-2-1!"),
    N_("Nothing beats it: 4-2-1 for {player}!"),
    N_("Bravo, {player}: 4-2-1!"),
)


def moment(game: FourTwoOne, before: State, after: State, events: tuple[Event, ...]) -> Moment | None:
    """Return the greatest moment of ``events``."""
    seat = game.turn(before)
    if seat is None:
        return None
    if any(isinstance(event, PotEmpty) for event in events):
        return Moment((N_("The discharge begins!"),), seat, great=True)
    if after.dice:
        rolled = any(isinstance(event, Rolled) for event in events)
        return Moment(_THROWN, seat, great=True) if rolled and sorted(after.dice) == _BEST else None
    settled = None if after.last is before.last else after.last
    stood = sorted(after.hands[seat] or (() if settled is None else settled.hands[seat]))
    if stood == _BEST:
        return Moment(_STANDS, seat, great=True)
    return Moment((N_("Nénette! {player} stops at 2-2-1."),), seat) if stood == _NENETTE else None


# -- The board -------------------------------------------------------------------------------------------------------

FELT_GREEN = 0x1D7A46

_NAMED_PER_LINE, _PLAIN_PER_LINE = 3, 4
_PILE = 5
_TWO_PILES = 2 * _PILE
_WIDEST_POT = 5 * _PILE
"""Of more tokens a plus stands for the rest: beside a name a line has room for two piles, beside the pot for five."""
_DRAWN_SEATS = 6
"""The most players whose tokens are drawn."""

_HANDS_TOLD = 4
"""So many hands of the round before stand on the board; of more, the best and the worst."""


def board_screen(context: RenderContext, table: Table, game: FourTwoOne, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    thrown = DiceInHand(state.dice, held=frozenset(range(state.kept)) if view.held is None else view.held, look="felt")
    actions = set(legal(game, state))
    may_hold = any(do.startswith("keep") for do in actions)
    pot = pot_of(context, table, game, state, view.names) if view.pictured and not context.plain else None
    won = N_("Games won: {standing}")
    board = play_board(
        context,
        _title(context, game, state),
        view,
        sheet=_news_lines(context, table, state, view, drawn=pot is not None),
        scores=[
            *_tokens_lines(context, table, state),
            *_leading_line(context, table, game, state),
            *before_lines(context, table, won),
        ]
        if pot is None
        else lines_beside_track(context, table, won),
        legend=_legend(context, state, drawn=pot is not None),
        dice=_dice(context, game, state, thrown),
        what=_what(context, table, game, state, thrown, may_hold),
        who=_who(context, table, game, state, actions) + power_note(context, state.power, six=N_("one more throw")),
        colour=FELT_GREEN,
        rows=(
            *hold_rows(context, thrown, active=may_hold, dice=DICE, menu=view.by_menu),
            _commands(context, game, state, thrown, actions),
            more_row(context, table),
        ),
    )
    return board if pot is None else replace(board, picture=pot)


def pot_of(context: RenderContext, table: Table, game: FourTwoOne, state: State, names: Sequence[str]) -> Pot:
    """Return the picture: the pot, everybody's tokens, and the hands of the round; ``names`` are theirs by seat.

    Until somebody stops in a round, the hands are those of the one before, with the tokens that it moved.
    """
    t, end = context.t, None if any(state.hands) else state.last
    hands = state.hands if end is None else end.hands
    places = [place(faces) for faces in hands if faces]
    best, worst = min(places, default=0), max(places, default=0)

    def holder(seat: Seat, faces: Faces) -> Holder:
        moved = 0 if end is None else end.gained[seat]
        out, left = seat in state.out, table.has_left(seat)
        lane = Lane(
            names[seat] or t("Player {number}", number=seat + 1),
            t("Player {number}", number=seat + 1),
            state.tokens[seat],
            str(state.tokens[seat]),
            note=left_word(context, table, seat) or (t("sits out") if out else ""),
            gained=max(moved, 0),
            lost=str(-moved) if moved < 0 else "",
            barred=out or left,
            to_act=seat == state.turn,
        )
        if not faces:
            return Holder(lane)
        last = place(faces) == worst > best if end is None else seat == end.loser
        first = len(places) > 1 and place(faces) == best and not last  # Alone, a hand has beaten nobody yet.
        return Holder(lane, hand(faces), first, last, fresh=seat == state.stood, gold=sorted(faces) == _BEST)

    if end is not None:
        about = t("hands of round {number}", number=state.round - 1)
    else:
        about = t("at stake: {n}", n=stake(state, int(game.house_rules["value_421"]))) if places else ""
    sentence = N_("discharge, round {number}") if state.discharge else N_("charge, round {number}")
    phase = t(sentence, number=state.round)
    return Pot(
        None if state.discharge else state.pot,
        phase[:1].upper() + phase[1:],
        about,
        tuple(holder(Seat(seat), faces) for seat, faces in enumerate(hands)),
        over=end is not None,
        burst=_burst(state),
    )


def _burst(state: State) -> Burst | None:
    """The 4-2-1 at which somebody has just stopped, until the next throw."""
    last = _last_hand(state)
    if state.turn is None or state.dice or sorted(last) != _BEST:
        return None
    return Burst(hand(last), (f"{'-'.join(map(str, hand(last)))}!",))


def _dice(context: RenderContext, game: FourTwoOne, state: State, thrown: DiceInHand) -> str:
    """The dice, in the first throw of a round with the Power die; before a throw, those of the last to stop."""
    first = has_power(game.house_rules) and state.turn == state.first
    if state.dice:
        return dice_heading(context, structs.replace(thrown, power=state.power if first else None), DICE)
    return dice_heading(context, DiceInHand(_last_hand(state), look="felt"), DICE + first)


def _last_hand(state: State) -> Faces:
    """The hand of the player who stopped last; empty at the beginning of the game."""
    if state.stood is None:
        return ()
    return state.hands[state.stood] or (state.last.hands[state.stood] if state.last is not None else ())


# -- what the board and the story say --------------------------------------------------------------------------------


def face_digits(faces: Faces) -> str:
    """Return a hand by its name: ``4-2-1``."""
    return "-".join(map(str, hand(faces)))


def _title(context: RenderContext, game: FourTwoOne, state: State) -> str:
    t, number = context.t, state.round
    if state.discharge:
        return board_title(context, game, state, t("discharge, round {number}", number=number), t("discharge"))
    return board_title(context, game, state, t("charge, round {number}", number=number), t("charge"))


def _news_lines(context: RenderContext, table: Table, state: State, view: BoardView, *, drawn: bool) -> list[str]:
    """What only the first boards of a round say, above everything: how the round before ended.

    Its hands stand on the picture where the board is ``drawn``.
    """
    lines = next_game_lines(context, table, state.match, view.news, points=False)
    if any(event == PotEmpty() for event in view.news):
        lines.append(context.t("The pot is empty: now the best hand gives its tokens."))
    if any(state.hands) or state.last is None:
        return lines
    hands = [] if drawn else [_last_round_line(context, table, state.last)]
    return [*lines, *hands, *_special_lines(context, table, state.last)]


def _last_round_line(context: RenderContext, table: Table, end: Settled) -> str:
    """The hands of the round before in one line, from the best; those who received tokens behind equal ones."""
    laid = sorted((place(faces), end.gained[seat], seat) for seat, faces in enumerate(end.hands) if faces)
    parts = [
        f"{mention(table.players[seat])} {face_digits(end.hands[seat])}{_change(end, seat)}" for _, _, seat in laid
    ]
    shown = parts if len(parts) <= _HANDS_TOLD or context.spoken else [parts[0], "…", parts[-1]]
    return context.t("Last round: {hands}", hands=_between(context).join(shown))


def _between(context: RenderContext) -> str:
    """What stands between two players and their hands: a voice has commas within a hand already."""
    return "; " if context.spoken else " · "


def _special_lines(context: RenderContext, table: Table, end: Settled) -> list[str]:
    """What else the round before had: throws for ties, of which the last decided, and nénettes."""
    return [*(_rampo_line(context, table, rampo) for rampo in end.rampos[-1:]), *_nenette_lines(context, table, end)]


def _nenette_lines(context: RenderContext, table: Table, end: Settled) -> list[str]:
    if not end.nenettes:
        return []
    players = mentions(tuple(table.players[seat] for seat in end.nenettes))
    return [context.t("{players}: a nénette, 2-2-1!", players=players)]


def _leading_line(context: RenderContext, table: Table, game: FourTwoOne, state: State) -> list[str]:
    """Return the leader of this round, the tokens at stake, and the last player; nothing before the first hand."""
    t = context.t
    places = {seat: place(faces) for seat, faces in enumerate(state.hands) if faces}
    if not places:
        return []
    staked = stake(state, int(game.house_rules["value_421"]))
    tokens = t.many("{n} token", "{n} tokens", staked)
    best, worst = min(places.values()), max(places.values())
    players, laid, many = _at(table, state, places, best)
    if context.spoken:
        leader = t.many(
            "{players} leads with {hand} ({tokens}).",
            "{players} lead with {hand} ({tokens}).",
            many,
            players=players,
            hand=laid,
            tokens=tokens,
        )
        if best == worst:
            return [leader]
        players, laid, many = _at(table, state, places, worst)
        last = t.many(
            "{players} is last with {hand}.", "{players} are last with {hand}.", many, players=players, hand=laid
        )
        return [leader, last]
    leads = t.many("{players} **{hand}** leads", "{players} **{hand}** lead", many, players=players, hand=laid)
    if best == worst:
        return [f"{leads} ({tokens})"]
    players, laid, many = _at(table, state, places, worst)
    last = t.many("{players} {hand} is last", "{players} {hand} are last", many, players=players, hand=laid)
    # A line of a phone has no room for the word beside two hands.
    return [f"{leads} ({tokens}) · {last}" if context.plain else f"{leads} · {last} (+{staked})"]


def _at(table: Table, state: State, places: dict[int, int], wanted: int) -> tuple[str, str, int]:
    """The players with a hand of this place, the hand, and how many they are."""
    seats = [seat for seat, at in places.items() if at == wanted]
    return mentions(tuple(table.players[seat] for seat in seats)), face_digits(state.hands[seats[0]]), len(seats)


def _what(
    context: RenderContext, table: Table, game: FourTwoOne, state: State, thrown: DiceInHand, may_hold: bool
) -> str:
    """What the dice on the table are, or what became of the last hand that stopped."""
    t = context.t
    if state.dice:
        if may_hold:
            return dice_line(context, thrown, may_hold=True)
        tokens = t.many("{n} token", "{n} tokens", _value(game, state.dice))
        laid = t("All dice: **{dice}**", dice=face_digits(state.dice))
        return f"{laid} ({tokens})" if context.spoken else f"{laid} · {tokens}"
    if state.stood is None:
        return ""
    player, laid = mention(table.players[state.stood]), face_digits(_last_hand(state))
    if any(state.hands) or state.last is None:
        sentence = N_("{player} stops with {hand}.") if context.spoken else N_("{player}: **{hand}**")
        return t(sentence, player=player, hand=laid)
    return _settled(context, table, state.last, state.stood, laid)


def _settled(context: RenderContext, table: Table, end: Settled, stood: Seat, laid: str) -> str:
    """Return one short line with the players who received tokens; ``stood`` laid the last hand of the round."""
    t, loser = context.t, end.loser
    if loser is None:
        return t("The worst hands tie: nobody receives.")
    if end.giver is not None:
        return _paid_line(context, table, end, loser)
    received = t.many("receives {n} token", "receives {n} tokens", end.gained[loser])
    if loser == stood:
        return became_line(context, table.players[stood], laid, f"**{received}**")
    shown = t("{player}: {hand}", player=mention(table.players[stood]), hand=laid)
    other = mention(table.players[loser])
    return f"{shown} · {other} **{received}**"


def _who(context: RenderContext, table: Table, game: FourTwoOne, state: State, actions: set[str]) -> str:
    t, most = context.t, game.most_throws(state)
    player, left = f"**{mention(table.players[state.turn or Seat(0)])}**", most - state.throws
    if not state.dice:
        turn = to_throw(context, table, state.turn or Seat(0))
        if state.limit:
            # Beside the Power die a line has no room to say that it is their turn; the mark above does.
            turn = player if state.power is not None and not context.plain else turn
            if game.house_rules["may_stand"] or game.house_rules["le_bon"]:
                return f"{turn} · " + t.many_as("at most", "{n} throw", "up to {n} throws", left)
            return f"{turn} · " + t.many("all throw once", "all throw {n} times", left)
        return f"{turn} · " + t.many_as("at most", "{n} throw", "up to {n} throws", most)
    if not left:
        return f"{player} · " + t("press **Stop**")
    if "stand" in actions:
        return f"{player} · " + t.many("{n} throw left", "{n} throws left", left)
    return f"{player} · " + t.many("{n} throw to make", "{n} throws to make", left)


def _value(game: FourTwoOne, faces: Faces) -> int:
    return value(faces, int(game.house_rules["value_421"]))


def _ranked(table: Table, hands: tuple[Faces, ...], note: Callable[[int], str]) -> list[str]:
    laid = sorted((place(faces), seat) for seat, faces in enumerate(hands) if faces)
    places = [at for at, _ in laid]
    return [
        f"{places.index(at) + 1}. **{face_digits(hands[seat])}** · {mention(table.players[seat])}{note(seat)}"
        for at, seat in laid
    ]


def _legend(context: RenderContext, state: State, *, drawn: bool) -> str:
    t, five = context.t, context.glyphs["tokens_5"]
    if drawn and state.discharge:
        return t("Discharge: ♛ gives to ▼ · none left wins")
    if drawn:
        return t("Charge: ▼ the worst takes bad tokens")
    if _draws_tokens(context, state):
        return t("{five} is five tokens. Get rid of yours to win", five=five)
    if state.discharge:
        return t("Tokens: `●` are bad. Get rid of yours to win")
    return t("Tokens: `●` are bad, `○` are still in the pot")


def _tokens_lines(context: RenderContext, table: Table, state: State) -> list[str]:
    """Everybody's tokens, then those in the pot, while there are any."""
    lines = [_holder(context, table, state, Seat(seat)) for seat in range(len(table.players))]
    return lines if state.discharge else [*lines, _pot_line(context, state)]


def _draws_tokens(context: RenderContext, state: State) -> bool:
    """Whether tokens are pictures; those of a large table would leave a message no room for a long rampo."""
    return is_drawn(context.glyphs["tokens_5"]) and len(state.tokens) <= _DRAWN_SEATS


def _piles(context: RenderContext, state: State, tokens: int, token: str, most: int = _TWO_PILES) -> str:
    """Tokens as piles of five before a name, with room for all of the game where they are drawn, else for two piles.

    A plus stands for those beyond ``most``. Nothing in words only.
    """
    if context.plain:
        return ""
    if _draws_tokens(context, state):
        every = range(0, state.pot + sum(state.tokens), _PILE)
        return "".join(context.glyphs[f"tokens_{min(max(tokens - first, 0), _PILE)}"] for first in every) + " "
    places = token * tokens + "·" * (_TWO_PILES - tokens) if tokens <= most else token * most
    piles = " ".join(places[first : first + _PILE] for first in range(0, len(places), _PILE))
    return f"`{piles}{'+' if tokens > most else ''}` "


def _pot_line(context: RenderContext, state: State) -> str:
    if context.plain:
        return context.t.many("Pot: **{n}** token", "Pot: **{n}** tokens", state.pot)
    return _piles(context, state, state.pot, "○", _WIDEST_POT) + context.t("Pot **{n}**", n=state.pot)


def _holder(context: RenderContext, table: Table, state: State, seat: Seat) -> str:
    tokens, player = state.tokens[seat], named_in_play(context, table.players[seat])
    held = context.t.many("{n} token", "{n} tokens", tokens) if context.plain else str(tokens)
    pile = _piles(context, state, tokens, "●")
    holder = context.t("{name}: {value}", name=player, value=held) if context.spoken else f"{player} {held}"
    left = left_note(context, table, seat)
    if seat == state.turn:
        return pile + marked(context, table, seat, holder + left)
    note = context.t(" (sits out)") if seat in state.out else ""
    return f"{pile}{holder}{left or note}"


def story_lines(context: RenderContext, table: Table, game: FourTwoOne, state: State) -> list[str]:
    """Return the end of the latest round: its hands, throws for ties, and the seats that received tokens."""
    t, end = context.t, state.last
    if end is None:
        return []
    if context.spoken:
        lines = [_last_round_line(context, table, end)]
    else:
        lines = [t("Last round:"), *_ranked(table, end.hands, lambda seat: _change(end, seat))]
    lines += [_rampo_line(context, table, rampo) for rampo in end.rampos]
    lines += _nenette_lines(context, table, end)
    if end.loser is None:
        lines.append(t("The worst hands tie: nobody receives."))
    else:
        lines.append(_paid_line(context, table, end, end.loser))
    lines += [_rampo_line(context, table, rampo) for rampo in state.final_rampos]
    return [*lines, *tie_lines(context, table, state.match)]


def _change(end: Settled, seat: int) -> str:
    gained = end.gained[seat]
    return f" ({gained:+d})".replace("-", "\N{MINUS SIGN}") if gained else ""


def _paid_line(context: RenderContext, table: Table, end: Settled, loser: Seat) -> str:
    t, received = context.t, end.gained[loser]
    player = mention(table.players[loser])
    if end.giver is None:
        return t.many("{player} receives {n} token.", "{player} receives {n} tokens.", received, player=player)
    if not received:
        return t("{player} has no token to give.", player=mention(table.players[end.giver]))
    return t.many(
        "{giver} gives **{n} token** to {player}",
        "{giver} gives **{n} tokens** to {player}",
        received,
        player=player,
        giver=mention(table.players[end.giver]),
    )


def _rampo_line(context: RenderContext, table: Table, rampo: Rampo) -> str:
    return context.t(
        "Rampo: {throws}",
        throws=_between(context).join(f"{mention(table.players[seat])} {face_digits(faces)}" for seat, faces in rampo),
    )


# -- buttons -----------------------------------------------------------------------------------------------------

_NO_HAND = "· · ·"


def _commands(context: RenderContext, game: FourTwoOne, state: State, thrown: DiceInHand, actions: set[str]) -> Row:
    """Throw and Stop: always both, so that neither ever takes the place of the other."""
    t, left = context.t, game.most_throws(state) - state.throws
    do = text(Keep(thrown.held_faces)) if thrown.count else "roll"
    laid = face_digits(state.dice) if state.dice else t("no dice") if context.spoken else _NO_HAND
    early = bool(state.dice and state.limit and left and game.house_rules["le_bon"])
    best = bool(state.dice) and "stand" in actions and not place(state.dice)
    stop = t("« Le bon »: {hand}", hand=laid) if early else t("Stop: {hand}", hand=laid)
    style = Style.SECONDARY if best else Style.PRIMARY
    return (
        Button(do, throws_label(t, left), style, disabled=do not in actions),
        Button("stand", stop, Style.SUCCESS, disabled="stand" not in actions),
    )


# -- all hands ---------------------------------------------------------------------------------------------------


def hands_parts(context: RenderContext, table: Table, game: FourTwoOne, state: State) -> list[str]:
    """Return everybody's tokens, the hands of this round, and the table of all hands with the tokens they set."""
    return [
        "\n".join((*_tokens_lines(context, table, state), *_ranked(table, state.hands, lambda seat: ""))),
        context.t("All hands, the best first, and the tokens they are worth:"),
        _table(context, game),
    ]


def _table(context: RenderContext, game: FourTwoOne) -> str:
    if context.spoken:
        valued = (f"{face_digits(hand)}: {_value(game, hand)}." for hand in HANDS[:NAMED_HANDS])
        others = context.t("all others: 1")
        return "\n".join((*valued, f"{others[:1].upper()}{others[1:]}."))  # Commas stand within a hand already.
    named = [f"{face_digits(hand)} {_value(game, hand):>2}" for hand in HANDS[:NAMED_HANDS]]
    plain = [face_digits(hand) for hand in HANDS[NAMED_HANDS:]]
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
