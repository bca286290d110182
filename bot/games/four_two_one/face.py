"""The face of 421: the Power die and the rules in words, statistics."""

from collections.abc import Iterator, Mapping

from bot.engine import DOUBLE, FREEZE, N_, POWER, OptionValue, RuleNote, Seat
from bot.engine.game import GAMES
from bot.engine.gate import JournalEntry
from bot.games.four_two_one.board import board_screen, face_digits, hands_parts, moment, story_lines
from bot.games.four_two_one.guide import GUIDE
from bot.games.four_two_one.rules import DICE, THROWS, FourTwoOne, Stand, State, place, value
from bot.screens.kit import Face, Field, RenderContext, mention, numbered, sentences
from bot.screens.kit.dice import PowerWords
from bot.screens.kit.face import percent
from bot.screens.kit.sides import match_parts
from bot.tables.model.table import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.statistics import StatsTotals

# -- The Power die in words ------------------------------------------------------------------------------------------


def _edges(context: RenderContext, game: FourTwoOne) -> Iterator[str]:
    if game.house_rules["nenette"] != "none":
        yield context.t("The 2 tokens of a nénette stay 2, whatever it shows.")
    if game.rampo:
        yield context.t("The tokens that a rampo decides about are multiplied too.")


POWER_WORDS = PowerWords[FourTwoOne](
    N_(
        "A die of another colour is thrown along with the first throw of a round. It belongs to no hand, stays as it "
        "is, and goes for everybody in this round."
    ),
    {
        1: N_("the best hand is worth its tokens once."),
        **dict.fromkeys((2, 3), N_("the best hand is worth {times} times its tokens.")),
        FREEZE: N_("Freeze: everybody throws only once."),
        DOUBLE: N_("Double: the tokens of the two best hands are added."),
        POWER: N_("Power: one throw more is allowed."),
    },
    _edges,
)


# -- The rules in words ----------------------------------------------------------------------------------------------


def four_two_one_rules(context: RenderContext, game: FourTwoOne) -> tuple[str, tuple[Field, ...]]:
    """Return the rules of ``game``: the aim and a round, then its parts by name."""
    t = context.t
    aim = t(
        "{dice} dice and {tokens} tokens. Tokens are bad: be the first to have none left in the end.",
        dice=DICE,
        tokens=game.house_rules["tokens"],
    )
    body = f"{aim}\n{_turn(context, game)}"
    parts = (
        (t("Hands, from the best"), _hands(context, game)),
        (t("Charge and discharge"), _phases(context, game)),
        (t("A round as an example"), _example(context, game)),
        (t("Nénette"), _nenette(context, game)),
        (t("Power die"), POWER_WORDS.rules(context, game)),
        (t("Ties"), _ties(context, game)),
        (t("First player"), _first(context, game)),
        *match_parts(
            context,
            game,
            ""
            if game.both_ways
            else t("The player whose turn it would be to begin the next round begins the next game."),
            by_throw=t("Players who share the first place throw once: the best hand wins, equal hands throw again."),
            may_tie=not game.rampo or bool(game.house_rules["espagnole"]),
        ),
    )
    return body, tuple(Field(*part) for part in parts if part[1])


def _turn(context: RenderContext, game: FourTwoOne) -> str:
    once, le_bon = game.house_rules["charge_one_throw"], game.house_rules["le_bon"]
    may_stand = game.house_rules["may_stand"]
    steps = {
        N_("In the charge everybody throws only once."): once,
        N_("In the discharge the first player throws up to {throws} times and may keep any dice."): once,
        N_("The first player throws up to {throws} times and may keep any dice."): not once,
        N_("Everybody else must throw as often."): not (may_stand or le_bon),
        N_("Everybody else throws as often, or says « le bon » and stops before that with a hand they like."): le_bon,
        N_("Everybody else throws as often, or stops before that with a hand they like."): may_stand and not le_bon,
        N_("Then the worst hand receives tokens: as many as the best hand is worth."): True,
        N_("First the pot gives them: the charge. Once it is empty, the best hand gives its own: the discharge."): True,
    }
    return numbered(context, steps, throws=THROWS)


def _hands(context: RenderContext, game: FourTwoOne) -> str:
    t = context.t
    return "\n".join(
        [
            t("What each is worth where it is the best of a round. At a table, **More** lists all 56 hands."),
            t("* 4-2-1: {tokens} tokens", tokens=game.house_rules["value_421"]),
            t("* 1-1-1: 7 tokens"),
            t("* 6-1-1, 6-6-6, 5-1-1, 5-5-5, and so on down to 2-1-1, 2-2-2: as many as their highest number says"),
            t("* 6-5-4, 5-4-3, 4-3-2, 3-2-1: 2 tokens"),
            t("* all others by their highest die, then the next: 1 token"),
            t("* 2-2-1, the nénette, is the worst"),
        ]
    )


def hand_worths(context: RenderContext, game: FourTwoOne) -> list[tuple[str, str, str]]:
    """Return the hands of :func:`_hands`, those of the same worth in one line; seen, so are the middle ones."""
    named = [(f"{face}-1-1  {face}-{face}-{face}", str(face)) for face in range(6, 1, -1)]
    hands = (
        ("4-2-1", str(game.house_rules["value_421"])),
        ("1-1-1", "7"),
        *(named if context.spoken else (*named[:2], (f"… {named[-1][0]}", named[-1][1]))),
        ("6-5-4 … 3-2-1", "2"),
        (context.t("all others"), "1"),
        (context.t("2-2-1 is the worst"), ""),
    )
    return [(hand, "", tokens) for hand, tokens in hands]


def _phases(context: RenderContext, game: FourTwoOne) -> str:
    without, espagnole = game.house_rules["zero_after_charge"], game.house_rules["espagnole"]
    out, several = without == "out", game.length.several
    rules = {
        N_("At least one die is thrown each time, even after a 421."): not (
            game.house_rules["may_stand"] or game.house_rules["le_bon"]
        ),
        N_("The pot gives at most what is left in it, and the best hand at most what it has."): True,
        N_("The first player with no token left in the discharge wins."): True,
        N_("A player without tokens when the pot is empty wins at once."): without == "win",
        N_(
            "A player without tokens when the pot is empty sits out the discharge and comes right behind its winner."
        ): out and not several,
        N_("A player without tokens when the pot is empty sits out the discharge."): out and several,
        N_("If one player alone has tokens then, there is no discharge: a player without any wins."): out
        and not espagnole,
        N_("Everybody plays the first round of the discharge, even without a token."): without not in ("win", "out"),
        N_("Espagnole: a player with all tokens at the end of the charge loses at once, and all others have won."): (
            espagnole
        ),
    }
    return sentences(context, rules)


def _example(context: RenderContext, game: FourTwoOne) -> str:
    """A round of two people, and the tokens that move; nothing where the charge allows one throw only."""
    if game.house_rules["charge_one_throw"]:
        return ""
    tokens, pot = int(game.house_rules["value_421"]), int(game.house_rules["tokens"])
    steps = {
        N_("Ana throws 6-4-2, keeps the 4 and the 2, and throws a 1. She stops: 4-2-1 in two throws."): True,
        N_("So Ben throws twice too: 5-5-3, then a 1 beside his two 5s."): True,
        N_("4-2-1 is worth {tokens} tokens, and 5-5-1 is worse: Ben receives {tokens}. The pot keeps {left}."): True,
        N_("In the discharge Ana would give Ben {tokens} of her own, or all she has."): True,
    }
    return numbered(context, steps, tokens=tokens, left=pot - tokens)


def _nenette(context: RenderContext, game: FourTwoOne) -> str:
    match game.house_rules["nenette"]:
        case "fixed2":
            return context.t("A player who receives with 2-2-1 receives 2 tokens, whatever the best hand is.")
        case "none":
            return context.t("2-2-1 is the worst hand and nothing more.")
    return context.t("Before the round is settled, 2-2-1 takes 2 tokens from the pot or the best hand.")


def _ties(context: RenderContext, game: FourTwoOne) -> str:
    shared = game.house_rules["ties"] == "none"
    rules = {
        N_("Where the worst hands tie, nobody receives; where the best tie in the discharge, nobody gives."): shared,
        N_("Several players without a token at the end have all won."): shared,
        N_(
            "Rampo: those that tie for the worst hand throw once, and the lowest receives; in the discharge also those "
            "that tie for the best, and the highest gives."
        ): not shared,
        N_("Several players without a token at the end throw too, and the highest wins."): not shared,
        N_("The bot throws for them until it is decided."): not shared,
    }
    return sentences(context, rules)


def _first(context: RenderContext, game: FourTwoOne) -> str:
    lowest = game.house_rules["first_player"] == "lowest"
    game_said = (
        context.t("Before the game everybody throws: the lowest begins.")
        if lowest
        else context.t("Before the game everybody throws: the highest begins.")
    )
    starters = {
        "loser": context.t("Then the worst hand begins the next round."),
        "winner": context.t("Then the best hand begins the next round."),
        "clockwise": context.t("Then the next player begins the next round."),
    }
    return f"{game_said} {starters[str(game.house_rules['starter'])]}"


# -- The face --------------------------------------------------------------------------------------------------------


class FourTwoOneFace(Face[FourTwoOne, State]):
    """The face of 421."""

    short_parts = ("Nénette",)
    worths_label = N_("Hands and their tokens")
    opens = N_("{_421_start} opens a table.")
    look = "felt"
    lobby_dice = (4, 2, 1)
    pictured = by_choice = True
    first_game = GUIDE
    tie_question = N_("Rampo: what did {player} throw?")
    play_label = N_("Rounds")
    sheets_label = N_("All hands")
    sheets_in_words = N_("All hands in words")
    course = N_("Tokens after each round")
    good_to_know = (
        RuleNote(N_("A 1 is high only in hands worth 2 tokens or more: 2-2-1 is the worst of all.")),
        RuleNote(N_("A nénette costs 2 tokens: on top of the round’s, or instead of them."), "nenette"),
        RuleNote(N_("Equal hands throw once more, or nobody receives or gives."), "ties", of_texts=True),
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheets = staticmethod(hands_parts)
    rules = staticmethod(four_two_one_rules)
    worths = staticmethod(hand_worths)
    story = staticmethod(story_lines)

    def next_step(self, context: RenderContext, game: FourTwoOne, state: State, *, all_held: bool = False) -> str:
        if state.power is not None:
            return ""
        if not state.dice:
            return context.t("press **Throw**")
        if state.throws < game.most_throws(state):
            stops = game.legal_actions(state)[-1] == Stand()
            if stops and (all_held or not place(state.dice)):
                return context.t("press **Stop**")
            if all_held:
                return context.t("let dice go, then **Throw**")
            if stops:
                return context.t("hold dice and **Throw**, or **Stop**")
            step = context.t("choose dice to hold, then **Throw**")
            if state.limit and context.spoken:
                return context.t("{step}. Each player throws {n} times", step=step, n=state.limit)
            if state.limit:
                return context.t("hold and **Throw**: all throw {n} times", n=state.limit)
            return step
        return ""

    def situation(self, context: RenderContext, game: FourTwoOne, state: State, seat: Seat) -> list[str]:
        t = context.t
        pot = t.many("In the pot: {n} token", "In the pot: {n} tokens", state.pot)
        thrown = [face_digits(faces) for place, faces in enumerate(state.hands) if faces and place != seat]
        return [
            *self.standings(context, game, state, seat),
            *([] if state.discharge else [pot]),
            *([t("Thrown before you: {hands}", hands=t.listed(thrown))] if thrown else []),
            *self.beside_picture(context, game, state, seat),
        ]

    def beside_picture(self, context: RenderContext, game: FourTwoOne, state: State, seat: Seat) -> list[str]:
        t = context.t
        discharge = t("The pot is empty: the best hand gives tokens to the worst.")
        throw = t("Your throw {n} of {of}", n=state.throws, of=game.most_throws(state))
        return [*([discharge] if state.discharge else []), throw]

    def latest_seat(self, state: State) -> Seat | None:
        return None if state.last is None or any(state.hands) else state.last.loser

    def sheets_title(self, context: RenderContext, name: str) -> str:
        """Return the name alone: instead of sheets there is the table of all hands."""
        return name

    def move_text(self, context: RenderContext, table: Table, game: FourTwoOne, entry: JournalEntry) -> str:
        if entry.do == "stand":
            return context.t("{player} stops.", player=mention(table.players[entry.seat]))
        return super().move_text(context, table, game, entry)

    def action_name(self, context: RenderContext, game: FourTwoOne, state: State, do: str) -> str:
        if do == "stand":
            stop = context.t("Stop: {hand}", hand=face_digits(state.dice))
            if not context.spoken:
                return stop
            n = value(state.dice, int(game.house_rules["value_421"]))
            return context.t.many("{stop} ({n} token)", "{stop} ({n} tokens)", n, stop=stop)
        return super().action_name(context, game, state, do)

    def fewest_is_best(self, options: Mapping[str, OptionValue]) -> bool:
        """Return True for a game of its own, which counts tokens; a match counts games won."""
        return GAMES not in options

    def last_loses(self, options: Mapping[str, OptionValue]) -> bool:
        """Return True for a game of its own: tokens are bad, and the player left with them has lost."""
        return self.fewest_is_best(options)

    def score_words(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        if self.fewest_is_best(options):
            return context.t.many("{n} token", "{n} tokens", -score)
        return context.t.many("{n} game won", "{n} games won", score)

    def score_bold(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        if self.fewest_is_best(options):
            return context.t.many("**{n}** token", "**{n}** tokens", -score)
        return context.t.many("**{n}** game won", "**{n}** games won", score)

    def average_words(self, context: RenderContext, average: float, options: Mapping[str, OptionValue]) -> str:
        if self.fewest_is_best(options):
            return context.t("{n} tokens a game", n=context.t.number(-average, 1))
        return context.t("{n} games won a match", n=context.t.number(average, 1))

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        t, counts = context.t, totals.counts
        rounds = max(counts["rounds"], 1)
        games = t.many("{n} game", "{n} games", totals.games)
        share = percent(context, counts["lost"], rounds)
        return [
            t.many("**{n}** round in {games}", "**{n}** rounds in {games}", rounds, games=games),
            t("Worst hand of the round: **{n}** ({share})", n=t.number(counts["lost"]), share=share),
            t.many("421 thrown: **{n}** time", "421 thrown: **{n}** times", counts["hands_421"]),
        ]


FACE = FourTwoOneFace()
