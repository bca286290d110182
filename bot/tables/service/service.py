"""People's decisions at a table: pure moves (moves.py, lobbies.py), each made through the repository."""

import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Unpack

from bot import games
from bot.engine import SECRET_BYTES, Level, OptionValue
from bot.tables.model.choices import GuildSettings
from bot.tables.model.errors import DayOver, NotOver, NotSaved, NotSeated, OldPress, TableOver
from bot.tables.model.memory import EnteredDice, HeldDiceCache, Presence, StepCache
from bot.tables.model.processes import HeldShards
from bot.tables.model.store import SaveConflict, TableStore
from bot.tables.model.table import DiceSeed, Make, Occupant, Status, Table, TableId, VoteChoice, is_person
from bot.tables.moves import lobbies, playing, stirring, votes
from bot.tables.moves.lobbies import NewTable, WaitingSettings
from bot.tables.moves.playing import MoveResult
from bot.tables.moves.waiting import with_call
from bot.tables.service.deadlines import Deadlines
from bot.tables.service.history import History
from bot.tables.service.modes import Play, SimultaneousPlay, TurnPlay
from bot.tables.storage import journal
from bot.tables.storage.repository import REMEMBERED, TRIES, Change, TableRepository
from bot.tables.storage.seals import NoSealStore, Seals
from bot.thinker.thinker import Thinker

__all__ = ["Change", "TableService"]


class TableService:
    """People's decisions, one at a time per table. Every method raises TableError or GameError for a refusal."""

    def __init__(
        self,
        store: TableStore,
        *,
        clock: Callable[[], int] = lambda: int(time.time()),
        secret: Callable[[], bytes] = lambda: secrets.token_bytes(SECRET_BYTES),
        make: Make | None = None,
        seals: Seals | None = None,
        shards: HeldShards | None = None,
        settings: GuildSettings | None = None,
        thinker: Thinker | None = None,
    ) -> None:
        """Work on ``store``; ``make`` finds a game by key and options; by default it is the catalogue.

        ``seals`` say whose dice are secret; by default the clock alone does. ``shards`` say whose tables this process
        looks after; by default all. ``settings`` know the time zones of servers; without them, results count by days
        of UTC. ``thinker`` knows what positions are worth.
        """
        self.repository = repository = TableRepository(store, clock, make, shards, settings)
        self.seals = seals or Seals(NoSealStore(), clock)
        self._turns = TurnPlay(repository, self.seals)
        self.simultaneous = SimultaneousPlay(repository, self._turns, self.seals)
        self.deadlines = Deadlines(repository, self._play)
        self.history = History(repository, self.seals, self._play)
        self.presence = Presence(clock)
        self.thinker = thinker or Thinker()
        self._secret = secret
        self._make = make or games.make
        self._selections = HeldDiceCache(REMEMBERED)
        self._entered_dice = StepCache[EnteredDice](REMEMBERED)

    def _play(self, table: Table) -> Play:
        """Return the play of the mode of ``table``."""
        return self._turns if table.mode.in_turns else self.simultaneous

    def now(self) -> int:
        """Return the unix seconds of the clock."""
        return self.repository.now()

    async def get(self, id: TableId) -> Table:
        """Return the current table. Raises NoTable or BrokenTable."""
        return await self.repository.get(id)

    async def own_tables(self, table: Table) -> dict[Occupant, Table]:
        """Return the players' own tables below ``table``, by player; none for a game in turns."""
        return await self.repository.own_tables(table)

    def held(self, table: Table) -> frozenset[int] | None:
        """Return the positions held at the table's present step; None if nobody has touched the dice in it."""
        return self._selections.of(table)

    def entered_dice(self, table: Table) -> EnteredDice | None:
        """Return the throw that somebody is entering at the table's present step."""
        return self._entered_dice.of(table)

    def forget_guilds(self, gone: Callable[[int], bool]) -> None:
        """Forget all that memory holds of the servers of which ``gone`` is true."""
        for memory in (self.repository, self._selections, self._entered_dice, self.seals):
            memory.forget_guilds(gone)

    # Before the game

    async def open(self, **about: Unpack[NewTable]) -> Change:
        """Open a lobby; an idle table of somebody else alone gives way. Raises ChannelTaken or WrongSeats."""
        async with self.repository.counted():
            return await self._open(None, **about)

    async def open_alone(self, seed: DiceSeed, **about: Unpack[NewTable]) -> Change:
        """Open a table of one seat and begin at once, with dice made of ``seed``. Raises Played."""
        async with self.repository.counted():
            now = self.now()
            for _ in range(TRIES):
                moved = lobbies.open_solo(await self.repository.store.new_id(), seed=seed, now=now, **about)
                with suppress(SaveConflict):
                    return await self.repository.save(None, moved)
            raise NotSaved

    async def choose(
        self, id: TableId, user: int, options: Mapping[str, OptionValue], *, instead: bool = False
    ) -> Change:
        """Put ``options`` over the house rules of a lobby, or ``instead`` of all of them. Host only.

        Raises BadOptions, WrongSeats; no change, no decision.
        """

        def chosen(table: Table) -> MoveResult:
            wanted = {**({} if instead else table.game.options), **options}
            return lobbies.choose_game(table, user, self._make(table.game.key, wanted), self.now())

        return await self.repository.transact(id, chosen)

    async def choose_play(
        self,
        id: TableId,
        user: int,
        sheet: str | None = None,
        capacity: int | None = None,
        **choice: Unpack[lobbies.SettingsChoice],
    ) -> Change:
        """Choose the sheet, the seats, the pace or whose dice of a lobby (:func:`bot.tables.moves.lobbies.choose`)."""
        return await self.repository.transact(
            id, lambda table: lobbies.choose(table, user, self._make, self.now(), sheet, capacity, **choice)
        )

    async def join(self, id: TableId, user: int, interaction: int) -> Change:
        """Sit down."""
        return await self.repository.transact(id, lambda table: lobbies.join(table, user, interaction, self.now()))

    async def add_computer(self, id: TableId, user: int, level: Level) -> Change:
        """Seat a computer in the lobby. Host only. Raises NoSeatForComputer or ComputersThrowNoDice."""
        return await self.repository.transact(id, lambda table: lobbies.add_computer(table, user, level, self.now()))

    async def remove_computer(self, id: TableId, user: int, number: int) -> Change:
        """Let the computer with this number stand up again. Host only."""
        return await self.repository.transact(
            id, lambda table: lobbies.remove_computer(table, user, number, self.now())
        )

    async def choose_side(self, id: TableId, user: int, side: int | None, interaction: int) -> Change:
        """Sit down on a side, or change to it; None is the side that the dice deal one to."""
        return await self.repository.transact(
            id, lambda table: lobbies.choose_side(table, user, side, interaction, self.now())
        )

    async def note_hint(self, id: TableId, user: int, step: int) -> Change:
        """Remember that ``user``, the player to act, is about to learn what the moves of this step are worth.

        It is saved once a game. Raises NoHints, or refuses like :meth:`act`.
        """
        return await self.repository.transact(id, lambda table: playing.with_hint(table, user, step), step)

    async def begin_stir(self, id: TableId, user: int) -> Change:
        """Let ``user`` type words for the dice: the lobby does not start by itself meanwhile."""
        return await self.repository.transact(id, lambda table: stirring.begin(table, user, self.now()))

    async def stir(self, id: TableId, user: int, words: str) -> Change:
        """Mix somebody's words into the dice: before the game begins, once, for good."""
        return await self.repository.transact(id, lambda table: stirring.stir(table, user, words, self.now()))

    async def leave(self, id: TableId, user: int) -> Change:
        """Stand up: in the lobby the host's place passes on and the last one closes it; in a game the seat drops."""
        table = await self.get(id)
        return await self._play(table).leave(table, user)

    async def remove(self, id: TableId, user: int) -> Change:
        """Take the seat of ``user`` away, for a manager: in a game, by the rule for absent players."""
        table = await self.get(id)
        return await self._play(table).remove(table, user)

    async def let_back(self, id: TableId) -> Change:
        """Go on with a game of one person that ended when they were removed; else change nothing."""
        async with self.repository.locked(id):
            table = await self.repository.load(id)
            if table.status is not Status.ENDED or not table.removed:
                return Change(table, table)
            entries = journal.effective_entries(await self.repository.store.journal(id))
            before = journal.replay_state(table.game, 1, entries[:-1])
            return await self.repository.save(table, playing.let_back(table, before, self.now()))

    async def hand_over(self, id: TableId, user: int) -> Change:
        """Make ``user`` the host, for a manager. Raises NotSeated."""
        return await self.repository.transact(id, lambda table: lobbies.hand_over(table, user, self.now()))

    async def start(self, id: TableId, user: int, interaction: int) -> Change:
        """Start the game and draw the order of play. Host only."""
        table = await self.get(id)
        return await self._play(table).start(table, user, interaction)

    async def cancel(self, id: TableId, user: int, manager: bool) -> Change:
        """Close a lobby. Host or manager."""
        return await self.repository.transact(id, lambda table: lobbies.cancel(table, user, manager, self.now()))

    async def change_settings(self, id: TableId, user: int, **waiting: Unpack[WaitingSettings]) -> Change:
        """Choose how a lobby's table will wait. Host only."""
        return await self.repository.transact(
            id, lambda table: lobbies.change_settings(table, user, self.now(), **waiting)
        )

    async def speak(self, id: TableId, language: str) -> Change:
        """Let an open lobby speak ``language``; no change for a table that has begun."""
        return await self.repository.transact(id, lambda table: lobbies.in_language(table, language))

    # In the game

    async def act(self, id: TableId, user: int, step: int, text: str, *, coached: bool = False) -> Change:
        """Do the action ``text``. Refuses in this order: over, seated, turn, step (OldPress), legality.

        ``coached`` as in :func:`bot.tables.moves.playing.act`.

        If people throw dice of their own, it raises ThrowMissing for an action that throws: :meth:`act_by_hand` does
        it. This closes the game of a day that is over.
        """
        table = await self.get(id)
        revealed = table.mode.duplicate and await self.seals.is_revealed_at(table)
        try:
            return await self.repository.transact(
                id,
                lambda table: playing.act(table, user, step, text, self.now(), revealed=revealed, coached=coached),
                step,
            )
        except DayOver:
            raise TableOver((await self.deadlines.give_up(id)).after) from None

    async def act_as_computer(self, id: TableId, step: int, text: str) -> Change:
        """Do the action ``text`` for the computer to act. Raises OldPress, or IllegalAction where none is to act."""
        return await self.repository.transact(
            id, lambda table: playing.act_as_computer(table, step, text, self.now()), step
        )

    async def take_back(self, id: TableId, user: int, *, here: bool = True) -> Change:
        """Give ``user`` their seat back if a computer plays for them; they are called unless they are ``here``."""
        return await self.repository.transact(id, lambda table: playing.take_back(table, user, self.now(), here=here))

    async def go_away(self, id: TableId, user: int) -> Change:
        """Let a computer play at once for ``user``, who is away, where the table lets it; else change nothing."""
        return await self.repository.transact(id, lambda table: playing.go_away(table, user, self.now()))

    async def step_away(self, id: TableId, user: int) -> Change:
        """Let a computer keep the seat of ``user`` warm. Raises NoSuchChoice where none may."""
        return await self.repository.transact(id, lambda table: playing.step_away(table, user, self.now()))

    async def act_by_hand(self, id: TableId, user: int, step: int, entered: EnteredDice) -> Change:
        """Do an action whose throws people have entered; refuses like :meth:`act`.

        Raises WrongFaces, and ThrowMissing if the action throws once more.
        """
        return await self.repository.transact(
            id,
            lambda table: playing.act_by_hand(table, user, step, entered, self.now(), self._entered_dice.of(table)),
            step,
        )

    async def enter_dice(
        self, id: TableId, user: int, step: int, change: Callable[[Table, EnteredDice | None], EnteredDice | None]
    ) -> tuple[Table, EnteredDice | None]:
        """Change the throw that somebody is entering: same checks as :meth:`act`, without a write.

        Everybody at the table may change a throw for a tie.
        """
        async with self.repository.locked(id):
            table, _ = await self.repository.checked(
                id, lambda table: playing.check_entering(table, user, step, self._entered_dice.of(table))
            )
            before = self._entered_dice.of(table)
            entered = change(table, before)
            playing.check_entered(table, user, before, entered)
            self._entered_dice.put(table, entered)
            return table, entered

    async def undo(self, id: TableId, user: int, step: int) -> Change:
        """Take back one's own last mark, while nobody has acted and no new dice were seen."""
        async with self.repository.locked(id):
            table, _ = await self.repository.checked(id, lambda table: playing.check_undo(table, user, step))
            entries = journal.effective_entries(await self.repository.store.journal(id))
            before, taken = journal.before_choice(table, entries)
            try:
                return await self.repository.save(table, playing.undo(table, user, step, before, taken, self.now()))
            except SaveConflict:
                raise OldPress(await self.repository.load(id)) from None

    async def end(self, id: TableId, user: int, manager: bool) -> Change:
        """Close a lobby, or end a game before its end: no result counts. Host or manager."""
        table = await self.get(id)
        return await self._play(table).end(table, user, manager)

    async def toggle(
        self, id: TableId, user: int, step: int, position: int, shown: frozenset[int], *, equal: bool = False
    ) -> tuple[Table, frozenset[int]]:
        """Hold or release a die: same checks as :meth:`act`, without a write. ``shown`` is what the board shows.

        With ``equal``, all dice of its face are held with it.
        """
        async with self.repository.locked(id):
            table, _ = await self.repository.checked(id, lambda table: playing.check_turn(table, user, step))
            return table, self._selections.toggle(table, position, shown, equal=equal)

    async def hold_too(self, id: TableId, user: int, step: int, dice: frozenset[int], shown: frozenset[int]) -> Table:
        """Hold these dice besides those that are held: same checks as :meth:`act`, without a write."""
        async with self.repository.locked(id):
            table, _ = await self.repository.checked(id, lambda table: playing.check_turn(table, user, step))
            self._selections.add(table, dice, shown)
            return table

    async def hold(self, id: TableId, user: int, step: int, held: frozenset[int]) -> Table:
        """Hold these dice and no others: same checks as :meth:`act`, without a write."""
        async with self.repository.locked(id):
            table, _ = await self.repository.checked(id, lambda table: playing.check_turn(table, user, step))
            self._selections.put(table, held)
            return table

    async def volunteer(self, id: TableId, user: int, step: int) -> Change:
        """Offer to take over the seat the others vote about."""
        return await self.repository.transact(id, lambda table: votes.volunteer(table, user, step))

    async def vote(self, id: TableId, user: int, step: int, wish: VoteChoice) -> Change:
        """Vote about that seat; the wish of most happens at once."""
        return await self.repository.transact(id, lambda table: votes.vote(table, user, step, wish, self.now()))

    # After the game

    async def rematch(self, id: TableId, user: int, channel: int | None = None) -> Change:
        """Open a lobby like this table's with the presser in it; a second press finds that lobby and changes nothing.

        It stands in the same channel, or in another ``channel`` of the server. House rules and chosen sides stay the
        same; the version of the rules is the newest.
        """
        async with self.repository.locked(id):
            old = await self.repository.current(id)
            follower = await self.next_game(old, user)
            if follower is not None:
                return Change(follower, follower)
            return await self._open(
                old,
                guild=old.guild,
                channel=old.channel if channel is None else channel,
                host=user,
                game=self._make(old.game.key, old.game.options),
                capacity=old.capacity,
                language=old.language,
                settings=old.settings,
                chosen={who: side for who, side in old.chosen.items() if is_person(who) and who in old.seats_at_start},
                computers=old.computers,
            )

    async def next_game(self, old: Table, user: int) -> Table | None:
        """Return the rematch of ``old`` that is live, if any. Raises NotOver, or NotSeated for who did not play."""
        if not old.over or old.private:
            raise NotOver
        if user not in old.players:
            raise NotSeated
        follower = None if old.rematch is None else await self.get(old.rematch)
        return None if follower is None or follower.over else follower

    # The messages of a table

    async def placed(self, id: TableId, channel: int, message: int) -> Change:
        """Remember that the board is this message now, unless a newer one is. Raises ChannelTaken.

        Not a decision: the step stays.
        """
        return await self.repository.transact(
            id, lambda table: playing.with_messages(table, channel=channel, message=message)
        )

    async def removed(self, id: TableId, message: int) -> Change:
        """Remember that ``message``, in which somebody had shared the result, is none any more."""
        return await self.repository.transact(id, lambda table: playing.without_message(table, message))

    async def called(self, judged: Table, message: int | None, *, made: bool = True) -> Table:
        """Remember the message that calls the player ``judged`` waits for. Not a decision: the step stays.

        ``made`` says whether that call is made; without it the last one was only removed.
        """
        change = await self.repository.transact(
            judged.id, lambda table: MoveResult(with_call(table, judged, message, made=made))
        )
        return change.after

    # Inside

    async def _open(self, follows: Table | None, **about: Unpack[NewTable]) -> Change:
        secret, now = self._secret(), self.now()
        there = await self.repository.live_at(about["guild"], about["channel"])
        if there is not None:
            await self.repository.transact(there.id, lambda table: lobbies.give_way(table, about["host"], now))
        for _ in range(TRIES):
            id = await self.repository.store.new_id()
            moved = lobbies.open_table(id, secret=secret, now=now, **about)
            if follows is not None:
                moved = moved._replace(
                    table=lobbies.following(follows, moved.table),
                    other_tables=(replace(follows, rematch=id, version=follows.version + 1),),
                )
            try:
                return await self.repository.save(None, moved)
            except SaveConflict:
                if follows is not None:
                    raise OldPress(await self.repository.load(follows.id)) from None
        raise NotSaved
