"""People's decisions at a table: lock, load, apply, save, return (keeper.py); what is decided is pure (moves.py)."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot import games
from bot.engine.dice import SECRET_BYTES, Faces
from bot.engine.errors import IllegalAction
from bot.engine.types import AnyGame, OptionValue
from bot.tables.core import journal, lobbies, moves
from bot.tables.core.errors import DayOver, NotOver, NotSaved, NotSeated, OldPress, TableOver, ThrownByHand
from bot.tables.core.keeper import REMEMBERED, TRIES, Change
from bot.tables.core.memory import Recent, Selections, Tellings, Told
from bot.tables.core.model import AS_USUAL, Fair, Manner, Status, Table, TableId
from bot.tables.core.moves import Moved
from bot.tables.core.press import storage
from bot.tables.core.rows import Make
from bot.tables.core.store import LobbyRow, SaveConflict, TableStore
from bot.tables.daily.seals import Seals
from bot.tables.play import calls, stirring
from bot.tables.play.clocked import Clocked
from bot.tables.records.review import Review, check_over, reviewed

__all__ = ["Change", "TableService"]

REVIEWS = 32
"""Games being stepped through that are kept in memory; a long one takes some hundred KB."""


def _new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


class TableService(Clocked):
    """People's decisions, one at a time per table. Every method raises TableError or GameError for a refusal."""

    def __init__(
        self,
        store: TableStore,
        *,
        clock: Callable[[], int] = lambda: int(time.time()),
        secret: Callable[[], bytes] = _new_secret,
        make: Make | None = None,
        seals: Seals | None = None,
    ) -> None:
        """Work on ``store``; ``make`` finds a game by key and options and is the catalogue unless given."""
        super().__init__(store, clock, make, seals)
        self._secret = secret
        self._make = make or games.make
        self._selections = Selections(REMEMBERED)
        self._tellings = Tellings(REMEMBERED)
        self._reviews: Recent[TableId, Review] = Recent(REVIEWS)

    # Reading

    async def latest(self, guild: int, channel: int) -> Table | None:
        """Return the table of the channel that was opened last, live or over."""
        with storage():
            id = await self._store.latest_at(guild, channel)
        return None if id is None else await self.get(id)

    async def live(self, guild: int | None = None) -> list[TableId]:
        """Return all live tables, of one guild if given."""
        with storage():
            return await self._store.live(guild)

    async def behind(self) -> dict[TableId, bool]:
        """Return tables whose message does not show their last step, or that owe a call, and whether they are live."""
        with storage():
            return await self._store.behind()

    async def note_shown(self, steps: Mapping[TableId, int]) -> None:
        """Store which step the message of each table shows; no change of the tables."""
        with storage():
            await self._store.note_shown(steps)

    def held(self, table: Table) -> frozenset[int] | None:
        """Return the positions held at the table's present step; None if nobody has touched the dice in it."""
        return self._selections.of(table)

    def told(self, table: Table) -> Told | None:
        """Return the throw that is being told face by face at the table's present step."""
        return self._tellings.of(table)

    async def record(self, id: TableId) -> dict[str, Any]:
        """Return the game as notation.md writes it; the secret is in it only when it may be told."""
        async with self._alone(id):
            table = await self._load(id)
            entries = journal.standing(await self._store.journal(id))
            return journal.record(table, entries, sealed=await self.seals.hides(table))

    async def records(self, id: TableId, user: int) -> list[dict[str, Any]]:
        """Return what ``user`` may have of :meth:`record`: of a game played apart, a record per player.

        Raises SecretDay.
        """
        table = await self.get(id)
        with storage():
            await self.seals.check_reader(table, user)
        if not table.manner.parallel:
            return [await self.record(id)]
        async with self._alone(id):
            return await self._records_apart(await self._load(id), user)

    async def lobby_rows(self, id: TableId) -> list[LobbyRow]:
        """Return what was done in the lobby of a table, in order."""
        with storage():
            return await self._store.lobby(id)

    async def verify(self, id: TableId) -> bool:
        """Recompute every throw of a table that is over, and compare what was mixed in with what was typed.

        Raises NotOver before that, Sealed while others throw the same dice, ThrownByHand for real dice.
        """
        async with self._alone(id):
            table = await self._load(id)
            if not table.over:
                raise NotOver
            await self.seals.check_revealed(table)
            if table.manner.real_dice:
                raise ThrownByHand
            if not stirring.consistent(table.fair, await self._store.lobby(table.parent or id)):
                return False
            try:
                if table.status is Status.ENDED and table.state is None:
                    return True  # It was closed before the game began: nothing was thrown.
                if table.manner.parallel:
                    return await self._honest_apart(table)
                return journal.honest(table, journal.standing(await self._store.journal(id)))
            except IndexError:
                return False

    async def review(self, id: TableId, user: int) -> tuple[Table, Review]:
        """Return a table that is over, and what steps through its game, for ``user``.

        Of a game played apart only the players' own tables have one: IllegalAction for the public one. Raises
        NotStarted, StillPlayed, NeverBegan, SecretDay or OtherRules.
        """
        async with self._alone(id):
            table, _ = await self._checked(id, check_over)
            if table.parent is not None:
                await self._checked(table.parent, check_over)
            await self.seals.check_reader(table, user)
            if table.manner.parallel:
                raise IllegalAction("each player's own table is replayed")
            known = self._reviews.get(id)
            if known is None:
                known = await reviewed(table, await self._store.journal(id))
                self._reviews.put(id, known)
            return table, known

    # Before the game

    async def open(
        self,
        *,
        guild: int,
        channel: int,
        host: int,
        game: AnyGame,
        capacity: int | None,
        language: str,
        manner: Manner = AS_USUAL,
    ) -> Change:
        """Open a lobby; ``capacity`` None is as many as the game takes. Raises ChannelTaken, WrongSeats, NoRollOff."""
        async with self._press():
            return await self._open(
                guild=guild,
                channel=channel,
                host=host,
                game=game,
                capacity=capacity,
                language=language,
                manner=manner,
            )

    async def open_alone(
        self, *, guild: int, channel: int, host: int, game: AnyGame, language: str, fair: Fair, manner: Manner
    ) -> Change:
        """Open a table of one seat and begin at once, with dice made of ``fair``. Raises Played."""
        async with self._press():
            now = self._clock()
            for _ in range(TRIES):
                moved = lobbies.alone(
                    await self._store.new_id(),
                    guild=guild,
                    channel=channel,
                    host=host,
                    game=game,
                    language=language,
                    fair=fair,
                    now=now,
                    manner=manner,
                )
                with suppress(SaveConflict):
                    return await self._save(None, moved)
            raise NotSaved

    async def choose(
        self, id: TableId, user: int, options: Mapping[str, OptionValue], *, instead: bool = False
    ) -> Change:
        """Put ``options`` over the house rules of a lobby, or ``instead`` of all of them. Host only.

        Raises BadOptions, WrongSeats, NoRollOff; no change, no decision.
        """

        def chosen(table: Table) -> Moved:
            wanted = {**({} if instead else table.game.options), **options}
            return lobbies.chosen(table, user, self._make(table.game.key, wanted), self._clock())

        return await self._change(id, chosen)

    async def join(self, id: TableId, user: int, interaction: int) -> Change:
        """Sit down."""
        return await self._change(id, lambda table: lobbies.joined(table, user, interaction, self._clock()))

    async def check_stir(self, id: TableId, user: int) -> Table:
        """Return the lobby whose dice ``user`` may stir (:func:`bot.tables.play.stirring.check_stir`)."""
        async with self._alone(id):
            return (await self._checked(id, lambda table: stirring.check_stir(table, user)))[0]

    async def stir(self, id: TableId, user: int, words: str) -> Change:
        """Mix what somebody has typed into the dice: before the game begins, once, for good."""
        return await self._change(id, lambda table: stirring.stirred(table, user, words, self._clock()))

    async def leave(self, id: TableId, user: int) -> Change:
        """Stand up: in the lobby the host's place passes on and the last one closes it; in a game the seat drops."""
        table = await self.get(id)
        if table.manner.parallel and table.status is not Status.LOBBY:
            return await self._leave_apart(id, user)
        return await self._change(id, lambda table: lobbies.left(table, user, self._clock()))

    async def start(self, id: TableId, user: int, interaction: int) -> Change:
        """Start the game, with the order of play drawn. Host only."""
        if (await self.get(id)).manner.parallel:
            return await self._start_apart(id, user, interaction)
        return await self._change(id, lambda table: lobbies.started(table, user, interaction, self._clock()))

    async def cancel(self, id: TableId, user: int, manager: bool) -> Change:
        """Close a lobby. Host or manager."""
        return await self._change(id, lambda table: lobbies.cancelled(table, user, manager, self._clock()))

    # In the game

    async def act(self, id: TableId, user: int, step: int, text: str, faces: Faces | None = None) -> Change:
        """Do the action called ``text``. Refuses in this order: over, seated, turn, step (OldPress), legality.

        ``faces`` are what fell, where people throw dice of their own; raises WrongFaces. The game of a day that is
        over is closed by it.
        """
        told = await self.day_is_told(await self.get(id))
        try:
            return await self._change(
                id, lambda table: moves.acted(table, user, step, text, self._clock(), faces, told=told), step
            )
        except DayOver:
            raise TableOver((await self.give_up(id)).after) from None

    async def tell(
        self, id: TableId, user: int, step: int, change: Callable[[Table, Told | None], Told | None]
    ) -> tuple[Table, Told | None]:
        """Change the throw that is being told: same checks as :meth:`act`, nothing is written."""
        async with self._alone(id):
            table, _ = await self._checked(id, lambda table: moves.check_turn(table, user, step))
            told = change(table, self._tellings.of(table))
            self._tellings.put(table, told)
            return table, told

    async def undo(self, id: TableId, user: int, step: int) -> Change:
        """Take back one's own last mark, while nobody has acted and no new dice were seen."""
        async with self._alone(id):
            return await self._undo(id, user, step)

    async def end(self, id: TableId, user: int, manager: bool) -> Change:
        """Close a lobby, or end a game before its end: no result counts. Host or manager."""
        if (await self.get(id)).manner.parallel:
            return await self._end_apart(id, user, manager)
        return await self._change(id, lambda table: moves.ended(table, user, manager, self._clock()))

    async def toggle(
        self, id: TableId, user: int, step: int, position: int, shown: frozenset[int]
    ) -> tuple[Table, frozenset[int]]:
        """Hold or release a die: same checks as :meth:`act`, nothing is written. ``shown`` is what the board shows."""
        async with self._alone(id):
            table, _ = await self._checked(id, lambda table: moves.check_turn(table, user, step))
            return table, self._selections.toggle(table, position, shown)

    async def hold(self, id: TableId, user: int, step: int, held: frozenset[int]) -> Table:
        """Hold these dice and no others: same checks as :meth:`act`, nothing is written."""
        async with self._alone(id):
            table, _ = await self._checked(id, lambda table: moves.check_turn(table, user, step))
            self._selections.put(table, held)
            return table

    # After the game

    async def rematch(self, id: TableId, user: int) -> Change:
        """Open a lobby like this table's, the presser seated; a second press finds that lobby and changes nothing.

        House rules are the same, the version of the rules is the newest.
        """
        async with self._alone(id):
            old = await self._load(id)
            if not old.over or old.private:
                raise NotOver
            if user not in old.players:
                raise NotSeated
            follower = None if old.rematch is None else await self.get(old.rematch)
            if follower is not None and not follower.over:
                return Change(follower, follower)
            return await self._open(
                guild=old.guild,
                channel=old.channel,
                host=user,
                game=self._make(old.game.key, old.game.options),
                capacity=old.capacity,
                language=old.language,
                manner=old.manner,
                follows=old,
            )

    # The messages of a table

    async def placed(self, id: TableId, channel: int, message: int) -> Change:
        """Remember that the board is this message now. Not a decision: the step stays. Raises ChannelTaken."""
        return await self._change(id, lambda table: moves.put_down(table, channel=channel, message=message))

    async def called(self, judged: Table, message: int | None) -> Table:
        """Remember the message that calls whoever ``judged`` waits for, and that this call is owed no longer.

        Not a decision: the step stays.
        """
        return (await self._change(judged.id, lambda table: Moved(calls.called(table, judged, message)))).after

    # Inside

    async def _undo(self, id: TableId, user: int, step: int) -> Change:
        table, _ = await self._checked(id, lambda table: moves.check_undo(table, user, step))
        entries = journal.standing(await self._store.journal(id))
        before = journal.replayed(table.game, len(table.players), entries[:-1])
        thrown = table.thrown - len(entries[-1].dice)
        try:
            return await self._save(table, moves.undone(table, user, step, before, thrown, self._clock()))
        except SaveConflict:
            raise OldPress(await self._load(id)) from None

    async def _open(self, *, channel: int, guild: int, follows: Table | None = None, **about: Any) -> Change:
        await self._check_free(guild, channel)
        secret, now = self._secret(), self._clock()
        for _ in range(TRIES):
            id = await self._store.new_id()
            moved = lobbies.opened(id, guild=guild, channel=channel, secret=secret, now=now, **about)
            if follows is not None:
                moved = moved._replace(also=(replace(follows, rematch=id, version=follows.version + 1),))
            try:
                return await self._save(None, moved)
            except SaveConflict:
                if follows is not None:
                    raise OldPress(await self._load(follows.id)) from None
        raise NotSaved
