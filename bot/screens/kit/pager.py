"""The two buttons that turn the pages of a long list."""

from collections.abc import Callable

from bot.screens.kit.values import Button, RenderContext


def page_count(items: int, size: int) -> int:
    """Return how many pages of ``size`` hold ``items``; an empty list has one page."""
    return max(1, -(-items // size))


def turning(context: RenderContext, page: int, pages: int, do: Callable[[int, str], str]) -> tuple[Button, ...]:
    """Return Previous and Next around ``page`` (from 0); nothing if there is only one page.

    ``do`` makes the words of a button from its page and a word. At the first and the last page two buttons lead to the
    same page, and Discord takes no custom_id twice.
    """
    return both(context, page, pages, do) if pages > 1 else ()


def both(context: RenderContext, page: int, pages: int, do: Callable[[int, str], str]) -> tuple[Button, Button]:
    """Return Previous and Next, however many pages there are."""
    return (
        Button(do(max(page - 1, 0), "previous"), context.t("Previous"), disabled=page == 0),
        Button(do(page + 1, "next"), context.t("Next"), disabled=page + 1 >= pages),
    )
