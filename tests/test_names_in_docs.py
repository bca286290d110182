"""Whatever a page names exists: paths, names of code, commands, their options, metrics, settings, versions, bars.

A page names code in backticks, and paths anywhere. A renamed function must be renamed on the pages too.
"""

import ast
import re
import runpy
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.cli import main as cli

ROOT = Path(__file__).resolve().parent.parent
TEXTS = (".js", ".html", ".css", ".toml", ".yml", ".yaml", ".ini", ".json", ".example", ".mako", "")
FOLDERS = ("bot", "cogs", "db", "tests", "benchmarks", "scripts", "docs", r"\.ci", r"\.github")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
THIS = Path(__file__).relative_to(ROOT).as_posix()
FENCE = re.compile(r"^ *```.*?^ *```", re.M | re.S)
HEX = re.compile(r"[0-9a-f …]+")
PROGRAMS = ("apt", "cp", "cron", "docker", "git", "journalctl", "kubectl", "pg_restore", "pip", "py", "sha256sum")
PROGRAMS += ("systemctl",)
"""Programs that are not ours: what follows them is theirs too."""
ELSEWHERE = {
    "DynamicItem",  # A class of discord.py that we do without.
    "ignore_startup_parameters",  # A setting of PgBouncer.
    "DIR",  # A place for a value: --beside DIR.
    "PrivateTmp",  # Settings of systemd.
    "TimeoutStopSec",
    "WatchdogSec",
    "CrashLoopBackOff",  # Words of Kubernetes.
    "Recreate",
    "strategy",
    "Scripts",  # A folder of Windows.
    "process_",  # What prometheus itself tells of a process.
}
"""Names that are not ours, and stand in none of our files."""
HOSTS = ("/", "data/", ".venv/", "discord.gg/", "http")
"""Where paths begin that are on a host's machine or on the web."""
SUFFIXES = ("_total", "_bucket", "_count", "_sum", "_created")
"""What prometheus appends to the name of a metric."""


@cache
def files() -> tuple[str, ...]:
    """The files of the project, those that git ignores left out."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode == 0:
        return tuple(name for name in listed.stdout.splitlines() if (ROOT / name).exists())
    return tuple(one.relative_to(ROOT).as_posix() for one in ROOT.rglob("*") if one.is_file())


@cache
def places() -> frozenset[str]:
    """The files and folders of the project."""
    return frozenset(files()) | {parent.as_posix() for name in files() for parent in Path(name).parents}


PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "bot/standin/README.md",
    *sorted(one for one in files() if re.match(r"docs/.*\.md$", one)),
)


@cache
def syntax(name: str) -> ast.Module:
    return ast.parse((ROOT / name).read_text("utf-8"))


@cache
def names() -> frozenset[str]:
    """The names that code defines or uses, and the words of its texts; comments and docstrings name nothing."""
    others = [name for name in files() if name != THIS]  # It holds names of nothing.
    found = {word for name in others for word in WORD.findall(Path(name).name)}
    for name in others:
        if name.endswith(".py"):
            found.update(_names_in(syntax(name)))
        elif Path(name).suffix in TEXTS and not name.startswith("docs/"):
            found.update(WORD.findall((ROOT / name).read_text("utf-8", errors="ignore")))
    return frozenset(found)


def _names_in(tree: ast.Module) -> Iterator[str]:
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name):
                yield from name.split(".")
            case ast.Constant(value=str(text)) if id(node) not in told:
                yield from WORD.findall(text)


@cache
def classes() -> dict[str, tuple[frozenset[str], tuple[str, ...]]]:
    """What each class defines, and its bases."""
    found: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {}
    for name in files():
        for node in ast.walk(syntax(name)) if name.endswith(".py") else ():
            if isinstance(node, ast.ClassDef):
                defined, bases = found.get(node.name, (frozenset[str](), ()))
                of_this = tuple(word for base in node.bases for word in WORD.findall(ast.unparse(base)))
                found[node.name] = (defined | set(_defined(node)), (*bases, *of_this))
    return found


def _defined(body: ast.AST) -> Iterator[str]:
    for node in ast.walk(body):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def has(owner: str, name: str, seen: tuple[str, ...] = ()) -> bool:
    """Whether a class of ours, or a base of it, defines ``name``."""
    defined, bases = classes().get(owner, (frozenset[str](), ()))
    return name in defined or any(has(base, name, (*seen, owner)) for base in bases if base not in (*seen, owner))


@cache
def metrics() -> frozenset[str]:
    """The names under which the bot registers its metrics."""
    trees = [syntax(name) for name in files() if name.startswith("bot/") and name.endswith(".py")]
    return frozenset(
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("gobelet_")
    )


def in_backticks(text: str) -> list[str]:
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", FENCE.sub("", text))]


def stale(text: str) -> list[str]:
    """What ``text`` names and nobody has."""
    examples = set(WORD.findall(" ".join(FENCE.findall(text))))
    missing = [*_paths(text), *_metrics(text)]
    for span in in_backticks(text):
        if HEX.fullmatch(span) or span.split()[0] in PROGRAMS:
            continue
        missing.extend(_words(span, examples))
        missing.extend(_members(span))
    return missing


def _words(span: str, examples: set[str]) -> Iterator[str]:
    for part in span.split():
        if not part.startswith(HOSTS) and "gobelet_" not in part:
            for word in WORD.findall(part):
                if not (word in names() or word in examples or word in ELSEWHERE):
                    yield f"{word} in `{span}`"


def _members(span: str) -> Iterator[str]:
    for owner, name in re.findall(r"\b([A-Z]\w+)\.([a-z_]\w*)", span):
        if owner in classes() and not has(owner, name):
            yield f"{owner}.{name}"


def _paths(text: str) -> Iterator[str]:
    written = set(re.findall(rf"(?<![\w./-])((?:{'|'.join(FOLDERS)})/[\w./<>*-]*\w)", text))
    shown = set(re.findall(r"^First the rules, `(.+?)`|^Then its face, `(.+?)`|^Last the command, `(.+?)`", text, re.M))
    made = {path for paths in shown for path in paths}  # The files that CONTRIBUTING tells readers to write.
    for path in written - made:
        if not re.search(r"[<*]", path) and path not in places():
            yield path
    for name in re.findall(r"`([\w-]+\.(?:py|md|js|toml|lock|ya?ml|jsonl?|sql|po|html|cfg|ini))`", text):
        if not any(one.endswith(f"/{name}") or one == name for one in files()):
            yield name
    for name, path in re.findall(r"`([A-Za-z_][\w.]*)`\s+\(`([\w/]+\.py)`\)", text):
        if path in files() and name.rsplit(".", 1)[-1] not in set(_names_in(syntax(path))):
            yield f"{name} in {path}"


def _metrics(text: str) -> Iterator[str]:
    for name in set(re.findall(r"\bgobelet_[a-z_]+[a-z]", text)):
        plain = next((name.removesuffix(one) for one in SUFFIXES if name.endswith(one)), name)
        if not {name, plain} & metrics():
            yield name


def unknown_commands(text: str) -> Iterator[str]:
    """What a page tells people to type that the command line does not know."""
    for line in re.findall(r"python -m bot ([^\n`]+)", text):
        words = line.split("#")[0].replace("\\", "").split()
        command = cli.commands.get(words[0])
        if command is None:
            yield f"python -m bot {words[0]}"
            continue
        options = {name for one in command.params for name in one.opts} | {"--help"}
        flags = [word.split("=")[0] for word in words if word.startswith("--")]
        yield from (f"{words[0]} {flag}" for flag in flags if flag not in options)
    for name, line in re.findall(r"\bpython (?:-m )?((?:benchmarks|scripts)/[\w/]+\.py)([^\n`]*)", text):
        said = (ROOT / name).read_text("utf-8") if name in files() else ""
        flags = re.findall(r"(?<!\S)--[a-z][a-z-]+", line.split("#")[0])
        yield from (f"{name} {flag}" for flag in flags if f'"{flag}' not in said and f"/{flag}" not in said)


@pytest.mark.parametrize("page", PAGES)
def test_whatever_a_page_names_exists(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert stale(text) == []
    assert list(unknown_commands(text)) == []


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("`slow_down(notify_nobody=…)`", ["notify_nobody in `slow_down(notify_nobody=…)`"]),
        ("`Table.turn_person` waits", ["turn_person in `Table.turn_person`", "Table.turn_person"]),
        ("`Table.quiet_until`", ["Table.quiet_until"]),
        ("see bot/ui/table/calls.py", ["bot/ui/table/calls.py"]),
        ("`presence_of.py`", ["presence_of.py", "presence_of in `presence_of.py`"]),
        ("`only_these` (`bot/ui/delivery/calls.py`)", []),
        ("`quiet_until` (`bot/ui/delivery/access.py`)", ["quiet_until in bot/ui/delivery/access.py"]),
        ("`gobelet_moves_total`", ["gobelet_moves_total"]),
        ("`GOBELET_NAME_OF_NOTHING=1`", ["GOBELET_NAME_OF_NOTHING in `GOBELET_NAME_OF_NOTHING=1`"]),
    ],
)
def test_a_name_of_nothing_is_found(text: str, missing: list[str]) -> None:
    assert sorted(stale(text)) == sorted(missing)


def test_a_command_that_does_not_exist_is_found() -> None:
    assert list(unknown_commands("python -m bot stroll")) == ["python -m bot stroll"]
    assert list(unknown_commands("python -m bot run --fast")) == ["run --fast"]
    assert list(unknown_commands("python benchmarks/presses.py --fast")) == ["benchmarks/presses.py --fast"]
    assert list(unknown_commands("python benchmarks/presses.py --flights 100")) == []


def test_the_readme_names_the_versions_of_python_that_ci_runs() -> None:
    [run] = re.findall(r"python: \[(.*)\]", (ROOT / ".github" / "workflows" / "checks.yml").read_text("utf-8"))
    [said] = re.findall(r"CI runs all tests on ([^.]*3\.\d+[^\n]*)\.\n", (ROOT / "README.md").read_text("utf-8"))
    assert re.findall(r"3\.\d+", said) == re.findall(r"3\.\d+", run)


def test_the_bar_of_presses_is_the_one_that_the_page_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    bar = runpy.run_path(str(ROOT / "benchmarks" / "presses.py"), run_name="presses")["BAR"]
    said = re.findall(
        r"^\|.*\| `presses\.py` \|.*\| (0\.\d+) \|$", (ROOT / "docs" / "performance.md").read_text(), re.M
    )
    assert [float(one) for one in said] == [bar]
