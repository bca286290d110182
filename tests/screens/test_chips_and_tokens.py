"""What the boards of Yamslam and 421 say at the moments that matter, and what people can press then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.dice import ScriptedDice
from bot.engine.gate import JournalEntry, play
from bot.engine.types import Seat
from bot.games import make
from bot.games.yamslam.rules import FULL, KINDS, NONE, SIX_KINDS
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import BoardView
from bot.screens.kit.dice import power_note
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import IN_WORDS, PLAIN_GLYPHS, WORDS_ONLY, Button, Menu, RenderContext, Screen, Style
from bot.screens.table.board import sheets_screen, table_screen
from bot.tables.model.table import PendingCall, Status, TableId
from tests.boards import after, begun
from tests.factories import table_of, users

ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)


class Board:
    """A table in play, and its screen."""

    def __init__(self, key: str, players: int = 2, language: str = "en", **options: object) -> None:
        self.desk = RenderContext(words(language), PLAIN_GLYPHS)
        self.table = table_of(make(key, options), users(players, 100), id=TableId(7), language=language, capacity=8)
        self.news: tuple[Any, ...] = ()

    def put(self, **fields: object) -> Board:
        self.table = replace(self.table, state=replace(self.table.state, **fields))  # type: ignore[type-var]
        return self

    def do(self, text: str, *throws: str) -> Board:
        seat = self.table.turn
        assert seat is not None
        dice = ScriptedDice([tuple(map(int, throw)) for throw in throws])
        step = play(self.table.game, self.table.state, seat, text, dice)
        over = self.table.game.turn(step.state) is None
        status = Status.FINISHED if over else Status.PLAYING
        self.table, self.news = replace(self.table, state=step.state, status=status), step.events
        return self

    @property
    def screen(self) -> Screen:
        return table_screen(self.desk, self.table, BoardView(news=self.news))

    @property
    def buttons(self) -> dict[str, Button]:
        return {item.do: item for row in self.screen.rows for item in row if isinstance(item, Button)}


# -- Yamslam -------------------------------------------------------------------------------------------------------


def lines(board: Board) -> list[str]:
    return board.screen.body.split("\n")


def labels(board: Board) -> list[str]:
    return [getattr(one, "label", "") for one in board.screen.rows[-2]]


def test_the_rack_shows_what_the_dice_win_and_a_button_takes_it() -> None:
    board = Board("yamslam").do("roll", "22255")
    assert lines(board)[:3] == [
        "`●●●●` 🔵 **2 Pairs 5** ✓",
        "`●●●●` 🟢 **Three of a Kind 10** ✓",
        "`●●●●` 🟡 Small Straight 20",
    ]
    takes = {do: button.label for do, button in board.buttons.items() if do.startswith("take")}
    assert takes == {"take 2p": "2P 5", "take 3k": "3K 10", "take fh": "FH 30"}
    assert not board.buttons["pass"].disabled


@pytest.mark.parametrize(
    ("language", "held", "said"),
    [
        ("en", (), "No dice held: **R2-4-4 B3-5**"),
        ("fr", (0, 1), "Gardés **R2 N3** · à lancer **R4-4 N5**"),
        ("en", range(5), "All dice held: **R2-4-4 B3-5**"),
    ],
)
def test_the_line_of_dice_names_their_colours_as_a_flush_needs_them(
    language: str, held: Sequence[int], said: str
) -> None:
    table = after(begun("yamslam"), ("roll", "2-3-4-4-5"))
    context = RenderContext(words(language), PLAIN_GLYPHS)
    assert said in table_screen(context, table, BoardView(frozenset(held))).body


def _next(board: Board, *, all_held: bool = False) -> str:
    return face_of(board.table.game.key).next_step(ENGLISH, board.table.game, board.table.state, all_held=all_held)


def test_somebody_new_is_offered_a_chip_only_where_one_fits() -> None:
    assert _next(Board("yamslam").do("roll", "22255")) == "hold dice and **Throw**, or take a chip"
    assert _next(Board("yamslam").do("roll", "22255"), all_held=True) == "take a chip below, or **No chip**"
    nothing = Board("yamslam").do("roll", "12356")
    assert "No chip fits" in labels(nothing)
    assert _next(nothing) == "hold dice and **Throw**"
    assert _next(nothing, all_held=True) == "let dice go, then **Throw**"
    assert _next(nothing.put(throws=3)) == "press **No chip**"
    forced = Board("yamslam", forced_take=True).do("roll", "22255")
    assert _next(forced, all_held=True) == "take a chip below", "nobody may pass where a chip fits"


def test_after_4_2_1_stop_is_what_to_press() -> None:
    other = Board("421").do("roll", "431")
    assert _next(other) == "hold dice and **Throw**, or **Stop**"
    assert _next(other, all_held=True) == "press **Stop**"
    assert [other.buttons[do].style for do in ("keep", "stand")] == [Style.PRIMARY, Style.SUCCESS]
    best = Board("421").do("roll", "142")
    assert _next(best) == "press **Stop**"
    assert [best.buttons[do].style for do in ("keep", "stand")] == [Style.SECONDARY, Style.SUCCESS]


def test_somebody_new_reads_why_stop_is_off_while_throws_are_due() -> None:
    board = Board("421").do("roll", "653").do("keep 6", "61").do("stand").do("roll", "431")
    assert board.buttons["stand"].disabled
    assert _next(board) == "hold and **Throw**: all throw 2 times"


def test_in_words_the_rack_and_the_dice_of_yamslam_are_sentences() -> None:
    board = Board("yamslam").put(rack=(4, 4, 4, 4, 4, 4, 2), out=(0, 0, 0, 0, 0, 0, 1)).do("roll", "22255")
    screen = table_screen(RenderContext(words("en"), WORDS_ONLY), board.table, BoardView())
    said = screen.body.split("\n")
    assert said[0] == "2 Pairs, 5: 4 left · fits"
    assert said[6] == "Large Straight, 50: 2 left · 1 removed"
    assert said[-4:] == [
        "### <@101> 0",
        "### Black: **5-5** · Red: **2-2-2**",
        "## No dice held: **2-2-2-5-5**",
        "## **<@100>** · 2 throws left",
    ]
    assert [one.label for one in screen.rows[-2]] == ["2 Pairs 5", "Three of a Kind 10", "Full House 30"]  # type: ignore[union-attr]


def test_yamslam_keeps_its_rows_from_the_first_throw_to_the_last() -> None:
    board = Board("yamslam")
    said = []
    for do in (("roll", "13566"), ("keep 6 6", "135"), ("keep 6 6", "135"), ("pass",)):
        said.append((len(board.screen.rows), [one.do for one in board.screen.rows[1]][2], labels(board)))  # type: ignore[union-attr]
        board.do(*do)
    assert said == [
        (4, "pass", ["Chips: throw first"]),
        *[(4, "pass", ["No chip fits"])] * 3,
    ]


def test_the_dice_of_a_turn_stay_with_the_chip_they_won() -> None:
    board = Board("yamslam").do("roll", "22255").do("take fh")
    assert lines(board)[-3:] == [
        "# ⚁ ⚁ ⚁ ⚄ ⚄",
        "<@100>: 2-2-2-5-5 → **Full House 30**",
        "**<@101>**, your turn · 3 throws left",
    ]
    assert "`●●●·` 🟣 Full House 30" in lines(board)
    assert "<@100> 30 🟣" in lines(board)
    board.do("roll", "13566").do("pass")
    assert lines(board)[-2] == "<@101>: 1-3-5-6-6 → no chip"
    board.do("roll", "11112")
    assert "no chip" not in board.screen.body


def test_a_yamslam_offers_every_chip_in_a_menu() -> None:
    board = Board("yamslam").put(out=(0, 0, 0, 0, 0, 0, 1), rack=(4, 4, 4, 4, 4, 4, 0)).do("roll", "66666")
    assert "**Yamslam!** Take any chip." in board.screen.body
    (menu,) = (item for row in board.screen.rows for item in row if isinstance(item, Menu))
    assert [choice.do for choice in menu.choices][-2:] == ["take 4k", "take ls out"]
    assert menu.choices[-1].description == "Removed before"
    board.do("take ls out")
    assert lines(board)[-2:] == [
        "<@100>: 6-6-6-6-6 → **Large Straight 50**",
        "**<@100>**, play again! · 3 throws left",
    ]


def test_a_chip_that_is_removed_is_told_and_shown() -> None:
    board = Board("yamslam")
    for _ in range(2):
        board.do("roll", "13566").do("pass")
    assert "No chip was won: **Large Straight** (50) is removed." in board.screen.body
    assert "`●●●×` 🔴 Large Straight 50" in lines(board)
    assert board.screen.content == "**Yamslam** · 27 chips in play"


@pytest.mark.parametrize(("match", "title"), [(5, "game 1/5"), ("to_1000", "game 1")])
def test_matches_in_the_title(match: object, title: str) -> None:
    assert Board("yamslam", games_in_match=match).screen.content == f"**Yamslam** · {title} · 28 chips"


def test_partners_share_a_line() -> None:
    board = Board("yamslam", 4, teams=True).do("roll", "22255").do("take fh")
    (side,) = (line for line in board.screen.body.split("\n") if "**30**" in line)
    assert "<@100>" in side
    assert "<@102>" in side
    assert side.endswith("🟣")


def test_the_end_tells_chips_and_bonuses() -> None:
    board = Board("yamslam").put(rack=(1, 0, 0, 0, 0, 0, 0), taken=((3, 1, 1, 1, 1, 1, 1), NONE))
    body = board.do("roll", "11223").do("take 2p").screen.body
    assert "<@100>: chips **195** + bonuses **100**" in body
    assert "bonuses **0**" not in body
    assert "🥇 **295** points · <@100>\n2\\. **0** points · <@101>" in body
    alone = Board("yamslam", 1).put(rack=(0, 0, 0, 0, 0, 0, 1), taken=((4, 4, 4, 4, 4, 4, 3),))
    assert "**Grand Slam!**" in alone.do("roll", "23456").do("take ls").screen.body
    assert alone.table.state.taken == (FULL,)


# -- 421 -----------------------------------------------------------------------------------------------------------


def test_the_board_says_who_leads_the_round_for_how_many_tokens_and_who_is_last() -> None:
    board = Board("421", 3).do("roll", "653")
    assert not [line for line in lines(board) if "leads" in line]
    board.do("stand")
    assert "<@100> **6-5-3** leads (1 token)" in lines(board)
    board.do("roll", "116").do("stand")
    assert "<@101> **6-1-1** leads · <@100> 6-5-3 is last (+6)" in lines(board)
    board.do("roll", "442").do("stand")
    assert lines(board)[0] == "Last round: <@101> 6-1-1 · <@100> 6-5-3 · <@102> 4-4-2 (+6)"
    assert "`●●●●● ●····` ►\N{NO-BREAK SPACE}**<@102> 6**" in lines(board)


def test_equal_hands_lead_together() -> None:
    board = Board("421", 3).do("roll", "653").do("stand").do("roll", "635").do("stand")
    assert "<@100>, <@101> **6-5-3** lead (1 token)" in lines(board)


def test_tokens_stand_in_piles_of_five_and_a_plus_stands_for_those_beyond_ten() -> None:
    board = Board("421", 3).put(pot=4, tokens=(0, 6, 11))
    assert lines(board)[:4] == [
        "`····· ·····` ►\N{NO-BREAK SPACE}**<@100> 0**",
        "`●●●●● ●····` <@101> 6",
        "`●●●●● ●●●●●+` <@102> 11",
        "`○○○○· ·····` Pot **4**",
    ]
    assert "pot" not in board.put(discharge=True).screen.body


def test_words_only_has_tokens_without_piles_and_the_turn_in_large_letters() -> None:
    board = Board("421", 2).put(pot=4, tokens=(6, 11)).do("roll", "653")
    screen = table_screen(RenderContext(words("en"), WORDS_ONLY), board.table, BoardView())
    assert screen.body.split("\n") == [
        "### <@100> 6 tokens (to play)",
        "### <@101> 11 tokens",
        "### Pot: **4** tokens",
        "## No dice held: **3-5-6**",
        "## **<@100>** · 2 throws left",
    ]


def test_421_says_whose_throws_are_free_and_whose_are_not() -> None:
    board = Board("421")
    assert lines(board)[-1] == "**<@100>**, your turn · up to 3 throws"
    board.do("roll", "653").do("keep 6", "61")
    assert lines(board)[-2:] == ["Held **6** · to throw **1-6**", "**<@100>** · 1 throw left"]
    board.do("stand")
    assert lines(board)[-2:] == ["<@100>: **6-6-1**", "**<@101>**, your turn · all throw 2 times"], (
        "as often as the first player"
    )
    board.do("roll", "421")
    assert lines(board)[-1] == "**<@101>** · 1 throw to make"
    board.do("keep 1 2", "6")
    assert lines(board)[-2:] == ["All dice: **6-2-1** · 1 token", "**<@101>** · press **Stop**"]
    bon = Board("421", le_bon=True).do("roll", "653").do("keep 6", "61").do("stand")
    assert lines(bon)[-1] == "**<@101>**, your turn · up to 2 throws", "« le bon » lets the others stop before that"


def test_the_hand_of_who_stopped_last_stays_until_the_next_throw() -> None:
    board = Board("421").do("roll", "116").do("stand")
    assert lines(board)[-3] == "# ⚀ ⚀ ⚅"
    board.do("roll", "653").do("stand")
    assert lines(board)[-3:-1] == ["# ⚅ ⚄ ⚂", "<@101>: 6-5-3 → **receives 6 tokens**"]
    board.do("roll", "222")
    assert lines(board)[-3] == "# ⚁ ⚁ ⚁"


def test_throw_and_stop_keep_their_places() -> None:
    board = Board("421")
    for do in (("roll", "653"), ("keep 6", "61"), ("keep 1 6", "2"), ("stand",)):
        throw, stop = board.screen.rows[-2]
        assert isinstance(throw, Button)
        assert throw.do.startswith(("roll", "keep"))
        assert (stop.do, board.screen.rows[-1][0].do) == ("stand", "more")  # type: ignore[union-attr]
        board.do(*do)
    throw = board.do("roll", "421").do("keep 1 2", "4").do("keep 1 2", "4").screen.rows[-2][0]
    assert isinstance(throw, Button)
    assert (throw.label, throw.disabled) == ("No throws left", True)


def test_stop_is_free_for_the_first_player_and_le_bon_for_the_others() -> None:
    board = Board("421").do("roll", "653").do("keep 6", "61")
    assert (board.buttons["stand"].label, board.buttons["stand"].disabled) == ("Stop: 6-6-1", False)
    board.do("stand").do("roll", "421")
    assert board.buttons["stand"].disabled
    bon = Board("421", le_bon=True).do("roll", "653").do("keep 6", "61").do("stand").do("roll", "421")
    assert (bon.buttons["stand"].label, bon.buttons["stand"].disabled) == ("« Le bon »: 4-2-1", False)


def test_a_rampo_and_a_nenette_are_told() -> None:
    board = Board("421", 3).do("roll", "221").do("stand").do("roll", "653").do("stand").do("roll", "122")
    body = board.do("stand", "666", "654").screen.body
    assert "Rampo: <@100> 6-6-6 · <@102> 6-5-4" in body
    assert "<@100>, <@102>: a nénette, 2-2-1!" in body
    assert "<@102>: 2-2-1 → **receives 3 tokens**" in body


def test_the_pot_empties_and_the_best_hand_gives() -> None:
    board = Board("421").put(pot=1, tokens=(10, 10)).do("roll", "653").do("stand").do("roll", "652").do("stand")
    assert "The pot is empty" in board.screen.body
    assert board.screen.content == "**421** · discharge, round 2"
    board.do("roll", "653").do("stand").do("roll", "654").do("stand")
    assert lines(board)[-2] == "<@100> gives **2 tokens** to <@101>"
    result = board.put(tokens=(1, 20)).do("roll", "652").do("stand").do("roll", "653").do("stand").screen
    assert "<@100> gives **1 token** to <@101>\n🥇" in result.body
    assert result.content == "**<@100> wins!**"


def test_a_game_ended_early_lists_players_by_standing() -> None:
    board = Board("421", 3).put(tokens=(9, 2, 5))
    board.table = replace(board.table, status=Status.ENDED)
    assert [line.split()[-1] for line in lines(board)[1:]] == ["<@101>", "<@102>", "<@100>"]
    board = Board("yamslam").put(taken=((0,) * 7, (1,) + (0,) * 6))
    board.table = replace(board.table, status=Status.ENDED)
    assert [line.split()[-1] for line in lines(board)[1:]] == ["<@101>", "<@100>"]


def test_a_new_message_with_a_result_names_everybody() -> None:
    board = Board("421", 3).put(pot=0, discharge=True, tokens=(2, 9, 10)).do("roll", "421").do("stand")
    board.do("roll", "653").do("stand").do("roll", "652").do("stand")
    assert board.screen.content == "**<@100> wins!**"
    board.table = replace(board.table, pending_call=PendingCall.RESULT)
    assert board.screen.content == "**<@100> wins!** With <@101> and <@102>."


def test_chips_of_equal_number_share_it_so_that_all_kinds_fit_a_line() -> None:
    board = Board("yamslam").put(taken=((3, 2, 2, 1, 1, 0, 2), (0,) * 7))
    icons = [PLAIN_GLYPHS[f"chip_{kind.key}"] for kind in KINDS]
    own = next(line for line in lines(board) if "<@100>" in line)
    two, three = (f"{number}×\N{WORD JOINER}" for number in (2, 3))
    shown = f"{icons[3]}{icons[4]} {two}{icons[1]}{icons[2]}{icons[6]} {three}{icons[0]}"
    assert own.endswith(shown)


def test_with_many_players_the_best_may_have_no_token_to_give() -> None:
    board = Board("421", 3).put(pot=0, discharge=True, tokens=(0, 10, 11)).do("roll", "421").do("stand")
    body = board.do("roll", "652").do("stand").do("roll", "653").do("stand").screen.body
    assert "<@100> has no token to give." in body
    assert "gives" not in body


def test_the_result_counts_tokens() -> None:
    board = Board("421").put(pot=0, discharge=True, tokens=(2, 19))
    body = board.do("roll", "421").do("stand").do("roll", "652").do("stand").screen.body
    assert "<@100> gives **2 tokens** to <@101>" in body
    assert "🥇 **0** tokens · <@100>" in body
    assert "2\\. **21** tokens · <@101>" in body, "the only loser is no second"


def test_who_keeps_the_tokens_has_lost_and_gets_no_medal() -> None:
    board = Board("421", 3).put(pot=0, discharge=True, tokens=(2, 5, 14))
    body = board.do("roll", "421").do("stand").do("roll", "543").do("stand").do("roll", "652").do("stand").screen.body
    assert "🥇 **0** tokens · <@100>" in body
    assert "🥈 **5** tokens · <@101>" in body
    assert "3\\. **16** tokens · <@102>" in body


def test_in_french_a_round_of_421_is_a_manche() -> None:
    board = Board("421", language="fr").do("roll", "653").do("stand").do("roll", "652").do("stand")
    assert board.screen.content == "**421** · charge, manche 2"
    assert lines(board)[0].startswith("Manche terminée")
    assert board.do("roll", "653").buttons["stand"].label == "Arrêter\N{NO-BREAK SPACE}: 6-5-3"


def test_all_hands_are_one_press_away() -> None:
    pages = sheets_screen(ENGLISH, Board("421", value_421=8).table)
    assert pages.title == "421"
    assert "4-2-1  8  1-1-1  7" in pages.body
    assert "2-2-1" in pages.body


def test_seats_that_sit_out_or_have_left_say_so() -> None:
    board = Board("421", 3, language="fr").put(out=(Seat(0),), turn=Seat(2))
    board.table = replace(board.table, gone=(Seat(1),))
    assert "<@100> 0 (hors jeu)" in board.screen.body
    assert "<@101> 0 (a quitté)" in board.screen.body


def test_of_many_hands_a_new_round_tells_the_best_and_the_worst() -> None:
    board = Board("421", 12)
    for hand in ("421", *["653"] * 10, "652"):
        board.do("roll", hand).do("stand")
    assert lines(board)[0] == "Last round: <@100> 4-2-1 · … · <@111> 6-5-2 (+10)"
    assert len([line for line in lines(board) if line.count("<@") == 1 and "leads" not in line]) >= 12


def test_yamslam_shows_the_power_die_to_hold_and_its_second_chip() -> None:
    board = Board("yamslam", power=True).do("roll", "222555")
    assert lines(board)[-1] == "**<@100>** · 2 throws left · Power 5, Double"
    assert [one.label for row in board.screen.rows[:2] for one in row][-1] == "Power 5"  # type: ignore[union-attr]
    board.do("take fh")
    assert lines(board)[-2] == "Power 5, Double: take a chip of another kind"
    assert [one.label for one in board.screen.rows[2]][1:3] == ["No throws left", "No second chip"]  # type: ignore[union-attr]
    assert "`●●●·` 🟣 Full House 30" in lines(board)
    board.do("take 3k")
    assert lines(board)[-2] == "<@100>: 2-2-2-5-5 → **Full House + Three of a Kind**"


def test_chips_whose_names_fill_the_line_leave_their_points_to_the_rack() -> None:
    board = Board("yamslam").do("roll", "22256").do("take 3k")
    assert lines(board)[-2] == "<@100>: 2-2-2-5-6 → **Three of a Kind**"
    assert "`●●●·` 🟢 Three of a Kind 10" in lines(board)


@pytest.mark.parametrize("face", [1, 2, 3])
def test_a_bolt_that_does_nothing_at_yamslam_says_so(face: int) -> None:
    board = Board("yamslam", power=True).do("roll", f"22255{face}")
    assert lines(board)[-1] == f"**<@100>** · 2 throws left · Power {face}: nothing"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", range(1, 7))
def test_no_face_of_the_power_die_stands_there_without_a_word(face: int, language: str) -> None:
    context = RenderContext(words(language), PLAIN_GLYPHS)
    assert power_note(context, None) == ""
    nothing = " · " + context.t("Power {face}: nothing", face=face)
    for multiplies in (True, False):
        for six in ("", "a free throw"):
            note = power_note(context, face, multiplies=multiplies, six=six)
            does = {1: False, 2: multiplies, 3: multiplies, 4: True, 5: True, 6: bool(six)}[face]
            assert note.startswith(f" · Power {face}")
            assert (note == nothing) is not does
            words_for = {"×2", "×3", *map(context.t, ("Freeze", "Double", "a free throw"))}
            assert not does or note.split(", ")[1] in words_for


def test_the_fourth_throw_of_a_power_6_holds_the_power_die_by_itself() -> None:
    board = Board("yamslam", power=True).do("roll", "123466").do("keep 1 2 3 4", "66")
    assert lines(board)[-1] == "**<@100>** · 1 throw left · Power 6, a 4th throw if held"
    board.do("keep 1 2 3 4", "66")
    assert lines(board)[-1] == "**<@100>** · 1 throw left · Power 6, a 4th throw"
    throw = board.screen.rows[2][1]
    assert isinstance(throw, Button)
    assert (throw.do, throw.disabled) == ("keep 1 2 3 4 p", False)


def test_421_says_what_the_power_die_does_and_what_is_at_stake() -> None:
    board = Board("421", power=True).do("roll", "1163")
    assert lines(board)[-1] == "**<@100>** · 2 throws left · Power 3, ×3"
    assert lines(board)[-3].endswith(PLAIN_GLYPHS["power_3"])
    board.do("stand")
    assert "<@100> **6-1-1** leads (18 tokens)" in lines(board)
    assert lines(board)[-1].endswith("Power 3, ×3")
    assert PLAIN_GLYPHS["power_3"] not in lines(board)[-3]
    six = Board("421", power=True).do("roll", "1166")
    assert lines(six)[-1] == "**<@100>** · 3 throws left · Power 6, one more throw"


@pytest.mark.parametrize(
    ("key", "do", "dice", "words_of_it"),
    [
        ("421", "roll", (1, 1, 6, 3), ["1", "1", "6", "Power 3"]),
        ("421", "roll", (1, 1, 6), ["1", "1", "6"]),
        ("421", "keep 1", (1, 6), ["1", "6"]),
        ("yamslam", "keep 1 1 1", (5, 6, 2), ["5", "6", "Power 2"]),
        ("yamslam", "keep 1 1 1 p", (5, 6), ["5", "6"]),
        ("5000", "keep 5", (1, 2, 3, 4, 6), ["1", "2", "3", "4", "Power 6"]),
    ],
)
def test_a_replay_names_the_power_die_where_it_was_thrown(key, do, dice, words_of_it) -> None:
    told = face_of(key).fallen(ENGLISH, make(key, {"power": True}), JournalEntry(Seat(0), do, (dice,)))
    assert told == words_of_it


@pytest.mark.parametrize(("tokens", "places"), [(11, 3), (21, 5)])
def test_drawn_tokens_show_at_a_glance_who_has_how_many_of_all_of_them(tokens: int, places: int) -> None:
    drawn = {f"tokens_{count}": f"<:jetons_{count}:{count}>" for count in range(6)}

    def piles(board: Board) -> dict[str, int]:
        """The tokens that each line shows, by what it says behind them; each line has the same room."""
        desk = RenderContext(words("en"), {**PLAIN_GLYPHS, **drawn})
        body = table_screen(desk, board.table, BoardView(explained=True)).body
        assert "-# <:jetons_5:5> is five tokens. Get rid of yours to win" in body
        lines = [line for line in body.split("\n") if line.startswith("<:jetons")]
        shown = [re.findall(r"<:jetons_(\d):", line) for line in lines]
        assert {*map(len, shown)} == {places}
        return {line.partition("> ")[2]: sum(map(int, pile)) for line, pile in zip(lines, shown, strict=True)}

    board = Board("421", tokens=tokens).put(tokens=(0, 7), pot=tokens - 7)
    said = piles(board)
    assert sum(said.values()) == tokens
    assert said[f"Pot **{tokens - 7}**"] == tokens - 7
    assert said["<@101> 7"] == 7
    assert sorted(said.values())[0] == 0, "Ana has none"
    assert sorted(piles(board.put(tokens=(tokens - 1, 1), pot=0, discharge=True)).values()) == [1, tokens - 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_hears_the_chips_of_a_player_hears_sentences(language: str) -> None:
    context, t = RenderContext(words(language), IN_WORDS), words(language)
    table = begun("yamslam", 2)
    won = replace(table.state, taken=((0, 3, 1, 0, 0, 0, 2), table.state.taken[1]))
    first, second = face_of("yamslam").situation(context, table.game, won, Seat(0))[0].split("\n")
    chips = ", ".join(f"{n} × {t(KINDS[place].label)}" for place, n in ((1, 3), (2, 1), (6, 2)))
    assert first == t("Chips won: {chips}.", chips=chips)
    alone = 3 * 10 + 20 + 2 * 50
    assert second == f"{alone} points.", "as on the board"
    kinds = replace(table.state, taken=((1, 3, 1, 1, 1, 0, 2), table.state.taken[1]), dice=(1, 2, 2, 5, 6), throws=1)
    said = face_of("yamslam").situation(context, table.game, kinds, Seat(0))
    alone = table.game.scores(kinds)[0]
    assert (
        said[0].split("\n")[1]
        == {
            "en": f"{alone} points, or {alone + SIX_KINDS} with the bonuses they earn now.",
            "fr": f"{alone} points, ou {alone + SIX_KINDS} avec les bonus qu’ils valent maintenant.",
        }[language]
    )
    assert said[-1] == t("Black: **{black}** · Red: **{red}**", black="1-5", red="2-2-6"), "their colours win chips"
    assert face_of("yamslam").situation(context, table.game, table.state, Seat(0))[0].startswith(t("No chip won yet."))
