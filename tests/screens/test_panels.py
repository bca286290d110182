"""The panels of settings and preferences, and boards as people prefer them, fit Discord in both languages."""

from __future__ import annotations

import random
import re
import textwrap
import unicodedata
from dataclasses import fields, replace
from typing import Any, get_args, get_type_hints
from zoneinfo import ZoneInfo

import pytest

from bot.engine.dice import FairDice
from bot.engine.gate import legal, play
from bot.games import CATALOGUE, FAMILIES, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.board import BoardView
from bot.screens.kit.dice import DiceInHand, hold_rows
from bot.screens.kit.questions import Question, find_answer
from bot.screens.kit.values import (
    IN_LARGE_WORDS,
    PLAIN_GLYPHS,
    WORDS_ONLY,
    Button,
    EntityMenu,
    Menu,
    RenderContext,
    Screen,
    without_emoji,
    words_only,
)
from bot.screens.players import preferences
from bot.screens.players.preferences import preferences_screen, with_others
from bot.screens.server import settings
from bot.screens.server.settings import settings_screen
from bot.screens.table.board import strike_screen, struck_box, table_screen
from bot.screens.table.options import computers_screen, options_screen
from bot.screens.table.waiting import clock_screen
from bot.tables.model.choices import GuildChoices, Preferences
from bot.tables.model.table import AbsencePolicy, Table, TableId
from bot.tables.moves import lobbies, playing
from bot.ui.discord.adapter import render
from tests.factories import lobby_of, table_of
from tests.limits import problems

USER = 1_300_000_000_000_000_000
MANY = tuple(USER + number for number in range(25))
CLOSED = {channel: ("view_channel", "send_messages", "embed_links", "connect")[: 3 + channel % 2] for channel in MANY}
FULL = GuildChoices(
    language="fr",
    channels=MANY,
    starters="roles",
    starter_roles=MANY,
    presets={key: listing.presets[-1].key for key, listing in CATALOGUE.items()},
    absent=AbsencePolicy.SKIP,
    patience=604_800,
    season_channel=USER,
    post_channel=USER,
)
ALL_PAGES = (*settings.PAGES, "daily")
"""Those of the menu, and the one behind a button."""

BUSY = Preferences(language="fr", hold="menu", quiet_from=22, quiet_to=7, zone="America/Port-au-Prince", plain=True)


def desk(language: str, glyphs: Any = PLAIN_GLYPHS) -> RenderContext:
    return RenderContext(words(language), glyphs)


def panels(language: str) -> list[Screen]:
    """Every page, with nothing chosen and with everything."""
    found = []
    found += [
        settings_screen(desk(language), FULL, page, closed=CLOSED, gone=True, unposted=True) for page in settings.PAGES
    ]
    for choices in (GuildChoices(), FULL):
        for before in (GuildChoices(), FULL):
            found += [settings_screen(desk(language), choices, page, before=before) for page in ALL_PAGES]
        found += [settings_screen(desk(language), choices, "games", game) for game in CATALOGUE]
    for chosen in (
        Preferences(),
        BUSY,
        Preferences(remind=False),
        Preferences(zone="America/Argentina/ComodRivadavia"),
    ):
        found += [preferences_screen(desk(language), chosen, page, saved="hold") for page in preferences.PAGES]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_discord(language: str) -> None:
    for screen in panels(language):
        for glyphs in (PLAIN_GLYPHS, WORDS_ONLY):
            assert problems(render(screen, glyphs)) == [], screen.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overviews_tell_every_channel_role_and_game(language: str) -> None:
    body = settings_screen(desk(language), FULL).body
    assert all(f"<#{channel}>" in body and f"<@&{channel}>" in body for channel in MANY)
    changed = [listing for listing in CATALOGUE.values() if listing.presets[-1].options]
    assert len(changed) > 10
    assert all(words(language)(listing.label) in body for listing in changed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["overview", "look", "play"])
def test_the_list_of_a_page_and_its_closed_menus_say_the_values_in_force(language: str, page: str) -> None:
    context, t = desk(language), words(language)
    for panel in (settings, preferences):
        if page not in panel.PAGES:
            continue
        chosen: Any = FULL if panel is settings else BUSY
        screen = settings_screen(context, FULL, page) if panel is settings else preferences_screen(context, BUSY, page)
        closed = [item.placeholder for row in screen.rows for item in row if isinstance(item, Menu)]
        asked = [question for question in panel.QUESTIONS if panel.PAGE_OF[question.key] == page]
        assert asked
        for question in asked:
            value = question.value_text(context, getattr(chosen, question.key))
            assert f"**{value}**" in screen.body
            assert t("{name}: {value}", name=t(question.label), value=value) in closed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_what_others_see_says_until_when_somebody_is_away(language: str) -> None:
    context, t, now = desk(language), words(language), 1_764_000_000
    usual = preferences_screen(context, Preferences(), "others", now=now)
    assert f"<t:{now + 86_400}:f>" not in usual.body
    alone = Preferences(named=False, listed=False, reviews=False, away_until=now + 86_400)
    screen = preferences_screen(context, alone, "others", now=now)
    *_, away, _ = (row[0] for row in screen.rows)
    assert isinstance(away, Menu)
    assert away.placeholder == t("Away until {day}", day=t.day(now + 86_400))
    assert f"<t:{now + 86_400}:f>" in screen.body
    for value in ("Hidden", "Leave me out", "Only I see them"):
        assert f": **{t(value)}**" in screen.body
    back = preferences_screen(context, alone, "others", now=now + 86_400)
    assert f"<t:{now + 86_400}:f>" not in back.body


def test_the_page_of_notifications_says_when_a_table_reminds_and_how_often() -> None:
    said = "A table that reminds does so at most 3 times a turn, each time later."
    assert said in preferences_screen(desk("en"), Preferences(), "reminders").body
    assert said not in preferences_screen(desk("en"), Preferences(remind=False), "reminders").body
    assert said not in preferences_screen(desk("en"), Preferences()).body, "the overview has no room"


@pytest.mark.parametrize("chosen", [Preferences(named=False), Preferences(listed=False), Preferences()])
def test_who_hides_their_name_reads_where_it_still_stands(chosen: Preferences) -> None:
    page = preferences_screen(desk("en"), chosen, "others")
    assert ("The boards you play on name you all the same" in page.body) is not chosen.in_public


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("question", preferences.QUESTIONS, ids=lambda question: question.key)
def test_a_page_says_what_has_been_changed(language: str, question: Question) -> None:
    """The name of the question, and the new answer."""
    context, now = desk(language), 1_764_000_000
    for answer in question.answers:
        chosen = replace(Preferences(), **with_others(Preferences(), question.key, answer.value, now))
        screen = preferences_screen(context, chosen, preferences.PAGE_OF[question.key], saved=question.key, now=now)
        said = screen.body.split("\n")[0]
        assert said.startswith(context.t("**Saved.**") + " ")
        if question.key == "away_until":
            assert ("<t:" in said) == (answer.value is not None)
        else:
            assert question.value_text(context, answer.value) in said or answer.value is None
        assert screen.body.count(said.removeprefix(context.t("**Saved.**") + " ")) == 1
    page = preferences.PAGE_OF[question.key]
    same = preferences_screen(context, chosen, page, saved=question.key, unchanged=True, now=now).body
    assert same == screen.body.replace(context.t("**Saved.**"), context.t("**That is already so.**"), 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_choice_is_named_and_told_in_few_words(language: str) -> None:
    """A closed menu has room for some 38 letters on a phone, but for the names of time zones."""
    context = desk(language)
    for question in preferences.QUESTIONS:
        for answer in question.answers:
            if question.key != "zone":
                closed = context.t("{name}: {value}", name=context.t(question.label), value=answer.label_for(context))
                assert len(closed) <= 38, closed
            if answer.about and language == "en":
                assert len(answer.about.split()) <= 8, answer.about
    for page, asked in preferences.ASKED.items():
        assert len(asked) <= 4, page


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_overview_is_no_longer_than_the_screen_of_a_phone(language: str) -> None:
    """At 390 pixels a line has some 42 characters, and 27 lines stand between the channel's name and the menu.

    Both tell only what differs from the standard: half of them. Who has changed everything has four lines more.
    """
    every = Preferences(
        language="fr", hold="menu", quiet_from=22, quiet_to=7, zone="America/Port-au-Prince", plain=True,
        confirm_strike=True, coach=True, mention=False, named=False, listed=False, open_reviews=True, away_until=2,
    )  # fmt: skip
    for screen, most in (
        (settings_screen(desk(language), GuildChoices()), 13),
        (preferences_screen(desk(language), Preferences()), 10),
        (preferences_screen(desk(language), BUSY, saved="screen_reader"), 13),
        (preferences_screen(desk(language), every, now=1), 18),
    ):
        shown = [part for line in screen.body.splitlines() for part in textwrap.wrap(line.replace("*", ""), 42)]
        assert len(shown) <= most, shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview_of_a_server_tells_what_differs_and_where_nothing_does(language: str) -> None:
    context, t = desk(language), words(language)
    usual, pages = settings_screen(context, GuildChoices()).body, settings.PAGES
    named = [key for key, label in pages.items() if t(label) in usual.rpartition("\n")[2]]
    assert named == [key for key in pages if key != "overview"]
    changed = settings_screen(context, replace(GuildChoices(), remarks=False, ranked="all")).body
    new = set(changed.splitlines()[:-1]) - set(usual.splitlines())
    assert len(new) == 2, "one line for each"
    told = [line for page in ("ranking", "absent") for line in settings_screen(
        context, replace(GuildChoices(), remarks=False, ranked="all"), page).body.splitlines()]  # fmt: skip
    assert new <= set(told)
    assert not {t(pages["ranking"]), t(pages["absent"])} & set(changed.rpartition(": ")[2].rstrip(".").split(" · "))
    assert t(pages["place"]) in changed.rpartition("\n")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_server_has_six_pages_of_settings_each_no_taller_than_two_screens_of_a_phone(language: str) -> None:
    """Discord takes five rows, and the last is the menu of pages. 25 channels and 50 roles are as many lines."""
    assert len(settings.PAGES) == 6, "with the first, which asks for language and time zone"
    assert set(settings.PAGE_OF.values()) | {"games"} == set(ALL_PAGES)
    few = replace(FULL, channels=MANY[:2], starter_roles=MANY[:2], helper_roles=MANY[:2])
    for page in settings.PAGES:
        assert len(settings_screen(desk(language), FULL, page, crowns=True).rows) <= 5
        lines = settings_screen(desk(language), few, page, "yum_plus", crowns=True).body.splitlines()
        shown = [part for line in lines for part in textwrap.wrap(line.replace("*", ""), 42) or [""]]
        assert page == "overview" or len(shown) <= 2 * 27, page


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("choices", [GuildChoices(), FULL], ids=["usual", "full"])
@pytest.mark.parametrize("page", ["place", "absent", "ranking"])
def test_short_menus_change_what_a_page_lists_and_offer_all_but_what_is_in_force(
    language: str, choices: GuildChoices, page: str
) -> None:
    screen = settings_screen(desk(language), choices, page)
    menus = [item for row in screen.rows for item in row if isinstance(item, Menu) and "change" in item.do]
    offered = [choice.do for menu in menus for choice in menu.choices]
    of_page = [one for one in settings.QUESTIONS if settings.PAGE_OF[one.key] == page]
    asked = [one for one in of_page if one.line(desk(language), getattr(choices, one.key)) in screen.body]
    assert {one.key for one in of_page} - {one.key for one in asked} <= {"patience"}
    for question in asked:
        for answer in question.answers:
            do = f"settings set {question.key} {answer.word}"
            assert (do in offered) == (answer.value != getattr(choices, question.key)), do
    assert all(len(menu.choices) <= 8 for menu in menus), "24 lines were too many to read"
    assert all(menu.placeholder.endswith("…") for menu in menus)
    assert len({menu.placeholder for menu in menus}) == len(menus)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_of_settings_lists_more_than_six_things_and_the_overview_three(language: str) -> None:
    """A role for champions is a seventh, offered where somebody may give it."""
    chosen = replace(FULL, channels=MANY[:1], starter_roles=MANY[:1], presets={})
    for page in settings.PAGES:
        told = [line for line in settings_screen(desk(language), chosen, page).body.splitlines() if line[:2] == "- "]
        assert page == "overview" or len(told) <= 6, page
    usual = settings_screen(desk(language), GuildChoices()).body.splitlines()
    assert sum(line.startswith("- ") for line in usual) == 3


@pytest.mark.parametrize(
    ("language", "short", "long"),
    [
        (
            "en",
            "A sheet every day, Thursday Can't Stop race",
            "Yum Plus every day, Saturday Yams and Sunday Yum Classic",
        ),
        (
            "fr",
            "Une feuille, sauf jeudi (Course de Can’t Stop)",
            "Yum Plus, sauf samedi (Yams) et dimanche (Yum classique)",
        ),
    ],
)
def test_one_line_tells_what_the_daily_is_and_a_button_leads_to_both_weeks(
    language: str, short: str, long: str
) -> None:
    for choices, line in ((GuildChoices(), short), (GuildChoices(daily="long"), long)):
        page = settings_screen(desk(language), choices, "ranking")
        assert [small for small in page.body.splitlines() if small.startswith("-# ")] == [f"-# {line}"]
        (button,) = (item for row in page.rows for item in row if isinstance(item, Button))
        assert button.do == "settings page daily"
        behind = settings_screen(desk(language), choices, "daily").body.splitlines()
        assert sum(one.startswith("-# ") and one.count(" · ") == 6 for one in behind) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", settings.PAGES)
def test_menus_of_channels_and_roles_are_named_as_the_list_names_them_and_say_what_none_means(
    language: str, page: str
) -> None:
    chosen = GuildChoices(starters="roles")
    screen = settings_screen(desk(language), chosen, page)
    menus = [item for row in screen.rows for item in row if isinstance(item, EntityMenu)]
    assert all(menu.least == 0 for menu in menus), "what is chosen can be taken back"
    for menu in menus:
        name, _, value = menu.placeholder.partition(words(language)("{name}: {value}", name="", value=""))
        if page == "posts" or menu.do.startswith("settings offat"):
            continue  # Posts are told one by one; the other only chooses where.
        assert f"- {words(language)('{name}: **{value}**', name=name, value=value)}" in screen.body


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_settings_says_what_has_just_been_changed(language: str) -> None:
    context, before = desk(language), GuildChoices()
    after = replace(before, remarks=False)
    first, *rest = settings_screen(context, after, "absent", before=before).body.splitlines()
    usual = settings_screen(context, after, "absent").body.splitlines()
    (line,) = (one for one in usual if one.startswith(f"- {context.t('What computers say')}"))
    assert first == f"{context.t('**Saved.**')} {line.removeprefix('- ')}"
    assert line not in rest, "it is said once"
    same = settings_screen(context, before, "absent", before=before).body.splitlines()[0]
    assert same == context.t("**That is already so.** Nothing changes.")
    unseen = settings_screen(context, replace(before, post_hour=7), "posts", before=before).body.splitlines()[0]
    assert unseen == context.t("**Saved.**"), "without posts, their hour is told nowhere"


@pytest.mark.parametrize("what", ["boards", "results", "none"])
def test_one_question_says_what_comes_as_a_picture(what: Any) -> None:
    for before in (GuildChoices(), GuildChoices(sheets="text"), GuildChoices(pictures=False)):
        assert replace(before, **before.with_drawn(what)).drawn == what


def test_the_menus_of_rules_name_the_game_and_leave_its_rules_to_the_list() -> None:
    games, presets = (settings_screen(desk("en"), FULL, "games", game).rows[0][0] for game in ("", "yum_plus"))
    assert isinstance(games, Menu)
    assert isinstance(presets, Menu)
    assert not any(choice.description for choice in games.choices)
    assert presets.placeholder == "Yum Plus: choose its rules"
    assert presets.choices[-1].do == "settings page games", "it leads back to all games"


@pytest.mark.parametrize(
    ("questions", "kind"), [(settings.QUESTIONS, GuildChoices), (preferences.QUESTIONS, Preferences)]
)
def test_every_answer_is_one_the_field_takes(questions: tuple[Question, ...], kind: Any) -> None:
    hints = get_type_hints(kind)
    usual = kind()
    known = {field.name for field in fields(kind)} | {"screen_reader", "drawn"}  # They set two others.
    for question in questions:
        assert question.key in known
        values = [answer.value for answer in question.answers]
        assert getattr(usual, question.key) in values, question.key
        assert len({answer.word for answer in question.answers}) == len(values) == len(set(values))
        allowed = get_args(hints.get(question.key))
        if allowed and all(isinstance(one, str) for one in allowed):
            assert set(values) == set(allowed)
        module = settings if kind is GuildChoices else preferences
        assert module.PAGE_OF[question.key] in (*module.PAGES, "daily")


def test_every_time_zone_is_known() -> None:
    zone = next(question for question in preferences.QUESTIONS if question.key == "zone")
    for answer in zone.answers:
        ZoneInfo(str(answer.value))


def test_quiet_hours_are_never_empty() -> None:
    for hour in range(24):
        for key in ("quiet_from", "quiet_to"):
            for chosen in (Preferences(), Preferences(quiet_from=hour, quiet_to=hour), BUSY):
                after = with_others(chosen, key, hour)
                assert after[key] == hour
                assert after["quiet_from"] != after["quiet_to"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["mine", "no", "yes"])
def test_one_choice_says_who_sees_reviews(language: str, word: str) -> None:
    context, t, asked = desk(language), words(language), preferences._REVIEWS
    answer = find_answer(preferences.QUESTIONS, "open_reviews", word)
    assert answer is not None
    for before in (Preferences(), Preferences(reviews=False), Preferences(open_reviews=True)):
        chosen = replace(before, **with_others(before, "open_reviews", answer.value))
        told = t("{name}: {value}", name=t(asked.label), value=answer.label_for(context))
        page = preferences_screen(context, chosen, "others")
        assert told in [item.placeholder for row in page.rows for item in row if isinstance(item, Menu)]
        assert ("3" in page.body) == (word != "mine"), "from how many games on statistics tell of them"
        assert (told.partition(answer.label_for(context))[0] in preferences_screen(context, chosen).body) == (
            word != "no"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panels_of_the_server_of_oneself_and_of_a_table_have_titles_of_their_own(language: str) -> None:
    context, table = desk(language), lobby_of(make("yum_plus", {}), (USER, USER + 1))
    of_server = [settings_screen(context, FULL, page).title for page in settings.PAGES]
    own = [preferences_screen(context, BUSY, page).title for page in preferences.PAGES]
    of_table = [
        screen.title
        for screen in (
            options_screen(context, table),
            computers_screen(context, table),
            clock_screen(context, table, chooses=True),
        )
    ]
    assert all({"en": "server", "fr": "serveur"}[language] in title.lower() for title in of_server)
    assert all({"en": "My ", "fr": "Mes "}[language] in title for title in own)
    assert all(title.startswith(words(language)("Yum Plus")) for title in of_table)
    assert len({*of_server, *own, *of_table}) == len((*of_server, *own, *of_table))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_ends_with_its_seal_in_small_print_whatever_else_it_says(language: str) -> None:
    table = lobby_of(make("yum_plus", {}), (USER, USER + 1))
    body = table_screen(desk(language), table, notice="Back at noon").body
    *above, first, second = body.split("\n")
    assert "Back at noon" in above
    typed = table_screen(desk(language), table, notice="Back_at_noon, *see* https://a.b/c_d").body
    assert "Back\\_at\\_noon, \\*see\\* https://a.b/c_d" in typed.split("\n"), "as the host typed it"
    assert first.startswith("-# ")
    assert second.startswith("-# ")
    assert "".join(re.findall(r"\b[0-9a-f]{8}\b", f"{first} {second}")) == table.seed.commitment


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shared_table_in_large_text_says_so_and_points_at_nobody(language: str) -> None:
    why = words(language)("Large text instead of pictures here, for everybody.")
    together, alone = table_of(make("yum_plus", {}), (USER, USER + 1)), lobby_of(make("yum_plus", {}), (USER,))
    lobby = lobby_of(make("yum_plus", {}), (USER, USER + 1))
    shown = table_screen(desk(language, WORDS_ONLY), together)
    assert shown.footer == why
    assert why in table_screen(desk(language, WORDS_ONLY), lobby).body
    assert why not in table_screen(desk(language, WORDS_ONLY), alone).body
    assert table_screen(desk(language), together).footer == ""
    assert table_screen(desk(language, IN_LARGE_WORDS), together).footer == "", "that is for one person alone"


def test_words_stay_when_emojis_go() -> None:
    assert without_emoji("🥇 1. **12** · <@5>") == "1. **12** · <@5>"
    assert without_emoji("<:die_3:123> three ▶️ <a:x:9> go ⚀⚁") == "three go "
    for kept in ("Held: **1** · To throw: **none**", "★5 – │ 12 ▓ « Le bon »! ×3 → €", "<@&5> <#6> <t:1:R>"):
        assert without_emoji(kept) == kept


# -- boards ------------------------------------------------------------------------------------------------------


def started(key: str, players: int, language: str, **options: object) -> Table:
    opened = lobbies.open_table(
        TableId(2**62),
        guild=1,
        channel=2,
        host=USER,
        game=make(key, options),
        capacity=None,
        language=language,
        secret=b"s" * 32,
        now=0,
    ).table
    for number in range(1, players):
        opened = lobbies.join(opened, USER + number, number, 0).table
    return lobbies.start(opened, USER, 99, 0).table


def so(text: str) -> list[str]:
    """Signs that look or read like emojis."""
    lines = range(0x2500, 0x25A0)
    return [one for one in text if unicodedata.category(one) == "So" and ord(one) not in lines and one != "★"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", CATALOGUE)
def test_boards_by_menu_and_in_words_fit_discord(key: str, language: str) -> None:
    chance = random.Random(3)
    options = {"power": True} if FAMILIES[key] == "yum" else {}
    for players in (CATALOGUE[key].seats[0], CATALOGUE[key].seats[-1]):
        table = started(key, players, language, **options)
        for _ in range(120):
            if table.over:
                break
            held = frozenset(place for place in range(5) if chance.random() < 0.4)
            for glyphs in (PLAIN_GLYPHS, WORDS_ONLY) if chance.random() < 0.4 else ():
                screen = table_screen(
                    desk(language, glyphs), table, BoardView(held, chance.random() < 0.3, by_menu=True)
                )
                rendered = render(screen, glyphs, table.code, table.step)
                assert problems(rendered) == []
                if glyphs is WORDS_ONLY:
                    said = str((rendered.kwargs["embed"].to_dict(), rendered.view.to_components(), rendered.content))
                    assert so(said) == []
                    assert "emoji" not in said
            do = chance.choice(list(legal(table.game, table.state)))
            table = playing.act(table, table.turn_player or 0, table.step, do, 0).table


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_of_dice_says_what_lies_there(language: str) -> None:
    t = words(language)
    thrown = DiceInHand((3, 3, 6), 5, held=frozenset({0, 3}))
    ((menu,),) = hold_rows(desk(language), thrown, active=True, dice=4, menu=True)
    assert isinstance(menu, Menu)
    assert menu.do == "holds ="
    assert (menu.least, menu.most, menu.disabled) == (0, 4, False)
    assert [choice.chosen for choice in menu.choices] == [True, False, False, True]
    assert menu.choices[0].label == t("Die {place}: {face}", place=1, face=3)
    assert t("Power {face}", face=5) in menu.choices[3].label
    ((empty,),) = hold_rows(desk(language), DiceInHand(()), active=False, dice=5, menu=True)
    assert isinstance(empty, Menu)
    assert empty.disabled
    assert len(empty.choices) == 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", [key for key, family in FAMILIES.items() if family == "yum"])
def test_only_what_writes_nothing_is_a_strike(key: str, language: str) -> None:
    table = started(key, 1, language)
    dice = FairDice(b"k" * 32, "x")
    state = play(table.game, table.state, 0, "roll", dice).state  # type: ignore[arg-type]
    table = replace(table, state=state)
    found = 0
    for do, action in legal(table.game, state).items():
        box = struck_box(desk(language), table, do)
        writes = bool(table.game.preview(state, action)) if do.startswith("mark") else None
        assert (box is not None) == (do.startswith("strike") or writes is False), do
        if box is not None:
            found += 1
            assert problems(render(strike_screen(desk(language), table, box, do), PLAIN_GLYPHS, table.code, 1)) == []
    assert found


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_of_a_screen_is_lost_in_words(language: str) -> None:
    for screen in panels(language):
        plain = words_only(screen)
        assert len(plain.rows) == len(screen.rows)
        assert plain.body == screen.body
