"""What a board celebrates or mourns by its picture until the next throw: golden dice, runners that fall."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from io import BytesIO
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from PIL import Image, ImageColor

from bot.engine.dice import ScriptedDice
from bot.engine.gate import legal, play
from bot.games import make
from bot.games.ambition.rules import LatestTurn as AmbitiousTurn
from bot.games.ambition.rules import TurnEnd as AmbitiousEnd
from bot.games.five_thousand.rules import LatestTurn, TurnEnd
from bot.games.yamslam.rules import FULL, NONE, Ended
from bot.locales import LANGUAGES, words
from bot.pictures import board_alt, mountain
from bot.pictures.canvas import GOLD
from bot.pictures.renderer import draw
from bot.screens.kit import PLAIN_GLYPHS, BoardView, RenderContext
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import BoardPicture, Burst, calmed
from bot.screens.table.board import table_screen
from bot.tables.model.table import Status, Table
from bot.ui.delivery import pictures
from bot.ui.delivery.pictures import BoardPictures
from tests.factories import table_of, users
from tests.pictures.above_boards import MOST_BYTES, opened

NAMES = ("Ana", "Ben", "Chloé", "David")
FIVES = (5, 5, 5, 5, 5)
EN = words("en")


def shown(table: Table, language: str = "en") -> Any:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    return table_screen(context, table, BoardView(pictured=True, names=NAMES[: len(table.players)])).picture


def after(table: Table, *moves: tuple[str, tuple[int, ...]]) -> Table:
    """The table after these moves, each with the dice that it throws."""
    for start, thrown in moves:
        state: Any = table.state
        do = next(do for do in legal(table.game, state) if do.startswith(start))
        dice = ScriptedDice([thrown] if thrown else [])
        table = replace(table, state=play(table.game, state, state.turn, do, dice).state, step=table.step + 1)
    return table


def golden(picture: BoardPicture) -> float:
    """The part of a picture that is gold."""
    image = opened(draw(picture))
    return painted(image, GOLD) / (image.width * image.height)


def painted(image: Image.Image, colour: str) -> int:
    counted = image.getcolors(image.width * image.height) or []
    return {found: number for number, found in counted}.get(ImageColor.getrgb(colour), 0)


def of(key: str, **state: Any) -> Table:
    game = make(key, {})
    return table_of(game, users(2), state=replace(game.new(2), **state))


@pytest.mark.parametrize("key", ["yum_plus", "yams", "triple_yum", "maxi_yum"])
def test_a_yum_lies_in_golden_dice_over_the_sheet_until_the_next_throw(key: str) -> None:
    table = table_of(make(key, {}), users(2))
    dice = table.game.layout.dice
    yum = next(box.key for box in table.game.layout.boxes if box.yum)
    thrown = after(table, ("roll", (5,) * dice))
    assert shown(thrown).burst is None, "nothing is written yet, and the player needs the sheet"
    written = after(thrown, (f"mark {yum}", ()))
    celebrated = shown(written)
    assert celebrated.burst.faces == (5,) * dice
    assert golden(celebrated) > golden(calmed(celebrated)) + 0.04
    assert opened(draw(celebrated)).size == opened(draw(calmed(celebrated))).size
    assert board_alt(EN, celebrated, NAMES).startswith(f"{celebrated.burst.said[0]} {'-'.join('5' * dice)}; ")
    following = after(written, ("roll", (1, 1, 2, 4, 6, 6)[:dice]))
    assert shown(following) == calmed(celebrated)


def test_no_other_box_and_no_struck_yum_is_celebrated() -> None:
    table = table_of(make("yum_plus", {}), users(2))
    assert shown(after(table, ("roll", FIVES), ("mark fives", ()))).burst is None
    assert shown(after(table, ("roll", (1, 2, 3, 5, 6)), ("mark yum", ()))).burst is None


def test_the_third_yum_of_a_player_is_larger_than_the_second_and_says_its_number() -> None:
    table, sizes = table_of(make("yum_plus", {}), users(1)), []
    for box, said in (("yum", "YUM!"), ("yum2", "2 × YUM!"), ("yum3", "3 × YUM!")):
        table = after(table, ("roll", FIVES), (f"mark {box}", ()))
        picture = shown(table)
        assert picture.burst.said[0] == said
        sizes.append(golden(replace(picture, shout=())))
    assert sizes[2] > 1.2 * sizes[1]


def test_a_game_that_ends_with_a_yum_shows_its_last_sheet_whole() -> None:
    table = after(table_of(make("yum_plus", {}), users(1)), ("roll", FIVES), ("mark yum", ()))
    assert shown(table).burst is not None
    ended: Any = replace(table.state, turn=None)
    context = RenderContext(EN, PLAIN_GLYPHS)
    last = face_of("yum_plus").last_picture(context, table, table.game, ended, NAMES[:1])
    assert last == calmed(shown(table))


def test_421_a_full_set_and_a_great_turn_are_celebrated_and_what_is_less_is_not() -> None:
    stood = of("421", hands=((4, 2, 1), ()), stood=0, turn=1, round=2)
    assert shown(stood).burst == Burst((4, 2, 1), ("4-2-1!",))
    assert shown(of("421", hands=((6, 5, 5), ()), stood=0, turn=1, round=2)).burst is None
    full = {"taken": ((4, *NONE[1:]), NONE), "rack": (0, *FULL[1:]), "ended": Ended(0, (1, 1, 2, 2, 3), None, ("2p",))}
    celebrated = shown(of("yamslam", turn=1, **full)).burst
    assert celebrated.faces == (1, 1, 2, 2, 3)
    assert celebrated.said[1].startswith("4 × ")
    assert shown(of("yamslam", turn=1, **full | {"taken": ((3, *NONE[1:]), NONE)})).burst is None
    counted = LatestTurn(0, TurnEnd.COUNTED, (1, 1), 1500)
    sailed = {"totals": ((1500,), ()), "opened": (True, False), "turn": 1}
    assert shown(of("5000", last=counted, **sailed)).burst == Burst((), ("+1,500!",))
    assert shown(of("5000", last=counted._replace(points=950), **sailed)).burst is None
    assert shown(of("5000", last=counted, dice=(1, 2, 3, 4, 6), throws=1, **sailed)).burst is None


def test_a_lost_turn_is_never_celebrated() -> None:
    lost = LatestTurn(0, TurnEnd.LOST, (2, 3), 1500)
    assert shown(of("5000", last=lost, totals=((), ()), turn=1)).burst is None
    over = AmbitiousTurn(0, AmbitiousEnd.OVER, (2, 3), 5000)
    assert shown(of("ambition", last=over, turn=1)).burst is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_burst_fits_its_picture_and_is_light(language: str) -> None:
    said = {"en": "A full set of Small Straights: +50!", "fr": "Une série complète de petites suites : +50!"}
    for key, state in (("yum_plus", {}), ("yamslam", {}), ("421", {}), ("5000", {}), ("ambition", {})):
        picture = shown(of(key, **state), language)
        calm = opened(draw(picture))
        for faces in ((), (4, 2, 1), FIVES, (6,) * 6):
            for great in (False, True):
                burst = Burst(faces, (said[language], "YUM!"), great)
                image = opened(draw(replace(picture, burst=burst)))
                assert image.size == calm.size
                assert painted(image, GOLD) > painted(calm, GOLD)


# -- A turn lost at Can't Stop ---------------------------------------------------------------------------------------

LOST = (("roll", (3, 3, 4, 4)), ("move 6 8", ()), ("roll", (3, 4, 3, 4)), ("move 7 7", ()), ("roll", (1, 1, 1, 1)))


def test_after_a_lost_turn_its_runners_fall_until_the_next_throw() -> None:
    table = table_of(make("cant_stop", {}), users(2))
    cone: Any = replace(table.state, cones=(((7, 3),), ()))
    lost = after(replace(table, state=cone), *LOST)
    picture = shown(lost)
    assert picture.fallen == ((6, 0, 1), (7, 3, 5), (8, 0, 1))
    told = board_alt(EN, picture, NAMES[:2])
    assert told.startswith("Turn lost, the runners fall: 6 from 1 to 0, 7 from 5 to 3, 8 from 1 to 0. Ana")
    assert shown(after(lost, ("roll", (1, 2, 3, 4)))).fallen == ()
    stopped = after(replace(table, state=cone), *LOST[:4], ("stop", ()))
    assert shown(stopped).fallen == ()


def test_the_steps_of_a_lost_turn_are_the_only_ones_in_red_on_a_mountain_at_dusk() -> None:
    lost = shown(after(table_of(make("cant_stop", {}), users(2)), *LOST))
    images = [Image.open(BytesIO(draw(one))).convert("RGB") for one in (lost, calmed(lost))]
    middle = mountain._middle(11, 5) - mountain._WAY // 2
    fell, never = mountain._height(2), mountain._height(6)

    def reddest(image: Image.Image, height: int) -> int:
        step = np.asarray(image.crop((middle + 3, height - 10, middle + 12, height + 10)), int)
        return int((step[:, :, 0] - step[:, :, 1:].max(axis=2)).max())

    assert reddest(images[0], fell) > 100
    assert max(reddest(images[0], never), reddest(images[1], fell)) < 60
    skies = [sum(image.getpixel((4, 4))) for image in images]  # type: ignore[arg-type]
    assert skies[0] < 0.8 * skies[1]
    assert images[0].size == images[1].size
    assert len(draw(lost)) <= MOST_BYTES


# -- A burst that comes too late -------------------------------------------------------------------------------------


class Renderer:
    """Draws what it has ``ready``; all else takes too long."""

    def __init__(self, *ready: BoardPicture) -> None:
        self.ready, self.begun = ready, list[BoardPicture]()

    async def picture(self, wanted: BoardPicture) -> bytes:
        if wanted not in self.ready:
            await asyncio.sleep(60)
        return b"png"

    def finished(self, wanted: BoardPicture) -> bytes | None:
        return b"png" if wanted in self.ready else None

    def prepare(self, wanted: BoardPicture) -> None:
        self.begun.append(wanted)


async def test_where_the_burst_is_late_the_sheet_stands_without_it_and_the_next_press_finds_the_sheet_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pictures, "SHEET_SECONDS", 0.01)
    played = after(table_of(make("yum_plus", {}), users(2)), ("roll", FIVES), ("mark yum", ()))
    table = replace(played, entries=2)
    assert table.status is Status.PLAYING
    burst = shown(table)
    calm = calmed(burst)

    async def sent(renderer: Renderer, picture: BoardPicture = burst) -> Any:
        return await BoardPictures(renderer, Mock()).of(table, EN, picture, NAMES, None)  # type: ignore[arg-type]

    quick, slow, late = Renderer(burst), Renderer(calm), Renderer()
    assert (await sent(quick)).alt.startswith("YUM!")
    assert quick.begun == [calm]
    assert (await sent(slow)).name == (await sent(slow, calm)).name
    assert await sent(late) is None
    board = BoardPictures(late, Mock())  # type: ignore[arg-type]
    assert await board.of(table, EN, burst, NAMES, None) is None
    late.ready = (calm,)
    assert await board.of(table, EN, calm, NAMES, None) is None, "words stay, so that nothing changes under a finger"
    assert calm in late.begun
    thrown = replace(table, step=table.step + 1)
    assert (await board.of(thrown, EN, calm, NAMES, None)).png == b"png", "the next throw brings it"
