"""What refusals say in logs: their values, and never a secret of dice."""

from bot.tables.model.errors import BrokenTable, NotSaved, ThrowMissing, TooManyWords


def test_a_refusal_tells_the_log_its_values() -> None:
    assert repr(TooManyWords(100, 120)) == "TooManyWords(most 100, count 120)"
    assert str(ThrowMissing(2, 6, None)) == "expected 2, sides 6"
    assert str(NotSaved("disk full")) == "disk full"


def test_no_refusal_tells_the_log_a_secret() -> None:
    row = {"id": 5, "secret": b"thirty-two bytes that stay secret"}
    broken = BrokenTable(row)
    assert "secret" not in repr(broken) + str(broken)
    assert str(broken) == "table 5 cannot be read"
