"""Whose turn, the dice, every button and the menu are on a phone's screen together, and nothing moves under the finger.

Whole turns of every game are drawn on the page and measured. Discord leaves less room for messages than our page does,
so the room here is what Discord's own client is estimated to leave, and a phone keeps 15 % of it to spare.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from bot.engine.game import GAMES, MatchGame
from bot.games import CATALOGUE, make
from bot.games.cant_stop.rules import HEIGHTS
from bot.locales import words
from bot.screens.kit import WORDS_ONLY, BoardView, Button, Glyphs, RenderContext
from bot.screens.table.board import sheets_screen, table_screen
from tests.boards import after, begun, put
from tests.browser.prepared import PreparedBoards
from tests.browser.turns import Board, boards_of_a_turn, tables_of_a_turn


class Size(NamedTuple):
    """A window, and the height that messages may have in it."""

    width: int
    height: int
    room: int


SPARE = 0.85
SIZES = {
    "phone": Size(390, 844, int(640 * SPARE)),
    "small phone": Size(360, 740, int(536 * SPARE)),
    "desktop": Size(1280, 800, 660),
}
WIDE = 640
"""A phone is narrower."""
PEOPLE = {"en": "ana", "fr": "chloe"}
SCREEN = 600
"""So much of a phone of 844 pixels a board with its picture may take: some 665 are left for messages."""
STILL = 0
"""How many whole pixels anything that is pressed, and the picture of the dice, may move between two boards of a turn.

Only a name of many letters may give a sentence below the dice a second line on a phone.
"""

MEASURE = """async head => {
  const frame = () => new Promise(requestAnimationFrame);
  const drawn = () => document.querySelector(`[data-custom-id^='${head}']`)?.checkVisibility()
    && [...document.querySelectorAll('img.picture')].every(one => one.complete);
  for (const end = Date.now() + 30_000; !drawn();) {
    if (Date.now() > end) throw new Error(`no board ${head}`);
    await frame();
  }
  await frame();
  await frame();
  // A new message rises by some pixels as it arrives.
  await Promise.allSettled(document.getElementById('log').getAnimations({ subtree: true }).map(one => one.finished));
  const box = node => { const b = node.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; };
  const log = document.getElementById('log');
  const message = [...log.querySelectorAll('[data-testid=message]')].at(-1);
  const text = [...message.querySelectorAll('.embed-text')].at(-1);
  const [left, , right, bottom] = box(text);
  const parts = {};
  const content = message.querySelector('.content');
  const lines = Math.round(content.getBoundingClientRect().height / parseFloat(getComputedStyle(content).lineHeight));
  parts['whose turn'] = [left, bottom - parseFloat(getComputedStyle(text).lineHeight), right, bottom];
  const heading = text.querySelector('.md-h1');
  if (heading) parts.dice = box(heading);
  for (const node of message.querySelectorAll('.components [data-custom-id]')) {
    parts[node.matches('.select') ? 'the menu' : node.dataset.customId.split(':').slice(3).join(':')] = box(node);
  }
  const picture = [...message.querySelectorAll('.picture')].map(box)[0] ?? null;
  return { log: box(log), parts, picture, lines, sideways: log.scrollWidth - log.clientWidth };
}"""


class Measured(NamedTuple):
    """Left, top, right and bottom of the list of messages and of each part of a board; buttons by what they ask for."""

    log: list[float]
    parts: dict[str, list[float]]
    picture: list[float] | None
    """That of the board, such as the mountain."""
    lines: int
    """Lines of the title."""
    sideways: float


def measure(boards: PreparedBoards, person: Any, board: Board, glyphs: Glyphs | None = None) -> Measured:
    """Show ``board`` and measure it once it stands still."""
    return Measured(**person.page.evaluate(MEASURE, boards.show(board.screen, glyphs)))


def misfits(board: Board, found: Measured, size: Size, *, drawn: bool = True) -> list[str]:
    """What of a board does not fit the screen of ``size``; it shows its dice if it is ``drawn``, not in words."""
    assert ("dice" in found.parts) == drawn, board.moment
    left, top, right, bottom = found.log
    outside = [
        f"{board.moment}: {name} is not on the screen: {box}"
        for name, box in found.parts.items()
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom
    ]
    height = max(box[3] for box in found.parts.values()) - min(box[1] for box in found.parts.values())
    if height > size.room:
        outside.append(f"{board.moment}: {height:.0f} px high, there is room for {size.room}")
    if size.width >= WIDE and found.picture and (hidden := round(top - found.picture[1])) > 0:
        outside.append(f"{board.moment}: {hidden} px of the picture are above the screen")
    if found.sideways > 0:
        outside.append(f"{board.moment}: wider than the screen by {found.sideways}")
    return outside


def still_parts(found: Measured) -> dict[str, list[float]]:
    """The places of what eye and finger look for: Throw, the menus, the dice as pictures and buttons.

    The dice of another throw may be fewer (5000): then they are other dice.
    """
    parts: dict[str, list[float]] = {}
    dice = sum(name.startswith("hold ") for name in found.parts)
    for name, box in found.parts.items():
        first = name.split()[0]
        if first == "dice":
            parts[f"picture of {dice} dice"] = box
        elif first == "hold":
            parts[f"die {name.split()[1]} of {dice}"] = box
        elif first in ("roll", "keep"):
            parts["Throw"] = box
        elif name == "the menu":
            parts[name] = box
    return parts


def moved(boards: list[Board], found: list[Measured]) -> list[str]:
    """What moves from one board of a turn to the next."""
    steps = zip(boards, found, boards[1:], found[1:], strict=False)
    moves = [
        (f"{before.moment} → {after.moment}: {name}", [round(b - a) for a, b in zip(old, new, strict=True)][:2])
        for before, one, after, two in steps
        for name, old in still_parts(one).items()
        if (new := still_parts(two).get(name)) is not None
    ]
    return [f"{name} moves by {by}" for name, by in moves if max(map(abs, by)) > STILL]


BOARDS: list[tuple[str, int, dict[str, object]]] = [
    *((key, 2, {}) for key in CATALOGUE),
    *((key, 4, {}) for key in ("yum_plus", "triple_yum_plus", "cant_stop", "421", "5000")),
    *((key, 2, {"power": True}) for key in ("yum_plus", "maxi_yum", "yamslam", "421", "5000", "cant_stop")),
    *(("yum_plus", players, {"drawn": True}) for players in (1, 2, 3, 4)),
    *(("triple_yum_plus", players, {"drawn": True}) for players in (2, 3, 4)),
    ("yams", 2, {"grids": 3, "drawn": True}),
    *((key, 2, {"drawn": True}) for key in ("maxi_yum", "yum_color", "ambition")),
    *((key, players, {"drawn": True}) for key in ("5000", "yamslam", "421") for players in (2, 4)),
]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("key", "players", "options"), BOARDS, ids=["-".join((k, str(n), *o)) for k, n, o in BOARDS])
@pytest.mark.parametrize("language", PEOPLE)
@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
def test_a_turn_fits_the_screen_and_stands_still(
    boards: PreparedBoards, reader: Any, key: str, players: int, options: Any, language: str, size: Size
) -> None:
    person = reader(PEOPLE[language], size.width, size.height)
    turn = boards_of_a_turn(key, boards.players[:players], language, boards.glyphs, **options)
    found = [measure(boards, person, board) for board in turn]
    assert [line for board, one in zip(turn, found, strict=True) for line in misfits(board, one, size)] == []
    assert moved(turn, found) == []
    assert person.errors == []


def test_without_motion_a_picture_of_another_size_has_its_place_at_once(boards: PreparedBoards, reader: Any) -> None:
    person = reader(PEOPLE["en"], 1280, 800)
    (before, *_) = boards_of_a_turn("yum_color", boards.players[:2], "en", boards.glyphs, drawn=True)
    measure(boards, person, before)
    found = person.page.evaluate(
        """() => {
          const place = [...document.querySelectorAll('.picture-link.sized')].at(-1);
          place.style.setProperty('--high', 40);
          return [80, 120].map(wide => { place.style.setProperty('--wide', wide); return place.offsetWidth; });
        }"""
    )
    assert found == [80, 120]


@pytest.mark.sample(6)
@pytest.mark.parametrize("key", CATALOGUE)
@pytest.mark.parametrize("language", PEOPLE)
def test_the_title_takes_one_line_of_a_phone(boards: PreparedBoards, reader: Any, key: str, language: str) -> None:
    """Also in matches, and with Discord's "(edited)" behind it."""
    size = SIZES["phone"]
    person = reader(PEOPLE[language], size.width, size.height)
    matches: list[dict[str, object]] = [{GAMES: 3}] if isinstance(make(key, {}), MatchGame) else []
    for options in ({}, *matches):
        board = boards_of_a_turn(key, boards.players[:2], language, boards.glyphs, **options)[-1]
        measure(boards, person, board)
        assert measure(boards, person, board).lines == 1, board.screen.content


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", CATALOGUE)
@pytest.mark.parametrize("language", PEOPLE)
@pytest.mark.parametrize("size", [SIZES["phone"], SIZES["small phone"]], ids=["phone", "small phone"])
def test_a_turn_in_words_fits_a_phone(boards: PreparedBoards, reader: Any, key: str, language: str, size: Size) -> None:
    person = reader(PEOPLE[language], size.width, size.height)
    turn = boards_of_a_turn(key, boards.players[:2], language, WORDS_ONLY)
    found = [measure(boards, person, board, WORDS_ONLY) for board in turn]
    fits = [misfits(board, one, size, drawn=False) for board, one in zip(turn, found, strict=True)]
    assert [line for lines in fits for line in lines] == []
    assert person.errors == []


CLIMBED = tuple((column, top - 2) for column, top in HEIGHTS.items() if top > 2)
"""Cones so high that the numbers on buttons are long."""


@pytest.mark.parametrize("language", PEOPLE)
@pytest.mark.parametrize(
    ("runners", "dice"), [((), "1-4-5-6"), ((), "3-5-3-5"), (((6, 10), (8, 9)), "1-2-3-6"), (((2, 2),), "4-4-5-6")]
)
def test_no_throw_of_cant_stop_takes_a_row_of_buttons_more(
    boards: PreparedBoards, reader: Any, language: str, runners: Any, dice: str
) -> None:
    """Discord does not follow a message that grows: its last row would be below the screen."""
    size = SIZES["phone"]
    person = reader(PEOPLE[language], size.width, size.height)
    table = put(begun("cant_stop"), cones=(CLIMBED, ()), runners=runners)
    context, view = RenderContext(words(language), boards.glyphs), BoardView(pictured=True, names=("Ana", "Ben"))
    for shown in (table, after(table, ("roll", dice))):
        found = measure(boards, person, Board(dice, table_screen(context, shown, view)))
        buttons = [
            box for name, box in found.parts.items() if name.split()[0] in ("move", "pair", "roll", "stop", "more")
        ]
        assert len({round(box[1]) for box in buttons}) == 3, found.parts
        assert found.picture is not None
        high = max(box[3] for box in found.parts.values()) - found.picture[1]
        assert high <= SCREEN, "the mountain and the buttons are on one screen"


WRAPPED = """() => [...document.querySelectorAll('#log [data-testid=message]')].at(-1)
  .querySelectorAll('pre').values().flatMap(block => {
    const code = block.querySelector('code') ?? block;
    const range = document.createRange();
    range.selectNodeContents(code);
    const rows = new Set([...range.getClientRects()].map(one => Math.round(one.top))).size;
    const written = code.textContent.trimEnd().split('\\n').length;
    return rows > written ? [`${rows} rows for ${written}: ${code.textContent}`] : [];
  }).toArray()"""
"""The tables of the newest message whose rows take more lines than they have."""


@pytest.mark.sample(4)
@pytest.mark.parametrize("key", CATALOGUE)
@pytest.mark.parametrize("language", PEOPLE)
def test_no_row_of_a_sheet_wraps_at_320_pixels(boards: PreparedBoards, reader: Any, key: str, language: str) -> None:
    """Neither on the board, nor on the page of everybody's sheets."""
    person = reader(PEOPLE[language], 320, 640)
    before, *_, after = tables_of_a_turn(key, boards.players[:2], language)
    context = RenderContext(words(language), boards.glyphs)
    for table in (before, after):
        for screen in (table_screen(context, table), sheets_screen(context, table)):
            head = boards.show(replace(screen, rows=((Button("last", "ok"),),)))
            person.page.locator(f"[data-custom-id='{head}last']").wait_for()
            assert person.page.evaluate(WRAPPED) == []


@pytest.mark.sample(2)
@pytest.mark.parametrize("key", [key for key in CATALOGUE if key not in ("cant_stop_race", "5000_race")])
@pytest.mark.parametrize("language", PEOPLE)
def test_words_on_signs_need_no_row_more(boards: PreparedBoards, reader: Any, key: str, language: str) -> None:
    """People who are new read Equal and Undo on buttons that have a sign alone for others, where a phone has room."""
    size = SIZES["phone"]
    person = reader(PEOPLE[language], size.width, size.height)
    usual, new = (
        boards_of_a_turn(key, boards.players[:2], language, boards.glyphs, explained=explained)
        for explained in (False, True)
    )
    for one, other in zip(usual, new, strict=True):
        heights = [box[3] for box in measure(boards, person, one).parts.values()]
        assert len({*heights}) >= len({box[3] for box in measure(boards, person, other).parts.values()}), other.moment
