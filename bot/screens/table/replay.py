"""A finished game step by step: the board as it was, with buttons to its other moments.

``replay`` opens it; ``replay <position> <word>`` goes on from the shown position, ``replay sheet <seat>`` opens the
sheet of another player of a simultaneous game.
"""

from dataclasses import replace

from bot.engine import DROP, N_, Keep, Roll
from bot.games import CATALOGUE
from bot.screens.kit import (
    AtOnceWords,
    BoardView,
    Button,
    Choice,
    Menu,
    RenderContext,
    Row,
    Screen,
    mention,
)
from bot.screens.kit.computers import playing_computer
from bot.screens.kit.dice import dashed, in_a_hand
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import REPLAY_CHAMPION, REPLAY_SHEET, REPLAY_STEP, Pattern
from bot.screens.kit.reasons import why_line
from bot.screens.review import chance, cost
from bot.screens.table.board import table_screen
from bot.screens.table.result import NOT_KNOWN, ResultView
from bot.tables.model.table import AbsencePolicy, Status, Table
from bot.tables.records.reviews import Judged, can_tell, chances, expected, knows_play
from bot.tables.storage.journal import ReplayPosition

FIRST, BACK, ON, LAST = "first", "back", "on", "last"
TURN_BACK, TURN_ON, MISTAKE_ON = "turn_back", "turn_on", "mistake_on"
"""The words of the buttons."""

_ALL_THROWN = (Roll.word, Keep.word)
"""What throws all dice: no die is kept."""

READ = "read"
"""That of the button that shows the position in words."""


def replay_screen(
    context: RenderContext,
    position: ReplayPosition,
    public: Table | None = None,
    names: tuple[str, ...] = (),
    judged: Judged | None = None,
    champion: Pattern | None = None,
    *,
    pictured: bool = False,
) -> Screen:
    """The game at ``position``; ``public`` is the public table of a simultaneous game.

    ``names`` and ``pictured`` are as in BoardView.

    ``judged`` is what a review says of its decisions, if there is one. ``champion`` is what leads to the other game
    with these dice: from one's own to the champion's, and back.
    """
    shown = public if position.last and public is not None else position.table
    playing = "" if shown.turn_computer is None else playing_computer(context, shown)
    view = BoardView(
        _chosen(position), news=position.events, replayed=True, pictured=pictured, names=names, computer=playing
    )
    known = ResultView(names=names) if pictured and shown.private else NOT_KNOWN
    board = table_screen(context, _without_clock(shown), view, result=known)
    footer = context.t("Move {number} of {of}", number=position.number, of=position.of)
    told = _told_by_the_throw(context, position)
    body = "\n".join(line for line in board.body.split("\n") if line.lstrip("# ") not in told)
    lines = [*_move_lines(context, position), body, *_judgement(context, position, judged)]
    lines += _chances(context, position, judged)
    if public is not None:
        lines += _no_chances(context, position, public, judged)
        lines += ["", _words(public).all(context, " · ".join(_players(public)))]
    return replace(
        board,
        title=context.t("Replay · {title}", title=_title(context, shown, board)),
        content=board.content if board.title else "",
        body="\n".join(lines),
        footer=footer,
        rows=(*_rows(context, position, judged, champion), *_sheet_rows(context, public)),
    )


def _title(context: RenderContext, table: Table, board: Screen) -> str:
    """Return what the board is titled; a result is titled by mentions, which no title of a frame shows."""
    game = context.t(CATALOGUE[table.game.key].label)
    if table.status is Status.FINISHED:
        return context.t("{game}: final result", game=game)
    if table.status is Status.ENDED:
        return context.t("{game}: ended early", game=game)
    return board.title or board.content.replace("**", "")


def _without_clock(table: Table) -> Table:
    """``table`` without a waiting clock: the deadline of a move is over like the game."""
    if table.status is not Status.PLAYING:
        return table
    return replace(table, settings=replace(table.settings, absent=AbsencePolicy.WAIT, daily=None, tournament=None))


def choosing_screen(context: RenderContext, public: Table) -> Screen:
    """The choice of a sheet, in a simultaneous game."""
    return Screen(
        title=context.t("Replay · {title}", title=context.t(CATALOGUE[public.game.key].label)),
        body="\n".join([_words(public).whose(context), "", *_players(public)]),
        rows=_sheet_rows(context, public),
    )


def _words(public: Table) -> AtOnceWords:
    return face_of(public.game.key).at_once


def _players(public: Table) -> list[str]:
    """Everybody with their number in the menu: a menu cannot show people."""
    return [f"{seat + 1}. {mention(player)}" for seat, player in enumerate(public.players)]


def _sheet_rows(context: RenderContext, public: Table | None) -> tuple[Row, ...]:
    if public is None:
        return ()
    choices = tuple(
        Choice(
            REPLAY_SHEET.build(seat=seat),
            _words(public).line(context, seat + 1, points),
        )
        for seat, points in enumerate(public.own_totals)
    )
    return ((Menu("replay", _words(public).menu(context), choices),),)


def _move_lines(context: RenderContext, position: ReplayPosition) -> list[str]:
    if position.entry is None:
        return [context.t("The game begins.")]
    table = position.table
    face = face_of(table.game.key)
    move_lines = face.move_text(context, table, table.game, position.entry)
    if position.last and not move_lines:  # Then there is no board any more that says what ended the turn.
        move_lines = "\n".join(face.news(context, table, table.game, position.events))
    return [move_lines, ""] if move_lines and position.last else [move_lines] if move_lines else []


def _told_by_the_throw(context: RenderContext, position: ReplayPosition) -> set[str]:
    """Return what a board says of dice that all fell just now, and none of which is held."""
    entry = position.entry
    if entry is None or entry.do not in _ALL_THROWN or not entry.dice:
        return set()
    t, fallen = context.t, entry.dice[-1]
    written = {dashed(fallen), dashed(tuple(sorted(fallen))), in_a_hand(fallen)}
    return {
        line
        for dice in written
        for line in (t("No dice held: **{free}**", free=dice), t("All dice: **{dice}**", dice=dice))
    }


def _chosen(position: ReplayPosition) -> frozenset[int] | None:
    """Return the dice that the player chose then, if the board would propose some; else None: as they fell."""
    if position.following is None or position.last:
        return None
    return face_of(position.table.game.key).held_before(position.table.state, position.following.do)


def _judgement(context: RenderContext, position: ReplayPosition, judged: Judged | None) -> list[str]:
    """Return what came next, what it cost, and what was better; nothing where there was no choice, or no review."""
    table, entry = position.table, position.following
    if judged is None or entry is None or entry.seat not in judged.seats or entry.do == DROP:
        return []
    if len(table.game.legal_actions(table.state)) < 2:
        return []
    face, mistake, t = face_of(table.game.key), judged.mistakes.get(position.number), context.t
    move = face.action_name(context, table.game, table.state, entry.do)
    if mistake is None:
        sentence = t("Then: {done}. Nothing is better.", done=move)
        return [f"-# {sentence}"]
    if mistake.lost < judged.noise:
        sentence = t("Then: {done}. Nothing is surely better.", done=move)
        return [f"-# {sentence}"]
    best = face.action_name(context, table.game, table.state, mistake.best)
    lost = cost(context, judged.unit, mistake.lost)
    sentence = t("Then: {done} ({cost}). Better: {best}.", done=move, cost=lost, best=best)
    return [sentence, *filter(None, [why_line(context, table.game, judged.whys.get(position.number))])]


def _chances(context: RenderContext, position: ReplayPosition, judged: Judged | None) -> list[str]:
    """Return with which chance everybody wins now; nothing alone, at the end, and where nobody knows."""
    review, table, game = None if judged is None else judged.review, position.table, position.table.game
    if review is None or position.last or len(table.players) < 2 or not can_tell(game, review.unit):
        return []
    seats = [seat for seat in range(len(table.players)) if seat not in table.gone]
    left = face_of(game.key).turns_left(game, table.state)
    if any(review.seats[seat] is None for seat in seats):
        return []
    values = {seat: expected(review, game, seat, (position.number,))[0] for seat in seats}
    if left is None and review.unit != "win":
        return []
    wins = chances(table, review, values, dict(enumerate(left or ())))
    players = [f"{mention(table.players[seat])} {chance(context, value)}" for seat, value in wins.items()]
    told = N_("Chance to win: {chances}")
    if knows_play(game, review.unit):
        told = N_("Chance to win, given how each played: {chances}")
    sentence = context.t(told, chances=" · ".join(players))
    return [f"-# {sentence}"]


def _no_chances(context: RenderContext, position: ReplayPosition, public: Table, judged: Judged | None) -> list[str]:
    """Return, at the start of a simultaneous game, where its chances to win are: a moment of one sheet has none."""
    alone = len(public.players) < 2
    if judged is None or alone or position.number or not can_tell(public.game, judged.unit):
        return []
    sentence = context.t("Everybody played at once: the chances to win, turn by turn, are in the review.")
    return [f"-# {sentence}"]


def _rows(
    context: RenderContext, position: ReplayPosition, judged: Judged | None, champion: Pattern | None
) -> tuple[Row, ...]:
    at_start, at_end = position.number == 0, position.last
    t, mistakes = context.t, () if judged is None else (_mistake_button(context, position, judged),)
    steps, other = REPLAY_STEP, t("Gobelet's game")
    if champion is REPLAY_STEP:
        steps, other = REPLAY_CHAMPION, t("My game")
    others = () if champion is None else ((Button(champion.build(number=0, word=FIRST), other),),)

    def button(word: str, label: str, idle: bool) -> Button:
        return Button(steps.build(number=position.number, word=word), label, disabled=idle)

    first = (*((button(READ, t("In words"), idle=False),) * (not context.spoken)), *mistakes)
    return (
        *((first,) if first else ()),
        # In pairs: four buttons would not fit a row of a phone.
        (button(BACK, t("◀ Back"), at_start), button(ON, t("Next ▶"), at_end)),
        (button(TURN_BACK, t("Previous turn"), at_start), button(TURN_ON, t("Next turn"), at_end)),
        (button(FIRST, t("⏮ First"), at_start), button(LAST, t("Last ⏭"), at_end)),
        *others,
    )


def _mistake_button(context: RenderContext, position: ReplayPosition, judged: Judged) -> Button:
    idle = judged.after(position.number) is None
    return Button(REPLAY_STEP.build(number=position.number, word=MISTAKE_ON), context.t("Next mistake"), disabled=idle)
