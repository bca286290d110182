"""What the bot may do in a channel, and what people may do in a server.

The bot can answer presses anywhere, but needs rights to post and mend boards.
"""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import replace

import aiohttp
import discord

from bot.screens.kit import Row
from bot.screens.server.help import invite_button, permission_names
from bot.tables.model.choices import GuildChoices
from bot.tables.model.errors import (
    ActsOnManager,
    MayNotPost,
    NotHelper,
    NotHere,
    NotManager,
    NotStarter,
    NotYourRole,
    OnlySeenByYou,
    SwitchedOff,
)
from bot.ui.discord.reply import HELPERS, Interaction, OutsideServer, guild_and_channel, is_guest, reader, whisper

log = logging.getLogger(__name__)

_SECONDS = 1.0
"""Seconds for what Discord is asked of a person, while somebody waits for an answer."""

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""What the invite link asks for (docs/hosting.md explains each)."""

_NEEDED = ("view_channel", "send_messages", "embed_links")
_NEEDED_IN_THREADS = ("view_channel", "send_messages_in_threads", "embed_links")
_NEEDED_IN_VOICE = (*_NEEDED, "connect")
"""Only people who may enter a voice channel may read its messages."""

_AS_GUEST = ("send_messages", "embed_links")
_AS_GUEST_IN_THREADS = ("send_messages_in_threads", "embed_links")
"""What a person needs so that a guest posts a board for them."""

_THREADS = (discord.ChannelType.public_thread, discord.ChannelType.private_thread, discord.ChannelType.news_thread)

NEEDED_IN_OWN_THREAD = (*_NEEDED_IN_THREADS, "create_public_threads")
"""What the bot needs for a table with a thread of its own."""


def missing_permissions(interaction: Interaction, needed: tuple[str, ...]) -> list[str]:
    """Return those of the permissions ``needed`` that the bot lacks in this channel."""
    have = interaction.app_permissions
    return [name for name in needed if not getattr(have, name)]


def needed_in(place: object) -> tuple[str, ...]:
    """Return what the bot needs to play in a channel or thread; in a forum it plays in posts."""
    match place:
        case discord.Thread() | discord.ForumChannel():
            return _NEEDED_IN_THREADS
        case discord.VoiceChannel() | discord.StageChannel():
            return _NEEDED_IN_VOICE
    return _NEEDED


def is_member(interaction: Interaction) -> bool:
    """Whether the bot itself is in the server: somebody may have added its commands alone."""
    guild = interaction.guild_id
    return guild is None or interaction.client.get_guild(guild) is not None


def invitation(interaction: Interaction) -> tuple[str, tuple[Row, ...]]:
    """Return what to say in a server of which the bot is no member, and the button that leads into it."""
    t = reader(interaction)
    sentence = t("Only my commands are on this server, and I am not. Somebody who manages it can invite me.")
    return sentence, ((invite_button(t, interaction.application_id, PERMISSIONS.value),),)


async def lacks_permissions(interaction: Interaction, needed: tuple[str, ...] | None = None) -> bool:
    """Return whether the bot lacks some of what is ``needed``, else to play in this channel; then say so privately.

    Where it is a guest, it needs none. Where its commands alone are in a server, nobody could give it any permission:
    then it says how it is invited. Raises what :func:`check_public` raises.
    """
    if is_guest(interaction):
        check_public(interaction)
        return False
    if not is_member(interaction):
        sentence, rows = invitation(interaction)
        await whisper(interaction, sentence, rows)
        return True
    lacking = missing_permissions(interaction, needed_in(interaction.channel) if needed is None else needed)
    if lacking:
        t = reader(interaction)
        await whisper(
            interaction,
            t(
                "I may not play in this channel yet. Please ask someone who manages it to allow me: {names}.",
                names=t.listed([f"**{permission_names(t)[name]}**" for name in lacking]),
            ),
        )
    return bool(lacking)


def check_public(interaction: Interaction) -> None:
    """Refuse to post what that person could not, where the bot is a guest in a server, and what only they would see.

    Raises MayNotPost or OnlySeenByYou.
    """
    if interaction.guild_id is None:
        return
    may, place = interaction.permissions, interaction.channel
    needed = _AS_GUEST_IN_THREADS if place is not None and place.type in _THREADS else _AS_GUEST
    lacking = [name for name in needed if not getattr(may, name)]
    if lacking:
        raise MayNotPost(lacking)
    if not may.use_external_apps:
        raise OnlySeenByYou


def may_attach(interaction: Interaction) -> bool:
    """Whether what the bot posts for that person may have a picture; a guest does only what they may."""
    if is_guest(interaction) and interaction.guild_id is not None:
        return interaction.permissions.attach_files
    return interaction.app_permissions.attach_files


def may_manage(interaction: Interaction) -> bool:
    """Whether that person has Manage Server."""
    return interaction.permissions.manage_guild


def check_manager(interaction: Interaction) -> None:
    """Refuse people who may not choose for the server. Each press asks this, because people can pass commands on."""
    if not may_manage(interaction):
        raise NotManager


def is_helper(interaction: Interaction, choices: GuildChoices) -> bool:
    """Whether that person may block, remove and void: with Manage Server, or a role that the server has chosen.

    A refusal names these roles.
    """
    guild, everybody = interaction.guild, interaction.guild_id  # That role is none that a server can choose for this.
    roles = [role for role in choices.helper_roles if role != everybody]
    if may_manage(interaction) or not _roles(interaction).isdisjoint(roles):
        return True
    interaction.extras[HELPERS] = [role for role in roles if guild is not None and guild.get_role(role) is not None]
    return False


def check_helper(interaction: Interaction, choices: GuildChoices) -> None:
    """Refuse anybody else, at each press. Raises NotHelper."""
    if not is_helper(interaction, choices):
        raise NotHelper


async def check_not_manager(interaction: Interaction, user: int) -> None:
    """Refuse a helper, who has not Manage Server, what they would do to somebody who has it. Raises ActsOnManager.

    Memory knows the owner of the server; of anybody else Discord is asked, for this press alone. Where it does not
    answer, nobody is refused.
    """
    guild = interaction.guild
    if guild is None or may_manage(interaction):
        return
    manages = user == guild.owner_id
    if not manages:
        try:
            async with asyncio.timeout(_SECONDS):
                manages = (await guild.fetch_member(user)).guild_permissions.manage_guild
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:  # Or they left.
            log.info("server %s: the rights of user %s are not known: %s", guild.id, user, error)
    if manages:
        raise ActsOnManager


def without_deleted(interaction: Interaction, choices: GuildChoices) -> GuildChoices:
    """Return ``choices`` without channels and roles that the server no longer has."""
    guild = interaction.guild
    if guild is None:
        raise OutsideServer

    def taking(channel: int | None) -> int | None:
        return channel if channel is not None and takes_messages(guild.get_channel(channel)) else None

    return replace(
        choices,
        channels=tuple(id for id in choices.channels if guild.get_channel(id) is not None),
        starter_roles=tuple(id for id in choices.starter_roles if guild.get_role(id) is not None),
        helper_roles=tuple(id for id in choices.helper_roles if guild.get_role(id) is not None),
        switched_off={
            place: off
            for place, off in choices.switched_off.items()
            if place == "0" or guild.get_channel(int(place)) is not None
        },
        season_channel=taking(choices.season_channel),
        post_channel=taking(choices.post_channel),
        champion_role=choices.champion_role if guild.get_role(choices.champion_role or 0) is not None else None,
    )


def may_crown(interaction: Interaction) -> bool:
    """Whether the bot may give roles, and that person may too; else nobody hears of a role for champions."""
    guild = interaction.guild
    return guild is not None and guild.me.guild_permissions.manage_roles and interaction.permissions.manage_roles


def check_crown(interaction: Interaction, role: int) -> None:
    """Refuse a role that the bot cannot give, or that person could not. Raises NotYourRole."""
    guild, member = interaction.guild, interaction.user
    chosen = None if guild is None else guild.get_role(role)
    if guild is None or chosen is None or not may_crown(interaction) or not chosen.is_assignable():
        raise NotYourRole
    if guild.owner_id != member.id and not (isinstance(member, discord.Member) and chosen < member.top_role):
        raise NotYourRole


def cannot_crown(interaction: Interaction, choices: GuildChoices) -> bool:
    """Whether a server has chosen a role for its champion that the bot cannot give."""
    guild, role = interaction.guild, choices.champion_role
    if guild is None or role is None:
        return False
    chosen = guild.get_role(role)
    gives = chosen is not None and chosen.is_assignable() and guild.me.guild_permissions.manage_roles
    return choices.champion_refused or not gives


def takes_messages(place: object) -> bool:
    """Whether a channel itself takes messages. A missing one does not; of a forum only the posts do."""
    return place is not None and not isinstance(place, discord.ForumChannel | discord.CategoryChannel)


def closed_channels(interaction: Interaction, choices: GuildChoices) -> dict[int, tuple[str, ...]]:
    """Return the channels in ``choices`` where the bot may not post, and what it needs there."""
    guild = interaction.guild
    if guild is None:
        raise OutsideServer
    places = dict.fromkeys((*choices.channels, choices.season_channel, choices.post_channel))
    chosen = [guild.get_channel(id) for id in places if id is not None]
    return {place.id: needed_in(place) for place in chosen if place is not None and not _may_post(place, guild.me)}


def _may_post(place: discord.abc.GuildChannel, me: discord.Member) -> bool:
    have = place.permissions_for(me)
    return all(getattr(have, name) for name in needed_in(place))


def check_place(interaction: Interaction, choices: GuildChoices) -> None:
    """Refuse a channel that the server has not chosen for games; managers may play anywhere. Raises NotHere."""
    if not choices.channels or may_manage(interaction):
        return
    channel = interaction.channel
    place = channel.parent_id if isinstance(channel, discord.Thread) else guild_and_channel(interaction)[1]
    if place not in choices.channels:
        raise NotHere(without_deleted(interaction, choices).channels)


def is_on(interaction: Interaction, choices: GuildChoices, what: str) -> bool:
    """Whether the server has not switched that off, here or everywhere; a thread is as the channel above it."""
    if not choices.switched_off:
        return True
    channel, (_, here) = interaction.channel, guild_and_channel(interaction)
    above = channel.parent_id if isinstance(channel, discord.Thread) else None
    return not choices.is_off(what, here, above or here)


def on_here(interaction: Interaction, choices: GuildChoices, games: Collection[str]) -> list[str]:
    """Return those of ``games`` that are on; where none is, all of them: who chooses one reads why not."""
    return [game for game in games if is_on(interaction, choices, game)] or list(games)


def check_on(interaction: Interaction, choices: GuildChoices, *wanted: str) -> None:
    """Refuse what the server has switched off. Raises SwitchedOff."""
    for what in wanted:
        if not is_on(interaction, choices, what):
            raise SwitchedOff(what)


def check_may_open(interaction: Interaction, choices: GuildChoices) -> None:
    """Refuse to open a table where the server does not allow it to this person. Raises NotHere, NotStarter."""
    if choices.starters != "everyone" and not may_manage(interaction):
        roles = choices.starter_roles if choices.starters == "roles" else ()
        if not set(roles) & _roles(interaction):
            raise NotStarter(without_deleted(interaction, choices).starter_roles if roles else ())
    check_place(interaction, choices)


def _roles(interaction: Interaction) -> set[int]:
    """The roles of the person, that of everybody included."""
    member = interaction.user
    return {role.id for role in member.roles} if isinstance(member, discord.Member) else set()
