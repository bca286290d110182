"""Opening a table from a slash command: where the bot may play, which thread, the lobby message."""

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import discord

from bot.engine import AnyGame, Level, OptionValue, Preset
from bot.games import CATALOGUE, make
from bot.screens.kit import WORDS_ONLY, Button, Style
from bot.screens.kit.patterns import Pattern
from bot.screens.players.tables import ONE_TABLE
from bot.screens.table.leaving import ask_to_end, ends_unasked
from bot.tables.model.choices import GuildChoices, GuildSettings
from bot.tables.model.errors import ChannelTaken, NoSuchChoice, OldPress, OnlySeenByYou, TableError
from bot.tables.model.table import MOST_COMPUTERS, AbsencePolicy, Computer, Hints, Table, TableId, TableSettings
from bot.tables.moves.lobbies import goes_with, open_table
from bot.tables.moves.waiting import for_guests, with_allowed_policy
from bot.tables.service.service import TableService
from bot.ui.delivery.presenter import Presenter
from bot.ui.discord.adapter import Components, board_link, rows_json
from bot.ui.discord.errors import NoSuchRules, NotPublic, PlaceTaken, end_mine
from bot.ui.discord.permissions import (
    NEEDED_IN_OWN_THREAD,
    check_may_open,
    check_on,
    is_helper,
    is_on,
    lacks_permissions,
    missing_permissions,
)
from bot.ui.discord.reply import (
    CHANGE,
    TOO_LATE,
    Interaction,
    guild_and_channel,
    is_guest,
    is_private,
    own_locale,
    personal_place,
    place_of,
    reader,
    whisper,
)
from bot.ui.pace.budget import LOST, REFUSED, Priority

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class StartOptions:
    """What somebody said when they opened a table, beside which game."""

    rules: str = ""
    """The key of a preset; empty: the one that is usual in the server."""
    seats: int | None = None
    """The number of people who may play; None: as many as the game takes."""
    simultaneous: bool = False
    """Whether everybody plays at once."""
    thread: bool = False
    """Whether the table gets a thread of its own."""
    computers: Sequence[Computer] = ()
    """The computers that sit there from the start."""
    alone: bool = False
    """Whether nobody else is to see it, where the bot is a guest: one plays alone, or against computers."""
    instead: TableId | None = None
    """The host's own table that is in the way, which ends first."""
    sure: bool = False
    """Whether they have been asked about it, where the end of that table loses anything."""


# -- A wish in a button: it waits on its message until somebody presses it, over restarts ----------------------------

_WISH = "{game} {rules} {seats:number} {computers:number} {level:beginner|casual|regular|strong|champion} {how}"

HERE = Pattern(f"here {_WISH}")
"""Open this game; the words are those of :class:`StartOptions`, no seats are 0. In a thread: the next pattern."""

IN_THREAD = Pattern(f"thread {_WISH}")

ALONE = Pattern(f"alone {_WISH}")
"""Open it on a board that only the presser sees."""

INSTEAD = Pattern(f"instead {{table:table}} {_WISH}")
"""Open it here in place of the presser's own table; once they are sure of that: the next pattern."""

SURELY_INSTEAD = Pattern(f"ended {{table:table}} {_WISH}")

REMATCH_IN_THREAD = Pattern("rematch {table:table}")
"""Open the next game of a table that is over, in a thread of its own."""

_SIMULTANEOUS = "s"


def wish(game: str, wishes: StartOptions) -> str:
    """Return the text that asks for a table of ``game`` with these ``wishes``."""
    if wishes.instead is not None:
        form = SURELY_INSTEAD if wishes.sure else INSTEAD
    else:
        form = ALONE if wishes.alone else IN_THREAD if wishes.thread else HERE
    return form.build(
        table=wishes.instead,
        game=game,
        rules=wishes.rules,
        seats=wishes.seats or 0,
        computers=len(wishes.computers),
        level=wishes.computers[0].level.value if wishes.computers else Level.REGULAR.value,
        how=_SIMULTANEOUS * wishes.simultaneous,
    )


def wished(
    game: str,
    rules: str,
    seats: int,
    computers: int,
    level: str,
    how: str,
    table: TableId | None = None,
    *,
    thread: bool = False,
    alone: bool = False,
    sure: bool = False,
) -> StartOptions:
    """Return what the words of a wish ask for. Raises NoSuchChoice for what no command can ask for."""
    if game not in CATALOGUE or computers > MOST_COMPUTERS or how not in ("", _SIMULTANEOUS):
        raise NoSuchChoice
    return StartOptions(
        rules=rules,
        seats=seats or None,
        simultaneous=how == _SIMULTANEOUS,
        thread=thread,
        computers=tuple(Computer(number, Level(level)) for number in range(1, computers + 1)),
        alone=alone,
        instead=table,
        sure=sure,
    )


def _check(game: AnyGame, wishes: StartOptions, settings: TableSettings, host: int) -> None:
    """Refuse a table that nobody could open. Raises what opening it raises."""
    open_table(
        TableId(0),
        secret=bytes(32),
        now=0,
        guild=0,
        channel=0,
        host=host,
        game=game,
        language="en",
        capacity=wishes.seats,
        settings=settings,
        computers=wishes.computers,
    )


class Opening:
    """Opens tables where the server wants them, and posts their lobbies."""

    def __init__(self, tables: TableService, settings: GuildSettings, presenter: Presenter) -> None:
        """Open ``tables`` as the ``settings`` of servers want it; ``presenter`` shows them."""
        self._tables = tables
        self._settings = settings
        self._presenter = presenter
        self._rematches: set[TableId] = set()

    async def language(self, interaction: Interaction) -> str:
        """Return the language of boards: chosen by ``/settings``, else the server's locale, else the person's own."""
        chosen = await self._settings.of(guild_and_channel(interaction)[0])
        return chosen.board_language(own_locale(interaction) or reader(interaction).language)

    async def translate_lobbies(self, guild: int, language: str) -> None:
        """Draw the open lobbies of ``guild`` anew in ``language``, at the pace of messages nobody waits for."""
        for id in await self._tables.repository.live(guild):
            self._presenter.queue.ask(("translate", id), self._translate, id, language, of=Priority.REPAIR)

    async def _translate(self, id: TableId, language: str) -> None:
        with suppress(TableError):  # Broken or gone: it has no lobby to draw.
            change = await self._tables.speak(id, language)
            if change.after is not change.before:
                await self._presenter.refresh(change.after)

    async def open(self, interaction: Interaction, game: str, wishes: StartOptions) -> None:
        """Open a table of the game with this key in this channel, or in a thread of its own, and post its lobby.

        Raises NotHere or NotStarter where the server does not want it, NoSuchRules for a preset of other games, and
        PlaceTaken where a table is already; the clock is the one that the server chose. Where the bot is a guest, it
        raises NotPublic for a table that others could not see.
        """
        choices = await self._settings.of(guild_and_channel(interaction)[0])
        check_may_open(interaction, choices)
        check_on(interaction, choices, game, *(("computers",) if wishes.computers else ()))
        if wishes.thread or _beside_channel(interaction.channel):
            check_on(interaction, choices, "threads")
        made = make(game, house_rules(game, wishes, choices))
        settings = TableSettings(simultaneous=wishes.simultaneous)
        off = {what for what in ("computers", "hints") if not is_on(interaction, choices, what)}
        settings = _as_chosen(settings, choices, off)
        if guest := is_guest(interaction):
            settings = for_guests(settings)
        _check(made, wishes, settings, interaction.user.id)  # Before a thread is made, or a table ends for it.
        place, t = interaction.channel, reader(interaction)
        if not wishes.thread or isinstance(place, discord.Thread):
            parent = None
        elif isinstance(place, discord.TextChannel) and not guest:
            parent = place
        else:
            await whisper(interaction, t("I cannot open a thread in this kind of channel. Start without one."))
            return
        alone = guest and (wishes.alone or place_of(interaction) == personal_place(interaction))
        other = wish(game, replace(wishes, alone=True, thread=False)) if guest and not alone else None
        try:
            if not alone and await lacks_permissions(interaction, None if parent is None else NEEDED_IN_OWN_THREAD):
                return
        except OnlySeenByYou as error:
            raise NotPublic(other) from error
        if parent is not None:
            guild = parent.guild.id

            async def opened(channel: int) -> Table:
                return await self._open(interaction, made, wishes, settings, guild, channel)

            await self._open_in_thread(interaction, parent, game, await self.language(interaction), opened)
        else:
            guild = personal_place(interaction) if alone else place_of(interaction)
            channel = guild_and_channel(interaction)[1]
            if wishes.instead is not None and not await self._ended(interaction, game, wishes, guild, channel):
                return
            try:
                table = await self._open(interaction, made, wishes, settings, guild, channel)
            except ChannelTaken as taken:
                if may_open_in_thread(interaction, choices):
                    other = wish(game, replace(wishes, thread=True, instead=None))
                own = taken.table.may_end(interaction.user.id) and not wishes.alone
                instead = wish(game, replace(wishes, instead=taken.table.id, sure=False)) if own else None
                raise PlaceTaken(taken.table, other, instead, helps=is_helper(interaction, choices)) from taken
            try:
                await self.post_as_answer(interaction, table)
            except OnlySeenByYou as error:  # Nobody had said so before.
                await self._tables.end(table.id, interaction.user.id, manager=False)
                raise NotPublic(other) from error

    async def _ended(self, interaction: Interaction, game: str, wishes: StartOptions, guild: int, channel: int) -> bool:
        """End the host's own table that is in the way, and return whether that is done: a game asks before.

        What else may be there by now is in the way as ever.
        """
        user, there = interaction.user.id, await self._tables.repository.live_at(guild, channel)
        if there is None or there.id != wishes.instead or not there.may_end(user):
            return True
        if not (wishes.sure or ends_unasked(there, user)):
            context = self._presenter.renderer.context_for(interaction)
            asked = ask_to_end(context, there)
            yes = Button(wish(game, replace(wishes, sure=True)), end_mine(context.t, there), Style.DANGER)
            no = Button(ONE_TABLE.build(table=there.id, page=0), context.t("No, go back"))
            below = Components(rows_json(((yes, no),), None, 0, WORDS_ONLY))
            await interaction.response.edit_message(content=f"**{asked.title}**\n{asked.meaning}", view=below)
            return False
        change = await self._tables.end(there.id, user, manager=False)
        self._presenter.run_later(self._presenter.changed(change), "show that a table has ended for another")
        return True

    async def post_as_answer(self, interaction: Interaction, table: Table) -> None:
        """Post the board of ``table`` as the answer to a command; where Discord refuses it, without the answer.

        As the answer to a press on a private message it would quote, for everybody else, a message that is gone: so it
        comes by itself. A page stays; a refusal says that the table is open.
        """
        if is_private(interaction) and not (table.is_own or table.settings.visiting):  # A guest has answers alone.
            t = reader(interaction)
            said = t("The table is open: its board stands at the bottom of the channel.")
            try:
                if interaction.message is not None and interaction.message.embeds:
                    await interaction.response.defer()
                else:
                    await interaction.response.edit_message(content=said, view=None)
            finally:
                await self._presenter.post(table)
            return
        try:
            await self._presenter.post_as_answer(interaction, table)
        except discord.HTTPException as error:
            if error.code in TOO_LATE:
                raise
            log.warning("table %s: its board was refused as an answer, it comes by itself: %s", table.code, error)
            self._presenter.reconciler.doubt(table.id)

    async def _open(
        self,
        interaction: Interaction,
        game: AnyGame,
        wishes: StartOptions,
        settings: TableSettings,
        guild: int,
        channel: int,
    ) -> Table:
        change = await self._tables.open(
            guild=guild,
            channel=channel,
            host=interaction.user.id,
            game=game,
            capacity=wishes.seats,
            language=await self.language(interaction),
            settings=settings,
            computers=wishes.computers,
        )
        return change.after

    async def rematch_in_thread(self, interaction: Interaction, old: Table) -> None:
        """Open the next game of ``old`` in a thread of its own and ask its players in; where it is open, lead there.

        Raises what rematches raise, and OldPress where somebody else is just opening it.
        """
        user, parent = interaction.user.id, interaction.channel
        there = await self._tables.next_game(old, user)
        if there is not None:
            await whisper(interaction, next_game_link(interaction, there))
            return
        if old.id in self._rematches:
            raise OldPress(old)
        if not isinstance(parent, discord.TextChannel):
            raise NoSuchChoice

        async def opened(channel: int) -> Table:
            change = await self._tables.rematch(old.id, user, channel)
            interaction.extras[CHANGE] = change
            return change.after

        self._rematches.add(old.id)
        try:
            await self._open_in_thread(interaction, parent, old.game.key, old.language, opened)
        finally:
            self._rematches.discard(old.id)

    async def _open_in_thread(
        self,
        interaction: Interaction,
        parent: discord.TextChannel,
        game: str,
        language: str,
        opened: Callable[[int], Awaitable[Table]],
    ) -> None:
        """Make a thread and post the lobby there that ``opened`` opens in it; another may be quicker elsewhere."""
        t = reader(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        context = self._presenter.renderer.context(language)
        title = context.t("{game}: dice night", game=context.t(CATALOGUE[game].label))
        kind = discord.ChannelType.news_thread if parent.is_news() else discord.ChannelType.public_thread
        try:
            made = await parent.create_thread(name=title, type=kind)
        except (*REFUSED, *LOST) as error:
            log.warning("guild %s channel %s: no thread: %s", parent.guild.id, parent.id, error)
            await whisper(interaction, t("I could not open a thread here. Start without one, or try again later."))
            return
        table = await opened(made.id)
        said = t("The table is in {thread}.", thread=made.mention)
        if table.channel == made.id:
            await self._presenter.post(table)
        else:
            said = next_game_link(interaction, table)
        await interaction.edit_original_response(content=said)


def next_game_link(interaction: Interaction, table: Table) -> str:
    """Return where the rematch is that somebody else has opened."""
    t = reader(interaction)
    return t("The next game is here: {link}", link=board_link(table))


def may_open_in_thread(interaction: Interaction, choices: GuildChoices) -> bool:
    """Whether this place can have a thread for a table, the server wants it, and the bot may make one."""
    threads = isinstance(interaction.channel, discord.TextChannel) and not is_guest(interaction)
    return (
        threads
        and is_on(interaction, choices, "threads")
        and not missing_permissions(interaction, NEEDED_IN_OWN_THREAD)
    )


def _beside_channel(place: object) -> bool:
    """Whether ``place`` is a thread of a channel that has a table of its own; posts of forums have no other place."""
    return isinstance(place, discord.Thread) and isinstance(place.parent, discord.TextChannel)


def ready_made(game: str, *, simultaneous: bool) -> tuple[Preset, ...]:
    """Return the ready-made rules of ``game``, a key, that a new table of that pace may have."""
    listing, settings = CATALOGUE[game], TableSettings(simultaneous=simultaneous)
    return tuple(preset for preset in listing.presets if goes_with(listing.make(preset.options), settings))


def house_rules(game: str, wishes: StartOptions, choices: GuildChoices) -> Mapping[str, OptionValue]:
    """Return the house rules of a new table: those that somebody wants, else the usual ones of the server.

    Raises NoSuchRules where the game lacks those that somebody wants. A server's own may have gone with an update.
    """
    presets = {preset.key: preset for preset in CATALOGUE[game].presets}
    if wishes.rules and wishes.rules not in presets:
        known = (preset for listing in CATALOGUE.values() for preset in listing.presets)
        wanted = next((preset for preset in known if preset.key == wishes.rules), None)
        if wanted is None:
            raise NoSuchChoice
        ways = {preset.label: wish(game, replace(wishes, rules=key)) for key, preset in presets.items()}
        raise NoSuchRules(CATALOGUE[game].label, wanted.label, ways)
    preset = presets.get(wishes.rules or choices.presets.get(game, ""))
    return {} if preset is None else preset.options


def _as_chosen(settings: TableSettings, choices: GuildChoices, off: Collection[str]) -> TableSettings:
    """Return ``settings`` with the clock and hints that a server gives its new tables.

    Where computers are ``off``, none plays for absent players, and tables wait; where hints are, there are none.
    """
    by_computer = choices.absent is AbsencePolicy.COMPUTER and "computers" in off
    return with_allowed_policy(
        replace(
            settings,
            absent=AbsencePolicy.WAIT if by_computer else choices.absent,
            patience=choices.patience,
            reminder=choices.reminder,
            calls=choices.calls,
            hints=Hints.OFF if "hints" in off else choices.hints,
        )
    )
