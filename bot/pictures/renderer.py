"""Draws pictures in a thread of its own, one at a time, the newest first, and keeps the last of them.

The first picture (or `warm`) imports Pillow in that thread, so that starting and `replay` stay quick. Nothing else in
the bot imports it.
"""

import asyncio
import ctypes
import gc
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cache
from importlib import import_module

from bot.screens.kit import (
    BoardPicture,
    Card,
    Curve,
    Lane,
    Mountain,
    Pad,
    PodiumPicture,
    Pot,
    Profile,
    Rack,
    SeasonPicture,
    Track,
)
from bot.screens.kit.values import Burst, CellLook, Holder, PadCell, PadColumn, PadFoot, Shelf, TakenChip

Shown = BoardPicture | Card | Profile | PodiumPicture | SeasonPicture | Curve

KEPT = 32
"""The number of pictures to keep; about 50 KB each."""


class RendererClosed(RuntimeError):
    """The bot is stopping, or so many newer pictures are wanted that this one is given up."""


class PictureRenderer:
    """Draws cards, profiles, mountains, sheets, podiums, seasons and curves without holding up the event loop."""

    def __init__(self, kept: int = KEPT) -> None:
        self._thread = ThreadPoolExecutor(1, "renderer", give_buffers_back)
        self._closed = False
        self._kept = kept
        self._pictures: OrderedDict[Shown, asyncio.Future[bytes]] = OrderedDict()
        self._waiting: list[tuple[Shown, Future[bytes]]] = []
        """Those not begun, the newest last. Whoever pressed waits for a moment only: drawn in the order of presses, all
        pictures would be late from the first late one on, for as long as there are presses."""

    async def warm(self) -> None:
        """Do now what the first pictures would wait for: the imports, and the palettes."""
        if not self._closed:
            await asyncio.get_running_loop().run_in_executor(self._thread, _warm)

    def forget(self) -> None:
        """Drop all pictures and drawn words, because there are names on them."""
        self._pictures.clear()
        if _import_all.cache_info().currsize:
            from bot.pictures import canvas, flat  # noqa: PLC0415 - heavy, but there by now

            for kept in (
                canvas.drawable_text,
                canvas.width,
                canvas.truncate_to_fit,
                canvas.drawn_letters,
                flat.drawn_word,
            ):
                kept.cache_clear()

    def close(self) -> None:
        """Take no more pictures, and give up those not begun; the current one ends in its thread."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        for _, drawing in self._waiting:
            drawing.cancel()
        self._pictures.clear()

    async def picture(self, shown: Shown) -> bytes:
        """Return the PNG: the kept one, or the one in progress, or draw it. Raises RendererClosed after `close`.

        A caller that gives up stops nobody else.
        """
        picture = self._in_progress(shown)
        try:
            return await asyncio.shield(picture)
        except asyncio.CancelledError:
            if picture.cancelled():
                raise RendererClosed from None
            raise

    def prepare(self, shown: Shown) -> None:
        """Let it be drawn for a later press; nothing after `close`."""
        if not self._closed:
            self._in_progress(shown)

    def _in_progress(self, shown: Shown) -> asyncio.Future[bytes]:
        if self._closed:
            raise RendererClosed
        picture = self._pictures.get(shown)
        if picture is None:
            picture = self._begin(shown)
            self._pictures[shown] = picture
            picture.add_done_callback(lambda drawing: self._forget_failed(shown, drawing))
            while len(self._pictures) > self._kept:
                self._pictures.popitem(last=False)
        else:
            self._pictures.move_to_end(shown)
        return picture

    def finished(self, shown: Shown) -> bytes | None:
        """Return the kept PNG; None where it is not kept, or not drawn yet."""
        picture = self._pictures.get(shown)
        if picture is None or not picture.done() or picture.cancelled() or picture.exception() is not None:
            return None
        return picture.result()

    def _begin(self, shown: Shown) -> asyncio.Future[bytes]:
        """Let the thread draw it next. It gives up what has waited longest, once more wait than it keeps."""
        drawing: Future[bytes] = Future()
        self._waiting.append((shown, drawing))
        if len(self._waiting) > self._kept:
            self._waiting.pop(0)[1].cancel()
        self._thread.submit(self._draw_newest)
        return asyncio.wrap_future(drawing)

    def _draw_newest(self) -> None:
        if not self._waiting:  # It was given up.
            return
        shown, drawing = self._waiting.pop()
        if drawing.set_running_or_notify_cancel():
            try:
                drawing.set_result(draw(shown))
            except BaseException as error:
                drawing.set_exception(error)

    def _forget_failed(self, shown: Shown, drawing: asyncio.Future[bytes]) -> None:
        """Draw a picture that failed again for the next caller."""
        if (drawing.cancelled() or drawing.exception() is not None) and self._pictures.get(shown) is drawing:
            del self._pictures[shown]


# A picture needs some buffers of megabytes for a moment. Once one of them has gone, glibc puts all like it among
# smaller ones that stay, so their room cannot go back to the system: 20 MB for nothing. It does not once
# a limit is set.

_TRIM_THRESHOLD = -1
"""The name of malloc.h for the bytes that may lie idle behind all others."""

_IDLE = 1 << 20
"""With glibc's own 128 KB, the memory of small values would shrink and grow all the time."""


def give_buffers_back() -> None:
    """Let the system have large buffers as soon as they are free; without glibc, it does as it likes."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").mallopt(_TRIM_THRESHOLD, _IDLE)


_DRAWN_BY: Mapping[type[Shown], tuple[str, str]] = {
    Card: ("card", "draw_card"),
    PodiumPicture: ("card", "draw_podium"),
    SeasonPicture: ("card", "draw_season"),
    Profile: ("profile", "draw_profile"),
    Mountain: ("mountain", "draw_mountain"),
    Pad: ("pad", "draw_pad"),
    Track: ("track", "draw_track"),
    Rack: ("rack", "draw_rack"),
    Pot: ("pot", "draw_pot"),
    Curve: ("curve", "draw_curve"),
}
"""The module and the function that draw each."""


def draw(shown: Shown) -> bytes:
    """Return its PNG; collect at once what that leaves behind: a little each time, as the bot collects seldom."""
    _import_all()
    module, function = _DRAWN_BY[type(shown)]
    picture: bytes = getattr(import_module(f"bot.pictures.{module}"), function)(shown)
    gc.collect(0)
    return picture


_CELLS = (
    ("1", CellLook.POINTS, False),
    ("2", CellLook.POINTS, True),
    ("0", CellLook.LOST, False),
    ("5", CellLook.GOLD, True),
)
"""One of each look: a picture with them leaves its shapes and letters behind."""

_BOXES = 11
"""Those of half a sheet for two: shorter ones share the shapes of its cells."""

_MOUNTAIN = tuple((column, 13 - 2 * abs(column - 7)) for column in range(2, 13))
"""The columns that nearly every mountain has."""


def _warm() -> None:
    _import_all()
    from bot.pictures import card, mountain, pad, pot, rack, track  # noqa: PLC0415 - heavy, see above

    mountain.palette()
    mountain.draw_mountain(Mountain(_MOUNTAIN, ()))
    card.palette()
    half, feet = (("A",),) * _BOXES, tuple(PadFoot("A", "A", "1", acts, acts, (1, 2)) for acts in (True, False))
    cells = tuple(PadCell(*_CELLS[number % len(_CELLS)]) for number in range(2 * _BOXES))
    columns = tuple(PadColumn(("A",), cells, lit) for lit in (True, False))
    sheets = Pad((half, half), columns, feet, frozenset({5}), faces=(1, 2, 3, 4, 5, 6))
    pad.draw_pad(sheets)
    for great in (False, True):  # Its dice share all but their pips.
        pad.draw_pad(replace(sheets, burst=Burst((1,) * 5, ("A",), great)))
    lane = Lane("A", "A", 2, "2", gained=1, leads=True, to_act=True)
    for look in ("sea", "night"):
        track.draw_track(Track(look, 2, (lane,), "2"))
    rack.draw_rack(
        Rack(tuple(Shelf(chip, ("A",), "1", 1, (TakenChip(("A",), fresh=True),)) for chip in rack.CHIPS), ())
    )
    pot.draw_pot(Pot(2, "A", "A", (Holder(lane, (1, 2, 4), best=True, fresh=True),)))
    gc.collect(0)


@cache
def _import_all() -> None:
    """Import in steps, and collect garbage after each: a single collection at the end would stop the loop for 35 ms."""
    for name in (
        "PIL.ImageFont",
        "uharfbuzz",
        "bot.pictures.card",
        "bot.pictures.profile",
        "bot.pictures.mountain",
        "bot.pictures.pad",
        "bot.pictures.track",
        "bot.pictures.rack",
        "bot.pictures.pot",
        "bot.pictures.curve",
    ):
        import_module(name)
        gc.collect(0)
