"""The daily's screens say what they should, nothing before its time, and fit Discord, in both languages."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.engine import ScriptedDice, Seat
from bot.engine.gate import legal, play
from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.screens.daily import (
    NAMED,
    DailyBoardPage,
    MonthPage,
    daily_board_screen,
    daily_intro_screen,
    dice_field,
    finish_first,
    month_screen,
    past_screen,
    seal_screen,
    share_screen,
)
from bot.screens.kit.board import BoardView
from bot.screens.kit.faces import face_of
from bot.screens.kit.values import EMOJI, IN_WORDS, PLAIN_GLYPHS, WORDS_ONLY, Button, RenderContext, Screen
from bot.screens.players.preferences import PAGE_OF, preferences_screen
from bot.screens.table.board import table_screen
from bot.screens.table.result import ResultView, result_screen
from bot.tables.daily import (
    PAGE,
    Beside,
    Comparison,
    DailyBoard,
    DailyGame,
    DailyLine,
    DailyResult,
    DailyToday,
    Differed,
    MonthBoard,
    MonthLine,
)
from bot.tables.model import days
from bot.tables.model.choices import GuildChoices, Preferences
from bot.tables.model.place import own_place
from bot.tables.model.table import Status, Table, TableId, TableSettings
from bot.tables.moves import lobbies, playing
from bot.thinker.answers import PlayedDay
from bot.ui.discord.adapter import render
from tests.limits import problems

USER = 1_300_000_000_000_000_000
DAY = 20261121
WEEK = [(DAY, "yams"), *((DAY + 1 + n, game) for n, game in enumerate(days.WEEKS["short"][:6]))]
NOON = days.day_begins(DAY) + 43_200
SECRET = b"\xab" * 32
GLYPHS = {name: f"<:{name}_0123abcd:{10**18 + number}>" for number, name in enumerate(PLAIN_GLYPHS)}
GAMES = sorted({game for week in days.WEEKS.values() for game in week})


def drawn(game: str = "yum_plus", day: int = DAY) -> DailyGame:
    return DailyGame(USER, day, game, {}, SECRET, days.day_ends(day))


def desk(language: str) -> RenderContext:
    return RenderContext(words(language), GLYPHS)


def begun(game: str, language: str = "en") -> Table:
    return lobbies.open_solo(
        TableId(2**63 - 1),
        guild=USER,
        channel=USER,
        host=USER,
        game=make(game, {}),
        language=language,
        seed=drawn(game).seed,
        now=NOON,
        settings=TableSettings(daily=DAY),
    ).table


def played(table: Table, seed: int = 3) -> Iterator[Table]:
    """Every moment of a game, to its end."""
    chance = random.Random(seed)
    yield table
    while not table.over:
        texts = [do for do in legal(table.game, table.state) if not do.startswith("keep") or chance.random() < 0.02]
        table = playing.act(table, USER, table.step, chance.choice(texts), NOON).table
        yield table


def finished(game: str) -> Table:
    *_, last = played(begun(game))
    return last


def result(*, over: bool = False) -> DailyResult:
    return DailyResult(rank=9999, total=10_000, streak=3650, over=over, net=12_345.6, par=12_345)


def page(number: int, total: int, **how: bool) -> DailyBoardPage:
    """A page of a board of large numbers, the reader last."""
    lines = [DailyLine(rank, USER + rank, 99_999, 98_765.4) for rank in range(1, total)] + [DailyLine(total, USER, -5)]
    board = DailyBoard(tuple(lines[number * PAGE : number * PAGE + PAGE]), lines[-1], total)
    return DailyBoardPage(drawn(), board, number, how.get("over", False), 20261120, 20261122)


def month(number: int, total: int) -> MonthPage:
    """A page of the table of a month of large numbers, the reader last."""
    lines = [MonthLine(rank, USER + rank, 2899.99, 31) for rank in range(1, total)]
    own = MonthLine(total, USER, 0, 1)
    board = MonthBoard((*lines, own)[number * PAGE : number * PAGE + PAGE], own, total, 31)
    return MonthPage(DAY, board, number, 20261031, 20261201)


def differing() -> Comparison:
    """A game that has differed from the champion's again and again, with the longest words."""
    game = make("yum_plus", {})
    thrown = play(game, game.new(1), Seat(0), "roll", ScriptedDice(((1, 2, 3, 4, 6),))).state
    longest = max(legal(game, thrown), key=len)
    return Comparison(999, (Differed(thrown, longest, longest),) * 99)


def screens(language: str) -> Iterator[Screen]:
    at = desk(language)
    yield daily_intro_screen(at, DailyToday(drawn(), 10_000, 3650, 20261120), turned=True)
    yield daily_intro_screen(at, DailyToday(drawn(), 0, 0, None, WEEK))
    yield daily_intro_screen(at, DailyToday(drawn(), 10_000, 3650, 20261120, WEEK, 3651))
    for number, total in ((0, 1), (0, 10_001), (500, 10_001), (1000, 10_001)):
        for over in (False, True):
            yield daily_board_screen(at, page(number, total, over=over))
    yield daily_board_screen(at, DailyBoardPage(drawn(), DailyBoard((), None, 0), 0, True, None, None))
    full, gobelet = page(500, 10_001, over=True), Beside(PlayedDay(99_999, 88_888.5, ()), differing())
    yield daily_board_screen(at, replace(full, beside=gobelet, mine=True))
    for number in (0, 500, 1000):
        yield month_screen(at, month(number, 10_001))
    yield month_screen(at, MonthPage(DAY, MonthBoard((), None, 0, 0), 0, None, None))
    yield past_screen(
        at, [(20261120 - ago, GAMES[0]) for ago in range(20)] + [(20261031 - ago, "yum_plus") for ago in range(5)]
    )
    yield past_screen(at, [])
    for game in GAMES:
        last = finished(game)
        for end in (None, result(), result(over=True)):
            yield table_screen(at, last, result=ResultView(day=end, beside=gobelet if game == "yum_plus" else None))
        for over in (False, True):
            yield share_screen(at, last, result(over=over))
        practised = replace(last, settings=TableSettings(daily=DAY, practice=1, ends=NOON))
        yield table_screen(at, practised, result=ResultView(day=result(over=True)))
        yield table_screen(at, replace(practised, status=Status.ENDED), BoardView())
        yield table_screen(at, replace(last, status=Status.ENDED), BoardView())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_of_its_game_is_offered_beside_the_day(language: str) -> None:
    at = desk(language)
    for offered in (False, True):
        screen = daily_intro_screen(at, DailyToday(drawn(), 0, 0, None, WEEK), offered=offered)
        assert problems(render(screen, at.glyphs)) == []
        assert (at.t("Show me how") in screen.body) == offered
        labels = [item.label for row in screen.rows for item in row if isinstance(item, Button)]
        assert (at.t("Show me how: {game}", game=at.t(CATALOGUE["yum_plus"].label)) in labels) == offered


@pytest.mark.parametrize("streak", [0, 3])
def test_ones_own_daily_does_not_count_who_has_finished_it(streak: int) -> None:
    here = DailyToday(drawn(), 0, streak, None, WEEK)
    own = replace(here, daily=replace(here.daily, guild=own_place(USER)))
    said = {today.daily.guild: daily_intro_screen(desk("en"), today, offered=True).body for today in (here, own)}
    assert "Nobody has finished yet." in said[USER]
    assert "finished yet" not in said[-USER]
    assert "\n\n\n" not in "".join(said.values())


@pytest.mark.parametrize(
    ("ended", "streak", "told"),
    [
        (0, 0, []),
        (1, 0, []),
        (0, 5, ["Your streak: 5 days; 2 days may be missed each month."]),
        (5, 0, ["Your streak of 5 days ended; a new one begins today."]),
        (5, 1, ["Your streak of 5 days ended: you missed more than 2 in a month. A new one has begun."]),
        (
            5,
            2,
            [
                "Your streak of 5 days ended: you missed more than 2 in a month. A new one has begun.",
                "Your streak: 2 days; 2 days may be missed each month.",
            ],
        ),
    ],
)
def test_the_day_says_that_a_streak_ended(ended: int, streak: int, told: list[str]) -> None:
    body = daily_intro_screen(desk("en"), DailyToday(drawn(), 0, streak, None, WEEK, ended)).body
    assert [line for line in body.split("\n") if "streak" in line] == told


def test_ones_own_daily_has_no_place_among_others() -> None:
    here, known = finished("yams"), DailyResult(1, 1, 2, False)
    own = replace(here, guild=own_place(USER))
    said = [table_screen(desk("en"), table, result=ResultView(day=known)).body for table in (here, own)]
    assert ["Place **1** of 1" in body for body in said] == [True, False]
    assert all("Your streak: 2 days" in body for body in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_fits_discord(language: str) -> None:
    for screen in screens(language):
        for glyphs in (GLYPHS, WORDS_ONLY):
            assert problems(render(screen, glyphs, "1y2p0ij32e8e7", 999)) == [], screen.title


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_moment_of_a_game_fits_discord(game: str, language: str) -> None:
    for table in played(begun(game, language)):
        screen = table_screen(desk(language), table, BoardView())
        assert problems(render(screen, GLYPHS, table.code, table.step)) == []
        if not table.over:
            assert f"<t:{days.day_ends(DAY)}:R>" in screen.body


def test_without_emojis_a_result_still_says_how_each_box_went() -> None:
    last = finished("yum_plus")
    rendered = render(share_screen(RenderContext(words("en"), WORDS_ONLY), last, result(over=True)), WORDS_ONLY)
    told = str(rendered.embed.to_dict())
    assert not EMOJI.search(told)
    assert sum(words("en")(box.label) in told for box in make("yum_plus", {}).layout.boxes) == 22


def everything(screen: Screen) -> str:
    return repr(screen)


@pytest.mark.parametrize("game", GAMES)
def test_no_screen_tells_the_secret_before_the_day_is_over(game: str) -> None:
    at, last = desk("en"), finished(game)
    before = [
        daily_intro_screen(at, DailyToday(drawn(), 3, 0, None)),
        daily_board_screen(at, page(0, 3)),
        share_screen(at, last, result()),
        *(table_screen(at, last, result=ResultView(day=end)) for end in (None, result())),
        *(table_screen(at, table, BoardView()) for table in played(begun(game))),
    ]
    assert all(SECRET.hex() not in everything(screen) for screen in before)
    after = (
        daily_board_screen(at, page(0, 3, over=True)),
        table_screen(at, last, result=ResultView(day=result(over=True))),
    )
    assert all(SECRET.hex() in everything(screen) for screen in after)


def test_no_result_of_a_daily_tells_its_secret_wherever_it_is_drawn() -> None:
    assert SECRET.hex() not in everything(result_screen(desk("en"), finished("yams")))


def test_what_is_shared_tells_no_dice_and_no_box_points() -> None:
    last = finished("yum_plus")
    text = everything(share_screen(desk("en"), last, DailyResult(1, 1, 1, True)))
    cells = {cell.written for cell in last.state.sheets[0][0] if cell.written > 5}  # type: ignore[union-attr]
    total = last.game.scores(last.state)[0]
    body = text.split("rows=")[0].replace(f"**{total}**", "")
    assert not [points for points in cells if f" {points}" in body.replace("21 Nov 2026", "")]
    assert last.code not in text
    assert not any(glyph in text for glyph in GLYPHS.values())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shared_before_the_day_is_over_tells_nothing_of_what_its_dice_can_give(game: str) -> None:
    last = finished(game)
    before, after = (share_screen(desk("en"), last, result(over=over)).body for over in (False, True))
    assert "luck" not in before
    assert "luck" in after
    if face_of(game).share_lines(desk("en"), last.game, last.state, over=True):
        labels = [words("en")(box.label) for box in last.game.layout.boxes]
        assert not [label for label in labels if label in before.split("Filled well:")[-1]]
        assert not [label for label in labels if label not in after]
        lines = [line for line in before.split("\n") if line and line[0] in "🟩🟨⬛"]
        squares = "".join(lines)
        assert len(squares) == len(last.state.sheets[0]) * len(labels), "a square a box"
        assert squares == "".join(sorted(squares, key="🟩🟨⬛".index)), "in no order of boxes or turns"
        assert max(map(len, lines)) <= 8
        told = before.split("\n")[-1]
        assert told.startswith("-# ")
        counted = {name: int(number) for name, number in re.findall(r"(\w[\w ]+): (\d+)", told)}
        names = {"🟩": "Filled well", "🟨": "Some points", "⬛": "Struck"}
        assert counted == {names[square]: many for square, many in Counter(squares).items()}


def test_who_reads_words_gets_no_squares_in_what_is_shared() -> None:
    last = finished("yams")
    for over in (False, True):
        shared = face_of("yams").share_lines(RenderContext(words("en"), IN_WORDS), last.game, last.state, over=over)
        assert not set("🟩🟨⬛") & set("".join(shared))
        assert any("Struck: " in line or "Some points: " in line for line in shared)


def test_squares_say_how_boxes_went() -> None:
    table = begun("yams")
    for do in ("roll", "mark chance"):
        table = playing.act(table, USER, table.step, do, NOON).table
    while not table.over:
        table = playing.act(table, USER, table.step, "roll", NOON).table
        table = playing.act(table, USER, table.step, next(_strikes(table)), NOON).table
    body = share_screen(desk("en"), table, result(over=True)).body
    assert body.count("⬛") == 11 + 1
    assert "Chance" in body.split("Struck")[0]


def _strikes(table: Table) -> Iterator[str]:
    """Ways to write 0 in a box."""
    texts = legal(table.game, table.state)
    yield from (do for do in texts if do.startswith("strike"))
    yield from (do for do in texts if do.startswith("mark"))


def test_the_page_of_the_day_says_which_game_comes_when() -> None:
    choices, week = GuildChoices(daily="long", daily_from=20261127), [(DAY, "yams")]
    while len(week) < 7:
        day = days.day_after(week[-1][0])
        week.append((day, days.scheduled_game(choices, day)))
    calendar, _ = daily_intro_screen(desk("en"), DailyToday(drawn("yams"), 0, 0, None, week)).fields
    assert calendar.value.split("\n") == [
        "Sunday: Yum Classic",
        "Monday: Yum Low and High",
        "Tuesday: Yum original",
        "Wednesday: Yum Classic",
        "Thursday: Can't Stop race",
        "Friday: Yum Plus",
    ]


def test_days_of_the_same_game_stand_together_before_it_and_no_short_game_comes_twice_in_a_row() -> None:
    week = [(DAY, "yams"), *((DAY + 1 + n, game) for n, game in enumerate((*days.WEEKS["long"][6:], "yum_plus")))]
    week += [(DAY + 3, "yum_plus")]
    calendar, _ = daily_intro_screen(desk("fr"), DailyToday(drawn("yams"), 0, 0, None, week)).fields
    assert calendar.value == "Dimanche : Yum classique\nLundi et mardi : Yum Plus".replace(" :", "\N{NO-BREAK SPACE}:")
    short = days.WEEKS["short"]
    assert all(game != after for game, after in zip(short, (*short[1:], short[0]), strict=True))


@pytest.mark.parametrize(("game", "n"), [("yum_classic", 5), ("yum_plus", 9), ("cant_stop_race", 8)])
def test_the_day_says_how_long_it_takes(game: str, n: int) -> None:
    assert f"About {n} minutes." in daily_intro_screen(desk("en"), DailyToday(drawn(game), 0, 0, None)).body


@pytest.mark.parametrize(("language", "begins"), [("en", "Day 1 of a streak"), ("fr", "Jour 1 d’une série")])
def test_a_result_says_that_a_streak_begins_while_tomorrow_can_still_go_on_with_it(language: str, begins: str) -> None:
    told = {}
    for streak, over in ((1, False), (1, True), (2, False)):
        known = DailyResult(1, 1, streak, over)
        told[streak, over] = table_screen(desk(language), finished("yams"), result=ResultView(day=known)).body
    assert [begins in body for body in told.values()] == [True, False, False]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "place **1** of 2 when this was shared."), ("fr", "**1re** place sur 2 au moment du partage.")],
)
def test_a_place_in_a_shared_result_stays_true_after_the_day(language: str, said: str) -> None:
    """Nobody draws that message again."""
    shared = share_screen(desk(language), finished("yams"), DailyResult(1, 2, 1, over=False)).body.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert said in shared
    assert "so far" not in shared


@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "lace **1** of 4 so far, tied with 1 other.", "lace **1** of 4, tied with 2 others."),
        (
            "fr",
            "place sur 4 jusqu’ici, à égalité avec 1 autre.",
            "**1re** place sur 4, à égalité avec 2 autres.",
        ),
    ],
)
def test_a_day_that_ends_level_says_so(language: str, one: str, several: str) -> None:
    for tied, over, said in ((1, False, one), (2, True, several), (0, True, "")):
        known = DailyResult(1, 4, 2, over, tied=tied)
        told = table_screen(desk(language), finished("yams"), result=ResultView(day=known)).body
        shared = share_screen(desk(language), finished("yams"), known).body
        assert said in told
        assert [word in text for text in (told, shared) for word in ("tied", "égalité")].count(True) == 2 * (tied > 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_about_ones_name_leads_to_a_line_of_that_name(language: str) -> None:
    at, end = desk(language), table_screen(desk(language), finished("yams"), result=ResultView(day=result()))
    (button,) = [item.label for row in end.rows for item in row if isinstance(item, Button) and item.do == NAMED]
    assert f"- {button}" in preferences_screen(at, Preferences(), PAGE_OF["named"]).body


def test_a_race_counts_turns_wherever_a_sheet_counts_points() -> None:
    at, last = desk("en"), finished("cant_stop_race")
    turns = -last.game.scores(last.state)[0]
    assert f"You finish with **{turns}** turns." in table_screen(at, last, result=ResultView(day=result())).body
    assert share_screen(at, last, result()).body.startswith(f"<@{USER}>: **{turns}** turns, place")
    board = DailyBoard((DailyLine(1, USER, -9, -8.4),), None, 1)
    body = daily_board_screen(at, DailyBoardPage(drawn("cant_stop_race"), board, 0, False, None, None)).body
    assert body.split("\n")[0] == f"**1.** 9 turns · 8.4 without luck (bad luck: 0.6 turns more) · <@{USER}>"


def test_who_tied_shares_a_rank_and_ones_own_line_is_always_there() -> None:
    lines = tuple(DailyLine(rank, USER + n, 200) for n, rank in enumerate((1, 1, 3)))
    shown = DailyBoardPage(drawn(), DailyBoard(lines[:2], lines[2], 3), 0, False, None, None)
    body = daily_board_screen(desk("en"), shown).body
    assert [line.split(".")[0] for line in body.split("\n")] == ["**1", "**1", "…", "**3"]
    assert body.endswith("(you)")


def test_buttons_lead_where_they_say() -> None:
    dos = [
        item.do for row in daily_board_screen(desk("en"), page(1, 31)).rows for item in row if isinstance(item, Button)
    ]
    assert dos == [
        f"daily board {DAY} 0 previous",
        f"daily board {DAY} 2 next",
        "daily board 20261120 0 before",
        "daily board 20261122 0 after",
        f"daily month {DAY} 0 show",
        "daily past",
    ]


def test_points_luck_and_par_stand_beside_each_other_once_they_are_known() -> None:
    at, last = desk("en"), finished("yams")
    (points,) = last.game.scores(last.state)
    known = DailyResult(1, 2, 5, True, net=points - 20.6, par=254)
    told = f"{points - 20.6:.1f} without luck (luck +20.6) · par 254"
    own = table_screen(at, last, result=ResultView(day=known)).body
    assert f"**{points}** points.\n{told}\nPlace **1** of 2.\nYour streak: 5 days; 2 days may be missed" in own
    assert told in share_screen(at, last, known).body
    luck, par = "Without luck: what the same decisions bring with average dice", "Par: what the best computer made"
    for shown in (own, share_screen(at, last, known).body):
        assert [shown.count(legend) for legend in (luck, par)] == [1, 1]
    unknown = replace(known, net=None, par=None)
    assert "luck" not in table_screen(at, last, result=ResultView(day=unknown)).body
    board = DailyBoard((DailyLine(1, USER, 268, 247.4), DailyLine(2, USER + 1, 240)), None, 2)
    body = daily_board_screen(at, DailyBoardPage(drawn(), board, 0, False, None, None)).body
    assert body.split("\n") == [
        f"**1.** 268 · 247.4 without luck (luck +20.6) · <@{USER}>",
        f"**2.** 240 · <@{USER + 1}>",
        f"-# {luck}; the rest was luck. With the same dice it differs by what each player keeps.",
    ]
    none = replace(board, lines=board.lines[1:])
    assert luck not in daily_board_screen(at, DailyBoardPage(drawn(), none, 0, False, None, None)).body


def test_a_game_for_practice_says_so_and_is_not_shared() -> None:
    at, last = desk("en"), finished("yams")
    practised = replace(last, settings=TableSettings(daily=DAY, practice=2, ends=NOON))
    shown = table_screen(at, practised, result=ResultView(day=DailyResult(3, 7, 0, True)))
    assert shown.title.endswith("(practice)")
    assert "it counts nowhere. That day 2 players did better." in shown.body
    assert "Place" not in shown.body
    assert "next daily" not in shown.body
    dos = [item.do for row in shown.rows for item in row if isinstance(item, Button)]
    assert "review" in dos
    assert not any(do.startswith("daily share") for do in dos)
    begun_again = replace(begun("yams"), settings=practised.settings)
    assert "nothing here counts" in table_screen(at, begun_again, BoardView()).body
    assert "nothing here counts" not in table_screen(at, begun("yams"), BoardView()).body


def test_the_table_of_a_month_says_how_it_counts_and_where_the_reader_stands() -> None:
    lines = (MonthLine(1, USER, 212.5, 4), MonthLine(2, USER + 1, 100, 2))
    shown = MonthPage(DAY, MonthBoard(lines[:1], lines[1], 2, 6), 0, 20261031, None)
    screen = month_screen(desk("en"), shown)
    explained, _, *table = screen.body.split("\n")
    assert explained.startswith("A day brings you up to 100 points")
    assert explained.endswith("Everybody's 2 weakest or missed days do not count.")
    assert table == [
        f"**1.** **212** points, 4 days · <@{USER}>",
        "…",
        f"**2.** **100** points, 2 days · <@{USER + 1}> (you)",
    ]
    assert screen.title == "Dailies of November 2026"
    assert screen.footer == "6 days played"
    empty = month_screen(desk("en"), MonthPage(DAY, MonthBoard((), None, 0, 0), 0, None, None))
    assert "0" not in empty.footer, "nobody played: the line above says enough"
    assert ("daily month 20261031 0 before", "October 2026") in [
        (item.do, item.label) for row in screen.rows for item in row if isinstance(item, Button)
    ]


@pytest.mark.parametrize("over", [False, True])
def test_a_daily_ends_with_its_seal_in_small_print(over: bool) -> None:
    seed = drawn().seed
    *_, first, second = dice_field(desk("en"), seed, over=over).value.split("\n")
    assert first.startswith("-# ")
    assert second.startswith("-# ")
    assert "".join(re.findall(r"\b[0-9a-f]{8}\b", f"{first} {second}")) == seed.commitment
    assert daily_intro_screen(desk("en"), DailyToday(drawn(), 0, 0, None, WEEK)).fields[-1].value.endswith(second)


@pytest.mark.parametrize("over", [False, True])
def test_a_daily_in_words_reads_no_digits_aloud_and_has_them_behind_a_button(over: bool) -> None:
    heard, daily = RenderContext(words("en"), IN_WORDS), drawn()
    assert not re.search(r"[0-9a-f]{8}", dice_field(heard, daily.seed, over=over).value)
    asks = [item for row in daily_intro_screen(heard, DailyToday(daily, 0, 0, None, WEEK)).rows for item in row]
    assert (f"daily seal {daily.day}", "Seal of the dice") in [
        (item.do, item.label) for item in asks if isinstance(item, Button)
    ]
    shown = seal_screen(heard, daily, over=over).body
    assert daily.seed.commitment in re.sub(r"\W", "", shown)
    assert (daily.seed.secret.hex() in shown) == over, "nobody reads the secret before the day is over"


def test_those_who_have_not_finished_hear_how_many_have() -> None:
    assert finish_first(desk("en"), 2).endswith("2 people have finished so far.")
