"""Counts presses where the client has a meter (bot/metrics.py); without one this does nothing."""

from typing import Any, Protocol

import discord


class PressMetrics(Protocol):
    """Counts presses and commands."""

    def began(self, interaction: discord.Interaction[Any]) -> None:
        """Count a press, a command or a form that has arrived."""

    def answered(self, interaction: int) -> None:
        """Note that Discord has taken the answer to this interaction."""

    def refused(self, kind: str) -> None:
        """Count an answer that says why something cannot be done."""


def count_refusal(interaction: discord.Interaction[Any], kind: str) -> None:
    """Count a refusal where the client has a meter."""
    metrics: PressMetrics | None = getattr(interaction.client, "press_metrics", None)
    if metrics is not None:
        metrics.refused(kind)
