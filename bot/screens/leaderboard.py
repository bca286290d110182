"""A page of a server's leaderboard."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.words import N_
from bot.games import CATALOGUE
from bot.screens.kit import Button, Desk, Screen, Style, mention
from bot.screens.score_words import told
from bot.tables.store import Page, Standing

PAGE = 10
"""Players on a page."""

SORTS = {"wins": N_("Wins"), "games": N_("Games"), "best": N_("Best score"), "average": N_("Average score")}
"""What a leaderboard may be sorted by."""

_PERIODS = ("all", "month")


@dataclass(frozen=True, slots=True)
class Asked:
    """Which leaderboard, and which page of it (from 0). It travels in the buttons."""

    game: str
    by: str
    period: str
    page: int

    def do(self, button: str) -> str:
        """What a button asks for to come here; ``button`` only tells buttons that lead to the same page apart."""
        return f"leaderboard {self.game} {self.by} {self.period} {self.page} {button}"

    @classmethod
    def read(cls, do: str) -> Asked | None:
        """Return what a button asked for; None for anything else."""
        words = do.split(" ")
        if len(words) != 6 or words[2] not in SORTS or words[3] not in _PERIODS or not words[4].isdecimal():
            return None
        return cls(words[1], words[2], words[3], min(int(words[4]), 9999))


def leaderboard_screen(desk: Desk, asked: Asked, page: Page, own: Standing | None, month: tuple[int, int]) -> Screen:
    """The page ``asked`` for; ``own`` is the reader's line, told below when the page does not show it."""
    t = desk.t
    period = t.month(*month) if asked.period == "month" else t("All time")
    lines = [_line(desk, row, asked) for row in page.rows]
    if own is not None and own not in page.rows:
        lines += ["…", _line(desk, own, asked)]
    pages = max(1, -(-page.total // PAGE))
    return Screen(
        title=t("{game}: leaderboard", game=t(CATALOGUE[asked.game].label)),
        body="\n".join(lines) or t("Nobody has finished a game yet. `/yum start` opens the first one."),
        footer=t(
            "{order} · {period} · page {page} of {pages}",
            order=t(SORTS[asked.by]),
            period=period,
            page=asked.page + 1,
            pages=pages,
        ),
        rows=(
            (
                Button(
                    replace(asked, page=max(0, asked.page - 1)).do("previous"), t("Previous"), disabled=asked.page == 0
                ),
                Button(replace(asked, page=asked.page + 1).do("next"), t("Next"), disabled=asked.page + 1 >= pages),
            ),
            tuple(_sort_button(desk, asked, by) for by in SORTS),
            tuple(_period_button(desk, asked, period) for period in _PERIODS),
        ),
    )


def _line(desk: Desk, row: Standing, asked: Asked) -> str:
    t = desk.t
    best = t.number(told(asked.game, row.best)) if row.best is not None else "–"
    average = t.number(told(asked.game, row.average), 1) if row.average is not None else "–"
    wins = t.many("{n} win", "{n} wins", row.wins)
    games = t.many("{n} game", "{n} games", row.games)
    parts = {
        "wins": wins,
        "games": games,
        "best": t("best {points}", points=best),
        "average": t("average {points}", points=average),
    }
    parts[asked.by] = f"**{parts[asked.by]}**"
    return f"{row.rank}. {mention(row.user)} · " + " · ".join(parts.values())


def _sort_button(desk: Desk, asked: Asked, by: str) -> Button:
    chosen = by == asked.by
    other = replace(asked, by=by, page=0)
    style = Style.PRIMARY if chosen else Style.SECONDARY
    return Button(other.do("by"), desk.t(SORTS[by]), style, disabled=chosen)


def _period_button(desk: Desk, asked: Asked, period: str) -> Button:
    chosen = period == asked.period
    label = desk.t("All time") if period == "all" else desk.t("This month")
    other = replace(asked, period=period, page=0)
    return Button(other.do("period"), label, Style.PRIMARY if chosen else Style.SECONDARY, disabled=chosen)
