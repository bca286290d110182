"""The board of the score-sheet games: sheet, totals, dice, what they became, whose turn it is, buttons."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from bot.engine import POWER, Event
from bot.engine.match import GAMES, MatchLength
from bot.games.yum.rules import Yum
from bot.games.yum.state import State
from bot.games.yum.turns import THROWS
from bot.locales import Words
from bot.screens.games.yum.board_sheet import board_sheet, would_write
from bot.screens.games.yum.match import totals_lines
from bot.screens.games.yum.news import next_game_lines
from bot.screens.games.yum.press import BoardControls, MenuOffer, menu_offer
from bot.screens.games.yum.status import what_line, who_line
from bot.screens.kit import (
    BoardView,
    DiceInHand,
    RenderContext,
    Screen,
    before_lines,
    board_title,
    code_block,
    dice_heading,
    hold_rows,
    own_totals,
    play_board,
)
from bot.tables.core.memory import LruCache
from bot.tables.core.model import Table, TableId

_COLOURED = "yum_color"
"""The sheet whose dice have pips of three colours, since some of its boxes ask for one (rules.md §7)."""

_REMEMBERED = 1024
"""How many boards keep their unchanging part in memory; one takes about 8 KB."""


class _BoardParts(NamedTuple):
    """The part that stays while the player holds dice: all but the dice and what is said of them."""

    title: str
    sheet: tuple[str, ...]
    scores: tuple[str, ...]
    who: str
    offer: MenuOffer


_Asked: TypeAlias = tuple[Words, bool, bool, int | None, tuple[Event, ...], tuple[str, ...], Mapping[str, int]]
_stills: LruCache[TableId, tuple[Table, _Asked, _BoardParts]] = LruCache(_REMEMBERED)


def _still(context: RenderContext, table: Table, game: Yum, state: State, view: BoardView) -> _BoardParts:
    """Return the part that stays; for the same table and the same view, the one from memory."""
    asked = (context.t, context.plain, view.striking, view.column, view.news, view.names, view.usual)
    last = _stills.get(table.id)
    if last is not None and last[0] is table and last[1] == asked:
        return last[2]
    own, worth = own_totals(table), would_write(game, state)
    sheet = code_block(board_sheet(context, game, state, worth, view.names, own))
    offer = menu_offer(context, game, state, worth, view)
    still = _BoardParts(
        _title(context, game, state),
        (*next_game_lines(context, table, view.news), *before_lines(context, table), sheet),
        tuple(totals_lines(context, table, game, state, own, offer.column)),
        who_line(context, table, game, state),
        offer,
    )
    _stills.put(table.id, (table, asked, still))
    return still


def dice_look(game: str) -> str:
    """Return the look of the dice of the game with this key, as :attr:`bot.screens.kit.Face.look` says it."""
    return "color" if game == _COLOURED else "die"


def board_screen(context: RenderContext, table: Table, game: Yum, state: State, view: BoardView) -> Screen:
    """Return the table during the game."""
    look = dice_look(game.key)
    thrown = _thrown(state, view.held, look)
    still = _still(context, table, game, state, view)
    press = BoardControls(context, game, state, table.undoable is not None, still.offer)
    dice = game.layout.dice + game.throwing.power
    return play_board(
        context,
        still.title,
        view,
        dice=dice_heading(context, thrown if thrown.count else _last_thrown(state, look), dice),
        what=what_line(context, table, game, state, thrown),
        who=still.who,
        sheet=still.sheet,
        scores=still.scores,
        rows=press.rows(
            thrown,
            hold_rows(context, thrown, active=press.may_hold, dice=dice, menu=view.by_menu),
            real_dice=view.real_dice,
        ),
    )


def _thrown(state: State, held: frozenset[int] | None, look: str) -> DiceInHand:
    """The dice and the held ones: as chosen since the throw, else those kept in it."""
    if held is None:
        held = frozenset(range(state.kept)) | ({len(state.dice)} if state.power_kept else set())
    stays = state.throws == THROWS and state.power == POWER  # It brings a fourth throw.
    if stays:
        held = held | {len(state.dice)}
    return DiceInHand(state.dice, state.power, held, look, stays)


def _last_thrown(state: State, look: str) -> DiceInHand:
    """The dice of the latest turn, which lie there until the next throw."""
    return DiceInHand(()) if state.last is None else DiceInHand(state.last.dice, state.last.power, look=look)


def _title(context: RenderContext, game: Yum, state: State) -> str:
    """The game and its round. A seat may fill two boxes a turn by the Power die, so then there may be fewer rounds."""
    rounds = len(game.layout.boxes) * game.layout.columns
    if game.throwing.power and state.turn is not None:
        rounds = max(_last_round(state, seat) for seat in range(len(state.sheets)) if seat not in state.gone)
    several = MatchLength.of(game.house_rules[GAMES]).several
    return board_title(context, game, state, *_rounds(context.t, state.round, rounds, game.throwing.power, several))


def _last_round(state: State, seat: int) -> int:
    """Return the round in which a seat fills its last box if it fills one box a turn from now on."""
    open_boxes = sum(column.count(None) for column in state.sheets[seat])
    has_filled = seat < (state.turn or 0) or (seat == state.turn and state.second)
    return state.round - 1 + has_filled + open_boxes


@lru_cache(maxsize=1024)
def _rounds(t: Words, round: int, rounds: int, power: bool, several: bool) -> tuple[str, ...]:
    """The round, in words and shorter; of ``several`` games never as numbers alone: they would read like a game's."""
    now = t("round {round}", round=round)
    if power:
        return t("round {round} of at most {rounds}", round=round, rounds=rounds), now
    in_words = t("round {round} of {rounds}", round=round, rounds=rounds)
    return in_words, t("round {round}/{rounds}", round=round, rounds=rounds), now if several else f"{round}/{rounds}"
