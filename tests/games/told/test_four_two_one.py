"""Every sentence of the rules page of 421 is shown by a scene."""

import re
from collections import Counter
from itertools import combinations_with_replacement, pairwise

import pytest

from bot.engine.dice import UNSTIRRED
from bot.engine.types import Seat
from bot.games import make
from bot.games.four_two_one.board import hands_parts
from bot.games.four_two_one.rules import DICE
from bot.locales import words
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext
from bot.tables.model.table import DiceSeed
from bot.tables.moves.sides import seating
from tests.factories import table_of, users
from tests.games.told.scenes import Options, Scene, Scenes, both_ways, check_every_sentence, check_scenes, every_pair

KEY = "421"

NAMES = {"**{face}**: {said}"}
"""What puts other sentences together."""


def _round(*hands: str) -> str:
    """Everybody throws once."""
    return "".join(f"roll = {hand}; stand; " for hand in hands)


WEAK, BETTER = "6-5-3", "6-6-4"
"""Plain hands: the best of a round sets 1 token."""
LOSER = {"starter": "loser"}
POT_21, POT_41 = {"tokens": 21}, {"tokens": 41}
POT_11 = LOSER | {"tokens": 11, "value_421": 10}
CHARGE = _round(WEAK, BETTER) + _round("4-2-1", WEAK)
"""The pot of 11 goes: 1 token to the first player, 10 to the second, who begins the discharge."""
AT_ONCE = LOSER | {"tokens": 11, "value_421": 11}
ALL_TO_B, ALL_TO_B_OF_3 = _round("4-2-1", WEAK), _round("4-2-1", WEAK, BETTER)
"""All 11 tokens go to the second player in one round."""
ANA, BEN = "roll = 6-4-2; keep 2 4 = 1; stand", "roll = 5-5-3; keep 5 5 = 1; stand"
"""The two of the example."""
WIN, OUT = {"zero_after_charge": "win"}, {"zero_after_charge": "out"}
RAMPO, NO_RAMPO, ROLL_OFF, POWER = {"ties": "rampo"}, {"ties": "none"}, {"tiebreak": "roll_off"}, {"power": True}
ONE_GAME, MATCH = {"games_in_match": 1}, {"games_in_match": 2}
ONCE = ("charge_one_throw",)


EVERY = [*combinations_with_replacement(range(6, 0, -1), DICE)]


def _all_hands_under_more(also: Options) -> None:
    game = make(KEY, also)
    table = table_of(game, users(2))
    shown = hands_parts(RenderContext(words("en"), PLAIN_GLYPHS), table, game, table.state)[-1]
    assert Counter(re.findall("[1-6]-[1-6]-[1-6]", shown)) == {"-".join(map(str, hand)): 1 for hand in EVERY}


def _begins(lowest: bool):
    def shown(also: Options) -> None:
        game = make(KEY, {**also, "first_player": "lowest" if lowest else "highest"})
        for number in range(20):
            order, (thrown,) = seating(DiceSeed(bytes([number] * 32), UNSTIRRED), users(3), game, {})
            sums = {seat: sum(faces) for seat, faces in thrown.rounds[-1]}
            assert sums[Seat(0)] == (min if lowest else max)(sums.values())
            assert all(len(faces) == DICE for _, faces in thrown.rounds[0])
            assert len(order) == len(thrown.rounds[0])

    return shown


def _sets(tokens: int, best: str, worst: str, **options: object) -> tuple[Scene, Scene]:
    """The better hand sets so many tokens, in either order of playing."""
    pot = POT_41 | options
    return (
        Scene(_round(best, worst), pot, reported={"tokens": (0, tokens)}),
        Scene(_round(worst, best), pot, reported={"tokens": (tokens, 0)}),
    )


def _what_ben_receives(also: Options) -> None:
    """The numbers of the page are those of the table."""
    for value, pot in ((10, 21), (8, 41)):
        options = {"value_421": value, "tokens": pot}
        _, parts = face_of(KEY).rules(RenderContext(words("en"), PLAIN_GLYPHS), make(KEY, {**also, **options}))
        page = "\n".join(part.value for part in parts)
        found = re.search(r"Ben receives (\d+)\. The pot keeps (\d+)\.", page)
        assert found
        reported = {"tokens": (0, int(found[1])), "pot": int(found[2])}
        Scene(f"{ANA}; {BEN}", options, reported=reported).check(KEY, also)


def _is_plain(hand: tuple[int, ...]) -> bool:
    high, middle, low = hand
    ace, run = middle == low == 1, (high - middle, middle - low) == (1, 1)
    return not (ace or run or high == low) and hand not in ((4, 2, 1), (2, 2, 1))


PLAIN = ["-".join(map(str, hand)) for hand in EVERY if _is_plain(hand)]
"""By their highest die, then the next."""

PLAIN_SET_ONE = tuple(scene for one, other in pairwise(PLAIN) for scene in _sets(1, one, other))

SCENES: Scenes = {
    "{dice} dice and {tokens} tokens. Tokens are bad: be the first to have none left in the end.": (
        Scene("roll = 6-5-3", POT_21, reported={"pot": 21}, turn=0),
        Scene(CHARGE + _round(WEAK, BETTER), POT_11, over=True, first=0),
    ),
    "The first player throws up to {throws} times and may keep any dice.": (
        Scene("roll = 6-5-3", apart=ONCE, may=("keep 6", "keep 3 5", "stand"), turn=0),
        Scene("roll = 6-5-3; keep 6 = 1-2; keep 1 2 = 5", apart=ONCE, may=("stand",), may_not=("keep 1 2",), turn=0),
    ),
    "In the charge everybody throws only once.": Scene(
        "roll = 6-5-3", {"charge_one_throw": True}, may=("stand",), may_not=("keep 6",), turn=0
    ),
    "In the discharge the first player throws up to {throws} times and may keep any dice.": Scene(
        CHARGE + "roll = 6-5-3; keep 6 = 1-2; keep 1 2 = 5",
        POT_11 | {"charge_one_throw": True},
        may=("stand",),
        may_not=("keep 1 2",),
        turn=1,
    ),
    "Everybody else must throw as often.": Scene(
        CHARGE + "roll = 6-5-3; keep 6 = 1-2; stand; roll = 6-5-2",
        POT_11,
        may=("keep 6",),
        may_not=("stand",),
        turn=0,
    ),
    "At least one die is thrown each time, even after a 421.": (
        Scene(
            "roll = 6-5-3; keep 6 = 1-2; stand; roll = 4-2-1",
            apart=ONCE,
            may=("keep 2 4",),
            may_not=("stand", "keep 1 2 4"),
            turn=1,
        ),
        Scene(
            "roll = 6-5-3; keep 6 = 1-2; stand; roll = 4-2-1; keep 2 4 = 1",
            apart=ONCE,
            may=("stand",),
            may_not=("keep 2 4",),
            turn=1,
        ),
        Scene(
            CHARGE + "roll = 6-5-3; keep 6 = 1-2; stand; roll = 4-2-1",
            POT_11,
            may=("keep 2 4",),
            may_not=("stand", "keep 1 2 4"),
            turn=0,
        ),
    ),
    "Everybody else throws as often, or says « le bon » and stops before that with a hand they like.": Scene(
        CHARGE + "roll = 6-5-3; keep 6 = 1-2; stand; roll = 4-2-1",
        POT_11 | {"le_bon": True},
        may=("stand", "keep 2 4"),
        turn=0,
    ),
    "Everybody else throws as often, or stops before that with a hand they like.": Scene(
        CHARGE + "roll = 6-5-3; keep 6 = 1-2; stand; roll = 4-2-1",
        POT_11 | {"may_stand": True},
        may=("stand", "keep 2 4"),
        turn=0,
    ),
    "Then the worst hand receives tokens: as many as the best hand is worth.": Scene(
        _round("1-1-6", WEAK, "4-4-2"), POT_21, seats=3, reported={"tokens": (0, 0, 6), "pot": 15}
    ),
    "First the pot gives them: the charge. Once it is empty, the best hand gives its own: the discharge.": (
        Scene(_round(WEAK, BETTER), POT_11, reported={"phase": "charge", "pot": 10, "tokens": (1, 0)}, turn=0),
        Scene(
            CHARGE + _round("5-4-3", WEAK),
            POT_11,
            reported={"phase": "decharge", "pot": 0, "tokens": (1 + 2, 10 - 2)},
            turn=0,
        ),
    ),
    "What each is worth where it is the best of a round. At a table, **More** lists all 56 hands.": (
        _all_hands_under_more
    ),
    "* 4-2-1: {tokens} tokens": (*_sets(10, "4-2-1", "1-1-1", value_421=10), *_sets(8, "4-2-1", WEAK, value_421=8)),
    "* 1-1-1: 7 tokens": _sets(7, "1-1-1", "6-1-1"),
    "* 6-1-1, 6-6-6, 5-1-1, 5-5-5, and so on down to 2-1-1, 2-2-2: as many as their highest number says": tuple(
        scene
        for one, other in pairwise([*(hand for n in (6, 5, 4, 3, 2) for hand in (f"{n}-1-1", f"{n}-{n}-{n}")), "6-5-4"])
        for scene in _sets(int(one[0]), one, other)
    ),
    "* 6-5-4, 5-4-3, 4-3-2, 3-2-1: 2 tokens": tuple(
        scene
        for one, other in pairwise(("6-5-4", "5-4-3", "4-3-2", "3-2-1", "6-6-5"))
        for scene in _sets(2, one, other)
    ),
    "* all others by their highest die, then the next: 1 token": PLAIN_SET_ONE,
    "all others": PLAIN_SET_ONE,
    "* 2-2-1, the nénette, is the worst": _sets(1, "3-2-2", "2-2-1", nenette="none"),
    "2-2-1 is the worst": _sets(1, "3-2-2", "2-2-1", nenette="none"),
    "The pot gives at most what is left in it, and the best hand at most what it has.": (
        Scene(
            _round(WEAK, BETTER) + _round("1-1-1", WEAK) + _round(WEAK, "1-1-1"),
            POT_11,
            reported={"tokens": (1, 7 + 3), "pot": 0},
            turn=1,
        ),
        Scene(CHARGE + _round(WEAK, "1-1-1"), POT_11 | ONE_GAME, reported={"tokens": (0, 11)}, over=True, first=0),
    ),
    "The first player with no token left in the discharge wins.": (
        Scene(CHARGE + _round(WEAK, BETTER), POT_11, over=True, first=0),
        Scene(CHARGE + _round("5-4-3", WEAK), POT_11, turn=0),
    ),
    "A player without tokens when the pot is empty wins at once.": Scene(ALL_TO_B, AT_ONCE | WIN, over=True, first=0),
    "A player without tokens when the pot is empty sits out the discharge and comes right behind its winner.": Scene(
        _round("4-2-1", WEAK, "6-5-4") + _round(BETTER, WEAK, "6-6-3") + _round(BETTER, WEAK),
        POT_11 | OUT,
        seats=3,
        over=True,
        order=(2, 0, 1),
    ),
    "A player without tokens when the pot is empty sits out the discharge.": Scene(
        _round("4-2-1", WEAK, "6-5-4") + _round(BETTER, WEAK, "6-6-3") + _round(WEAK, "5-4-3"),
        POT_11 | OUT | MATCH,
        seats=3,
        reported={"tokens": (0, 8, 3), "pot": 0},
        turn=2,
    ),
    "If one player alone has tokens then, there is no discharge: a player without any wins.": (
        Scene(ALL_TO_B, AT_ONCE | OUT, over=True, first=0),
        Scene(
            ALL_TO_B_OF_3.strip("; ") + f" = {WEAK} {BETTER}",
            AT_ONCE | OUT,
            seats=3,
            apart=("ties",),
            over=True,
            first=2,
        ),
    ),
    "Everybody plays the first round of the discharge, even without a token.": (
        Scene(ALL_TO_B, AT_ONCE, apart=("espagnole",), reported={"phase": "decharge"}, turn=1),
        Scene(ALL_TO_B + "roll = 6-5-3; stand", AT_ONCE, apart=("espagnole",), turn=0),
        Scene(
            _round("4-2-1", WEAK, "6-5-4") + _round(BETTER, WEAK, "6-6-3") + "roll = 6-5-3; stand",
            POT_11,
            seats=3,
            turn=0,
        ),
    ),
    "Espagnole: a player with all tokens at the end of the charge loses at once, and all others have won.": (
        Scene(ALL_TO_B, AT_ONCE | {"espagnole": True}, over=True, first=0),
        Scene(
            ALL_TO_B_OF_3,
            AT_ONCE | {"espagnole": True},
            seats=3,
            apart=("tiebreak",),
            over=True,
            winners=(0, 2),
        ),
    ),
    "Ana throws 6-4-2, keeps the 4 and the 2, and throws a 1. She stops: 4-2-1 in two throws.": (
        Scene("roll = 6-4-2", POT_21, may=("keep 2 4",), turn=0),
        Scene("roll = 6-4-2; keep 2 4 = 1", POT_21, may=("stand",), turn=0),
        Scene(ANA, POT_21, turn=1),
    ),
    "So Ben throws twice too: 5-5-3, then a 1 beside his two 5s.": Scene(
        f"{ANA}; roll = 5-5-3; keep 5 5 = 1", POT_21, may=("stand",), may_not=("keep 5 5",), turn=1
    ),
    "4-2-1 is worth {tokens} tokens, and 5-5-1 is worse: Ben receives {tokens}. The pot keeps {left}.": (
        _what_ben_receives
    ),
    "In the discharge Ana would give Ben {tokens} of her own, or all she has.": (
        Scene(f"{CHARGE}{ANA}; {BEN}", POT_11 | ONE_GAME, reported={"tokens": (11, 0)}, over=True, first=1),
        Scene(
            f"{CHARGE}{2 * _round(WEAK, BETTER)}{ANA}; {BEN}",
            POT_11 | {"value_421": 8},
            reported={"tokens": (9, 2), "phase": "decharge"},
        ),
    ),
    "Before the round is settled, 2-2-1 takes 2 tokens from the pot or the best hand.": Scene(
        _round("1-1-4", "2-2-1"), POT_21 | {"nenette": "add2"}, reported={"tokens": (0, 4 + 2), "pot": 15}
    ),
    "A player who receives with 2-2-1 receives 2 tokens, whatever the best hand is.": Scene(
        _round("1-1-3", "2-2-1"), POT_21 | {"nenette": "fixed2"}, reported={"tokens": (0, 2), "pot": 19}
    ),
    "2-2-1 is the worst hand and nothing more.": Scene(
        _round("1-1-3", "2-2-1"), POT_21 | {"nenette": "none"}, reported={"tokens": (0, 3), "pot": 18}
    ),
    "Rampo: those that tie for the worst hand throw once, and the lowest receives; in the discharge also those that "
    "tie for the best, and the highest gives.": (
        Scene(_round(WEAK, WEAK).strip("; ") + f" = {BETTER} {WEAK}", POT_21, reported={"tokens": (0, 1), "pot": 20}),
        Scene(
            CHARGE + _round("5-4-3", "5-4-3").strip("; ") + f" = {WEAK} {BETTER}",
            POT_11,
            reported={"tokens": (1 + 2, 10 - 2)},
            turn=0,
        ),
    ),
    "Several players without a token at the end throw too, and the highest wins.": Scene(
        ALL_TO_B_OF_3.strip("; ") + f" = {WEAK} {BETTER}",
        AT_ONCE | WIN,
        seats=3,
        apart=("espagnole",),
        over=True,
        first=2,
    ),
    "The bot throws for them until it is decided.": Scene(
        ALL_TO_B_OF_3 + _round(WEAK, BETTER, "5-4-3").strip("; ") + f" = {WEAK} {WEAK} {BETTER} {WEAK}",
        AT_ONCE | {"zero_after_charge": "play"},
        seats=3,
        apart=("espagnole",),
        over=True,
        first=0,
    ),
    "Where the worst hands tie, nobody receives; where the best tie in the discharge, nobody gives.": (
        Scene(_round(WEAK, WEAK), POT_21 | NO_RAMPO, reported={"tokens": (0, 0), "pot": 21}),
        Scene(
            CHARGE + _round(WEAK, WEAK), POT_11 | NO_RAMPO, reported={"tokens": (1, 10), "phase": "decharge"}, turn=1
        ),
    ),
    "Several players without a token at the end have all won.": Scene(
        ALL_TO_B_OF_3, AT_ONCE | WIN | NO_RAMPO, seats=3, apart=("tiebreak",), over=True, winners=(0, 2)
    ),
    "They share the place.": (
        Scene(ALL_TO_B_OF_3, AT_ONCE | WIN | NO_RAMPO | ONE_GAME, seats=3, over=True, winners=(0, 2)),
        Scene(ALL_TO_B_OF_3, AT_ONCE | {"espagnole": True} | ONE_GAME, seats=3, over=True, winners=(0, 2)),
        Scene(ALL_TO_B * 2, AT_ONCE | WIN | MATCH, scores=(1, 1), over=True, shared=True),
    ),
    "Players who share the first place throw once: the best hand wins, equal hands throw again.": (
        Scene(
            ALL_TO_B_OF_3.strip("; ") + f" = {WEAK} {WEAK} 2-2-1 3-2-2",
            AT_ONCE | WIN | NO_RAMPO | ROLL_OFF | ONE_GAME,
            seats=3,
            over=True,
            first=2,
        ),
        Scene(
            ALL_TO_B_OF_3.strip("; ") + f" = {BETTER} {WEAK}",
            AT_ONCE | {"espagnole": True} | ROLL_OFF | ONE_GAME,
            seats=3,
            over=True,
            first=0,
        ),
        Scene((ALL_TO_B * 2).strip("; ") + f" = {WEAK} 3-2-1", AT_ONCE | WIN | MATCH | ROLL_OFF, over=True, first=1),
    ),
    "A throw for a tie is made without it.": (
        Scene(
            (ALL_TO_B * 2).strip("; ") + f" = {WEAK} {BETTER}",
            AT_ONCE | WIN | MATCH | ROLL_OFF | POWER,
            over=True,
            first=1,
        ),
        Scene(
            f"roll = {WEAK}+2; stand; roll = {WEAK}; stand = {BETTER} {WEAK}",
            POT_21 | RAMPO | POWER,
            reported={"tokens": (0, 2), "pot": 19},
        ),
    ),
    "The tokens that a rampo decides about are multiplied too.": (
        Scene(
            f"roll = {WEAK}+3; stand; roll = {WEAK}; stand = {BETTER} {WEAK}",
            POT_21 | RAMPO | POWER,
            reported={"tokens": (0, 3), "pot": 18},
        ),
        Scene(
            f"{CHARGE}roll = 5-4-3+2; stand; roll = 5-4-3; stand = {WEAK} {BETTER}",
            POT_11 | RAMPO | POWER,
            reported={"tokens": (1 + 4, 10 - 4)},
            turn=0,
        ),
    ),
    "The 2 tokens of a nénette stay 2, whatever it shows.": (
        Scene(
            "roll = 1-1-3+3; stand; roll = 2-2-1; stand",
            POT_21 | POWER | {"nenette": "add2"},
            reported={"tokens": (0, 3 * 3 + 2), "pot": 10},
        ),
        Scene(
            "roll = 1-1-3+5; stand; roll = 2-2-1; stand",
            POT_21 | POWER | {"nenette": "add2"},
            reported={"tokens": (0, 3 + 1 + 2), "pot": 15},
        ),
        Scene(
            "roll = 1-1-3+3; stand; roll = 2-2-1; stand",
            POT_21 | POWER | {"nenette": "fixed2"},
            reported={"tokens": (0, 2), "pot": 19},
        ),
    ),
    "Before the game everybody throws: the highest begins.": _begins(lowest=False),
    "Before the game everybody throws: the lowest begins.": _begins(lowest=True),
    "Then the worst hand begins the next round.": (
        Scene(_round("4-2-1", WEAK), POT_41 | LOSER, turn=1),
        Scene(_round(WEAK, "4-2-1"), POT_41 | LOSER, turn=0),
    ),
    "Then the best hand begins the next round.": (
        Scene(_round("4-2-1", WEAK), POT_41 | {"starter": "winner"}, turn=0),
        Scene(_round(WEAK, "4-2-1"), POT_41 | {"starter": "winner"}, turn=1),
    ),
    "Then the next player begins the next round.": (
        Scene(_round("4-2-1", WEAK), POT_41 | {"starter": "clockwise"}, turn=1),
        Scene(_round(WEAK, "4-2-1"), POT_41 | {"starter": "clockwise"}, turn=1),
    ),
    "Each game won counts 1.": Scene(ALL_TO_B, AT_ONCE | WIN | MATCH, scores=(1, 0), turn=1),
    "A match is {games} games.": (
        Scene(ALL_TO_B, AT_ONCE | WIN | MATCH, turn=1),
        Scene(ALL_TO_B + _round(WEAK, "4-2-1"), AT_ONCE | WIN | MATCH, scores=(2, 0), over=True, first=0),
    ),
    **both_ways(KEY),
    "One game each: the win in fewer rounds decides.": Scene(
        ALL_TO_B + _round(BETTER, WEAK) + _round(WEAK, "4-2-1"),
        AT_ONCE | WIN | {"games_in_match": "both_ways"},
        scores=(1, 1),
        over=True,
        order=(0, 1),
    ),
    "The player whose turn it would be to begin the next round begins the next game.": (
        Scene(ALL_TO_B, AT_ONCE | WIN | MATCH, turn=1),
        Scene(ALL_TO_B, AT_ONCE | WIN | MATCH | {"starter": "winner"}, turn=0),
    ),
    "The match is over with the game in which somebody comes to {points}.": (
        Scene(ALL_TO_B + _round(WEAK, "4-2-1"), AT_ONCE | WIN | {"games_in_match": "to_3"}, scores=(2, 0), turn=1),
        Scene(
            ALL_TO_B + _round(WEAK, "4-2-1") * 2,
            AT_ONCE | WIN | {"games_in_match": "to_3"},
            scores=(3, 0),
            over=True,
            first=0,
        ),
    ),
    "A die of another colour is thrown along with the first throw of a round. It belongs to no hand, stays as it is, "
    "and goes for everybody in this round.": (
        Scene("roll = 6-1-1+2; stand; roll = 6-5-3; stand", POWER | POT_21, reported={"tokens": (0, 12)}),
        Scene("roll = 6-5-3+2; stand; roll = 6-1-1; stand", POWER | POT_21, reported={"tokens": (12, 0)}),
        Scene(
            "roll = 6-5-3+2; keep 6 = 1-1; stand; roll = 6-5-4; keep 5 6 = 3; stand",
            POWER | POT_21 | {"charge_one_throw": False},
            reported={"tokens": (0, 12)},
        ),
    ),
    "the best hand is worth its tokens once.": Scene(
        "roll = 6-1-1+1; stand; roll = 6-5-3; stand", POWER | POT_21, reported={"tokens": (0, 6)}
    ),
    "the best hand is worth {times} times its tokens.": (
        Scene("roll = 6-1-1+2; stand; roll = 6-5-3; stand", POWER | POT_21, reported={"tokens": (0, 12)}),
        Scene("roll = 6-1-1+3; stand; roll = 6-5-3; stand", POWER | POT_21, reported={"tokens": (0, 18)}),
    ),
    "Freeze: everybody throws only once.": (
        Scene("roll = 6-5-3+4", POWER, may=("stand",), may_not=("keep 6",), turn=0),
        Scene("roll = 6-5-3+4; stand; roll = 6-5-3", POWER, may=("stand",), may_not=("keep 6",), turn=1),
    ),
    "Double: the tokens of the two best hands are added.": Scene(
        "roll = 6-1-1+5; stand; roll = 5-1-1; stand; roll = 6-5-3; stand",
        POWER | POT_21,
        seats=3,
        reported={"tokens": (0, 0, 6 + 5)},
    ),
    "Power: one throw more is allowed.": (
        Scene("roll = 6-5-3+6; keep 6 = 1-2; keep 6 = 1-2", POWER, apart=ONCE, may=("keep 6", "stand"), turn=0),
        Scene(
            "roll = 6-5-3+6; keep 6 = 1-2; keep 6 = 1-2; keep 6 = 1-2", POWER, apart=ONCE, may_not=("keep 6",), turn=0
        ),
        Scene("roll = 6-5-3+6", POWER | {"charge_one_throw": True}, may=("keep 6", "stand"), turn=0),
        Scene("roll = 6-5-3+6; keep 6 = 1-2", POWER | {"charge_one_throw": True}, may_not=("keep 6",), turn=0),
    ),
}


def test_no_sentence_is_without_its_scene() -> None:
    check_every_sentence(KEY, SCENES, NAMES)


def test_every_sentence_holds_where_it_is_told() -> None:
    check_scenes(KEY, SCENES)


@pytest.mark.sample(4)
@pytest.mark.parametrize("options", every_pair(KEY), ids=str)
def test_every_sentence_holds_with_every_pair_of_house_rules(options: Options) -> None:
    check_scenes(KEY, SCENES, options)


def test_the_hands_between_are_seen_by_an_example() -> None:
    seen = face_of(KEY).worths(RenderContext(words("fr"), PLAIN_GLYPHS), make(KEY, {}))
    assert ("5-1-1  5-5-5", "", "5") in seen
    assert all(tokens.isdecimal() or not tokens for _, _, tokens in seen), "a line tells of one worth"
