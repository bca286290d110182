"""Writes a whole small game, the one in ``scripts/example``, and keeps in step what follows from a game's code.

``python scripts/new_game.py pig`` writes its files; another name gives the same game under that name, to change.
``finish`` brings up to date what is made from the code, and prints what people must do themselves.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "scripts" / "example"
"""The files of the example, each where it belongs in the project, and its French."""

_EXAMPLE = "pig"


def files(name: str) -> dict[str, str]:
    """Return the files of the example by their paths, for a game called ``name``."""
    paths = sorted(path for path in EXAMPLE.rglob("*") if path.suffix in (".py", ".md"))
    return {_named(str(path.relative_to(EXAMPLE)), name): _named(path.read_text("utf-8"), name) for path in paths}


def _named(text: str, name: str) -> str:
    camel = "".join(map(str.capitalize, name.split("_")))
    return text.replace(_EXAMPLE, name).replace(_EXAMPLE.capitalize(), camel).replace(_EXAMPLE.upper(), name.upper())


def _run(*command: str, **environment: str) -> str:
    completed = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if completed.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{completed.stdout}{completed.stderr}")
    return completed.stdout


def _untranslated() -> list[str]:
    check = subprocess.run(
        [sys.executable, "scripts/translations.py", "check"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return check.stderr.splitlines()


@click.group()
def main() -> None:
    """Write a new game, or finish one."""


@main.command()
@click.argument("name")
@click.option("--seconds", default=30.0, show_default=True, help="Of processors to measure each pair of levels.")
@click.pass_context
def write(context: click.Context, name: str, seconds: float) -> None:
    """Write the game NAME: one word, or several with _ between them, such as ``pig``."""
    if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name):
        raise click.BadParameter("small letters, please, and _ between words", param_hint="NAME")
    made = files(name)
    there = [path for path in made if (ROOT / path).exists()]
    if there:
        raise click.ClickException(f"there is one already: {', '.join(there)}")
    for path, text in made.items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, "utf-8")
        click.echo(f"written: {path}")
    context.invoke(finish, key=name, seconds=seconds)


@main.command()
@click.argument("key")
@click.option("--seconds", default=30.0, show_default=True, help="Of processors to measure each pair of levels.")
def finish(key: str, seconds: float) -> None:
    """Bring in step with the code whatever is made from it, for the game KEY."""
    _run("scripts/translations.py", "update")
    _run("scripts/rules_pages.py", "write")
    _run("scripts/mind/ship.py", key)
    _run("-m", "pytest", "-q", "-n", "0", "tests/games/records/test_golden.py", "-k", f"[{key}]", GOLDEN="write")
    if seconds:
        click.echo(_run("scripts/mind/strengths.py", "play", key, "--seconds", str(seconds)), nl=False)
        _run("scripts/mind/strengths.py", "table")
    left = _untranslated()
    click.echo("Left to do, in bot/locales/fr/LC_MESSAGES/bot.po, then `finish` again:" if left else "Nothing is left.")
    for problem in left:
        click.echo(f"  {problem}")


if __name__ == "__main__":
    typed = sys.argv[1:]
    main(["write", *typed] if typed and typed[0] not in main.commands and not typed[0].startswith("-") else typed)
