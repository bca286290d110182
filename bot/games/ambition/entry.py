"""All that the rest of the bot knows of Ambition."""

from collections.abc import Iterator

from bot.engine import N_, STANDARD, AnyGame, Command, Entry, GameTrophy, Listing, Seat, ToldGame, reviewed_without
from bot.engine.game import GAMES
from bot.games.ambition.rules import PRESETS, RULES, Ambition, LatestTurn, TurnEnd

_MANY = 1000
_WRITTEN = (TurnEnd.COUNTED, TurnEnd.SAVED)


def reviewed(game: AnyGame, seats: int) -> bool:
    """Return whether there is a review: by the chance to win between two sides, by turns among more who play alone."""
    together = {"everyone_qualifies"} if game.sides else set()
    return reviewed_without("power", *together, GAMES)(game, seats) and game.sides <= _TWO


_TWO = 2


def _turns(played: ToldGame, seat: Seat) -> Iterator[LatestTurn]:
    """Return how the turns of ``seat`` ended."""
    for step in played.of(seat):
        if step.after.last is not None and step.after.last is not step.before.last:
            yield step.after.last


def _thousand(played: ToldGame, seat: Seat) -> bool:
    return any(last.how in _WRITTEN and last.points >= _MANY for last in _turns(played, seat))


def _none_lost(played: ToldGame, seat: Seat) -> bool:
    won = played.game.total(played.end, seat) == played.game.goal
    return won and all(last.how in (*_WRITTEN, TurnEnd.QUALIFIED) for last in _turns(played, seat))


_TROPHIES = (
    GameTrophy(
        "ambition_thousand", N_("A thousand at once"), N_("Write 1,000 points in one turn of Ambition."), _thousand
    ),
    GameTrophy(
        "ambition_sure", N_("Not a turn lost"), N_("Win at Ambition without a turn that brought nothing."), _none_lost
    ),
)

ENTRY = Entry(
    place=30,
    listings=(
        Listing(
            key=Ambition.key,
            label=N_("Ambition"),
            about=N_("three dice with stars, a goal reached exactly"),
            make=Ambition.from_options,
            rules=RULES,
            seats=Ambition.seats_alone,
            presets=(STANDARD, *PRESETS),
            unit="win",
            reviewed=reviewed,
            minutes=lambda _: 20,
        ),
    ),
    commands=(
        Command(
            "ambition", N_("ambition"), N_("Ambition: three special dice, and a goal reached exactly"), (Ambition.key,)
        ),
    ),
    trophies=_TROPHIES,
)
