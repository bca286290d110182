"""Asks before it strikes a box, for people who prefer that: ``sure <action>`` does it, ``unsure`` does not."""

from bot.screens.games import face_of
from bot.screens.kit import Button, RenderContext, Screen, Style
from bot.tables.core.model import Table


def struck_box(context: RenderContext, table: Table, do: str) -> str | None:
    """The box that the action ``do`` would strike, or write 0 in; None for any other action."""
    return None if table.state is None else face_of(table.game.key).struck(context, table.game, table.state, do)


def strike_screen(context: RenderContext, table: Table, box: str, do: str) -> Screen:
    """The question."""
    return Screen(
        title=context.t("Strike {box}?", box=box),
        body=context.t("It would count 0 points."),
        footer=context.t("Table {code}", code=table.code),
        rows=((Button(f"sure {do}", context.t("Yes, strike it"), Style.DANGER), Button("unsure", context.t("No"))),),
    )
