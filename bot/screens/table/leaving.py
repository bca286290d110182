"""Leaving a table and ending it, with the question before; and all that the More button opens."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.engine import N_
from bot.games import CATALOGUE
from bot.screens.guide import guide_of, offer_button
from bot.screens.kit import SLATE, Button, Choice, Menu, RenderContext, Row, Screen, Style
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import (
    BRING_DOWN,
    END,
    HAND_LOG,
    HAND_PEOPLE,
    HAND_TABLE,
    HAND_TABLES,
    QUIT,
    Pattern,
)
from bot.screens.kit.seal import keep_buttons, stir_buttons
from bot.screens.table.waiting import coming_lines
from bot.screens.tournament import stop_button
from bot.tables.model.table import Status, Table
from bot.tables.moves.playing import may_step_away

# -- Leaving a table, or ending it for everybody: permission, meaning, and the question before -----------------------


def may_leave(table: Table, user: int) -> bool:
    """Return whether ``user`` has a seat to leave."""
    return not table.over and table.seat_of(user) is not None


def may_end(table: Table, user: int, manager: bool) -> bool:
    """Return whether ``user`` may end the table for everybody."""
    return not table.over and (manager or table.may_end(user))


def ends_unasked(table: Table, user: int) -> bool:
    """Return whether a board of version 0.1 ends the table without a question: a lobby where nobody else sits."""
    return table.status is Status.LOBBY and set(table.people) <= {user}


def leave_question(context: RenderContext, table: Table, user: int) -> Screen:
    """Ask once more before ``user`` leaves; where a computer may keep their seat warm, offer that."""
    return _beside_board(context, table, QUIT, ask_to_leave(context, table, user))


def end_question(context: RenderContext, table: Table) -> Screen:
    """Ask once more before somebody closes a lobby with others in it, or ends a game; each has its own answer."""
    yes = "close" if table.status is Status.LOBBY else "yes"
    return _beside_board(context, table, END, ask_to_end(context, table), yes)


class Asked(NamedTuple):
    """A question before what nobody can take back: what is asked, what it means, and the word for yes."""

    title: str
    meaning: str
    yes: str
    warm: str = ""
    """The word for letting a computer keep the seat warm, where one may."""


def ask_to_leave(context: RenderContext, table: Table, user: int) -> Asked:
    """Return the question to ``user`` before they leave ``table``."""
    t = context.t
    title = t("Leave {game}?", game=t(CATALOGUE[table.game.key].label))
    question = Asked(title, on_leaving(context, table), t("Leave for good") if table.began else t("Leave"))
    if not may_step_away(table, user):
        return question
    offer = t(
        "**Let a computer play**: it keeps your seat warm. Press any button of the board, and the seat is yours again."
    )
    return question._replace(meaning=f"{offer}\n{question.meaning}", warm=t("Let a computer play"))


def ask_to_end(context: RenderContext, table: Table) -> Asked:
    """Return the question to somebody who would end ``table`` for everybody."""
    t, meaning = context.t, on_ending(context, table)
    if table.status is Status.LOBBY:
        return Asked(t("Close this table?"), meaning, t("Close the table"))
    return Asked(t("End {game} for everybody?", game=t(CATALOGUE[table.game.key].label)), meaning, t("End the game"))


def on_leaving(context: RenderContext, table: Table) -> str:
    """Return what it means if one player leaves ``table``."""
    t = context.t
    others = len(table.staying) > 1
    if table.status is Status.LOBBY:
        return (
            t("**Leave**: somebody else may take your seat.")
            if others
            else t("**Leave**: nobody else sits here, so the table closes.")
        )
    if others:
        return t("**Leave**: your seat leaves the game for good, and the others go on.")
    return t("**Leave**: nobody else plays here, so the game ends, and it counts for nothing.")


def now_kept_warm(context: RenderContext) -> str:
    """Say to a player that a computer keeps their seat warm from now on."""
    return context.t("A computer plays for you now. Press any button of the board, and the seat is yours again.")


def ending_button(context: RenderContext, table: Table) -> str:
    """Return the words of the button that ends ``table`` from a list of tables."""
    return context.t("Close the table") if table.status is Status.LOBBY else context.t("End for everybody")


def on_ending(context: RenderContext, table: Table) -> str:
    """Return what it means if somebody ends ``table``."""
    if table.status is Status.LOBBY:
        return context.t("**Close**: the game has not begun, and nobody can start it any more.")
    return context.t("**End**: the game is over for everybody, and it counts for nothing.")


def bring_down_button(context: RenderContext) -> Button:
    """Return what has the board come to the bottom of its channel."""
    return Button(BRING_DOWN, context.t("Bring down"))


def _beside_board(context: RenderContext, table: Table, answers: Pattern, question: Asked, yes: str = "yes") -> Screen:
    warm = (Button(answers.build(answer="warm"), question.warm, Style.PRIMARY),) if question.warm else ()
    return Screen(
        title=question.title,
        body=question.meaning,
        colour=SLATE,
        rows=(
            (
                *warm,
                Button(answers.build(answer=yes), question.yes, Style.DANGER),
                Button(answers.build(answer="no"), context.t("No")),
            ),
        ),
    )


# -- What the More button of a lobby, a board or a result opens: everything that is no move, for one reader ----------


def more_screen(
    context: RenderContext,
    table: Table,
    user: int,
    manager: bool,
    *,
    hints: bool = False,
    hints_later: bool = False,
    only_move: bool = False,
    review: bool = True,
    held: int | None = None,
) -> Screen:
    """Return what ``user`` can do beside the game. ``table`` is the public one, even if the board is a player's own.

    ``hints`` says that they may ask for one now; before the first of a game they read what it costs. ``hints_later``:
    once they have something to choose they may; ``only_move``: one move is all they have now. They may open the
    ``review`` of one that is over.
    """
    t = context.t
    read = () if table.status is Status.LOBBY else (read_button(context),)
    down = (bring_down_button(context),) * (table.status is Status.PLAYING and not table.mode.duplicate)
    first = (*read, *((Button("hint", t("Hint"), Style.PRIMARY),) * hints), *down)
    costs = hints and not table.hinted
    cost = t("**Hint**: with one, this game does not count in leaderboards, ratings and records.")
    later = t("**Hint** stands here once you have something to choose.")
    if only_move:
        later = t("No **Hint** now: only one move is possible.")
    lines = [*([cost] if costs else []), *([later] if hints_later else []), *coming_lines(context, table, held=held)]
    lines += [t(NO_REVIEW)] * (table.status is Status.FINISHED and not has_review(table))
    return Screen(
        title=t(CATALOGUE[table.game.key].label),
        body="\n".join(lines),
        rows=tuple(filter(None, (first, *_rows(context, table, user, manager, review=review)))),
    )


NO_REVIEW = N_(
    "I cannot review this game: by its rules I know too little of what positions are worth to tell luck from decisions."
)


def has_review(table: Table) -> bool:
    """Return whether there is a review: the game came to its end, and its rules and number of players allow one."""
    return table.status is Status.FINISHED and CATALOGUE[table.game.key].reviewed(table.game, len(table.players))


def read_button(context: RenderContext) -> Button:
    """Return the first button of More, for people who hear a lobby or a board."""
    return Button("read", context.t("In words"))


def other_doors(context: RenderContext, doors: Sequence[Button]) -> Row:
    """Return a menu of what is asked for rarely: as buttons it would fill the screen of a phone. One stays a button."""
    if len(doors) < 2:
        return tuple(doors)
    return (Menu("other doors", context.t("What else…"), tuple(Choice(door.do, door.label) for door in doors)),)


def people_button(context: RenderContext, table: Table) -> Button:
    """Return what shows a manager who sits there, to remove somebody or to make another one the host."""
    return Button(HAND_TABLE.build(table=table.id), context.t("People…"))


_ON_A_PHONE = 3
"""Short buttons in a line at 390 pixels."""

_MANAGERS: Mapping[Pattern, str] = {
    HAND_TABLES: N_("Open tables"),
    HAND_PEOPLE: N_("Blocked people"),
    HAND_LOG: N_("Log"),
}
"""The pages of managers, about all tables of a server."""


def managers_doors(context: RenderContext, shown: Pattern | None = None) -> Row:
    """Return the ways to the pages of managers, that which is ``shown`` in blue."""
    return tuple(
        Button(page.build(page=0, button="tab"), context.t(label), Style.PRIMARY if page is shown else Style.SECONDARY)
        for page, label in _MANAGERS.items()
    )


def managers_title(context: RenderContext, shown: Pattern) -> str:
    """Return the name of a page of managers."""
    return context.t(_MANAGERS[shown])


def lobby_doors(
    context: RenderContext, table: Table, user: int, manager: bool, *, computers: bool = True
) -> Iterator[Row]:
    """Yield what a lobby offers ``user`` beside Join and Start, without what its host alone may choose.

    Where no ``computers`` may be added, those who sit there may still be removed.
    """
    t = context.t
    host = table.host == user  # The panel of the host's options has Reminders among its pages.
    leave = t("Leave…") if table.people == (user,) else t("Leave")  # Alone, that closes the table: it is asked first.
    add = Button("computers", t("Computers") if table.computers else t("Add a computer"))
    adds = host and not table.settings.real_dice and bool(computers or table.computers)
    row = (read_button(context), *((add,) * adds), Button("rules", t("Rules")))
    shown, below = _with_guide(context, table, row)
    stirs = stir_buttons(context, table, user)  # After the own word, a seal to keep would come too late.
    keeps = keep_buttons(context, table) if stirs else ()
    fits = len(shown) < _ON_A_PHONE
    yield (*shown, *keeps) if fits else shown
    doors = (
        *below,
        *(() if fits else keeps),
        *stirs,
        *((Button("fair", t("Fair dice")),) * (not table.settings.real_dice)),
        *((Button("clock", t("Reminders")),) * (not (host or table.settings.visiting))),
        bring_down_button(context),
        *((Button("leave", leave),) * (table.seat_of(user) is not None)),
        *((Button("leave", t("Not this time")),) * (user in table.invited and user not in table.players)),
        *((Button("end", t("Close the table…")),) * may_end(table, user, manager)),
        *((people_button(context, table),) * manager),
    )
    yield other_doors(context, doors)


def finished_doors(context: RenderContext, table: Table, *, review: bool = True) -> Row:
    """Return what can be seen of a table that is over, as far as that can work for it; of a live one its record.

    The reader may open its ``review``, if there is one.
    """
    t = context.t
    doors = {
        "replay": (t("Replay"), table.over and table.began),
        "review": (t("Review"), review and has_review(table)),
        "verify": (t("Verify"), table.over and not table.settings.real_dice),
        "record": (t("Game file"), table.began),
    }
    return tuple(Button(do, label) for do, (label, works) in doors.items() if works)


def _with_guide(context: RenderContext, table: Table, row: Row) -> tuple[Row, tuple[Button, ...]]:
    """Return ``row`` with the way to the game's guide where a phone has room for it; else what opens it elsewhere."""
    guide = (offer_button(context),) * (guide_of(table.game.key) is not None)
    return ((*row, *guide), ()) if len(row) < _ON_A_PHONE else (row, guide)


def _rows(context: RenderContext, table: Table, user: int, manager: bool, *, review: bool) -> Iterator[Row]:
    t = context.t
    own = face_of(table.game.key)
    rules, sheets = Button("rules", t("Rules")), Button("sheets", t(own.sheets_label))
    reminders = Button("clock", t("Reminders"))
    if table.over:
        yield finished_doors(context, table, review=review)
        yield sheets, rules
        return
    if table.mode.duplicate:
        yield _with_guide(context, table, (sheets, rules))[0]
        if table.settings.tournament is not None:
            yield (stop_button(context, table.settings.tournament, table.seed.round),)
        return
    if table.status is Status.LOBBY:
        yield from lobby_doors(context, table, user, manager)
        return
    mine = Button("mine", own.at_once.own(context))
    kept = own.own_sheets and table.mode.in_turns and len(table.players) > 1 and table.seat_of(user) is not None
    row, guide = _with_guide(context, table, (*((mine,) * kept), sheets, rules))
    doors = (
        *guide,
        *((reminders,) * (not table.settings.visiting)),
        *((Button("quit", t("Leave the game…")),) * may_leave(table, user)),
        *((Button("end", t("End the game…")),) * may_end(table, user, manager)),
        *((people_button(context, table),) * (may_end(table, user, manager) and manager)),
    )
    yield row
    yield other_doors(context, doors)
