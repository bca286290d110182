"""The words for the bonus of the upper section: Yams calls it a prime."""

from bot.engine import N_
from bot.games.yum.layout import Layout

_PRIMES = {
    N_("Bonus"): N_("Prime"),
    N_("bonus {progress}"): N_("prime {progress}"),
    N_("+{n} → {upper} of {needed} for the bonus"): N_("+{n} → {upper} of {needed} for the prime"),
    N_("+{n} → {upper}: a bonus of {bonus}"): N_("+{n} → {upper}: a prime of {bonus}"),
    N_("Bonus! {points} points more for {player}."): N_("Prime! {points} points more for {player}."),
    N_("Bonus of the upper section"): N_("Prime of the upper section"),
    N_("Upper bonus: {n} of {chances} ({share})."): N_("Upper prime: {n} of {chances} ({share})."),
    N_("The upper bonus decides: without it, “{other}” would be better by {n} points."): N_(
        "The upper prime decides: without it, “{other}” would be better by {n} points."
    ),
}


def bonus_term(layout: Layout | None, sentence: str) -> str:
    """Return ``sentence``, which is English and speaks of the bonus, as the sheet ``layout`` says it."""
    return _PRIMES[sentence] if layout and layout.prime else sentence
