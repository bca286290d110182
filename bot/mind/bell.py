"""The normal distribution, the same on every host to the last digit.

The exponential function of the C library and of numpy is not: its last digit depends on the processor.
"""

from decimal import Decimal, localcontext
from functools import cache

import numpy as np

from bot.mind.throws import Values

_DIGITS = 30
_STEP = 1 / 64
_FAR = 9.0
"""Deviations beyond which nothing lies that a number could show."""


def normal(deviations: Values) -> Values:
    """Return how dense the distribution is so many deviations from its mean; 1 at the mean itself."""
    return np.array([_density(float(deviation)) for deviation in deviations])


def below(deviations: float) -> float:
    """Return how likely something lies below so many deviations: between known places by a curve of their slopes."""
    if abs(deviations) >= _FAR:
        return float(deviations > 0)
    shares, slopes = _known()
    place = (abs(deviations)) / _STEP
    at = int(place)
    part = place - at
    rise = shares[at + 1] - shares[at]
    first, last = slopes[at] * _STEP - rise, rise - slopes[at + 1] * _STEP
    share = shares[at] + part * (rise + (1 - part) * ((1 - part) * first + part * last))
    return share if deviations > 0 else 1 - share


def below_each(deviations: Values) -> Values:
    """Return the same of many numbers at once."""
    shares, slopes = _as_arrays()
    far = np.minimum(np.abs(deviations), _FAR) / _STEP
    at = far.astype(np.int64)
    part = far - at
    start = shares[at]
    rise = shares[at + 1] - start
    first, last = slopes[at] * _STEP - rise, rise - slopes[at + 1] * _STEP
    share = start + part * (rise + (1 - part) * ((1 - part) * first + part * last))
    return np.where(deviations > 0, share, 1 - share)


def _density(deviations: float) -> float:
    with localcontext() as context:
        context.prec = _DIGITS
        return float((-(Decimal(deviations) ** 2) / 2).exp())


@cache
def _known() -> tuple[list[float], list[float]]:
    """Return from the mean on, step by step, how much lies below, and how steeply that grows."""
    shares, slopes = [], []
    with localcontext() as context:
        context.prec = _DIGITS
        pi = Decimal("3.14159265358979323846264338328")
        for number in range(int(_FAR / _STEP) + 2):
            at = Decimal(number * _STEP)
            density = (-at * at / 2).exp() / (2 * pi).sqrt()
            term = total = at
            odd = 1
            while term > Decimal("1e-25"):  # A series of positive terms: nothing cancels.
                odd += 2
                term = term * at * at / odd
                total += term
            shares.append(float(Decimal("0.5") + density * total))
            slopes.append(float(density))
    return shares, slopes


@cache
def _as_arrays() -> tuple[Values, Values]:
    shares, slopes = _known()
    return np.array(shares), np.array(slopes)
