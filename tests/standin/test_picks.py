"""What people pick: options and menus of people, roles and channels, and menus with several answers."""

from typing import Any

import discord
import pytest

from bot.standin.world.errors import Refused

Interaction = discord.Interaction[Any]


class Menus(discord.ui.View):
    """One menu of each kind; the answer says what somebody chose."""

    def __init__(self, **bounds: Any) -> None:
        super().__init__(timeout=None)
        people = discord.ui.UserSelect[Any](custom_id="people", min_values=0, max_values=3)
        roles = discord.ui.RoleSelect[Any](custom_id="roles")
        both = discord.ui.MentionableSelect[Any](custom_id="both", max_values=5)
        text = [discord.ChannelType.text]
        channels = discord.ui.ChannelSelect[Any](custom_id="channels", channel_types=text, max_values=2)
        several = discord.ui.Select[Any](
            custom_id="several",
            min_values=2,
            max_values=3,
            options=[discord.SelectOption(label=name) for name in ("a", "b", "c", "d")],
        )
        for menu in (people, roles, both, channels, several):
            for name, value in bounds.get(menu.custom_id, {}).items():
                setattr(menu, name, value)
            menu.callback = self.answer(menu)  # type: ignore[method-assign]
            self.add_item(menu)

    def answer(self, menu: Any) -> Any:
        async def answer(interaction: Interaction) -> None:
            names = [getattr(one, "name", one) for one in menu.values]
            await interaction.response.send_message(" ".join(["chose", *names]))

        return answer


@pytest.fixture
def menus(start: Any, make_bot: Any) -> Any:
    async def show(interaction: Interaction) -> None:
        """Show the menus"""
        await interaction.response.send_message("choose", view=Menus())

    return start(show)


async def test_menus_of_every_kind(standin: Any, menus: Any) -> None:
    world, ana, ben = standin.world, standin.person("ana"), standin.person("ben")
    admin = next(one for one in world.roles.values() if one.name == "Admin")
    dice, general = world.find_channel("dice"), world.find_channel("general")
    async with menus:
        shown = await ana.command("show")
        cases: list[tuple[str, list[Any], str]] = [
            ("people", [ben, standin.person("chloe")], "chose ben chloe"),
            ("people", [], "chose"),
            ("people", [world.bot], f"chose {world.bot.name}"),
            ("roles", [admin], "chose Admin"),
            ("both", [ben, admin], "chose ben Admin"),
            ("channels", [general, dice], "chose general dice"),
            ("several", ["d", "a"], "chose d a"),
        ]
        for menu, values, said in cases:
            assert (await ben.select(shown, *values, custom_id=menu)).text == said


@pytest.mark.parametrize(
    ("menu", "values"),
    [
        ("people", ["ana", "ben", "chloe", "david"]),
        ("people", ["ana", "ana"]),
        ("people", ["dice"]),
        ("roles", []),
        ("roles", ["ana"]),
        ("channels", ["side"]),
        ("channels", ["hidden"]),
        ("several", ["a"]),
        ("several", ["a", "b", "c", "d"]),
        ("several", ["a", "z"]),
    ],
)
async def test_what_a_menu_refuses(standin: Any, menus: Any, menu: str, values: list[str]) -> None:
    world = standin.world
    side = world.add_thread(world.find_channel("dice"), "side", 11, world.owner)
    hidden = world.add_guild("Club", "hidden").greets
    names = {key: one.id for key, one in world.people.items()}
    names |= {"dice": world.find_channel("dice").id, "side": side.id, "hidden": hidden}
    async with menus:
        shown = await standin.person("ana").command("show")
        with pytest.raises(Refused):
            await standin.person("ana").select(shown, *(names.get(one, one) for one in values), custom_id=menu)


async def test_options_of_every_kind(standin: Any, start: Any) -> None:
    seen: list[Any] = []

    async def settings(
        interaction: Interaction,
        player: discord.Member,
        place: discord.TextChannel,
        role: discord.Role,
        loud: bool,
        seats: discord.app_commands.Range[int, 1, 8],
        user: discord.User | None = None,
    ) -> None:
        """Everything"""
        seen.extend((player, place, role, loud, seats, user))
        await interaction.response.send_message("ok")

    world, ben = standin.world, standin.person("ben")
    world.rename(ben.member, "Benny")
    regulars = next(one for one in world.roles.values() if one.name == "Regulars")
    david = standin.person("david")
    world.leave(david.member)
    async with start(settings) as bot:
        values = {"player": ben, "place": world.find_channel("general"), "role": regulars, "loud": True, "seats": 4}
        outcome = await standin.person("ana").command("settings", **values, user=david)
        assert outcome.text == "ok"
        player, place, role, loud, seats, user = seen
        assert (player.display_name, player.resolved_permissions.administrator) == ("Benny", False)
        assert [one.name for one in player.roles] == ["@everyone", "Regulars"]
        assert (place.name, role.name, loud, seats) == ("general", "Regulars", True, 4)
        assert (type(user), user.name) == (discord.User, "david"), "who left is a user, and no member"
        told = outcome.interaction.data["resolved"]["members"][ben.id]
        assert not told.keys() & {"user", "deaf", "mute"}
        assert bot.errors == []
        for name, bad in (("player", "5"), ("seats", 9), ("loud", "yes"), ("role", ben)):
            with pytest.raises(Refused, match="bad_option"):
                await standin.person("ana").command("settings", **{**values, name: bad})


@pytest.mark.parametrize(
    ("menu", "broken", "where"),
    [
        ("people", {"default_values": [("role", 1)]}, "type"),
        ("people", {"default_values": [("user", 1)] * 4}, "default_values"),
        ("several", {"max_values": 5}, "max_values"),
        ("several", {"min_values": 4}, "max_values"),
    ],
)
async def test_limits_of_menus(standin: Any, start: Any, menu: str, broken: dict[str, Any], where: str) -> None:
    async with start() as bot:
        dice = bot.guilds[0].text_channels[0]
        rows = Menus().to_components()
        inside = next(row["components"][0] for row in rows if row["components"][0]["custom_id"] == menu)
        entries = broken.get("default_values")
        inside |= {"default_values": [{"type": kind, "id": str(one)} for kind, one in entries]} if entries else broken
        route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=dice.id)
        with pytest.raises(discord.HTTPException, match=where) as caught:
            await bot.http.request(route, json={"content": "x", "components": rows})
        assert caught.value.code == 50035


async def test_a_menu_that_starts_with_something(standin: Any, start: Any) -> None:
    chloe = standin.person("chloe")

    async def show(interaction: Interaction) -> None:
        """Show"""
        user = discord.SelectDefaultValue(id=int(chloe.id), type=discord.SelectDefaultValueType.user)
        await interaction.response.send_message("x", view=Menus(people={"default_values": [user]}))

    async with start(show):
        shown = await standin.person("ana").command("show")
        menu = shown.message["components"][0]["components"][0]
        assert menu["default_values"] == [{"id": chloe.id, "type": "user"}]
