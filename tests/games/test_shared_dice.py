"""Everybody throws the same dice in the same turn, whatever they keep: every sheet and both races, by recipe 3.

The numbers of turns and throws are counted here by what people see: a turn of a sheet begins with ``roll``, and those
of a race are what statistics count as turns.
"""

import random
from typing import Any

import msgspec
import pytest

from bot.engine import AnyGame, BadOptions, Faces, PlayedStep, Seat, SeatStats, commitment, dice_source
from bot.engine.game import Race
from bot.engine.gate import JournalEntry, legal, play_recorded, replay_step
from bot.engine.record import FairnessProof, as_json, read
from bot.engine.record import make as make_record
from bot.games import CATALOGUE, make
from bot.games.replay import is_fair, throws_of_turns
from tests.engine.test_recipe_3 import ENTROPY, SECRET, shared

ALONE = [key for key, listing in CATALOGUE.items() if not listing.make({}).only_in_turns]
MOST = 12
"""Moves of a turn after which somebody stops if they can."""


def by_house_rules(key: str, source: random.Random) -> AnyGame:
    """The game with some house rules, of those that somebody may choose who plays alone."""
    rules = [rule for rule in CATALOGUE[key].rules if rule.key not in ("teams", "kismet_penalty")]
    while True:
        changed = source.sample(rules, min(source.randint(0, 3), len(rules)))
        try:
            return make(key, {rule.key: source.choice(rule.choices) for rule in changed})
        except BadOptions:
            continue


def journal_of(game: AnyGame, source: random.Random, number: int) -> list[JournalEntry]:
    """A game of somebody careless, as number so much of a tournament; it may stop before its end."""
    dice, state, entries, in_turn = dice_source(SECRET, ENTROPY, game=number), game.new(1), list[JournalEntry](), 0
    while game.turn(state) is not None and len(entries) < 400:
        texts = list(legal(game, state))
        last = [text for text in texts if not text.startswith(("roll", "keep", "move"))]
        stops = last and (in_turn > MOST or source.random() < 0.4)
        step, entry = play_recorded(
            game, state, Seat(0), source.choice(last if stops else texts), dice.for_seat(0, state.dice)
        )
        state, in_turn = step.state, in_turn + 1 if step.state.dice else 0
        entries.append(entry)
    return entries


def counted(game: AnyGame, entries: list[JournalEntry]) -> dict[tuple[int, int], Faces]:
    """Each throw by turn and throw, from 0, as people count them."""
    state, stats, thrown, before = game.new(1), SeatStats(), dict[tuple[int, int], Faces](), (-1, 0)
    for entry in entries:
        turn = stats.counts["turns"] if isinstance(game, Race) else before[0] + (entry.do == "roll")
        if entry.dice:
            before = (turn, before[1] + 1 if turn == before[0] else 0)
            assert before not in thrown
            (thrown[before],) = entry.dice
        step = replay_step(game, state, entry)
        game.count_stats((stats,), PlayedStep(state, entry.do, step.events, step.state))
        state = step.state
    return thrown


def check(key: str, games: int, source: random.Random) -> None:
    of_all, most = dict[tuple[int, int, int], Faces](), 0
    for _ in range(games):
        game, number = by_house_rules(key, source), source.randrange(3)
        entries = journal_of(game, source, number)
        thrown = counted(game, entries)
        most = max(most, *(throw for _, throw in thrown))
        for (turn, throw), faces in thrown.items():
            if (number, turn, throw) not in of_all:
                of_all[number, turn, throw] = shared(number, turn, throw, 10)
            assert faces == of_all[number, turn, throw][: len(faces)]
    assert most > 1, "somebody threw three times in a turn"


@pytest.mark.parametrize("key", ALONE)
def test_the_same_throw_falls_for_all_in_the_same_turn_whatever_they_keep(key: str, seed: str) -> None:
    check(key, 6, random.Random(f"{seed} {key}"))


@pytest.mark.long(200)
@pytest.mark.parametrize("key", ALONE)
def test_it_does_in_ten_thousand_games(key: str, seed: str) -> None:
    check(key, 10_000 // len(ALONE) + 1, random.Random(f"{seed} {key} long"))


def test_every_sheet_and_both_races_can_be_played_alone_by_all() -> None:
    assert set(CATALOGUE) - set(ALONE) == {"421", "ambition", "yamslam", "5000", "cant_stop"}


def test_who_keeps_the_same_faces_throws_the_same_wherever_they_lie() -> None:
    game = make("yum_classic", {})
    faces = shared(0, 0, 0, 5)
    pair = next(face for face in faces if faces.count(face) > 1)
    ways = ([f"keep {pair} {pair}", f"keep {pair} {pair}"], [f"keep {pair} {pair}"])
    played = []
    for keeps in ways:
        dice, state, entries = dice_source(SECRET, ENTROPY), game.new(1), []
        for do in ("roll", *keeps, "mark chance", "roll"):
            step, entry = play_recorded(game, state, Seat(0), do, dice.for_seat(0, state.dice))
            state = step.state
            entries.append(entry.dice)
        played.append(entries)
    assert played[0][:2] == played[1][:2]
    assert played[0][-1] == played[1][-1] == (shared(0, 1, 0, 5),)


def record_of(game: AnyGame, entries: list[JournalEntry], number: int) -> dict[str, Any]:
    fair = FairnessProof(commitment(SECRET), SECRET.hex(), ENTROPY)
    return as_json(make_record(game.key, game.written, 1, entries, fair)) | {"round": number + 1}


@pytest.mark.sample(4)
@pytest.mark.parametrize("key", ALONE)
def test_a_record_is_fair_in_its_own_round_and_as_it_was_thrown_only(key: str, seed: str) -> None:
    source = random.Random(seed)
    game = by_house_rules(key, source)
    entries = journal_of(game, source, 1)
    whole = record_of(game, entries, 1)

    def fair(told: dict[str, Any]) -> bool:
        record = read(msgspec.json.encode(told))
        assert record.fair is not None
        return is_fair(game, record, record.fair)

    assert fair(whole)
    assert not fair(whole | {"round": 1})
    assert not fair({name: value for name, value in whole.items() if name != "round"})
    record = read(msgspec.json.encode(whole))
    of_turns = {(turn - 1, throw - 1): faces for (turn, throw), faces in throws_of_turns(game, record).items()}
    assert of_turns == counted(game, entries)
    throwing = [number for number, entry in enumerate(entries) if entry.dice]
    for move in source.sample(throwing, min(5, len(throwing))):
        changed = msgspec.json.decode(msgspec.json.encode(whole))
        faces = changed["moves"][move]["dice"][0]
        faces[-1] = faces[-1] % 6 + 1
        assert not fair(changed)
