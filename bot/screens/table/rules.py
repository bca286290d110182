"""The rules of a game as we play it, from the same data as its sheet: in short, each part by itself, or all at once."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.engine import N_, AnyGame, Race, Rule
from bot.games import CATALOGUE
from bot.locales import Words
from bot.screens.kit import (
    GOOD_TO_KNOW,
    Button,
    Choice,
    Field,
    Menu,
    RenderContext,
    Row,
    Screen,
    code_block,
    rules_in_force,
    truncate,
    value_in_words,
)
from bot.screens.kit.faces import face_of
from bot.screens.kit.patterns import RULES_PAGE, RULES_PAGE_OF, RULES_PART, RULES_PART_OF
from bot.screens.table.options import GAME, POWER, RULES, rules_on

# -- The parts of the rules that say what their sources leave open, and what we play (rules.md §21) ------------------

_FIELD = 1024
"""Characters of a field at Discord."""


def good_to_know(context: RenderContext, game: AnyGame, *, sources: bool = False) -> tuple[Field, ...]:
    """Return what players need, with the other house rules as ``game`` has them; last where tables differ.

    With ``sources`` it tells there where our rules come from, too.
    """
    t, rules = context.t, {rule.key: rule for rule in rules_on(game, GAME, RULES, POWER)}
    lines, texts = list[str](), list[str]()
    for note in face_of(game.key).rule_notes(game):
        if note.of_source and not sources:
            continue
        rule = rules.pop(note.rule, None)
        part = texts if note.of_texts or note.of_source else lines
        if rule is not None:
            part.append(f"* {t(note.sentence)} {_chosen(context, game, rule, bold=True)}")
        elif not note.rule:
            part.append(f"* {t(note.sentence)}")
    chosen = " · ".join(_chosen(context, game, rule) for rule in rules.values() if rule.key in game.options)
    if chosen:
        lines.append("* " + t("Other house rules: {rules}", rules=chosen))
    known = [rule for rule in rules.values() if rule.key not in game.options and rule.language in ("", t.language)]
    if known:
        offered = " · ".join(t(rule.label) for rule in known)
        lines.append("* " + t("The host may also change: {rules}", rules=offered))
    if not lines and not texts:
        return ()
    first = t("Rules differ from table to table. These are ours here; the host may choose other ones before the game.")
    return *_fields(context, t(GOOD_TO_KNOW), [first, *lines]), *_fields(context, t("Where tables differ"), texts)


def _fields(context: RenderContext, name: str, lines: Iterable[str]) -> Iterator[Field]:
    """Yield ``lines`` under ``name``, in as few fields as hold them."""
    for number, value in enumerate(_divided(lines)):
        yield Field(context.t("{title}, continued", title=name) if number else name, value)


def _chosen(context: RenderContext, game: AnyGame, rule: Rule, *, bold: bool = False) -> str:
    """Return ``rule`` with what ``game`` plays."""
    value = value_in_words(context, rule, game.options.get(rule.key, rule.default))
    sentence = N_("{name}: **{value}**") if bold else N_("{name}: {value}")
    return context.t(sentence, name=context.t(rule.label), value=value)


def _divided(lines: Iterable[str]) -> Iterator[str]:
    """Yield ``lines`` in as few fields as hold them."""
    value = ""
    for line in lines:
        if value and len(value) + len(line) + 1 > _FIELD:
            yield value
            value = ""
        value += f"\n{line}" if value else line
    if value:
        yield value


# -- The rules of a game as we play it, from the same data as its sheet: in short, each part by itself, or all at
# once

SHORT, WHOLE, NOTES = "short", "whole", "notes"

_GIST_LINES = 3
_MENU = 25
_WIDTH = 100
_NAMED = re.compile(r"\*\*(?P<name>[^*]+)\*\*(?P<worth>(?: \([^)]*\))?)\s?: (?P<said>.+)")
"""A line of the rules that explains one thing, such as a box."""
_SENTENCE = re.compile(r"(?<=[.!?]) ")
_EXAMPLE = re.compile(r"`([1-6](?:-[1-6])+)`")


class _Part(NamedTuple):
    """One thing that the rules explain."""

    name: str
    text: str


def rules_screen(context: RenderContext, game: AnyGame, page: str | int = SHORT, of: str = "") -> Screen:
    """Return a page of the rules of ``game`` under its house rules; an unknown one is the short one.

    ``page`` is the number of a part, or another page. Beside no table, the buttons name the game ``of`` which they ask.
    """
    t = context.t
    if page in (NOTES, WHOLE):
        whole = whole_rules(context, game) if page == WHOLE else rule_notes_screen(context, game)
        return replace(whole, rows=(_others(context, of, page), _games(context, game, page)))
    body, named = face_of(game.key).rules(context, game)
    gist, parts = _divided_rules(context, body, named)
    rows = _menus(context, parts, of)
    if isinstance(page, int) and page < len(parts):
        part = parts[page]
        lines = [part.text, *_drawn_example(context, game, part.text)]
        return Screen(
            f"{_title(context, game)} · {part.name}", "\n".join(lines), rows=(*rows, _others(context, of, page))
        )
    house = rules_in_force(context, game)
    fields = (*_worths(context, game), *_needed(context, game, body, named))
    if game.options:
        fields = (*fields, Field(t("House rules"), house))
    others = (_others(context, of, SHORT), _games(context, game, SHORT))
    footer = " ".join((players_words(context.t, game), *([] if game.options else [house])))
    return Screen(_title(context, game), gist, fields=fields, footer=footer, rows=(*rows, *others))


def whole_rules(context: RenderContext, game: AnyGame) -> Screen:
    """Return all rules at once; what tells of other tables and of our sources is :func:`rule_notes_screen`."""
    body, fields = face_of(game.key).rules(context, game)
    aim, *turn = body.split("\n", 1)
    t = context.t
    house = rules_in_force(context, game) if game.options else t("None: these are the standard rules.")
    first = f"{aim} {players_words(t, game)}"
    last = Field(t("House rules"), house)
    return Screen(_title(context, game), "\n".join([first, *turn]), fields=(*fields, last))


def players_words(t: Words, game: AnyGame) -> str:
    """Return for how many players the game is; in few words, because the first page fits on a phone."""
    seats, at_once = game.seats, game.simultaneous_seats
    if isinstance(game, Race):
        seats = at_once
    if game.sides or len(seats) == 1:
        return t("{numbers} players.", numbers=t.listed(list(map(str, seats))))
    if game.only_in_turns or seats == at_once:
        return t("{least} to {most} players.", least=seats[0], most=seats[-1])
    return t("{least} to {most} players, {n} all at once.", least=seats[0], most=seats[-1], n=at_once[-1])


def rule_notes_screen(context: RenderContext, game: AnyGame) -> Screen:
    """Return what is good to know about the rules of ``game``, on a page of its own."""
    return Screen(_title(context, game), "", fields=good_to_know(context, game))


def _divided_rules(context: RenderContext, body: str, fields: Sequence[Field]) -> tuple[str, list[_Part]]:
    """Return the gist in a few lines, and the parts: what a turn needs beyond it, each box, each named part."""
    first, *rest = body.split("\n\n")
    sentences = _SENTENCE.split(first)
    short, long = sentences[: _GIST_LINES - 1], sentences[_GIST_LINES - 1 :]
    lines = "\n\n".join(rest).split("\n")
    named = [match for line in lines if (match := _NAMED.fullmatch(line))]
    names = [match["name"] for match in named]
    alone = [match for match in named if names.count(match["name"]) == 1]
    parts = [_Part(match["name"] + match["worth"], match["said"]) for match in alone]
    named_lines = {match[0] for match in alone}
    others = "\n".join(line for line in lines if line not in named_lines).strip()
    if others:
        parts.insert(0, _Part(context.t("In detail"), others))
    gist = first if "\n" in first else "\n".join([*short, " ".join(long)] if long else short)
    return gist, [*parts, *(_Part(field.name, field.value) for field in fields)]


def _worths(context: RenderContext, game: AnyGame) -> tuple[Field, ...]:
    """Return what scores, as a table of examples or in sentences."""
    face, t = face_of(game.key), context.t
    worths = face.worths(context, game)
    if not worths:
        return ()
    if context.spoken:
        heard = ((", ".join(filter(None, (name, dice))), worth) for name, dice, worth in worths)
        lines = [t("{name}: {value}", name=name, value=worth) if worth else name for name, worth in heard]
        return (Field(t(face.worths_label), "\n".join(lines)),)
    said = [name for name, dice, worth in worths if not dice and not worth]
    rows = [row for row in worths if row[0] not in said]
    names, dice, points = (max(map(len, column)) for column in zip(*rows, strict=True))
    table = code_block([f"{name:<{names}} {shown:<{dice}} {worth:>{points}}" for name, shown, worth in rows])
    return (Field(t(face.worths_label), "\n".join([table, *said])),)


def _needed(context: RenderContext, game: AnyGame, body: str, fields: Sequence[Field]) -> tuple[Field, ...]:
    """Return what scores, then the parts that players of ``game`` need besides, with their first example in dice.

    Nothing where a turn says it all.
    """
    short_parts = face_of(game.key).short_parts
    if not short_parts:
        return ()
    points = [Field(context.t("Points"), paragraph) for paragraph in body.split("\n\n")[1:2]]
    names = {context.t(name) for name in short_parts}
    needed = (field for field in fields if field.name in names)
    drawn = (
        Field(field.name, "\n".join([*_drawn_example(context, game, field.value), field.value])) for field in needed
    )
    return *points, *drawn


def _menus(context: RenderContext, parts: list[_Part], of: str) -> tuple[Row, ...]:
    """Return menus of all parts."""
    choices = list(_choices(parts, of))
    pages = [tuple(choices[first : first + _MENU]) for first in range(0, len(choices), _MENU)]
    menu, placeholder = f"rules of {of} menu" if of else "rules menu", context.t("Look up a rule…")
    return tuple((Menu(f"{menu} {number}", placeholder, page),) for number, page in enumerate(pages))


def _games(context: RenderContext, game: AnyGame, page: str) -> Row:
    """Return every other game, whose standard rules begin with its aim, in short or on the whole ``page`` again."""
    first = WHOLE if page == WHOLE else SHORT
    choices = tuple(
        Choice(RULES_PAGE_OF.build(game=key, page=first), context.t(listing.label))
        for key, listing in CATALOGUE.items()
        if key != game.key
    )
    return (Menu("rules of games", context.t("Rules of another game…"), choices),)


def _choices(parts: list[_Part], of: str) -> Iterator[Choice]:
    for number, part in enumerate(parts):
        text = re.sub(r"[*`]", "", part.text).replace("\n", " ")
        yield Choice(_asks(of, number), truncate(part.name, _WIDTH), truncate(text, _WIDTH))


def _drawn_example(context: RenderContext, game: AnyGame, text: str) -> list[str]:
    """Return the dice of the first example as a line of large emojis; nothing for people who want words."""
    example = _EXAMPLE.search(text)
    if example is None or context.plain:
        return []
    look = face_of(game.key).look
    return ["# " + " ".join(context.glyphs[f"{look}_{face}"] for face in example[1].split("-"))]


def _others(context: RenderContext, of: str, page: str | int) -> Row:
    """Return the buttons to the other pages."""
    pages = {SHORT: context.t("In short"), WHOLE: context.t("All on one page"), NOTES: context.t(GOOD_TO_KNOW)}
    return tuple(Button(_asks(of, other), name) for other, name in pages.items() if other != page)


def _asks(of: str, page: str | int) -> str:
    if isinstance(page, int):
        return (RULES_PART_OF if of else RULES_PART).build(game=of, page=page)
    return (RULES_PAGE_OF if of else RULES_PAGE).build(game=of, page=page)


def _title(context: RenderContext, game: AnyGame) -> str:
    return context.t("Rules of {game}", game=context.t(CATALOGUE[game.key].label))
