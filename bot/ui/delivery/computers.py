"""Plays the turns of computers, and shows them: every decision is saved before it is shown.

It learns of a computer's turn when a table is saved, and from the clock of the tables, since a row says when the
clock shall look (:func:`bot.tables.moves.waiting.with_deadline`). So a turn goes on after a kill.

People can follow a turn by at most three edits: before the second and the third throw what the computer holds, at the
end what it has written. They go through the webhook of the latest press on the board
(:mod:`bot.ui.delivery.renderer`), outside of the limit of all requests. Where there is none, or a channel has had its
edits of this minute, one edit at the end shows a whole run of computers' turns.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Literal

import discord

from bot.engine import GameError, Level
from bot.tables.model.errors import TableError
from bot.tables.model.memory import LruCache
from bot.tables.model.table import ComputerPace, Status, Table, TableId, code
from bot.tables.service.computers import ComputerPlay, PlaysBelow, levels_below, plays_below, positions_of, throws
from bot.tables.service.service import Change, TableService
from bot.thinker.worker import ComputerChoice
from bot.ui.delivery.absences import Absences
from bot.ui.delivery.presenter import Presenter
from bot.ui.pace.budget import LOST, REQUEST_SECONDS, request_timeout
from bot.ui.pace.work import PrioritySemaphore

log = logging.getLogger(__name__)

FIRST_SECONDS = 1.0
"""Before a computer's first throw: people see what was written before, and may take it back; always what they lost."""

NEXT_SECONDS = 1.3
"""Between two edits of a turn. With three throws a turn takes less than five seconds."""

AT_ONCE_SECONDS = 0.3
"""Before a computer plays that need not wait: the answer to the press before it goes first."""

_LEAST_SECONDS = 0.6
"""Between two edits of a turn that is late."""

_PATIENCE_SECONDS = 8.0
"""From the beginning of a turn, how long a computer waits until its level is loaded: once a table, then it plays on."""

_SIGN_SECONDS = 3.0
"""After their own move and after each edit, until when people are to see something."""

_TURN_SECONDS = 4.5
"""Seconds that a turn may take; people wait for five at most."""

_LATE_SECONDS = 2.0
"""Seconds that people see nothing before an edit is worth one of those in reserve."""

_LONG_SECONDS = 1.0
"""Seconds that people see no sign of a computer that thinks about its first throw."""

_LATEST = 0.05
"""The weight of the latest decision in the mean of their time."""

_EDITS_A_MINUTE = 20
"""Of computers' turns in a channel."""

_KEPT_FOR_ENDS = (6, 12)
"""Of these, not for what a computer holds after its first throw and after its second: people who press fast miss the
second first, and a reader who has missed both still sees what it wrote."""

_KEPT_FOR_PEOPLE = 4
"""Of these, not for a turn that another computer's follows: without an edit, the next one shows it too."""

_TOGETHER = 8
"""Boards to draw at the same time, so that presses need not wait for more."""

_CHANNELS = 4096
_MOST_ACTIONS = 200
"""In one turn; if the rules go on, the clock comes back."""


class EditAllowance:
    """The edits that may show computers' turns in a channel."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Count by ``clock``, in seconds."""
        self._clock = clock
        self._sent = LruCache[int, deque[float]](_CHANNELS)

    def take(self, channel: int, kept: int = 0) -> bool:
        """Count one more edit, unless the channel has had as many as a minute allows, but for those ``kept``."""
        sent, now = self._sent.get(channel), self._clock()
        if sent is None:
            sent = deque(maxlen=_EDITS_A_MINUTE)
            self._sent.put(channel, sent)
        most = _EDITS_A_MINUTE - kept
        if len(sent) >= most and sent[-most] > now - 60:
            return False
        sent.append(now)
        return True


class _Pace:
    """The time of a run of computers' turns: what takes long is made up for by shorter pauses and fewer edits."""

    def __init__(self) -> None:
        """Begin after a person's move."""
        self._began = self._shown = time.monotonic()
        self.step = 0.0
        """The seconds that a decision and its save take at present."""

    def begin_turn(self) -> None:
        """Begin the turn of the next computer."""
        self._began = time.monotonic()

    def is_shown(self) -> None:
        """People see where the game stands now."""
        self._shown = time.monotonic()

    @property
    def by(self) -> float:
        """Until when people are to see something, in monotonic seconds."""
        return min(self._shown + _SIGN_SECONDS, self._began + _TURN_SECONDS)

    @property
    def is_late(self) -> bool:
        """Whether people have seen nothing for long."""
        return time.monotonic() - self._shown > _LATE_SECONDS

    def unseen(self, seconds: float) -> float:
        """Return how much of so many seconds is left since people last saw something."""
        return max(0.0, self._shown + seconds - time.monotonic())

    @property
    def _passed(self) -> float:
        return time.monotonic() - self._began

    @property
    def patience(self) -> float:
        """The seconds to wait now until a level is ready."""
        return max(0.0, _PATIENCE_SECONDS - self._passed)

    def has_time(self, steps: int) -> bool:
        """Return whether to show what the computer holds before it goes on for so many decisions."""
        return self._passed + _LEAST_SECONDS + steps * self.step < _TURN_SECONDS

    def until_next(self, shown: int) -> float:
        """Return how long to wait after the edit with this number, from 1."""
        return max(_LEAST_SECONDS, FIRST_SECONDS + shown * NEXT_SECONDS - self._passed - self.step)


class ComputerTurns:
    """Plays for the computers of all our tables."""

    def __init__(self, tables: TableService, presenter: Presenter, absences: Absences) -> None:
        """Play at ``tables``, show by ``presenter``; ``absences`` know when somebody's is over."""
        self._tables = tables
        self._presenter = presenter
        self._absences = absences
        self._play = ComputerPlay(tables)
        self._playing: set[TableId] = set()
        self._allowance = EditAllowance(time.monotonic)
        self._below = LruCache[TableId, PlaysBelow | Literal[True]](_CHANNELS)
        """What the board of a table must still say of a computer that plays below its level; True once it has."""
        self._drawing = PrioritySemaphore(_TOGETHER)
        self._computing = asyncio.Lock()
        """Its holder computes for a computer: one in each round of the event loop, so that presses come between."""
        self._step = 0.0
        """A mean that forgets of the seconds that decisions and their saves take."""
        self._stopping = asyncio.Event()
        tables.repository.on_save_with_computers(self._saved)

    def stop(self) -> None:
        """Begin nothing more; the rows say where to go on."""
        self._stopping.set()

    async def end_absence(self, player: int) -> None:
        """End the absence of somebody that is over: a computer that begins in their place now would stop at once."""
        await self._absences.ends(player)

    def ask(self, id: TableId) -> None:
        """Have the computers of this table play, if it is their turn; it is no matter how often somebody asks."""
        if id not in self._playing and not self._stopping.is_set():
            self._playing.add(id)
            self._presenter.run_later(self._run(id), "play for a computer")

    def _saved(self, table: Table) -> None:
        if table.over:
            return
        if table.turn_computer is None and table.parent is None:
            # Also in the game: a computer that has not thought for some time has left.
            for preparing in self._play.prepare(table):
                if table.status is Status.LOBBY:
                    preparing.add_done_callback(
                        partial(self._prepared, table, levels_below(table, self._tables.thinker))
                    )
        if table.turn_computer is not None:
            self.ask(table.id)
        elif table.has_own_tables:
            self._presenter.run_later(self._ask_own(table), "let computers go on")

    def _prepared(self, lobby: Table, levels: Mapping[Level, Level], _: object) -> None:
        """Draw a lobby anew that does not say yet how well its computers play by its rules."""
        if not self._stopping.is_set() and levels_below(lobby, self._tables.thinker) != levels:
            self._presenter.refresh_soon(lobby.id)

    async def _ask_own(self, public: Table) -> None:
        """Ask the computers below ``public``: the last person there may be done."""
        for id in await self._play.own_tables(public):
            self.ask(id)

    async def _run(self, id: TableId) -> None:
        pace = _Pace()
        try:
            while not self._stopping.is_set():
                table = await self._tables.get(id)
                if table.turn_computer is None or not self._tables.repository.is_ours(table.guild):
                    return
                if await self._play.waits(table) or await self._absences.ends_at(table):
                    return
                await self._turn(table, pace)
        except (TableError, GameError) as error:
            log.info("table %s: a computer stops: %r", code(id), error)
        finally:
            self._playing.discard(id)

    async def _turn(self, table: Table, pace: _Pace) -> None:
        """Play the turn of the computer to act at ``table``, and show it."""
        seat, shown, changes = table.turn, 0, list[Change]()
        follows = table.parent is None and table.settings.computer_pace is ComputerPace.HUMAN
        thrown = bool(table.state.dice)  # type: ignore[union-attr]
        slowly = follows or self._presenter.renderer.tells_of_loss(table)
        pace.begin_turn()
        await self._pause(pace.unseen(FIRST_SECONDS if slowly else AT_ONCE_SECONDS) if table.parent is None else 0)
        for _ in range(_MOST_ACTIONS):
            table = await self._tables.get(table.id)
            if table.turn != seat or table.turn_computer is None or self._stopping.is_set():
                break
            began, pace.step = time.monotonic(), self._step
            choice, signed = await self._choose(table, pace, sign=follows and thrown and not shown)
            took, action = time.monotonic() - began, choice.action
            shown += signed
            left = len(_KEPT_FOR_ENDS) - shown
            between = follows and thrown and throws(action) and left > 0 and pace.has_time(1 + left)
            held = positions_of(action, table.state.dice) if between else frozenset()  # type: ignore[union-attr]
            if between and await self._show(table, pace, held, kept=_KEPT_FOR_ENDS[shown]):
                shown += 1
                await self._pause(pace.until_next(shown))
            began = time.monotonic()
            change = await self._tables.act_as_computer(table.id, table.step, action)
            self._step += (took + time.monotonic() - began - self._step) * _LATEST
            changes.append(self._with_news(change, plays_below(table, choice)))
            self._presenter.renderer.remember(changes[-1])
            thrown = thrown or throws(action)
        await self._end(changes, pace, follows=follows)

    def _with_news(self, change: Change, below: PlaysBelow | None) -> Change:
        """Return ``change`` with the news that a computer plays below its level: once a table, where people read it."""
        table = change.after
        if below is not None and self._below.get(table.id) is None:
            self._below.put(table.id, below)
        news = self._below.get(table.id)
        if not isinstance(news, PlaysBelow) or table.turn_computer is not None:
            return change
        self._below.put(table.id, True)
        return replace(change, events=(*change.events, news))

    async def _choose(self, table: Table, pace: _Pace, *, sign: bool) -> tuple[ComputerChoice, bool]:
        """Return what the computer does; and whether its throw was shown since that took long, where ``sign`` asks."""
        patience = pace.patience if self._below.get(table.id) is None else 0
        choosing = asyncio.ensure_future(self._play.choose(table, pace.by, patience))
        try:
            finished, _ = await asyncio.wait((choosing,), timeout=_LONG_SECONDS if sign else None)
            signed = not finished and await self._show(table, pace, kept=_KEPT_FOR_ENDS[0])
            return await choosing, signed
        finally:
            choosing.cancel()

    async def _end(self, changes: list[Change], pace: _Pace, *, follows: bool) -> None:
        """Show what the turn has led to, and do what follows it."""
        if not changes:
            return
        table = await self._tables.get(changes[-1].after.id)
        if table.parent is None:
            await self._show_end(table, pace, follows=follows)
        for change in changes:
            self._presenter.follow(change)

    async def _show_end(self, table: Table, pace: _Pace, *, follows: bool) -> None:
        """Show what a turn has led to, where not another computer's turn will show it too."""
        if table.turn_computer is None:
            if not await self._show(table, pace):
                await self._presenter.refresh(table)
        elif follows:
            await self._show(table, pace, kept=_KEPT_FOR_PEOPLE)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stopping.wait()

    async def _show(self, table: Table, pace: _Pace, held: frozenset[int] = frozenset(), *, kept: int = 0) -> bool:
        """Draw the board by the token of the latest press on it; return whether that was possible.

        So many edits of a minute are ``kept`` for others, unless people have seen nothing for long.
        """
        token = self._presenter.sheets.token_of(table)
        if token is None or not self._allowance.take(table.channel, 0 if pace.is_late else kept):
            return False
        async with self._drawing.place(pace.by):
            async with self._computing:
                pictured = self._presenter.sheets.picture_on(table)
                board = await self._presenter.renderer.edit_of(table, pressed=pictured, shown=held)
                if pictured != self._presenter.sheets.picture_on(table):  # A press has drawn the board meanwhile.
                    board = await self._presenter.renderer.edit_of(table, shown=held)
            edit = self._presenter.sheets.begin_edit(table)
            try:
                with self._presenter.reconciler.drawing(table.id) as drawing:
                    async with request_timeout(REQUEST_SECONDS):
                        edited = await token.edit(board)
            except (*LOST, discord.HTTPException) as error:
                log.info("table %s: a computer's turn could not be shown: %r", code(table.id), error)
                if not isinstance(error, LOST):  # Else the token serves again.
                    self._presenter.sheets.forget(table.id)
                return False
        self._presenter.sheets.end_edit(table, edit, board, edited)
        self._presenter.is_shown(table, drawing, {})
        pace.is_shown()
        return True
