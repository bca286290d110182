"""An answer longer than a message of Discord's comes in a file."""

from __future__ import annotations

from typing import Any

import pytest

from bot.screens.kit.seal import in_line
from bot.tables.model.table import code
from tests.e2e.playing import numbers_of, of_game

SHEET = "yum_classic"


def _content(evening: Any, outcome: Any) -> str:
    (file,) = outcome.message["attachments"]
    return str(evening.standin.world.blobs[file["id"]].data.decode())


@pytest.mark.parametrize("plain", [False, True])
async def test_a_game_with_many_joins_and_leaves_is_verified(evening: Any, plain: bool) -> None:
    play = await evening.lobby("ana", sheet=SHEET)
    ben, tables = evening.person("ben"), evening.client.services.tables
    id = (await evening.table(play)).id
    await tables.stir(id, int(evening.person("ana").id), "first of all")
    for number in range(85):
        await tables.join(id, int(ben.id), 10**18 + number)
        await tables.leave(id, int(ben.id))
    await play.do("start", evening.person("ana"))
    await play.throw()
    await evening.end_table(evening.person("ana"))
    await evening.client.services.preferences.choose(int(ben.id), plain=plain)
    verdict = (await of_game(ben, "verify", code(id))).text
    only = "**The only throw of this game comes from the secret sealed before it, and the words mixed in.**"
    assert verdict.removeprefix("✅ ").startswith(only)
    numbers, table = await numbers_of(ben, code(id)), await tables.get(id)
    assert numbers.ephemeral
    assert len(numbers.text) <= 2000 < len(_content(evening, numbers))
    assert "in the file" in numbers.text
    for digits in (in_line(table.seed.commitment), table.seed.secret.hex(), table.seed.entropy):
        assert digits in _content(evening, numbers)
    assert _content(evening, numbers).count(" joined") == 85


async def test_a_short_answer_needs_no_file(evening: Any) -> None:
    play = await evening.game("ana", sheet=SHEET)
    ana = evening.person("ana")
    await play.throw()
    await evening.end_table(ana)
    checked = await of_game(ana, "verify", code((await evening.table(play)).id))
    assert checked.message["attachments"] == []
    assert "Nobody mixed in a word" in checked.text
