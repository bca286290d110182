"""The board of Can't Stop in words, its buttons, its picture and its sheets, from the state alone."""

from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest

from bot.engine.types import Seat
from bot.games import make
from bot.games.cant_stop.board import sheet_lines as columns_of
from bot.games.cant_stop.face import RACE
from bot.games.cant_stop.rules import HEIGHTS, CantStop
from bot.screens.kit.board import BoardView
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import WORDS_ONLY, Button, RenderContext, Screen, Style, calmed
from bot.screens.table.board import sheets_screen, table_screen
from bot.tables.model.table import Table
from tests.boards import DESK, after, begun, board, buttons, put
from tests.factories import users


def test_cant_stop_labels_moves_by_where_they_lead() -> None:
    table = after(put(begun("cant_stop"), runners=((6, 1), (10, 1))), ("roll", "2-4-3-5"))
    assert moves(board(table)) == ["5: 1/9", "9: 1/9", "6: 2/11 · 8: 1/11", "7 twice: 2/13"]
    words = table_screen(RenderContext(DESK.t, WORDS_ONLY), table, BoardView())
    assert moves(words) == ["5: 1/9", "9: 1/9", "6: 2/11 · 8: 1/11", "7 twice: 2/13"]


def moves(shown: Screen) -> list[str]:
    """The labels of the moves that may be pressed."""
    return [one.label for one in buttons(shown).values() if one.do.startswith("move") and not one.disabled]


def test_the_rows_of_cant_stop_never_change() -> None:
    table, shapes, texts = begun("cant_stop", 2), set(), set()
    throws = ("2-3-4-6", "1-1-1-1", "2-2-5-5", "1-2-5-6")
    for throw in throws:
        thrown = after(table, ("roll", throw))
        move = next(one.do for one in buttons(board(thrown)).values() if one.do.startswith("move"))
        for moment in (table, thrown, after(thrown, (move, "")), after(thrown, (move, ""), ("stop", ""))):
            shown = board(moment)
            shapes.add(len(shown.rows))
            texts.add(tuple(one.do for one in shown.rows[-1] if isinstance(one, Button) and one.do != "undo"))
            pictured = table_screen(DESK, moment, BoardView(pictured=True))
            assert pictured.body.count("\n") == 4, pictured.body
    assert shapes == {3}
    assert texts == {("roll", "stop", "more")}


def test_cant_stop_tells_columns_runners_and_dice_in_words() -> None:
    table = put(
        begun("cant_stop", 4),
        cones=(((7, 4), (8, 2), (12, 3)), ((7, 4),), ((7, 2), (8, 2)), ()),
        won=((12,), (), (), ()),
        runners=((3, 5), (7, 4)),
        dice=(1, 2, 3, 4),
    )
    shown = board(table)
    assert shown.content == "**Can't Stop** · first to 3 columns"
    assert "►\N{NO-BREAK SPACE}**🔴 ▲ <@11> 1 column: 12**\n**7**: 4 of 13 · **8**: 2 of 11\n🔵 ◆" in shown.body
    assert "🟡 ● <@14> 0 columns\n# ⚀ ⚁ ⚂ ⚃" in shown.body
    assert shown.body.endswith("**3**: 5 of 5 · **7**: 4 of 13 · 1 free\n**<@11>** · pair **1-2-3-4**")
    words = table_screen(RenderContext(DESK.t, WORDS_ONLY), table, BoardView(pictured=True))
    assert words.picture is None
    assert "\n## Runners: column **3**, step 5 of 5 · column **7**, step 4 of 13 · 1 free\n" in words.body
    cones = "column **7**, step 4 of 13 · column **8**, step 2 of 11"
    assert f"### <@11> 1 column: 12 (to play)\n### {cones}\n### <@12> 0 columns" in words.body


def test_the_picture_of_cant_stop_shows_the_runners_of_this_turn_and_nothing_of_the_last_one() -> None:
    def picture(table: Table) -> Any:
        return table_screen(DESK, table, BoardView(pictured=True)).picture

    begin = put(begun("cant_stop"), cones=(((6, 1),), ()))
    table, before = begin, picture(begin)
    seen = [before]
    for entry in (("roll", "3-3-4-4"), ("move 6 8", ""), ("roll", "3-3-6-6"), ("move 6 12", "")):
        table = after(table, entry)
        assert picture(table) != seen[-1]
        assert picture(table).climbers == before.climbers, "cones stand where they stood until somebody stops"
        seen.append(picture(table))
    lost = after(table, ("roll", "1-1-1-1"))
    assert lost.state.last.runners == ((6, 3), (8, 1), (12, 1))
    assert calmed(picture(lost)) == before, "the next player's turn begins without the runners of the last one"
    stopped = ((6, 3), (8, 1), (12, 1))
    assert picture(after(table, ("stop", ""))) == picture(put(begin, cones=(stopped, ())))
    assert picture(after(table, ("stop", ""))).climbers[0].cones == stopped
    assert "**6**: 1 of 11" not in table_screen(DESK, begin, BoardView(pictured=True)).body


def test_the_cones_of_partners_have_the_colour_of_their_side() -> None:
    table = put(begun("cant_stop", 4, teams=True), won=((12,), (), (2,), ()))
    lines = board(table).body.split("\n")
    assert lines[:5] == [
        "🔴 Red team **2** · 🔵 Blue team **0**",
        "►\N{NO-BREAK SPACE}**🔴 ▲ <@11> 1 column: 12**",
        "🔵 ◆ <@12> 0 columns",
        "🔴 ■ <@13> 1 column: 2",
        "🔵 ● <@14> 0 columns",
    ]
    picture = table_screen(DESK, table, BoardView(pictured=True)).picture
    assert picture is not None
    assert [(one.mark, one.colour) for one in picture.climbers] == [
        ("▲", "red"),
        ("◆", "blue"),
        ("■", "red"),
        ("●", "blue"),
    ]


def test_the_result_of_sides_at_cant_stop_adds_the_columns() -> None:
    table = put(begun("cant_stop", 4, teams=True), won=((), (), (2, 3), (7,)), cones=(((12, 2),), (), (), ()))
    result = board(after(table, ("roll", "6-6-6-6"), ("move 12", ""), ("stop", "")))
    assert result.content == "**🔴 Red team wins!**"
    red = "🥇 **3** columns · 🔴 Red team\n> **1** · 🔴 ▲ <@11>\n> **2** · 🔴 ■ <@13>"
    blue = "🥈 **1** column · 🔵 Blue team"
    assert f"{red}\n{blue}" in result.body


def test_cant_stop_tells_how_the_latest_turn_ended() -> None:
    table = put(begun("cant_stop"), cones=(((12, 2),), ()))
    stopped = board(after(table, ("roll", "6-6-6-6"), ("move 12", ""), ("stop", "")))
    assert "<@11> wins **column 12**!" in stopped.body
    lost = board(after(put(table, runners=((2, 1), (3, 1), (4, 1))), ("roll", "6-6-6-6")))
    assert "<@11>: 6-6-6-6 → no move, **turn lost**" in lost.body


def test_cant_stop_says_why_one_may_not_stop() -> None:
    table = put(begun("cant_stop", no_stop_on_cone=True), cones=((), ((6, 1),)))
    shown = board(after(table, ("roll", "3-3-4-4"), ("move 6 8", "")))
    assert "a runner stands on a cone of somebody else" in shown.body
    assert buttons(shown)["Stop"].disabled


def test_the_board_says_that_stopping_wins() -> None:
    ahead = put(begun("cant_stop"), won=((2, 12), ()), cones=(((2, 3), (12, 3)), ()))
    shown = board(after(put(ahead, runners=((7, 12),)), ("roll", "3-4-1-1"), ("move 7", "")))
    assert "**<@11>** · **Stop** wins!" in shown.body
    assert not buttons(shown)["Stop and win"].disabled
    assert not buttons(shown)["Throw"].disabled, "another column is another column"
    alone = put(begun("cant_stop", 1), won=((2, 12),), cones=(((2, 3), (12, 3)),), runners=((7, 12),))
    shown = board(after(alone, ("roll", "3-4-1-1"), ("move 7", "")))
    assert "**<@11>** · **Stop** finishes!" in shown.body
    assert "Stop and finish" in buttons(shown)


def test_with_three_runners_on_top_there_is_nothing_to_throw_for() -> None:
    table = put(begun("cant_stop", columns_to_win=4), runners=((3, 5), (4, 7), (5, 8)))
    at_top = after(table, ("roll", "1-4-6-6"), ("move 5", ""))
    shown = board(at_top)
    assert "all runners are at the top: **Stop**" in shown.body
    assert "Throw again" not in legend(at_top, explained=True)
    assert buttons(shown)["Throw"].disabled
    assert not buttons(shown)["Stop"].disabled


def test_newcomers_hear_when_stopping_is_all_that_is_left() -> None:
    def told(table: Table) -> str:
        return face_of(table.game.key).next_step(DESK, table.game, table.state)

    going = after(put(begun("cant_stop"), runners=((3, 4), (4, 6))), ("roll", "1-3-5-6"), ("move 4 11", ""))
    assert told(going) == "**Throw** on, or **Stop**?"
    ahead = put(begun("cant_stop"), won=((2, 12), ()), runners=((7, 12),))
    assert told(after(ahead, ("roll", "3-4-1-1"), ("move 7", ""))) == "**Stop** wins!"
    at_top = put(begun("cant_stop", columns_to_win=4), runners=((3, 5), (4, 7), (5, 8)))
    assert told(after(at_top, ("roll", "1-4-6-6"), ("move 5", ""))) == "all runners are at the top: **Stop**"
    race = begun("cant_stop_race", 1)
    run = replace(race.state.runs[0], runners=((3, 5), (4, 7), (5, 8)))
    raced = after(put(race, runs=(run,)), ("roll", "1-4-6-6"), ("move 5", ""))
    assert told(raced) == "**Stop** finishes!"


def test_cant_stop_alone_ends_with_the_number_of_turns() -> None:
    table = put(begun("cant_stop", 1), cones=(((12, 2),),), won=((2, 3),), turns=(9,))
    shown = board(after(table, ("roll", "6-6-6-6"), ("move 12", ""), ("stop", "")))
    assert "<@11> has won the columns in **10 turns**." in shown.body
    assert board(table).content == "**Can't Stop** · 3 columns, turn 10"


def test_the_sheet_of_cant_stop_tells_how_far_one_has_come() -> None:
    game = make("cant_stop", {})
    assert isinstance(game, CantStop)
    state = replace(game.new(2), cones=(((2, 3), (7, 4)), ()), won=((2,), ()))
    assert columns_of(DESK, game, state, Seat(0))[:2] == [" 2 ( 3)   won", " 3 ( 5)     ·"]
    assert columns_of(DESK, game, state, Seat(0))[5] == " 7 (13)     4"


def test_the_sheets_of_cant_stop_are_one_table_or_a_line_per_column_in_words() -> None:
    table = put(begun("cant_stop", 4), cones=(((2, 3), (7, 4)), (), ((7, 13),), ()), won=((2,), (), (7,), ()))
    lines = sheets_screen(DESK, table).body.split("```")[1].strip("\n").split("\n")
    assert lines[0].split() == ["▲", "◆", "■", "●"]
    assert lines[1] == "   2   won     ·     ·     ·"
    assert max(map(len, lines)) <= 28
    words = sheets_screen(RenderContext(DESK.t, WORDS_ONLY), table).body.split("\n")
    assert words[:2] == ["**2**, 3 steps: <@11> has won it", "**3**, 5 steps: no cone"]
    assert len(words) == len(HEIGHTS)


def test_cant_stop_tells_of_two_moves_a_freeze_and_another_throw() -> None:
    shown = board(after(begun("cant_stop", power=True), ("roll", "2-2-5-5-5"), ("move 7 7", "")))
    assert "move again, throw on or stop" in shown.body
    assert {"4: 1/7 · 10: 1/7", "7 twice: 4/13", "Throw", "Stop"} <= set(buttons(shown))
    shown = board(after(begun("cant_stop", power=True), ("roll", "2-2-5-5-4"), ("move 7 7", "")))
    assert "Freeze! <@11> stops: a cone in 7." in shown.body, "no sign alone says why the turn ended"


def test_the_sheets_of_a_race_stand_side_by_side_too() -> None:
    table = begun("cant_stop_race", 1)
    ahead = replace(table.state.runs[0], cones=(((2, 3), (7, 4)),), won=((2,),))
    both = replace(table.state, runs=(ahead, replace(ahead, cones=(((2, 3),),))))
    part = RACE.sheets(DESK, replace(table, players=users(2, 11)), table.game, both)[0]
    lines = part.split("```")[1].strip("\n").split("\n")
    assert lines[:2] == ["            ▲     ◆", " 2 ( 3)   won   won"]
    assert lines[6] == " 7 (13)     4     ·"


def legend(table: Table, **view: Any) -> str:
    """The small line that somebody new reads, or somebody with a coach."""
    lines = table_screen(DESK, table, BoardView(**view)).body.split("\n")
    return next((line.removeprefix("-# ") for line in lines if line.startswith("-# ")), "")


def test_somebody_new_reads_what_the_numbers_on_a_button_mean() -> None:
    table = begun("cant_stop")
    meaning = "{}: {}/{} = step {} of {} · blue: both sums"
    assert legend(table, explained=True) == "", "no cone has a step to keep yet"
    stands = put(table, runners=((2, 3), (12, 3), (7, 13)), dice=(1, 1, 1, 1), moved=True)
    assert legend(stands, explained=True) == "Stop: your cones keep these steps"
    thrown = after(put(table, runners=((5, 3),)), ("roll", "1-4-5-6"))
    assert legend(thrown, explained=True) == meaning.format(5, 4, 9, 4, 9)
    assert "5: 4/9 · 11: 1/5" in moves(board(thrown))
    blue = [item.label for row in board(thrown).rows for item in row if item.style is Style.PRIMARY]
    assert "5: 4/9 · 11: 1/5" in blue
    assert all(" · " in label for label in blue), "a blue button plays both sums"
    assert legend(thrown) == ""
    no_blue = after(put(table, runners=((2, 1), (3, 1), (7, 13))), ("roll", "1-1-4-6"))
    assert legend(no_blue, explained=True) == "2: 2/3 means step 2 in column 2"


@pytest.mark.parametrize("columns", [(6, 7, 8), (2, 3, 12), (2, 7, 12), (4, 5, 11)])
def test_after_a_move_they_read_how_often_one_more_throw_goes_well(columns: tuple[int, ...]) -> None:
    table = put(begun("cant_stop"), runners=tuple((column, 1) for column in columns), dice=(1, 1, 1, 1), moved=True)
    well = sum(
        any(first + second in columns for first, second in combinations(dice, 2))
        for dice in product(range(1, 7), repeat=4)
    )
    said = f"Throw again: goes well in {round(100 * well / 6**4)}% of throws"
    assert legend(table, explained=True) == said
    assert legend(table, coach="Coach: nothing is better than that.") == said
    assert "goes well" not in legend(table, explained=True, computer="Pichet")
    assert "goes well" not in table_screen(DESK, table, BoardView()).body


def test_a_throw_is_safe_only_where_every_throw_moves_a_runner() -> None:
    free = put(begun("cant_stop"), runners=((2, 1), (12, 1)), dice=(1, 1, 6, 6), moved=True)
    assert legend(free, explained=True) == "Throw again: nothing can go wrong"
    closed = put(free, won=((7,), ()))  # Only 1-6 twice over, and the like, move nothing now: 1-6-1-6 has 2 and 12.
    assert legend(closed, explained=True) == "Throw again: nothing can go wrong"
    two_closed = put(free, won=((4,), ()))  # 2-2-2-2 alone moves nothing: one throw of 1,296.
    assert legend(two_closed, explained=True) == "Throw again: goes well in 99% of throws"
