"""What discord.py knows of the servers of all shards (its 'connection state'), for shards that come and go."""

from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.state import AutoShardedConnectionState

from bot.tables.core.shards import SHARD_BITS
from bot.ui.discord.press_event import PressPart
from bot.ui.discord.press_interaction import PressInteraction


class ShardedState(AutoShardedConnectionState[Any]):
    """discord.py's state for several shards, with what it lacks.

    Its list ``shard_ids`` stays empty. So it never says "ready" by itself: :class:`bot.gateway.Gateway` does, because
    it knows which shards the process holds. The handler ``shard_ready`` hears of each shard first.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.websockets: dict[int, DiscordWebSocket] = {}
        """The latest websocket of each shard, also one that is still opening."""

    def _update_references(self, ws: DiscordWebSocket) -> None:
        """Remember a websocket that opens; discord.py tells its voice clients here, and we have none."""
        self.websockets[ws.shard_id or 0] = ws

    def parse_ready(self, data: Any) -> None:
        """Forget the servers that this shard no longer has: the bot was removed while it had no session."""
        shard = data["shard"][0]
        present = {int(guild["id"]) for guild in data["guilds"]}
        self._forget([guild for guild in self._of(shard) if guild.id not in present])
        super().parse_ready(data)

    async def _delay_shard_ready(self, shard_id: int) -> None:
        """Say that a shard is ready, once its servers have come; never where it was forgotten meanwhile.

        That cancels this. But Python 3.11 loses a cancellation that comes together with a server.
        """
        try:
            await super()._delay_shard_ready(shard_id)
        except KeyError:
            if shard_id in self._ready_states:
                raise
            return
        if shard_id not in self._ready_states:  # It still has them after a cancellation.
            self.call_handlers("shard_ready", shard_id)

    def dispatch_press(self, press: PressPart, event: str) -> None:
        """Dispatch a press, which the text of ``event`` brought.

        discord.py would also look for a View or a Modal to call. It holds none of ours
        (:mod:`bot.ui.discord.components`): the router gets all presses and forms.
        """
        self.dispatch("interaction", PressInteraction(press, event, self))

    def cancel_ready(self, shard: int) -> None:
        """Do not say any more that ``shard`` is ready: discord.py does so a moment after READY."""
        task = self._ready_tasks.pop(shard, None)
        if task is not None:
            task.cancel()

    def forget_shard(self, shard: int) -> None:
        """Forget all servers of ``shard``."""
        self.cancel_ready(shard)
        self._ready_states.pop(shard, None)
        self.websockets.pop(shard, None)
        self._forget(self._of(shard))

    def _of(self, shard: int) -> list[discord.Guild]:
        count = self.shard_count or 1  # No call for each server: there may be 100,000.
        return [guild for id, guild in self._guilds.items() if (id >> SHARD_BITS) % count == shard]

    def _forget(self, guilds: list[discord.Guild]) -> None:
        for guild in guilds:
            self._remove_guild(guild)
