"""What every board is made of: parts beside the table, bold moments, the frame around the dice, scores."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec
from msgspec import structs

from bot.engine import N_, AnyGame, Event, Faces, Rolled, Seat
from bot.engine.game import M, MatchGame, MatchLength
from bot.engine.types import A
from bot.games import CATALOGUE
from bot.locales import Words
from bot.screens.kit.sides import side_name, side_points
from bot.screens.kit.values import (
    CUP_RED,
    MOST_LANES,
    BoardPicture,
    Burst,
    Button,
    Lane,
    Menu,
    RenderContext,
    Row,
    Screen,
    Track,
    full_stop,
    left_note,
    left_word,
    mention,
    named_in_play,
    titled,
)
from bot.tables.model.memory import EnteredDice
from bot.tables.model.table import Occupant, Table

# -- Parts of a board that the table itself does not hold ------------------------------------------------------------

GOLD, ASH = 0xF0B23F, 0x6B7280


class Tone(Enum):
    """The look of a moment: the colour of its board, and what stands around its sentence."""

    TRIUMPH = GOLD, "★ **{}**"
    SHOUT = GOLD, "★★★ **{}**"
    """What hardly ever happens."""
    BUST = ASH, "**{}**"
    """A turn is lost."""

    def around(self, context: RenderContext, sentence: str) -> str:
        """Return the line of a board; a voice reads no stars."""
        return (Tone.BUST if context.spoken else self).value[1].format(sentence)


class BoardView(msgspec.Struct, frozen=True):
    """The dice held now (None: as thrown), the open menu, and the latest events of a game that is being played."""

    held: frozenset[int] | None = None
    striking: bool = False
    column: int | None = None
    news: tuple[Event, ...] = ()
    moment: str = ""
    """What the latest events are worth a bold line for; empty for most, and where the board's own words say it."""
    tone: Tone | None = None
    """The look of the moment; None where there is none."""
    by_menu: bool = False
    """The player to act holds dice by one menu instead of a button for each."""
    replayed: bool = False
    """Nobody plays on this board, so it says nothing about what to press."""
    pictured: bool = False
    """A picture goes with the board, so the words leave out what that shows."""
    late: BoardPicture | None = None
    """The picture that came too late: if it is still this one, the board may say at once all in words."""
    entered: EnteredDice | None = None
    """With dice of the players' own: the throw that somebody is entering face by face."""
    names: tuple[str, ...] = ()
    """The names of the players by seat, empty where memory does not know one."""
    usual: Mapping[str, int] = {}
    """What the player to act usually gets in each box; empty where that is not known."""
    computer: str = ""
    """The computer that plays now, as people read it: nobody presses for a throw meanwhile."""
    next_step: str = ""
    """What the player to act, who is new to such games, can do next; empty for everybody else."""
    explained: bool = False
    """Somebody at the table is new to such games, so the board says what its signs mean, and those of buttons."""
    coach: str = ""
    """The coach's words about the last decision; empty without a coach."""
    remark: str = ""
    """What a computer says; the same for a whole turn of a person."""
    away: int | None = None
    """Until when the player to act has said to be away, in unix seconds."""


@dataclass(frozen=True, slots=True)
class SheetReader:
    """A reader of everybody's sheets."""

    seat: int | None = None
    """Their own seat, if they have one."""
    names: tuple[str, ...] = ()
    """The names of the players by seat, empty where memory does not know one."""


# -- Moments: what is worth a bold line and a board in another colour, such as the lead taken or a column won ----------
# A game names its moments in its face (:meth:`bot.screens.kit.face.Face.moment`). A board shows at most one. After
# two in a row only a great one is told, so that the board stays calm. Whatever becomes of a rare throw is a moment
# again: so it stays until the next throw. A lost turn always looks like one.

IN_A_ROW = 2
"""The number of boards in a row that may show a moment that is not great."""

_COMEBACK = 10
"""A player comes back who was behind by more than a tenth of the leader's points."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment: English sentences for :func:`bot.engine.types.N_`, of which one is said, and the values in them."""

    sentences: Sequence[str]
    """None where the board's own words say it best."""
    seat: Seat
    """The ``{player}`` of the sentence."""
    values: Mapping[str, int | str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    """Values that are English words, such as the name of a box; the sentence shouts those with a key in capitals."""
    great: bool = False
    tone: Tone = Tone.TRIUMPH

    def said(self, context: RenderContext, table: Table) -> str:
        """Return one of its sentences: the same for all drawings of this step of ``table``."""
        t = context.t
        if not self.sentences:
            return ""
        words = {name: t(word).upper() if name.isupper() else t(word) for name, word in self.words.items()}
        sentence = self.sentences[(table.id + table.step) % len(self.sentences)]
        return t(sentence, player=mention(table.players[self.seat]), **self.values, **words)


@dataclass(frozen=True, slots=True)
class Shown:
    """The moment of a board, and how many boards before it in a row showed one."""

    moment: Moment | None = None
    before: int = 0

    def followed_by(self, moment: Moment | None) -> "Shown":
        """Return what the next board shows."""
        row = self.before + 1 if self.moment and self.moment.tone is not Tone.BUST else 0
        calm = moment is not None and not moment.great and moment.tone is not Tone.BUST and row >= IN_A_ROW
        return Shown(None if calm else moment, row)


def bust(seat: Seat) -> Moment:
    """Return the moment of a turn whose points are lost: the board says by what throw."""
    return Moment((), seat, tone=Tone.BUST)


_ON = {1: N_("on one die"), 2: N_("on two dice")}
_GREAT_TURNS = (
    N_("{player} writes {points} {on}!"),
    N_("{points} {on}: bravo, {player}!"),
    N_("What a turn, {player}: {points} {on}!"),
)
_GREAT_TURN = 5
"""A turn is great that brings this part of the goal."""


def great_turn(seat: Seat, points: int, goal: int, dice: Faces, events: Sequence[Event]) -> Moment | None:
    """Return the moment of a turn that wrote ``points``, the last ones on ``dice`` unless its last ``events`` threw.

    None for a usual one.
    """
    if not _is_great(points, goal):
        return None
    thrown = 0 if any(isinstance(event, Rolled) for event in events) else len(dice)
    words = {"on": _ON.get(thrown, N_("in one turn"))}
    return Moment(_GREAT_TURNS, seat, {"points": points}, words, great=True)


def _is_great(points: int, goal: int) -> bool:
    return points * _GREAT_TURN >= goal


_LEADS = N_("{player} takes the lead!"), N_("{player} is in front now!"), N_("The lead is with {player}!")
_COMEBACKS = (
    N_("{player} makes up {points} and leads!"),
    N_("From {points} behind, {player} leads!"),
    N_("{points} made up: {player} leads!"),
)


def lead_taken(game: AnyGame, before: object, after: object) -> Moment | None:
    """Return the moment of a seat that has just passed everybody between two states of ``game``."""
    seat = game.turn(before)
    if seat is None:
        return None
    then, now = game.scores(before), game.scores(after)
    behind = max(then) - then[seat]
    others = [now[other] for other in range(len(now)) if now[other] != now[seat]]
    if behind <= 0 or not others or now[seat] < max(others) or then[seat] == now[seat]:
        return None
    if behind * _COMEBACK > max(then):
        return Moment(_COMEBACKS, seat, {"points": behind}, great=True)
    return Moment(_LEADS, seat)


# -- The board of a game in progress, in the order every game keeps: what a phone shows last stands nearest to the
# thumb
# Above the frame stands the title, which replies quote. In the frame stand the sheet, the scores, the dice, then always
# two lines: what the dice are or became, and whose turn it is. The buttons stand below. So nothing below the dice moves
# during a turn.

_BESIDE = ("more", "undo", "sheets")
"""Buttons that make no move of whose turn it is."""

_SIGNS = {"✋": N_("Equal"), "↩️": N_("Undo")}
"""Buttons without a word, and the one they have for people who are new."""
_MOST_NAMED, _LETTERS = 3, 28
"""So many buttons with so many letters together have room in one row of a phone."""

_EMPTY = "\N{ZERO WIDTH SPACE}"
"""A line without words keeps its height."""


_TITLE, _BOLD = 36.5, 1.3
"""The letters of a title that fit a line of a phone, and how many of them a bold one counts for."""


def board_title(context: RenderContext, game: MatchGame[M, A], state: M, *standing: str) -> str:
    """Return the title of a board: ``game``, which one it is in a match, and where it stands.

    ``standing`` has the longest form first. A phone shows the title in one line with Discord's "(edited)" behind it, so
    a shorter form stands where the whole would not fit; in words only, always the longest.
    """
    length = game.length
    number = game.games_before(state) + 1 if length.several else 0
    return _fitting(context.t, context.plain, CATALOGUE[game.key].label, length, number, standing)


@lru_cache(maxsize=1024)
def _fitting(t: Words, plain: bool, label: str, length: MatchLength, number: int, standing: tuple[str, ...]) -> str:
    game = t(label)
    forms = [(game, f" · {text}") for text in standing]
    if number:
        numbered = f" · {_game_of_match(t, length, number)}"
        short = [f" {number}/{length.games}"] if length.games else []
        forms = [
            (_game_in_words(t, game, length, number), f" · {standing[0]}"),
            *((game, which + where) for which in (numbered, *short) for _, where in forms),
            (game, numbered),
        ]
    fitting = [form for form in forms if plain or _BOLD * len(form[0]) + len(form[1]) <= _TITLE]
    name, where = (fitting or forms[-1:])[0]
    return f"**{name}**{where}"


def _game_in_words(t: Words, game: str, length: MatchLength, number: int) -> str:
    if length.games:
        return t("{game}, game {number} of {games}", game=game, number=number, games=length.games)
    return t("{game}, game {number}, up to {points}", game=game, number=number, points=t.number(length.total))


def _game_of_match(t: Words, length: MatchLength, number: int) -> str:
    return t("game {number}/{games}", number=number, games=length.games) if length.games else t("game {n}", n=number)


def play_board(
    context: RenderContext,
    title: str,
    view: BoardView,
    *,
    dice: str,
    what: str,
    who: str,
    rows: tuple[Row, ...],
    sheet: Sequence[str] = (),
    scores: Sequence[str] = (),
    legend: str = "",
    colour: int = CUP_RED,
) -> Screen:
    """Return the board of a game in progress.

    ``title`` is the game in bold and where it stands, ``dice`` comes from :func:`dice_heading` (empty for people who
    want words), ``what`` says what the dice are or became (empty before the first throw), ``who`` whose turn it is.
    Both are one short line. A moment in ``view`` takes the place of ``what``, until the player touches the dice and
    needs to read what they hold. While a computer plays, ``who`` says so, and to somebody new it says what to do.
    ``legend`` says in one short line what signs of the board mean that somebody new cannot know; those with a coach
    read it too.
    """
    tone = view.tone if view.held is None else None
    # A replay says itself how the game begins.
    begins = _EMPTY if view.replayed else context.t("The game begins.")
    happened = tone.around(context, view.moment) if tone and view.moment else what or begins
    if view.next_step and who:
        who = view.next_step
    if view.computer:
        who, rows = context.t("{player} is playing", player=f"**{view.computer}**"), tuple(map(_off, rows))
    if view.explained:
        rows = tuple(_explained(context, row) for row in rows)
    if context.large:
        happened, who = _large(happened), _large(who)
        scores = scores if context.spoken else [_larger(line) for line in scores]
    signs = [f"-# {legend}"] if legend and (view.explained or view.coach) and not context.plain else []
    lines = [*sheet, *scores, *signs, *([dice] if dice else []), happened, who or _EMPTY]
    if context.spoken:  # The dice first: a voice reads from the top, and sheets are long.
        lines = [full_stop(line) for line in (happened, who.replace(" · ", ", "), *scores, *sheet) if line != _EMPTY]
    return Screen(title="", content=title, body="\n".join(lines), colour=tone.value[0] if tone else colour, rows=rows)


LARGE = "## "
"""What begins the lines of a turn in large text."""


def _large(line: str) -> str:
    return f"{LARGE}{line}" if line.strip(_EMPTY) else line


def _larger(part: str) -> str:
    """Return each line of standings as a heading below those of the turn; a table has letters of one size."""
    if "```" in part:
        return part
    return "\n".join(f"### {line}" if line.strip(_EMPTY) else line for line in part.split("\n"))


def _explained(context: RenderContext, row: Row) -> Row:
    """Return ``row`` with a word on every button that has a sign alone; as it is where a phone had no room for it.

    A row without such a button is the very same one: what was made of it is remembered (``rows_json``).
    """
    if len(row) > _MOST_NAMED:
        return row
    if not any(isinstance(item, Button) and item.emoji in _SIGNS for item in row):
        return row
    explained = tuple(
        structs.replace(item, label=context.t(_SIGNS[item.emoji]))
        if isinstance(item, Button) and not item.label and item.emoji in _SIGNS
        else item
        for item in row
    )
    letters = sum(len(item.label) for item in explained if isinstance(item, Button))
    return explained if letters <= _LETTERS else row


def _off(row: Row) -> Row:
    """Return ``row`` for the turn of a computer: what makes a move is off, and nothing moves."""
    return tuple(
        structs.replace(item, disabled=True) if isinstance(item, Menu | Button) and item.do not in _BESIDE else item
        for item in row
    )


def marked(context: RenderContext, table: Table, seat: Seat, line: str) -> str:
    """Return the ``line`` of ``seat``: with a mark for the player to act, in bold for somebody alone on the board."""
    if seat != table.turn:
        return line
    return context.mark_turn(line) if len(table.players) > 1 else f"**{line}**"


def to_throw(context: RenderContext, table: Table, seat: Seat) -> str:
    """Return whose turn begins; somebody alone on the board knows that, and reads what to do."""
    player = f"**{mention(table.players[seat])}**"
    if len(table.players) > 1:
        return context.t("{player}, your turn", player=player)
    return context.t("{player} · throw the dice", player=player)


def next_step_line(table: Table, step: str) -> str:
    """Return the line that names the player to act and the ``step`` to take; empty without one."""
    player = table.turn_player
    return f"**{mention(player)}** · {step}" if step and player is not None else ""


def became_line(context: RenderContext, player: Occupant, dice: str, outcome: str) -> str:
    """Return what the dice of the latest turn became, which stays below them until the next throw."""
    if context.spoken:
        return context.t("{player} ends with {dice}: {said}", player=mention(player), dice=dice, said=outcome)
    return context.t("{player}: {dice} → {said}", player=mention(player), dice=dice, said=outcome)


def nothing_scores(context: RenderContext, player: Occupant, dice: str, points: int) -> str:
    """Return that a throw ended a turn, whose ``points`` are lost, in a sentence."""
    if not points:
        return context.t("{player} throws {dice}: nothing scores.", player=mention(player), dice=dice)
    return context.t(
        "{player} throws {dice}: nothing scores, **{points}** lost.",
        player=mention(player),
        dice=dice,
        points=context.t.number(points),
    )


def totals_in_lines(context: RenderContext, totals: Sequence[int]) -> list[str]:
    """Return what stood on a sheet after each turn, four a line."""
    texts = [context.t.number(total) for total in totals] or ["–"]
    return ["".join(f"{total:>7}" for total in texts[first : first + 4]) for first in range(0, len(texts), 4)]


def retitled(screen: Screen, change: Callable[[str], str]) -> Screen:
    """Return ``screen`` with its title changed: above the frame on boards, in the frame on other screens."""
    if screen.title:
        return replace(screen, title=change(screen.title))
    return replace(screen, content=change(screen.content))


def below_news(context: RenderContext, board: Screen, lines: Sequence[str]) -> Screen:
    """Return ``board`` below ``lines``: whatever comes and goes stands at the top, so that nothing moves the dice.

    In words they come last: a voice begins with what has happened and what to do.
    """
    if not lines:
        return board
    return replace(board, body="\n".join((board.body, *lines) if context.spoken else (*lines, board.body)))


def throws_label(t: Words, left: int) -> str:
    """Return the words of the button to throw, as long for every number of throws that are left."""
    return t.many("Throw ({n} left)", "Throw ({n} left)", left) if left else t("No throws left")


def more_button(context: RenderContext) -> Button:
    """Return the one button for everything that is no move: sheets, rules, leaving."""
    return Button("more", context.t("More"))


def undo_button(context: RenderContext) -> Button:
    """Return the button that takes the last move back: the last of its row, so that its coming moves nothing."""
    return Button("undo", context.t("Undo")) if context.plain else Button("undo", "", emoji="↩️")


def more_row(context: RenderContext, table: Table) -> Row:
    """Return the last row of a board with few rows: More, and taking back, whose coming then moves nothing."""
    return (more_button(context), *([undo_button(context)] if table.undoable is not None else []))


# -- Everybody's number and the player to act, for games whose players or sides have one number each -----------------
# In a match it is that of the present game; below it stands what everybody has from the games before.

Note = Callable[[Seat], str]
"""A word about a seat, after its number; empty if there is nothing to say."""


_A_LINE_EACH = 6
"""Up to so many players have a line each; with more, a phone would not show the board and its buttons together."""

_BEST_OTHERS = 3
"""At a table that is larger, so many others are shown: with their names, they fit two lines of a phone."""

_BAR = 10
"""Places of a bar to the goal."""


def bar(context: RenderContext, points: int, goal: int) -> str:
    """Return how far ``points`` are from 0 to ``goal``, as a bar before a name; nothing in words only."""
    if context.plain:
        return ""
    full = min(max(_BAR * points // goal, 0), _BAR)
    return f"`{'█' * full}{'░' * (_BAR - full)}` "


def crowded(context: RenderContext, table: Table) -> bool:
    """Return whether the table is too large for a line each; never in words only, where that reads best."""
    return len(table.players) > _A_LINE_EACH and not context.plain


def in_short(context: RenderContext, table: Table, points: Sequence[int], line: Callable[[Seat], str]) -> list[str]:
    """Return the ``line`` of the player to act, then the best of the others with their ``points``, behind each other.

    More → Sheets shows everybody.
    """
    seats = [seat for seat in range(len(points)) if seat != table.turn and seat not in table.gone]
    best = sorted(seats, key=lambda seat: -points[seat])[:_BEST_OTHERS]
    named = [named_in_play(context, table.players[seat]) for seat in best]
    scores = [
        f"{name}\N{NO-BREAK SPACE}{context.t.number(points[seat])}" for seat, name in zip(best, named, strict=True)
    ]
    if len(seats) > len(best):
        scores.append(context.t.many("{n} more", "{n} more", len(seats) - len(best)))
    own = [] if table.turn is None else [line(table.turn)]
    return [*own, " · ".join(scores)]


BEFORE = N_("Before this game: {standing}")


def before_lines(context: RenderContext, table: Table, sentence: str = BEFORE) -> list[str]:
    """Return everybody's points before this game of a match, sides together; nothing in the first game.

    ``sentence`` is English, with their ``{standing}``.
    """
    game, state, seats = table.game, table.state, len(table.players)
    if not game.games_before(state):
        return []
    made = [sum(game.own_games(state, Seat(seat))[:-1]) for seat in range(seats)]
    sides = game.sides
    if sides:
        points = [sum(made[side::sides]) if game.adds_partners else made[side] for side in range(sides)]
        parts = [f"{side_name(context, table, side)} **{context.t.number(points[side])}**" for side in range(sides)]
    else:
        parts = [f"{mention(player)} **{context.t.number(made[seat])}**" for seat, player in enumerate(table.players)]
    return [context.t(sentence, standing=" · ".join(parts))]


def score_lines(context: RenderContext, table: Table, note: Note, sides: int = 0, goal: int = 0) -> str:
    """Everybody's number, with a mark for the player to act; a line per side if partners share one.

    With a ``goal``, a bar before each line shows the way to it; none where a note says that nothing counts yet.
    """
    game, players = table.game, len(table.players)
    now = [game.own_games(table.state, Seat(seat))[-1] for seat in range(players)]

    def line(seat: Seat) -> str:
        way = "" if _about(context, table, seat, note) else _way(context, now[seat], goal)
        return way + _seat(context, table, seat, now[seat], note, zero=not goal)

    if sides:
        points = [sum(now[side::sides]) if game.adds_partners else now[side] for side in range(sides)]
        lines = [_side_line(context, table, side, points[side], note, sides, goal) for side in range(sides)]
    elif crowded(context, table):
        lines = in_short(context, table, now, line)
    else:
        lines = [line(Seat(seat)) for seat in range(players)]
    return "\n".join((*lines, *before_lines(context, table)))


def _way(context: RenderContext, points: int, goal: int) -> str:
    return bar(context, points, goal) if goal else ""


def _seat(context: RenderContext, table: Table, seat: Seat, score: int, note: Note, *, zero: bool) -> str:
    """A player and their number; with a note, a 0 is left out unless ``zero``: a narrow phone has no room for both."""
    about = _about(context, table, seat, note)
    if context.spoken:
        t, player = context.t, f"{named_in_play(context, table.players[seat])}{about}"
        points = t.number(score)
        return t.many("{player}: {points} point.", "{player}: {points} points.", score, player=player, points=points)
    number = f" {context.t.number(score)}" if score or zero or not about else ""
    line = f"{named_in_play(context, table.players[seat])}{number}{about}"
    return marked(context, table, seat, line)


def _side_line(context: RenderContext, table: Table, side: int, score: int, note: Note, sides: int, goal: int) -> str:
    """A side, its number and its players; a note that is true of all of them stands once, behind the number."""
    seats = [Seat(seat) for seat in range(side, len(table.players), sides)]
    notes = [_about(context, table, seat, note) for seat in seats]
    of_all = notes[0] if len(set(notes)) == 1 else ""
    players = " · ".join(
        marked(context, table, seat, named_in_play(context, table.players[seat]) + ("" if of_all else about))
        for seat, about in zip(seats, notes, strict=True)
    )
    way = "" if of_all else _way(context, score, goal)
    return way + side_points(context, table, side, score, players, of_all)


def _about(context: RenderContext, table: Table, seat: Seat, note: Note) -> str:
    return left_note(context, table, seat) or note(seat)


# -- Everybody's way to the goal as a picture: what score lines say in words -------------------------------------------


class LatestPoints(NamedTuple):
    """What the latest turn has written or lost."""

    seat: Seat
    points: int
    counted: bool
    fresh: bool
    """Nobody has thrown since."""


def track_of(
    context: RenderContext,
    table: Table,
    names: Sequence[str],
    look: Literal["sea", "night"],
    goal: int,
    note: Note,
    latest: LatestPoints | None,
    *,
    gate: int = 0,
) -> Track:
    """Return everybody's way to ``goal``: a lane for each player, or for each side; ``names`` are theirs by seat.

    A seat with a ``note`` has not begun its way. ``gate`` is what a first turn must bring.
    """
    t, sides, seats = context.t, table.game.sides, len(table.players)
    points = [table.game.own_games(table.state, Seat(seat))[-1] for seat in range(seats)]
    called = [name or t("Player {number}", number=seat + 1) for seat, name in enumerate(names)]
    mover = table.turn
    groups = (
        [tuple(range(side, seats, sides)) for side in range(sides)] if sides else [(seat,) for seat in range(seats)]
    )
    totals = [sum(points[seat] for seat in group) if sides and table.game.adds_partners else points[group[0]]
              for group in groups]  # fmt: skip
    at = next((number for number, group in enumerate(groups) if mover in group), 0)
    first = max(min(at // MOST_LANES * MOST_LANES, len(groups) - MOST_LANES), 0)
    shown = range(first, min(first + MOST_LANES, len(groups)))

    def lane(number: int) -> Lane:
        group = groups[number]
        said, gone = [note(Seat(seat)) for seat in group], [left_word(context, table, seat) for seat in group]
        mine = latest is not None and latest.seat in group
        return Lane(
            " & ".join(called[seat] for seat in group),
            t("Player {number}", number=group[0] + 1),
            totals[number],
            t.number(totals[number]),
            note=gone[0] if all(gone) else min(said, key=len),
            gained=min(latest.points, totals[number]) if mine and latest and latest.counted else 0,
            brought=t.number(min(latest.points, totals[number])) if mine and latest and latest.counted else "",
            lost=t.number(latest.points) if mine and latest and latest.points and not latest.counted else "",
            barred=all(said),
            to_act=len(groups) > 1 and number == at and mover is not None,
            leads=totals[number] == max(totals) > min(totals),
        )

    others = [
        f"{' & '.join(called[seat] for seat in group)} {t.number(totals[number])}"
        for number, group in enumerate(groups)
        if number not in shown
    ]
    burst = None
    if latest is not None and latest.counted and latest.fresh and mover is not None and _is_great(latest.points, goal):
        burst = Burst((), (f"+{t.number(latest.points)}!",))
    return Track(look, goal, tuple(map(lane, shown)), t.number(goal), gate, " · ".join(others), burst)


def lines_beside_track(context: RenderContext, table: Table, sentence: str = BEFORE) -> list[str]:
    """Return what the picture leaves out: earlier games of a match, in the English ``sentence``, and champions."""
    champions = [titled(context, player) for player in table.players if player in context.crowned]
    return [*before_lines(context, table, sentence), *([" · ".join(champions)] if champions else [])]
