"""The guided first games of the score sheets: holding and throwing, the box that pays, and what the sheet has alone."""

from collections.abc import Mapping

from bot.engine import N_
from bot.engine.guide import Guide, Lesson, PreparedMove

# -- Sentences that several sheets share -----------------------------------------------------------------------------

_THROW = N_("Fill every box once; the highest total wins. Press **{button}**.")
_HOLD = N_("Press each **3** to hold it, or **{equal}** for all at once, then **Throw**.")
_HOLD_IN_MENU = N_("In the dice menu, choose each **3** to hold it, then press **Throw**.")
_FULL = N_("Three of one number and two of another fill a box. Press **{button}**, below the dice.")
_AGAIN = N_("A new turn. Press **{button}**.")
_UPPER = N_("In the upper boxes, 63 points bring 35 more. Open **All boxes** and choose **{button}**.")
_YUM = N_("Five equal dice are a Yum, and a second one pays more. Press **{button}**.")
_MINUS = N_("**{box}** counts 36 less the dice, so low ones are good. Press **{button}**.")
_END = N_(
    "That is all: fill every box once, and the highest total wins. If nothing fits, one box gets 0. At a table, "
    "**↩️ Undo** takes a wrong box back until the next throw."
)


def _turn(*dice: int, sentence: str = _AGAIN) -> Lesson:
    return Lesson(sentence, PreparedMove("roll", (dice,)))


def _fill(sentence: str, box: str) -> Lesson:
    return Lesson(sentence, PreparedMove(f"mark {box}"))


def _beginning(box: str) -> tuple[Lesson, ...]:
    """The first turn: throw, hold three dice, throw the others to a Full House, and write it."""
    hold = Lesson(_HOLD, PreparedMove("keep 3 3 3", ((5, 5),)), by_menu=_HOLD_IN_MENU)
    return _turn(3, 2, 3, 6, 3, sentence=_THROW), hold, _fill(_FULL, box)


def _guide(game: str, *lessons: Lesson, box: str = "full_house") -> Guide:
    return Guide(game, (*_beginning(box), *lessons), _END)


# -- What each sheet has that others have not ------------------------------------------------------------------------

_PLUS = _guide(
    "yum_plus",
    _turn(1, 2, 1, 1, 2),
    _fill(_MINUS, "minus"),
    _turn(4, 4, 4, 4, 4),
    _fill(_YUM, "yum"),
)

_COLUMNS = N_("In column ×3 points count three times, so a good throw goes there. Press **{button}**.")
_LOW_COLUMN = N_("A poor throw goes where it counts once. Press **×1** above the menu, then choose **{box}** in it.")


def _three_columns(game: str, *lessons: Lesson) -> Guide:
    throw, hold, _ = _beginning("full_house 3")
    full = _fill(_COLUMNS, "full_house 3")
    return Guide(game, (throw, hold, full, *lessons), _END)


_TRIPLE_PLUS = _three_columns(
    "triple_yum_plus",
    _turn(1, 2, 1, 1, 2),
    _fill(_MINUS, "minus 3"),
    _turn(1, 2, 2, 4, 6),
    _fill(_LOW_COLUMN, "ones 1"),
)
_TRIPLE = _three_columns(
    "triple_yum",
    _turn(2, 3, 4, 5, 6),
    _fill(N_("Five in a row count three times here. Press **{button}**."), "large_straight 3"),
    _turn(1, 2, 2, 4, 6),
    _fill(_LOW_COLUMN, "ones 1"),
)
_ORIGINAL = _guide(
    "yum_original",
    _turn(6, 6, 5, 6, 5),
    _fill(N_("**{box}** takes 22 points or more. Press **{button}**."), "high"),
    _turn(6, 5, 4, 5, 3),
    _fill(N_("**{box}** takes 21 points or more, but less than your High. Press **{button}**."), "low"),
)
_DELUXE = _guide(
    "yum_deluxe",
    _turn(2, 3, 4, 5, 6),
    _fill(N_("Surplus would pay as much, but takes any dice: keep it for later. Press **{button}**."),
          "long_straight"),
    _turn(6, 6, 4, 5, 1),
    _fill(N_("**{box}** takes any dice and counts them all. Press **{button}**."), "surplus"),
)  # fmt: skip
_CLASSIC = _guide(
    "yum_classic",
    _turn(6, 6, 2, 6, 1),
    _fill(_UPPER, "sixes"),
    _turn(4, 4, 4, 4, 4),
    _fill(_YUM, "yum"),
)
_LOW_HIGH = _guide(
    "yum_low_high",
    _turn(2, 3, 4, 5, 1),
    _fill(N_("**{box}** asks for exactly 1 to 5. Press **{button}**."), "low_straight"),
    _turn(2, 3, 4, 5, 6),
    _fill(N_("**{box}** asks for exactly 2 to 6. Press **{button}**."), "high_straight"),
)
_FULL_HOUSES = _guide(
    "yum_full_house",
    _turn(6, 6, 6, 2, 2),
    _fill(N_("There are three boxes for it, and the later ones pay twice as much. Press **{button}**."), "full_house2"),
    _turn(6, 6, 2, 6, 1),
    _fill(_UPPER, "sixes"),
)
_EXTRA = _guide(
    "yum_extra",
    _turn(1, 2, 1, 1, 2),
    _fill(_MINUS, "minus"),
    _turn(2, 6, 4, 2, 6),
    _fill(N_("**{box}** pays 25 for even numbers only. Press **{button}**."), "even"),
)
_COLOR = _guide(
    "yum_color",
    _turn(1, 6, 1, 6, 6),
    _fill(
        N_("1 and 6 have one colour here, and so have 2 and 5, 3 and 4. Press **{button}**."),
        "full_house_color",
    ),
    _turn(2, 5, 2, 2, 5),
    _fill(N_("**{box}** asks for one colour alone. Press **{button}**."), "flush"),
)
_ASIAN = _guide(
    "asian_yum",
    _turn(2, 3, 4, 6, 5),
    _fill(N_("Five in a row are worth a lot. Press **{button}**."), "large_straight"),
    _turn(6, 6, 4, 5, 1),
    _fill(N_("**{box}** takes any dice and counts them all. Press **{button}**."), "choice"),
)
_MAXI = Guide(
    "maxi_yum",
    (
        Lesson(_THROW, PreparedMove("roll", ((3, 2, 3, 6, 3, 1),))),
        Lesson(_HOLD, PreparedMove("keep 3 3 3", ((5, 5, 5),)), by_menu=_HOLD_IN_MENU),
        _fill(N_("Three of one number and three of another are a **{box}**. Press **{button}**."), "villa"),
        Lesson(_AGAIN, PreparedMove("roll", ((6, 6, 2, 6, 6, 2),))),
        _fill(N_("Four of one number and two of another are a **{box}**. Press **{button}**."), "tower"),
        Lesson(_AGAIN, PreparedMove("roll", ((1, 1, 4, 4, 5, 5),))),
        _fill(N_("Even three pairs have a box. Press **{button}**."), "three_pairs"),
    ),
    _END,
)
_YAMS = _guide(
    "yams",
    _turn(6, 6, 1, 6, 6),
    _fill(N_("Four equal dice pay 40, whatever the number. Press **{button}**."), "carre"),
    _turn(6, 2, 6, 6, 1),
    _fill(N_("A Brelan pays only 10; in the upper boxes, 64 points bring 31 more. Press **{button}**."), "sixes"),
    box="full",
)

GUIDES: Mapping[str, Guide] = {
    guide.game: guide
    for guide in (
        _PLUS, _TRIPLE_PLUS, _ORIGINAL, _DELUXE, _CLASSIC, _TRIPLE, _LOW_HIGH, _FULL_HOUSES, _EXTRA, _COLOR, _ASIAN,
        _MAXI, _YAMS,
    )
}  # fmt: skip
"""By the key of the sheet."""
