"""A player's finished games, newest first.

Its buttons ask for ``history <user> <game> <page> <button>``, its menu for ``replayed <table>``.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.games import CATALOGUE
from bot.screens.kit import (
    MEDALS,
    Button,
    Choice,
    Menu,
    RenderContext,
    Row,
    Screen,
    mention,
    page_count,
    truncate,
    turning,
)
from bot.screens.kit.faces import last_loses, score_bold, score_words
from bot.screens.kit.patterns import Pattern
from bot.screens.players.stats import EVERY, HISTORY, KINDS, StatsRequest
from bot.tables.model.table import code
from bot.tables.records.profiles import Opponent, PastGame, PastPage

PAGE = 5
"""Games on a page."""

_LABEL = 100

REPLAYED = Pattern("replayed {code}")
"""Step through a game of the history."""


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Whose games, which, and which page of them (from 0)."""

    user: int
    game: str = EVERY
    page: int = 0

    def do(self, button: str) -> str:
        """The words by which a button comes here; ``button`` tells apart buttons to the same page."""
        return HISTORY.build(user=self.user, game=self.game, page=self.page, button=button)


def history_screen(context: RenderContext, asked: HistoryPage, guild: int, page: PastPage) -> Screen:
    """A page of somebody's games in the server ``guild``."""
    pages = page_count(page.total, PAGE)
    title = context.t("Games played")
    if asked.game != EVERY:
        title = context.t("{game}: games played", game=context.t(CATALOGUE[asked.game].label))
    entries = [_entry(context, guild, past) for past in page.games] or [context.t("No finished game yet.")]
    games = context.t.many("{n} game", "{n} games", page.total)
    return Screen(
        title=title,
        body="\n\n".join([mention(asked.user), *entries]),
        footer=context.t("{games} · page {page} of {pages}", games=games, page=asked.page + 1, pages=pages),
        rows=_rows(context, asked, page.games, pages),
    )


def _entry(context: RenderContext, guild: int, past: PastGame) -> str:
    """A game in three short lines: when and what, how it came out, with whom and where."""
    known = CATALOGUE.get(past.game)
    head = [f"<t:{past.at}:D>", f"**{context.t(known.label) if known else past.game}**"]
    if past.kind != "together":
        head.append(context.t(KINDS[past.kind]))
    if past.options:
        head.append(context.t("house rules"))
    where = [context.t("Table {code}", code=f"`{code(past.table)}`")]
    if past.message is not None:
        address = f"https://discord.com/channels/{guild}/{past.channel}/{past.message}"
        board = context.t("board")
        where.append(f"[{board}]({address})")
    return "\n".join(
        [
            " · ".join(head),
            _came_out(context, past, score_bold(context, past.game, past.score, past.options)),
            " · ".join([*_with(context, past.others), *where]),
        ]
    )


def _came_out(context: RenderContext, past: PastGame, points: str) -> str:
    if past.left:
        return context.t("{points} · left before the end", points=points)
    if past.seats == 1:
        return points
    lost = past.rank == past.seats and last_loses(past.game, past.options)
    medal = "" if lost or past.rank > len(MEDALS) else f"{MEDALS[past.rank - 1]} "
    return medal + context.t.many(
        "place {n} of {seats} · {points}", "place {n} of {seats} · {points}", past.rank, seats=past.seats, points=points
    )


def _with(context: RenderContext, others: Sequence[Opponent]) -> list[str]:
    if not others:
        return []
    return [context.t("with {players}", players=", ".join(f"{mention(other.user)}" for other in others))]


def _rows(context: RenderContext, asked: HistoryPage, games: Sequence[PastGame], pages: int) -> tuple[Row, ...]:
    replays = tuple(_replay(context, past) for past in games if past.game in CATALOGUE)
    rows: tuple[Row, ...] = (
        (Menu("history games", context.t("Replay a game"), replays),) * bool(replays),
        turning(context, asked.page, pages, lambda page, button: replace(asked, page=page).do(button)),
        (Button(StatsRequest(asked.user, asked.game).do("history"), context.t("Statistics")),),
    )
    return tuple(filter(None, rows))


def _replay(context: RenderContext, past: PastGame) -> Choice:
    label = context.t("{game}, table {code}", game=context.t(CATALOGUE[past.game].label), code=code(past.table))
    came_out = _came_out(context, past, score_words(context, past.game, past.score, past.options))
    return Choice(REPLAYED.build(code=code(past.table)), truncate(label, _LABEL), truncate(came_out, _LABEL))
