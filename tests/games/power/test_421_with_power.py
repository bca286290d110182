"""The Power die of 421: our own definition, face by face, and against a second set of rules."""

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.gate import legal, play
from bot.games import make
from tests.games.power.party import Party, needed


def rounds(*moves, seats=2, **options):
    return Party("421", seats=seats, **options).do(*moves)


def test_the_power_die_is_thrown_once_a_round_by_its_first_player():
    table = rounds()
    assert needed(table, "roll") == 4
    table.do("roll 4-2-1-2")
    assert needed(table, "keep 1 2") == 1
    table.do("stand")
    assert needed(table, "roll") == 3
    table.do("roll 6-5-3", "stand")
    assert (needed(table, "roll"), table.state.power) == (4, None)


@pytest.mark.parametrize(("face", "tokens"), [(1, 6), (2, 12), (3, 18), (4, 6), (6, 6)])
def test_the_best_hand_sets_so_many_times_its_tokens(face, tokens):
    table = rounds(f"roll 1-1-6-{face}", "stand", "roll 6-5-3", "stand")
    assert table.state.tokens == (0, tokens)
    assert table.state.last.value == tokens


def test_no_more_tokens_than_there_are():
    table = rounds("roll 4-2-1-3", "stand", "roll 6-5-3", "stand")
    assert (table.state.tokens, table.state.pot, table.state.discharge) == ((0, 21), 0, True)


def test_freeze_lets_everybody_throw_once():
    table = rounds("roll 6-5-3-4")
    assert table.legal == {"stand"}
    assert table.do("stand", "roll 6-6-4").legal == {"stand"}


def test_double_adds_the_tokens_of_the_two_best_hands():
    table = rounds("roll 1-1-6-5", "stand", "roll 6-5-3", "stand", "roll 5-5-5", "stand", seats=3)
    assert table.state.tokens == (0, 11, 0)
    assert rounds("roll 1-1-6-5", "stand", "roll 6-5-3", "stand").state.tokens == (0, 7)


def test_power_6_allows_one_throw_more():
    table = rounds("roll 6-5-3-6", "keep 6-5-3", "keep 6-5-3")
    assert "keep" in table.legal
    table.do("keep 6-5-3")
    assert table.legal == {"stand"}
    assert table.do("stand").state.limit == 4
    assert rounds("roll 6-5-3-6", charge_one_throw=True).do("keep 6-5-2").legal == {"stand"}


def test_a_first_player_who_leaves_leaves_the_power_die():
    table = rounds("roll 1-1-6-2", seats=3)
    table.state = play(table.game, table.state, 0, "drop", ScriptedDice([])).state
    assert (table.state.power, needed(table, "roll")) == (2, 3)


BEST = ["421", "111", "611", "666", "511", "555", "411", "444", "311", "333", "211", "222", "654", "543", "432", "321"]


def tokens_of(hand):
    """The tokens that a hand sets, from the list of the seed."""
    high, middle, low = hand
    if hand == (4, 2, 1):
        return 10
    if hand == (1, 1, 1):
        return 7
    if (middle, low) == (1, 1) or high == low:
        return high
    return 2 if "".join(map(str, hand)) in BEST else 1


@pytest.mark.parametrize("seats", [2, 4])
def test_421_with_power_settles_as_a_second_set_of_rules_says(seats, seed, random_game):
    """Every round: how often one may throw, and how many tokens the loser receives."""
    game = make("421", {"power": True, "ties": "none", "nenette": "none"})
    state, power, settled = game.new(seats), None, 0
    for entry in random_game(game, seats, seed).entries:
        first = not any(state.hands) and not state.limit
        if entry.do == "roll" and first:
            power = entry.dice[0][3]
        if entry.do != "roll" and first:
            most = {4: 1, 6: 4}.get(power, 3)
            assert any(text.startswith("keep") for text in legal(game, state)) == (state.throws < most)
        before, state = state, play(game, state, entry.seat, entry.do, ScriptedDice(entry.dice)).state
        if state.last is before.last:
            continue
        hands = [tuple(sorted(hand, reverse=True)) for hand in state.last.hands]
        values = sorted(map(tokens_of, hands), reverse=True)
        order = sorted(hands, key=lambda hand: _rank(hand))
        owed = {5: tokens_of(order[0]) + tokens_of(order[1])}.get(
            power, tokens_of(order[0]) * (power if power < 4 else 1)
        )
        assert state.last.value == owed, values
        have = before.pot if state.last.giver is None else before.tokens[state.last.giver]
        if state.last.loser is not None and not (before.discharge and state.last.giver is None):
            assert state.last.gained[state.last.loser] == min(owed, have)
        settled += 1
    assert settled
    assert state.turn is None


def _rank(hand):
    """The place of a hand: the named ones first, then by the dice, 2-2-1 last."""
    name = "".join(map(str, hand))
    return (BEST.index(name), 0) if name in BEST else (len(BEST), 999 if name == "221" else -int(name))
