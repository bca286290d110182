"""The private panels where the host chooses a lobby's game, its house rules and its computers."""

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import replace
from functools import partial

from bot.engine import N_, AnyGame, BadOptions, Level, OptionValue, Preset, Rule, Temper
from bot.engine.game import BOTH_WAYS, BOTH_WAYS_WARNING, GAMES
from bot.games import CATALOGUE
from bot.screens.kit import (
    OF_POWER,
    AnswerOption,
    Button,
    Choice,
    Menu,
    Question,
    RenderContext,
    Row,
    Screen,
    Style,
    find_answer,
    named_line,
    rule_choices,
    rule_line,
    rule_value,
    truncate,
    value_in_words,
    yes_or_no,
)
from bot.screens.kit.computers import ABOUT, LEVELS, introduced, level_name, strength_of
from bot.screens.kit.patterns import (
    COMPUTERS_ADD,
    COMPUTERS_REMOVE,
    COMPUTERS_SET,
    OPTION_ASK,
    OPTION_PICK,
    OPTION_PRESET,
    OPTION_SET,
    OPTIONS_TAB,
)
from bot.screens.table.leaving import lobby_doors
from bot.tables.model.choices import THINGS
from bot.tables.model.table import ComputerPace, Hints, Table, free_number
from bot.tables.moves.lobbies import games_at, goes_with

# -- What the host can choose of a lobby beside its house rules, as questions: sheet, seats, pace, totals, whose dice --
# One pattern opens a question, another answers it.

SHEET, SEATS = "sheet", "capacity"
"""The keys of the questions which game of the family is played, and by how many; others are of the table's settings."""

PACE = Question(
    "simultaneous",
    N_("Pace"),
    (
        AnswerOption("turns", False, N_("In turns"), N_("One after the other, all on one board")),
        AnswerOption("parallel", True, N_("Everybody at once"), N_("Each alone, on a private board")),
    ),
)
TOTALS = Question(
    "hidden_totals",
    N_("Totals"),
    (
        AnswerOption("live", False, N_("Live"), N_("Everybody sees them all the time")),
        AnswerOption("end", True, N_("At the end"), N_("Nobody sees those of others before the end")),
    ),
)
DICE = Question(
    "real_dice",
    N_("Dice"),
    (
        AnswerOption("fair", False, N_("The bot's"), N_("Fair dice, which anybody can verify")),
        AnswerOption("real", True, N_("Real dice"), N_("You throw at your table and tell what fell")),
    ),
)
HINTS = Question(
    "hints",
    N_("Hints"),
    (
        AnswerOption(
            "alone", Hints.ALONE, N_("Alone or with computers"), N_("What the moves are worth; such games do not count")
        ),
        AnswerOption("on", Hints.ON, N_("For everybody"), N_("With one hint, the game counts for nobody")),
        AnswerOption("off", Hints.OFF, N_("No hints"), N_("Everybody decides for themselves")),
    ),
)


EVERYTHING = (*CATALOGUE, *THINGS)
"""What a server that has switched nothing off offers."""


def questions(table: Table, offered: Collection[str] = EVERYTHING) -> tuple[Question, ...]:
    """Return the questions that have more than one answer at ``table``, where games and things are ``offered``."""
    return tuple(_questions(table, {*offered, table.game.key}))


def _questions(table: Table, offered: Set[str]) -> Iterator[Question]:
    settings = table.settings
    games = [game for game in games_at(table, simultaneous=settings.simultaneous) if game in offered]
    if len(games) > 1:
        yield Question(
            SHEET,
            N_("Sheet"),
            tuple(AnswerOption(key, key, CATALOGUE[key].label, CATALOGUE[key].about) for key in games),
        )
    seats = settings.mode.seats(table.game)
    if seats[-1] > len(table.players):
        # The usual one is the first. Those below the people here are refused in words: somebody may just have sat down.
        yield Question(
            SEATS,
            N_("Players"),
            tuple(AnswerOption(str(many), many, N_("up to {n}"), fill=(("n", many),)) for many in reversed(seats)),
        )
    if not offered.isdisjoint(games_at(table, simultaneous=not settings.simultaneous)):
        yield PACE
    if settings.simultaneous:
        yield TOTALS
    yield DICE
    hints = [answer for answer in HINTS.answers if "hints" in offered or answer.value in (settings.hints, Hints.OFF)]
    if len(hints) > 1:
        yield replace(HINTS, answers=tuple(hints))


def present(table: Table, question: Question) -> object:
    """Return the present answer."""
    of_table = {SHEET: table.game.key, SEATS: table.capacity}
    return of_table[question.key] if question.key in of_table else getattr(table.settings, question.key)


def is_changed(table: Table, question: Question) -> bool:
    """Return whether the present answer differs from the usual one, the first; no sheet is more usual than another."""
    return question.key != SHEET and present(table, question) != question.answers[0].value


def question_line(context: RenderContext, table: Table, question: Question) -> str:
    """Return the question and its present answer."""
    name, value = context.t(question.label), question.value_text(context, present(table, question))
    if is_changed(table, question):
        return context.t("● {name}: **{value}** (changed)", name=name, value=value)
    return context.t("{name}: {value}", name=name, value=value)


def question_choices(context: RenderContext, table: Table, question: Question, room: int) -> tuple[Choice, ...]:
    """Return the lines of a menu that answer the question otherwise; where ``room`` holds no more, one that asks it."""
    now, name = present(table, question), context.t(question.label)
    choices = tuple(
        Choice(
            OPTION_PICK.build(key=question.key, word=answer.word),
            truncate(context.t("{name}: {value}", name=name, value=answer.label_for(context)), 100),
            truncate(context.t(answer.about), 100),
        )
        for answer in _possible(table, question)
        if answer.value != now
    )
    if len(choices) <= room:
        return choices
    return (Choice(OPTION_ASK.build(key=question.key), context.t("{name}: another number…", name=name)),)


def _possible(table: Table, question: Question) -> Iterator[AnswerOption]:
    """Yield the answers that go with the people who sit there."""
    for answer in question.answers:
        if question.key != SEATS or int(answer.word) >= len(table.players):
            yield answer


def question_row(context: RenderContext, table: Table, question: Question) -> Row:
    """Return the menu of all answers, the present one chosen."""
    now = present(table, question)
    choices = tuple(
        Choice(
            OPTION_PICK.build(key=question.key, word=answer.word),
            truncate(answer.label_for(context), 100),
            truncate(context.t(answer.about), 100),
            chosen=answer.value == now,
        )
        for answer in _possible(table, question)
    )
    return (Menu(f"option answers {question.key}", context.t(question.label), choices),)


def question_screen(context: RenderContext, table: Table, question: Question, back: Row) -> Screen:
    """Return one question with a menu of its answers."""
    now = question.value_text(context, present(table, question))
    return Screen(
        title=context.t(question.label),
        body=named_line(context, context.t("Now"), now).removeprefix("- "),
        rows=(question_row(context, table, question), back),
    )


# -- Choosing how a lobby's game is played: a private screen for the host, from the same data as menus, sheets and
# rules
# It has pages: ``option`` opens the first, ``option tab <page>`` any. ``option set <rule> <n>`` chooses the n-th value
# of a house rule, ``option pick <question> <word>`` answers a question, ``option preset <key>`` takes ready-made rules.
# Values travel as numbers, since their names may hold anything. Panels of versions before 0.3 open one house rule by
# ``option show <rule>``, and one question by ``option ask <question>``.

GAME, RULES, POWER = "game", "rules", "power"
_TABS = {GAME: N_("Game"), RULES: N_("House rules"), POWER: N_("Power")}
_OF_THE_GAME = ("games_in_match", "teams", "power")
"""House rules that most people look for: on the first page."""

_PER_ROW = 5
_LABEL = 80
_MENU = 25


def options_screen(
    context: RenderContext,
    table: Table,
    tab: str = GAME,
    offered: Collection[str] = EVERYTHING,
    *,
    helps: bool = False,
) -> Screen:
    """One page of what can be chosen, changes first: a press opens the menu, a press on a line of it changes.

    The first page has the menu of sheets, as far as they are ``offered``, and what a lobby offers its host besides;
    that of rules the ready-made ones.
    """
    t, game = context.t, table.game
    shown = tab if tab in tabs(table) else GAME
    table_questions = questions(table, offered) if shown == GAME else ()
    sheets = [question for question in table_questions if question.key == SHEET]
    others = [question for question in table_questions if question.key != SHEET]
    rules = [(_rule_lines(context, table, rule), _rule_choices(context, table, rule)) for rule in rules_on(game, shown)]
    taken = sum(len(choices) for _, choices in rules)
    taken += sum(len(question.answers) - 1 for question in others if question.key != SEATS)
    room = _MENU - taken  # For the numbers of players, of which there may be 25.
    named = [
        *(
            (
                question_line(context, table, question),
                question_choices(context, table, question, room if question.key == SEATS else _MENU),
            )
            for question in others
        ),
        *rules,
    ]
    named.sort(key=lambda pair: not pair[0].startswith("●"))
    lobby = lobby_doors(context, table, table.host, helps, computers="computers" in offered)
    doors = tuple(lobby) if shown == GAME else ()
    return Screen(
        title=t("{game}: options", game=t(CATALOGUE[game.key].label)),
        body="\n".join(
            [
                t("Only you see this. What you choose is saved at once and shown to everyone at the table."),
                "",
                *([_preset_line(context, game)] if shown == RULES else []),
                *(line for line, _ in named),
            ]
        ),
        rows=(
            *doors[:1],  # **In words** stands in it: a reader who hears this comes to it first.
            *(question_row(context, table, question) for question in sheets),
            (Menu("option rules", t("Change…"), tuple(choice for _, choices in named for choice in choices)),),
            *([_preset_menu(context, table)] if shown == RULES else []),
            _tab_row(context, table, shown),
            *doors[1:],
        ),
    )


def tabs(table: Table) -> tuple[str, ...]:
    """Return the pages that have something to choose."""
    return tuple(tab for tab in _TABS if tab == GAME or rules_on(table.game, tab))


def tab_of(rule: Rule) -> str:
    """Return the page of ``rule``."""
    if rule.key in _OF_THE_GAME:
        return GAME
    return POWER if rule.key in OF_POWER else RULES


def rules_on(game: AnyGame, *tabs: str) -> Sequence[Rule]:
    """Return the house rules of ``game`` on these pages; those of the Power die only with it."""
    rules = CATALOGUE[game.key].rules
    return [rule for rule in rules if tab_of(rule) in tabs and (tab_of(rule) != POWER or game.options.get("power"))]


def back_row(context: RenderContext, tab: str) -> Row:
    """Return the button back to a page."""
    return (Button(OPTIONS_TAB.build(tab=tab), context.t("Back")),)


def rule_screen(context: RenderContext, table: Table, rule: Rule) -> Screen:
    """One house rule: its meaning, and a button for each value."""
    present = rule_value(table.game, rule)
    buttons = [_value_button(context, rule, number, present) for number in range(len(rule.choices))]
    rows = [tuple(buttons[first : first + _PER_ROW]) for first in range(0, len(buttons), _PER_ROW)]
    now = context.t("Now: **{value}**", value=value_in_words(context, rule, present))
    return Screen(
        title=context.t(rule.label),
        body="\n\n".join([context.t(rule.meaning), now] if rule.meaning else [now]),
        rows=(*rows, back_row(context, tab_of(rule))),
    )


def rule_of(game: AnyGame, key: str) -> Rule | None:
    """Return the house rule of ``game`` with that key."""
    return next((rule for rule in CATALOGUE[game.key].rules if rule.key == key), None)


def preset_of(game: AnyGame, key: str) -> Preset | None:
    """Return the ready-made rules of ``game`` with that key."""
    return next((preset for preset in CATALOGUE[game.key].presets if preset.key == key), None)


def preset_in_force(game: AnyGame) -> Preset | None:
    """Return the present ready-made rules of ``game``, if its house rules are just these."""
    return next((preset for preset in CATALOGUE[game.key].presets if dict(preset.options) == dict(game.options)), None)


def _tab_row(context: RenderContext, table: Table, shown: str) -> Row:
    """The pages, the present one in blue, and the panel of reminders beside them."""
    pages = (
        Button(OPTIONS_TAB.build(tab=tab), context.t(_TABS[tab]), Style.PRIMARY if tab == shown else Style.SECONDARY)
        for tab in tabs(table)
    )
    return (*pages, *((Button("clock", context.t("Reminders")),) * (not table.settings.visiting)))


def _preset_line(context: RenderContext, game: AnyGame) -> str:
    preset = preset_in_force(game)
    return context.t(
        "Ready-made rules: **{name}**", name=context.t(preset.label) if preset else context.t("rules of your own")
    )


def _preset_menu(context: RenderContext, table: Table) -> Row:
    presets = CATALOGUE[table.game.key].presets
    choices = tuple(_preset_choice(context, preset) for preset in presets if _takes(table, preset))
    return (Menu("option presets", context.t("Take ready-made rules"), choices),)


def _rule_lines(context: RenderContext, table: Table, rule: Rule) -> str:
    """The rule and its value; below the length of a match what both ways means, where two may play so."""
    line = rule_line(context, table.game, rule)
    if rule.key != GAMES or BOTH_WAYS not in rule.choices or not _goes_with_pace(table, rule, BOTH_WAYS):
        return line
    said = context.t("{name}: {value}", name=context.t("Both ways"), value=context.t(BOTH_WAYS_WARNING))
    return f"{line}\n-# {said}"


def _rule_choices(context: RenderContext, table: Table, rule: Rule) -> tuple[Choice, ...]:
    """The lines of a menu that set the rule otherwise, as far as it goes with how the table plays."""

    def do(number: int) -> str:
        return OPTION_SET.build(key=rule.key, choice=number)

    return rule_choices(context, table.game, rule, do, partial(_goes_with_pace, table, rule))


def _goes_with_pace(table: Table, rule: Rule, value: OptionValue) -> bool:
    """Return whether the table may have this rule as it is played: in turns or at once, these dice, so many people."""
    try:
        game = CATALOGUE[table.game.key].make({**table.game.options, rule.key: value})
    except BadOptions:
        return True  # Of two rules that do not go together, either may be changed first: the refusal names the other.
    return goes_with(game, table.settings) and (not game.both_ways or len(table.players) <= game.seats[-1])


def _takes(table: Table, preset: Preset) -> bool:
    """Return whether the table may have these ready-made rules, with the people who sit there."""
    game = CATALOGUE[table.game.key].make(preset.options)
    return goes_with(game, table.settings) and len(table.players) <= table.mode.seats(game)[-1]


def _preset_choice(context: RenderContext, preset: Preset) -> Choice:
    many = len(preset.options)
    changes = context.t.many("{n} rule changed", "{n} rules changed", many) if many else context.t("Nothing changed")
    return Choice(OPTION_PRESET.build(key=preset.key), truncate(context.t(preset.label), 100), changes)


def _value_button(context: RenderContext, rule: Rule, number: int, present: OptionValue) -> Button:
    chosen = rule.choices[number] == present
    label = truncate(value_in_words(context, rule, rule.choices[number]), _LABEL)
    style = Style.SUCCESS if chosen else Style.SECONDARY
    return Button(OPTION_SET.build(key=rule.key, choice=number), label, style, disabled=chosen)


# -- The panel of a lobby's computers, where its host adds and removes them; only they see it ------------------------

COMPUTER_PACE = Question(
    "computer_pace",
    N_("Pace of computers"),
    (
        AnswerOption(
            "human", ComputerPace.HUMAN, N_("Like people"), N_("Throw by throw, so that everybody can follow")
        ),
        AnswerOption("at_once", ComputerPace.AT_ONCE, N_("At once"), N_("You see what they have written")),
    ),
)
COMPUTER_TEMPER = Question(
    "computer_temper",
    N_("Style of computers"),
    (
        AnswerOption("even", Temper.EVEN, N_("Balanced"), N_("They do what seems best to them")),
        AnswerOption("bold", Temper.BOLD, N_("Bold"), N_("They throw more dice where that is about as good")),
        AnswerOption("careful", Temper.CAREFUL, N_("Careful"), N_("They throw fewer dice where that is about as good")),
    ),
)
YIELD = yes_or_no(
    "computers_yield",
    N_("When the table is full"),
    N_("People who join take a computer's seat"),
    N_("Computers keep their seats"),
)

_QUESTIONS = (COMPUTER_PACE, COMPUTER_TEMPER, YIELD)


def computers_screen(context: RenderContext, table: Table, *, adds: bool = True) -> Screen:
    """The computers at the table, menus to add, where one may, and to remove one, and the settings of their play."""
    t = context.t
    seated = [f"- {introduced(context, computer, table.game)}" for computer in table.computers]
    players = seated or [t("No computer plays here yet.")]
    lines = [question.line(context, getattr(table.settings, question.key)) for question in _QUESTIONS]
    return Screen(
        title=t("{game}: computer players", game=t(CATALOGUE[table.game.key].label)),
        body="\n".join([*players, *(["", *lines] if seated else [])]),
        rows=tuple(_rows(context, table, adds)),
    )


def computers_answered(key: str, word: str) -> AnswerOption | None:
    """Return the answer behind a line of the menus; None for none of them."""
    return find_answer(_QUESTIONS, key, word)


def _rows(context: RenderContext, table: Table, adds: bool) -> list[Row]:
    t, rows = context.t, list[Row]()
    full = len(table.players) >= table.capacity or free_number(table.players) is None
    levels = tuple(
        Choice(COMPUTERS_ADD.build(level=level), _with_strength(context, table, level), t(ABOUT[level]))
        for level in LEVELS
    )
    label = t("Every seat is taken") if full else t("Add a computer")
    if adds:
        rows.append((Menu("computers levels", label, levels, disabled=full),))
    if table.computers:
        seated = tuple(
            Choice(
                COMPUTERS_REMOVE.build(number=computer.number),
                computer.name,
                level_name(context, computer.level).capitalize(),
            )
            for computer in table.computers
        )
        rows.append((Menu("computers seated", t("Remove a computer"), seated),))
        paces = COMPUTER_PACE.choices(context, COMPUTERS_SET, table.settings.computer_pace)
        styles = COMPUTER_TEMPER.choices(context, COMPUTERS_SET, table.settings.computer_temper)
        # In one menu: a message has five rows at most.
        rows.append((Menu("computers ask computer_pace", t("Pace and style"), paces + styles),))
        rows.append(YIELD.menu(context, COMPUTERS_SET, table.settings.computers_yield))
    return [*rows, back_row(context, GAME)]


def _with_strength(context: RenderContext, table: Table, level: Level) -> str:
    text = ", ".join((level_name(context, level), *strength_of(context, table.game, level)))
    return text[0].upper() + text[1:]
