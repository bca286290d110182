"""The way to the goal above the boards of 5000 and Ambition: who is where, what a turn brought, what it may cost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageColor

from bot.games import make
from bot.locales import words
from bot.pictures import board_alt, track
from bot.pictures.canvas import GOLD
from bot.pictures.flat import WIDTH
from bot.pictures.track import draw_track
from bot.screens.kit import PLAIN_GLYPHS, BoardView, Lane, RenderContext, Track
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import MOST_LANES
from bot.tables.model.table import Table
from tests.factories import table_of, users
from tests.pictures.above_boards import opened

EN = RenderContext(words("en"), {**PLAIN_GLYPHS, "die_1": "<:die_1:5>"})
SAILS = [ImageColor.getrgb(colour) for colour in track._SAILS]


def of_two(look: Any = "sea", **changes: Any) -> Track:
    """Ana has sailed 1,000, 400 of them just now; Ben has not opened, and acts."""
    ana = Lane("Ana", "Player 1", 1000, "1,000", gained=400, leads=True)
    ben = Lane("Ben", "Player 2", 0, "0", note="750 to open", barred=True, to_act=True)
    return replace(Track(look, 5000, (ana, ben), "5,000", 750), **changes)


def drawn(shown: Track) -> Image.Image:
    return opened(draw_track(shown))


def middle(image: Image.Image, colour: tuple[int, ...], top: int, bottom: int) -> float:
    """Where a colour stands in these rows: the middle of its places, from the left."""
    places = [x for x in range(image.width) for y in range(top, bottom, 2) if image.getpixel((x, y)) == colour]
    assert places
    return (min(places) + max(places)) / 2


@pytest.mark.parametrize("look", ["sea", "night"])
def test_who_has_more_points_is_nearer_to_the_goal(look: str) -> None:
    way = []
    for points in (0, 1000, 2500, 5000):
        lanes = Lane("Ana", "Player 1", points, str(points)), of_two().lanes[1]
        image = drawn(of_two(look, lanes=lanes))
        way.append(middle(image, SAILS[0], track._TEXT + 14, image.height // 2 - 42))
    assert way == sorted(way)
    assert way[-1] - way[0] > WIDTH // 2


@pytest.mark.parametrize("look", ["sea", "night"])
def test_what_the_latest_turn_brought_is_gold_on_the_way(look: str) -> None:
    def gold(shown: Track) -> int:
        image = drawn(shown)
        low = image.height // 2 - 44, image.height // 2 - 8
        return sum(image.getpixel((x, y)) == ImageColor.getrgb(GOLD) for x in range(40, 600) for y in range(*low))

    ana, ben = of_two().lanes
    assert gold(of_two(look)) > gold(of_two(look, lanes=(ana._replace(gained=0), ben)))


def test_a_buoy_shows_what_opens_until_that_is_reached() -> None:
    red, ben = ImageColor.getrgb(track.SIGNAL), of_two().lanes[1]
    closed, opened = drawn(of_two()), drawn(of_two(lanes=(of_two().lanes[0], ben._replace(barred=False, note=""))))
    left = track._place(of_two(), 750) - 6
    water = range(closed.height // 2 + 50, closed.height - 12)

    def buoys(image: Image.Image) -> bool:
        return any(image.getpixel((left + x, y)) == red for x in range(12) for y in water)

    assert (buoys(closed), buoys(opened)) == (True, False)


def test_a_large_table_fits_a_phone() -> None:
    lanes = tuple(Lane(f"Maximilienne {n}", "?", n * 900, str(n * 900), note="750 to open") for n in range(MOST_LANES))
    for look in ("sea", "night"):
        drawn(of_two(look, lanes=lanes, others="Dan 120 · Eve 99"))


def test_the_picture_in_words_says_everybodys_points_and_the_latest_turn() -> None:
    assert board_alt(EN.t, of_two(), ()) == "Ana 1,000 of 5,000, +400; Ben 0 of 5,000 (750 to open)"
    lost = of_two(lanes=(of_two().lanes[1]._replace(lost="300", note=""),), others="Eve 99")
    assert board_alt(EN.t, lost, ()) == "Ben 0 of 5,000, −300; Eve 99"


def shown_on(table: Table) -> tuple[Track, str]:
    view = BoardView(pictured=True, names=("Ana", "Ben", "Cleo", "Dan")[: len(table.players)])
    board = face_of(table.game.key).board(EN, table, table.game, table.state, view)
    assert isinstance(board.picture, Track)
    return board.picture, board.body


def test_a_drawn_board_of_5000_leaves_the_points_to_the_picture() -> None:
    game = make("5000", {})
    state = replace(game.new(2), totals=((1000,), ()), opened=(True, False))
    picture, body = shown_on(table_of(game, users(2), state=state))
    assert [(lane.points, lane.barred, lane.note) for lane in picture.lanes] == [
        (1000, False, ""),
        (0, True, "750 to open"),
    ]
    assert picture.gate == 750
    assert "1,000" not in body
    assert "at risk" in body


def test_partners_sail_together() -> None:
    game = make("5000", {"teams": True})
    picture, _ = shown_on(table_of(game, users(4)))
    assert [lane.name for lane in picture.lanes] == ["Ana & Cleo", "Ben & Dan"]


def test_ambition_names_the_two_stars_that_open_the_stairs() -> None:
    game = make("ambition", {})
    state = replace(game.new(2), qualified=(True, False))
    picture, _ = shown_on(table_of(game, users(2), state=state))
    assert [(lane.note, lane.barred) for lane in picture.lanes] == [("", False), ("★1 + ★5", True)]
