"""The two buttons that turn the pages of a list, wherever one is longer than a page."""

from __future__ import annotations

from collections.abc import Callable

from bot.screens.kit.values import Button, Desk


def page_count(items: int, size: int) -> int:
    """Return how many pages of ``size`` hold ``items``; an empty list has one page."""
    return max(1, -(-items // size))


def turning(desk: Desk, page: int, pages: int, do: Callable[[int, str], str]) -> tuple[Button, ...]:
    """Return Previous and Next around ``page`` (from 0); nothing where there is one page only.

    ``do`` makes what a button asks for out of the page it leads to and a word: at the first and the last page two
    buttons lead to the same page, and Discord takes no custom_id twice.
    """
    return both(desk, page, pages, do) if pages > 1 else ()


def both(desk: Desk, page: int, pages: int, do: Callable[[int, str], str]) -> tuple[Button, Button]:
    """Return Previous and Next, however many pages there are."""
    return (
        Button(do(max(page - 1, 0), "previous"), desk.t("Previous"), disabled=page == 0),
        Button(do(page + 1, "next"), desk.t("Next"), disabled=page + 1 >= pages),
    )
