"""discord.py's websocket, but presses are read by :mod:`bot.ui.discord.press_event`."""

from typing import Any

from discord.gateway import DiscordWebSocket

from bot.ui.discord.press_event import read_press


class PressSocket(DiscordWebSocket):
    """The websocket of a shard."""

    async def received_message(self, msg: Any, /) -> None:
        """Dispatch a press; let discord.py do everything else."""
        text = self._decompressor.decompress(msg) if type(msg) is bytes else msg
        if text is None:  # A part of a message; the next one completes it.
            return
        press = read_press(text)
        if press is None:
            await super().received_message(text)
            return
        self.sequence = press.s
        if self._keep_alive:
            self._keep_alive.tick()
        self._connection.dispatch_press(press.d, text)  # type: ignore[attr-defined]
