"""What the bot says about itself: welcome, help by task, permissions; in both languages, within Discord's limits."""

from __future__ import annotations

import re
import textwrap
from typing import Any

import discord
import pytest

from bot.games import CATALOGUE, make
from bot.locales import LANGUAGES, words
from bot.screens.kit.values import (
    PLAIN_GLYPHS,
    WORDS_ONLY,
    Button,
    LinkButton,
    Menu,
    RenderContext,
    Screen,
    command_name,
    commands_in,
    know_commands,
    naming_commands,
    typed_command,
    words_only,
)
from bot.screens.server.help import (
    FAIR,
    FIRST,
    PAGES,
    REASONS,
    TOPICS,
    about_screen,
    help_screen,
    own_name,
    play_screen,
    topics_of,
    welcome_screen,
)
from bot.screens.table.board import lobby_screen
from bot.tables.model.table import MOST_COMPUTERS
from bot.ui.discord.adapter import render
from bot.ui.discord.permissions import PERMISSIONS
from tests.factories import lobby_of, users
from tests.limits import problems

USER = 1_300_000_000_000_000_000
SUPPORT = "https://example.org/" + "s" * 180


def desk(language: str) -> RenderContext:
    return RenderContext(words(language), PLAIN_GLYPHS)


def pages(language: str) -> dict[str, Screen]:
    """Everything the bot says about itself."""
    about = {name: about_screen(desk(language), USER, 2**53 - 1, said) for name, said in (("", ""), ("host", SUPPORT))}
    return (
        {key: help_screen(desk(language), key) for key in TOPICS} | about | {"welcome": welcome_screen(desk(language))}
    )


def items(screen: Screen, kind: type) -> list[Any]:
    return [item for row in screen.rows for item in row if isinstance(item, kind)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_discord_and_says_all_it_should(language: str) -> None:
    for name, page in pages(language).items():
        assert problems(render(page, PLAIN_GLYPHS)) == [], name
        assert not re.search(r"[{}]", page.body), name


def test_help_is_short_and_every_page_leads_to_all_others() -> None:
    for key, (label, _) in TOPICS.items():
        page = help_screen(desk("en"), key)
        assert label in page.title
        *games, menu = items(page, Menu)
        assert len(games) == (key == FIRST)
        assert [choice.do for choice in menu.choices] == [f"help {topic}" for topic in PAGES]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_help_has_few_short_lines_and_the_first_the_fewest(language: str) -> None:
    """A line of 140 characters takes four on a phone. The promise of fair dice and the list of commands are longer."""
    for key in TOPICS:
        lines = help_screen(desk(language), key).body.splitlines()
        assert len(lines) <= (3 if key == FIRST else 8), key
        long = [line for line in lines if len(line) > 140]
        assert len(long) == (key in (FAIR, "tables")), (key, long)


def test_help_promises_no_more_computers_than_a_game_has_seats_for() -> None:
    """Some games have fewer seats than there may be computers."""
    assert min(make(key, {}).seats[-1] for key in CATALOGUE) <= MOST_COMPUTERS
    line = next(line for line in help_screen(desk("en"), "computers").body.splitlines() if "up to seven" in line)
    assert "any game" not in line
    assert "seats" in line


def test_help_offers_to_do_what_it_tells_of() -> None:
    does = {key: [item.do for item in items(help_screen(desk("en"), key), Button)][:-2] for key in TOPICS}
    assert {key: asked for key, asked in does.items() if asked} == {
        "play": ["guide yum_classic 0 show", "rules of yum_classic short"],
        "tables": ["mygames page 0 help", "rules of yum_classic short"],
        "absent": ["mygames page 0 help"],
        "daily": ["daily show"],
        "puzzles": ["puzzle show"],
        "server": ["settings"],
        "fair": ["help proof"],
        "proof": ["help fair"],
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_welcome_names_what_each_day_brings(language: str) -> None:
    said = welcome_screen(desk(language)).body
    assert all(command_name(words(language), name) in said for name in ("daily", "puzzle"))


@pytest.mark.parametrize(("language", "luck"), [("en", "your luck in numbers"), ("fr", "ta chance en chiffres")])
def test_fair_dice_say_where_luck_is_told_in_numbers(language: str, luck: str) -> None:
    (line,) = (line for line in help_screen(desk(language), FAIR).body.splitlines() if luck in line)
    assert command_name(words(language), "stats") in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_without_emoji_names_every_button_by_its_words(language: str) -> None:
    spoken = RenderContext(words(language), WORDS_ONLY)
    for key in TOPICS:
        assert "****" not in words_only(help_screen(spoken, key)).body, key
    assert f"**{words(language)('Equal dice')}**" in words_only(help_screen(spoken, "dice")).body
    assert "**✋**" in help_screen(desk(language), "dice").body


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_game_that_all_can_play_at_once_as_a_race(language: str) -> None:
    raced = [CATALOGUE[key.removesuffix("_race")] for key in CATALOGUE if key.endswith("_race")]
    said = help_screen(desk(language), "house").body
    assert raced
    assert [game.key for game in raced if words(language)(game.label) not in said] == []


@pytest.mark.parametrize(("language", "like"), [("en", "like Yahtzee"), ("fr", "comme le Yahtzee")])
def test_newcomers_read_which_game_yum_is_like_and_choose_the_sheet_they_know_first(language: str, like: str) -> None:
    known = ["yum_classic", "5000", "cant_stop", "421", "yams"]
    first = words(language)(CATALOGUE["yum_classic"].label)
    names = f"{first} ({like}), 5000, {words(language)(CATALOGUE['cant_stop'].label)}, 421, Yams "
    assert names in welcome_screen(desk(language)).body
    for page in (play_screen(desk(language)), help_screen(desk(language))):
        assert [choice.do for choice in items(page, Menu)[0].choices][:5] == [f"open {key}" for key in known]
    buttons = [button.do for button in items(play_screen(desk(language)), Button)]
    assert buttons == [*(f"open {key}" for key in known), "guide yum_classic 0 show"]
    lobby = lobby_screen(desk(language), lobby_of(make("yum_original", {}), users(2))).body
    assert f"{like[0].upper()}{like[1:]}. 12 " in lobby
    assert "Yahtzee" not in lobby_screen(desk(language), lobby_of(make("421", {}), users(2))).body


def test_play_begins_with_the_sheet_that_people_play_here_and_never_with_a_race() -> None:
    def first(*played: str) -> list[str]:
        *games, _ = (button.do for button in items(play_screen(desk("en"), played), Button))
        return games

    known = first()
    assert first("cant_stop_race", "triple_yum_plus", "421") == ["open triple_yum_plus", *known[:-1]]
    assert "**Triple Yum Plus** · " in play_screen(desk("en"), ["triple_yum_plus"]).body
    assert first("421") == ["open 421", *(do for do in known if do != "open 421")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_play_offers_the_guided_first_game_before_all_else(language: str) -> None:
    """Of the sheet that Play begins with; on the other pages of the help there is none."""
    first = help_screen(desk(language)).rows[0][0]
    assert isinstance(first, Button)
    assert first.do == "guide yum_classic 0 show"
    assert words(language)(CATALOGUE["yum_classic"].label) in first.label
    assert "**" + words(language)("Show me how") + "**" in help_screen(desk(language)).body.splitlines()[0]
    chosen = help_screen(desk(language), FIRST, ["yamslam"], lesson="421").rows[0][0]
    assert isinstance(chosen, Button)
    assert chosen.do == "guide 421 0 show"
    others = [item.do for key in TOPICS if key != FIRST for item in items(help_screen(desk(language), key), Button)]
    assert not any(do.startswith("guide ") for do in others)


def test_play_tells_of_each_game_how_long_it_takes_and_leaves_none_out() -> None:
    page = play_screen(desk("en"))
    assert "\n**Yum Classic (like Yahtzee)** · 13 boxes: the sheet most people know · 10 min\n" in page.body
    (menu,) = items(page, Menu)
    told = {choice.do.removeprefix("open "): choice.description for choice in menu.choices}
    assert set(told) == {key for key in CATALOGUE if not key.endswith("_race")}
    assert all(re.search(r" · \d+ min$", description) for description in told.values())
    assert list(told).index("yamslam") < list(told).index("yum_plus"), "the family of sheets comes last"


def test_a_page_there_is_no_more_leads_to_the_first() -> None:
    assert help_screen(desk("en"), "weather") == help_screen(desk("en")) == help_screen(desk("en"), FIRST)


def test_commands_are_named_as_the_reader_types_them() -> None:
    sentence = "Type {yum_start}, and your friends press **Join**."
    assert naming_commands(words("en"), sentence) == "Type `/yum start`, and your friends press **Join**."
    assert "`/yum jouer`" in naming_commands(words("fr"), sentence)
    know_commands({("yum", "start"): 77, ("rules",): 78, ("daily",): 79, ("stats",): 80})
    try:
        assert "Type </yum start:77>, " in naming_commands(words("en"), sentence)
        assert command_name(words("fr"), "games") == "`/parties`"
        assert command_name(words("en"), "daily") == "</daily:79>"
        assert command_name(words("fr"), "daily") == "</daily:79>", "one name: Discord shows it as it is to everybody"
        assert typed_command(words("fr"), "yum", "start") == "/yum jouer"
    finally:
        know_commands({})
    assert commands_in("{_421_start} or {rules}") == {"_421_start": ("421", "start"), "rules": ("rules",)}


def test_every_permission_the_invite_asks_for_is_explained_and_no_other() -> None:
    assert discord.Permissions(**dict.fromkeys(REASONS, True)) == PERMISSIONS
    said = about_screen(desk("en"), USER, PERMISSIONS.value).fields[0].value
    assert all(f"**{label}** – {why}" in said for label, why in REASONS.values())


def test_about_has_the_version_and_a_link_that_asks_for_just_these_permissions() -> None:
    personal, shared = items(about_screen(desk("en"), USER, PERMISSIONS.value), LinkButton)
    assert f"client_id={USER}&" in shared.url
    assert "integration_type=0" in shared.url
    assert shared.url.endswith(f"permissions={PERMISSIONS.value}")
    assert personal.url.endswith("&scope=applications.commands&integration_type=1")


@pytest.mark.parametrize(("support", "links"), [("", 2), ("https://example.org/help", 3), ("host@example.org", 2)])
def test_the_host_can_be_reached_where_there_is_an_address(support: str, links: int) -> None:
    page = about_screen(desk("en"), USER, 0, support)
    assert len(items(page, LinkButton)) == links
    asked = [field.value for field in page.fields if field.name == "Questions or trouble?"]
    assert asked == ([f"Ask the person who runs me: {support}"] if support else [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_promises_dice_that_nobody_chose_without_all_that_proves_it(language: str) -> None:
    """Of dice into which nobody mixed the last word, with a seal kept before, nothing is proven.

    The welcome promises no more than that one can make sure, and names the page which has all of it.
    """
    needs = {
        "en": ("[Kk]eep the seal", "last to mix in", "word, one nobody would guess", "Verify"),
        "fr": ("[Gg]arde le sceau", "dernière personne à mêler", "mot que personne ne devinerait", "Vérifier"),
    }
    can_be_sure = {"en": r"You can make sure .*\*\*Fair dice\*\*", "fr": r"Tu peux t’assurer .*\*\*Dés honnêtes\*\*"}
    promise = "not even the person who runs me|pas même la personne qui m’héberge"
    promised = set()
    for name, page in pages(language).items():
        said = "\n".join([page.body, *(field.value for field in page.fields)])
        for sentence in re.split(r"(?<=[.!?])\s", said):
            if re.search(promise, sentence):
                promised.add(name)
                if name == "welcome":
                    assert re.search(can_be_sure[language], sentence)
                    assert command_name(words(language), "help") in sentence
                    continue
                assert [part for part in needs[language] if not re.search(part, sentence)] == [], (name, sentence)
            else:
                assert not re.search(r"\brig|truqu|\bcheat|\btriche", sentence), (name, sentence)
    assert promised == {"", "host", FAIR, "welcome"}


@pytest.mark.parametrize(("language", "other"), [("en", "fr"), ("fr", "en")])
def test_the_welcome_takes_half_a_phone_and_offers_play_settings_and_the_other_language(
    language: str, other: str
) -> None:
    """At 390 pixels a line has some 42 characters, one in small print some 50."""
    page, name = welcome_screen(desk(language)), own_name(other)
    normal, small = (
        [line.removeprefix("-# ") for line in page.body.splitlines() if line.startswith("-# ") == said]
        for said in (False, True)
    )
    assert page.body.endswith("\n".join(f"-# {line}" for line in small)), "what to play and how stands first"
    lines = [part for said, width in ((normal, 42), (small, 50)) for line in said
             for part in textwrap.wrap(line.replace("*", ""), width)]  # fmt: skip
    assert len(lines) <= 11, lines
    assert any(words(language)("Show me how") in line for line in small), "the guided first game, for newcomers"
    assert words(other)("I speak English too: press **{language}**.", language=name) in small
    assert any(command_name(words(language), "preferences") in line for line in small), "the switch of screen readers"
    assert [button.do for button in items(page, Button)] == ["play", "settings", f"hello language {other}"]
    assert [button.label for button in items(page, Button)][-1] == name
    (zone,) = items(page, Menu)
    assert zone.placeholder in ("Time zone: UTC", "Fuseau horaire\xa0: UTC")


def test_the_menu_of_topics_begins_with_play_and_ends_with_the_server_and_says_what_each_is_about() -> None:
    menu = next(row[0] for row in help_screen(desk("en")).rows if isinstance(row[0], Menu) and row[0].do == "help")
    assert {choice.do for choice in menu.choices} == {f"help {key}" for key in PAGES}
    assert all(0 < len(choice.description) <= 45 for choice in menu.choices)
    labels = [choice.label for choice in menu.choices]
    assert labels[0] == "Play a game"
    places = list(map(labels.index, ("Hold and throw", "Leaderboards, stats & replays", "Settings for this server")))
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("language", "typed", "found"),
    [
        ("en", "5000", "play"),
        ("fr", "5000", "play"),
        ("en", "cheat", "fair"),
        ("fr", "tricher", "fair"),
        ("en", "What fair dice prove", "fair"),
        ("en", "proof", "fair"),
        ("en", "what is sure", "fair"),
        ("fr", "Ce que prouvent les dés honnêtes", "fair"),
        ("fr", "preuve", "fair"),
        ("en", "sha-256", "fair"),
        ("en", "Blind", "me"),
        ("fr", "aveugle", "me"),
        ("en", "screen", "me"),
        ("fr", "ecran", "me"),
    ],
)
def test_a_page_of_the_help_is_found_by_a_word_that_people_use(language: str, typed: str, found: str) -> None:
    t = words(language)
    assert topics_of(t, typed)[:1] == [found]
    assert topics_of(t, "") == list(PAGES)
    assert [topics_of(t, t(label))[0] for label in PAGES.values()] == list(PAGES)
    assert topics_of(t, "xyzzy") == []
    assert [label for label in PAGES.values() if "dice" in label] == ["Fair dice"], "one page of them"
