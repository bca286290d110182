"""Counts presses where the client has a meter (bot/metrics.py); without one this does nothing."""

from typing import Protocol

from bot.ui.discord.reply import Interaction


class PressMetrics(Protocol):
    """Counts presses and commands."""

    def began(self, interaction: Interaction, arrived: float) -> None:
        """Count a press, a command or a form that ``arrived`` at that moment of ``time.perf_counter``."""

    def answered(self, interaction: int) -> None:
        """Note that Discord has taken the answer to this interaction."""

    def refused(self, kind: str) -> None:
        """Count an answer that says why something cannot be done."""


def count_refusal(interaction: Interaction, kind: str) -> None:
    """Count a refusal where the client has a meter."""
    metrics: PressMetrics | None = getattr(interaction.client, "press_metrics", None)
    if metrics is not None:
        metrics.refused(kind)
