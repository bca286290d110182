"""Every refusal in words, the one boundary where errors stop, and a check of what commands were given."""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import aiohttp
import discord
from discord import AppCommandOptionType, app_commands

from bot.engine import N_, BadOptions, GameError, WrongSeats
from bot.games import CATALOGUE
from bot.locales import Words
from bot.screens.kit import Button, LinkButton, Row, colour_name, mention, naming_commands
from bot.screens.kit.patterns import PREFERENCES_SET, QUIT
from bot.screens.players.games import own_result_line
from bot.screens.players.hand import another_lets_back_line, own_game_line, own_tournament_line
from bot.screens.server.help import own_name, permission_names
from bot.screens.server.settings import name_of_thing
from bot.screens.table.leaving import NO_REVIEW, may_end
from bot.screens.table.rules import players_words
from bot.tables.model import errors
from bot.tables.model.errors import as_table_error
from bot.tables.model.store import StoreError
from bot.tables.model.table import Status, Table
from bot.ui.discord.adapter import board_link, read_custom_id
from bot.ui.discord.permissions import invitation, is_member, may_manage
from bot.ui.discord.reply import (
    CHANGE,
    HELPERS,
    TOO_LATE,
    Interaction,
    OutsideServer,
    count_refusal,
    is_guest,
    is_private,
    reader,
    saved_sentence,
    whisper,
    whisper_in_place,
)
from bot.ui.pace.budget import LOST

# -- Compares the values of a command with those it offers -----------------------------------------------------------
# Discord's own client sends nothing else, and discord.py compares nothing. But a forged command may say anything, and
# an old one may hold former values.

_KINDS: dict[AppCommandOptionType, tuple[type, ...]] = {
    AppCommandOptionType.string: (str,),
    AppCommandOptionType.integer: (int,),
    AppCommandOptionType.boolean: (bool,),
    AppCommandOptionType.number: (int, float),
    AppCommandOptionType.user: (discord.Member, discord.User),
}


class NotOffered(app_commands.AppCommandError):
    """A command does not offer that value of its option ``name`` (in English)."""

    def __init__(self, name: str) -> None:
        super().__init__(f"not offered as {name}")
        self.name = name


def check_command_options(interaction: Interaction) -> None:
    """Refuse a command with a value that it does not offer. Raises NotOffered."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return  # discord.py says that there is none.
    given: dict[str, Any] = dict(iter(interaction.namespace))
    for option in command.parameters:
        if option.display_name in given and not _offers(option, given[option.display_name]):
            raise NotOffered(option.display_name)


def _offers(option: app_commands.Parameter, value: Any) -> bool:
    kinds = _KINDS.get(option.type)
    if kinds is None:
        return True
    if type(value) not in kinds:
        return False
    if option.choices:
        return any(choice.value == value for choice in option.choices)
    size: float = len(value) if isinstance(value, str) else value
    low, high = option.min_value, option.max_value
    return (low is None or size >= low) and (high is None or size <= high)


# -- Every refusal in words, and the one boundary where errors stop --------------------------------------------------
# Every error of a press or a command ends in :func:`answer_error`. A refusal becomes one private sentence in the
# reader's language. A fault goes to the log with its context and gets a polite answer. Nothing a person does goes
# without an answer.

log = logging.getLogger(__name__)


class MovedBoard(errors.TableError):
    """The pressed message is a copy of the board and no longer the board; ``table`` says where that is now."""

    def __init__(self, table: Table) -> None:
        super().__init__(f"table {table.code} has its board at message {table.message}")
        self.table = table


class PlaceTaken(errors.ChannelTaken):
    """A table is live where somebody wants another; ``other`` asks for theirs in a thread, or alone where the bot is a
    guest; None: it cannot be. ``instead`` asks for it in place of that table, where it is their own. Who ``helps`` may
    do there what managers may.
    """

    def __init__(self, table: Table, other: str | None, instead: str | None = None, *, helps: bool) -> None:
        super().__init__(table)
        self.other = other
        self.instead = instead
        self.helps = helps


class NotPublic(errors.OnlySeenByYou):
    """A table needs a place where all can see it; ``alone`` asks for one that nobody else has to see, if it can be."""

    def __init__(self, alone: str | None) -> None:
        super().__init__()
        self.alone = alone


class NoSuchRules(errors.TableError):
    """A game lacks these ready-made rules; names are English. ``ways`` ask for the same table by those that it has."""

    def __init__(self, game: str, rules: str, ways: Mapping[str, str]) -> None:
        super().__init__(f"{game} has no {rules}")
        self.game = game
        self.rules = rules
        self.ways = ways


class NotForEverybody(errors.NotManager):
    """Somebody without Manage Server chose ``language`` for all boards; they may have it for themselves."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self.language = language


_ALONE = N_("Play alone, seen by you only")


def _ways_out(interaction: Interaction, error: Exception) -> tuple[str, tuple[Row, ...]]:
    """Return what else to say to this person of ``error``, and the buttons that help them on."""
    t = reader(interaction)
    if isinstance(error, NoSuchRules):
        return "", (tuple(Button(do, t(label)) for label, do in error.ways.items()),)
    if isinstance(error, NotPublic) and error.alone is not None:
        return "", ((Button(error.alone, t(_ALONE)),),)
    if isinstance(error, NotForEverybody):
        for_them = Button(PREFERENCES_SET.build(key="language", word=error.language), own_name(error.language))
        return " " + t("Do you want it for yourself? One press, for what only you see:"), ((for_them,),)
    if not isinstance(error, errors.ChannelTaken):
        return "", ()
    row: list[LinkButton | Button] = [LinkButton(board_link(error.table), t("Go to it"))]
    waits, more = error.table.status is Status.LOBBY, ""
    other, instead = (error.other, error.instead) if isinstance(error, PlaceTaken) else (None, None)
    own, helps = instead is not None, error.helps if isinstance(error, PlaceTaken) else may_manage(interaction)
    if instead is not None:
        row.append(Button(instead, end_mine(t, error.table)))
        more = " " + t("It is yours.")
    if other is not None:
        guest = is_guest(interaction)
        in_thread = t("Open this in a thread") if own else t("Open mine in a thread")
        row.append(Button(other, t(_ALONE) if guest else in_thread))
        if waits and not guest and not own:
            more = " " + t("Or open yours in a thread.")
    if not waits and not own and may_end(error.table, interaction.user.id, helps):
        more = " " + t("If nobody plays there any more, end it first.")
    return more, (tuple(row),)


def end_mine(t: Words, table: Table) -> str:
    """Return what ends a person's own ``table`` and opens another in its place."""
    return t("Close mine, open this") if table.status is Status.LOBBY else t("End mine, open this")


def _taken(t: Words, error: errors.ChannelTaken) -> str:
    if error.table.status is Status.LOBBY:
        return t("A table is already waiting for players here.")
    return t("There is already a table in this channel.")


def _table_over(t: Words, error: errors.TableOver) -> str:
    if error.table.settings.practice:
        return t("This practice game is over.")
    if error.table.status is Status.FINISHED and error.table.mode.duplicate:
        return t("You have finished this one: it is played once.")
    if error.table.status is Status.FINISHED:
        return t("This game is over. Press Rematch on its last board to play again.")
    if error.table.settings.tournament is not None:
        return t("This round is over, and its games are closed.")
    if error.table.mode.duplicate:
        return naming_commands(t, N_("That day is over, and its game is closed. {daily} has another one for you."))
    return t("This table was closed. Start a new one whenever you like.")


def _clashing(t: Words, error: BadOptions) -> str:
    rules = (rule for listing in CATALOGUE.values() for rule in listing.rules if rule.key == error.key)
    rule = next(rules, None)
    if rule is None:
        return t("These house rules do not go together: choose others.")
    return t("{rule} does not go with the other house rules: change one of these first.", rule=t(rule.label))


def _crowded_side(t: Words, error: errors.CrowdedSide) -> str:
    side = colour_name(t, error.colour)
    return t.many(
        "{side}: {people} people chose it, but each team has {n} place. Somebody has to change teams.",
        "{side}: {people} people chose it, but each team has {n} places. Somebody has to change teams.",
        error.places,
        side=side,
        people=error.people,
    )


def _not_here(t: Words, error: errors.NotHere) -> str:
    if not error.channels:
        return naming_commands(
            t, N_("The channels for games are gone. Someone with Manage Server can choose others: {settings}.")
        )
    channels = t.listed([f"<#{channel}>" for channel in error.channels])
    return t("In this server, games are played in {channels}.", channels=channels)


def _not_starter(t: Words, error: errors.NotStarter) -> str:
    if not error.roles:
        return t("In this server, only someone with Manage Server starts games. You are welcome to join.")
    return t(
        "In this server, games are started by {roles}. You are welcome to join.",
        roles=_roles(t, error.roles),
    )


def _not_allowed(t: Words, error: errors.NotAllowed) -> str:
    if not error.roles:
        return t("Only the host or someone with Manage Server can do that.")
    return t(
        "Only the host can do that, or someone with Manage Server or one of these roles: {roles}.",
        roles=_roles(t, error.roles),
    )


def _not_helper(t: Words, error: errors.NotHelper) -> str:
    if not error.roles:
        return t("Only someone with Manage Server can do that.")
    return t(
        "Only someone with Manage Server can do that, or with one of these roles: {roles}.",
        roles=_roles(t, error.roles),
    )


def _roles(t: Words, roles: Sequence[int]) -> str:
    return t.listed([f"<@&{role}>" for role in roles])


def _blocked(t: Words, error: errors.Blocked) -> str:
    if not error.by_host:
        return t("The managers of this server have blocked you, so I do nothing for you here.")
    when = "" if error.until is None else f"<t:{error.until}:f>"
    if error.whole_server:
        said = t("The person who runs me has blocked this server until {when}, so I do nothing here.", when=when)
        said = said if when else t("The person who runs me has blocked this server, so I do nothing here.")
    else:
        said = t("The person who runs me has blocked you until {when}, so I do nothing for you.", when=when)
        said = said if when else t("The person who runs me has blocked you, so I do nothing for you.")
    return t("{sentence} Why: {why}", sentence=said, why=error.why) if error.why else said


def _other_commands(t: Words, error: Exception) -> str:
    """Somebody used the command as Discord knows it, not as this version does."""
    return t("One moment, commands are being updated. Please try again in a minute.")


_SENTENCES: dict[type[Exception], Callable[[Words, Any], str]] = {
    errors.NoTable: lambda t, e: t("There is no such table any more. Start a new one whenever you like."),
    errors.ChannelTaken: _taken,
    MovedBoard: lambda t, e: t("The board has moved: {link}", link=board_link(e.table)),
    errors.TableFull: lambda t, e: t("Every seat is taken. You are welcome to watch."),
    errors.SeatTakenBack: lambda t, e: t("Welcome back! The seat is yours again: look at the board and play on."),
    errors.NoSeatForComputer: lambda t, e: t(
        "There is no seat left for another computer: choose fewer, or let more people play."
    ),
    errors.ComputersThrowNoDice: lambda t, e: t(
        "Computers cannot throw real dice. Play with the bot's dice, or without computers."
    ),
    errors.NoExchange: lambda t, e: t(
        "Both ways exchanges my dice, so it cannot be played with your own: choose my dice, or another match."
    ),
    errors.AlreadySeated: lambda t, e: t("You already have a seat at this table."),
    errors.NotSeated: lambda t, e: t("You have no seat at this table. You are welcome to watch, or to start your own."),
    errors.JoinFirst: lambda t, e: t("Take a seat first: press **Join**, then **Mix in a word**."),
    errors.AlreadyStirred: lambda t, e: t(
        "You have mixed a word into the dice of this table: that works only once, and cannot be changed."
    ),
    errors.NoWords: lambda t, e: t("There was nothing in it. Press **Mix in a word** again and type anything."),
    errors.TooManyWords: lambda t, e: t(
        "That is too long: you typed {n} characters, {most} fit. Press **Mix in a word** again and type less.",
        n=t.number(e.count),
        most=e.most,
    ),
    errors.StrangeWords: lambda t, e: t(
        "I cannot mix that in: it holds a character that is not text. Press **Mix in a word** again and type "
        "anything else."
    ),
    errors.TooLateToStir: lambda t, e: t("This game has already begun, so nothing more is mixed into its dice."),
    errors.NotHost: lambda t, e: t("Only the host can do that: {host}.", host=mention(e.host)),
    errors.NotAllowed: _not_allowed,
    errors.NotHere: _not_here,
    errors.NotStarter: _not_starter,
    errors.NotManager: lambda t, e: t("Only someone with Manage Server can do that."),
    errors.SwitchedOff: lambda t, e: t(
        "{what}: the managers of this server have switched that off here.", what=t(name_of_thing(e.what))
    ),
    errors.NotHelper: _not_helper,
    errors.CannotBlock: lambda t, e: t("You cannot block yourself, nor me, nor somebody who is blocked already."),
    errors.ActsOnManager: lambda t, e: t("Somebody with Manage Server cannot be blocked or removed by a helper."),
    errors.OwnResult: lambda t, e: own_result_line(t),
    errors.OwnGame: lambda t, e: own_game_line(t),
    errors.OwnTournament: lambda t, e: own_tournament_line(t),
    errors.AnotherLetsBack: lambda t, e: another_lets_back_line(t),
    errors.EverybodysRole: lambda t, e: t(
        "Nothing is saved: everybody has the role @everyone, so everybody could block people and void results."
    ),
    errors.Blocked: _blocked,
    errors.NotYourRole: lambda t, e: t(
        "I give a role only if we both have **Manage Roles**, and it stands below my highest role and yours."
    ),
    errors.NoSuchChoice: lambda t, e: t("That cannot be chosen any more. Open the panel again and choose anew."),
    errors.NotOnTurn: lambda t, e: t("Not yet: it is {player}'s turn.", player=mention(e.player)),
    errors.NoHints: lambda t, e: t(
        "This table is played without hints. Before the next game its host may allow them, under **More**."
    ),
    errors.OldPress: lambda t, e: t(
        "That button was out of date: the game has moved on. Look at the board and press again."
    ),
    errors.TableOver: _table_over,
    errors.TooFewPlayers: lambda t, e: t.many(
        "This game needs at least {n} player: press **Join**.",
        "This game needs at least {n} players: wait until others press **Join**, or add a computer under **More**.",
        e.needed,
    ),
    errors.OnlyInTurns: lambda t, e: t(e.reason) + " " + t("Start it as a game in turns."),
    errors.NoSuchCapacity: lambda t, e: t(
        "That many cannot play this game: {players}", players=players_words(t, e.game)
    ),
    errors.SeatsTaken: lambda t, e: t.many(
        "{n} sits here already: choose {n} or more.", "{n} sit here already: choose {n} or more.", e.seated
    ),
    NoSuchRules: lambda t, e: t("{game} has no “{rules}”. Open it with:", game=t(e.game), rules=t(e.rules)),
    errors.SheetFull: lambda t, e: t("You have finished: your result stays, whatever the others do."),
    errors.UnevenSides: lambda t, e: (
        t(
            "Teams must be equal: this game needs {numbers} players.",
            numbers=t.listed([str(number) for number in e.allowed]),
        )
        + " "
        + t("Let somebody join or leave first.")
    ),
    errors.SideFull: lambda t, e: t(
        "{side}: every place is taken. Choose another team, or let the dice choose.", side=colour_name(t, e.colour)
    ),
    errors.CrowdedSide: _crowded_side,
    errors.WrongFaces: lambda t, e: t.many(
        "I expected {n} number from 1 to {sides}, such as `{example}`. Nothing was written; enter it again.",
        "I expected {n} numbers from 1 to {sides}, such as `{example}`. Nothing was written; enter them again.",
        e.expected,
        sides=e.sides,
        example=" ".join(str(face) for face in (3, 3, 4, 5, 6, 2, 1)[: e.expected]),
    ),
    errors.ThrownByHand: lambda t, e: t("The players threw dice of their own: there is nothing to compute again."),
    errors.NothingToUndo: lambda t, e: t(
        "There is nothing you can take back now: that works right after your move, until the next throw."
    ),
    errors.OwnSeat: lambda t, e: t("This is about your own seat: just play on the board, and the vote is over."),
    errors.Volunteered: lambda t, e: t("{player} has offered to take the seat over already.", player=mention(e.user)),
    errors.CannotReturn: lambda t, e: t("You have left this game; somebody else has to take the seat over."),
    errors.AlreadyStarted: lambda t, e: t("This game has already begun: look at its board."),
    errors.NotStarted: lambda t, e: t("This game has not begun yet: its host starts it."),
    errors.NotSaved: lambda t, e: t("I could not save that, so nothing changed. Please press again in a moment."),
    errors.NotRead: lambda t, e: t("My storage does not answer just now. Please try again in a moment."),
    errors.Damaged: lambda t, e: t(
        "My storage is damaged, so I could not do that. Trying again will not help: the person who runs me has to "
        "repair it."
    ),
    errors.NotYetKnown: lambda t, e: (
        t("I don't know yet whether this was saved. Look again in a moment.")
        if e.table is None
        else t("I don't know yet whether this was written; the board will show it.")
    ),
    errors.BrokenTable: lambda t, e: t(
        "I cannot read this table any more. It is closed and kept so that it can be looked into. Sorry!"
    ),
    errors.NotOver: lambda t, e: t("The dice of this table can be checked when its game is over."),
    errors.StillPlayed: lambda t, e: t("This game is still going on: it can be replayed and reviewed when it is over."),
    errors.NeverBegan: lambda t, e: t("This table was closed before the game began."),
    errors.EndedEarly: lambda t, e: t("This game ended early: I review only games that were played to the end."),
    errors.NoReview: lambda t, e: t(NO_REVIEW),
    errors.NotReviewed: lambda t, e: t("I could not review this game just now. Please try again in a moment."),
    errors.SecretDay: lambda t, e: t(
        "Others may still throw these dice today: until the day is over, only the player of this game sees it."
    ),
    errors.SecretTournament: lambda t, e: t(
        "Others may still throw these dice: until the tournament is over, only the player of this game sees it."
    ),
    errors.Sealed: lambda t, e: t(
        "Others may still throw these dice today: their secret is told when the day is over, {when}.",
        when=f"<t:{e.until}:R>",
    ),
    errors.SealedTournament: lambda t, e: t(
        "Others may still throw these dice: their secret is told with the result of the tournament."
    ),
    errors.DiceRevealed: lambda t, e: t(
        "The dice of this day are known already, because my clock was wrong. The next daily begins {when}.",
        when=f"<t:{e.until}:R>",
    ),
    errors.Unfinished: lambda t, e: t("Finish your game of that day first."),
    errors.TournamentGone: lambda t, e: t("There is no such tournament here."),
    errors.TournamentOver: lambda t, e: naming_commands(
        t, N_("This tournament is over. Open another one with {tournament_start}.")
    ),
    errors.HostStarts: lambda t, e: t(
        "The host starts. If nobody has by {when}, everybody who is in may start.", when=f"<t:{e.until}:t>"
    ),
    errors.TournamentFull: lambda t, e: naming_commands(
        t, N_("This tournament is full. Open another one with {tournament_start}.")
    ),
    errors.TooManyTournaments: lambda t, e: t(
        "Enough tournaments are going on in this server: wait until one is over."
    ),
    errors.NoTournaments: lambda t, e: (
        t("This server has switched tournaments off.")
        if e.off
        else t("Here, only people with Manage Server open tournaments.")
    ),
    errors.NotEntered: lambda t, e: t("Join first: then you play."),
    errors.GobeletPlaysLater: lambda t, e: t("Gobelet plays these dice as soon as it has time. Try again in a minute."),
    errors.RemovedFromTournament: lambda t, e: t("A manager has removed you from this tournament."),
    errors.RoundOver: lambda t, e: t("You have played all that can be played now."),
    errors.TooLateForWords: lambda t, e: t("Somebody has thrown already, so nothing more is mixed into these dice."),
    errors.HasStirred: lambda t, e: t("Your word is in these dice already."),
    errors.BadTournament: lambda t, e: t(e.reason),
    errors.MayNotWriteHere: lambda t, e: t(
        "You may not write in this channel, so I share nothing here for you. Share it in another one."
    ),
    errors.OnlySeenByYou: lambda t, e: t(
        "That needs a place where all can see it: here, only you see what I say, as **Use External Apps** is off."
    ),
    errors.MayNotPost: lambda t, e: t(
        "I am a guest here and post only what you could: you lack {names} in this channel.",
        names=t.listed([f"**{permission_names(t)[name]}**" for name in e.lacking]),
    ),
    errors.Spectator: lambda t, e: t(
        "Only somebody who played this game from its beginning to its end shares its review."
    ),
    errors.NotNamed: lambda t, e: t("This player does not want to be shown to everyone."),
    errors.DecisionsOfAnother: lambda t, e: t("You can show everyone only what your own decisions cost."),
    errors.NotShared: lambda t, e: t("Somebody else has shared this: you cannot take it back."),
    errors.OnlyTheirs: lambda t, e: t("That player keeps their reviews to themselves."),
    errors.OnlyPlayers: lambda t, e: naming_commands(
        t, N_("Only those who played at this table open its review. Players may let everybody: {preferences}.")
    ),
    errors.TooFewReviewed: lambda t, e: t(
        "Others see a player's luck and skill from {n} reviewed games on.", n=e.least
    ),
    errors.OtherRules: lambda t, e: t("This game was played by older rules, which I cannot replay any more. Sorry!"),
    OutsideServer: lambda t, e: t("That works in a server only: use it in one of its channels."),
    NotOffered: lambda t, e: t(
        "I do not know that choice of `{option}`. Type the command again and choose from what it offers.",
        option=t(e.name),
    ),
    app_commands.CommandNotFound: _other_commands,
    app_commands.CommandSignatureMismatch: _other_commands,
    app_commands.AppCommandError: lambda t, e: t("I could not read that command. Please type it again."),
    BadOptions: _clashing,
    WrongSeats: lambda t, e: t(
        "This game cannot be played by that many people: let somebody leave, or choose another one."
    ),
    GameError: lambda t, e: t("That is not possible now. Look at the board and press again."),
    errors.TableError: lambda t, e: t("That is not possible now. Look at the board and press again."),
}


def sentence(t: Words, error: Exception) -> str | None:
    """Return the refusal in words; None for an error that is a fault of the program."""
    for kind in type(error).__mro__:
        if kind in _SENTENCES:
            return _SENTENCES[kind](t, error)
    return None


def _context(interaction: Interaction) -> str:
    data: Mapping[str, Any] = interaction.data or {}
    what = data.get("custom_id") or data.get("name")
    return f"guild {interaction.guild_id} channel {interaction.channel_id} user {interaction.user.id} asked {what!r}"


_NOT_TAKEN = (discord.Forbidden, discord.NotFound)
"""Discord did not let the bot answer there, or what the answer was to change is gone."""


def _unexpected(interaction: Interaction, t: Words, error: Exception) -> str:
    """Log ``error``, which is no refusal, and return a sentence that is true of it."""
    if isinstance(error, LOST):
        log.warning("an answer was lost (%r): %s", error, _context(interaction))
        why = t("My answer got lost on the way. What you asked for may be done already: look before you press again.")
    elif isinstance(error, _NOT_TAKEN):
        log.warning("an answer was refused (%s): %s", error, _context(interaction))
        why = t("Discord did not take my answer. What you asked for may be done already: look before you press again.")
    else:
        log.error("unexpected %s: %s", type(error).__name__, _context(interaction), exc_info=error)
        why = t("Something went wrong on my side. Nothing was lost; please try again.")
    return saved_sentence(interaction) if CHANGE in interaction.extras else why


def _ends_panel(interaction: Interaction, error: Exception) -> bool:
    """Whether a private panel was pressed of which nothing works any more.

    Its lobby has begun or has another host; its table is over or gone; or it asks about a position or a seat that was.
    A player's own board is private too, but shows their result; and a list of tables has others beside this one.
    """
    data: Mapping[str, Any] = interaction.data or {}
    pressed = read_custom_id(data.get("custom_id", "")) if is_private(interaction) else None
    match error:
        case _ if pressed is None:
            return False
        case errors.TableOver() | errors.OldPress():
            return not error.table.private and pressed.table == error.table.code
        case errors.NoTable():
            return pressed.table == error.code
        case errors.NotSeated():
            return QUIT.read(pressed.do) is not None
    return isinstance(error, (errors.AlreadyStarted, errors.NotHost))


_REPEATED: dict[type[Exception], Callable[[Any, int, Table], bool]] = {
    errors.NotOnTurn: lambda e, _, table: table.turn_occupant == e.player,
    errors.NotSeated: lambda _, user, table: table.seat_of(user) is None,
    errors.OldPress: lambda *_: True,  # Until the next press of its reader is answered.
}
"""What people meet again and again: one message says it, as long as it is true of the table."""


async def answer_error(interaction: Interaction, error: Exception) -> None:
    """Say in one private sentence why ``error`` happened; log it when it is no refusal."""
    if isinstance(error, StoreError):
        error = as_table_error(error)
    if isinstance(error, (errors.NotAllowed, errors.NotHelper)):
        error.roles = interaction.extras.get(HELPERS, ())
    t = reader(interaction)
    why = sentence(t, error)
    if isinstance(error, errors.NotSaved) and CHANGE in interaction.extras:
        why = saved_sentence(interaction)  # The press only wanted to show something that storage could not read.
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
        count_refusal(interaction, "too_late")
        log.warning("answered too late: %s: %s", _context(interaction), error)
        return
    if why is None:
        count_refusal(interaction, "lost" if isinstance(error, (*LOST, *_NOT_TAKEN)) else "fault")
        why = _unexpected(interaction, t, error)
    else:
        count_refusal(interaction, type(error).__name__)
    more, rows = _ways_out(interaction, error)
    if isinstance(error, OutsideServer) and not is_member(interaction):
        why, rows = invitation(interaction)
    try:
        if _ends_panel(interaction, error) and not interaction.response.is_done():
            await interaction.response.edit_message(content=why, embeds=[], attachments=[], view=None)
            return
        holds = _REPEATED.get(type(error))
        if holds is not None and interaction.type is discord.InteractionType.component:
            await whisper_in_place(interaction, why, partial(holds, error, interaction.user.id))
        else:
            await whisper(interaction, why + more, rows)
    except (*LOST, discord.HTTPException) as failed:
        log.warning("could not answer: %s: %s", _context(interaction), failed)


async def slow_down(interaction: Interaction, *, silently: bool) -> None:
    """Refuse a press or command of a person who is too quick: in words, or ``silently`` if they have just read them.

    A command gets words in either case.
    """
    t = reader(interaction)
    try:
        if silently and interaction.type is not discord.InteractionType.application_command:
            await interaction.response.defer()
        else:
            await whisper(interaction, t("Not so fast, please: I did not count your last press. Go on in a second."))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("could not answer: %s: %s", _context(interaction), error)
