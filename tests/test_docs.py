"""What the documents promise is true: the example sheet plays, every rules page is fresh, every command is named."""

import importlib
import importlib.util
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from discord.ext import commands

from bot.client import cog_names
from bot.engine.dice import FairDice, commitment, dice_source, mix_in
from bot.engine.errors import BadOptions
from bot.engine.gate import legal, play, play_recorded
from bot.engine.record import FairnessProof, as_json
from bot.engine.record import make as make_record
from bot.engine.types import Seat
from bot.games import CATALOGUE, FAMILIES, make
from bot.games.replay import replay
from bot.games.yum.entry import listing
from bot.games.yum.sheets import SHEETS
from bot.locales import LANGUAGES, words
from bot.screens.kit.dice import passing_goal
from bot.screens.kit.patterns import PROOF
from bot.screens.kit.values import PLAIN_GLYPHS, RenderContext
from bot.screens.server.help import FAIR, REASONS, TOPICS, explanation, help_screen
from bot.screens.table.rules import whole_rules
from bot.ui.discord.permissions import PERMISSIONS

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "docs" / "rules" / "sources"
SHEET_LINES = 40
PICTURE_BYTES = 150_000


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# -- fair dice ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def program() -> str:
    """The program that docs/fair-dice.md shows."""
    blocks = re.findall(r"```python\n(.*?)```", read("docs/fair-dice.md"), re.S)
    return next(block for block in blocks if "json" in block)


def checked(program: str, record: dict[str, Any], file: Path) -> str:
    """What the program prints of a record."""
    file.write_text(json.dumps(record), "utf-8")
    done = subprocess.run([sys.executable, "-", file], input=program, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def forged(record: dict[str, Any], move: int) -> dict[str, Any]:
    """The record with another face in the first throw of a move.

    For the first tie it is a face that none of the tying seats threw: the program does not know which of them it was.
    """
    moves = json.loads(json.dumps(record["moves"]))
    faces, fair, tying = moves[move]["dice"][0], record["fair"], range(record["seats"] if record["seats"] > 1 else 0)
    dice = dice_source(bytes.fromhex(fair["secret"]), fair["entropy"]).for_seat(Seat(0))
    for_ties = [dice.roll(len(faces), tie=seat)[0] for seat in tying]
    faces[0] = next(face for face in range(1, 7) if face not in (faces[0], *for_ties))
    return record | {"moves": moves}


def test_the_program_is_short_enough_to_be_read(program: str) -> None:
    assert len(program.splitlines()) <= 17


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("key", "options", "seats"),
    [("421", {}, 4), ("yams", {}, 2), ("yum_extra", {"power": True}, 2), ("cant_stop", {}, 2), ("5000", {}, 2)],
)
@pytest.mark.parametrize("begin", ["2", "join:1001 start:1002"], ids=["recipe 2", "recipe 1"])
def test_anybody_can_check_a_record_by_the_program(
    program: str, tmp_path: Path, seed: str, key: str, options: dict[str, Any], seats: int, begin: str
) -> None:
    file = tmp_path / "record.json"
    record, thrown, ties = random_record(make(key, options), seats, seed, ties=key == "421", begin=begin)
    assert replay(json.dumps(record).encode())["fair"] is True
    assert checked(program, record, file) == "True"
    of_turns = [number for number in thrown if number not in ties]
    for number in (of_turns[0], of_turns[-1], *ties[:1]):
        assert checked(program, forged(record, number), file) == "False"
    for change in ({"secret": "00" * 32}, {"commitment": "0" * 64}, {"entropy": "2"}):
        assert checked(program, record | {"fair": record["fair"] | change}, file) == "False"


@pytest.mark.sample(3)
@pytest.mark.parametrize("options", [{}, {"power": True}], ids=["", "power"])
@pytest.mark.parametrize("key", ["yams", "yum_extra", "5000_race", "cant_stop_race"])
def test_the_program_checks_dice_that_all_players_share(
    program: str, tmp_path: Path, seed: str, key: str, options: dict[str, Any]
) -> None:
    file, game = tmp_path / "record.json", make(key, options)
    record, thrown, _ = random_record(game, 1, seed, ties=False, begin="3", number=1)
    record["round"] = 2
    assert replay(json.dumps(record).encode())["fair"] is True
    assert checked(program, record, file) == "True"
    alone = {"round": 1}, {"fair": record["fair"] | {"entropy": "2"}}, {"fair": record["fair"] | {"entropy": "3"}}
    for changed in (record | change for change in alone):
        assert replay(json.dumps(changed).encode())["fair"] is False
        assert checked(program, changed, file) == "False"
    for move in (thrown[0], thrown[len(thrown) // 2], thrown[-1]):
        assert checked(program, forged(record, move), file) == "False"


@pytest.mark.sample(3)
@pytest.mark.parametrize("tiebreak", ["share", "roll_off"])
@pytest.mark.parametrize("key", ["421", "5000", "ambition", "yamslam", "cant_stop"])
def test_the_program_checks_dice_that_are_exchanged(
    program: str, tmp_path: Path, seed: str, key: str, tiebreak: str
) -> None:
    file = tmp_path / "record.json"
    game = make(key, {"games_in_match": "both_ways"} | ({} if key == "yamslam" else {"tiebreak": tiebreak}))
    record, thrown, ties = random_record(game, 2, seed, ties=key == "421", begin="4")
    assert replay(json.dumps(record).encode())["fair"] is True
    assert checked(program, record, file) == "True"
    for change in ({"entropy": "2" + record["fair"]["entropy"][1:]}, {"entropy": "4"}, {"secret": "00" * 32}):
        assert checked(program, record | {"fair": record["fair"] | change}, file) == "False"
    several = [move for move in thrown if len(record["moves"][move]["dice"][0]) > 2]
    for move in (several[0], several[len(several) // 2], *ties[:1]):
        assert checked(program, forged(record, move), file) == "False"


def random_record(
    game: Any, seats: int, seed: str, *, ties: bool, begin: str = "2", number: int = 0
) -> tuple[dict[str, Any], list[int], list[int]]:
    """Play by careless choices with dice of a recipe; returns the record, the moves that throw, and those for a tie.

    What is mixed in has that beginning; ``number`` is that of the game in a tournament.

    If the test wants ``ties``, it plays games until there is one.
    """
    source, secret = random.Random(seed), bytes(range(32))
    while True:
        entropy = mix_in(mix_in(begin, str(source.random())), "Été à Québec")
        dice, state, entries = dice_source(secret, entropy, game=number), game.new(seats), []
        while (turn := game.turn(state)) is not None and len(entries) < 500:
            texts = list(legal(game, state))
            last = [text for text in texts if not text.startswith(("roll", "keep"))]
            chosen = source.choice(last if last and source.random() < 0.5 else texts)
            step, entry = play_recorded(
                game, state, turn, chosen, dice.for_seat(turn, state.dice, game.games_before(state))
            )
            state = step.state
            entries.append(entry)
        thrown = [number for number, entry in enumerate(entries) if entry.dice]
        for_ties = [number for number in thrown if not entries[number].do.startswith(("roll", "keep"))]
        if bool(for_ties) == ties:
            fair = FairnessProof(commitment(secret), secret.hex(), entropy)
            return as_json(make_record(game.key, game.written, seats, entries, fair)), thrown, for_ties


@pytest.mark.parametrize("name", ["docs/fair-dice.md", "README.md"])
def test_the_documents_say_what_fair_dice_prove_and_what_they_do_not(name: str) -> None:
    text = " ".join(read(name).split()).lower()
    for said in (
        "noted the seal before typing a word that the person who runs the bot could not guess",
        "typed last or trusts who did",
        "that the dice were fixed only then",
        "can still move order and seats",
        "that the person who runs the bot knows no throws to come, or closes no table before its game",
        "anything where nobody mixed in a word",
        "anything to others about solo games",
        "everybody had dice sealed when the day was first opened, and that a second account could look first",
    ):
        assert said in text


def test_fair_dice_begin_in_readme_with_what_players_care_about_and_leave_cryptography_for_the_end() -> None:
    said = read("README.md").partition("## Fair dice")[2].partition("\n## ")[0]
    assert "HMAC" not in read("README.md"), "docs/fair-dice.md has it"
    rigged, unproven, works = (said.find(words) for words in ("rigs the dice", "not prove", "cryptography"))
    assert 0 <= rigged < 100
    assert rigged < unproven < works


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_on_fair_dice_begins_in_words_of_players_and_has_its_cryptography_behind_a_button(language: str) -> None:
    fair, works = (explanation(RenderContext(words(language), PLAIN_GLYPHS), topic) for topic in (FAIR, PROOF))
    first, *_ = fair.split("\n")
    assert re.search("Nobody can rig these dice, not even|Personne ne peut truquer ces dés, pas même", first)
    assert re.search("does not prove|ne prouve pas", fair)
    assert re.search("can still know throws to come|peut quand même connaître les lancers", fair)
    cryptography = re.compile("SHA-256|HMAC|cryptogra|fonction de hachage")
    assert not cryptography.search(fair)
    assert cryptography.search(works)


# -- CONTRIBUTING ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def example() -> str:
    """The sheet that CONTRIBUTING.md shows."""
    blocks = [block for block in re.findall(r"```python\n(.*?)```", read("CONTRIBUTING.md"), re.S) if "SHEETS" in block]
    assert len(blocks) == 1
    return blocks[0]


@pytest.fixture
def key(example: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of the example, in the catalogue for one test; tests/games/test_new_sheet.py saves it as a file."""
    namespace: dict[str, Any] = {"__name__": "bot.games.yum.sheets.example"}
    exec(compile(example, "CONTRIBUTING.md", "exec", dont_inherit=True), namespace)  # noqa: S102
    (sheet,) = namespace["SHEETS"]
    if sheet.key in CATALOGUE:
        return str(sheet.key)  # Somebody has saved it as a file.
    monkeypatch.setitem(SHEETS, sheet.key, sheet)  # type: ignore[arg-type]
    monkeypatch.setitem(CATALOGUE, sheet.key, listing(sheet))  # type: ignore[arg-type]
    monkeypatch.setitem(FAMILIES, sheet.key, "yum")  # type: ignore[arg-type]
    return str(sheet.key)


def test_the_example_sheet_is_short(example: str) -> None:
    assert len(example.splitlines()) < SHEET_LINES


@pytest.mark.parametrize("options", [{}, {"power": True}, {"of_a_kind": "matching"}])
def test_the_example_sheet_is_a_game_of_thirteen_boxes(key: str, options: dict[str, object]) -> None:
    game = make(key, options)
    assert len(game.layout.boxes) == 13
    dice, state, filled = FairDice(b"k" * 32, "example"), game.new(2), 0
    while (turn := game.turn(state)) is not None:
        texts = list(legal(game, state))
        do = next((text for text in texts if text.startswith("mark")), texts[0])
        filled += do.startswith("mark")
        state = play(game, state, turn, do, dice).state
    assert filled == 26
    outcome = game.outcome(state)
    assert outcome is not None
    assert min(outcome.scores) > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_sheet_has_its_rules(key: str, language: str) -> None:
    body = whole_rules(RenderContext(words(language), PLAIN_GLYPHS), make(key, {})).body
    assert re.search(r"(?:All odd|Impairs)\*\*\s?: .*`(?:[135]-){4}[135]` → 30", body)
    assert "35 points" in body


def test_the_example_of_a_test_is_one_of_ours() -> None:
    (block,) = re.findall(r"```python\n(def test_.*?)```", read("CONTRIBUTING.md"), re.S)
    assert block in read("tests/games/test_yum_plus.py")


# -- rules pages -------------------------------------------------------------------------------------------------------


@pytest.mark.sample(5)
@pytest.mark.parametrize("key", list(CATALOGUE))
def test_the_rules_page_is_fresh_and_says_its_sources(key: str) -> None:
    pages = script("rules_pages")
    assert read(f"docs/rules/{key}.md") == pages.page(key), "run scripts/rules_pages.py write"
    assert "\n## Where the rules come from\n" in pages.page(key)


@pytest.mark.sample(4)
@pytest.mark.parametrize("key", list(CATALOGUE))
def test_the_rules_page_has_every_sentence_that_two_house_rules_say_only_together(key: str, seed: str) -> None:
    pages, context = script("rules_pages"), RenderContext(words("en"), PLAIN_GLYPHS)
    page = pages.numberless(read(f"docs/rules/{key}.md"))
    changes = [{rule.key: choice} for rule in CATALOGUE[key].rules for choice in pages.shown(rule)]
    pairs = [*combinations(changes, 2)]
    for one, other in random.Random(seed).sample(pairs, min(60, len(pairs))):
        with suppress(BadOptions):
            screen = whole_rules(context, make(key, {**one, **other}))
            for line in "\n".join([screen.body, *(field.value for field in screen.fields[:-1])]).split("\n"):
                for sentence in re.split(r"(?<=[.!?]) | · ", re.sub(r"^\d+\. ", "", line)):
                    assert pages.numberless(sentence) in page, (one, other)


def house_rule(key: str, heading: str) -> str:
    """What the rules page says of a choice of a house rule."""
    return read(f"docs/rules/{key}.md").partition(f"\n#### {heading}\n")[2].partition("\n#")[0]


@pytest.mark.parametrize("key", ["5000", "5000_race"])
def test_the_page_of_a_goal_to_reach_exactly_gives_the_example_with_the_power_die(key: str) -> None:
    for language in LANGUAGES:
        assert passing_goal(RenderContext(words(language), PLAIN_GLYPHS), 5000) in read(f"docs/rules/{key}.md")


@pytest.mark.parametrize("key", ["421", "5000", "ambition", "cant_stop"])
def test_the_rules_page_says_what_decides_a_tie_and_not_all_of_the_power_die_there(key: str) -> None:
    throw = house_rule(key, "In a tie – One more throw")
    assert "**In a tie.** Players who share the first place throw " in throw
    assert "**1**" not in throw
    if key != "421":
        assert "The most games won decide, else the place is shared." in house_rule(key, "In a tie – Most games won")


@pytest.mark.parametrize("key", [key for key in CATALOGUE if (SOURCES / f"{key}.md").exists()])
def test_the_sources_name_only_house_rules_there_are(key: str) -> None:
    known = {rule.key for rule in CATALOGUE[key].rules}
    rows = [line for line in read(f"docs/rules/sources/{key}.md").splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row.rsplit("|", 2)[-2])}
    assert named <= known
    shared = {rule.key for rule in CATALOGUE["yum_plus"].rules} & {rule.key for rule in CATALOGUE["maxi_yum"].rules}
    assert known - named - shared == set()


# -- README ------------------------------------------------------------------------------------------------------------


def slash_commands() -> Iterator[str]:
    for name in cog_names():
        module = importlib.import_module(name)
        for cog in vars(module).values():
            if isinstance(cog, type) and issubclass(cog, commands.Cog) and cog.__module__ == module.__name__:
                group = f"{cog.__cog_group_name__} " if issubclass(cog, commands.GroupCog) else ""
                yield from (f"/{group}{command.name}" for command in cog.__cog_app_commands__)


def test_the_readme_names_every_command_and_no_other() -> None:
    named = set(re.findall(r"`(/[a-z0-9_]+(?: [a-z_]+)?)`", read("README.md")))
    assert named == set(slash_commands())


def test_help_names_every_command_and_no_other() -> None:
    context = RenderContext(words("en"), PLAIN_GLYPHS)
    named = {name for topic in TOPICS for name in re.findall(r"`(/[^`]+)`", help_screen(context, topic).body)}
    assert named == set(slash_commands()) - {"/help"}


def test_the_lists_of_the_readme_are_fresh() -> None:
    assert read("README.md") == script("rules_pages").readme(read("README.md")), "run scripts/rules_pages.py write"


def test_the_readme_names_every_game() -> None:
    linked = set(re.findall(r"\]\(docs/rules/(\w+)\.md\)", read("README.md")))
    assert linked == set(CATALOGUE)


def test_every_permission_is_explained_and_no_other() -> None:
    (table,) = re.findall(r"^\| Permission \|.*\n\|[-|]+\n((?:\|.*\n)+)", read("docs/hosting.md"), re.M)
    assert re.findall(r"^\| ([^|]+?) \|", table, re.M) == [label for label, _ in REASONS.values()]


def test_the_invite_link_asks_for_just_these() -> None:
    assert re.findall(r"permissions=(\d+)", read("docs/hosting.md")) == [str(PERMISSIONS.value)]


def test_the_french_readme_has_the_word_of_the_button_for_mixing_in() -> None:
    name, said = words("fr")("Mix in a word"), read("README.md").partition("## En français")[2]
    assert f"{name.partition(' ')[0].lower().removesuffix('r')}s " in said, name
    assert "brass" not in said


def test_the_two_ways_to_begin_are_in_the_readme() -> None:
    readme = read("README.md")
    assert "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/python -m bot play" in readme
    assert "python3 -m venv .venv && .venv/bin/pip install -e '.[dev]' && .venv/bin/python -m pytest" in readme


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md"])
def test_links_between_pages_lead_somewhere(page: str) -> None:
    folder = (ROOT / page).parent
    targets = re.findall(r"\]\((?!https?:|#)([^)#]+)[^)]*\)|src=\"([^\"]+)\"", read(page))
    missing = [target for pair in targets for target in pair if target and not (folder / target).exists()]
    assert missing == []


def test_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "docs" / "images").glob("*.png")}
    assert sizes
    assert {name: size for name, size in sizes.items() if size > PICTURE_BYTES} == {}


def test_the_texts_for_the_directory_fit_and_stand_in_both_languages() -> None:
    texts = re.findall(r"```text\n(.*?)\n```", read("docs/discovery.md"), re.S)
    for text, most in zip(texts, (200, 400) * len(LANGUAGES), strict=True):
        assert most / 2 < len(text) <= most
    [told] = re.findall(r"^\*\*Tags\*\*: (.+); in French (.+)\.$", read("docs/discovery.md"), re.M)
    tags = [tag for some in told for tag in some.split(", ")]
    assert len(tags) == 5 * len(LANGUAGES)
    assert max(map(len, tags)) <= 20


# -- pages for readers -------------------------------------------------------------------------------------------------

PAGES = [
    *map(ROOT.joinpath, ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
]
WORDS = {"architecture": 4_000, "mind": 3_000, "performance": 1_500, "growth": 1_500}
ALL_WORDS = 20_000
"""Of all pages but those of rules. A page that grows replaces something that nobody needs any more."""


def test_pages_are_short_enough_to_read() -> None:
    words = {str(page.relative_to(ROOT)): len(page.read_text("utf-8").split()) for page in PAGES}
    assert [name for name, most in WORDS.items() if words[f"docs/{name}.md"] > most] == []
    assert sum(words.values()) <= ALL_WORDS


def test_a_decision_has_a_date_a_context_a_choice_and_a_consequence() -> None:
    decisions = [page for page in PAGES if page.parent.name == "decisions"]
    assert [int(page.name[:3]) for page in decisions] == list(range(1, len(decisions) + 1))
    for page in decisions:
        text = page.read_text("utf-8")
        head, date, *said = text.split("\n\n")
        assert head.startswith(f"# {page.name[:3]} · "), page
        assert re.fullmatch(r"\*\d{4}-\d\d-\d\d\*", date), page
        assert re.findall(r"^\*\*(\w+)\.\*\*", "\n\n".join(said), re.M) == ["Context", "Choice", "Consequence"], page
        assert f"(decisions/{page.name})" in read("docs/architecture.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_links_to_what_there_is(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|#|\w+:)([^)#]+)[^)]*\)", page.read_text("utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []
