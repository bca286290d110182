"""``replaced`` makes what ``dataclasses.replace`` makes."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import pytest

from bot import games
from bot.engine.game import Once, replaced
from bot.tables.model.table import TableSettings


@dataclass(frozen=True)
class _Plain:
    one: int = 1
    two: int = 2


@dataclass(frozen=True)
class _Summed:
    one: int = 1
    two: int = 2

    @Once
    def total(self) -> int:
        """Their sum."""
        return self.one + self.two


@dataclass(frozen=True)
class _Checked:
    one: int = 1
    two: int = 2

    def __post_init__(self) -> None:
        if self.one > self.two:
            raise ValueError


@pytest.mark.parametrize("before", [games.make("yum_plus", {}).new(3), _Plain()])
def test_each_field_can_be_replaced_and_all_others_stay(before: object) -> None:
    for field in fields(before):  # type: ignore[arg-type]
        copy = replace(before)  # type: ignore[type-var]
        after = replaced(before, **{field.name: "another"})
        assert after == replace(before, **{field.name: "another"})  # type: ignore[type-var]
        assert (type(after), after is before, before) == (type(before), False, copy)
    assert replaced(before) == before


def test_a_name_that_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="reminders"):
        replaced(_Plain(), reminders=3)


@pytest.mark.parametrize("value", [TableSettings(), _Checked()])
def test_a_class_of_another_kind_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="slots"):
        replaced(value, patience=2)


def test_what_was_worked_out_of_a_value_is_worked_out_again_of_another() -> None:
    before = _Summed()
    assert before.total == 3
    for after in (replaced(before, one=5), replace(before, one=5)):
        assert (after.total, before.total) == (7, 3)
        assert after == _Summed(5)
    with pytest.raises(TypeError, match="total"):
        replaced(before, total=9)
