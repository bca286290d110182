"""The screens of /privacy fit into Discord's limits, with and without somebody to ask."""

from __future__ import annotations

import pytest

from bot.locales import words
from bot.screens.kit.values import PLAIN_GLYPHS, Desk
from bot.screens.players.privacy import erase_screen, erased_screen, privacy_screen
from bot.ui.discord.adapter import problems, render


@pytest.mark.parametrize("language", ["en", "fr"])
def test_they_fit(language: str) -> None:
    desk = Desk(words(language), PLAIN_GLYPHS)
    for screen in (privacy_screen(desk), privacy_screen(desk, "https://example.org/" + "x" * 200)):
        assert problems(render(screen, PLAIN_GLYPHS)) == []
    assert problems(render(erase_screen(desk), PLAIN_GLYPHS)) == []
    assert problems(render(erased_screen(desk), PLAIN_GLYPHS)) == []


def test_the_host_is_named_when_there_is_somebody_to_ask() -> None:
    desk = Desk(words("en"), PLAIN_GLYPHS)
    assert any("me@example.org" in field.value for field in privacy_screen(desk, "me@example.org").fields)
    assert not any("host" in field.value for field in privacy_screen(desk).fields)
