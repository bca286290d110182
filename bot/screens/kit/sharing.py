"""What people share for everybody: who shared it, a way to play, and a way for them to take it back."""

from dataclasses import replace

from bot.games import CATALOGUE
from bot.screens.kit.patterns import OPEN, Pattern
from bot.screens.kit.values import SLATE, Button, RenderContext, Screen, Style, mention

TAKE_BACK = Pattern("unshare {user:int}")
"""Take back what somebody has shared in this message."""


def play_button(context: RenderContext, game: str) -> Button:
    """The button that opens a table of ``game``, a key; for anything else it asks which game."""
    if game not in CATALOGUE:
        return Button("play", context.t("Play"))
    return Button(OPEN.build(game=game), context.t("Play {game}", game=context.t(CATALOGUE[game].label)))


def back_button(context: RenderContext, user: int) -> Button:
    """The button by which ``user`` takes back what they have shared."""
    return Button(TAKE_BACK.build(user=user), context.t("Take back"), Style.SECONDARY)


def shared(
    context: RenderContext, screen: Screen, user: int, play: Button, *others: Button, named: bool = False
) -> Screen:
    """Return ``screen`` as ``user`` shares it, with a button to ``play`` and ``others``.

    ``named``: it says already whose it is.
    """
    by = context.t("Shared by {player}", player=mention(user))
    body = screen.body if named else f"-# {by}\n{screen.body}"
    return replace(screen, body=body, rows=((play, *others, back_button(context, user)),))


def taken_back_screen(context: RenderContext) -> Screen:
    """Return what stays of a message that somebody has taken back: it names nobody."""
    return Screen("", context.t("What stood here has been taken back."), colour=SLATE)
