"""The parts of the rules that say what their sources leave open, and what we play (rules.md §21)."""

from collections.abc import Iterable, Iterator, Sequence

from bot.engine import N_, AnyGame
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit import GOOD_TO_KNOW, Field, RenderContext, RuleNote, value_in_words

_FIELD = 1024
"""Characters of a field at Discord."""

_OF_MATCHES = (
    RuleNote(N_("What decides between equal totals is not said."), "tiebreak"),
    RuleNote(N_("“Up to 6 games” is said of all games by the English text only."), "games_in_match"),
)
"""What the texts of most games leave open. The notes of a family replace them."""


def rule_notes(game: AnyGame) -> Sequence[tuple[str, Sequence[RuleNote]]]:
    """Return the notes of ``game`` by the English titles of their parts, without those of house rules it has not."""
    parts = [*face_of(game.key).rule_notes(game)]
    told = {note.rule for _, notes in parts for note in notes}
    title, notes = parts[-1] if parts else (GOOD_TO_KNOW, ())
    parts[-1:] = [(title, (*notes, *(note for note in _OF_MATCHES if note.rule not in told)))]
    known = {"", *(rule.key for rule in CATALOGUE[game.key].rules)}
    return [(title, [note for note in notes if note.rule in known]) for title, notes in parts]


def good_to_know(context: RenderContext, game: AnyGame) -> tuple[Field, ...]:
    """Return the parts of the rules that say what the texts leave open; none where they agree."""
    fields = []
    for title, notes in rule_notes(game):
        name = context.t(title)
        for number, value in enumerate(_divided(_line(context, game, note) for note in notes)):
            fields.append(Field(context.t("{title}, continued", title=name) if number else name, value))
    return tuple(fields)


def _line(context: RenderContext, game: AnyGame, note: RuleNote) -> str:
    rule = next((rule for rule in CATALOGUE[game.key].rules if rule.key == note.rule), None)
    if rule is None:
        return f"* {context.t(note.said)}"
    name = context.t(rule.label)
    if isinstance(rule.default, bool) and not rule.names:  # "Off" behind what a text says would read as its denial.
        switch = (
            N_("House rule: **{name}**, on by default.")
            if rule.default
            else N_("House rule: **{name}**, off by default.")
        )
        return f"* {context.t(note.said)} {context.t(switch, name=name)}"
    standard = value_in_words(context, rule, rule.default)
    return f"* {context.t(note.said)} " + context.t(
        "Standard: {value}; house rule: **{name}**.", value=standard, name=name
    )


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
