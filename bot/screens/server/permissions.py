"""The permissions that the bot asks of a server, and why, in plain words."""

from bot.engine import N_
from bot.locales import Words

REASONS: dict[str, tuple[str, str]] = {
    "view_channel": (N_("View Channel"), N_("to see the channel a game is in")),
    "send_messages": (N_("Send Messages"), N_("to post boards and call the next player")),
    "send_messages_in_threads": (N_("Send Messages in Threads"), N_("the same in threads")),
    "embed_links": (N_("Embed Links"), N_("boards are framed messages, which Discord calls embeds")),
    "create_public_threads": (N_("Create Public Threads"), N_("to give a game a thread of its own")),
    "attach_files": (N_("Attach Files"), N_("for pictures of results and of Can't Stop, and games as files")),
    "read_message_history": (N_("Read Message History"), N_("to find my own older messages again")),
}
"""Each permission in discord.py's spelling: its name for people, and its purpose."""


_CONNECT = N_("Connect")
"""The bot needs it in voice channels only, where everybody has it as a rule; the invitation leaves it out."""


def permission_names(t: Words) -> dict[str, str]:
    """Discord's names for the permissions in that language."""
    return {name: t(label) for name, (label, _) in REASONS.items()} | {"connect": t(_CONNECT)}


def permission_lines(t: Words) -> list[str]:
    """Each permission and its purpose, one a line."""
    return [f"- **{t(label)}** – {t(why)}" for label, why in REASONS.values()]
