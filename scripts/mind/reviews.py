"""Whether reviews add up, and what each level loses: ``python scripts/mind/reviews.py play``, then ``… table``.

For every game that has a review, players of each way play, and their games are reviewed. Of a score sheet,
expected + luck - lost must be the score of each game, and mean(score) + mean(lost) what the game is worth at the
start, whoever plays: an evaluator that only knows strong play fails this. The dice hide such a fault, so it is also
counted without them: wherever a turn begins, what its throws will bring on average, less what the choice before said
of that position. Throws within a turn bring 0 on average by the evaluator's own values, so these differences add up to
the mean of score and lost, less the start, with a much smaller error. The number of a game is the seed of its dice and
its slips, so a longer run only adds games.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import click
from exact_turns import lost_of
from review_tables import RESULTS, SLIPPING_LEVELS, WAYS, Found, load, losses, with_table
from strength_tables import RESULTS as STRENGTHS
from strength_tables import load as strengths_of
from strengths import exact_players, save, someone

from bot.engine import AnyGame, Roll
from bot.engine.dice import FairDice
from bot.engine.gate import JournalEntry, legal, play_recorded, replay_entry
from bot.engine.types import text
from bot.games import CATALOGUE, FOLDER, make
from bot.games.ambition.rules import Ambition
from bot.games.five_thousand.rules import FiveThousand
from bot.games.yum.rules import Yum
from bot.mind.evaluator import Advice, Evaluator, NoEvaluator, Unit
from bot.mind.levels import evaluator_for_review
from bot.mind.players import Player
from bot.mind.review import Review, review
from bot.mind.strengths import LOSSES

PAGE = Path("docs/certified/tables.md")
_CHUNK = 20


def journal(game: AnyGame, seed: str, players: tuple[Player, ...]) -> list[JournalEntry]:
    """Return a whole game of these players."""
    dice, chance = FairDice(sha256(seed.encode()).digest(), "reviews"), Random(seed)  # noqa: S311 - no dice of people.
    state, moves = game.new(len(players)), list[JournalEntry]()
    while (turn := game.turn(state)) is not None:
        step, entry = play_recorded(game, state, turn, text(players[turn].choose(state, turn, chance)), dice)
        moves.append(entry)
        state = step.state
    return moves


class Noting:
    """An evaluator that keeps what it has said."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self.advices: list[Advice] = []

    def advise(self, state: Any) -> Advice:
        """Return what the evaluator says."""
        self.advices.append(self._evaluator.advise(state))
        return self.advices[-1]


def drift(advices: list[Advice], moves: list[JournalEntry]) -> float:
    """Return by how much an evaluator changed its mind in a game alone where a turn begins, so without any dice."""
    drifted = 0.0
    for before, move, now, then in zip(advices, moves, advices[1:], moves[1:], strict=False):
        if then.do == Roll.word:
            drifted += now.value - next(value for action, value in before.actions if text(action) == move.do)
    return drifted


def drifts(reviewed: Review, turns: int) -> dict[str, float]:
    """Return the sums of what an evaluator changed its mind by in a game of two where turns begin.

    In turns that is what others did too, by which nobody gains a tenth of a turn. In chances to win it is what the luck
    and the decisions of the other do not explain.
    """
    one, two = reviewed.seats
    if one is None or two is None:
        return {}
    told = [one.others, two.others]
    if reviewed.unit == Unit.WIN:
        told = [one.others + two.luck - two.lost, two.others + one.luck - one.lost]
    return {"drift": sum(told), "drift²": sum(by * by for by in told), "drifting": 2, "turning": turns}


def book(sums: Found, game: AnyGame, evaluator: Evaluator, moves: list[JournalEntry], seats: int) -> None:
    """Review one game, and add it to what was found."""
    noting = Noting(evaluator)
    reviewed = review(game, seats, moves, noting)
    if seats == 1:
        by = drift(noting.advices, moves)
        for name, value in (("drift", by), ("drift²", by * by), ("drifting", 1)):
            sums[name] = sums.get(name, 0.0) + value
    else:
        turns = 1 + sum(now.seat != then.seat for now, then in itertools.pairwise(moves))
        for name, value in drifts(reviewed, turns).items():
            sums[name] = sums.get(name, 0.0) + value
    good = -1 if reviewed.unit == Unit.TURNS else 1
    sums["unit"] = reviewed.unit.value
    for seat in reviewed.seats:
        if seat is not None:
            off = abs(seat.start + good * (seat.luck - seat.lost + seat.others) - seat.score)
            sums["worst"] = max(sums["worst"], off)
            sums["start"] = seat.start
            for name, value in (("score", seat.score), ("lost", seat.lost), ("sum", seat.score + good * seat.lost)):
                sums[name] += value
                sums[f"{name}²"] += value * value
            sums["seats"] += 1
    sums["games"] += 1


def empty() -> Found:
    """Return what is known before the first game."""
    sums = dict.fromkeys(("score", "score²", "lost", "lost²", "sum", "sum²", "worst", "games", "seats", "start"), 0.0)
    return {**sums, "unit": ""}


def play_way(key: str, way: str, sums: Found, games: int, folder: Path, save: Callable[[], None]) -> None:
    """Review games of players of one way until there are so many."""
    game = make(key, {})
    seats = 1 if isinstance(game, Yum) else 2
    evaluator, players = evaluator_for_review(game, seats, folder), (someone(key, way, folder),) * seats
    while sums["games"] < games:
        moves = journal(game, f"{key} {way} {sums['games']:.0f}", players)
        book(sums, game, evaluator, moves, seats)
        if sums["games"] % _CHUNK == 0:
            save()


@click.group()
def main() -> None:
    """Measure reviews."""


@main.command()
@click.argument("keys", nargs=-1)
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--games", default=2_000, show_default=True, help="Of each way.")
@click.option("--way", "ways", type=click.Choice(WAYS), multiple=True, default=WAYS)
def play(keys: tuple[str, ...], results: Path, folder: Path, games: int, ways: tuple[str, ...]) -> None:
    """Review games of KEYS, by default of all games that have a review."""
    for key in keys or CATALOGUE:
        for way in ways:
            by_way = load(results).get(key, {})
            sums, began = by_way.setdefault(way, empty()), time.process_time()
            try:
                play_way(key, way, sums, games, folder, partial(save, results, key, by_way))
            except NoEvaluator as why:
                click.echo(f"{key}: {why}")
                break
            save(results, key, by_way)
            mean, lost = sums["score"] / sums["seats"], sums["lost"] / sums["seats"]
            spread = math.sqrt(max(sums["sum²"] / sums["seats"] - (sums["sum"] / sums["seats"]) ** 2, 0.0))
            click.echo(
                f"{key} {way}: {sums['games']:.0f} games, score {mean:.2f}, lost {lost:.2f}, together "
                f"{sums['sum'] / sums['seats']:.2f} +- {spread / sums['seats'] ** 0.5:.2f} of {sums['start']:.2f}, "
                f"off by {sums['worst']:.6f} at most; {time.process_time() - began:.0f} s"
            )


@main.command("exactly")
@click.argument("keys", nargs=-1)
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
def work_out(keys: tuple[str, ...], results: Path, folder: Path) -> None:
    """Work out instead of playing what players lose against their equals in KEYS, by default 5000 and Ambition."""
    for key in keys or (FiveThousand.key, Ambition.key):
        game, by_way = make(key, {}), load(results).get(key, {})
        assert isinstance(game, FiveThousand | Ambition)  # noqa: S101
        ladder, values, levels, _ = exact_players(game, folder)
        for word, own in levels.items():
            way = "best" if word == "champion" else word
            if by_way.get(way, empty())["seats"]:
                continue  # Games have been reviewed of simple players, and say how far reviews are off besides.
            lost = round(lost_of(ladder, values, own), 6) + 0.0  # No -0.
            by_way.setdefault(way, empty()).update({"exact": lost, "unit": Unit.WIN.value})
            click.echo(f"{key} {way}: lost {lost}")
        save(results, key, by_way)


@main.command("drift")
@click.argument("keys", nargs=-1, required=True)
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--games", default=2_000, show_default=True, help="Of each way.")
@click.option("--way", "ways", type=click.Choice(WAYS), multiple=True, default=WAYS)
def without_dice(keys: tuple[str, ...], results: Path, folder: Path, games: int, ways: tuple[str, ...]) -> None:
    """Count without dice, in machine code, whether reviews of the sheets KEYS add up, which have nets."""
    from sheet_games import SheetGames  # noqa: PLC0415 - needs numba.

    for key in keys:
        game = make(key, {})
        assert isinstance(game, Yum)  # noqa: S101
        sheet = SheetGames(game, folder)
        for way in ways:
            by_way = load(results).get(key, {})
            sums = by_way.setdefault(way, empty())
            by_game, start = sheet.drift(way, games)
            sums |= {"unit": Unit.POINTS.value, "start": start, "drifting": games}
            sums |= {"drift": float(by_game.sum()), "drift²": float((by_game**2).sum())}
            save(results, key, by_way)
            off, error = 100 * by_game.mean() / start, 100 * by_game.std() / games**0.5 / start
            click.echo(f"{key} {way}: off by {off:+.3f} % +- {error:.3f} of {start:.2f}, {games} games")


def decisions(game: AnyGame, seed: str, players: tuple[Player, ...]) -> int:
    """Return how many choices among several actions these players have in a whole game."""
    state, many = game.new(len(players)), 0
    for move in journal(game, seed, players):
        many += len(list(legal(game, state))) > 1
        state = replay_entry(game, state, move)
    return many


@main.command("decisions")
@click.argument("keys", nargs=-1)
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data/mind"), show_default=True)
@click.option("--games", default=100, show_default=True, help="Of each level.")
def count_decisions(keys: tuple[str, ...], results: Path, folder: Path, games: int) -> None:
    """Count the decisions of a game, by level: a loss per decision then compares long games with short ones."""
    for key in keys or load(results):
        game, by_way = make(key, {}), load(results)[key]
        seats = 1 if isinstance(game, Yum) else 2
        for way in SLIPPING_LEVELS:
            sums, players = by_way.setdefault(way, empty()), (someone(key, way, folder),) * seats
            for number in range(int(sums.get("counted", 0)) // seats, games):
                sums["decided"] = sums.get("decided", 0) + decisions(game, f"{key} {way} {number}", players)
                sums["counted"] = seats * (number + 1)
            save(results, key, by_way)
            click.echo(f"{key} {way}: {sums['decided'] / sums['counted']:.2f} decisions a game of a seat")


@main.command("table")
@click.option("--results", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
def write(results: Path) -> None:
    """Write the tables into docs/certified/tables.md, and what levels lose for the bot."""
    PAGE.write_text(with_table(PAGE.read_text(), load(results)))
    for family, lost in losses(load(results), strengths_of(STRENGTHS)).items():
        (FOLDER / family / LOSSES).write_text(lost)


if __name__ == "__main__":
    main()
