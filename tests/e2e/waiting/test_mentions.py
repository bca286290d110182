"""What somebody chose in ``/preferences`` holds for every message that could notify them."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.tables.model.errors import NotSaved
from bot.tables.model.table import AbsencePolicy
from tests.e2e.anywhere.conftest import bring, finish, opened
from tests.e2e.playing import PrivateMessage, does
from tests.e2e.server.test_tournament import Tourney, everybody_plays, together

MINUTE, HOUR = 60, 3600
SHEET = "yum_original"
ROOT = Path(__file__).resolve().parents[3]


def quiet_now(evening: Any) -> dict[str, Any]:
    """Quiet hours from this hour on, for nine hours."""
    hour = datetime.fromtimestamp(evening.client.services.tables.now(), UTC).hour
    return {"quiet_from": hour, "quiet_to": (hour + 9) % 24, "zone": "UTC"}


CHOICES: dict[str, Callable[[Any], dict[str, Any]]] = {
    "no reminders": lambda _: {"remind": False},
    "never notify me": lambda _: {"mention": False},
    "quiet hours": quiet_now,
    "away": lambda evening: {"away_until": evening.client.services.tables.now() + 48 * HOUR},
}


@pytest.fixture
def chosen(evening: Any) -> Callable[..., Awaitable[None]]:
    """Chooses for Ben: ``await chosen("quiet hours")``; nothing for None."""

    async def choose(what: str | None) -> None:
        if what is not None:
            ben = int(evening.person("ben").id)
            await evening.client.services.preferences.choose(ben, **CHOICES[what](evening))

    return choose


async def bens_turn(game: Any) -> None:
    """Play until Ben is to act, whom the table has not called yet."""
    while game.play.turn.id != game.evening.person("ben").id:
        await game.play.whole_turn()
    await game.evening.settle()


async def call(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, reminder=0)
    await bens_turn(game)
    await chosen(what)
    await game.later(MINUTE)
    return game


async def reminder(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, calls=False, reminder=HOUR)
    await bens_turn(game)
    await chosen(what)
    await game.later(HOUR + MINUTE)
    return game


async def reminder_of_two(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", pace="parallel", reminder=HOUR)
    await chosen(what)
    await game.later(HOUR + MINUTE)
    assert game.evening.person("ana").pings, "she has chosen nothing"
    return game


async def reminder_of_the_host(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET)
    lobby = await game.evening.lobby("ben", "ana", channel="general", sheet=SHEET)
    assert lobby
    await chosen(what)
    game.world.advance(HOUR)
    await game.later(MINUTE)
    return game


async def vote(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, absent=AbsencePolicy.VOTE, patience=HOUR, reminder=0, calls=False)
    while game.play.turn.id == game.evening.person("ben").id:
        await game.play.whole_turn()
    await chosen(what)
    await game.later(HOUR + MINUTE)
    assert "is away" in game.text
    return game


async def rematch(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, calls=False, reminder=0)
    await play_out(game)
    await chosen(what)
    game.evening.person("ben").pings.clear()
    await game.play.do("rematch", game.evening.person("ana"))
    await game.evening.settle()
    ben = game.evening.person("ben")
    assert ben.messages()[-1]["content"].endswith(ben.mention)
    return game


async def result(waiting: Any, chosen: Any, what: str | None) -> Any:
    """A result that is posted anew, because the others went away long before the last move."""
    game = await waiting("ana", "ben", sheet=SHEET, calls=False, reminder=0)
    board, ben = game.play.board, game.evening.person("ben")
    await play_out(game, but=1)
    await chosen(what)
    game.world.advance(HOUR)
    await game.play.throw()
    await game.play.mark()
    await game.evening.settle()
    posted = ben.messages()[-1]
    assert posted["id"] != board
    assert ben.mention in posted["content"]
    return game


async def play_out(game: Any, *, but: int = 0) -> None:
    """Play to the end, without the last ``but`` turns."""
    for _ in range(12 * 2 - but):
        await game.play.throw()
        await game.play.mark()
    await game.evening.settle()


async def rematch_as_a_guest(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, channel="general", calls=False, reminder=0)
    evening = bring(game.evening)
    ana, ben = evening.person("ana"), evening.person("ben")
    play = await opened(evening, "ana", "Group")
    await play.do("join", ben)
    await play.do("start", ana)
    await finish(play)
    await evening.settle()
    await chosen(what)
    ben.pings.clear()
    await play.do("rematch", ana)
    await evening.settle()
    assert ben.messages("Group")[-1]["content"].endswith(ben.mention)
    return game


async def reminder_of_a_tournament(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, channel="general", calls=False, reminder=0)
    ana = game.evening.person("ana")
    tourney = Tourney(game.evening, str((await ana.command("tournament start")).message["id"]))
    hers, _ = await tourney.opens("ana", "play"), await tourney.opens("ben", "play")
    await hers.finish()
    game.world.advance(17 * HOUR)
    await chosen(what)
    game.world.advance(HOUR + MINUTE)
    for _ in range(2):
        await tourney.drawn()
    return game


async def call_to_a_round(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, channel="general", calls=False, reminder=0)
    ana = game.evening.person("ana")
    opens = await ana.command("tournament start", time="together 3600")
    tourney = Tourney(game.evening, str(opens.message["id"]))
    for key in ("ana", "ben"):
        await tourney.press(key, "play")
    await chosen(what)
    game.evening.person("ben").pings.clear()
    await tourney.press("ana", "start")
    await game.evening.settle()
    await tourney.drawn()
    return game


async def another_tournament(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, channel="general", calls=False, reminder=0)
    ana, ben = game.evening.person("ana"), game.evening.person("ben")
    tourney = Tourney(game.evening, str((await ana.command("tournament start")).message["id"]))
    await (await tourney.opens("ben", "play")).finish()
    game.world.advance(24 * HOUR)
    await tourney.drawn()
    result = tourney.result()
    again = next(id for do, id in does(result).items() if do.startswith("tournament again"))
    await chosen(what)
    ben.pings.clear()
    posted = await ana.press(str(result["id"]), custom_id=again)
    assert posted.message["content"].startswith(ben.mention)
    return game


async def week_of_a_league(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, channel="general", calls=False, reminder=0)
    evening, ben = game.evening, game.evening.person("ben")
    tourney = Tourney(evening, str((await evening.person("ana").command("tournament start")).message["id"]))
    await (await tourney.opens("ben", "play")).finish()
    game.world.advance(24 * HOUR)
    await tourney.drawn()
    weekly = next(id for do, id in does(tourney.result()).items() if do.startswith("tournament repeat"))
    ana = evening.person("ana")
    asked = PrivateMessage(ana, await ana.press(str(tourney.result()["id"]), custom_id=weekly))
    await asked.do(next(do for do in asked.does if do.startswith("tournament beginleague") and do.count(" ") == 2))
    (league,) = await evening.client.services.leagues.of(int(game.world.guild.id))
    game.world.advance(league.next - evening.now())
    await chosen(what)
    ben.pings.clear()
    for _ in range(2):
        await tourney.drawn()
    posted = game.world.messages[str((await evening.client.services.tournaments.on(league.guild))[0].message)].data
    assert ben.mention in (posted["content"] or "") or what not in (None, "never notify me")
    return game


async def evening_of_a_league(waiting: Any, chosen: Any, what: str | None) -> Any:
    game = await waiting("ana", "ben", sheet=SHEET, channel="general", calls=False, reminder=0)
    evening, ana = game.evening, game.evening.person("ana")
    begun = await ana.command("tournament start", time="together 3600")
    tourney = Tourney(evening, str(begun.message["id"]))
    await together(tourney, "ana", "ben")
    await everybody_plays(tourney, "ana", "ben")
    weekly = next(id for do, id in does(tourney.result()).items() if do.startswith("tournament repeat"))
    asked = PrivateMessage(ana, await ana.press(str(tourney.result()["id"]), custom_id=weekly))
    await asked.do(next(do for do in asked.does if do.startswith("tournament beginleague") and do.count(" ") == 2))
    (league,) = await evening.client.services.leagues.of(int(game.world.guild.id))
    game.world.advance(league.next - HOUR - 1 - evening.now())
    await tourney.drawn()
    await chosen(what)
    evening.person("ben").pings.clear()
    game.world.advance(1)
    await tourney.drawn()
    return game


WALKED: dict[str, tuple[Callable[..., Awaitable[Any]], ...]] = {
    "bot/ui/delivery/presenter.py _calling": (call, vote),
    "bot/ui/delivery/presenter.py remind": (reminder, reminder_of_two, reminder_of_the_host),
    "bot/ui/delivery/presenter.py repost": (rematch, result),
    "bot/ui/delivery/presenter.py vote_again": (),  # Once more what has notified people, for nobody.
    "bot/ui/delivery/presenter.py _post_as_guest": (rematch_as_a_guest,),
    "bot/ui/server/tournaments.py asks_again": (another_tournament,),
    "bot/ui/server/tournaments.py _post": (week_of_a_league,),
    "bot/ui/server/tournaments.py _send_to": (reminder_of_a_tournament, call_to_a_round, evening_of_a_league),
}
"""Every function that says whom a message may notify, and how it comes to that here."""

KINDS = tuple(kind for kinds in WALKED.values() for kind in kinds)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_each_of_these_messages_notifies_who_has_chosen_nothing(
    waiting: Any, evening: Any, chosen: Any, kind: Any
) -> None:
    await kind(waiting, chosen, None)
    assert evening.person("ben").pings


@pytest.mark.parametrize("what", CHOICES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_no_message_notifies_who_does_not_want_it(
    waiting: Any, evening: Any, chosen: Any, kind: Any, what: str
) -> None:
    await kind(waiting, chosen, what)
    ben = evening.person("ben")
    wants = await evening.client.services.preferences.of(int(ben.id))
    came_back = what == "away" and wants.away_until is None  # He has made the last move himself.
    assert bool(ben.pings) is came_back


async def test_a_call_waits_until_the_quiet_hours_are_over(waiting: Any, evening: Any, chosen: Any) -> None:
    game = await call(waiting, chosen, "quiet hours")
    ben = evening.person("ben")
    assert await game.call() is None
    evening.everybody_was_away()
    await game.later(6 * HOUR)
    assert ben.pings == []
    await game.later(3 * HOUR)
    assert game.pinged(await game.call()) == {ben.id}
    assert len(ben.pings) == 1


async def test_a_call_waits_until_somebody_is_back_and_the_board_says_when(
    waiting: Any, evening: Any, chosen: Any
) -> None:
    game = await call(waiting, chosen, "away")
    ben = evening.person("ben")
    until = evening.client.services.tables.now() - MINUTE + 48 * HOUR
    assert await game.call() is None
    await game.play.do("more")
    evening.client.presenter.refresh_soon((await game.table()).id)
    await evening.settle()
    assert f"{ben.mention} is away until <t:{until}:f>." in game.text
    evening.everybody_was_away()
    await game.later(47 * HOUR)
    assert ben.pings == []
    await game.later(2 * HOUR)
    assert game.pinged(await game.call()) == {ben.id}


async def test_a_lobby_says_who_is_away_once_they_say_so(evening: Any, hands: Any) -> None:
    play, ben = await evening.lobby("ana", "ben", sheet=SHEET), evening.person("ben")
    panel = await ben.command("preferences")
    await hands["forge"](ben, panel, "g1:-:0:preferences ask x", "preferences set away_until 7")
    await hands["until"](lambda: f"{ben.mention} · away until <t:" in hands["described"](play.now))


async def test_a_computer_keeps_the_seat_of_who_is_away_where_the_table_lets_it(
    waiting: Any, evening: Any, hands: Any
) -> None:
    lets = await waiting("ana", "ben", sheet=SHEET, absent=AbsencePolicy.COMPUTER, patience=HOUR, reminder=0)
    waits = await waiting("chloe", "ben", sheet=SHEET, channel="general", reminder=0)
    ben = evening.person("ben")
    panel = await ben.command("preferences")
    said = await hands["forge"](ben, panel, "g1:-:0:preferences ask x", "preferences set away_until 7")
    assert "your tables say so" in said.text
    assert "a computer keeps your seat warm. It ends when that time is over, or with your first move." in said.text
    await evening.settle()
    tables = [await lets.table(), await waits.table()]
    assert [table.seat_of(int(ben.id)) in table.stand_ins for table in tables] == [True, False]
    await hands["forge"](ben, panel, "g1:-:0:preferences ask x", "preferences set away_until none")
    await evening.settle()
    assert not (await lets.table()).stand_ins, "he has said that he is here"


async def test_a_computer_begins_with_a_turn_that_comes_while_somebody_is_away(
    waiting: Any, evening: Any, chosen: Any
) -> None:
    game = await waiting("ana", "ben", sheet=SHEET, absent=AbsencePolicy.COMPUTER, patience=HOUR, reminder=0)
    ben = evening.person("ben")
    await bens_turn(game)
    await chosen("away")
    assert not (await game.table()).stand_ins
    await game.later(MINUTE)
    await game.later(MINUTE)
    table = await game.table()
    assert table.stand_ins == (table.seat_of(int(ben.id)),)
    assert table.turn_player == int(evening.person("ana").id), "the computer has played for him"
    assert ben.pings == []


async def test_who_plays_at_one_table_has_the_seats_at_others_back(waiting: Any, evening: Any, chosen: Any) -> None:
    lets = await waiting("ana", "ben", sheet=SHEET, absent=AbsencePolicy.COMPUTER, patience=HOUR, reminder=0)
    waits = await waiting("chloe", "ben", sheet=SHEET, channel="general", reminder=0)
    await bens_turn(lets)
    await bens_turn(waits)
    await chosen("away")
    for _ in range(2):
        await lets.later(MINUTE)
    assert (await lets.table()).stand_ins
    await waits.play.throw()
    await evening.settle()
    assert not (await lets.table()).stand_ins


async def test_no_computer_plays_for_somebody_longer_than_they_are_away(
    waiting: Any, evening: Any, chosen: Any
) -> None:
    game = await waiting("ana", "ben", sheet=SHEET, absent=AbsencePolicy.COMPUTER, patience=HOUR, reminder=0)
    ben, preferences = evening.person("ben"), evening.client.services.preferences
    await bens_turn(game)
    await chosen("away")
    for _ in range(2):
        await game.later(MINUTE)
    table = await game.table()
    assert table.stand_ins == (table.seat_of(int(ben.id)),)
    assert ben.pings == []
    evening.standin.world.advance(48 * HOUR)
    await bens_turn(game)
    for _ in range(2):
        await game.later(MINUTE)
    table = await game.table()
    assert (table.stand_ins, table.turn_player) == ((), int(ben.id))
    assert game.pinged(await game.call()) == {ben.id}
    assert (await preferences.of(int(ben.id))).away_until is None
    assert "is away until" not in game.text


async def test_a_table_waits_for_its_patience_once_where_an_absence_was_over_before(
    waiting: Any, evening: Any, chosen: Any
) -> None:
    game = await waiting("ana", "ben", sheet=SHEET, absent=AbsencePolicy.COMPUTER, patience=60 * HOUR, reminder=0)
    ben = evening.person("ben")
    if game.play.turn.id == ben.id:
        await game.play.whole_turn()
    await chosen("away")
    evening.standin.world.advance(49 * HOUR)
    await bens_turn(game)
    await game.later(MINUTE)
    assert game.pinged(await game.call()) == {ben.id}, "he is away no more"
    await game.later(60 * HOUR)
    table = await game.table()
    assert table.stand_ins == (table.seat_of(int(ben.id)),)
    assert table.turn_player == int(evening.person("ana").id), "the computer has played for him"


async def test_one_table_that_cannot_be_saved_keeps_nobody_away_at_the_others(
    waiting: Any, evening: Any, chosen: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"absent": AbsencePolicy.COMPUTER, "patience": HOUR, "reminder": 0}
    games = [
        await waiting(other, "ben", sheet=SHEET, channel=channel, **clock)
        for other, channel in (("ana", "dice"), ("chloe", "general"))
    ]
    ben, tables = int(evening.person("ben").id), evening.client.services.tables
    await evening.client.absences.tell(ben, away=True)
    assert all([(await game.table()).stand_ins for game in games])
    first = (await evening.client.services.privacy.seated(ben))[0]
    take_back = tables.take_back

    async def refused(id: Any, *who: Any, **how: Any) -> Any:
        if id == first:
            raise NotSaved
        return await take_back(id, *who, **how)

    monkeypatch.setattr(tables, "take_back", refused)
    await evening.client.absences.tell(ben, away=False)
    assert [bool(table.stand_ins) for table in [await game.table() for game in games] if table.id != first] == [False]


async def test_the_first_move_after_an_absence_is_one_request(waiting: Any, evening: Any, chosen: Any) -> None:
    mine = await waiting("ana", "ben", sheet=SHEET, calls=False, reminder=0)
    theirs = await waiting("chloe", "ben", sheet=SHEET, channel="general", calls=False, reminder=0)
    await bens_turn(mine)
    if theirs.play.turn.id == evening.person("ben").id:
        await theirs.play.whole_turn()
    await evening.settle()
    await chosen("away")
    calls = evening.standin.world.calls
    before = sum(calls.values())
    await mine.play.throw()
    for _ in range(2):
        await evening.settle()
    assert sum(calls.values()) - before == 1, "the answer; the other board says nothing of who does not act there"


@pytest.mark.parametrize("way", ["table", "board"])
async def test_a_computer_that_somebody_asks_for_after_an_absence_plays_on(
    waiting: Any, evening: Any, chosen: Any, way: str
) -> None:
    game = await waiting("ana", "ben", sheet=SHEET, reminder=0)
    ben = evening.person("ben")
    await bens_turn(game)
    await chosen("away")
    evening.standin.world.advance(49 * HOUR)
    if way == "table":
        asked = PrivateMessage(ben, await ben.command("table"))
        await asked.do("mygames leave")
        await asked.do("mygames warm")
    else:
        asked = PrivateMessage(ben, await game.play.beside("quit", ben))
        await asked.do("quit warm")
    assert "A computer plays for you now" in asked.text
    await game.later(MINUTE)
    table = await game.table()
    assert table.stand_ins == (table.seat_of(int(ben.id)),)
    assert table.turn_player == int(evening.person("ana").id), "the computer has played for him"


async def test_who_plays_is_back_and_the_board_tells_it_once(waiting: Any, evening: Any, chosen: Any) -> None:
    game = await call(waiting, chosen, "away")
    ben, preferences = evening.person("ben"), evening.client.services.preferences
    await game.play.do("more")
    assert (await preferences.of(int(ben.id))).away_until is not None, "looking around is no move"
    said = []
    for _ in range(2):
        await game.play.throw()
        said.append(f"{ben.mention} is back, and no longer away." in game.text)
        assert "is away until" not in game.text
    assert said == [True, False]
    assert (await preferences.of(int(ben.id))).away_until is None


async def test_who_takes_the_seat_back_from_a_computer_is_back_too(waiting: Any, evening: Any, chosen: Any) -> None:
    game = await waiting("ana", "ben", sheet=SHEET, absent=AbsencePolicy.COMPUTER, patience=HOUR, reminder=0)
    ben = evening.person("ben")
    await bens_turn(game)
    await chosen("away")
    for _ in range(2):
        await game.later(MINUTE)
    assert (await game.table()).stand_ins
    board = game.play.board
    throw = next(id for do, id in does(game.play.now).items() if do.startswith("roll"))
    await ben.press(board, custom_id=throw)
    assert not (await game.table()).stand_ins
    assert f"{ben.mention} is back, and no longer away." in game.text
    assert (await evening.client.services.preferences.of(int(ben.id))).away_until is None


async def test_a_call_that_waited_is_not_made_after_the_turn(waiting: Any, evening: Any, chosen: Any) -> None:
    game = await call(waiting, chosen, "quiet hours")
    await game.play.whole_turn()
    await game.later(10 * HOUR)
    assert evening.person("ben").pings == []


async def test_who_wants_no_reminders_gets_no_call_either(waiting: Any, chosen: Any) -> None:
    game = await call(waiting, chosen, "no reminders")
    assert await game.call() is None


async def test_who_is_never_notified_is_called_by_name_and_not_notified(waiting: Any, chosen: Any) -> None:
    game = await call(waiting, chosen, "never notify me")
    said = await game.call()
    assert "your turn at" in said["content"]
    assert game.pinged(said) == set()


async def test_the_panel_says_what_holds(evening: Any, hands: Any) -> None:
    ben = evening.person("ben")
    panel = await ben.command("preferences")
    ask = "g1:-:0:preferences ask x"
    opened = await hands["forge"](ben, panel, ask, "preferences page reminders")
    assert "Messages that name me: **May notify me**" in opened.text
    said = await hands["forge"](ben, panel, ask, "preferences set mention no")
    assert "Messages that name me: **Never notify me**" in said.text
    said = await hands["forge"](ben, panel, ask, "preferences set quiet_from 22")
    assert "the call to your turn waits until they are over, all else comes silently" in said.text
    said = await hands["forge"](ben, panel, ask, "preferences set mention yes")
    assert "Messages that name me: **May notify me**" in said.text
    for choice, line in (
        ("named no", "My name in public: **Hidden**"),
        ("listed no", "Leaderboards: **Leave me out**"),
        ("open_reviews mine", "My reviews: **Only I see them**"),
    ):
        said = await hands["forge"](ben, panel, ask, f"preferences set {choice}")
        assert said.text.count(line) == 1, "as what is saved, and not in the list again"
    said = await hands["forge"](ben, panel, ask, "preferences set remind no")
    assert "no other message notifies you" in said.text


def test_each_kind_of_message_that_may_notify_is_walked_through() -> None:
    found = set[str]()
    for file in ROOT.glob("bot/ui/**/*.py"):
        for function in ast.walk(ast.parse(file.read_text())):
            if isinstance(function, ast.AsyncFunctionDef) and file.name != "calls.py":
                called = {ast.unparse(one.func) for one in ast.walk(function) if isinstance(one, ast.Call)}
                if called & {"only_these", "Call", "self._caller.instead"}:
                    found.add(f"{file.relative_to(ROOT).as_posix()} {function.name}")
    assert found == set(WALKED)


def test_one_function_lets_messages_notify(evening: Any) -> None:
    """Everything else goes out with what the client allows: nobody."""
    allowed = evening.client.allowed_mentions
    assert allowed.to_dict() == {"parse": []}
    allowing = {}
    for file in (*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")):
        if file.is_relative_to(ROOT / "bot" / "standin"):
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(func=ast.Attribute(attr="AllowedMentions") | ast.Name(id="AllowedMentions")):
                    allowing[file.relative_to(ROOT).as_posix()] = ast.unparse(node)
                case ast.Call(func=ast.Attribute(attr="all" | "everyone", value=value)) if "Mentions" in ast.unparse(
                    value
                ):
                    allowing[file.relative_to(ROOT).as_posix()] = ast.unparse(node)
    assert allowing == {
        "bot/ui/delivery/calls.py": "discord.AllowedMentions(everyone=False, roles=False, users=allowed)"
    }
