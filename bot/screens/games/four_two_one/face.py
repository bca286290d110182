"""How 421 shows itself."""

from collections.abc import Mapping

from bot.engine import N_, OptionValue
from bot.engine.match import GAMES
from bot.engine.play import JournalEntry
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.four_two_one.state import State
from bot.screens.games.four_two_one.board import board_screen, face_digits, hands_parts, story_lines
from bot.screens.games.four_two_one.moments import moment
from bot.screens.games.four_two_one.rules import four_two_one_rules
from bot.screens.kit import Face, RenderContext, RuleNote, mention
from bot.screens.kit.power import POWER_NOTE
from bot.screens.kit.stats_lines import percent
from bot.tables.core.model import Table
from bot.tables.records.profiles import GameSeries
from bot.tables.records.stats_totals import StatsTotals


class FourTwoOneFace(Face[FourTwoOne, State]):
    """How 421 shows itself."""

    opens = N_("{_421_start} opens a table.")
    look = "felt"
    lobby_dice = (4, 2, 1)
    tie_question = N_("Rampo: what did {player} throw?")
    play_label = N_("Rounds")
    good_to_know = (
        RuleNote(
            N_(
                "An ace is called the highest die, yet 2-2-1 is the weakest hand: the ace is high in the named hands "
                "only."
            )
        ),
        RuleNote(N_("A nénette receives 2 tokens: more, or instead of the round's, is not said."), "nenette"),
        RuleNote(N_("What decides between equal hands is not said."), "ties"),
        RuleNote(N_("What becomes of a player without tokens when the pot is empty is not said."), "zero_after_charge"),
        RuleNote(N_("Elsewhere who receives every token in the charge loses at once."), "espagnole"),
        RuleNote(N_("Elsewhere the charge is played with one throw each."), "charge_one_throw"),
        RuleNote(N_("Who begins a round is not said."), "starter"),
        RuleNote(N_("Who begins the game, “the highest or the lowest”, is left to you."), "first_player"),
        RuleNote(N_("Who has thrown 4-2-1 early must throw again to make as many throws."), "may_stand"),
        RuleNote(N_("Elsewhere there are 11 or 41 tokens."), "tokens"),
        RuleNote(N_("Elsewhere 4-2-1 sets 8 or 11 tokens."), "value_421"),
        POWER_NOTE,
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheets = staticmethod(hands_parts)
    rules = staticmethod(four_two_one_rules)
    story = staticmethod(story_lines)

    def sheets_title(self, context: RenderContext, name: str) -> str:
        """Return the name alone: instead of sheets there is the table of all hands."""
        return name

    def move_text(self, context: RenderContext, table: Table, game: FourTwoOne, entry: JournalEntry) -> str:
        if entry.do == "stand":
            return context.t("{player} stops.", player=mention(table.players[entry.seat]))
        return super().move_text(context, table, game, entry)

    def action_name(self, context: RenderContext, game: FourTwoOne, state: State, do: str) -> str:
        if do == "stand":
            return context.t("Stop: {hand}", hand=face_digits(state.dice))
        return super().action_name(context, game, state, do)

    def fewest_is_best(self, options: Mapping[str, OptionValue]) -> bool:
        """Return True for a game of its own, which counts tokens; a match counts games won."""
        return GAMES not in options

    def last_loses(self, options: Mapping[str, OptionValue]) -> bool:
        """Return True for a game of its own: tokens are bad, and who is left with them has lost."""
        return self.fewest_is_best(options)

    def score_words(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        if self.fewest_is_best(options):
            return context.t.many("{n} token", "{n} tokens", -score)
        return context.t.many("{n} game won", "{n} games won", score)

    def score_bold(self, context: RenderContext, score: int, options: Mapping[str, OptionValue]) -> str:
        if self.fewest_is_best(options):
            return context.t.many("**{n}** token", "**{n}** tokens", -score)
        return context.t.many("**{n}** game won", "**{n}** games won", score)

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
