"""The one form of a custom_id."""

import pytest

from bot.ui.discord.adapter import CustomId, custom_id, read_custom_id


@pytest.mark.parametrize(
    ("table", "step", "do"),
    [("1z141z3", 0, "join"), ("1", 12, "keep 3 3 p"), (None, 0, "leaderboard yum_plus wins all together - 0 next")],
)
def test_what_is_built_is_read_back(table: str | None, step: int, do: str) -> None:
    assert read_custom_id(custom_id(table, step, do)) == CustomId(table, step, do)


@pytest.mark.parametrize(
    "custom_id",
    ["", "g1", "g1:abc:1:", "g1:ABC:1:roll", "g1:abc:-1:roll", "g2:abc:1:roll", "g1:abc:1:ro\nll", "xg1:abc:1:roll"],
)
def test_anything_else_is_not_ours(custom_id: str) -> None:
    assert read_custom_id(custom_id) is None


def test_an_id_longer_than_discord_allows_is_not_built() -> None:
    with pytest.raises(ValueError, match="not a custom_id"):
        custom_id("abc", 1, "x" * 95)
