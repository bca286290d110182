"""A game ends by the version of the rules it began with; a game written down without a version is of the first."""

import json

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.engine.errors import BadOptions
from bot.engine.gate import JournalEntry
from bot.engine.options import FIRST_RULES_VERSION, RULES_VERSION, VERSION_KEY, version_of_one_game
from bot.engine.record import as_json
from bot.engine.record import make as make_record
from bot.engine.types import Seat
from bot.games import CATALOGUE, make, remake
from bot.games.replay import replay

KEYS = list(CATALOGUE)


def report(game, options, *moves, version=None):
    """What ``replay`` says after ``moves`` of one player: the text, and the throw it caused."""
    told = [JournalEntry(Seat(0), do, tuple(tuple(map(int, throw)) for throw in throws)) for do, *throws in moves]
    return replay(json.dumps(as_json(make_record(game, options, CATALOGUE[game].seats[0], told))).encode(), version)


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
    before = report("yamslam", {}, *moves, version=1)
    assert (before["finished"], before["scores"]) == (True, (25,))
    now = report("yamslam", {VERSION_KEY: 2}, *moves)
    newest = {**now, VERSION_KEY: RULES_VERSION}
    assert report("yamslam", {}, *moves) == newest, "a record that names none is of the newest rules"
    assert (before[VERSION_KEY], now[VERSION_KEY]) == (1, 2)
    assert (now["finished"], now["to_act"]) == (False, 0)
    assert set(now["legal"].values()) == {5, 10, 20, 25, 30, 40, 50}


@pytest.mark.parametrize(("version", "changed_last"), [(1, 1), (2, 2), (3, 2)])
def test_version_3_changed_matches_alone(version, changed_last):
    assert version_of_one_game(version) == changed_last


def test_yum_color_with_only_the_equal_dice_before_and_now():
    options = {"of_a_kind": "matching"}
    for dice, before, now in (("55552", 22, 20), ("11663", 17, 14), ("33344", 17, 14)):
        assert report("yum_color", options, ("roll", dice), version=1)["legal"]["mark two_pair_color"] == before
        newest = report("yum_color", {**options, VERSION_KEY: 2}, ("roll", dice))
        assert newest["legal"]["mark two_pair_color"] == now
        assert newest["legal"]["mark three_kind"] in (0, 9, 15)  # the other boxes did so before


OLD = {"commitment": "", "secret": "", "entropy": "join:12 start:13"}
NEW = {"commitment": "", "secret": "", "entropy": "2 0a"}
RECORD = {"format": 1, "game": "yamslam", "seats": 1, "moves": []}


@pytest.mark.parametrize(
    ("record", "said", "version"),
    [
        ({}, None, RULES_VERSION),
        ({}, 1, 1),
        ({"fair": NEW}, None, RULES_VERSION),
        ({"fair": OLD}, None, 1),
        ({"fair": OLD}, 2, 2),
        ({"options": {VERSION_KEY: 1}}, 2, 1),
        ({"options": {VERSION_KEY: 2}, "fair": OLD}, 1, 2),
        ({VERSION_KEY: 1}, 2, 1),
        ({VERSION_KEY: 2, "options": {VERSION_KEY: 2}}, 1, 2),
    ],
    ids=str,
)
def test_a_record_is_of_the_rules_that_it_names_or_of_those_of_the_caller_or_of_0_1_by_its_dice(record, said, version):
    found = replay(json.dumps(RECORD | record).encode(), said)
    assert (found["ok"], found[VERSION_KEY]) == (True, version)


TWO = {VERSION_KEY: 1, "options": {VERSION_KEY: 2}}


@pytest.mark.parametrize("record", [TWO, {VERSION_KEY: "2"}, {VERSION_KEY: 9}, {"options": {VERSION_KEY: []}}], ids=str)
def test_a_record_that_names_two_versions_or_an_unknown_one_is_refused(record):
    found = replay(json.dumps(RECORD | record).encode())
    assert (found["ok"], found["move"]) == (False, None)
    assert VERSION_KEY in found["message"]


@pytest.mark.parametrize("command", ["replay", "advise", "review"])
def test_each_command_prints_the_version_it_used_and_takes_another(command, tmp_path):
    file = tmp_path / "records.json"
    short = {"format": 1, "game": "yamslam", "seats": 2, "moves": []}
    if command == "review":
        short |= {"game": "5000", "moves": [{"seat": 0, "do": "roll", "dice": [[1, 1, 1, 1, 1]]}]}
    file.write_text(json.dumps(short))
    folder = [] if command == "replay" else ["--data", str(tmp_path)]
    for options, version in (([], RULES_VERSION), (["--rules-version", "1"], 1)):
        done = CliRunner().invoke(main, [command, str(file), *folder, *options])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)[VERSION_KEY] == version
