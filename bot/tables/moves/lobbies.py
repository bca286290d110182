"""What people can do in a lobby, rematches included, and what its host chooses; pure functions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NotRequired, TypedDict, Unpack

from bot.engine import N_, UNSTIRRED, AnyGame, Count, IllegalAction, Level, OptionValue, Temper, WrongSeats
from bot.games import CATALOGUE, ENTRIES, FAMILIES
from bot.tables.model.errors import (
    AlreadySeated,
    AlreadyStarted,
    ChannelTaken,
    ComputersThrowNoDice,
    NoExchange,
    NoSeatForComputer,
    NoSuchCapacity,
    NoSuchChoice,
    NotHost,
    NotSeated,
    OnlyInTurns,
    SeatsTaken,
    TableError,
    TableFull,
    TooFewPlayers,
    UnevenSides,
)
from bot.tables.model.store import LobbyRow
from bot.tables.model.table import (
    DEFAULT_SETTINGS,
    AbsencePolicy,
    Computer,
    ComputerPace,
    DiceSeed,
    Hints,
    Make,
    Mode,
    Occupant,
    Status,
    Table,
    TableId,
    TableSettings,
    free_number,
    is_person,
    is_reachable,
    people,
)
from bot.tables.moves import playing, sides
from bot.tables.moves.playing import MoveResult
from bot.tables.moves.sides import seating
from bot.tables.moves.waiting import allowed_here, give_up, waiting_since, with_allowed_policy, with_deadline

# -- Rematches: a table that follows another one, the score of the evening, and the lobby that starts by itself ------
# An evening is a chain of rematches. Each table of it holds the score before its own game, so nobody walks the chain.

COUNTDOWN = 10
"""Seconds between the moment when everybody is in and the start: time to press Stir or Leave."""


def following(old: Table, lobby: Table) -> Table:
    """Return the new ``lobby`` as the rematch of ``old``; against computers alone it starts by itself at once.

    A person who plays alone has nobody to wait for, and starts the game at will.
    """
    score = {user: wins for user, wins in evening(old).items() if is_reachable(user) or not is_person(user)}
    invited = tuple(filter(is_reachable, old.people_staying))
    against_computers = bool(lobby.computers) and invited == (lobby.host,)
    after = replace(
        lobby,
        follows=old.id,
        invited=invited if len(invited) > 1 or against_computers else (),
        evening=tuple(score),
        evening_wins=tuple(score.values()),
    )
    return with_countdown(after, lobby.host, counting=False)


def evening(table: Table) -> Mapping[Occupant, int]:
    """Return how many games of the evening everybody has won, that of ``table`` too; nothing for a player alone."""
    outcome = table.outcome
    winners = () if outcome is None else outcome.winners
    won = {table.players[seat] for seat in winners if not table.has_left(seat)}
    if len(table.players) == 1 and not table.evening:
        return {}
    score: dict[Occupant, int] = {
        **dict.fromkeys(table.players, 0),
        **dict(zip(table.evening, table.evening_wins, strict=True)),
    }
    return {user: wins + (user in won and len(table.players) > 1) for user, wins in score.items()}


def without_rematch(old: Table) -> Table:
    """Return ``old`` after the lobby of its rematch has closed: its board offers another one."""
    return replace(old, rematch=None, step=old.step + 1, version=old.version + 1)


def with_countdown(table: Table, user: int, *, counting: bool) -> Table:
    """Return a lobby where ``user`` has just sat down: it starts by itself if that was the last one it waited for.

    ``counting`` says that it would have started by itself before; then it gives ``user`` time too.
    """
    if not (table.invited and set(table.invited) <= set(table.players) and (counting or user in table.invited)):
        return table
    if not _can_start(table):
        return table
    return with_deadline(replace(table, starts_at=table.changed + COUNTDOWN))


def countdown_is_over(table: Table, now: int) -> bool:
    """Whether a lobby is to start by itself now."""
    return table.status is Status.LOBBY and table.starts_at is not None and table.starts_at <= now


def _can_start(table: Table) -> bool:
    try:
        sides.check_crowds(table)
    except TableError:
        return False
    return len(table.players) in table.seats


# -- Whether everybody can play a game at once, each at a table of their own -----------------------------------------


def as_simultaneous(game: AnyGame) -> AnyGame:
    """Return ``game`` if every seat can play it alone. Raises OnlyInTurns, also for house rules that forbid it."""
    if game.only_in_turns:
        raise OnlyInTurns(game.only_in_turns)
    return game


# -- What people can do in a lobby, as pure functions like those of a live game (moves.py) ---------------------------


class NewTable(TypedDict):
    """The values for opening a table."""

    guild: int
    channel: int
    host: int
    game: AnyGame
    language: str
    capacity: NotRequired[int | None]
    """The number of people who may sit here; None is as many as the game takes."""
    settings: NotRequired[TableSettings]
    chosen: NotRequired[Mapping[int, int]]
    """The sides that people chose for a game before this one; they have them again when they join."""
    computers: NotRequired[Sequence[Computer]]
    """The computers that sit here from the start."""


class WaitingSettings(TypedDict, total=False):
    """The settings that the host chooses for a table's waiting and its computers."""

    absent: AbsencePolicy
    patience: int
    reminder: int
    calls: bool
    computer_pace: ComputerPace
    computer_temper: Temper
    computers_yield: bool


_IN_THE_GAME = frozenset(("absent", "patience", "reminder", "calls"))
"""What of this the host may also change while people play."""


IDLE_SECONDS = 900
"""Seconds without a decision after which a table of one person gives its channel to somebody else's."""


def give_way(table: Table, user: int, now: int) -> MoveResult:
    """Return ``table`` without its channel, which ``user`` wants; no decision. Raises ChannelTaken unless it is idle.

    It goes on where it is. One that several sit at, that is to begin by itself, or whose player plays at a table of
    their own below it keeps the channel, and so does the user's own.
    """
    if table.over or table.gave_way:
        return MoveResult(table)
    alone = table.people if table.status is Status.LOBBY else table.people_staying
    busy = table.has_own_tables or table.starts_at is not None or now < waiting_since(table) + IDLE_SECONDS
    if busy or len(alone) > 1 or user in alone:
        raise ChannelTaken(table)
    return MoveResult(replace(table, gave_way=True, version=table.version + 1))


def open_table(id: TableId, *, secret: bytes, now: int, **about: Unpack[NewTable]) -> MoveResult:
    """Return a new lobby with its host seated, and computers. Raises NoSuchCapacity or OnlyInTurns.

    It raises NoSeatForComputer or ComputersThrowNoDice where the computers cannot play.
    """
    game, host, settings, capacity = (
        about["game"],
        about["host"],
        about.get("settings", DEFAULT_SETTINGS),
        about.get("capacity"),
    )
    chosen = about.get("chosen", {})
    seats = settings.mode.seats(game)
    check_settings(game, settings)
    if capacity is not None and capacity not in seats:
        raise NoSuchCapacity(game)
    table = Table(
        id=id,
        guild=about["guild"],
        channel=about["channel"],
        message=None,
        call=None,
        language=about["language"],
        host=host,
        game=game,
        capacity=capacity or seats[-1],
        players=(host,),
        gone=(),
        status=Status.LOBBY,
        state=None,
        step=0,
        entries=0,
        thrown=0,
        undoable=None,
        seed=DiceSeed(secret, UNSTIRRED),
        opened=now,
        changed=now,
        settings=settings,
        choosers=tuple(chosen),
        chosen_sides=tuple(chosen.values()),
    )
    for computer in about.get("computers", ()):
        _check_computer(table)
        table = replace(table, players=(*table.players, computer))
    return MoveResult(with_deadline(table), lobby=lobby_rows(table, host, sides.opened(table)))


def open_solo(id: TableId, *, seed: DiceSeed, now: int, **about: Unpack[NewTable]) -> MoveResult:
    """Return a table of one seat where its host plays at once, with dice made of ``seed``."""
    about["capacity"] = 1
    lobby = open_table(id, secret=seed.secret, now=now, **about).table
    begun = replace(lobby, seed=seed, status=Status.PLAYING, state=lobby.game.new(1), throws=_none_thrown(seed, 1))
    return MoveResult(with_deadline(begun))


def join(table: Table, user: int, interaction: int, now: int) -> MoveResult:
    """Seat ``user``; at a table of version 0.1 the id of their interaction becomes part of the entropy.

    A player who chose a side in the game before is on it again, if it has a place left.
    """
    check_lobby(table)
    if user in table.players:
        raise AlreadySeated
    side = table.chosen.get(user)
    if side is not None and not sides.is_full(table, side):
        return choose_side(table, user, side, interaction, now)
    after = _seated(table, user, None, interaction, now)
    return MoveResult(after, lobby=lobby_rows(after, user, "join"))


def choose_side(table: Table, user: int, side: int | None, interaction: int, now: int) -> MoveResult:
    """Put ``user`` on a side, or let the dice deal them to one (None); seat them if they have no seat.

    Raises NoSuchChoice, SideFull or TableFull.
    """
    check_lobby(table)
    sides.check(table, user, side)
    if user in table.players and table.chosen.get(user) == side:
        return MoveResult(table)
    after = _seated(table, user, side, interaction, now)
    return MoveResult(after, lobby=lobby_rows(after, user, sides.row_of(side)))


def _seated(table: Table, user: int, side: int | None, interaction: int, now: int) -> Table:
    """Return ``table`` with ``user`` on this side; None is the side that the dice deal them to."""
    choices = sides.fields({**sides.without(table.chosen, user), **({} if side is None else {user: side})})
    if user in table.players:
        after = playing.after_decision(table, now, **choices)
    else:
        seed = _mixed(table.seed, f"join:{interaction}")
        after = playing.after_decision(table, now, players=(*_with_a_place(table), user), seed=seed, **choices)
    return with_countdown(after, user, counting=table.starts_at is not None)


def _with_a_place(table: Table) -> tuple[Occupant, ...]:
    """Return the players of a lobby beside one more; the last computer gives way if it must. Raises TableFull."""
    if len(table.players) < table.capacity:
        return table.players
    if not (table.computers and table.settings.computers_yield):
        raise TableFull
    return without(table.players, table.computers[-1])


def without(players: Sequence[Occupant], occupant: Occupant) -> tuple[Occupant, ...]:
    """Return all ``players`` but ``occupant``."""
    return tuple(player for player in players if player != occupant)


def add_computer(table: Table, user: int, level: Level, now: int) -> MoveResult:
    """Seat a computer. Host only, in the lobby. Raises NoSeatForComputer or ComputersThrowNoDice."""
    check_host(table, user)
    number = _check_computer(table)
    after = playing.after_decision(table, now, players=(*table.players, Computer(number, level)))
    return MoveResult(after, lobby=lobby_rows(after, user, f"add {after.computers[-1]}"))


def remove_computer(table: Table, user: int, number: int, now: int) -> MoveResult:
    """Let the computer with this number stand up. Host only, in the lobby. Raises NoSuchChoice where none has it."""
    check_host(table, user)
    computer = next((other for other in table.computers if other.number == number), None)
    if computer is None:
        raise NoSuchChoice
    after = playing.after_decision(table, now, players=without(table.players, computer))
    return MoveResult(after, lobby=lobby_rows(after, user, f"remove {computer}"))


def _check_computer(table: Table) -> int:
    """Return the number that another computer would have here; refuse one that has no place."""
    number = free_number(table.players)
    if number is None or len(table.players) >= table.capacity:
        raise NoSeatForComputer
    if table.settings.real_dice:
        raise ComputersThrowNoDice
    return number


def leave(table: Table, user: int, now: int) -> MoveResult:
    """Remove ``user`` from the lobby (the host's place passes on), or from the live game, which goes on.

    Somebody for whom the lobby of a rematch waits is awaited no more.
    """
    playing.check_not_over(table)
    if table.status is Status.LOBBY and user in table.invited and user not in table.players:
        return _declined(table, user, now)
    if table.seat_of(user) is None:
        raise NotSeated
    if table.status is Status.PLAYING:
        if not table.mode.in_turns:
            raise AlreadyStarted
        return playing.drop_player(table, user, now)
    players = without(table.players, user)
    staying = people(players)
    if not staying:
        return MoveResult(playing.after_decision(table, now, status=Status.ENDED))
    after = playing.after_decision(
        table,
        now,
        players=players,
        host=staying[0] if user == table.host else table.host,
        **sides.fields(sides.without(table.chosen, user)),
    )
    return MoveResult(after, lobby=lobby_rows(after, user, "leave"))


def _declined(table: Table, user: int, now: int) -> MoveResult:
    """Return the lobby of a rematch that does not wait for ``user``; with nobody else to wait for, it is like others.

    If all the others are in, it starts by itself.
    """
    left = tuple(other for other in table.invited if other != user)
    after = playing.after_decision(table, now, invited=left if len(left) > 1 else ())
    return MoveResult(with_countdown(after, table.host, counting=False))


def remove(table: Table, user: int, now: int) -> MoveResult:
    """Take the seat of ``user`` away (:func:`bot.tables.moves.playing.remove`); in a lobby they stand up."""
    if table.status is Status.PLAYING and table.mode.in_turns:
        return playing.remove(table, user, now)
    return leave(table, user, now)


def hand_over(table: Table, user: int, now: int) -> MoveResult:
    """Make ``user`` the host, who has a seat here, in the lobby or in the game. Raises NotSeated."""
    moved = playing.hand_over(table, user, now)
    if moved.table is table or table.status is not Status.LOBBY:
        return moved
    return moved._replace(lobby=lobby_rows(moved.table, user, "host"))


def choose_game(
    table: Table,
    user: int,
    game: AnyGame,
    now: int,
    settings: TableSettings | None = None,
    capacity: int | None = None,
) -> MoveResult:
    """Play ``game`` instead, with other ``settings`` and for as many people (``capacity``) if they are given.

    A player who chose a side that this game lacks is dealt to another. Raises WrongSeats if too many sit here for it,
    NoSuchCapacity or SeatsTaken for a capacity that is impossible here.
    """
    check_host(table, user)
    wanted = table.settings if settings is None else settings
    if (game, wanted) == (table.game, table.settings) and capacity in (None, table.capacity):
        return MoveResult(table)
    check_settings(game, wanted)
    if wanted.real_dice and table.computers:
        raise ComputersThrowNoDice
    choices = sides.fields(sides.existing(table.chosen, game.sides))
    seats = _capacity(table, game, wanted.mode, capacity)
    after = playing.after_decision(table, now, game=game, settings=wanted, capacity=seats, **choices)
    return MoveResult(after, lobby=lobby_rows(after, user, sides.options_row(game)))


def change_settings(table: Table, user: int, now: int, **waiting: Unpack[WaitingSettings]) -> MoveResult:
    """Change how the table waits for people. Host only, in the lobby and in the game, whose clock begins anew then.

    Raises IllegalAction for a choice that is impossible at this table.
    """
    playing.check_not_over(table)
    begun = table.status is Status.PLAYING
    if begun and (table.private or not waiting.keys() <= _IN_THE_GAME):
        raise AlreadyStarted
    if user != table.host:
        raise NotHost(table.host)
    after = replace(table.settings, **waiting)
    if after.absent not in allowed_here(replace(table, settings=after)):
        raise IllegalAction(f"{after.absent} cannot be chosen here")
    if after == table.settings:
        return MoveResult(table)
    if begun:
        kept = replace(table, resumed=now)  # Nobody has been away too long by a rule that is new.
        changed = playing.after_decision(kept, now, actor=user, settings=after, undoable=table.undoable)
        return MoveResult(changed, (), (playing.WaitingChanged(user),))
    changed = playing.after_decision(table, now, settings=after)
    return MoveResult(changed, lobby=lobby_rows(changed, user, "clock"))


def in_language(table: Table, language: str) -> MoveResult:
    """Let an open lobby speak ``language``; not a decision, so its step does not change. A game goes on in its own."""
    if table.status is not Status.LOBBY or table.language == language:
        return MoveResult(table)
    return MoveResult(replace(table, version=table.version + 1, language=language))


def _capacity(table: Table, game: AnyGame, mode: Mode, wanted: int | None) -> int:
    """Return how many may play ``game`` here: ``wanted``, else as many as it takes, or as the host has said before."""
    possible = mode.seats(game)
    if wanted is not None:
        if wanted not in possible:
            raise NoSuchCapacity(game)
        if wanted < len(table.players):
            raise SeatsTaken(len(table.players))
        return wanted
    limit = possible[-1] if table.capacity == table.seats[-1] else table.capacity
    fitting = [seats for seats in possible if len(table.players) <= seats <= limit]
    if not fitting:
        raise WrongSeats(f"{game.key} takes {', '.join(map(str, possible))} players here")
    return fitting[-1]


def check_settings(game: AnyGame, settings: TableSettings) -> None:
    """Refuse a game, or house rules, that do not work with these settings. Raises OnlyInTurns or NoExchange."""
    if game.both_ways and settings.real_dice:
        raise NoExchange
    if settings.mode.in_turns:
        return
    as_simultaneous(game)
    if settings.real_dice and game.throws_for_ties:
        raise OnlyInTurns(N_("For one more throw with dice of your own, all must sit at one table when the game ends."))


def goes_with(game: AnyGame, settings: TableSettings) -> bool:
    """Return whether :func:`check_settings` accepts ``game``."""
    try:
        check_settings(game, settings)
    except (OnlyInTurns, NoExchange):
        return False
    return True


def start(table: Table, user: int | None, interaction: int, now: int) -> MoveResult:
    """Start the game; the table's dice draw the order of play. Where everybody plays at once, there is no state.

    Without a ``user`` it starts by itself: raises NotHost if its countdown is not over.
    """
    if user is None:
        check_lobby(table)
        if not countdown_is_over(table, now):
            raise NotHost(table.host)
    else:
        check_host(table, user)
    if len(table.players) < table.seats[0]:
        raise TooFewPlayers(table.seats[0])
    if len(table.players) not in table.seats:
        raise UnevenSides(tuple(table.seats))
    sides.check_crowds(table)
    seed = _mixed(table.seed, f"start:{interaction}")
    if table.game.both_ways:
        seed = seed.exchanged()
    state = table.game.new(len(table.players)) if table.mode.in_turns else None
    players, began = seating(seed, table.players, table.game, table.chosen)
    begun = playing.after_decision(
        table,
        now,
        actor=user,
        players=players,
        seed=seed,
        status=Status.PLAYING,
        state=state,
        throws=_none_thrown(seed, len(players)),
    )
    return MoveResult(begun, events=began, lobby=lobby_rows(begun, user or table.host, "start"))


def seats_follow(table: Table) -> bool:
    """Whether the order of play follows from the dice, and from the sides that people chose.

    After an erasure nobody can repeat the draw: it used that person's id.
    """
    players = table.seats_at_start
    if min(people(players)) < 0:
        return True
    try:
        return seating(table.seed, players, table.game, table.chosen)[0] == players
    except ValueError:
        return False


def check_host(table: Table, user: int) -> None:
    """Refuse anybody but the host, and anything but a lobby."""
    check_lobby(table)
    if user != table.host:
        raise NotHost(table.host)


def cancel(table: Table, user: int, manager: bool, now: int) -> MoveResult:
    """Close a lobby."""
    check_lobby(table)
    return playing.end(table, user, manager, now)


def expire(table: Table, now: int) -> MoveResult:
    """Close a lobby that nobody has started in time; the stage makes its message say so."""
    return MoveResult(give_up(playing.after_decision(table, now, status=Status.ENDED)))


def _mixed(seed: DiceSeed, part: str) -> DiceSeed:
    """Return ``seed`` with ``part`` in it, if it is of recipe 1; recipe 2 takes only typed words."""
    return DiceSeed(seed.secret, f"{seed.entropy} {part}") if seed.recipe == 1 else seed


def _none_thrown(seed: DiceSeed, seats: int) -> tuple[Count, ...]:
    return ((0, 0),) * seats if seed.recipe > 1 else ()


def lobby_rows(after: Table, user: int, do: str, words: str | None = None) -> tuple[LobbyRow, ...]:
    """Return the line for what ``user`` did in a lobby, which is now ``after``."""
    return (LobbyRow(after.id, after.step, user, do, words, after.changed),)


def check_lobby(table: Table) -> None:
    """Refuse anything but a lobby."""
    playing.check_not_over(table)
    if table.status is Status.PLAYING:
        raise AlreadyStarted


# -- What the host chooses about the game in the lobby, beside its house rules: the sheet, the pace, whose dice ------


class SettingsChoice(TypedDict, total=False):
    """What somebody chooses of the table's settings, by their names there."""

    real_dice: bool
    simultaneous: bool
    hidden_totals: bool
    hints: Hints


def games_at(table: Table, *, simultaneous: bool) -> list[str]:
    """Return the keys of the games of this family that people can play at that pace, by their standard rules.

    A race is for one seat in turns, so it is played by everybody at once.
    """
    listings = ENTRIES[FAMILIES[table.game.key]].listings
    if simultaneous:
        return [listing.key for listing in listings if not listing.make({}).only_in_turns]
    return [listing.key for listing in listings if listing.seats.stop > 2]


def choose(
    table: Table,
    user: int,
    make: Make,
    now: int,
    sheet: str | None = None,
    capacity: int | None = None,
    **choice: Unpack[SettingsChoice],
) -> MoveResult:
    """Play the family's game by other terms, or for another number of people (``capacity``). Host only.

    ``sheet`` is the key of another game of the family; it keeps the house rules that it knows. Raises IllegalAction for
    a game that is not played at this pace, and what ``lobbies.choose_game`` raises.
    """
    settings = with_allowed_policy(replace(table.settings, **choice))
    possible = games_at(table, simultaneous=settings.simultaneous)
    key = sheet or table.game.key
    if key not in possible:
        if sheet is not None or not possible:
            raise IllegalAction(f"{key} is not played here")
        key = possible[0]
    game = table.game if key == table.game.key else make(key, carried(table.game, key))
    return choose_game(table, user, game, now, settings, capacity)


def carried(game: AnyGame, key: str) -> dict[str, OptionValue]:
    """Return the house rules of ``game`` for the game ``key``: the same ready-made ones, else those that both know."""
    before, after = CATALOGUE[game.key], CATALOGUE[key]
    chosen = dict(game.options)
    preset = next((named.key for named in before.presets if dict(named.options) == chosen), None)
    same = next((named for named in after.presets if named.key == preset), None)
    if same is not None:
        return dict(same.options)
    rules = {rule.key: rule for rule in after.rules}
    return {name: value for name, value in chosen.items() if name in rules and value in rules[name].choices}
