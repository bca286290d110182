"""Pictures: the result card and the profile, from plain values to PNG; nothing here knows Discord, tables or SQL.

``renderer = PictureRenderer()``; ``await renderer.picture(card)`` or of any other of these values gives PNG bytes,
1200 pixels wide and at most as high; ``card_alt(t, card)`` and ``profile_alt(t, profile)`` say the same in words, for
the picture's description. Importing this package is cheap: the first picture, or `PictureRenderer.warm`, imports Pillow
in the thread that draws.

The values live in :mod:`bot.screens.kit.values`, so that screens can make them; all their texts are in the
reader's language and without markdown:

* ``Card(title, subtitle, seats, sheet=(), heads=())``: a result. ``seats`` (1 to 10) in playing order, drawn by rank;
  ``sheet`` everybody's sheets (drawn for 1 to 4 seats, else ranking only); ``heads`` above the columns of each sheet.
* ``CardSeat(name, score, rank, instead="", note="", points=None, left=False)``: ``score`` as text; ``instead`` a name
  to show if the font has no letter of ``name``; ``note`` words beside it; ``points`` the length of the bar.
* ``SheetLine(label, cells, weight=Weight.BOX)``: ``cells[seat][column]`` as text; ``Weight`` is BOX, SUM or TOTAL.
* ``Profile(player, game, note, scores, labels, language="en", instead="", fewest_is_best=False, first=1)``: ``scores``
  oldest first, of which the picture shows the last 100; ``first`` the number of the first of them among all games.
* ``Mountain(columns, climbers)``: columns that seats climb, with a ``Climber`` for each seat;
  drawn 788 pixels wide, ``mountain_alt(t, mountain, names)`` tells it.
* ``Pad(halves, columns, feet, breaks, others)``: the score sheets of a game, a column for each player; drawn 760 pixels
  wide for each turn, ``pad_alt(t, pad)`` tells it.
* ``Track(look, goal, lanes, goal_text, gate, others)``: everybody's way to a goal, a ``Lane`` for each player; drawn
  760 pixels wide for each turn.
* ``Rack(shelves, feet)``: chips on a rack, left and taken; ``Pot(tokens, phase, about, holders)``: everybody's tokens.
  ``board_alt(t, picture, names)`` tells any of these pictures above boards.
* ``PodiumPicture(title, subtitle, steps)``: the first of a leaderboard, two or three ``PodiumStep``, best first;
  drawn half as high as wide, ``podium_alt(t, podium)`` tells it.
* ``SeasonPicture(title, subtitle, tables, champions, won, others)``: a season's champions and the best of each
  game; ``season_alt(t, season)`` tells it.
* ``Curve(title, subtitle, label, mark, lines)``: what each ``CurveLine`` (1 to 6) could expect after every turn of a
  reviewed game; ``curve_alt(t, curve)`` tells it.
* ``ProfileLabels(curve, spread, running, average, best, games, fewest)``: made by ``profile_labels(t)``.
"""

from bot.pictures.alt_text import (
    board_alt,
    card_alt,
    curve_alt,
    mountain_alt,
    pad_alt,
    podium_alt,
    profile_alt,
    profile_labels,
    season_alt,
)
from bot.pictures.renderer import PictureRenderer, RendererClosed
from bot.screens.kit import (
    Card,
    CardSeat,
    Climber,
    Curve,
    CurveLine,
    Mountain,
    Pad,
    PodiumPicture,
    PodiumStep,
    Profile,
    ProfileLabels,
    SeasonPicture,
    SeasonTable,
    SheetLine,
    Weight,
)

__all__ = [
    "Card",
    "CardSeat",
    "Climber",
    "Curve",
    "CurveLine",
    "Mountain",
    "Pad",
    "PictureRenderer",
    "PodiumPicture",
    "PodiumStep",
    "Profile",
    "ProfileLabels",
    "RendererClosed",
    "SeasonPicture",
    "SeasonTable",
    "SheetLine",
    "Weight",
    "board_alt",
    "card_alt",
    "curve_alt",
    "mountain_alt",
    "pad_alt",
    "podium_alt",
    "profile_alt",
    "profile_labels",
    "season_alt",
]
