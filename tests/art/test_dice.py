"""The pictures: none is missing, all have Discord's size, differ without colours, and come from the script."""

from __future__ import annotations

import importlib.util
import json
import re
import struct
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest

from bot import art

ROOT = Path(__file__).resolve().parents[2]
FACES = range(1, 7)
DISCORD_LIMIT = 256 * 1024


@pytest.fixture(scope="module")
def script() -> Iterator[ModuleType]:
    pytest.importorskip("PIL")
    spec = importlib.util.spec_from_file_location("draw_dice", ROOT / "scripts" / "draw_dice.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(ROOT / "scripts"))
    spec.loader.exec_module(module)
    yield module
    sys.path.remove(str(ROOT / "scripts"))
    del sys.modules[spec.name]


def test_names_are_exactly_the_files() -> None:
    assert sorted(art.NAMES) == sorted(path.stem for path in (ROOT / "bot" / "art").glob("*.png"))


@pytest.mark.parametrize("name", art.NAMES)
def test_picture_fits_discord(name: str) -> None:
    picture = art.read(name)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", picture[16:24]) == (128, 128)
    assert len(picture) <= DISCORD_LIMIT
    assert re.fullmatch(r"\w{2,32}", f"{art.emoji(name)}_v99", re.ASCII)


def test_every_picture_is_another_one() -> None:
    assert len({art.read(name) for name in art.NAMES}) == len(art.NAMES)


def test_mark_follows_the_picture() -> None:
    assert len({art.mark(name) for name in art.NAMES}) == len(art.NAMES)
    assert art.mark("die_1") == art.mark("die_1")


def test_every_drawing_is_listed() -> None:
    """A new drawing gets a new emoji; the script that draws says so in the list."""
    assert {name: art.drawings()[name][-1] for name in art.NAMES} == {name: art.mark(name) for name in art.NAMES}


def test_a_picture_drawn_anew_has_another_emoji(monkeypatch: pytest.MonkeyPatch) -> None:
    before = art.old_emojis()
    daily = art.drawings() | {"die_1": ["1", "2", "3"], "lost": ["4", "5"]}
    monkeypatch.setattr(art, "drawings", lambda: daily)
    assert (art.emoji("die_1"), art.emoji("die_2")) == ("de1_v3", "de2")
    assert art.old_emojis() - before == {"die_1_v2", "die_1_v3", "de1", "de1_v2", "lost", "lost_v2"}


def test_a_name_is_heard_in_both_languages_and_names_one_picture() -> None:
    named = [one for name in art.NAMES for one in art.emojis(name)]
    assert len(named) == len(set(named))
    spelt = re.compile(r"die|held|blank|chip|token|color|felt|sea|star|sand|yam")
    assert {art.emoji(name) for name in art.NAMES if spelt.search(art.emoji(name))} == {"blank"}
    assert (art.emoji("held_4"), art.emoji("power_held_6"), art.emoji("star_1")) == ("garde4", "garde_power6", "de1_e")


def test_emojis_of_earlier_names_are_shown_until_there_are_others_and_are_old_then() -> None:
    assert art.emojis("die_4") == ["die_4", "de4"]
    assert {"die_4", "held_4", "chip_fh"} <= art.old_emojis()


def test_drawing_lists_only_what_changed(script: ModuleType, tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"die_{number}.png").write_bytes(art.read(f"die_{number}"))
    script.note_drawings(tmp_path)
    (tmp_path / "die_2.png").write_bytes(art.read("die_3"))
    for _ in range(2):
        script.note_drawings(tmp_path)
    listed = {"die_1": [art.mark("die_1")], "die_2": [art.mark("die_2"), art.mark("die_3")]}
    assert json.loads((tmp_path / "drawings.json").read_text()) == listed


def test_unknown_name_is_refused() -> None:
    with pytest.raises(KeyError):
        art.read("../settings")


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize(
    ("plain", "held"),
    [
        ("die", "held"),
        ("power", "power_held"),
        ("yam", "yam_held"),
        ("felt", "felt_held"),
        ("sea", "sea_held"),
        ("star", "star_held"),
    ],
)
def test_held_die_differs_without_colours(face: int, plain: str, held: str) -> None:
    """In grey and at the size of a line of text, more than a tenth of the picture is clearly different."""
    image = pytest.importorskip("PIL.Image")

    def grey(name: str) -> list[int]:
        picture = image.open(BytesIO(art.read(name))).convert("RGBA")
        sheet = image.new("RGBA", picture.size, "#313338")
        sheet.alpha_composite(picture)
        return list(sheet.convert("L").resize((22, 22)).tobytes())

    differences = [abs(a - b) for a, b in zip(grey(f"{plain}_{face}"), grey(f"{held}_{face}"), strict=True)]
    assert sum(difference > 24 for difference in differences) > len(differences) / 10


@pytest.mark.long
def test_drawing_again_gives_the_same_pixels(script: ModuleType) -> None:
    image = pytest.importorskip("PIL.Image")
    daily = dict(script.drawings())
    assert sorted(daily) == sorted(art.NAMES)
    changed = [
        name
        for name, picture in daily.items()
        if picture.tobytes() != image.open(BytesIO(art.read(name))).convert("RGBA").tobytes()
    ]
    assert changed == [], "run scripts/draw_dice.py again"
