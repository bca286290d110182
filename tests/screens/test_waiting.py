"""What screens say about waiting fits Discord and a phone, in both languages, for any number of people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.engine import Left, Seat
from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import BoardView
from bot.screens.kit.values import PLAIN_GLYPHS, Button, RenderContext, left_note, mention
from bot.screens.players.tables import (
    END,
    LEAVE,
    PAGE,
    MyTable,
    by_urgency,
    confirm_screen,
    one_table_screen,
    tables_screen,
)
from bot.screens.table.board import lobby_screen, table_screen
from bot.screens.table.leaving import more_screen
from bot.screens.table.waiting import (
    clock_screen,
    duration,
    lobby_lines,
    news_lines,
    reminder_text,
    vote_result_screen,
    vote_screen,
    waiting_lines,
)
from bot.tables.model.table import AbsencePolicy, Status, Table, TableId, TableSettings, Vote, VoteChoice
from bot.tables.moves import lobbies, votes
from bot.tables.moves.playing import (
    RemovedByManager,
    TurnSkipped,
    WaitingChanged,
    drop_player,
    end,
    hand_over,
    skip_turn,
)
from bot.tables.moves.votes import TakenOver
from bot.tables.moves.waiting import PAUSED, effective_policy, with_allowed_policy
from bot.ui.discord.adapter import render
from tests.factories import NOW, lobby_of
from tests.limits import problems

USERS = [10**18 + number for number in range(12)]
LINK = f"https://discord.com/channels/{10**18}/{10**18}/{10**18}"


@pytest.fixture(params=LANGUAGES)
def desk(request: pytest.FixtureRequest) -> RenderContext:
    return RenderContext(words(request.param), PLAIN_GLYPHS)


def playing(key: str = "yum_classic", seats: int = 0, absent: AbsencePolicy = AbsencePolicy.VOTE) -> Table:
    game = make(key, {})
    seats = seats or min(12, game.seats[-1])
    settings = TableSettings(absent=absent, patience=86_400, reminder=3600)
    return lobbies.start(lobby_of(game, USERS[:seats], settings), USERS[0], 9, NOW).table


def fits(screen: Any) -> None:
    assert problems(render(screen, PLAIN_GLYPHS, "zzzzzzzz", 999_999)) == []


@pytest.mark.sample(2, each="key")
@pytest.mark.parametrize("key", list(CATALOGUE))
@pytest.mark.parametrize("absent", list(AbsencePolicy))
def test_boards_with_a_clock(desk: RenderContext, key: str, absent: AbsencePolicy) -> None:
    table = playing(key, absent=absent)
    told = waiting_lines(desk, table)
    assert bool(told) == (absent is not AbsencePolicy.WAIT and len(table.players) > 1)
    assert all(f"<t:{NOW + 86_400}:R>" in line for line in told)
    seat = table.turn
    assert seat is not None
    news = (TurnSkipped(seat, table.players[seat]), TakenOver(seat, USERS[0], USERS[1]))
    screen = table_screen(desk, table, BoardView(news=news))
    fits(screen)
    assert all(line in screen.body for line in told)
    assert f"<@{table.players[seat]}>" in screen.body.splitlines()[0]
    fits(table_screen(desk, replace(table, vote=Vote()), BoardView()))


def test_the_lines_above_a_board_follow_the_table_its_news_and_its_reader(desk: RenderContext) -> None:
    """They stay while a player holds dice, and only then."""
    table = playing()
    skipped, coached = BoardView(news=(TurnSkipped(Seat(0), USERS[0]),)), BoardView(coach="That cost 2 points.")
    told = waiting_lines(desk, table)[0]
    other = RenderContext(words("fr" if desk.t is words("en") else "en"), PLAIN_GLYPHS)
    for _ in range(2):
        assert f"<@{USERS[0]}>" in table_screen(desk, table, skipped).body.split("\n")[1]
        assert table_screen(desk, table, coached).body.split("\n")[:2] == [told, "That cost 2 points."]
        held = table_screen(desk, table, BoardView(held=frozenset({0}), coach="That cost 2 points."))
        assert held.body.split("\n")[:2] == [told, "That cost 2 points."]
        later = replace(table, changed=table.changed + 60)
        assert f"<t:{NOW + 86_460}:R>" in table_screen(desk, later, coached).body
        assert told not in table_screen(other, table, coached).body


@pytest.mark.parametrize("absent", [AbsencePolicy.COMPUTER, AbsencePolicy.SKIP])
def test_a_board_tells_no_patience_with_somebody_away_for_whom_a_computer_plays_at_once(
    desk: RenderContext, absent: AbsencePolicy
) -> None:
    table = replace(playing(seats=2, absent=absent), call_due=NOW + 30)
    patience, soon = f"<t:{NOW + 86_400}:R>", desk.t("🤖 A computer is about to play for {player}.", player="<@")[:20]
    for until in (None, NOW + 3_600):
        body = table_screen(desk, table, BoardView(away=until)).body
        at_once = until is not None and absent is AbsencePolicy.COMPUTER
        assert (patience in body, soon in body) == (not at_once, at_once)
        assert (f"<t:{NOW + 3_600}:f>" in body) == (until is not None)
    uncalled = table_screen(desk, replace(table, call_due=None), BoardView(away=NOW + 3_600)).body
    assert patience in uncalled, "the call of the turn has it begin"


def test_a_lobby_says_who_is_away_among_those_who_sit_there_and_those_whom_it_awaits(desk: RenderContext) -> None:
    lobby = lobby_of(make("yum_plus", {}), USERS[:2])
    rematch = replace(lobby, players=tuple(USERS[:1]), invited=tuple(USERS[:2]))
    for table in (lobby, rematch):
        assert "<t:" not in "".join(line for line in lobby_screen(desk, table).body.split("\n") if "<@" in line)
        body = lobby_screen(desk, table, away={USERS[1]: NOW + 3_600}).body.split("\n")
        (told,) = [line for line in body if f"<t:{NOW + 3_600}:f>" in line]
        assert f"<@{USERS[1]}>" in told
        assert f"<@{USERS[0]}>" not in told


def test_a_table_that_waits_for_nobody_says_so(desk: RenderContext) -> None:
    table = playing(seats=2, absent=AbsencePolicy.SKIP)
    while effective_policy(table) is AbsencePolicy.SKIP:
        table = skip_turn(table, NOW).table
    (line,) = waiting_lines(desk, table)
    assert line.startswith("⏸️")


@pytest.mark.parametrize("seats", [2, 3, 12])
def test_votes(desk: RenderContext, seats: int) -> None:
    table = votes.start_vote(playing(seats=seats)).table
    called = tuple(table.players[seat] for seat in votes.voters(table))
    fits(vote_screen(desk, table, called, LINK))
    ballots = tuple((seat, VoteChoice.DROP) for seat in votes.voters(table))
    voted = replace(table, vote=Vote(10**18 + 99, ballots))
    screen = vote_screen(desk, voted, called, LINK)
    fits(screen)
    assert f"**{seats - 1}**" in screen.body
    assert [len(row) for row in screen.rows] == [2, 2]
    for wish in (VoteChoice.TAKE, VoteChoice.SKIP, VoteChoice.DROP):
        fits(vote_result_screen(desk, table, wish))


def test_with_real_dice_no_turn_can_be_skipped(desk: RenderContext) -> None:
    table = votes.start_vote(playing(seats=2)).table
    real = replace(table, settings=replace(table.settings, real_dice=True))
    assert "vote skip" not in str(vote_screen(desk, real, (), LINK).rows)


@pytest.mark.parametrize("settings", [TableSettings(), TableSettings(real_dice=True), TableSettings(simultaneous=True)])
@pytest.mark.parametrize("absent", list(AbsencePolicy))
def test_the_clock_is_chosen_in_the_lobby(desk: RenderContext, settings: TableSettings, absent: AbsencePolicy) -> None:
    chosen = with_allowed_policy(replace(settings, absent=absent, patience=259_200, reminder=900))
    table = lobby_of(make("yum_plus", {}), USERS, chosen)
    fits(clock_screen(desk, table))
    fits(clock_screen(desk, table, saved=True))
    fits(lobby_screen(desk, table))
    assert bool(lobby_lines(desk, table)) == (chosen.absent is not AbsencePolicy.WAIT)


def test_the_host_chooses_in_the_game_and_everybody_reads_when_the_next_reminder_comes(desk: RenderContext) -> None:
    settings = TableSettings(absent=AbsencePolicy.SKIP, patience=24 * 3600, reminder=3600)
    table = replace(playing(seats=2), settings=settings)
    fits(clock_screen(desk, table, saved=True))
    there = clock_screen(desk, table, chooses=False)
    fits(there)
    assert f"<t:{table.changed + 3600}:R>" in there.body
    assert f"<t:{table.changed + 24 * 3600}:R>" in there.body
    more = more_screen(desk, table, USERS[1], False)
    fits(more)
    assert f"<t:{table.changed + 3600}:R>" in more.body
    lobby = lobby_of(make("yum_plus", {}), USERS[:2], settings)
    assert f"<t:{lobby.changed + 3600}:R>" in clock_screen(desk, lobby).body
    assert f"<t:{lobby.changed + 86_400}:R>" in clock_screen(desk, lobby).body
    for screen in (there, clock_screen(desk, lobby), more):
        buttons = [item.do for row in screen.rows for item in row if isinstance(item, Button)]
        assert screen is more or "more back" in buttons


def test_the_panel_of_reminders_says_that_further_ones_come_and_when() -> None:
    english = RenderContext(words("en"), PLAIN_GLYPHS)
    table = playing(seats=2)
    told = [
        clock_screen(english, replace(table, settings=TableSettings(reminder=first))).body for first in (0, 900, 3600)
    ]
    again = "is reminded again after {} more."
    assert again.format("1 hour and 4 hours") in told[1]
    assert again.format("4 hours and 16 hours") in told[2]
    assert "reminded again" not in told[0]


def test_the_board_says_that_a_manager_removed_somebody_and_that_the_host_has_changed_the_clock() -> None:
    english = RenderContext(words("en"), PLAIN_GLYPHS)
    table = playing(seats=3)
    seat = Seat(2)
    left = replace(table, gone=(seat,))
    removed = replace(left, removed=(seat,))
    who = f"<@{table.players[seat]}>"
    assert news_lines(english, left, [Left(seat)]) == [f"{who} has left the game."]
    said = f"A manager has removed {who} from the game."
    assert news_lines(english, removed, [Left(seat)]) == [said]
    assert news_lines(english, table, [RemovedByManager(table.players[seat])]) == [said]
    assert [left_note(english, one, seat) for one in (table, left, removed)] == ["", " (left)", " (removed)"]
    assert news_lines(english, table, [WaitingChanged(table.players[seat])]) == [
        f"{who} has changed how this table waits for people."
    ]
    for shown, note in ((left, "(left)"), (removed, "(removed)")):
        assert f"{who} {note}" in left_lines_of(shown)


@pytest.mark.parametrize("key", CATALOGUE)
def test_every_board_says_of_somebody_that_they_have_left_or_were_removed(key: str) -> None:
    if 2 not in CATALOGUE[key].seats:
        return
    english, table = RenderContext(words("en"), PLAIN_GLYPHS), playing(key, seats=2)
    seat = next(Seat(number) for number in range(2) if number != table.turn)
    for removed, note in ((), "(left)"), ((seat,), "(removed)"):
        shown = table_screen(english, replace(table, gone=(seat,), removed=removed))
        assert (shown.body + shown.content).count(note) == 1, shown.body


def left_lines_of(table: Table) -> str:
    english = RenderContext(words("en"), PLAIN_GLYPHS)
    return mention(table.players[2]) + left_note(english, table, 2)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(900, "15 minutes"), (3600, "1 hour"), (86_400, "24 hours"), (172_800, "2 days"), (259_200, "3 days")],
)
def test_spans(seconds: int, said: str) -> None:
    assert duration(RenderContext(words("en"), PLAIN_GLYPHS), seconds) == said


def test_reminders_are_short(desk: RenderContext) -> None:
    table = playing(seats=12)
    apart = replace(table, settings=TableSettings(simultaneous=True))
    for shown in (table, apart, replace(table, status=Status.LOBBY)):
        said = reminder_text(desk, shown, table.players, LINK)
        assert len(said) < 500
        assert LINK in said


def test_tables(desk: RenderContext) -> None:
    fits(tables_screen(desk, [], None, USERS[0], False))
    games = [key for key, listing in CATALOGUE.items() if 2 in listing.seats]
    started = [replace(playing(key, seats=2), id=TableId(number + 1)) for number, key in enumerate(games)]
    apart = replace(started[0], settings=TableSettings(simultaneous=True), id=TableId(500))
    own = replace(playing("yum_plus", seats=1), changed=NOW - 50)
    found = [*(MyTable(table, LINK) for table in started), MyTable(apart, LINK, own)]
    full = lobby_of(make("yum_plus", {}), USERS, TableSettings())
    found += [MyTable(replace(full, id=TableId(600 + number)), LINK, place="x" * 100) for number in range(7)]
    user = USERS[0]
    waiting = sum(one.table.turn_player == user for one in found) + 1 + 7
    for page in range(4):
        screen = tables_screen(desk, found, None, user, False, page)
        fits(screen)
        assert str(waiting) in screen.body.splitlines()[0]
        here = tables_screen(desk, found, found[page], user, True, page, playing("yams", seats=1), news="x" * 200)
        fits(here)
        assert here.body.count(f"<#{found[page].table.channel}>") <= PAGE + 1, "the table here is none of the others"
    assert by_urgency(found, user)[0].own_table is own
    assert by_urgency(found, user)[-1].table.turn_player != user


def test_leaving_and_ending(desk: RenderContext) -> None:
    host, other = USERS[:2]
    own = replace(playing("yum_plus", seats=1), changed=NOW - 50)
    for table in (
        lobby_of(make("yum_plus", {}), USERS[:1], TableSettings()),
        lobby_of(make("yum_plus", {}), USERS, TableSettings()),
        playing(),
    ):
        for mine in (
            MyTable(table, LINK),
            MyTable(table, LINK, own),
            MyTable(table, LINK, replace(own, status=Status.FINISHED)),
        ):
            for user, manager in ((host, False), (other, False), (other, True), (1, False)):
                fits(one_table_screen(desk, mine, user, manager, 99))
            for what in (LEAVE, END):
                fits(confirm_screen(desk, mine, host, what, 99))


def test_a_table_that_pauses_says_so(desk: RenderContext) -> None:
    paused = MyTable(replace(playing(), stage=PAUSED), LINK)
    assert "⏸️" in tables_screen(desk, [paused], None, USERS[0], False).body


def test_what_can_be_done_at_the_table_here_depends_on_the_reader(desk: RenderContext) -> None:
    table = MyTable(playing(), LINK)

    def doors(user: int, manager: bool = False) -> list[str]:
        first = tables_screen(desk, [], table, user, manager).rows[0]
        return [item.do.split()[1] for item in first if isinstance(item, Button)]

    assert doors(USERS[0]) == ["show", "leave", "end"], "the host"
    assert doors(USERS[1]) == ["show", "leave"], "a player"
    assert doors(99) == ["show"], "a spectator"
    assert doors(99, manager=True) == ["show", "end"], "somebody with Manage Server"


def test_a_table_closes_before_its_game_and_a_game_ends_and_button_and_sentence_say_so_alike() -> None:
    desk = RenderContext(words("en"), PLAIN_GLYPHS)
    for table, button, said in (
        (lobby_of(make("yum_plus", {}), USERS[:2]), "Close the table", "**Close**: "),
        (playing(), "End for everybody", "**End**: "),
    ):
        screen = one_table_screen(desk, MyTable(table, LINK), USERS[0], False, 0)
        assert button in [item.label for item in screen.rows[0] if isinstance(item, Button)]
        assert said in screen.body


def test_a_host_who_has_left_has_no_door_to_end_the_game_of_the_others() -> None:
    desk = RenderContext(words("en"), PLAIN_GLYPHS)
    table = playing(seats=3)
    table = replace(table, gone=(Seat(table.players.index(USERS[0])),))
    first = one_table_screen(desk, MyTable(table, LINK), USERS[0], False, 0).rows[0]
    assert [item.do.split()[1] for item in first if isinstance(item, Button)] == ["show"]


def test_a_board_says_who_ended_its_game_or_that_nobody_was_left_to_play_against(desk: RenderContext) -> None:
    table = playing("421", seats=3)
    for user, manager, told in (
        (USERS[0], False, f"{mention(USERS[0])}, the host, has ended the game."),
        (99, True, "A manager of this server has ended the game."),
    ):
        moved = end(table, user, manager, NOW)
        screen = table_screen(desk, moved.table, BoardView(news=moved.events))
        assert desk.t.language != "en" or screen.body.startswith(told)
        fits(screen)
    moved = drop_player(drop_player(table, USERS[0], NOW).table, USERS[1], NOW)
    screen = table_screen(desk, moved.table, BoardView(news=moved.events))
    assert moved.table.status is Status.ENDED
    assert desk.t.language != "en" or "the game was not played and does not count" in screen.body
    fits(screen)


def test_a_new_host_is_no_move() -> None:
    desk = RenderContext(words("en"), PLAIN_GLYPHS)
    table = playing(seats=2)
    turn = table.players[0]
    other = table.players[1]
    chosen = other if table.host == turn else turn
    moved = hand_over(table, chosen, NOW + 600)
    named = moved.table
    board = table_screen(desk, named, BoardView(news=moved.events))
    assert f"A manager has made {mention(chosen)} the host." in board.body.split("\n")
    assert named.changed == NOW + 600
    said = one_table_screen(desk, MyTable(named, LINK), turn, False, 0).body
    assert f"**Your turn** · the turn began <t:{NOW}:R>" in said
    assert "last move" not in said
    own = replace(table, players=(turn,), parent=table.id, changed=NOW)
    assert f"the game began <t:{NOW}:R>" in one_table_screen(desk, MyTable(table, LINK, own), turn, False, 0).body
