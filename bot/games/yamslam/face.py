"""The face of Yamslam: the Power die and the rules in words, statistics."""

from collections.abc import Iterator

from bot.engine import DOUBLE, FREEZE, N_, POWER, RuleNote, Seat, has_power
from bot.games.yamslam.board import (
    became,
    board_screen,
    card_sheets,
    colours_lines,
    moment,
    news_lines,
    sheet_in_words,
    sheet_lines,
    story_lines,
)
from bot.games.yamslam.guide import GUIDE
from bot.games.yamslam.rules import (
    ALL_KINDS,
    CHIPS,
    DICE,
    KINDS,
    LAST,
    PLACES,
    SET,
    SIX_KINDS,
    THROWS,
    Pass,
    State,
    Take,
    Yamslam,
)
from bot.screens.kit import Face, Field, RenderContext, code_block, numbered, one_more_line, sentences
from bot.screens.kit.dice import TWO_DICE_BEGIN, PowerWords
from bot.screens.kit.sides import match_rules
from bot.tables.model.table import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.statistics import StatsTotals

# -- The Power die in words ------------------------------------------------------------------------------------------


def _edges(context: RenderContext, game: Yamslam) -> Iterator[str]:
    yield context.t("After a Yamslam you play again whatever it shows; a 5 adds no chip to it.")


POWER_WORDS = PowerWords[Yamslam](
    N_("A die of another colour is thrown with the others and may be held like them. It belongs to no combination."),
    {
        **dict.fromkeys(range(1, FREEZE), N_("nothing.")),
        FREEZE: N_("Freeze: no more throws this turn."),
        DOUBLE: N_("Double: after a chip you may take one of another kind that the same dice win."),
        POWER: N_("Power: if it shows after the third throw, there is a fourth; the Power die itself stays."),
    },
    _edges,
)


# -- The rules in words, from the same kinds of chips as the board ---------------------------------------------------

_EXAMPLES = {
    "2p": "1-1-4-4-6",
    "3k": "2-2-2-5-6",
    "ss": "1-2-3-4-6",
    "fl": "2-2-4-6-6",
    "fh": "3-3-3-5-5",
    "4k": "6-6-6-6-1",
    "ls": "2-3-4-5-6",
}


_COLOURS = N_("1, 3 and 5 are black, 2, 4 and 6 are red.")


def chip_worths(context: RenderContext, game: Yamslam) -> list[tuple[str, str, str]]:
    """Return each kind of chips with dice that win one, and its points; then what else decides games."""
    t = context.t
    flush = next(kind for kind in KINDS if kind.key == "fl")
    said = (
        t("{name}: {value}", name=t(flush.label), value=t(_COLOURS)),
        t("Five equal dice: any chip, and you play again."),
        t(
            "Bonuses at the end: all seven kinds {all}, six kinds {six}, all {chips} of a kind {set}, the last chip "
            "{last}.",
            all=ALL_KINDS,
            six=SIX_KINDS,
            chips=CHIPS,
            set=SET,
            last=LAST,
        ),
    )
    chips = [(t(kind.label), _EXAMPLES[kind.key], str(kind.points)) for kind in KINDS]
    return [*chips, *((sentence, "", "") for sentence in said)]


def yamslam_rules(context: RenderContext, game: Yamslam) -> tuple[str, tuple[Field, ...]]:
    """Return the rules of ``game``: the turn and the chips, then its parts by name."""
    t, power = context.t, has_power(game.house_rules)
    turn = {
        N_("Throw {dice} dice, {throws} times at most."): not power,
        N_("Throw {dice} dice up to {throws} times, or four times with a 6 on the Power die."): power,
        N_("Before each further throw, hold the dice you like."): True,
        N_("Stop when you want, and take one chip that your dice win, if one is left."): True,
    }
    body = [
        t("Win chips: the most points at the end win, chips and bonuses together."),
        numbered(context, turn, dice=DICE, throws=THROWS),
        "",
        t("There are {chips} chips of each kind:", chips=CHIPS),
        *(
            t(
                "**{kind}** ({points}): {said} For example {dice}.",
                kind=t(kind.label),
                points=kind.points,
                said=t(kind.condition),
                dice=_EXAMPLES[kind.key],
            )
            for kind in KINDS
        ),
        t(_COLOURS),
    ]
    if game.house_rules["quad_is_two_pair"]:
        body.append(t("Four equal dice also win a chip for 2 Pairs."))
    parts = (
        (
            t("Yamslam"),
            t(
                "Five equal dice take any chip, from the rack or one that was removed, and you play again. If that was "
                "the last chip on the rack, the game is over."
            ),
        ),
        (t("No chip"), _no_chip(context, game)),
        (t("Power die"), POWER_WORDS.rules(context, game)),
        (
            t("End and bonuses"),
            "\n".join(
                [
                    t(
                        "The game ends when the last chip on the rack is taken or removed. Then everybody adds to "
                        "their chips:"
                    ),
                    t("* all seven kinds: {points}", points=ALL_KINDS),
                    t("* six kinds: {points}", points=SIX_KINDS),
                    t("* each complete set of {chips} chips: {points}", chips=CHIPS, points=SET),
                    t("* the last chip, if it was taken: {points}", points=LAST),
                ]
            ),
        ),
        (t("Alone"), _alone(context, game) if 1 in game.seats else ""),
        (t("Teams"), t("Partners sit alternately and pool their chips.") if game.sides else ""),
        (t("Games in a match"), match_rules(context, game)),
        (t("In a tie"), _ties(context, game)),
    )
    return "\n".join(body), tuple(Field(name, rule) for name, rule in parts if rule)


def _no_chip(context: RenderContext, game: Yamslam) -> str:
    forced, sliding = game.house_rules["forced_take"], game.house_rules["sliding_round"]
    rules = {
        N_("If your dice win a chip when you stop, you must take one."): forced,
        N_("You need not take a chip."): not forced,
        N_(
            "After as many turns in a row without a chip as there are players, the dearest chip on the rack is removed."
        ): sliding,
        N_("After a whole round without a chip, the dearest chip on the rack is removed."): not sliding,
    }
    return sentences(context, rules)


def _alone(context: RenderContext, game: Yamslam) -> str:
    rules = {
        N_("Each turn without a chip removes the dearest one, and a Yamslam takes two chips."): True,
        N_(
            "If the first is the last one on the rack, the second is one of those removed; then the game is over."
        ): game.removed_chip_is_owed,
        N_("All 28 chips are a Grand Slam: 1,000 points."): True,
    }
    return sentences(context, rules)


def _ties(context: RenderContext, game: Yamslam) -> str:
    if game.tiebreak == "share":
        return context.t("They share the place.")
    if game.length.several:
        return context.t("The most different kinds, added over all games, decide; else the place is shared.")
    return context.t("The most different kinds decide, else the place is shared.")


# -- The face --------------------------------------------------------------------------------------------------------


class YamslamFace(Face[Yamslam, State]):
    """The face of Yamslam."""

    opens = N_("{yamslam_start} opens a table.")
    look = "yam"
    rare = "yamslams"
    pictured = by_choice = True
    first_game = GUIDE
    play_label = N_("Chips")
    good_to_know = (
        RuleNote(N_("The colours of the numbers come from reviews and programs: odd black, even red."), of_source=True),
        RuleNote(N_("Four equal dice may count as two pairs, or not."), "quad_is_two_pair", of_texts=True),
        TWO_DICE_BEGIN,
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    sheet_in_words = staticmethod(sheet_in_words)
    rules = staticmethod(yamslam_rules)
    worths = staticmethod(chip_worths)
    worths_label = N_("Chips: an example and its points")
    story = staticmethod(story_lines)
    news = staticmethod(news_lines)
    card_sheets = staticmethod(card_sheets)

    def rare_name(self, context: RenderContext, game: Yamslam) -> str:
        return context.t("Yamslam")

    def situation(self, context: RenderContext, game: Yamslam, state: State, seat: Seat) -> list[str]:
        t = context.t
        chips = [f"{left} × {t(kind.label)}" for kind, left in zip(KINDS, state.rack, strict=True) if left]
        return [
            *super().situation(context, game, state, seat),
            *self.standings(context, game, state, seat)[1:],
            t("Chips on the rack: {chips}.", chips=", ".join(chips)),
            *self.beside_picture(context, game, state, seat),
            *colours_lines(context, state),
        ]

    def beside_picture(self, context: RenderContext, game: Yamslam, state: State, seat: Seat) -> list[str]:
        return [context.t("Your throw {n} of {of}", n=state.throws, of=state.throws + game.throws_left(state))]

    def next_step(self, context: RenderContext, game: Yamslam, state: State, *, all_held: bool = False) -> str:
        if state.power is not None or state.second:
            return ""
        if not state.dice:
            return context.t("press **Throw**")
        fits = any(isinstance(action, Take) for action in game.legal_actions(state))
        if game.throws_left(state) and not (all_held and fits):
            if fits:
                return context.t("hold dice and **Throw**, or take a chip")
            return context.t("let dice go, then **Throw**") if all_held else context.t("hold dice and **Throw**")
        if Pass() not in game.legal_actions(state):
            return context.t("take a chip below")
        return context.t("take a chip below, or **No chip**") if fits else context.t("press **No chip**")

    def action_name(self, context: RenderContext, game: Yamslam, state: State, do: str) -> str:
        t = context.t
        match do.split(" "):
            case ["take", key, *_]:
                kind = KINDS[PLACES[key]]
                return t("Take {chip} {points}", chip=t(kind.label), points=kind.points)
            case ["pass"]:
                return t("Take no chip")
        return super().action_name(context, game, state, do)

    def aim_name(self, context: RenderContext, game: Yamslam, do: str) -> str:
        _, kind = do.split(" ")
        return context.t(KINDS[PLACES[kind]].label)

    def latest_seat(self, state: State) -> Seat | None:
        return None if state.ended is None else state.ended.seat

    def latest(self, context: RenderContext, table: Table, game: Yamslam, state: State) -> list[str]:
        return [] if state.ended is None else [became(context, table, state.ended)]

    def gain(self, game: Yamslam, state: State, do: str) -> float:
        word, *kind = do.split(" ")
        return KINDS[PLACES[kind[0]]].points if word == "take" else 0

    def chance_line(self, context: RenderContext, game: Yamslam, state: State, do: str) -> str:
        return one_more_line(context, state.dice, do)

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        t = context.t
        counts = totals.counts
        every, each = t("in all"), t("a game")
        if context.spoken:
            sentences = [
                t(
                    "{name}: {n} in all, {each} a game.",
                    name=t(kind.label),
                    n=t.number(counts[kind.key]),
                    each=t.number(counts[kind.key] / totals.games, 1),
                )
                for kind in KINDS
            ]
        lines = [f"{'':<15}{every[:6]:>6} {each[:6]:>6}"]
        for kind in KINDS:
            number = counts[kind.key]
            lines.append(f"{t(kind.label)[:15]:<15}{t.number(number):>6} {t.number(number / totals.games, 1):>6}")
        chips = t.many("{n} chip", "{n} chips", counts["chips"])
        turns = t.many("in {n} turn", "in {n} turns", counts["turns"])
        yamslams = t.many("{n} Yamslam", "{n} Yamslams", counts["yamslams"])
        return [*(sentences if context.spoken else [code_block(lines)]), f"**{chips}** {turns} · {yamslams}"]


FACE = YamslamFace()
