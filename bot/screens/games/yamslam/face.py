"""How Yamslam shows itself."""

from bot.engine import N_
from bot.games.yamslam.chips import KINDS, PLACES
from bot.games.yamslam.rules import Yamslam
from bot.games.yamslam.state import State
from bot.screens.games.yamslam.board import board_screen, news_lines, sheet_lines, story_lines
from bot.screens.games.yamslam.card import card_sheets
from bot.screens.games.yamslam.moments import moment
from bot.screens.games.yamslam.rules import yamslam_rules
from bot.screens.kit import Face, RenderContext, RuleNote, code_block, one_more_line
from bot.screens.kit.power import POWER_NOTE
from bot.tables.records.profiles import GameSeries
from bot.tables.records.stats_totals import StatsTotals


class YamslamFace(Face[Yamslam, State]):
    """How Yamslam shows itself."""

    opens = N_("{yamslam_start} opens a table.")
    look = "yam"
    play_label = N_("Chips")
    good_to_know = (
        RuleNote(N_("Which faces have which colour is not said; reviews and programs say odd black, even red.")),
        RuleNote(N_("Nor is it said whether four equal dice are two pairs."), "quad_is_two_pair"),
        RuleNote(N_("Nor where a “whole round” without a chip begins."), "sliding_round"),
        RuleNote(N_("Nor whether who could take a chip must."), "forced_take"),
        RuleNote(N_("Nor who gets the bonus for the last chip when it is removed: nobody.")),
        RuleNote(N_("Nor what becomes of removed chips when a Yamslam takes the last one: they are lost.")),
        RuleNote(N_("Partners sit alternately: our reading of two teams of two.")),
        RuleNote(
            N_("The rules of Yamslam play 5 or 10 games or up to 1,000, another text 6 of any game."), "games_in_match"
        ),
        POWER_NOTE,
    )
    board = staticmethod(board_screen)
    moment = staticmethod(moment)
    sheet = staticmethod(sheet_lines)
    rules = staticmethod(yamslam_rules)
    story = staticmethod(story_lines)
    news = staticmethod(news_lines)
    card_sheets = staticmethod(card_sheets)

    def action_name(self, context: RenderContext, game: Yamslam, state: State, do: str) -> str:
        t = context.t
        match do.split(" "):
            case ["take", key, *_]:
                kind = KINDS[PLACES[key]]
                return t("Take {chip} {points}", chip=t(kind.label), points=kind.points)
            case ["pass"]:
                return t("Take no chip")
        return super().action_name(context, game, state, do)

    def chance_line(self, context: RenderContext, game: Yamslam, state: State, do: str) -> str:
        return one_more_line(context, state.dice, do)

    def stats(self, context: RenderContext, series: GameSeries, totals: StatsTotals) -> list[str]:
        t = context.t
        counts = totals.counts
        every, each = t("in all"), t("a game")
        lines = [f"{'':<15}{every[:6]:>6} {each[:6]:>6}"]
        for kind in KINDS:
            number = counts[kind.key]
            lines.append(f"{t(kind.label)[:15]:<15}{t.number(number):>6} {t.number(number / totals.games, 1):>6}")
        chips = t.many("{n} chip", "{n} chips", counts["chips"])
        turns = t.many("in {n} turn", "in {n} turns", counts["turns"])
        yamslams = t.many("{n} Yamslam", "{n} Yamslams", counts["yamslams"])
        return [code_block(lines), f"**{chips}** {turns} · {yamslams}"]


FACE = YamslamFace()
