"""What people share for everybody: who shared it, a way to play, and a way for them to take it back."""

from dataclasses import replace

from bot.games import CATALOGUE
from bot.screens.kit.patterns import OPEN, Pattern
from bot.screens.kit.values import SLATE, Button, RenderContext, Screen, Style, mention

TAKE_BACK = Pattern("unshare {user:int}")
"""Take back what somebody has shared in this message."""

TAKE_BACK_ABOUT = Pattern("unshare {user:int} {about:int}")
"""Take back what is about one person, who may do so too."""


def play_button(context: RenderContext, game: str) -> Button:
    """The button that opens a table of ``game``, a key; for anything else it asks which game."""
    if game not in CATALOGUE:
        return Button("play", context.t("Play"))
    return Button(OPEN.build(game=game), context.t("Play {game}", game=context.t(CATALOGUE[game].label)))


def back_button(context: RenderContext, user: int, about: int | None = None) -> Button:
    """The button by which ``user`` takes back what they have shared, and whom it is ``about``; managers may too."""
    others = TAKE_BACK.build(user=user) if about in (None, user) else TAKE_BACK_ABOUT.build(user=user, about=about)
    return Button(others, context.t("Take back"), Style.SECONDARY)


def shared(
    context: RenderContext, screen: Screen, user: int, play: Button, *others: Button, about: int | None = None
) -> Screen:
    """Return ``screen`` as ``user`` shares it, with a button to ``play`` and ``others``.

    It says already whom it is ``about``, if it is about one person.
    """
    by = context.t("Shared by {player}", player=mention(user))
    body = screen.body if about == user else f"-# {by}\n{screen.body}"
    return replace(screen, body=body, rows=((play, *others, back_button(context, user, about)),))


def taken_back_screen(context: RenderContext) -> Screen:
    """Return what stays of a message that somebody has taken back: it names nobody."""
    return Screen("", context.t("What stood here has been taken back."), colour=SLATE)
