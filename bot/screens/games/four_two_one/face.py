"""How 421 shows itself."""

from __future__ import annotations

from bot.engine.play import Entry
from bot.engine.words import N_
from bot.games.four_two_one.rules import FourTwoOne
from bot.games.four_two_one.state import State
from bot.screens.games.four_two_one.board import board_screen, hands_parts, story_lines
from bot.screens.games.four_two_one.rules import four_two_one_rules
from bot.screens.kit.doubts import Doubt
from bot.screens.kit.face import Face
from bot.screens.kit.stats_lines import percent
from bot.screens.kit.values import Desk, mention
from bot.tables.core.model import Table
from bot.tables.records.profiles import Series
from bot.tables.records.tally import Tally


class FourTwoOneFace(Face[FourTwoOne, State]):
    """How 421 shows itself."""

    opens = N_("{_421_start} opens a table.")
    fewest_is_best = True
    play_label = N_("Rounds")
    good_to_know = (
        Doubt(
            N_(
                "An ace is called the highest die, yet 2-2-1 is the weakest hand: the ace is high in the named hands "
                "only."
            )
        ),
        Doubt(N_("A nénette receives 2 tokens: more, or instead of the round's, is not said."), "nenette"),
        Doubt(N_("What decides between equal hands is not said."), "ties"),
    )
    board = staticmethod(board_screen)
    sheets = staticmethod(hands_parts)
    rules = staticmethod(four_two_one_rules)
    story = staticmethod(story_lines)

    def sheets_title(self, desk: Desk, name: str) -> str:
        """Return the name alone: instead of sheets there is the table of all hands."""
        return name

    def move_text(self, desk: Desk, table: Table, game: FourTwoOne, entry: Entry) -> str:
        if entry.do == "stand":
            return desk.t("{player} stops.", player=mention(table.players[entry.seat]))
        return super().move_text(desk, table, game, entry)

    def score_words(self, desk: Desk, score: int) -> str:
        return desk.t.many("{n} token", "{n} tokens", -score)

    def score_bold(self, desk: Desk, score: int) -> str:
        return desk.t.many("**{n}** token", "**{n}** tokens", -score)

    def stats(self, desk: Desk, series: Series, tally: Tally) -> list[str]:
        t, counts = desk.t, tally.counts
        rounds = max(counts["rounds"], 1)
        games = t.many("{n} game", "{n} games", tally.games)
        share = percent(desk, counts["lost"], rounds)
        return [
            t.many("**{n}** round in {games}", "**{n}** rounds in {games}", rounds, games=games),
            t("Worst hand of the round: **{n}** ({share})", n=t.number(counts["lost"]), share=share),
            t.many("421 thrown: **{n}** time", "421 thrown: **{n}** times", counts["hands_421"]),
        ]


FACE = FourTwoOneFace()
