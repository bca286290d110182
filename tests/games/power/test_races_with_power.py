"""The Power die of 5000 and Ambition: our own definition, face by face, and against a second set of rules."""

from itertools import combinations

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.gate import legal, play
from bot.games import make
from tests.games.power.party import Party, needed

# -- 5000 --------------------------------------------------------------------------------------------------------


def opened(**options):
    """A game of 5000 without an opening."""
    return Party("5000", opening=0, **options)


@pytest.mark.parametrize(("face", "points"), [(1, 150), (2, 300), (3, 450)])
def test_5000_what_the_last_throw_shows_multiplies_the_turn(face, points):
    table = opened().do("roll 1-2-3-4-6-3", f"keep 1 5-2-3-4-{face}", "bank 5")
    assert (table.scores, table.state.turn) == ((points, 0), 1)
    assert table.state.last.power == face


def test_5000_the_opening_is_asked_of_the_multiplied_turn():
    assert Party("5000").do("roll 3-3-3-2-4-3").legal == {"keep 3 3 3", "bank 3 3 3"}
    assert Party("5000").do("roll 3-3-3-2-4-2").legal == {"keep 3 3 3"}


def test_5000_freeze_ends_the_throws():
    table = opened().do("roll 1-5-3-4-6-4")
    assert table.legal == {"bank 1", "bank 5", "bank 1 5"}
    assert table.do("bank 1 5").scores == (150, 0)


def test_5000_freeze_counts_the_turn_even_if_nothing_scores():
    table = opened().do("roll 1-2-3-4-6-3", "keep 1 2-3-4-6-4")
    assert (table.scores, table.state.turn, table.state.last.how) == ((100, 0), 1, "counted")


@pytest.mark.parametrize(("first", "how"), [("2-3-4-6-6-4", "lost"), ("5-2-3-4-4-4", "short")])
def test_5000_freeze_counts_nothing_where_there_is_too_little(first, how):
    table = Party("5000").do(f"roll {first}")
    assert (table.scores, table.state.turn, table.state.last.how) == ((0, 0), 1, how)


def test_5000_freeze_before_the_opening_loses_what_is_too_little():
    table = Party("5000").do("roll 1-2-3-4-6-1", "keep 1 2-3-4-6-4")
    assert (table.scores, table.state.turn, table.state.last.how) == ((0, 0), 1, "lost")


def test_5000_double_gives_another_turn():
    table = opened().do("roll 1-5-3-4-6-5", "bank 1 5")
    assert (table.scores, table.state.turn, table.legal) == ((150, 0), 0, {"roll"})
    assert table.do("roll 2-3-4-6-6-5").state.turn == 1


def test_5000_a_double_that_reaches_the_goal_ends_the_game_or_begins_the_last_round():
    assert opened().do("roll 5-5-5-5-5-5", "bank 5 5 5 5 5").state.turn is None
    table = opened(last_round=True).do("roll 5-5-5-5-5-5", "bank 5 5 5 5 5")
    assert table.state.turn == 1
    table.do("roll 1-2-3-4-6-5", "bank 1")
    assert table.state.turn == 1
    assert table.do("roll 1-2-3-4-6-1", "bank 1").state.turn is None
    assert table.scores == (5000, 200)


def test_5000_a_double_that_reaches_the_goal_in_the_last_round_gives_no_further_turn():
    table = opened(last_round=True, seats=3).do("roll 5-5-5-5-5-1", "bank 5 5 5 5 5")
    table.do("roll 1-2-3-4-6-5", "bank 1", "roll 5-5-5-5-5-5", "bank 5 5 5 5 5")
    assert (table.scores, table.state.turn) == ((5000, 5100, 0), 2)
    assert table.do("roll 5-5-5-5-5-5", "bank 5 5 5 5 5").state.turn is None


def test_5000_power_6_is_one_throw_more():
    table = opened().do("roll 1-2-3-4-6-1", "keep 1 5-2-3-4-1", "keep 5 5-2-3-6")
    assert table.legal == {"keep 5", "bank 5"}
    assert table.do("keep 5 5-2-2").legal == {"bank 5"}


def test_5000_power_6_throws_again_where_nothing_scores():
    table = opened().do("roll 1-2-3-4-6-3", "keep 1 2-3-4-6-6")
    assert (table.legal, table.state.risk, needed(table, "roll")) == ({"roll"}, 100, 5)
    assert table.do("roll 5-3-4-6-2", "bank 5").scores == (300, 0)
    assert opened().do("roll 2-3-4-6-6-6", "roll 2-3-4-6-6-1").state.turn == 1


def test_5000_five_ones_win_whatever_the_power_die_shows():
    assert Party("5000").do("roll 1-1-1-1-1-4").state.last.how == "five_ones"


def test_5000_an_exact_goal_is_not_passed_by_the_power_die():
    table = opened(goal_mode="exact").do("roll 2-3-4-5-6-3", "bank 2 3 4 5 6", "roll 2-3-4-6-6-1")
    assert table.scores == (4500, 0)
    table.do("roll 5-5-5-2-3-2", "bank 5 5 5")
    assert (table.scores, table.state.turn) == ((5000, 0), None)


def test_5000_at_4900_a_hundred_with_a_2_or_3_is_exactly_the_goal():
    for face in (2, 3):
        table = opened(goal_mode="exact").do("roll 2-3-4-5-6-3", "bank 2 3 4 5 6", "roll 2-3-4-6-6-1")
        table.do("roll 5-5-2-3-3-1", "keep 5 1-5-2-3-1", "bank 1 5", "roll 2-3-4-6-6-1", "roll 5-5-3-4-6-2", "bank 5 5")
        assert table.scores == (4900, 0)
        table.do("roll 2-3-4-6-6-1", f"roll 1-2-3-4-6-{face}", "bank 1")
        assert (table.scores, table.state.turn) == ((5000, 0), None)


def test_5000_in_a_race_a_double_gives_a_turn_that_is_free():
    table = Party("5000_race", seats=1, opening=0).do("roll 1-5-3-4-6-5", "bank 1 5")
    assert table.scores == (0,)
    assert table.do("roll 1-5-3-4-6-1", "bank 1 5").scores == (-1,)
    assert table.do("roll 2-3-4-6-6-5").scores == (-2,)
    assert table.do("roll 5-5-5-5-5-5", "bank 5 5 5 5 5").scores == (-3,)


class FiveThousandModel:
    """Standard 5000 with the Power die, from its journal alone."""

    def __init__(self, seats):
        self.totals, self.open = [0] * seats, [False] * seats
        self.clear()

    def clear(self):
        self.risk, self.aside, self.throws, self.dice, self.power = 0, 0, 0, [], 0

    def worth(self, dice):
        """The points of these dice; 0 if one of them scores nothing."""
        if sorted(dice) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
            return 1500
        points = 5000 if dice.count(5) == 5 else 0
        for face in set(dice) - ({5} if points else set()):
            threes, alone = divmod(dice.count(face), 3)
            if alone and face not in (1, 5):
                return 0
            points += threes * (1000 if face == 1 else 100 * face) + alone * {1: 100, 5: 50}.get(face, 0)
        return points

    def choices(self):
        every = {some for many in range(1, 6) for some in combinations(sorted(self.dice), many)}
        whole = [
            some
            for some in every
            if all(self.dice.count(face) < 3 or not self.dice.count(face) - 3 < some.count(face) < 3 for face in some)
        ]
        return {some: points for some in whole if (points := self.worth(list(some)))}

    def legal(self, seat):
        if not self.dice:
            return {"roll"}
        if not self.choices():
            return {"roll"}
        texts = {some: " ".join(map(str, some)) for some in self.choices()}
        stops = {some for some, points in self.choices().items() if self.open[seat] or self.stopped(points) >= 750}
        throws = texts if self.throws < 3 and self.power != 4 else ()
        return {f"keep {texts[some]}" for some in throws} | {f"bank {texts[some]}" for some in stops}

    def stopped(self, points):
        return (self.risk + points) * (self.power if self.power < 4 else 1)

    def play(self, seat, text, thrown):
        """Return the seat that is to act after it, None if the game is over, or "next"."""
        word, *faces = text.split()
        some = tuple(map(int, faces))
        if word == "bank":
            self.totals[seat] += self.stopped(self.choices()[some])
            self.open[seat], again = True, self.power == 5
            self.clear()
            return None if self.totals[seat] >= 5000 else seat if again else "next"
        if word == "keep":
            self.risk += self.choices()[some]
            self.aside = (self.aside + len(some)) % 5
        *self.dice, self.power = thrown[0]
        assert len(self.dice) == 5 - self.aside
        self.throws += self.power != 6
        if self.dice == [1] * 5:
            return None
        if self.legal(seat) - {"roll"} or (not self.choices() and self.power == 6):
            return seat
        if self.power == 4 and not self.choices() and self.risk and (self.open[seat] or self.risk >= 750):
            self.totals[seat] += self.risk
            self.open[seat] = True
        self.clear()
        return None if self.totals[seat] >= 5000 else "next"


@pytest.mark.parametrize("seats", [2, 3])
def test_5000_with_power_plays_as_a_second_set_of_rules_says(seats, seed, random_game):
    game, model, turn = make("5000", {"power": True}), FiveThousandModel(seats), 0
    state = game.new(seats)
    for entry in random_game(game, seats, seed).entries:
        assert (state.turn, set(legal(game, state))) == (turn, model.legal(turn))
        after = model.play(turn, entry.do, entry.dice)
        turn = (turn + 1) % seats if after == "next" else after
        state = play(game, state, entry.seat, entry.do, ScriptedDice(entry.dice)).state
        assert list(game.scores(state)) == model.totals
    assert state.turn is turn is None


# -- Ambition ----------------------------------------------------------------------------------------------------


def qualified(**options):
    """A game of Ambition in which both have qualified, the first to act."""
    return Party("ambition", **options).do("roll 1-5-2-4", "roll 1-5-2-6")


def test_ambition_while_qualifying_the_power_die_does_nothing():
    table = Party("ambition").do("roll 2-2-3-4", "roll 2-2-3-6", "roll 2-2-3-6")
    assert (table.state.turn, table.state.last.how) == (1, "unqualified")


@pytest.mark.parametrize(("face", "points"), [(1, 150), (2, 300), (3, 450)])
def test_ambition_what_the_last_throw_shows_multiplies_the_turn(face, points):
    table = qualified().do("roll 1-2-3-3", f"roll 5-2-3-{face}", "stop")
    assert (table.scores, table.state.turn) == ((points, 0), 1)


def test_ambition_a_multiple_that_passes_the_goal_counts_once():
    table = qualified(goal=2000).do("roll 1-1-1-1", "roll 1-1-2-2")
    assert table.state.risk == 1200
    assert table.do("stop").scores == (1200, 0)


def test_ambition_a_multiple_that_reaches_the_goal_wins_at_once():
    table = qualified(goal=2000).do("roll 1-1-1-1", "roll 2-2-2-1")
    assert table.state.turn == 1, "a trio of 2s validates nothing"
    table = qualified(goal=2000).do("roll 4-4-4-1", "roll 1-2-3-1", "roll 1-1-5-1", "roll 1-1-5-2")
    assert (table.state.turn, table.scores) == (None, (2000, 0))


def test_ambition_freeze_writes_the_turn_even_if_nothing_scores():
    table = qualified().do("roll 1-2-3-1", "roll 2-3-4-4")
    assert (table.scores, table.state.turn, table.state.last.power) == ((100, 0), 1, 4)
    assert qualified().do("roll 1-5-3-4").scores == (150, 0)


def test_ambition_freeze_leaves_out_a_trio_not_validated():
    assert qualified().do("roll 1-2-3-1", "roll 4-4-4-4").scores == (100, 0)
    assert qualified().do("roll 4-4-4-4").state.last.how == "invalid"
    assert qualified().do("roll 1-2-3-1", "roll 4-4-4-1", "roll 2-3-4-4").scores == (100, 0)
    assert qualified().do("roll 4-4-4-1", "roll 1-3-6-4").scores == (500, 0)


@pytest.mark.parametrize("face", [1, 4, 6])
def test_ambition_a_throw_past_the_goal_loses_the_turn_whatever_the_power_die_shows(face):
    table = qualified(goal=2000).do("roll 1-5-3-1", "roll 1-1-1-1", f"roll 1-1-1-{face}")
    assert (table.scores, table.state.turn, table.state.last.how) == ((0, 0), 1, "over")
    table = qualified(goal=2000, overshoot="stop_before").do("roll 1-5-3-1", "roll 1-1-1-1", "roll 1-5-2-1")
    assert table.do(f"roll 1-1-1-{face}").scores == (1300, 0)


def test_ambition_double_gives_another_turn():
    table = qualified().do("roll 1-5-3-5", "stop")
    assert (table.scores, table.state.turn, table.legal) == ((150, 0), 0, {"roll"})


def test_ambition_power_6_throws_again_where_the_turn_would_be_lost():
    table = qualified().do("roll 1-2-3-1", "roll 2-3-4-6")
    assert (table.legal, table.state.risk) == ({"roll"}, 100)
    assert table.do("roll 5-2-3-1", "stop").scores == (150, 0)
    table = qualified().do("roll 4-4-4-1", "roll 2-2-2-6")
    assert (table.legal, table.state.pending) == ({"roll"}, 400)
    assert table.do("roll 1-3-6-1", "stop").scores == (500, 0)


def test_ambition_power_6_saves_no_throw_past_the_goal():
    table = qualified(goal=2000).do("roll 1-1-1-1", "roll 1-1-1-6")
    assert table.state.last is not None
    assert (table.state.turn, table.state.pending) == (0, 1000)
    assert table.do("roll 1-2-3-6").state.last.how == "over"


class AmbitionModel:
    """Standard Ambition to 2,000 with the Power die, from its journal alone."""

    def __init__(self, seats):
        self.totals, self.ready = [0] * seats, [False] * seats
        self.clear()

    def clear(self):
        self.risk, self.trio, self.tries, self.stop = 0, 0, 0, 0

    def play(self, seat, text, thrown):
        """Return whether the turn is over: "next", "again" or "won"; None while it goes on."""
        if text == "stop":
            self.totals[seat] += self.stop
            return "again" if self.power == 5 else "next"
        *dice, self.power = thrown[0]
        if not self.ready[seat]:
            self.tries += 1
            self.ready[seat] = {1, 5} <= set(dice)
            return "next" if self.ready[seat] or self.tries == 3 else None
        equal, missing = len(set(dice)) == 1, 2000 - self.totals[seat]
        points = (1000 if dice[0] == 1 else 100 * dice[0]) if equal else 100 * dice.count(1) + 50 * dice.count(5)
        self.stop = 0
        if not points or (self.trio and not {1, 5} & set(dice)):
            if self.power == 6:
                return None
            self.totals[seat] += self.risk - self.trio if self.power == 4 else 0
            return "next"
        self.risk += points
        if self.risk > missing:
            return "next"
        self.trio = points if equal else 0
        if self.power == 4:
            self.totals[seat] += self.risk - self.trio
            return "won" if self.totals[seat] == 2000 else "next"
        if not self.trio:
            times = self.power if self.power < 4 else 1
            self.stop = self.risk * times if self.risk * times <= missing else self.risk
            if self.stop == missing:
                self.totals[seat] = 2000
                return "won"
        return None


@pytest.mark.parametrize("seats", [2, 3])
def test_ambition_with_power_plays_as_a_second_set_of_rules_says(seats, seed, random_game):
    game, model, turn = make("ambition", {"power": True, "goal": 2000}), AmbitionModel(seats), 0
    state = game.new(seats)
    for entry in random_game(game, seats, seed).entries:
        assert (state.turn, set(legal(game, state))) == (turn, {"roll", "stop"} if model.stop else {"roll"})
        over = model.play(turn, entry.do, entry.dice)
        if over:
            model.clear()
            turn = {"next": (turn + 1) % seats, "again": turn, "won": None}[over]
        state = play(game, state, entry.seat, entry.do, ScriptedDice(entry.dice)).state
        assert list(game.scores(state)) == model.totals
    assert state.turn is turn is None
