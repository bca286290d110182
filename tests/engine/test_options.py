"""House rules as data."""

import pytest

from bot.engine.errors import BadOptions
from bot.engine.options import Options, Rule

RULES = (
    Rule("joker", "fr", ("fr", "en", "none"), "Joker"),
    Rule("low_first", False, (False, True), "Low first"),
    Rule("high_min", 22, (22, "none"), "Least"),
    Rule("tokens", 1, (0, 1), "Tokens"),
)


def test_what_is_not_chosen_has_its_default():
    options = Options.choose(RULES, {"low_first": True, "joker": "fr"})
    assert dict(options) == {"joker": "fr", "low_first": True, "high_min": 22, "tokens": 1}
    assert dict(options.changed) == {"low_first": True}
    assert len(options) == 4
    assert "joker" in options
    assert "jokers" not in options


def test_equal_choices_are_equal_and_hash_alike():
    one = Options.choose(RULES, {"tokens": 0, "joker": "en"})
    other = Options.choose(RULES, {"joker": "en", "tokens": 0, "high_min": 22})
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    ("key", "value"),
    [("joker", "de"), ("low_first", 1), ("low_first", "true"), ("tokens", True), ("high_min", "22"), ("none", 1)],
)
def test_impossible_choices_name_their_key(key, value):
    with pytest.raises(BadOptions) as refused:
        Options.choose(RULES, {key: value})
    assert refused.value.key == key
    assert key in str(refused.value)


def test_the_refusal_says_what_may_be_chosen():
    with pytest.raises(BadOptions, match="low_first may be false, true; not maybe"):
        Options.choose(RULES, {"low_first": "maybe"})
