"""Matches of several games: their titles, how they stand, how a game ended, their rules and their picture."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from bot.engine import N_, Event, GameWithOptions, Seat
from bot.engine.match import GAMES, M, Match, MatchGame, MatchLength, NextGame, Throw
from bot.engine.types import A, S
from bot.games import CATALOGUE
from bot.locales import Words
from bot.screens.kit.card_sheets import NO_SHEETS, Sheets, single, totalled
from bot.screens.kit.picture_models import SheetLine, Weight
from bot.screens.kit.sides import side_name
from bot.screens.kit.values import RenderContext, mention
from bot.tables.core.model import Table

_LINES = 10
"""How many games have a line of their own on a picture, and a number of their own beside a player."""

_TITLE, _BOLD = 36.5, 1.3
"""The letters of a title that fit a line of a phone, and how many of them a bold one counts for."""


def board_title(context: RenderContext, game: GameWithOptions[S, A], state: S, *standing: str) -> str:
    """Return the title of a board: ``game``, which one it is in a match, and where it stands.

    ``standing`` has the longest form first. A phone shows the title in one line with Discord's "(edited)" behind it, so
    a shorter form stands where the whole would not fit; in words only, always the longest.
    """
    length = MatchLength.of(game.house_rules[GAMES])
    number = game.games_before(state) + 1 if length.several else 0
    return _fitting(context.t, context.plain, CATALOGUE[game.key].label, length, number, standing)


@lru_cache(maxsize=1024)
def _fitting(t: Words, plain: bool, label: str, length: MatchLength, number: int, standing: tuple[str, ...]) -> str:
    game = t(label)
    forms = [(game, f" · {one}") for one in standing]
    if number:
        one = f" · {_game_of_match(t, length, number)}"
        short = [f" {number}/{length.games}"] if length.games else []
        forms = [
            (_game_in_words(t, game, length, number), f" · {standing[0]}"),
            *((game, which + where) for which in (one, *short) for _, where in forms),
            (game, one),
        ]
    fitting = [form for form in forms if plain or _BOLD * len(form[0]) + len(form[1]) <= _TITLE]
    name, where = (fitting or forms[-1:])[0]
    return f"**{name}**{where}"


def _game_in_words(t: Words, game: str, length: MatchLength, number: int) -> str:
    if length.games:
        return t("{game}, game {number} of {games}", game=game, number=number, games=length.games)
    return t("{game}, game {number}, up to {points}", game=game, number=number, points=t.number(length.total))


def _game_of_match(t: Words, length: MatchLength, number: int) -> str:
    return t("game {number}/{games}", number=number, games=length.games) if length.games else t("game {n}", n=number)


def sums(t: Words, games: Sequence[int]) -> str:
    """Return the points of each game of a match as a sum; empty for one game, and for more than a line holds."""
    together = "\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}"
    return together.join(map(t.number, games)) if 1 < len(games) <= _LINES else ""


BEFORE = N_("Before this game: {standing}")


def before_lines(context: RenderContext, table: Table, sentence: str = BEFORE) -> list[str]:
    """Return everybody's points before this game of a match, sides together; nothing in the first game.

    ``sentence`` is English, with their ``{standing}``.
    """
    game, state, seats = table.game, table.state, len(table.players)
    if not game.games_before(state):
        return []
    made = [sum(game.own_games(state, Seat(seat))[:-1]) for seat in range(seats)]
    sides = game.sides
    if sides:
        points = [sum(made[side::sides]) if game.adds_partners else made[side] for side in range(sides)]
        parts = [f"{side_name(context, table, side)} **{context.t.number(points[side])}**" for side in range(sides)]
    else:
        parts = [f"{mention(player)} **{context.t.number(made[seat])}**" for seat, player in enumerate(table.players)]
    return [context.t(sentence, standing=" · ".join(parts))]


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
            "**Game {number} is shared by {players}.** The next one begins.",
            len(names),
            number=number,
            players=context.t.listed(names),
        ),
        *(earlier_games(context, table)[-1:] if points and number > 1 else ()),
    ]


def tie_lines(context: RenderContext, table: Table, roll_off: Iterable[Sequence[Throw]]) -> list[str]:
    """Return the throws that decided the first place, a line for each time all tied players threw."""
    return [
        context.t(
            "Tie for the first place: {throws}",
            throws=" · ".join(f"{mention(table.players[seat])} {'-'.join(map(str, faces))}" for seat, faces in throws),
        )
        for throws in roll_off
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


def match_rules(context: RenderContext, game: GameWithOptions[S, A], next_first: str) -> str:
    """Return how long a match lasts and who begins its games, ``next_first``; empty for one game."""
    length = MatchLength.of(game.house_rules[GAMES])
    if not length.several:
        return ""
    added = context.t(next(rule.meaning for rule in game.rules if rule.key == GAMES))
    if length.games:
        lasts = context.t("A match is {games} games.", games=length.games)
    else:
        total = context.t.number(length.total)
        lasts = context.t("The match is over with the game in which somebody comes to {points}.", points=total)
    return f"{added} {lasts} {next_first}"


def match_parts(
    context: RenderContext, game: MatchGame[M, A], next_first: str, *, by_throw: str = "", may_tie: bool = False
) -> list[tuple[str, str]]:
    """Return the parts of the rules about matches and ties.

    ``by_throw`` says how one more throw decides, where not the highest sum does; ``may_tie`` whether one game alone
    may end in a tie.
    """
    ties = {
        "share": context.t("They share the place."),
        "games_won": context.t("The most games won decide, else the place is shared."),
        "roll_off": by_throw
        or context.t("Players who share the first place throw all dice once: the highest sum wins, equal sums again."),
    }
    return [
        (context.t("Games in a match"), match_rules(context, game, next_first)),
        (
            context.t("Equal totals"),
            ties[str(game.house_rules["tiebreak"])] if may_tie or game.length.several else "",
        ),
    ]
