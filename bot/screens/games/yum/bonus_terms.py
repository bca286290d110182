"""The words for the bonus of the upper section: in French, Yams calls it a prime."""

from bot.engine import N_
from bot.games.yum.layout import Layout
from bot.locales import in_context

_PRIMES = {
    N_("Bonus"): in_context("Yams", "Bonus"),
    N_("bonus {progress}"): in_context("Yams", "bonus {progress}"),
    N_("+{n} → {upper} of {needed} for the bonus"): in_context("Yams", "+{n} → {upper} of {needed} for the bonus"),
    N_("+{n} → {upper}: a bonus of {bonus}"): in_context("Yams", "+{n} → {upper}: a bonus of {bonus}"),
    N_("Bonus! {points} points more for {player}."): in_context("Yams", "Bonus! {points} points more for {player}."),
    N_("Bonus of the upper section"): in_context("Yams", "Bonus of the upper section"),
    N_("Upper bonus: {n} of {chances} ({share})."): in_context("Yams", "Upper bonus: {n} of {chances} ({share})."),
    N_("The upper bonus decides: without it, “{other}” would be better by {n} points."): in_context(
        "Yams", "The upper bonus decides: without it, “{other}” would be better by {n} points."
    ),
}


def bonus_term(layout: Layout | None, sentence: str) -> str:
    """Return ``sentence``, which is English and speaks of the bonus, as the sheet ``layout`` says it."""
    return _PRIMES[sentence] if layout and layout.prime else sentence
