"""Simultaneous games: the public board with everybody's progress, and the end of one's own sheet."""

from collections.abc import Mapping
from math import ceil

from bot.engine import Seat
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.games.scores import displayed_score
from bot.screens.kit import (
    LEAF_GREEN,
    SLATE,
    Button,
    RenderContext,
    Screen,
    Style,
    code_block,
    members,
    mention,
    mentions,
    more_button,
    side_name,
)
from bot.screens.table.result import ranking_lines, verdict
from bot.tables.core.model import Status, Table
from bot.tables.core.occupants import Occupant
from bot.tables.play.simultaneous_moves import progress

_BAR = 6
"""Squares of a bar of progress, before a name."""

_IN_WORDS = 8
"""Up to so many players are told in words how far they are; with more, numbers below each other are quicker to read."""


def simultaneous_screen(context: RenderContext, table: Table, own_tables: Mapping[Occupant, Table]) -> Screen:
    """The public board: how many boxes each player has filled, with totals unless they stay hidden until the end."""
    t, words = context.t, face_of(table.game.key).at_once
    return Screen(
        title="",
        content=t("**{game}** · all at once", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join(
            [
                words.invitation(context),
                words.told(context, table),
                *_best_lines(context, table, own_tables),
                "",
                *_progress_lines(context, table, own_tables),
            ]
        ),
        rows=(
            (
                Button("mine", words.own(context), Style.PRIMARY),
                Button("sheets", t("Sheets")),
                more_button(context),
            ),
        ),
    )


def pace_lines(context: RenderContext, table: Table) -> list[str]:
    """What the lobby says of it; nothing for a game in turns."""
    if table.mode.in_turns:
        return []
    words = face_of(table.game.key).at_once
    return ["", f"{words.pace(context)} {words.told(context, table)}"]


def _best_lines(context: RenderContext, table: Table, own_tables: Mapping[Occupant, Table]) -> list[str]:
    """The best result so far, if this game singles it out before all have finished."""
    scores = {user: _total(own) for user, own in own_tables.items() if own.status is Status.FINISHED}
    if not scores:
        return []
    best = max(scores.values())
    players = mentions(tuple(user for user in table.players if scores.get(user) == best))
    line = face_of(table.game.key).at_once.best(context, best, players)
    return [line] if line else []


def _progress_lines(context: RenderContext, table: Table, own_tables: Mapping[Occupant, Table]) -> list[str]:
    """Everybody's progress in the order of the seats; partners together, below the total of their side."""
    line = _short_line if len(table.players) > _IN_WORDS else _player_line
    lines = [line(context, table, player, own_tables.get(player)) for player in table.players]
    if not table.game.sides:
        return lines
    sides = (
        (_side_line(context, table, own_tables, side), *(lines[seat] for seat in members(table, side)))
        for side in range(table.game.sides)
    )
    return "\n\n".join("\n".join(side) for side in sides).split("\n")


def _side_line(context: RenderContext, table: Table, own_tables: Mapping[Occupant, Table], side: int) -> str:
    if table.settings.hidden_totals:
        return side_name(context, table, side)
    players = (table.players[seat] for seat in members(table, side))
    total = sum(_total(own_tables[player]) for player in players if player in own_tables)
    return f"{side_name(context, table, side)} **{context.t.number(total)}**"


def _player_line(context: RenderContext, table: Table, player: Occupant, own_table: Table | None) -> str:
    if own_table is None or own_table.gone:
        return f"{mention(player)}" + context.t(" (left)")
    done, of, _ = progress(own_table)
    face = face_of(table.game.key)
    words = face.at_once.progress(context, done, of, over=own_table.over)
    said = face.score_bold(context, _total(own_table), table.game.options)
    total = "" if table.settings.hidden_totals else f" {said}"
    bar = "" if context.plain else f"`{_bar(done, of)}` "
    return f"{bar}{mention(player)}{total} · {words}"


def _short_line(context: RenderContext, table: Table, player: Occupant, own_table: Table | None) -> str:
    """The same for many players: everybody's numbers stand below each other."""
    if context.plain or own_table is None or own_table.gone:
        return _player_line(context, table, player, own_table)
    done, of, _ = progress(own_table)
    number = displayed_score(table.game.key, _total(own_table), table.game.options)
    total = "" if table.settings.hidden_totals else f"{context.t.number(number):>5}"
    return f"`{_bar(done, of)}{total}` {mention(player)}" + (" ✅" if own_table.over else "")


def _bar(done: int, of: int) -> str:
    full = _BAR if done == of else min(ceil(done * _BAR / of), _BAR - 1)
    return "█" * full + "░" * (_BAR - full)


def _total(own_table: Table) -> int:
    return own_table.game.scores(own_table.state)[0]


def _ranking(context: RenderContext, public: Table | None) -> list[str]:
    return ranking_lines(context, public, public.outcome) if public and public.outcome else []


def own_sheet_result_screen(context: RenderContext, own_table: Table, public: Table | None) -> Screen:
    """One's own sheet after its end, with the result once everybody has finished the ``public`` table."""
    t = context.t
    game = t(CATALOGUE[own_table.game.key].label)
    face = face_of(own_table.game.key)
    lines = face.sheet(context, own_table.game, own_table.state, Seat(0))
    total = own_table.game.scores(own_table.state)[0]
    finished = own_table.status is Status.FINISHED
    if finished:
        title, said = face.at_once.ended(context, game, total)
        if not (public and public.outcome):
            said += " " + t("The ranking is told when everybody is done.")
    else:
        title, said = face.at_once.left(context, game, total)
        if not own_table.gone:
            said = t("The game ended early, so it does not count.")
    return Screen(
        title=title,
        content=verdict(context, public, public.outcome) if public and public.outcome else "",
        body="\n".join([said, code_block(lines), *_ranking(context, public)]),
        footer=t("Table {code}", code=own_table.code),
        colour=LEAF_GREEN if finished else SLATE,
        rows=((Button("sheets", t("Sheets")),),),
    )
