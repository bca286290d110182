"""The renderer: one thread, pictures kept, the event loop left alone."""

from __future__ import annotations

import ast
import asyncio
import ctypes
import platform
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from bot import pictures
from bot.locales import words
from bot.pictures import (
    Card,
    Mountain,
    Pad,
    PictureRenderer,
    PodiumPicture,
    PodiumStep,
    Profile,
    RendererClosed,
    SeasonPicture,
    SeasonTable,
    canvas,
    flat,
    mountain,
    pad,
    renderer,
)
from bot.screens.kit import PLAIN_GLYPHS, BoardView, RenderContext
from bot.screens.server.season import MOST_TABLES
from bot.screens.table.board import table_screen
from tests.boards import begun

FOLDER = Path(pictures.__file__).parent


@pytest.fixture
async def room() -> AsyncIterator[PictureRenderer]:
    made = PictureRenderer(kept=2)
    yield made
    made.close()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Card, str]]:
    """The real drawings, and the thread of each."""
    cards: list[tuple[Card, str]] = []

    def draw(card: Card) -> bytes:
        cards.append((card, threading.current_thread().name))
        if card.title == "broken":
            raise RuntimeError("no paper")
        return card.title.encode()

    monkeypatch.setattr(renderer, "draw", draw)
    return cards


async def test_both_kinds_of_pictures_come_out(
    room: PictureRenderer, a_card: Callable[..., Card], a_profile: Callable[..., Profile]
) -> None:
    await room.warm()
    card, profile = await asyncio.gather(room.picture(a_card(("Ana", "Ben"), 1)), room.picture(a_profile((3, 4))))
    assert card.startswith(b"\x89PNG")
    assert profile.startswith(b"\x89PNG")
    assert card != profile


async def test_a_podium_comes_out_for_two_as_for_three_with_ties(room: PictureRenderer) -> None:
    await room.warm()
    steps = tuple(PodiumStep(name, "12 wins", 1, "Somebody") for name in ("Ana", "Ben", "\N{SNOWMAN}" * 60))
    drawn = [await room.picture(PodiumPicture("All games", "Wins", steps[:count])) for count in (2, 3)]
    drawn.append(await room.picture(PodiumPicture("All games", "Wins", steps, steps)))
    assert all(png.startswith(b"\x89PNG") for png in drawn)
    assert len(set(drawn)) == 3


@pytest.mark.parametrize("champions", [0, 3])
@pytest.mark.parametrize("games", [1, 2, 6, 12, MOST_TABLES])
async def test_a_season_of_six_games_comes_out_no_higher_than_wide_and_one_of_all_little_more_than_twice_that(
    room: PictureRenderer, games: int, champions: int
) -> None:
    steps = tuple(PodiumStep("W" * 32, "99,999 wins", rank, "Somebody") for rank in (1, 2, 2))
    shown = SeasonPicture("Season 3", "1 – 2", (SeasonTable("Yum Plus " * 9, steps),) * games, ("W" * 32,) * champions)
    image = Image.open(BytesIO(await room.picture(replace(shown, won="Champion", others="and 2 more games"))))
    assert image.width == canvas.WIDTH
    assert image.height <= canvas.MOST_HEIGHT * (1 if games <= 6 else 1.5 if games <= 12 else 2.25)


async def test_no_player_waits_for_the_palette_of_the_mountains(room: PictureRenderer) -> None:
    mountain.palette.cache_clear()
    await room.warm()
    assert mountain.palette.cache_info().currsize == 1


async def test_the_first_sheet_finds_its_shapes_and_the_first_mountain_its_landscape(room: PictureRenderer) -> None:
    for kept in (flat._panel, pad._empty, mountain._empty, mountain._ground):
        kept.cache_clear()
    await room.warm()
    sheets, steep = (
        table_screen(
            RenderContext(words("en"), PLAIN_GLYPHS), begun(key), BoardView(pictured=True, names=("Ana", "Ben"))
        ).picture
        for key in ("yum_plus", "cant_stop")
    )
    assert isinstance(sheets, Pad)
    assert isinstance(steep, Mountain)
    shapes, landscapes = flat._panel.cache_info().misses, mountain._ground.cache_info().misses
    await room.picture(sheets)
    mountain._ground(steep.columns)
    assert flat._panel.cache_info().misses == shapes > 0
    assert mountain._ground.cache_info().misses == landscapes > 0


@pytest.mark.parametrize(("wide", "high", "radius"), [(366, 530, 14), (27, 28, 13), (10, 64, 5), (1, 3, 0), (8, 8, 4)])
def test_a_panel_looks_as_if_all_of_it_were_drawn_four_times_too_large(wide: int, high: int, radius: int) -> None:
    whole = Image.new("L", (wide * 4, high * 4), 0)
    ImageDraw.Draw(whole).rounded_rectangle((0, 0, wide * 4 - 1, high * 4 - 1), radius * 4, fill=255)
    expected = whole.resize((wide, high), Image.Resampling.BOX)
    assert canvas.rounded(wide, high, radius).tobytes() == expected.tobytes()


async def test_the_same_card_is_drawn_once(
    room: PictureRenderer, drawn: list[tuple[Card, str]], a_card: Callable[..., Card]
) -> None:
    both = await asyncio.gather(room.picture(a_card(("Ana",))), room.picture(a_card(("Ana",))))
    await room.picture(a_card(("Ana",)))
    assert both[0] is both[1]
    assert len(drawn) == 1
    assert drawn[0][1].startswith("renderer")


async def test_the_card_not_asked_for_longest_is_forgotten(
    room: PictureRenderer, drawn: list[tuple[Card, str]], a_card: Callable[..., Card]
) -> None:
    ana, ben, cleo = (a_card((name,)) for name in ("Ana", "Ben", "Cleo"))
    for card in (ana, ben, ana, cleo, ana, ben):
        await room.picture(card)
    assert [card for card, _ in drawn] == [ana, ben, cleo, ben]


async def test_a_card_that_failed_is_tried_again(room: PictureRenderer, drawn: list[tuple[Card, str]]) -> None:
    broken = Card("broken", "", (pictures.CardSeat("Ana", "1", 1),))
    for _ in range(2):
        with pytest.raises(RuntimeError, match="no paper"):
            await room.picture(broken)
    assert len(drawn) == 2


async def test_who_gives_up_does_not_stop_others(
    room: PictureRenderer, drawn: list[tuple[Card, str]], a_card: Callable[..., Card]
) -> None:
    impatient = asyncio.create_task(room.picture(a_card(("Ana",))))
    patient = asyncio.create_task(room.picture(a_card(("Ana",))))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient == b"Yum Plus"
    with pytest.raises(asyncio.CancelledError):
        await impatient
    assert len(drawn) == 1


async def test_a_closed_studio_says_so(
    room: PictureRenderer, monkeypatch: pytest.MonkeyPatch, a_card: Callable[..., Card]
) -> None:
    begun, go = threading.Event(), threading.Event()

    def slow(card: Card) -> bytes:
        begun.set()
        go.wait(5)
        return b"done"

    monkeypatch.setattr(renderer, "draw", slow)
    first = asyncio.create_task(room.picture(a_card(("Ana",))))
    await asyncio.to_thread(begun.wait, 5)
    waiting = asyncio.create_task(room.picture(a_card(("Ben",))))
    await asyncio.sleep(0)
    room.close()
    go.set()
    with pytest.raises(RendererClosed):
        await waiting
    assert await first == b"done"
    with pytest.raises(RendererClosed):
        await room.picture(a_card(("Ana",)))


async def test_who_asks_last_waits_for_no_picture_of_before_and_the_oldest_of_too_many_is_given_up(
    room: PictureRenderer, monkeypatch: pytest.MonkeyPatch, a_card: Callable[..., Card]
) -> None:
    begun, go = threading.Event(), threading.Event()
    drawn: list[Card] = []

    def slow(card: Card) -> bytes:
        drawn.append(card)
        begun.set()
        go.wait(5)
        return b"done"

    monkeypatch.setattr(renderer, "draw", slow)
    cards = [a_card((name,)) for name in ("Ana", "Ben", "Cleo", "Dan")]
    asked = [asyncio.create_task(room.picture(cards[0]))]
    await asyncio.to_thread(begun.wait, 5)
    asked += [asyncio.create_task(room.picture(card)) for card in cards[1:]]
    await asyncio.sleep(0)
    go.set()
    ended = await asyncio.gather(*asked, return_exceptions=True)
    assert drawn == [cards[0], cards[3], cards[2]]
    assert ended[0] == ended[2] == ended[3] == b"done"
    assert isinstance(ended[1], RendererClosed)
    assert await room.picture(cards[1]) == b"done", "It may be asked for again."


def test_importing_is_cheap() -> None:
    program = "import bot.pictures, sys; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", program], timeout=60, check=False).returncode == 0


def test_drawing_knows_no_discord_no_tables_no_database_and_only_the_studio_asyncio() -> None:
    for file in FOLDER.glob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not [
            name for name in names if name.startswith(("discord", "sqlalchemy", "db", "cogs", "bot.tables", "bot.ui"))
        ]
        assert not [name for name in names if "pyplot" in name]
        assert "asyncio" not in names or file.name == "renderer.py"


async def test_pictures_with_names_can_be_forgotten(
    room: PictureRenderer, drawn: list[tuple[Card, str]], a_card: Callable[..., Card]
) -> None:
    card = a_card(("Ana",))
    await room.picture(card)
    room.forget()
    await room.picture(card)
    assert len(drawn) == 2


_BUFFERS = """
import ctypes
from bot.pictures import renderer

class Memory(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd u f uo fo keepcost".split()]

glibc = ctypes.CDLL("libc.so.6")
glibc.mallinfo2.restype = Memory
renderer.give_buffers_back()
first = bytearray(8 << 20)
del first
before = glibc.mallinfo2().hblks
buffers = [bytearray(4 << 20) for _ in range(3)]
print(glibc.mallinfo2().hblks - before)
"""


def test_large_buffers_of_pictures_lie_apart_so_that_the_system_gets_them_back() -> None:
    """By itself, glibc keeps room for what is like the first large buffer that has gone."""
    if platform.libc_ver()[0] != "glibc" or not hasattr(ctypes.CDLL("libc.so.6"), "mallinfo2"):
        pytest.skip("only newer versions of glibc count them")
    run = subprocess.run([sys.executable, "-c", _BUFFERS], capture_output=True, text=True, check=True)
    assert int(run.stdout) == 3
