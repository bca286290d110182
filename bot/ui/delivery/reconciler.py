"""Brings boards and calls in line with the rows, so that every save gets shown.

It watches every save until the board shows it and its call is made. After some seconds it mends what is still behind
(an answer was lost, a task failed), whatever went wrong. It also mends what a stopped process has left, since the row
says which step its message shows. Mending is idempotent and paced. The reconciler leaves a refused board alone until
somebody presses or the bot starts again.

Edits of one message may overtake each other: discord.py repeats some by itself, and Discord may still do a request
that the bot has given up. So every drawing has a number. A board is right only if no later drawing arrived before it,
and nothing has cast doubt on the message since. After a lost answer, the reconciler draws the board twice more: when
that request should have arrived, and when it can no longer do so even on a busy machine.

A process that was killed has left requests too. So a row names the step that its message shows only when that long has
passed since the drawing. The process that takes a shard over finds all boards drawn just before, and treats them as
after a lost answer; likewise those that are saved in the first seconds.
"""

import asyncio
import itertools
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from bot.tables.model.errors import NotSaved, NotYetKnown, TableError
from bot.tables.model.memory import LruCache
from bot.tables.model.processes import Shards
from bot.tables.model.store import POSTING
from bot.tables.model.table import PendingCall, Table, TableId, code
from bot.tables.storage.repository import TableRepository
from bot.ui.pace.budget import LOST, REFUSED, Priority, retry_after, too_busy
from bot.ui.pace.work import WorkQueue

log = logging.getLogger(__name__)

PATIENCE = 3.5
"""Seconds until it mends a save that no board shows; Discord takes an answer for three."""

_LATE_DRAWINGS = 2
"""The times that it draws a board again after a lost answer, each time after its patience."""

_LATELY = 60
"""Seconds since a decision after which no request of a process that is gone can be on its way any more."""

_NOTE_SECONDS = 1.0
_FIRST_RETRY = 0.5
_LONGEST_RETRY = 2.0
_REMEMBERED = 20_000
_AT_ONCE = 500
"""Tables to ask for before others have their turn: a millisecond's work."""


@dataclass(frozen=True, slots=True)
class _Behind:
    """A save that no board shows yet, or with a pending call."""

    step: int
    owed: bool
    since: float
    board: TableId
    """The table whose message shows it; for a player's own table the public one."""
    opening: bool
    """Whether its board is being posted for the first time, by this process."""


class _Shown(NamedTuple):
    """The step that a message shows, and since when; the step is None where that is in doubt."""

    step: int | None
    at: float
    drawing: int
    """The number of the drawing that arrived, or the first number since the doubt. Drawings before it say nothing."""


class Reconciler:
    """Watches saves, remembers what messages show, and mends tables that are behind."""

    def __init__(
        self,
        tables: TableRepository,
        repair: Callable[[TableId, bool], Awaitable[None]],
        queue: WorkQueue,
        *,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Mend tables by ``repair``, which may raise; it tries again if an answer is lost or Discord is too busy.

        ``repair`` learns whether to look at the message first, which may show the last step, and held dice that nobody
        else remembers. All repairs go through the queue ``queue``. ``patience`` is in seconds of ``clock``.
        """
        self._tables = tables
        self._repair = repair
        self.patience = patience
        self._clock = clock
        self._behind: dict[TableId, _Behind] = {}
        self._shown: LruCache[TableId, _Shown] = LruCache(_REMEMBERED)
        self._notes: dict[TableId, tuple[int, float]] = {}
        """The steps that messages show and the rows do not say yet, and since when; the oldest first."""
        self._doubled: dict[TableId, set[int]] = {}
        """The messages that were the board and may still stand: while there are any, the row says POSTING."""
        self._copied: set[TableId] = set()
        """The tables whose board may stand twice, or in a message that their row does not know."""
        self._left_posting: set[TableId] = set()
        """The tables whose last owner was posting their board: each late drawing looks for copies once more."""
        self._uncertain_until = float("-inf")
        self._tries: dict[TableId, int] = {}
        self._retries: dict[TableId, asyncio.TimerHandle] = {}
        self._late: dict[TableId, asyncio.TimerHandle] = {}
        self._drawings = itertools.count(1)
        self._queue = queue
        self._watch: asyncio.TimerHandle | None = None
        self._noting: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped = False

    # -- what is known -----------------------------------------------------------------------------------------

    def saved(self, table: Table) -> None:
        """Watch the newly stored ``table`` until its message shows it. A game of the day has no message."""
        if table.mode.duplicate:
            return
        last = self._behind.pop(table.id, None)  # The newest save stands last.
        opening = table.message is None and (table.step == 0 or (last is not None and last.opening))
        owed, now = table.pending_call is not PendingCall.NOTHING, self._clock()
        if now < self._uncertain_until:
            self.lost(table.parent or table.id)
        if owed or not self.shows(table):
            self._behind[table.id] = _Behind(table.step, owed, now, table.parent or table.id, opening)
            self._wait(now)

    def draw(self) -> int:
        """Return the number of a drawing. Ask for it between making the drawing and sending it, without a wait."""
        return next(self._drawings)

    @contextmanager
    def drawing(self, id: TableId) -> Iterator[int]:
        """Send a drawing of table ``id`` inside, and get its number. If the answer is lost, draw it again later."""
        try:
            yield self.draw()
        except LOST:
            self.lost(id)
            raise

    def shown(self, id: TableId, step: int, drawing: int, *, whole: bool = True) -> None:
        """Remember that the message of table ``id`` shows ``step``; not ``whole`` if its picture follows.

        If ``drawing`` is older than what is known, or its step is, nobody knows what the message shows. Then the table
        needs mending.
        """
        known = self._shown.get(id)
        if known is not None and (known.drawing > drawing or (known.step or 0) > step):
            self.doubt(id)
            return
        now = self._clock()
        self._shown.put(id, _Shown(step, now, drawing))
        if whole:
            self._notes.pop(id, None)
            self._notes[id] = step, now
            self._note_later()
        behind = self._behind.get(id)
        if behind is not None and behind.step <= step and not behind.owed:
            del self._behind[id]

    def shows(self, table: Table) -> bool:
        """Return whether the message of ``table`` shows its current step, as far as the bot knows."""
        known = self._shown.get(table.id)
        return known is not None and known.step == table.step

    def just_shown(self, table: Table) -> bool:
        """Return whether the message of ``table`` has only just shown it, or will soon: people may see an older one."""
        known = self._shown.get(table.id)
        if known is not None and known.step == table.step:
            return self._clock() - known.at < self.patience
        return table.id in self._behind

    def not_shown(self, id: TableId, seen: int) -> None:
        """Forget what the message of table ``id`` showed: it was ``seen`` to show something else, or not at all.

        A drawing since then may have mended it.
        """
        known = self._shown.get(id)
        if known is None or known.drawing < seen:
            self._notes.pop(id, None)
            self._shown.put(id, _Shown(None, self._clock(), seen))

    def rest(self, table: Table) -> None:
        """Leave the board of ``table`` as it is: only a press changes it, and draws it then, whatever it shows."""
        self.shown(table.id, table.step, self.draw())

    def moved(self, id: TableId) -> None:
        """Remember that the board of ``id`` is another message now; drawings under way are of the old one."""
        known = self._shown.get(id)
        if known is not None:
            self._shown.put(id, known._replace(drawing=self.draw()))

    def removing(self, id: TableId, message: int) -> Callable[[], None]:
        """Note nothing of ``id`` while ``message``, once its board, may still stand; return what says that it is gone.

        So a bot that is killed before looks for it when it starts.
        """
        doubled = self._doubled.setdefault(id, set())
        doubled.add(message)

        def gone() -> None:
            doubled.discard(message)
            if not doubled and self._doubled.get(id) is doubled:
                del self._doubled[id]
                self._note_later()

        return gone

    async def posting(self, table: Table) -> None:
        """Note that the board of ``table`` is about to be posted again, until :meth:`note` says what it shows.

        A process that takes the table over meanwhile looks for copies. A new table's row says so from the beginning.
        """
        self._notes.pop(table.id, None)
        if table.message is None:
            return
        try:
            await self._tables.note_shown({table.id: POSTING})
        except TableError as error:  # Then a kill at this moment leaves a copy until somebody presses it.
            log.warning("table %s: that its board is posted again cannot be noted: %s", code(table.id), error)

    def copied(self, id: TableId) -> bool:
        """Return whether another process may have left a message that is, or was, the board of ``id``; asked once."""
        if id not in self._copied:
            return False
        self._copied.discard(id)
        return True

    def maybe_copied(self, id: TableId) -> None:
        """Look for copies of the board of ``id`` when it is mended next: another process has posted it."""
        self._copied.add(id)

    def doubt(self, id: TableId, *, of: Priority = Priority.REPAIR) -> None:
        """Mend the board of ``id`` now, whatever it seems to show, and whatever drawing of it is under way."""
        self._shown.put(id, _Shown(None, self._clock(), self.draw()))
        self._notes.pop(id, None)
        self.ask(id, of=of)

    def lost(self, id: TableId, times: int = _LATE_DRAWINGS) -> None:
        """Mend the board of ``id`` later, so many times: Discord may still do a request whose answer was lost."""
        timer = self._late.pop(id, None)
        if timer is not None:
            timer.cancel()
        if times and not self._stopped:
            self._late[id] = asyncio.get_running_loop().call_later(self.patience, self._draw_again, id, times)

    def ask(self, id: TableId, *, look_first: bool = False, of: Priority = Priority.REPAIR) -> None:
        """Mend table ``id`` as soon as it is its turn; ``look_first`` where it may be up to date."""
        retry = self._retries.pop(id, None)
        if retry is not None:
            retry.cancel()
        self._queue.ask(("mend", id), self._mend, id, look_first, of=of)

    def took_over(self) -> None:
        """For some seconds, treat every save as after a lost answer: the last owner's requests may still arrive."""
        self._uncertain_until = self._clock() + self._unsettled

    def left_behind(self, id: TableId, age: float) -> None:
        """Draw a board again that its last owner may have left with requests on their way; the row is that old."""
        if age < _LATELY:
            self.lost(id)

    # -- the work ----------------------------------------------------------------------------------------------

    async def look_up(self, shards: Shards | None = None) -> None:
        """Mend everything that is behind its row, or not known to show it: after a start, and when Discord is back.

        With ``shards``, look only at the tables of their servers. Saves of a moment ago are on their way; the watch
        handles them, except where a board may stand twice, or may do so when the last owner's request arrives. A table
        that has opened here has no last owner: its first board may be on its way.
        """
        try:
            await self._note()
            behind = await self._tables.not_shown(shards)
        except TableError as error:
            log.warning("boards that are behind cannot be looked up: %s", error)
            return
        for number, (id, (live, posting)) in enumerate(behind.items()):
            watched = self._behind.get(id)
            copied = posting and not (watched is not None and watched.opening)
            if copied:
                self._copied.add(id)
                self._left_posting.add(id)
                self.lost(id)
            if copied or watched is None:
                self.ask(id, look_first=True, of=Priority.REPAIR if live else Priority.REMINDER)
            if number % _AT_ONCE == 0:
                await asyncio.sleep(0)

    def start(self) -> None:
        """Begin to watch saves."""
        self._tables.on_save(self.saved)

    def stop(self) -> None:
        """Stop watching, and ask for nothing more."""
        self._stopped = True
        for timer in (self._watch, self._noting, *self._retries.values(), *self._late.values()):
            if timer is not None:
                timer.cancel()

    def _wait(self, since: float) -> None:
        """Look again when the save of ``since`` is late. One timer serves all; an idle bot has none."""
        if self._watch is None and not self._stopped:
            pause = max(0.0, since + self.patience - self._clock())
            self._watch = asyncio.get_running_loop().call_later(pause, self._on_time)

    def _on_time(self) -> None:
        self._watch = None
        self.look()
        for behind in self._behind.values():
            self._wait(behind.since)
            return

    def look(self) -> None:
        """Ask for every table that has been behind for too long, the oldest saves first."""
        latest = self._clock() - self.patience
        while self._behind:
            id, behind = next(iter(self._behind.items()))
            if behind.since > latest:
                return
            del self._behind[id]
            if behind.board not in self._retries:
                log.debug("table %s: what was saved is not shown; mending it", code(behind.board))
                self.ask(behind.board)

    async def _mend(self, id: TableId, look_first: bool) -> None:
        try:
            await self._repair(id, look_first)
        except (*LOST, *REFUSED, TableError) as error:
            if isinstance(error, (*LOST, NotSaved, NotYetKnown)) or too_busy(error):
                self._try_again(id, look_first, error)
                return
            log.warning("table %s: cannot be shown: %s", code(id), error)
            self._tries.pop(id, None)
        else:
            self._tries.pop(id, None)

    def _draw_again(self, id: TableId, times: int) -> None:
        if id in self._left_posting:
            self._copied.add(id)
            if times == 1:
                self._left_posting.discard(id)
        self.doubt(id)
        self.lost(id, times - 1)

    def _try_again(self, id: TableId, look_first: bool, error: Exception) -> None:
        tries = self._tries[id] = self._tries.get(id, 0) + 1
        pause = max(retry_after(error), min(_FIRST_RETRY * 2 ** (tries - 1), _LONGEST_RETRY))
        log.info("table %s: not mended (%r), again in %.1f s", code(id), error, pause)
        again = partial(self.ask, id, look_first=look_first)
        self._retries[id] = asyncio.get_running_loop().call_later(pause, again)

    @property
    def _unsettled(self) -> float:
        """The seconds that a request may be on its way."""
        return _LATE_DRAWINGS * self.patience

    def _note_later(self) -> None:
        """Note what is shown when the oldest drawing is old enough; one timer serves all."""
        oldest = next((at for id, (_, at) in self._notes.items() if id not in self._doubled), None)
        if self._noting is None and not self._stopped and oldest is not None:
            pause = max(_NOTE_SECONDS, oldest + self._unsettled - self._clock())
            self._noting = asyncio.get_running_loop().call_later(pause, self._note_now)

    def _note_now(self) -> None:
        self._noting = None
        latest = self._clock() - self._unsettled
        task = asyncio.create_task(self.note(latest), name="note what is shown")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def note(self, latest: float = math.inf) -> None:
        """Store what messages show since ``latest`` or longer. If that fails, the next start mends them once more."""
        try:
            await self._note(latest)
        except TableError as error:
            log.warning("what boards show cannot be noted: %s", error)

    async def _note(self, latest: float = math.inf) -> None:
        """Store what messages have shown since ``latest`` or longer, in one statement."""
        old = takewhile(lambda note: note[1][1] <= latest, self._notes.items())
        notes = {id: note for id, note in old if id not in self._doubled}
        for id in notes:
            del self._notes[id]
        try:
            if notes:
                await self._tables.note_shown({id: step for id, (step, _) in notes.items()})
        except TableError:
            self._notes = {**notes, **self._notes}
            raise
        self._note_later()
