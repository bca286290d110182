"""A guided first game: the real board with prepared dice, and below it, beside the buttons, what to try.

A press on it names the game, the lesson and what the board asks for, so nothing is stored. Whatever else the board
offers may be pressed: holding dice and looking into menus happens, any other move is told what to try here instead.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from enum import Enum
from functools import cache

from msgspec import structs

from bot.engine import N_, Level, Seat
from bot.engine.guide import Guide, Lesson, Scene, scenes
from bot.games import CATALOGUE, make
from bot.screens.kit import BoardView, Button, Choice, Menu, RenderContext, Row, Screen, Style, equal_dice_label
from bot.screens.kit.board import next_step_line
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import COLUMN_MENU, OPEN, Pattern
from bot.screens.kit.values import uncovered
from bot.tables.model.table import Computer, Occupant, Table, position_table

GUIDE = Pattern("guide {game:game} {number:number} {do:rest}")
"""Ask for ``do`` on the board of a lesson, counted from 0."""

SHOW = "show"
"""Show the lesson."""

PLAY = Pattern("guided {game:game}")
"""Open a real table against a computer."""

AS_THROWN = BoardView()
"""Nobody has touched the dice since the throw."""

OFFER = "guide"
"""Begin the guide of a table's game."""


class Pressed(Enum):
    """What the reader has just pressed."""

    RIGHT = "right"
    """What the lesson before asked for."""
    LOOKED = "looked"
    """They held dice, or looked into a menu: the board shows it."""
    OTHER = "other"
    """A move that would be legal, perhaps, but is none of the guide's."""
    BESIDE = "beside"
    """A button that makes no move."""
    BACK = "back"
    """The button that takes a move back."""
    AGAIN = "again"
    """One of the last three, while what the guide says to it stands there already; from then on each of them."""


REMARKS = {
    Pressed.OTHER: N_("You may well do that in a game. Here the dice are prepared, so try this:"),
    Pressed.BESIDE: N_("In a game this opens rules, sheets and the way out. Here, go on with this:"),
    Pressed.BACK: N_("In a game this takes your last move back. Here, go on with this:"),
    Pressed.AGAIN: N_("No harm done. The guide waits for this:"),
}
"""What the guide says to a press on something else (English)."""


def guide_of(game: str) -> Guide | None:
    """Return the guided first game of ``game``, a key; None for what is no game."""
    return face_of(game).guide(game) if game in CATALOGUE else None


@cache
def lessons_of(game: str) -> tuple[Guide, tuple[Scene, ...]]:
    """Return the guide of ``game`` and its scenes. Raises KeyError where it has none."""
    guide = guide_of(game)
    if guide is None:
        raise KeyError(game)
    return guide, tuple(scenes(make(guide.game, {}), guide))


def guided_table(game: str, number: int, guild: int, channel: int, user: int) -> Table:
    """Return the table of a lesson: ``user`` in the first seat, and a computer in every other one."""
    guide, played = lessons_of(game)
    last = guide.lessons[number - 1] if number else None
    ended = last is not None and not last.move.dice and not last.then
    players: tuple[Occupant, ...] = (user, *(Computer(seat, Level.REGULAR) for seat in range(1, guide.seats)))
    shown = position_table(make(guide.game, {}), played[number].state, players, guild, channel, user)
    return replace(shown, host=user, step=number, undoable=Seat(0) if ended else None)


def guide_screen(
    context: RenderContext,
    table: Table,
    view: BoardView = AS_THROWN,
    names: tuple[str, ...] = (),
    pressed: Pressed = Pressed.RIGHT,
    *,
    lost: bool = False,
    by_menu: bool = False,
    off: Collection[str] = (),
) -> Screen:
    """Return the board of ``table``, which comes from :func:`guided_table`, above the sentence of its lesson.

    People who hear the board hear that sentence first.

    ``view`` says which dice are held and which menu is open; ``names`` and ``by_menu`` as in a view. Somebody ``lost``
    has pressed wrong before, and reads where the right button is. The last lesson offers nothing that is ``off``.
    """
    key, number = table.game.key, table.step
    guide, played = lessons_of(key)
    scene, face = played[number], face_of(key)
    moment = face.moment(table.game, scene.before, scene.state, scene.events)
    over, ways = number == len(guide.lessons), _ways_on(context, key, off)
    if over:
        step = _after_guide(context, ways[0])
    else:  # As if all dice were held, where the lesson throws none: then the board asks for what the lesson asks for.
        throws = bool(guide.lessons[number].move.dice)
        step = face.next_step(context, table.game, table.state, all_held=not throws)
    view = structs.replace(
        view,
        news=scene.events,
        moment="" if moment is None else moment.said(context, table),
        tone=None if moment is None else moment.tone,
        names=names,
        by_menu=by_menu,
        next_step=next_step_line(table, step),
        explained=True,
    )
    board = face.board(context, table, table.game, table.state, view)
    picture = board.picture and uncovered(board.picture)  # The last sentence speaks of what a burst would cover.
    rows = (ways,) if over else tuple(_guided(row, key, number) for row in board.rows)
    touched = view.held is not None
    sentence = _said(context, table, guide, number, pressed, board.rows, touched=touched, by_menu=by_menu)
    if not over:
        lesson = guide.lessons[number]
        held = face.held_at_first(table.game, table.state) if view.held is None else view.held
        before = _held_too_many(context, table, lesson, held, by_menu=by_menu)
        after = _where(context, table, lesson, board.rows, held, sentence, by_menu=by_menu) if lost else []
        sentence = "\n".join((*before, sentence, *after))
    parts = (sentence, board.body) if context.spoken else (board.body, sentence)
    return replace(board, body="\n\n".join(parts), rows=rows, picture=picture)


def _after_guide(context: RenderContext, first: Button) -> str:
    return context.t("press **{button}**, or go back to your table", button=first.label)


def _said(
    context: RenderContext,
    table: Table,
    guide: Guide,
    number: int,
    pressed: Pressed,
    rows: tuple[Row, ...],
    *,
    touched: bool,
    by_menu: bool,
) -> str:
    """The sentence of the lesson, and before it what the guide says to a press on something else.

    Somebody who has ``touched`` the dice, and holds those of the lesson, reads of the button to throw alone.
    """
    t, face = context.t, face_of(guide.game)
    if number == len(guide.lessons):
        return "\n".join(
            (f"🏁 {t(guide.end)}", t("Your turn for real: a button below, or **Join** where friends wait."))
        )
    lesson = guide.lessons[number]
    do, game, state = lesson.move.do, table.game, table.state
    button = next((item.label for item in _offered(rows) if item.do == do), "")
    box = face.box_name(context, game, do)
    if box and button:  # The button may shorten its name.
        box = button.partition(":")[0].rstrip()
    label, sign = equal_dice_label(context)
    word = label or next((one.label for one in _offered(rows) if isinstance(one, Button) and one.emoji == sign), "")
    equal = " ".join(filter(None, (sign, word)))
    sentence = (by_menu and lesson.by_menu) or lesson.sentence
    if touched and button and do.startswith("keep "):
        sentence = N_("They are held. Now press **{button}**.")
    sentence = t(sentence, box=box, button=button or face.action_name(context, game, state, do), equal=equal)
    sentence = t("**{number} of {count}** · {said}", number=number + 1, count=len(guide.lessons), said=sentence)
    remark = REMARKS.get(pressed)
    return sentence if remark is None else f"{t(remark)}\n{sentence}"


def _offered(rows: tuple[Row, ...]) -> Iterator[Button | Choice]:
    """The buttons and the lines of menus of a board."""
    for item in (item for row in rows for item in row):
        if isinstance(item, Menu):
            yield from item.choices
        elif isinstance(item, Button):
            yield item


def _where(
    context: RenderContext,
    table: Table,
    lesson: Lesson,
    rows: tuple[Row, ...],
    held: frozenset[int],
    sentence: str,
    *,
    by_menu: bool,
) -> list[str]:
    """Where on the board the lesson's move is: a button, a line of a menu, or dice to hold before a throw.

    Nothing is said that the ``sentence`` above it says already.
    """
    t, (word, *said) = context.t, lesson.move.do.split()
    dice = lessons_of(table.game.key)[1][table.step].state.dice
    missing = Counter(map(int, said)) - Counter(dice[place] for place in held) if word == "keep" else Counter[int]()
    if missing:
        named = t.listed([f"**{face}**" for face in sorted(missing.elements())])
        if context.spoken or by_menu:
            return [t("Still to hold: {dice}. Then throw.", dice=named)]
        return [t("Still to hold, at the top of the buttons: {dice}. Then throw.", dice=named)]
    column = [COLUMN_MENU.build(kind="mark", column=int(said[-1]))] if said and said[-1].isdecimal() else []
    for do in (lesson.move.do, *column):
        for number, row in enumerate(rows, 1):
            for place, item in enumerate(row, 1):
                if isinstance(item, Button) and item.do == do and not item.disabled:
                    where = t("row {row} of the buttons, number {place} of {count}", row=number, place=place,
                              count=len(row))  # fmt: skip
                    return [t("Look for **{button}**: {where}.", button=item.label, where=where)]
                if isinstance(item, Menu) and (line := next((one for one in item.choices if one.do == do), None)):
                    menu = item.placeholder
                    if f"**{menu}**" in sentence and f"**{line.label}**" in sentence:
                        return []
                    return [t("Open the menu **{menu}** and choose **{line}**.", menu=menu, line=line.label)]
    return []


def _held_too_many(
    context: RenderContext, table: Table, lesson: Lesson, held: frozenset[int], *, by_menu: bool
) -> list[str]:
    """What to let go, where dice are held that the lesson throws again; nothing else would tell what it waits for."""
    word, *kept = lesson.move.do.split()
    dice = lessons_of(table.game.key)[1][table.step].state.dice
    if word != "keep":
        return []
    others = sorted((Counter(dice[place] for place in held) - Counter(map(int, kept))).elements())
    if not others:
        return []
    named = context.t.listed([f"**{face}**" for face in others])
    if by_menu:
        return [context.t("Let go of {dice} in the dice menu.", dice=named)]
    one, many = N_("Let go of {dice}: press it once more."), N_("Let go of {dice}: press each once more.")
    return [context.t(one if len(others) == 1 else many, dice=named)]


def _guided(row: Row, game: str, number: int) -> Row:
    """Return ``row`` of the board with buttons that ask the guide."""

    def asks(do: str) -> str:
        return GUIDE.build(game=game, number=number, do=do)

    items: list[Button | Menu] = []
    for item in row:
        if isinstance(item, Button):
            items.append(structs.replace(item, do=asks(item.do)))
        elif isinstance(item, Menu):
            # The values of a menu with several choices are the dice; its own words come before them.
            several = item.do.endswith("=")
            choices = (
                item.choices
                if several
                else tuple(structs.replace(choice, do=asks(choice.do)) for choice in item.choices)
            )
            items.append(structs.replace(item, do=asks(item.do), choices=choices))
    return tuple(items)


def _ways_on(context: RenderContext, game: str, off: Collection[str]) -> tuple[Button, ...]:
    """The buttons of the last lesson, the first of them green; where the game itself is off, others may be played."""
    t = context.t
    ways = [("play", t("Play"))] if game in off else [(OPEN.build(game=game), t("Play with friends"))]
    if not {game, "computers"} & set(off):
        ways.insert(0, (PLAY.build(game=game), t("Play against a computer")))
    first, *others = [*ways, (GUIDE.build(game=game, number=0, do=SHOW), t("Once more"))]
    return Button(*first, Style.SUCCESS), *(Button(*way) for way in others)


def offer_button(context: RenderContext) -> Button:
    """Return the button at a table that begins the guide of its game, for that reader alone."""
    return Button(OFFER, context.t("Show me how"), Style.PRIMARY)


def guide_button(context: RenderContext, game: str) -> Row:
    """Return the button beside no table that begins the guide of ``game``; nothing where it has none."""
    guide = guide_of(game)
    if guide is None:
        return ()
    label = context.t("Show me how: {game}", game=context.t(CATALOGUE[guide.game].label))
    return (Button(GUIDE.build(game=guide.game, number=0, do=SHOW), label, Style.SUCCESS),)


def offer_line(context: RenderContext, game: str) -> str:
    """Return what a lobby says where somebody sits who has never played ``game``; empty without a guide."""
    if guide_of(game) is None:
        return ""
    name = context.t(CATALOGUE[game].label)
    return context.t("New to {game}? **Show me how**: two minutes, only for you.", game=name)
