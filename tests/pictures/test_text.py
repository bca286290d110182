"""Words on pictures: only what the font has, and only what fits."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from bot.pictures.canvas import display_name, drawable_text, shrink_to_fit, truncate_to_fit, width, write


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("Zoé Côté", "Zoé Côté"),
        ("Zoe\u0301", "Zoé"),
        ("Γιώργος Øyvind Жанна", "Γιώργος Øyvind Жанна"),
        ("🎲 Ana 🔥", "🎲 Ana 🔥"),
        ("Ana👍🏽", "Ana👍"),
        ("🪿 Ana", "Ana"),
        ("𝓐𝓷𝓪 Ｂｏ ᴰᵃᵛᵉ", "Ana Ｂｏ ᴰᵃᵛᵉ"),
        ("𠮷田 Ana", "□田 Ana"),
        ("สมชาย Ana", "S Ana"),
        ("𠮷 Ana", "□ Ana"),
        ("𠮷", "Player 2"),
        ("山田 Ana", "山田 Ana"),
        ("山田太郎", "山田太郎"),
        ("ゆうこ 王小明 김민준", "ゆうこ 王小明 김민준"),
        ("محمد", "محمد"),
        ("สมชาย ใจดี", "SC"),
        ("देव कुमार", "DK"),
        ("🔥🎲", "🔥🎲"),
        ("🏳️‍🌈", "🏳\ufe0f🌈"),
        ("🪿🪿", "Player 2"),
        ("👩‍👩‍👧", "Player 2"),
        ("", "Player 2"),
        ("\u202eAna\u200b\n  Bo\x07", "Ana Bo"),
        ("A" + "\u0301" * 40 + "na", "Á\u0301\u0301na"),
        ("\u0301Ana", "Ana"),
    ],
)
def test_names_keep_what_the_font_has(name: str, shown: str) -> None:
    assert drawable_text(name, "Player 2") == shown


def test_without_any_letter_and_anything_instead_there_is_still_a_name() -> None:
    assert drawable_text("👩‍👩‍👧") == "?"
    assert drawable_text("👩‍👩‍👧", "🪿") == "?"
    assert drawable_text("–") == "–"


def _ink(letter: str) -> bytes:
    image = Image.new("L", (80, 80))
    write(ImageDraw.Draw(image), (10, 40), letter, 40, 255)
    return image.tobytes()


def test_nothing_drawn_is_the_box_of_a_missing_letter() -> None:
    missing = [_ink(letter) for letter in ("\uffff", "\U0001f468", "ก")]
    for letter in drawable_text("Ana Côté 山田 ゆ 김 ك 😀 🔥 🎲 🦊 ★ ñ ß ł ×", "x").replace(" ", ""):
        assert _ink(letter) not in missing, letter


def test_letters_of_arabic_join_and_go_from_right_to_left() -> None:
    """Pillow's raqm does it: alone, each letter has another form."""
    assert width("سسسس", 40) < 4 * width("س", 40) * 0.9
    drawn = [Image.new("L", (200, 80)) for _ in range(2)]
    write(ImageDraw.Draw(drawn[0]), (10, 40), "محمد", 40, 255)
    write(ImageDraw.Draw(drawn[1]), (10, 40), "دمحم", 40, 255)
    assert drawn[0].tobytes() != drawn[1].tobytes()


@pytest.mark.parametrize("anchor", ["lm", "mm", "rm"])
@pytest.mark.parametrize("bold", [False, True])
def test_a_name_of_three_fonts_lies_where_it_should(anchor: str, bold: bool) -> None:
    text = "Ana 山 🔥 Bo"
    image = Image.new("L", (600, 100))
    write(ImageDraw.Draw(image), (300, 50), text, 40, 255, bold=bold, anchor=anchor)
    left, top, right, bottom = image.getbbox() or (0, 0, 0, 0)
    wide = width(text, 40, bold)
    start = 300 - {"l": 0, "m": wide // 2, "r": wide}[anchor[0]]
    assert start - 3 <= left
    assert right <= start + wide + 3
    assert wide - 12 <= right - left
    assert 20 <= top < bottom <= 80


@pytest.mark.parametrize("room", [0, 5, 30, 100, 400])
@pytest.mark.parametrize("bold", [False, True])
def test_cut_text_is_never_wider_than_its_room(room: int, bold: bool) -> None:
    text = truncate_to_fit("Maximilienne de la Tour-Grandin", room, 34, bold)
    assert width(text, 34, bold) <= room
    assert text == "" or text.endswith("…")


def test_text_that_fits_is_left_alone_and_letters_shrink_before_it_is_cut() -> None:
    whole = "Maximilienne"
    assert truncate_to_fit(whole, 400, 34) == whole
    assert shrink_to_fit(whole, 400, 34, 20) == (whole, 34)
    text, size = shrink_to_fit(whole, width(whole, 34) - 10, 34, 20)
    assert (text, size < 34) == (whole, True)
    assert shrink_to_fit(whole, 60, 34, 20)[0].endswith("…")


def test_a_name_without_room_keeps_its_first_words_and_an_ellipsis_tells_what_is_missing() -> None:
    name = "Les Champions du jeudi soir"
    for kept in ("Les Champions du…", "Les Champions…", "Les…"):
        room = width(kept, 20, bold=True)
        assert display_name(name, "Player 1", room, 34, 20) == (kept, 20)
    assert display_name(name, "Player 1", width("Les", 20, bold=True), 34, 20) == ("Les", 20)


def test_a_name_without_room_is_called_by_its_first_word_then_cut() -> None:
    room = width("David", 20, bold=True)
    assert display_name("David", "Player 1", 400, 34, 20) == ("David", 34)
    assert display_name("David Côté", "Player 1", 400, 34, 20) == ("David Côté", 34)
    assert display_name("David Côté", "Player 1", room, 34, 20) == ("David", 20)
    assert display_name("Maximilienne de la Tour", "Player 1", room, 34, 20)[0].startswith("Ma")
    assert display_name("🪿", "Player 1", room, 34, 20)[0] != "Player"


def test_a_name_without_room_loses_its_emoji_before_its_words() -> None:
    name = "🎲 Ana Côté 🔥"
    for kept in (name, "Ana Côté", "Ana…", "Ana"):
        room = width(kept, 20, bold=True)
        assert display_name(name, "Player 1", room, 20, 20) == (kept, 20)
    assert display_name("🎲 🔥", "Player 1", width("🎲…", 20, bold=True), 20, 20)[0] == "🎲…"
