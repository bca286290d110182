"""The coach: what each decision of the only person at a table has cost, for the next drawing of their board.

The worker thinks while the player does: it is asked after the answer to each press, so by the next decision its answer
lies in memory as a rule, and the same drawing tells what that decision cost. Else the drawing after it does. No press
waits for it, and a restart forgets at most one line.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from bot.tables.model.memory import LruCache
from bot.tables.model.table import Table, TableId, code
from bot.tables.moves.playing import is_choice, is_coached
from bot.tables.storage.repository import Change
from bot.thinker.answers import Answer, NobodyKnows, ThinkingFailed, Why
from bot.thinker.thinker import Thinker

log = logging.getLogger(__name__)

_KEPT = 1000

Judgement = tuple[Table, Answer, str]
"""The table before a decision, what its moves were worth, and the decision."""
Told = tuple[Table, Answer, str, Why | None]
"""A judgement, and why another choice was better, once that is known."""


class Coach:
    """Follows the games of those who want one."""

    def __init__(self, thinker: Thinker, run_later: Callable[[Any, str], asyncio.Task[None]]) -> None:
        """Ask ``thinker``, beside the answers to presses (``run_later``)."""
        self._thinker = thinker
        self._run_later = run_later
        self._latest = LruCache[TableId, Judgement](_KEPT)

    def told(self, table: Table) -> Told | None:
        """Return what to tell on the board of ``table``: of the last decision that had a choice; None for nothing.

        A decision that was taken back has cost nothing: the table stands where it stood before.
        """
        latest = self._latest.get(table.id)
        if latest is None or latest[0].step >= table.step or latest[0].state == table.state:
            return None
        before, answer, do = latest
        return before, answer, do, self._thinker.why(before.game, before.state, answer.best, do)

    def follow(self, change: Change, do: str) -> None:
        """Judge the decision ``do``, before the board is drawn, and look ahead to the next one."""
        before, after = change.before, change.after
        if before is None or not is_coached(after):
            return
        if is_choice(before):
            answer = self._thinker.known(before.game, before.state)
            if answer is None:
                self._run_later(self._judge(before, do), "judge a decision")
            else:
                self._latest.put(before.id, (before, answer, do))
                self._run_later(self._explain(before, answer, do), "explain a decision")
        if after.turn_player is not None and is_choice(after):
            self._run_later(self._ask(after), "look ahead for the coach")

    async def _judge(self, before: Table, do: str) -> None:
        answer = await self._ask(before)
        latest = self._latest.get(before.id)
        if answer is not None and (latest is None or latest[0].step < before.step):
            self._latest.put(before.id, (before, answer, do))
            await self._explain(before, answer, do)

    async def _explain(self, before: Table, answer: Answer, do: str) -> None:
        """Have the reason ready for the next drawing."""
        if answer.lost(do):
            await self._thinker.explain(before.game, before.state, answer.best, do)

    async def _ask(self, table: Table) -> Answer | None:
        try:
            return await self._thinker.ask(table.game, table.state)
        except NobodyKnows:
            return None
        except ThinkingFailed as error:
            log.warning("table %s: the coach says nothing: %s", code(table.id), error)
            return None
