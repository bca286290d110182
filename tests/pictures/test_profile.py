"""The profile picture: from one game to a hundred, whatever the scores are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.locales import LANGUAGES
from bot.pictures import Profile
from bot.pictures import profile as module
from bot.pictures.canvas import ELLIPSIS, READABLE, Canvas, width
from bot.pictures.profile import draw_profile

Make = Callable[..., Profile]

SCORES: dict[str, tuple[float, ...]] = {
    "one": (312,),
    "two": (312, 250),
    "equal": (250,) * 12,
    "zeros": (0, 0, 0),
    "negative": (-60, 20, -5, 34, -41),
    "large": (5000, 5200, 1500, 4800, 3200, 2250) * 9,
    "huge": (9_950_609, 1_000_000, 5_500_000),
    "fractions": (300.5, 310.25, 12.5),
    "few values": (0, 1, 3, 2, 0, 1),
    "hundreds": tuple(200 + number * 37 % 150 for number in range(340)),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("scores", SCORES.values(), ids=SCORES)
def test_any_scores_give_a_small_picture(a_profile: Make, scores: tuple[float, ...]) -> None:
    picture = draw_profile(a_profile(scores, "Maximilienne $x^2$ 山田", "fr"))
    with Image.open(BytesIO(picture)) as image:
        assert image.format == "PNG"
        assert image.size[0] == 1200
        assert 1000 < image.size[1] <= 1200
    assert len(picture) < 120_000


@pytest.mark.parametrize("scores", SCORES.values(), ids=SCORES)
def test_bars_count_every_game_once(scores: tuple[float, ...]) -> None:
    edges = module._edges(scores)
    assert edges == sorted(set(edges))
    assert edges[0] <= min(scores)
    assert max(scores) <= edges[-1]
    assert 1 <= len(edges) - 1 <= 15
    assert sum(module._counts(scores, edges)) == len(scores)


def test_few_values_have_a_bar_each() -> None:
    scores = SCORES["few values"]
    assert module._counts(scores, module._edges(scores)) == [2, 2, 1, 1]


def test_running_mean_looks_back_ten_games() -> None:
    assert module._running([1, 2, 3]) == [1, 1.5, 2]
    assert module._running([100.0] * 5 + [0.0] * 10)[-1] == 0
    assert module._running([100.0] * 5 + [0.0] * 9)[-1] == 10


@pytest.mark.parametrize("scores", SCORES.values(), ids=SCORES)
def test_the_curve_has_room_around_it(scores: tuple[float, ...]) -> None:
    low, high = module._limits(scores)
    assert low < min(scores)
    assert max(scores) < high


@pytest.mark.long
def test_each_difference_is_seen(a_profile: Make) -> None:
    one = a_profile(SCORES["few values"])
    others = [
        replace(one, player="Ben"),
        replace(one, game="Yams"),
        replace(one, note="many games"),
        replace(one, scores=(*one.scores, 2)),
        replace(one, fewest_is_best=True),
        replace(one, first=20),
        a_profile(SCORES["few values"], language="fr"),
    ]
    assert len({draw_profile(each) for each in (one, *others)}) == 8


def test_the_last_hundred_are_shown_and_keep_their_numbers(a_profile: Make) -> None:
    profile = a_profile(SCORES["hundreds"])
    assert profile.shown == SCORES["hundreds"][-100:]
    assert profile.start == 241
    assert a_profile(SCORES["hundreds"][-100:], first=241).start == 241


def test_best_may_be_the_fewest(a_profile: Make) -> None:
    assert a_profile((3, 1, 2)).best == 3
    assert a_profile((3, 1, 2), fewest_is_best=True).best == 1


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("best", [312.0, 5200.5, 9_950_609.0])
def test_the_legend_is_whole_beside_its_title(
    a_profile: Make, monkeypatch: pytest.MonkeyPatch, language: str, best: float
) -> None:
    written: list[str] = []
    write = Canvas.write

    def noted(self: Canvas, place: tuple[float, float], text: str, *about: Any, **more: Any) -> None:
        written.append(text)
        write(self, place, text, *about, **more)

    monkeypatch.setattr(Canvas, "write", noted)
    profile = a_profile((*range(20), best), language=language)
    draw_profile(profile)
    labels = profile.labels
    for whole in (labels.curve, labels.spread, labels.running):
        assert whole in written
    for begin in (labels.best, labels.average):
        assert all(ELLIPSIS not in text for text in written if text.startswith(begin))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_and_its_legend_take_no_more_than_their_line(a_profile: Make, language: str) -> None:
    labels = a_profile((1,), language=language).labels
    signs = [labels.running, f"{labels.best} 1 234"]
    shown = module.legend_words([module.Sign(sign) for sign in signs])
    assert shown == signs
    room = 1200 - 2 * 36 - 2 * 28
    assert sum(width(sign, READABLE) + 68 for sign in signs) + 40 <= room
    assert width(labels.curve, READABLE, bold=True) <= room


@pytest.mark.parametrize(
    ("language", "said"), [("en", "fewer is better"), ("fr", "moins, c\N{RIGHT SINGLE QUOTATION MARK}est mieux")]
)
def test_where_the_fewest_wins_the_picture_says_so(
    a_profile: Make, monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    bands: list[str] = []
    monkeypatch.setattr(Canvas, "band", lambda _, title, subtitle, least: bands.append(subtitle))
    draw_profile(a_profile((3, 1, 2), language=language, fewest_is_best=True))
    draw_profile(a_profile((3, 1, 2), language=language))
    assert said in bands[0]
    assert said not in bands[1]


def test_without_games_there_is_no_profile(a_profile: Make) -> None:
    with pytest.raises(ValueError, match="at least one"):
        a_profile(())
