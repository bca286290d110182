"""Pauses between tries: longer after each failure, and never the same for two processes."""

import random


def backoff_seconds(failures: int, *, first: float, most: float) -> float:
    """Return how many seconds to wait after so many ``failures`` in a row (from 1).

    That is ``first``, then twice as long each time up to ``most``, less up to a quarter by chance. So processes that
    were cut off at the same moment do not come back at the same moment.
    """
    return min(most, first * 2.0 ** min(failures - 1, 30)) * random.uniform(0.75, 1)  # noqa: S311 - no secret.
