"""The screens about one's own data fit into Discord's limits, with and without somebody to ask."""

from __future__ import annotations

import pytest

from bot.locales import words
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext
from bot.screens.players.privacy import erase_screen, erased_screen, privacy_screen
from bot.ui.discord.adapter import render
from tests.limits import problems


@pytest.mark.parametrize("language", ["en", "fr"])
def test_they_fit(language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    for screen in (privacy_screen(context), privacy_screen(context, "https://example.org/" + "x" * 200)):
        assert problems(render(screen, PLAIN_GLYPHS)) == []
    assert problems(render(erase_screen(context), PLAIN_GLYPHS)) == []
    assert problems(render(erased_screen(context), PLAIN_GLYPHS)) == []


def test_what_is_kept_is_a_line_for_each_kind() -> None:
    body = privacy_screen(RenderContext(words("en"), PLAIN_GLYPHS)).body
    kept = [line for line in body.split("\n") if line.startswith("- ")]
    assert len(kept) == 5
    for what in ("Discord id", "every throw", "words you mixed in", "answers to puzzles", "`/preferences`", "blocked"):
        assert sum(what in line for line in kept) == 1, what
    assert body.split("\n")[-1].startswith("It is kept to play")


def test_the_host_is_named_when_there_is_somebody_to_ask() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    assert any("me@example.org" in field.value for field in privacy_screen(context, "me@example.org").fields)
    assert not any("host" in field.value for field in privacy_screen(context).fields)
