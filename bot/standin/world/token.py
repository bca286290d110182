"""The token of the one bot."""

from __future__ import annotations

import hmac

__all__ = ["Token"]


class Token:
    """Recognizes the bot by its token. Without one of its own, it takes any: for tests, and bots that have one."""

    __slots__ = ("_own",)

    def __init__(self, own: str | None) -> None:
        self._own = own

    def opens(self, given: object) -> bool:
        """Whether what somebody brings is the token."""
        if not isinstance(given, str) or not given:
            return False
        return self._own is None or hmac.compare_digest(_bytes(given), _bytes(self._own))


def _bytes(token: str) -> bytes:
    return token.encode("utf-8", "surrogatepass")
