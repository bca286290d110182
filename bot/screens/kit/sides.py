"""Sides, sheets side by side, and matches of several games: names, lines, totals and pictures."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine import N_, Event, Outcome, Seat
from bot.engine.game import GAMES, M, Match, MatchGame, NextGame
from bot.engine.types import A
from bot.locales import Words
from bot.screens.kit.patterns import SIDE, Pattern
from bot.screens.kit.values import TABLE_WIDTH, Button, RenderContext, Row, SheetLine, Weight, mention
from bot.tables.model.table import Occupant, Table
from bot.tables.moves.sides import DEALT, is_full

# -- Sides of several players: what they are called, the players on them, how they came out --------------------------

COLOURS = (
    ("🔴", N_("Red team"), N_("Join red")),
    ("🔵", N_("Blue team"), N_("Join blue")),
    ("🟢", N_("Green team"), N_("Join green")),
    ("🟡", N_("Yellow team"), N_("Join yellow")),
)
"""The sign, the name and the button of each colour; English."""


def colour_name(t: Words, colour: int) -> str:
    """The name of a side that people choose, with its colour."""
    sign, name, _ = COLOURS[colour]
    return f"{sign} {t(name)}"


def side_name(context: RenderContext, table: Table, side: int) -> str:
    """The name of a side of the game, with its colour."""
    return colour_name(context.t, table.colour(side))


def side_points(context: RenderContext, table: Table, side: int, points: int, players: str, note: str = "") -> str:
    """Return a side with its points and its players; without its name, which would need two lines of a phone."""
    name, shown = side_name(context, table, side), f"**{context.t.number(points)}**{note}"
    if context.plain:
        return context.t("{name}: {value}", name=f"{name} {shown}", value=players)
    return f"{name.split(' ', 1)[0]} {shown} · {players}"


def side_word(context: RenderContext, table: Table, side: int) -> str:
    """The name of a side of the game, in words alone."""
    return context.t(COLOURS[table.colour(side)][1])


def lobby_lines(context: RenderContext, table: Table) -> list[str]:
    """What a lobby says about sides."""
    if not table.game.sides:
        return []
    names = context.t.listed([colour_name(context.t, colour) for colour in range(table.game.sides)])
    return [context.t("{names}: if you choose none, the dice choose for you at the start.", names=names)]


def lobby_sign(context: RenderContext, table: Table, player: Occupant) -> str:
    """The side behind somebody in a lobby who has chosen one."""
    side = table.chosen.get(player)
    return "" if side is None else f" · {colour_name(context.t, side)}"


ANY_SIDE = Pattern(f"side {DEALT}")
"""Sit down, and let the dice deal a side."""


def lobby_rows(context: RenderContext, table: Table) -> tuple[Row, ...]:
    """The buttons to join a side or to change to it, off where it is full; nothing without sides."""
    if not table.game.sides:
        return ()
    choices = [
        Button(SIDE.build(side=colour), f"{sign} {context.t(join)}", disabled=is_full(table, colour))
        for colour, (sign, _, join) in enumerate(COLOURS[: table.game.sides])
    ]
    crowded = not table.chosen and len(table.players) >= table.capacity
    return ((*choices, Button(ANY_SIDE.build(), context.t("Any team"), disabled=crowded)),)


def side_ranks(table: Table, outcome: Outcome) -> list[list[int]]:
    """The sides by result, best first, tied ones together. A side has the rank of its best member."""
    sides = table.game.sides
    ranks: list[list[int]] = []
    seen: set[int] = set()
    for group in outcome.ranks:
        new = sorted({seat % sides for seat in group} - seen)
        seen.update(new)
        if new:
            ranks.append(new)
    return ranks


def members(table: Table, side: int) -> list[Seat]:
    """The seats of a side."""
    return [Seat(seat) for seat in range(side, len(table.players), table.game.sides)]


# -- A score sheet as a narrow table: at most 28 columns, so that no line wraps on a phone ---------------------------

OPEN = "·"
"""An open box."""

HALF = 13
_LABEL = 11
"""Columns for the label if a sheet has several columns of points."""


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """A line of a sheet: a short name, and points or None for an open box."""

    label: str
    points: int | None


def two_panels(left: Sequence[SheetEntry], right: Sequence[SheetEntry]) -> list[str]:
    """Return the entries in two panels beside each other."""
    lines = []
    for number in range(max(len(left), len(right))):
        line = _half(left[number]) if number < len(left) else " " * HALF
        if number < len(right):
            line = f"{line} │{_half(right[number])}"
        lines.append(line.rstrip())
    return lines


def _half(entry: SheetEntry) -> str:
    points = _shown(entry.points)
    room = HALF - 1 - len(points)
    return f"{entry.label[:room]:<{room}} {points}"


def columns(heads: list[str], rows: Sequence[tuple[str, Sequence[int | str | None]]]) -> list[str]:
    """Return one line per row, a place for each column's points, below ``heads`` if there are any."""
    width = min((TABLE_WIDTH - _LABEL) // max(len(points) for _, points in rows), 6)
    lines = [" " * _LABEL + "".join(f"{head:>{width}}" for head in heads)] if heads else []
    for label, points in rows:
        lines.append(f"{label[:_LABEL]:<{_LABEL}}" + "".join(f"{_shown(value):>{width}}" for value in points))
    return lines


def _shown(points: int | str | None) -> str:
    return OPEN if points is None else str(points)


# -- Everybody's sheets for the picture of a result: lines that add up to the total ----------------------------------


class Sheets(NamedTuple):
    """The lines, and what stands above the columns of each sheet."""

    lines: tuple[SheetLine, ...] = ()
    heads: tuple[str, ...] = ()


NO_SHEETS = Sheets()


def single(t: Words, label: str, values: Sequence[int], columns: int = 1, weight: Weight = Weight.SUM) -> SheetLine:
    """Return a line with one number for all columns of a seat, below the last one; ``label`` is English."""
    return SheetLine(t(label), tuple(("",) * (columns - 1) + (t.number(value),) for value in values), weight)


def totalled(
    context: RenderContext, before: Sequence[int], now: Sequence[int], *, columns: int = 1, match: bool
) -> list[SheetLine]:
    """Return the total; in a match below what this game and those ``before`` brought."""
    total = [sum(both) for both in zip(before, now, strict=True)]
    lines = [single(context.t, N_("Total"), total, columns, Weight.TOTAL)]
    if match:
        lines = [
            single(context.t, N_("This game"), now, columns),
            single(context.t, N_("Earlier games"), before, columns),
            *lines,
        ]
    return lines


# -- Matches of several games: how they stand, how a game ended, their rules and their picture -----------------------

_LINES = 10
"""The number of games with a line of their own on a picture, and with a number of their own beside a player."""


def sums(t: Words, games: Sequence[int]) -> str:
    """Return the points of each game of a match as a sum; empty for one game, and for more than a line holds."""
    together = "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}"
    return together.join(map(t.number, games)) if 1 < len(games) <= _LINES else ""


def earlier_games(context: RenderContext, table: Table) -> list[str]:
    """Return the points of each game of the match that is over, a line for each; nothing in the first game."""
    games = [table.game.own_games(table.state, Seat(seat))[:-1] for seat in range(len(table.players))]
    return [
        context.t(
            "Game {number}: {standing}",
            number=number + 1,
            standing=" · ".join(
                f"{mention(player)} **{context.t.number(games[seat][number])}**"
                for seat, player in enumerate(table.players)
            ),
        )
        for number in range(len(games[0]))
    ]


def next_game_lines(
    context: RenderContext, table: Table, match: Match, events: Iterable[Event], *, points: bool = True
) -> list[str]:
    """Return who has won the game that has just ended, if ``events`` say that one has, and what everybody made in it.

    The latter only from the second game on, since it is what everybody has before the present game; and only with
    ``points``.
    """
    if not match.earlier or not any(isinstance(event, NextGame) for event in events):
        return []
    number, winners, sides = len(match.earlier), match.earlier[-1].winners, table.game.sides
    if sides:
        names = [side_name(context, table, side) for side in sorted({seat % sides for seat in winners})]
    else:
        names = [mention(table.players[seat]) for seat in winners]
    return [
        context.t.many(
            "**Game {number} goes to {players}.** The next one begins.",
            "**Game {number} is a tie: {players}.** The next one begins.",
            len(names),
            number=number,
            players=context.t.listed(names),
        ),
        *(earlier_games(context, table)[-1:] if points and number > 1 else ()),
        *exchanged_lines(context, table),
    ]


def exchanged_lines(context: RenderContext, table: Table) -> list[str]:
    """Return what the second game begins with, where it is one of two with exchanged dice."""
    return [context.t("Now each throws the other's dice, turn by turn.")] if table.game.both_ways else []


def tie_lines(context: RenderContext, table: Table, match: Match) -> list[str]:
    """Return what decided the first place: both ways a count of the game, and a line for each time all tied threw."""
    game, outcome, counted = table.game, table.outcome, list[str]()
    if (
        isinstance(game, MatchGame)
        and game.both_ways
        and game.both_ways_tie
        and outcome is not None
        and len(set(outcome.scores)) == 1
        and not table.gone
    ):
        tallies = (abs(game.tally(table.state, Seat(seat))[0]) for seat in range(len(table.players)))
        made = (f"{mention(player)} **{n}**" for player, n in zip(table.players, tallies, strict=True))
        counted = [f"{context.t(game.both_ways_tie)} {' · '.join(made)}"]
    return counted + [
        context.t(
            "Tie for the first place: {throws}",
            throws=" · ".join(f"{mention(table.players[seat])} {'-'.join(map(str, faces))}" for seat, faces in throws),
        )
        for throws in match.roll_off
    ]


def match_sheets(context: RenderContext, table: Table) -> Sheets:
    """Return the points of every game and their sum, for the picture of a result; nothing for one game."""
    games = [table.game.own_games(table.state, Seat(seat)) for seat in range(len(table.players))]
    many = len(games[0])
    if many == 1:
        return NO_SHEETS
    if many > _LINES:
        before, now = [sum(own[:-1]) for own in games], [own[-1] for own in games]
        return Sheets(tuple(totalled(context, before, now, match=True)))
    lines = [
        SheetLine(
            context.t("Game {number}", number=number + 1), tuple((context.t.number(own[number]),) for own in games)
        )
        for number in range(many)
    ]
    total = single(context.t, N_("Total"), [sum(own) for own in games], weight=Weight.TOTAL)
    return Sheets((*lines, total))


def next_first(context: RenderContext, game: MatchGame[M, A]) -> str:
    """Return a sentence that says who begins the next game of a match, where the game has no rule of its own."""
    if game.both_ways:
        again = context.t(
            "In the second game the other player begins, and each throws what the other threw in the first, turn by "
            "turn: remember it."
        )
        return f"{context.t(game.both_ways_tie)} {again}" if game.both_ways_tie else again
    if game.first_turn_goes_round:
        return context.t(
            "The player after the one who began the last game begins the next one; those who left are skipped."
        )
    if game.first_seat_began:
        return context.t("The first player who is still there begins each game.")
    return context.t("The next player in turn begins the next game.")


def match_rules(context: RenderContext, game: MatchGame[M, A], begins: str = "") -> str:
    """Return the rules of a match, its length and who ``begins`` the next game, in sentences; empty for one game."""
    length = game.length
    if not length.several:
        return ""
    added = context.t(next(rule.meaning for rule in game.rules if rule.key == GAMES))
    if length.games:
        lasts = context.t("A match is {games} games.", games=length.games)
    else:
        total = context.t.number(length.total)
        lasts = context.t("The match is over with the game in which somebody comes to {points}.", points=total)
    return f"{added} {lasts} {begins or next_first(context, game)}"


def match_parts(
    context: RenderContext, game: MatchGame[M, A], begins: str = "", *, by_throw: str = "", may_tie: bool = False
) -> list[tuple[str, str]]:
    """Return the parts of the rules about matches and ties.

    ``by_throw`` says how one more throw decides, where not the highest sum does; ``may_tie`` whether one game alone
    may end in a tie.
    """
    tiebreak, several = str(game.tiebreak), game.length.several
    if tiebreak == "games_won" and not several:  # All who share the first place of one game have won it.
        tiebreak = "share"
    ties = {
        "share": context.t("They share the place."),
        "games_won": context.t("The most games won decide, else the place is shared."),
        "roll_off": by_throw
        or context.t(
            "Players who share the first place throw all dice once: the highest sum wins, equal sums throw again."
        ),
    }
    return [
        (context.t("Games in a match"), match_rules(context, game, begins)),
        (context.t("In a tie"), ties[tiebreak] if may_tie or several else ""),
    ]
