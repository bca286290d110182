"""The picture of a tournament: who stands on it, by what, and what of it was luck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import games
from bot.engine.duplicate import Scoring
from bot.locales import LANGUAGES, words
from bot.pictures import podium_alt
from bot.pictures.canvas import drawable_text, shrink_to_fit
from bot.pictures.card import BELOW, LEAST_VALUE, VALUE, draw_podium
from bot.screens.kit import PLAIN_GLYPHS, PodiumPicture, RenderContext
from bot.screens.tournament import on_podium, podium, standings_screen, tournament_screen
from bot.tables.model.table import TableId
from bot.tables.tournaments import (
    Played,
    RoundGame,
    Tournament,
    TournamentEntry,
    TournamentField,
    TournamentPace,
    TournamentStatus,
)

SCORES = ((268, 247.25), (251, 260.5), (190, 201.0))


def over(scoring: Scoring, *, key: str = "yum_classic", scale: int = 1, reviewed: bool = True) -> TournamentField:
    """Ana, Ben and Chloé after one round."""
    rounds = (RoundGame(key, games.make(key, {}).written),)
    about = (TableId(1), 2, 3, "en", 5, rounds, TournamentPace.OPEN, 86_400, scoring, b"s" * 32, 0)
    tournament = replace(Tournament(*about), status=TournamentStatus.OVER, ends=86_400)
    entries = [TournamentEntry(number, 10 + number, None) for number in (1, 2, 3)]
    played = [
        Played(number, 0, TableId(number), True, scale * score, scale * net if reviewed else None)
        for number, (score, net) in enumerate(SCORES, 1)
    ]
    return TournamentField(tournament, entries, played)


def shown(field: TournamentField, language: str = "en") -> PodiumPicture:
    return podium(
        RenderContext(words(language), PLAIN_GLYPHS), field.tournament, on_podium(field), ["Ana", "Ben", "Chloé"]
    )


@pytest.mark.parametrize(
    ("scoring", "first"),
    [
        (Scoring.MATCHPOINTS, ("100%", "268 points", "net 247 · luck +21")),
        (Scoring.TOTAL, ("268 points", "100%", "net 247 · luck +21")),
        (Scoring.NET, ("net 260", "251 points", "luck \N{MINUS SIGN}9 · 50%")),
    ],
)
def test_the_best_stand_there_by_what_counts_with_percent_points_luck_and_net(
    scoring: Scoring, first: tuple[str, ...]
) -> None:
    step = shown(over(scoring)).steps[0]
    assert (step.value, step.tied, step.below) == first


def test_before_the_reviews_nothing_is_said_of_luck() -> None:
    for scoring in Scoring:
        picture = shown(over(scoring, reviewed=False))
        said = podium_alt(words("en"), picture).partition(": ")[2].partition(": ")[2]
        assert "268 points" in said
        assert "luck" not in said
        assert "net" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scoring", list(Scoring))
def test_what_stands_on_a_step_is_whole_after_five_rounds_too(scoring: Scoring, language: str) -> None:
    picture = shown(over(scoring, key="triple_yum_plus", scale=20), language)
    for step in picture.steps:
        for line, room, size in ((step.value, VALUE, 46), (step.tied, BELOW, 32), (step.below, BELOW, 32)):
            said = drawable_text(line)
            assert shrink_to_fit(said, room, size, LEAST_VALUE, bold=room == VALUE)[0] == said
            assert line in podium_alt(words(language), picture)
    assert draw_podium(picture).startswith(b"\x89PNG")


ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)


def test_points_without_luck_are_the_same_wherever_they_stand_and_add_up_with_luck() -> None:
    """24.549 is 24.5, and not the 24.6 that 24.55 would be."""
    field = over(Scoring.MATCHPOINTS)
    close = [line._replace(score=30, net=24.549) if line.entry == 1 else line for line in field.played]
    shown = standings_screen(ENGLISH, field := field._replace(played=close), 11, 0)
    told = [shown.body, shown.fields[0].value, tournament_screen(ENGLISH, field).body]
    assert ["24.5 without luck (luck +5.5)" in text for text in told] == [True, True, True]
    assert "24.6" not in "".join(told)
