"""Which changes of a server may pause tables or let them go on: those of the bot's rights there."""

from __future__ import annotations

from types import SimpleNamespace as Made
from typing import Any

import pytest

from cogs.channels import Channels

BOT, BEN, GUILD = 1, 2, 77


@pytest.fixture
def looked_at() -> list[int]:
    """The servers with a look at their tables."""
    return []


@pytest.fixture
def cog(looked_at: list[int]) -> Channels:
    client: Any = Made(
        closing=False,
        services=Made(tables=None),
        pauses=Made(recheck=lambda guild: guild),
        presenter=Made(run_later=lambda guild, _: looked_at.append(guild)),
    )
    return Channels(client)


class Member(Made):
    """Somebody with these roles; two are the same person if their ids are."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Member) and self.id == other.id


def member(id: int, roles: tuple[str, ...] = ("players",), silenced: str | None = None, nick: str = "") -> Any:
    guild = Made(id=GUILD, me=Member(id=BOT))
    return Member(id=id, roles=roles, timed_out_until=silenced, nick=nick, guild=guild)


@pytest.mark.parametrize(
    ("after", "looks"),
    [
        (member(BOT, roles=()), [GUILD]),
        (member(BOT, silenced="tomorrow"), [GUILD]),
        (member(BOT, nick="Dice"), []),
        (member(BEN, roles=()), []),
    ],
)
async def test_the_bots_own_roles_and_silence_matter(
    cog: Channels, looked_at: list[int], after: Any, looks: list[int]
) -> None:
    await cog.on_member_update(member(after.id), after)
    assert looked_at == looks


async def test_a_role_that_is_gone_may_have_been_the_bots(cog: Channels, looked_at: list[int]) -> None:
    role: Any = Made(guild=Made(id=GUILD))
    await cog.on_guild_role_delete(role)
    assert looked_at == [GUILD]
