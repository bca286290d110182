"""The announcement of a tournament, what stands on its result and on its picture, and what of it was luck."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bot import games
from bot.engine.duplicate import Scoring
from bot.locales import LANGUAGES, words
from bot.pictures import podium_alt
from bot.pictures.canvas import READABLE, drawable_text, shrink_to_fit
from bot.pictures.card import BELOW, BESIDE, VALUE, draw_podium
from bot.screens.kit import PLAIN_GLYPHS, Button, PodiumPicture, RenderContext, Screen
from bot.screens.kit.faces import minutes_of
from bot.screens.tournament import (
    Weekly,
    begun_screen,
    call_text,
    details_screen,
    more_screen,
    on_podium,
    podium,
    reminder_text,
    round_end_screen,
    sheets_screen,
    standings_screen,
    tournament_screen,
    waiting_screen,
    what_decides_ties,
    what_wins,
    with_round_title,
)
from bot.tables.leagues import LeagueWeek
from bot.tables.model.table import Status, Table, TableId, TableSettings, position_table
from bot.tables.tournaments import (
    Comeback,
    Played,
    RoundGame,
    RoundStory,
    Split,
    Tournament,
    TournamentEntry,
    TournamentField,
    TournamentPace,
    TournamentStatus,
    Underway,
    Unused,
    ranked,
)
from bot.thinker.answers import PlayedDay

NAMES = ("Ana", "Ben", "Chloé", "David", "Eve", "Farid")
PAR = msgspec.json.encode(PlayedDay(254, 231.5, ("roll",))).decode()
"""A game of the champion's, as tournaments keep it."""
SCORES = ((268, 247.25), (251, 260.5), (190, 201.0))


def over(scoring: Scoring, *, key: str = "yum_classic", scale: int = 1, reviewed: bool = True) -> TournamentField:
    """Ana, Ben and Chloé after one round."""
    rounds = (RoundGame(key, games.make(key, {}).written),)
    about = (TableId(1), 2, 3, "en", 5, rounds, TournamentPace.OPEN, 86_400, scoring, b"s" * 32, 0)
    tournament = replace(Tournament(*about), status=TournamentStatus.OVER, ends=86_400)
    entries = [TournamentEntry(number, 10 + number, None) for number in (1, 2, 3)]
    played = [
        Played(number, 0, TableId(number), True, scale * score, scale * net if reviewed else None)
        for number, (score, net) in enumerate(SCORES, 1)
    ]
    return TournamentField(tournament, entries, played)


def shown(field: TournamentField, language: str = "en") -> PodiumPicture:
    best, others = on_podium(field)
    return podium(RenderContext(words(language), PLAIN_GLYPHS), field.tournament, best, NAMES[: len(best)], others)


@pytest.mark.parametrize(
    ("scoring", "first"),
    [
        (Scoring.MATCHPOINTS, ("100%", "268 points", "luck +21", "247 without it")),
        (Scoring.TOTAL, ("268 points", "100%", "luck +21", "247 without it")),
        (Scoring.NET, ("260", "251 points", "50%", "luck −9")),
    ],
)
def test_the_best_stand_there_by_what_counts_with_percent_points_luck_and_points_without_it(
    scoring: Scoring, first: tuple[str, ...]
) -> None:
    step = shown(over(scoring)).steps[0]
    assert (step.value, *step.lines) == first


@pytest.mark.parametrize(
    ("net", "said"), [(-26.34, ("good luck 2.3", "26.3 without it")), (-22.0, ("bad luck 2.0", "22.0 without it"))]
)
def test_fewer_turns_than_without_luck_were_good_luck(net: float, said: tuple[str, str]) -> None:
    field = over(Scoring.TOTAL, key=RACE)
    played = [line._replace(score=-24 - line.entry + 1, net=net) for line in field.played]
    assert shown(field._replace(played=played)).steps[0].lines[1:] == said


def test_before_the_reviews_nothing_is_said_of_luck() -> None:
    for scoring in Scoring:
        picture = shown(over(scoring, reviewed=False))
        said = podium_alt(words("en"), picture).partition(": ")[2].partition(": ")[2]
        assert "268 points" in said
        assert "luck" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scoring", list(Scoring))
def test_what_stands_on_a_step_is_whole_after_five_rounds_too(scoring: Scoring, language: str) -> None:
    picture = shown(over(scoring, key="triple_yum_plus", scale=20), language)
    for step in picture.steps:
        for line, room in ((step.value, VALUE), *((line, BELOW) for line in step.lines)):
            said = drawable_text(line)
            assert shrink_to_fit(said, room, READABLE, READABLE, bold=room == VALUE)[0] == said, "on a phone too"
            assert line in podium_alt(words(language), picture)
    assert draw_podium(picture).startswith(b"\x89PNG")


# -- What is announced -----------------------------------------------------------------------------------------------

ENGLISH = RenderContext(words("en"), PLAIN_GLYPHS)
FRENCH = RenderContext(words("fr"), PLAIN_GLYPHS)
SHEET, LONG, RACE = "yum_classic", "triple_yum_plus", "cant_stop_race"


def announced(*keys: str, scoring: Scoring = Scoring.MATCHPOINTS, sides: int = 0) -> Tournament:
    rounds = tuple(RoundGame(key, games.make(key, {}).written) for key in keys)
    about = (TableId(1), 2, 3, "en", 11, rounds, TournamentPace.OPEN, 86_400, scoring, b"s" * 32, 0)
    return replace(Tournament(*about), ends=86_400, sides=sides)


def buttons(screen: Screen) -> list[str]:
    return [item.label for row in screen.rows for item in row if isinstance(item, Button)]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ((SHEET,), "1 round. About {short} minutes."),
        ((SHEET,) * 3, "3 rounds. About {short} minutes each."),
        ((SHEET, LONG), "2 rounds. About {short} to {long} minutes each."),
    ],
)
def test_the_announcement_says_how_long_a_round_takes(keys: tuple[str, ...], said: str) -> None:
    short, long = (minutes_of(games.make(key, {}), in_turns=False) for key in (SHEET, LONG))
    assert short != long
    body = tournament_screen(ENGLISH, TournamentField(announced(*keys), [], [])).body
    assert said.format(short=short, long=long) in body.split("\n")


@pytest.mark.parametrize(
    ("keys", "scoring", "said"),
    [
        (
            (SHEET,),
            Scoring.MATCHPOINTS,
            "The most points win.",
        ),
        ((SHEET,), Scoring.NET, "The most points without the luck of the dice win."),
        ((RACE,), Scoring.TOTAL, "The fewest turns win."),
        ((RACE, RACE), Scoring.TOTAL, "The rounds are added up. The fewest turns win."),
        (
            (SHEET, SHEET),
            Scoring.MATCHPOINTS,
            "Each round: 100% if you beat everybody, 50% if you beat half of them; a tie counts half. The best average "
            "wins.",
        ),
        (
            (SHEET, RACE),
            Scoring.MATCHPOINTS,
            "Each round: 100% if you beat everybody, 50% if you beat half of them; a tie counts half. The best average "
            "wins. In a race, the fewest turns win.",
        ),
    ],
)
def test_the_announcement_says_what_wins(keys: tuple[str, ...], scoring: Scoring, said: str) -> None:
    tournament = announced(*keys, scoring=scoring)
    assert what_wins(ENGLISH, tournament) == said
    assert said in tournament_screen(ENGLISH, TournamentField(tournament, [], [])).body.split("\n")


def test_percent_is_explained_where_it_stands() -> None:
    field = over(Scoring.MATCHPOINTS)
    said = "-# Percent: how many of the others one beats; a tie counts half."
    assert said in standings_screen(ENGLISH, field, 11, 0).body.split("\n")
    alone = field._replace(entries=field.entries[:1], played=field.played[:1])
    for shown in (over(Scoring.TOTAL), alone):
        assert "%" not in standings_screen(ENGLISH, shown, 11, 0).body
        assert "Percent" not in standings_screen(ENGLISH, shown, 11, 0).body
    assert "ercent" not in tournament_screen(ENGLISH, TournamentField(announced(SHEET), [], [])).body


@pytest.mark.parametrize(
    ("pace", "sides"), [(TournamentPace.OPEN, 0), (TournamentPace.TOGETHER, 0), (TournamentPace.OPEN, 2)]
)
def test_another_server_is_offered_where_one_may_play_it(pace: TournamentPace, sides: int) -> None:
    field = TournamentField(replace(announced(SHEET, sides=sides), pace=pace), [], [])
    offered = "Another server…" in buttons(more_screen(ENGLISH, field, 11, manager=True))
    assert offered is (pace is TournamentPace.OPEN and not sides)


def test_sheets_beside_each_other_say_whose_they_are() -> None:
    game = games.make(SHEET, {})
    both = position_table(game, game.new(2), (12, 11))
    shown = sheets_screen(ENGLISH, announced(SHEET), both, 0, 1, None).body.split("\n")
    assert shown[1] == "**<@12>**"
    assert "**You**" in shown


def test_teams_are_told_that_the_better_average_of_a_round_counts() -> None:
    assert "the team with the better average" in what_wins(ENGLISH, announced(SHEET, SHEET, sides=2))


@pytest.mark.parametrize(
    ("pace", "said"),
    [
        (TournamentPace.OPEN, "Press **Play** to take part."),
        (TournamentPace.TOGETHER, "Press **Join** to take part."),
    ],
)
def test_until_somebody_throws_the_announcement_says_what_to_press(pace: TournamentPace, said: str) -> None:
    tournament = replace(announced(SHEET), pace=pace)
    for entries in ([], [TournamentEntry(1, 11, None)]):
        screen = tournament_screen(ENGLISH, TournamentField(tournament, entries, []))
        assert said in screen.body.split("\n")
        assert buttons(screen)[0] in said
    playing = replace(tournament, status=TournamentStatus.PLAYING)
    assert said not in tournament_screen(ENGLISH, TournamentField(playing, [], [])).body


def test_until_somebody_plays_the_announcement_takes_words_and_counts_them() -> None:
    def shown(**changes: Any) -> Screen:
        return tournament_screen(ENGLISH, TournamentField(replace(announced(SHEET), **changes), [], []))

    assert buttons(shown()) == ["Play", "An evening of 3 rounds", "Mix in a word", "More"]
    assert buttons(shown(status=TournamentStatus.PLAYING)) == ["Play", "Standings", "More"]
    assert "Mix in a word" not in buttons(shown(rival=TableId(9))), "two servers throw these dice"
    assert "mixed in" not in shown().body
    assert "1 word is mixed in." in shown(stirred=(12,)).body.split("\n")
    assert "2 words are mixed in." in shown(stirred=(12, 13)).body.split("\n")
    assert "<@12>" not in shown(stirred=(12,)).body


def test_a_tournament_becomes_an_evening_by_one_press_until_somebody_throws() -> None:
    def offered(**changes: Any) -> bool:
        tournament = replace(announced(SHEET), **changes)
        return "An evening of 3 rounds" in buttons(tournament_screen(ENGLISH, TournamentField(tournament, [], [])))

    assert offered()
    assert not offered(status=TournamentStatus.PLAYING)
    assert not offered(pace=TournamentPace.TOGETHER), "all play together already"
    assert not offered(rival=TableId(9)), "two servers play the same rounds"
    assert not offered(league=TableId(1)), "each week of a league is alike"
    assert not offered(rounds=announced(*[SHEET] * 5).rounds), "its host has chosen more rounds"
    assert not offered(seconds=3 * 86_400), "its host has chosen longer"


@pytest.mark.parametrize(
    ("pace", "entered", "mixes"),
    [
        (TournamentPace.OPEN, False, True),
        (TournamentPace.TOGETHER, False, False),
        (TournamentPace.TOGETHER, True, True),
    ],
)
def test_more_takes_words_of_who_has_entered_or_of_anybody_where_people_play_when_they_like(
    pace: TournamentPace, entered: bool, mixes: bool
) -> None:
    def offered(**changes: Any) -> bool:
        tournament = replace(announced(SHEET), pace=pace, **changes)
        entries = [TournamentEntry(1, 12, None)] * entered
        screen = more_screen(ENGLISH, TournamentField(tournament, entries, []), 12, manager=False)
        return "Mix in a word" in buttons(screen)

    assert offered() is mixes
    assert not offered(stirred=(12,)), "once for each"
    assert not offered(rival=TableId(9)), "two servers throw these dice"
    assert not offered(status=TournamentStatus.PLAYING), "somebody throws"


WITH_POWER = RoundGame("yum_full_house", games.make("yum_full_house", {"power": True}).written)
"""A game in which nobody can tell luck from decisions."""


def test_nobody_is_promised_to_see_luck_where_no_round_tells_it() -> None:
    for tournament, tells in ((announced(SHEET), True), (replace(announced(SHEET), rounds=(WITH_POWER,)), False)):
        body = tournament_screen(ENGLISH, TournamentField(tournament, [], [])).body
        assert ("what was luck" in body) is tells
        assert ("Here I cannot tell luck from decisions." in body) is not tells


def test_the_announcement_names_the_games_that_do_not_tell_luck() -> None:
    mixed = announced(RACE, "yum_extra", "yum_extra")
    body = tournament_screen(ENGLISH, TournamentField(mixed, [], [])).body
    assert "what was luck" in body
    assert body.count("I cannot tell luck from decisions in: Yum Extra.") == 1


def test_the_result_of_a_round_says_where_luck_cannot_be_told() -> None:
    field, apart = over(Scoring.MATCHPOINTS), "; luck cannot be told apart here"
    assert apart not in details_screen(ENGLISH, field, ()).body
    assert apart not in details_screen(ENGLISH, over(Scoring.MATCHPOINTS, reviewed=False), ()).body, "it follows"
    blind = field._replace(
        tournament=replace(field.tournament, rounds=(WITH_POWER,)),
        played=[line._replace(net=None) for line in field.played],
    )
    assert apart in details_screen(ENGLISH, blind, ()).body


@pytest.mark.parametrize("told", [True, False])
def test_more_says_what_looking_at_the_dice_first_brings(told: bool) -> None:
    tournament = announced(SHEET) if told else replace(announced(SHEET, SHEET), rounds=(WITH_POWER,) * 2)
    body = more_screen(ENGLISH, TournamentField(tournament, [], []), 12, manager=False).body
    assert "with a second account or by running me, gets more points" in body
    assert ("but not more points without luck" in body) is told
    assert ("nobody sees that" in body) is not told


def test_a_reminder_names_the_round_that_ends_where_all_play_it_together() -> None:
    several = replace(announced(SHEET, SHEET), pace=TournamentPace.TOGETHER, round=1)
    assert "round 2 ends" in reminder_text(ENGLISH, several, [11], "link")
    assert "the tournament ends" in reminder_text(ENGLISH, announced(SHEET, SHEET), [11], "link")


def test_a_call_says_which_round_begins_and_when_it_ends() -> None:
    several = replace(announced(SHEET, RACE), pace=TournamentPace.TOGETHER, round=1)
    begins = "<@11>, <@12>: round 2 of 2 begins, Can't Stop race. It ends <t:86400:R> at the latest.\n"
    nobody = "**Round 1, Yum Classic**: nobody has finished it."
    assert call_text(ENGLISH, TournamentField(several, [], []), [11, 12]) == begins + nobody
    one = replace(announced(SHEET), pace=TournamentPace.TOGETHER)
    assert call_text(ENGLISH, TournamentField(one, [], []), [11]) == (
        "<@11>: the tournament begins, Yum Classic. It ends <t:86400:R> at the latest."
    )


def after_a_round(*scores: int | None, key: str = SHEET) -> TournamentField:
    """A second round together has just begun; these are the results of the first, None of who has none."""
    several = replace(announced(key, SHEET), pace=TournamentPace.TOGETHER, round=1, status=TournamentStatus.PLAYING)
    entries = [TournamentEntry(number, 10 + number, None) for number, _ in enumerate(scores, 1)]
    played = [Played(number, 0, TableId(number), True, score, None) for number, score in enumerate(scores, 1)]
    return TournamentField(several, entries, played)


def test_with_a_round_stands_the_result_of_the_one_before_and_ones_own_place_in_private_alone() -> None:
    field = after_a_round(190, 268, None, 150, 190)
    best = "🥇 <@12> **268** points · 🥈 <@11> **190** points · 🥈 <@15> **190** points · 4\\. <@14> **150** points"
    result, without = f"**Round 1, Yum Classic**: {best}", "Without a result: <@13>."
    assert call_text(ENGLISH, field, [11]).split("\n")[1:] == [result, without]
    body = begun_screen(ENGLISH, field, 14).body.split("\n")
    assert body[:3] == [result, without, "In this round: place **4** of 4."]
    assert body[3].startswith("**Round 2 of 2, Yum Classic")
    for without_a_place in (13, 99):
        assert "place" not in begun_screen(ENGLISH, field, without_a_place).body


@pytest.mark.parametrize("champion", [(), ("",), (PAR,)], ids=["not yet", "it cannot", "played"])
def test_par_stands_beside_the_result_of_a_round_that_is_over_once_it_is_known(champion: tuple[str, ...]) -> None:
    field = after_a_round(268, None)
    field = field._replace(tournament=replace(field.tournament, champions=champion))
    drawn = tournament_screen(ENGLISH, field).body
    told, par = call_text(ENGLISH, field, [11]).split("\n")[1], champion == (PAR,)
    assert told == "**Round 1, Yum Classic**: 🥇 <@11> **268** points" + " · par 254" * par
    line = "**Round 1, Yum Classic**: best **268**, by <@11>" + "; par 254" * par + "."
    assert f"\n{line}\n" + "-# Par: what the best computer made of the same dice.\n" * par + "\n" in drawn
    assert "**Round 2, Yum Classic**:" not in drawn, "it is not over"


def test_before_a_third_round_stands_who_leads_over_the_first_two() -> None:
    field = after_a_round(300, 268, 250, 150)
    third = replace(field.tournament, rounds=announced(SHEET, SHEET, SHEET).rounds, round=2)
    second = [Played(number, 1, TableId(9), True, 400 - number, None) for number in (4, 3, 2)]
    throws = Played(4, 2, TableId(8), True, 99, None)
    text = call_text(ENGLISH, field._replace(tournament=third, played=[*field.played, *second, throws]), [11])
    assert text.split("\n")[-1] == (
        "**After 2 rounds**: 🥇 <@12> **83%** · 🥈 <@13> **50%** · 🥉 <@11> **50%** · 4\\. <@14> **17%**"
    ), "the third round is not over"
    for unknown in (1, 0):
        few = replace(third, round=unknown)
        assert "After" not in call_text(ENGLISH, field._replace(tournament=few), [11])


def test_of_a_race_the_fewest_turns_come_first_between_the_rounds() -> None:
    text = call_text(ENGLISH, after_a_round(-12, -9, key=RACE), [11])
    assert text.endswith("🥇 <@12> **9** turns · 🥈 <@11> **12** turns")


def test_somebody_whom_the_end_of_a_round_cut_off_is_not_said_to_be_done_with_it() -> None:
    """Neither before the next round nor in it; somebody who never began it has nothing to be done with."""
    field = after_a_round(190, 268)
    first, *others = field.played
    cut_off = field._replace(played=[first._replace(score=None), *others])
    assert "<@11> · no result in round 1" in tournament_screen(ENGLISH, cut_off).body
    assert "<@12> · done with round 1" in tournament_screen(ENGLISH, cut_off).body
    missed = tournament_screen(ENGLISH, field._replace(played=others)).body
    assert "<@11> ·" not in missed
    assert "<@11>" in missed


def test_somebody_who_has_stopped_a_round_is_not_said_to_be_done_with_it() -> None:
    field = after_a_round(190, 268)
    stopped = Played(1, 1, TableId(7), True, None, None, stopped=True)
    body = tournament_screen(ENGLISH, field._replace(played=[*field.played, stopped])).body
    assert "<@11> · stopped round 2" in body
    assert "<@11> · done" not in body
    open_pace = replace(field.tournament, pace=TournamentPace.OPEN, round=0)
    lone = [stopped._replace(round=number) for number in range(len(open_pace.rounds))]
    body = tournament_screen(ENGLISH, field._replace(tournament=open_pace, played=lone)).body
    assert f"<@11> · stopped round {len(open_pace.rounds)}" in body
    assert "<@11> · done" not in body


def test_before_the_first_round_there_is_no_result() -> None:
    field = after_a_round(190)
    first = field._replace(tournament=replace(field.tournament, round=0))
    assert "190" not in call_text(ENGLISH, first, [11]) + begun_screen(ENGLISH, first, 11).body


# -- Everybody is done -----------------------------------------------------------------------------------------------


def going_on(*done: int, rounds: int = 2) -> TournamentField:
    """A tournament of several rounds: each of its players has finished so many of them."""
    tournament = replace(announced(*[SHEET] * rounds), status=TournamentStatus.PLAYING)
    entries = [TournamentEntry(number, 10 + number, None) for number, _ in enumerate(done, 1)]
    played = [
        Played(number, round, TableId(10 * number + round), True, 200, None)
        for number, many in enumerate(done, 1)
        for round in range(many)
    ]
    return TournamentField(tournament, entries, played)


def test_once_all_who_entered_are_done_its_end_stands_where_play_stood_and_others_may_enter() -> None:
    before, after = (tournament_screen(ENGLISH, going_on(2, done)) for done in (1, 2))
    assert buttons(before) == ["Play", "Standings", "More"]
    assert "may end it now" not in before.body
    assert buttons(after) == ["Join", "End now", "Standings", "More"]
    assert "may end it now; until then others may still enter." in after.body


def test_nobody_ends_early_what_two_servers_play() -> None:
    field = going_on(2, 2)
    two = field._replace(tournament=replace(field.tournament, rival=TableId(9)))
    assert "End now" not in buttons(tournament_screen(ENGLISH, two))


def test_who_is_done_reads_for_whom_they_wait_and_the_host_may_end_it() -> None:
    waits = waiting_screen(ENGLISH, field := going_on(2, 1, 0), field.entries[0], manager=False)
    assert waits.body.split("\n") == [
        "You have finished all rounds.",
        "The result comes <t:86400:R> at the latest.",
        "Not done yet: <@12> and <@13>.",
    ]
    assert buttons(waits) == ["Standings", "My games"]
    field = going_on(2, 2)
    ends = {
        (entry.user, manager): "End now" in buttons(waiting_screen(ENGLISH, field, entry, manager))
        for entry in field.entries
        for manager in (True, False)
    }
    assert ends == {(11, True): True, (11, False): True, (12, True): True, (12, False): False}
    both = replace(field.tournament, pace=TournamentPace.TOGETHER)
    together = waiting_screen(ENGLISH, going_on(1, 0)._replace(tournament=both), field.entries[0], manager=False)
    assert together.body.split("\n")[:2] == [
        "You have finished round 1.",
        "The next round begins when all are done, <t:86400:R> at the latest.",
    ]


def test_who_waits_reads_how_far_the_others_are_in_the_words_of_their_game() -> None:
    field = going_on(2, 1, 0)
    mixed = field._replace(tournament=replace(field.tournament, rounds=announced(SHEET, RACE).rounds))
    left = {2: Underway(1, 1, 3), 3: Underway(0, 12, 13)}
    lines = waiting_screen(ENGLISH, mixed, field.entries[0], False, left).body.split("\n")
    assert lines[-1] == "Not done yet: <@12> (1 of 3 columns) and <@13> (1 box to go)."


def test_who_waits_reads_who_has_not_begun() -> None:
    field = going_on(1, 1, 0, rounds=1)
    late = waiting_screen(ENGLISH, field, field.entries[0], False, {}).body.split("\n")[-1]
    assert late == "Not done yet: <@13> (has not begun)."
    between = waiting_screen(ENGLISH, field := going_on(2, 1, 0), field.entries[0], False, {}).body.split("\n")[-1]
    assert between == "Not done yet: <@12> and <@13> (has not begun).", "she has played one of two"


# -- The result ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scoring", "said"),
    [
        (Scoring.MATCHPOINTS, "**<@11> wins with 268 points.**"),
        (Scoring.TOTAL, "**<@11> wins with 268 points.**"),
        (Scoring.NET, "**<@12> wins with 260.5 points without luck.**"),
    ],
)
def test_the_result_begins_with_who_has_won(scoring: Scoring, said: str) -> None:
    result = tournament_screen(ENGLISH, over(scoring))
    assert result.body.split("\n")[0] == said
    assert buttons(result) == ["Again", "Every week", "Standings", "My games", "Details"]


def test_several_rounds_are_won_by_the_share_of_opponents_beaten_or_shared() -> None:
    field = going_on(2, 2)
    done = field._replace(tournament=replace(field.tournament, status=TournamentStatus.OVER))
    assert tournament_screen(ENGLISH, done).body.startswith("**<@11> and <@12> share the first place with 50%.**")
    better = done._replace(played=[line._replace(score=200 + line.entry) for line in done.played])
    assert tournament_screen(ENGLISH, better).body.startswith("**<@12> wins with 100%.**")


def five_rounds() -> tuple[TournamentField, list[RoundStory]]:
    """An evening of five rounds, which has a story of each kind in each of them."""
    over = replace(announced(*[SHEET] * 5), status=TournamentStatus.OVER)
    entries = [TournamentEntry(number, 10 + number, None) for number in range(1, 13)]
    played = [
        Played(entry.number, number, TableId(100 * number + entry.number), True, 300 - 10 * entry.number, 250.0)
        for entry in entries
        for number in range(5)
    ]
    game: Any = games.make(SHEET, {})
    state = replace(game.new(1), dice=(6, 6, 6, 2, 1))
    split = Split(3, state, "keep 6 6 6", 4, 12, 9.5, "points")
    stories = [RoundStory(split, Comeback(1, 40 + number, 9), Unused(7, 5, 5)) for number in range(5)]
    return TournamentField(over, entries, played), stories


def test_below_its_picture_a_result_has_a_few_lines_and_details_have_all_of_it() -> None:
    field, stories = five_rounds()
    pictured = tournament_screen(ENGLISH, field, stories, pictured=True).body.split("\n")
    assert len(pictured) == 1 + 5 + 2 + 1, "the winner, a line for each round, two stories, and what luck means"
    assert pictured[1:3] == [f"**Round {n}, Yum Classic**: best **290**, by <@11>." for n in (1, 2)]
    assert pictured[-3] == "Round 1, turn 7: keeping every 5 would have made 5 of them. Nobody did."
    assert pictured[-2].startswith("Round 1 split the field in turn 3, at 6-6-6-2-1: 4 of 12 chose ")
    assert "<@12>" not in "".join(pictured), "the picture has the others"
    whole = details_screen(ENGLISH, field, stories).body.split("\n")
    assert len(whole) == 5 * 4 + 1
    assert whole[0].startswith("**Round 1, Yum Classic**: best **290**, by <@11>; without luck ")
    assert [line.partition(" would")[0].partition(" behind")[0].partition(",")[0] for line in whole[1:4]] == [
        "Round 1",
        "Round 1: <@11> was 40 points",
        "Round 1 split the field in turn 3",
    ]
    assert whole[-1].startswith("-# Without luck")
    assert buttons(details_screen(ENGLISH, field, stories)) == ["My games", "Verify"]
    own = details_screen(ENGLISH, field, stories, 14).body.split("\n")
    assert own[0].startswith("4\\. <@14>: **73%** · 1,300 points · ")
    assert own[0].endswith("(you)")
    assert own[1:] == whole


def test_without_a_picture_the_first_three_stand_on_a_result() -> None:
    field, stories = five_rounds()
    lines = tournament_screen(ENGLISH, field, stories).body.split("\n")
    assert [line.partition(":")[0] for line in lines[1:5]] == ["🥇 <@11>", "🥈 <@12>", "🥉 <@13>", "and 9 others"]


def test_of_dice_nobody_took_and_comebacks_a_result_tells_the_first_that_there_is() -> None:
    field, stories = five_rounds()
    later = [RoundStory(comeback=stories[0].comeback), RoundStory(unused=stories[1].unused)]
    for told, begins in ((later, "Round 2, turn 7: keeping"), (later[:1], "Round 1: <@11> was 40 points behind")):
        told_last = tournament_screen(ENGLISH, field, told, pictured=True).body.split("\n")[-2]
        assert told_last.startswith(begins)


def test_what_the_reviews_have_to_tell_takes_the_place_of_nothing() -> None:
    field, stories = five_rounds()
    before = [story._replace(split=None) for story in stories]
    lines, later = (tournament_screen(ENGLISH, field, told).body.split("\n") for told in (before, stories))
    assert [line for line in later if line not in lines] == [later[-2]]
    assert " split the field " in later[-2]
    assert set(lines) <= set(later)


@pytest.mark.parametrize(("found", "chose"), [(1, "1 sur 4 a choisi"), (2, "2 sur 4 ont choisi")])
def test_one_of_four_chooses_in_the_singular_in_french(found: int, chose: str) -> None:
    field, stories = five_rounds()
    assert stories[0].split is not None
    told = [RoundStory(stories[0].split._replace(found=found, stood=4))]
    assert chose in tournament_screen(FRENCH, field, told).body


@pytest.mark.parametrize(
    ("stood", "english", "french"),
    [
        (2, "The other one lost 9.5 points.", "L’autre personne a perdu 9,5 points."),
        (3, "Others lost up to 9.5 points.", "D’autres ont perdu jusqu"),
    ],
)
def test_a_single_other_player_is_no_others(stood: int, english: str, french: str) -> None:
    field, stories = five_rounds()
    assert stories[0].split is not None
    told = [RoundStory(stories[0].split._replace(found=1, stood=stood))]
    assert tournament_screen(ENGLISH, field, told, pictured=True).body.split("\n")[-2].endswith(f"the best. {english}")
    assert french in tournament_screen(FRENCH, field, told).body


def tied(*scores: int, scoring: Scoring = Scoring.MATCHPOINTS, net: float | None = 200.0) -> TournamentField:
    """A tournament of one round that is over, by the points of each player."""
    tournament = replace(announced(SHEET, scoring=scoring), status=TournamentStatus.OVER)
    entries = [TournamentEntry(number, 10 + number, None) for number, _ in enumerate(scores, 1)]
    played = [Played(number, 0, TableId(number), True, score, net) for number, score in enumerate(scores, 1)]
    return TournamentField(tournament, entries, played)


@pytest.mark.parametrize(
    ("scores", "named"),
    [
        ((200, 200, 200), "<@11>, <@12> and <@13>"),
        ((200, 200, 200, 200), "<@11>, <@12>, <@13> and <@14>"),
        ((200,) * 6, "<@11>, <@12>, <@13> and 3 others"),
    ],
)
def test_who_shares_the_first_place_is_named_or_counted(scores: tuple[int, ...], named: str) -> None:
    field = tied(*scores)
    assert f"**{named} share the first place with 200 points.**" in tournament_screen(ENGLISH, field).body
    assert f"best **200**, by {named}; without luck too" in details_screen(ENGLISH, field, ()).body


def test_the_last_step_of_the_podium_says_how_many_more_share_it() -> None:
    assert [step.tied for step in shown(tied(300, 250, *[200] * 6)).steps][-1] == "and 2 others"
    for shared_behind in (tied(300, 250, 200, 200, 200), tied(300, 200, 200, 100)):
        assert "other" not in str(shown(shared_behind))


def test_those_behind_the_steps_stand_in_a_row_up_to_the_sixth() -> None:
    picture = shown(tied(300, 250, 200, 200, 150, 140, 100))
    assert [step.rank for step in picture.steps] == [1, 2, 3]
    assert [(step.rank, step.name, step.value, *step.lines) for step in picture.behind] == [
        (3, "David", "58%", "200 points", "luck 0", "200 without it"),
        (5, "Eve", "33%", "150 points", "luck −50", "200 without it"),
        (6, "Farid", "17%", "140 points", "luck −60", "200 without it"),
    ]
    assert "6. Farid 17% (140 points, luck −60, 200 without it)" in podium_alt(words("en"), picture)
    assert draw_podium(picture).startswith(b"\x89PNG")
    assert shown(tied(300, 250, 200)).behind == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_behind_the_steps_is_whole_there(language: str) -> None:
    field = tied(50_300, 50_250, 50_200, 50_150, 50_100, 50_050, scoring=Scoring.TOTAL, net=50_600.0)
    for step in shown(field, language).behind:
        for line in (step.value, *step.lines):
            said = drawable_text(line)
            assert shrink_to_fit(said, BESIDE, READABLE, READABLE)[0] == said, "on a phone too"


@pytest.mark.parametrize(
    ("scoring", "said"),
    [
        (Scoring.MATCHPOINTS, "In a tie more points without luck decide; else the place is shared."),
        (Scoring.TOTAL, "In a tie more points without luck decide; else the place is shared."),
        (Scoring.NET, "In a tie more points decide; else the place is shared."),
    ],
)
def test_who_ties_reads_what_decides(scoring: Scoring, said: str) -> None:
    field = tied(200, 200, 150, scoring=scoring)
    for screen in (details_screen(ENGLISH, field, ()), standings_screen(ENGLISH, field, 11, 0)):
        assert f"-# {said}" in screen.body.split("\n")
    assert said in more_screen(ENGLISH, field, 11, manager=False).body.split("\n")
    apart = [line._replace(net=100.0 + line.entry) for line in tied(300, 250, 200, scoring=scoring).played]
    assert "In a tie" not in details_screen(ENGLISH, field._replace(played=apart), ()).body


def test_over_several_rounds_points_decide_between_equal_shares_and_not_between_equal_points() -> None:
    for scoring, said in ((Scoring.MATCHPOINTS, "In a tie more points decide, then"), (Scoring.TOTAL, "In a tie more")):
        decides = what_decides_ties(ENGLISH, announced(SHEET, SHEET, scoring=scoring))
        assert decides.startswith(said)
    assert "without luck" in what_decides_ties(ENGLISH, announced(SHEET, SHEET, scoring=Scoring.TOTAL))


def test_what_luck_is_stands_below_ones_own_rounds_where_one_of_them_is_reviewed() -> None:
    field = tied(200, 150, 100, scoring=Scoring.TOTAL, net=None)
    played = [field.played[0]._replace(net=235.4), *field.played[1:]]
    own = standings_screen(ENGLISH, field._replace(played=played), 11, 0)
    assert "235.4 without luck" in own.fields[0].value
    assert "With the same dice it differs by what each player keeps." in own.body
    assert "luck" not in standings_screen(ENGLISH, field._replace(played=played), 12, 0).body.split("\n")[-1]


def tied_over_two_rounds(
    *results: tuple[int, float, int, float], key: str = SHEET, scoring: Scoring = Scoring.MATCHPOINTS
) -> list[str]:
    """What stands on the result of two rounds, in which each player made these points and net points."""
    tournament = replace(announced(key, key, scoring=scoring), status=TournamentStatus.OVER)
    entries = [TournamentEntry(number, 10 + number, None) for number, _ in enumerate(results, 1)]
    played = [
        Played(number, round, TableId(10 * number + round), True, int(made[2 * round]), made[2 * round + 1])
        for number, made in enumerate(results, 1)
        for round in range(2)
    ]
    return tournament_screen(ENGLISH, TournamentField(tournament, entries, played)).body.split("\n")


def test_a_tie_at_the_top_tells_which_number_has_decided_it() -> None:
    points = tied_over_two_rounds((200, 190.0, 250, 230.0), (210, 200.0, 230, 220.0))
    assert points[:2] == ["**<@11> wins with 50%.**", "<@11> and <@12> tie: more points decide, 450 against 440."]
    luck = tied_over_two_rounds((200, 190.0, 250, 230.0), (210, 200.0, 240, 235.5))
    assert luck[1] == "<@12> and <@11> tie: more points without luck decide, 435.5 against 420."
    turns = tied_over_two_rounds((-9, -9.0, -12, -12.0), (-10, -9.0, -10, -9.0), key=RACE)
    assert turns[1] == "<@12> and <@11> tie: fewer turns decide, 20 against 21."
    net = tied_over_two_rounds((200, 190.0, 250, 230.0), (210, 200.0, 230, 220.0), scoring=Scoring.NET)
    assert net[1] == "<@11> and <@12> tie: more points decide, 450 against 440."


def mixed_evening(*made: tuple[int, int | None], net: tuple[float, ...] = ()) -> TournamentField:
    """A sheet and a race that are over, by points and turns; ``net`` of the sheet, the race had no luck."""
    tournament = replace(announced(SHEET, RACE), status=TournamentStatus.OVER)
    entries = [TournamentEntry(number, 10 + number, None) for number, _ in enumerate(made, 1)]
    played = list[Played]()
    for number, (points, turns) in enumerate(made, 1):
        played.append(Played(number, 0, TableId(number), True, points, net[number - 1] if net else None))
        if turns is not None:
            played.append(Played(number, 1, TableId(10 + number), True, -turns, -float(turns) if net else None))
    return TournamentField(tournament, entries, played)


@pytest.mark.parametrize(
    ("field", "said"),
    [
        (mixed_evening((220, 24), (210, 20)), "<@11> and <@12> tie: points less turns decide, 196 against 190."),
        (
            mixed_evening((220, 24), (216, 20), net=(200.5, 210.0)),
            "<@12> and <@11> tie: points less turns decide, both without luck, 190 against 176.5.",
        ),
        (
            mixed_evening((300, None), (200, 9)),
            "<@12> and <@11> tie: fewer missed races decide, 0 against 1.",
        ),
    ],
)
def test_a_tie_at_the_top_of_a_mixed_evening_tells_its_numbers_too(field: TournamentField, said: str) -> None:
    first = tournament_screen(ENGLISH, field)
    assert said in first.body.split("\n")
    assert said.split(" ", maxsplit=1)[0] in first.body.split("\n")[0]


def test_points_without_luck_are_promised_on_a_result_where_it_will_have_them() -> None:
    """Points and turns have no sum: only the details tell them, by rounds."""
    follow = "Points without luck follow"
    assert follow in tournament_screen(ENGLISH, over(Scoring.MATCHPOINTS, reviewed=False)).body
    mixed = mixed_evening((220, 24), (210, 20))
    assert follow not in tournament_screen(ENGLISH, mixed).body
    assert follow in details_screen(ENGLISH, mixed, ()).body


def test_where_nothing_is_equal_at_the_top_or_everything_no_number_is_told() -> None:
    for results in (((200, 1.0, 250, 1.0), (100, 1.0, 230, 1.0)), ((200, 1.0, 250, 1.0), (250, 1.0, 200, 1.0))):
        assert not any(" tie: " in line for line in tied_over_two_rounds(*results))


def test_a_round_that_somebody_has_stopped_stands_in_their_standings_as_stopped() -> None:
    field = over(Scoring.MATCHPOINTS)
    played = [*field.played, Played(4, 0, TableId(4), True, None, None, stopped=True)]
    field = field._replace(entries=[*field.entries, TournamentEntry(4, 14, None)], played=played)
    told = standings_screen(ENGLISH, field, 14, 0).fields
    assert [one.value for one in told] == ["Round 1, Yum Classic: **stopped** · 0%"]
    cut_off = field._replace(played=[line._replace(stopped=False) for line in played])
    assert standings_screen(ENGLISH, cut_off, 14, 0).fields == ()


@pytest.mark.parametrize("scoring", list(Scoring))
def test_somebody_who_has_finished_nothing_has_no_place_and_is_named_below(scoring: Scoring) -> None:
    field = over(scoring)
    stopped = Played(4, 0, TableId(4), True, None, None, stopped=True)
    field = field._replace(entries=[TournamentEntry(4, 14, None), *field.entries], played=[*field.played, stopped])
    for shown in (tournament_screen(ENGLISH, field), standings_screen(ENGLISH, field, 14, 0)):
        placed = [line for line in shown.body.split("\n") if line.startswith(("🥇", "🥈", "🥉", "4."))]
        assert len(placed) == 3
        assert not any("<@14>" in line for line in placed)
        assert "Without a result: <@14>." in shown.body
    nobody = field._replace(played=[stopped])
    said = tournament_screen(ENGLISH, nobody).body.split("\n")
    assert said[0] == "Without a result: <@14>, <@11>, <@12> and <@13>."
    assert not any(line.startswith(("🥇", "1.")) for line in said)


def test_the_message_of_a_tournament_says_whom_managers_have_removed_before_and_after_its_end() -> None:
    removed = [TournamentEntry(4, 14, None, True)]
    field = over(Scoring.MATCHPOINTS)._replace(removed=removed)
    running = field._replace(tournament=replace(field.tournament, status=TournamentStatus.PLAYING))
    for shown in (field, running):
        assert "Removed by a manager: <@14>." in tournament_screen(ENGLISH, shown).body
        hidden = tournament_screen(ENGLISH, shown.without_names({14})).body
        assert "Removed by a manager: Somebody." in hidden
    assert "Removed" not in tournament_screen(ENGLISH, over(Scoring.MATCHPOINTS)).body


def test_a_mix_of_games_a_race_and_games_without_luck_told_say_what_decides_there() -> None:
    total = announced(SHEET, scoring=Scoring.TOTAL)
    silent = replace(total, rounds=(WITH_POWER,))
    assert what_decides_ties(ENGLISH, silent) == "Players who tie share the place."
    assert what_decides_ties(ENGLISH, announced(RACE)).startswith("In a tie fewer turns without luck decide")
    mixed = what_decides_ties(ENGLISH, announced(SHEET, RACE))
    assert "take off a point for each turn of the races: 220 points and 24 turns make 196" in mixed
    assert "More wins, then more without luck; else" in mixed
    without_net = replace(announced(SHEET, RACE), rounds=(WITH_POWER, *announced(RACE).rounds))
    assert "More wins; else" in what_decides_ties(ENGLISH, without_net)


@pytest.mark.parametrize(
    ("keys", "scoring"),
    [((RACE, RACE), scoring) for scoring in Scoring] + [((SHEET, RACE), Scoring.MATCHPOINTS)],
)
def test_a_player_who_has_missed_fewer_races_is_before_one_with_fewer_turns_and_the_sentence_says_so(
    keys: tuple[str, ...], scoring: Scoring
) -> None:
    """The second has not finished the last race, and has beaten the first in the other round."""
    worst_best = (-10, -9, -8) if keys[0] == RACE else (100, 200, 300)
    made = [(worst_best, (1, 2, 3)), ((-10, -8), (1, 3))]
    played = [
        Played(entry, number, TableId(10 * number + entry), True, score, float(score))
        for number, (scores, entries) in enumerate(made)
        for score, entry in zip(scores, entries, strict=True)
    ]
    entries = [TournamentEntry(number, 10 + number, None) for number in (1, 2, 3)]
    tournament = replace(announced(*keys, scoring=scoring), status=TournamentStatus.OVER)
    places = ranked(TournamentField(tournament, entries, played))
    assert [place.player.user for place in places] == [13, 11, 12]
    first, second, third = (place.percent for place in places)
    assert first > second == third
    assert "ewer missed races" in what_decides_ties(ENGLISH, tournament)


def closed(key: str) -> Table:
    """Somebody's board of a round that they have not finished."""
    game = games.make(key, {})
    return replace(position_table(game, game.new(1), (11,)), status=Status.ENDED, settings=TableSettings(tournament=1))


def test_a_board_whose_tournament_cannot_be_read_promises_no_round() -> None:
    offered = buttons(round_end_screen(ENGLISH, closed(SHEET), None))
    assert "What comes next" in offered
    assert "Next round" not in offered


@pytest.mark.parametrize(("key", "said"), [(SHEET, False), (RACE, True)])
def test_a_board_of_a_race_says_that_every_turn_counts(key: str, said: bool) -> None:
    board = with_round_title(ENGLISH, closed(key), Screen("Board", "the dice"))
    assert ("A turn that brings nothing counts too." in board.body) is said
    assert board.body.endswith("the dice")


def test_after_the_first_turn_of_a_race_its_board_does_not_explain_it_any_more() -> None:
    table = closed(RACE)
    begun: Any = table.state
    later = replace(table, state=replace(begun, turns=(1,)))
    assert "A turn that brings nothing" not in with_round_title(ENGLISH, later, Screen("Board", "the dice")).body


def test_everybody_who_is_the_best_without_luck_is_named() -> None:
    field = over(Scoring.TOTAL)
    nets = {1: 123.71, 2: 123.68, 3: 90.0}
    played = [
        line._replace(net=nets[line.entry], score=300 if line.entry == 3 else line.score) for line in field.played
    ]
    body = details_screen(ENGLISH, field._replace(played=played), ()).body
    assert "by <@13>; without luck <@11> and <@12> share the best: 123.7" in body
    alone = [line._replace(net=80.0) if line.entry == 2 else line for line in played]
    assert "; without luck <@11> is the best: 123.7" in details_screen(ENGLISH, field._replace(played=alone), ()).body


def test_where_points_and_turns_do_not_add_up_the_first_to_finish_stands_there_by_name_alone() -> None:
    field = after_a_round(268, None)
    mixed = replace(field.tournament, rounds=announced(SHEET, RACE).rounds, pace=TournamentPace.OPEN, round=0)
    played = [field.played[0], Played(1, 1, TableId(3), True, -9, None)]
    seen = field._replace(tournament=mixed, played=played)
    assert standings_screen(ENGLISH, seen, 11, 0).body.split("\n")[0] == "1\\. <@11> (you)"


def test_nobody_has_won_by_points_without_luck_before_all_are_known() -> None:
    assert "wins" not in tournament_screen(ENGLISH, over(Scoring.NET, reviewed=False)).body


def test_points_without_luck_are_the_same_wherever_they_stand_and_add_up_with_luck() -> None:
    """24.549 is 24.5, and not the 24.6 that 24.55 would be."""
    field = over(Scoring.MATCHPOINTS)
    close = [line._replace(score=30, net=24.549) if line.entry == 1 else line for line in field.played]
    shown = standings_screen(ENGLISH, field := field._replace(played=close), 11, 0)
    told = [shown.body, shown.fields[0].value, tournament_screen(ENGLISH, field).body]
    assert ["24.5 without luck (luck +5.5)" in text for text in told] == [True, True, True]
    assert "24.6" not in "".join(told)


def test_a_week_of_a_league_is_not_opened_again_by_hand() -> None:
    field = over(Scoring.TOTAL)
    week = field._replace(tournament=replace(field.tournament, league=TableId(9)))
    assert "Again" not in buttons(tournament_screen(ENGLISH, week))
    first = field._replace(tournament=replace(field.tournament, league=field.tournament.id))
    assert "Again" in buttons(tournament_screen(ENGLISH, first)), "on the evening when the league began"
    assert "Every week" not in buttons(tournament_screen(ENGLISH, first))


@pytest.mark.parametrize(
    ("week", "said"),
    [
        (
            LeagueWeek(1, 4, None, 86_400),
            "**Week 1 of 4** in this season of the league. Everybody's 3 best weeks count. The next week opens "
            "<t:86400:F> (<t:86400:R>).",
        ),
        (
            LeagueWeek(3, 0, None, 86_400),
            "**Week 3** in this season of the league. Everybody's best weeks count, all but two and always more than "
            "half. The next week opens <t:86400:F> (<t:86400:R>).",
        ),
        (
            LeagueWeek(1, 0, 1, None, ahead=True),
            "**Week 1** in the next season of the league. Everybody's best week counts. No other week is planned: "
            "**League standings** says why.",
        ),
        (
            LeagueWeek(2, 4, 1, None),
            "**Week 2 of 4** in this season of the league. Everybody's best week counts. No other week is planned: "
            "**League standings** says why.",
        ),
        (
            LeagueWeek(1, 2, 6, None),
            "**Week 1 of 2** in this season of the league. All weeks count. No other week is planned: "
            "**League standings** says why.",
        ),
    ],
)
def test_a_week_of_a_league_says_which_one_it_is_how_many_count_and_when_the_next_opens(
    week: LeagueWeek, said: str
) -> None:
    tournament, weekly = replace(announced(SHEET), league=TableId(1)), Weekly(3, 20, 0, 11, week.next, week=week)
    shown = tournament_screen(ENGLISH, TournamentField(tournament, [], []), weekly=weekly)
    assert said in shown.body.split("\n")


@pytest.mark.parametrize(("key", "scores"), [(SHEET, (200, 150)), (RACE, (-9, -14))])
def test_no_team_wins_by_a_round_that_somebody_has_not_finished(key: str, scores: tuple[int, int]) -> None:
    """Red has finished with both players, blue with its slower one alone."""
    tournament = replace(announced(key, sides=2), status=TournamentStatus.OVER)
    entries = [TournamentEntry(number, 10 + number, side) for number, side in enumerate((0, 0, 1, 1), 1)]
    better, worse = scores
    played = [Played(number, 0, TableId(number), True, better if number == 1 else worse, None) for number in (1, 2, 3)]
    body = tournament_screen(ENGLISH, TournamentField(tournament, entries, played)).body
    assert body.startswith("**Red wins by ")
