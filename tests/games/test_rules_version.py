"""A game ends by the version of the rules it began with; a game written down without a version is of the first."""

import json

import pytest

from bot.engine.errors import BadOptions
from bot.engine.options import FIRST_RULES_VERSION, RULES_VERSION, VERSION_KEY
from bot.engine.play import JournalEntry
from bot.engine.record import as_json
from bot.engine.record import make as make_record
from bot.engine.types import Seat
from bot.games import CATALOGUE, make, remake
from bot.games.replay import replay

KEYS = list(CATALOGUE)


def report(game, options, *moves):
    """What ``replay`` says after ``moves`` of one player: the text, and the throw it caused."""
    told = [JournalEntry(Seat(0), do, tuple(tuple(map(int, throw)) for throw in throws)) for do, *throws in moves]
    return replay(json.dumps(as_json(make_record(game, options, CATALOGUE[game].seats[0], told))).encode())


@pytest.mark.parametrize("key", KEYS)
def test_a_new_game_is_written_with_the_newest_version_and_read_back_the_same(key):
    for preset in CATALOGUE[key].presets:
        game = make(key, preset.options)
        assert dict(game.written) == {**preset.options, VERSION_KEY: RULES_VERSION}
        assert remake(key, game.written) == game


@pytest.mark.parametrize("key", KEYS)
def test_the_version_is_no_house_rule(key):
    game = make(key, {})
    assert game.options == {}
    assert VERSION_KEY not in {rule.key for rule in CATALOGUE[key].rules}
    assert VERSION_KEY not in game.house_rules


@pytest.mark.parametrize("key", KEYS)
def test_an_old_game_stays_one_when_it_is_written_again(key):
    old = remake(key, {})
    assert old.written == {}
    assert remake(key, old.written) == old == make(key, {VERSION_KEY: FIRST_RULES_VERSION})
    assert old != make(key, {})


@pytest.mark.parametrize("version", [0, RULES_VERSION + 1, "1", 1.0, True, None])
def test_a_version_nobody_knows_is_refused(version):
    with pytest.raises(BadOptions, match=VERSION_KEY):
        make("yum_plus", {VERSION_KEY: version})
    assert report("yum_plus", {VERSION_KEY: version})["error"] == "BadOptions"


def test_yamslam_alone_before_and_now():
    dry = [move for _ in range(27) for move in (("roll", "13566"), ("pass",))]
    moves = (*dry, ("roll", "33333"), ("take 2p",))
    before = report("yamslam", {}, *moves)
    assert (before["finished"], before["scores"]) == (True, (25,))
    now = report("yamslam", {VERSION_KEY: 2}, *moves)
    assert (now["finished"], now["to_act"]) == (False, 0)
    assert set(now["legal"].values()) == {5, 10, 20, 25, 30, 40, 50}


def test_yum_color_with_only_the_equal_dice_before_and_now():
    options = {"of_a_kind": "matching"}
    for dice, before, now in (("55552", 22, 20), ("11663", 17, 14), ("33344", 17, 14)):
        assert report("yum_color", options, ("roll", dice))["legal"]["mark two_pair_color"] == before
        newest = report("yum_color", {**options, VERSION_KEY: 2}, ("roll", dice))
        assert newest["legal"]["mark two_pair_color"] == now
        assert newest["legal"]["mark three_kind"] in (0, 9, 15)  # the other boxes did so before
