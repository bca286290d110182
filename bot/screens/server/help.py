"""Help with the bot, by task: one short page each, and a menu of all pages; the first one opens games too."""

from collections.abc import Collection, Iterable, Sequence

from bot import __version__
from bot.engine import N_, Listing
from bot.games import BEST_KNOWN, CATALOGUE, ENTRIES, make, usual
from bot.locales import LANGUAGES, Words, plain_letters, words
from bot.screens.guide import guide_button
from bot.screens.kit import (
    ZONE,
    Button,
    Choice,
    Field,
    LinkButton,
    Menu,
    RenderContext,
    Row,
    Screen,
    Style,
    equal_dice_label,
    naming_commands,
    truncate,
)
from bot.screens.kit.faces import minutes_of, opening_commands
from bot.screens.kit.patterns import HELP, OPEN, OPEN_ALONE, PROOF, RULES_PAGE_OF, Pattern
from bot.screens.kit.values import begun
from bot.tables.model.choices import GuildChoices
from bot.tables.model.days import zone_begins

MY_DATA = "privacy show"
"""What is kept about a person, and their rights over it (:mod:`bot.screens.players.privacy`)."""

MY_TABLES = "mygames page 0 help"
"""The tables of a person (:mod:`bot.screens.players.tables`)."""

# -- The permissions that the bot asks of a server, and why, in plain words ------------------------------------------

REASONS: dict[str, tuple[str, str]] = {
    "view_channel": (N_("View Channel"), N_("to see the channel a game is in")),
    "send_messages": (N_("Send Messages"), N_("to post boards and call the next player")),
    "send_messages_in_threads": (N_("Send Messages in Threads"), N_("the same in threads")),
    "embed_links": (N_("Embed Links"), N_("boards are framed messages, which Discord calls embeds")),
    "create_public_threads": (N_("Create Public Threads"), N_("to give a game a thread of its own")),
    "attach_files": (N_("Attach Files"), N_("for pictures of results and boards, and games as files")),
    "read_message_history": (N_("Read Message History"), N_("to find my own older messages again")),
}
"""Each permission in discord.py's spelling: its name for people, and its purpose."""


_CONNECT = N_("Connect")
"""The bot needs it in voice channels only, where everybody has it as a rule; the invitation leaves it out."""


def permission_names(t: Words) -> dict[str, str]:
    """Discord's names for the permissions in that language."""
    return {name: t(label) for name, (label, _) in REASONS.items()} | {"connect": t(_CONNECT)}


def permission_lines(t: Words) -> list[str]:
    """Each permission and its purpose, one a line."""
    return [f"- **{t(label)}** – {t(why)}" for label, why in REASONS.values()]


# -- What the bot is, what it may do in a server, and how to invite it -----------------------------------------------

_FAIR_DICE = N_(
    "Keep the seal, be the last to mix in a word, one nobody would guess, and **Verify** afterwards: then you know "
    "that nobody chose the throws, not even the person who runs me."
)
"""All that dice prove, to the one player who did all of that (English)."""

SCOPES = "bot+applications.commands"


def about_screen(
    context: RenderContext, application: int, permissions: int, support: str = "", *, manages: bool = True
) -> Screen:
    """Version, permissions one by one, fairness, privacy, where to ask (``support``), and how to invite the bot.

    ``manages`` as in :func:`help_screen`.
    """
    t = context.t
    return Screen(
        title=t("Gobelet {version}", version=__version__),
        body=t(
            "Gobelet is French for a dice cup. It hosts dice nights: {games} and more, in English and French, with "
            "dice anyone can check.",
            games=", ".join(_known_names(t)),
        ),
        fields=(
            Field(
                t("What each permission is for"),
                "\n".join([*permission_lines(t), "", t("Nothing else: I cannot read what you write.")]),
            ),
            Field(
                t("Fair dice"),
                " ".join(
                    [
                        t(_FAIR_DICE),
                        naming_commands(t, N_("**Verify** under {games} computes every throw of a game again.")),
                    ]
                ),
            ),
            Field(t("Privacy"), t("Ids, games and results are kept, no names. **My data** says more.")),
            *support_field(context, support),
        ),
        footer=t("Free software under the MIT licence: anyone may run it, read it and change it."),
        rows=(_links(context, application, permissions, support), *_doors(context, manages=manages)),
    )


def support_field(context: RenderContext, support: str) -> tuple[Field, ...]:
    """Return where to ask the host of this bot; empty if the host has given no address."""
    return (
        Field(context.t("Questions or trouble?"), context.t("Ask the person who runs me: {address}", address=support)),
    ) * bool(support)


def invite_button(t: Words, application: int, permissions: int) -> LinkButton:
    """Return what leads to the page where somebody with Manage Server adds the bot."""
    shared = _INSTALL.format(application=application, scopes=SCOPES, kind=0)
    return LinkButton(f"{shared}&permissions={permissions}", t("Add to this server"))


def _links(context: RenderContext, application: int, permissions: int, support: str) -> Row:
    links = list(installations(context, application, permissions))
    if support.startswith("http"):
        links.append(LinkButton(support, context.t("Ask the person who runs me")))
    return tuple(links)


_INSTALL = "https://discord.com/oauth2/authorize?client_id={application}&scope={scopes}&integration_type={kind}"
"""Where people add the bot: to their account (kind 1), or to a server (kind 0)."""


def installations(context: RenderContext, application: int, permissions: int) -> Row:
    """The two ways to have the bot: on one's account, to bring it along; and in a server, for everybody there."""
    personal = _INSTALL.format(application=application, scopes="applications.commands", kind=1)
    mine = LinkButton(personal, context.t("Add to my account"))
    return mine, invite_button(context.t, application, permissions)


# -- What the bot says once, when it joins a server ------------------------------------------------------------------


HELLO_LANGUAGE = Pattern(f"hello language {{word:{'|'.join(LANGUAGES)}}}")
"""Choose the language of the boards on the greeting itself."""

HELLO_ZONE = Pattern("hello zone {word}")
"""Choose the time zone there."""

_NOTHING_CHOSEN = GuildChoices()

_CAN_BE_SURE = N_(
    "You can make sure that nobody rigs the dice, not even the person who runs me: **Fair dice** in {help} says how."
)
_SPEAKS_TOO = N_("I speak English too: press **{language}**.")
_NEW_HERE = N_("New here? Press **Play**, then **Show me how**.")
_EACH_DAY = N_("Each day: {daily} and {puzzle}.")
_READER = N_("Screen reader? Say so in {preferences}.")


def welcome_screen(context: RenderContext, choices: GuildChoices = _NOTHING_CHOSEN, now: int = 0) -> Screen:
    """The bot's greeting: what it is, how to play, and the language and time zone that it takes for this server.

    Readers of another language are offered it in its own words: for all boards if they may choose for the server.
    """
    t = context.t
    others = [words(language) for language in LANGUAGES if language != t.language]
    speaks = [other(_SPEAKS_TOO, language=own_name(other.language)) for other in others]
    more = (naming_commands(t, line) for line in (_EACH_DAY, _READER))
    return Screen(
        title=t("Hello! I am Gobelet."),
        body="\n".join(
            [
                t("Play dice games with your friends here: {games} and more.", games=", ".join(_known_names(t))),
                t("Press **Play**, then friends press **Join**."),
                naming_commands(t, _CAN_BE_SURE),
                *(f"-# {line}" for line in (t(_NEW_HERE), *speaks, *more)),
            ]
        ),
        rows=(
            (
                Button("play", t("Play"), Style.SUCCESS),
                Button("settings", t("Settings")),
                *(Button(HELLO_LANGUAGE.build(word=other.language), own_name(other.language)) for other in others),
            ),
            zone_menu(context, HELLO_ZONE, choices, now),
        ),
    )


def zone_menu(context: RenderContext, chosen: Pattern, choices: GuildChoices, now: int) -> Row:
    """The menu of a server's time zones, which ask for ``chosen``; the present one may begin with the next day."""
    held = N_("In force now") if zone_begins(choices, now) is None else N_("From the next day on")
    return ZONE.menu(context, chosen, choices.zone, held)


def own_name(language: str) -> str:
    """Return the name of ``language`` in itself."""
    return {"en": "English", "fr": "Français"}[language]


_OTHERS = (
    listing.key
    for entry in sorted(ENTRIES.values(), key=lambda entry: len(entry.listings))
    for listing in entry.listings
    if listing.seats.stop > 2
)
OFFERED: Collection[str] = tuple(dict.fromkeys((*BEST_KNOWN, *_OTHERS)))
"""Every game to open, the best known first, large families last; races belong to their game as its pace."""


def play_screen(
    context: RenderContext,
    played: Sequence[str] = (),
    offered: Collection[str] = OFFERED,
    *,
    lesson: str = BEST_KNOWN[0],
) -> Screen:
    """The games that newcomers know, a button each, and all that are ``offered``; a press opens a lobby in the channel.

    The first is what the start command opens by itself where people have ``played`` these, the most popular first.
    Newcomers are offered the ``lesson``, the guided first game of this one.
    """
    known_first = (usual(played, offered), *(game for game in BEST_KNOWN if game in offered))
    t, games = context.t, list(dict.fromkeys(known_first))[: len(BEST_KNOWN)]
    known = [CATALOGUE[key] for key in games]
    lines = [f"**{name}** · {_described(t, one)}" for name, one in zip(_known_names(t, games), known, strict=True)]
    choose = t("Choose a game: its table opens in this channel, and everybody there may join. Times are for two.")
    buttons = tuple(Button(OPEN.build(game=listing.key), t(listing.label), Style.PRIMARY) for listing in known)
    return Screen(
        title=t("Play"),
        body="\n".join((choose, "", *lines)),
        rows=(buttons, (_games(context, offered, alone=False),), guide_button(context, lesson)),
    )


# -- The help pages --------------------------------------------------------------------------------------------------

ABOUT = "about"
"""The page that tells no task: :func:`about_screen`."""
ELSEWHERE = "elsewhere"
"""The topic for people who want the bot in other places, too."""
FAIR = "fair"
FIRST = "play"

TOPICS: dict[str, tuple[str, tuple[str, ...]]] = {
    FIRST: (
        N_("Play a game"),
        (
            N_("New here? **Show me how** is a guided first game: two minutes, only for you."),
            N_("Choose a game below: its table opens in this channel."),
            N_("Friends press **Join**, then you press **Start**."),
        ),
    ),
    "dice": (
        N_("Hold and throw"),
        (
            N_("On your turn press **Throw**."),
            N_("Press the dice you want to hold, then throw the others: three throws at most."),
            N_("A held die is orange above a bar, and its button is green. Press it again to let it go."),
            N_("**{equal_dice}** holds the most equal dice at once. Press it again for another pair."),
            N_("Then choose a box: the two that pay most are buttons, the menu has all that score."),
            N_("Nothing fits? **Strike a box…**, last in the menu, writes 0 in a box of your choice."),
            N_("Wrong box? **↩️ Undo** takes it back as long as nobody has thrown since."),
            N_("Other games work alike: the buttons offer only what is allowed."),
        ),
    ),
    "tables": (
        N_("Find, open or end a table"),
        (
            N_("Is the board out of sight? {table} posts it again at the bottom."),
            N_("{table} also lists all your tables in this server."),
            N_("The host ends a table by {table}, and so can people with Manage Server."),
            N_("A table whose game nobody starts closes after a day."),
            N_("{rules}, or the **Rules** button, explains a game with examples."),
            N_(
                "**Show me how** is under **More** at every table, and on the board before the game where somebody "
                "is new to it."
            ),
            N_("Commands that open a table: {command}, {others}."),
        ),
    ),
    "me": (
        N_("Screen reader, colour-blindness & preferences"),
        (
            N_("**I use a screen reader**, in {preferences}: one press for large text, no emoji, all in words."),
            N_("You can also choose each of these alone, under **Seeing and hearing**."),
            N_("Where several share a board, your first press brings it to you in words, which follow the game."),
            N_("**More** → **In words** does that any time, also where you have switched embeds off."),
            N_("No colour tells anything alone: a sign or a word always says the same."),
            N_("Also there: your language, dice to press or in a menu, a question before you strike a box."),
            N_("Reminders, mentions and quiet hours are there, too."),
            N_("Others see nothing of it, except large text at tables you host."),
        ),
    ),
    "house": (
        N_("House rules and ways to play"),
        (
            N_("Choose ready-made house rules when you start a game."),
            N_("Single rules, seats, teams, matches, the Power die: **More**, before the game."),
            N_("Everybody at once, each at their own speed: choose that when you start (score sheets, {races})."),
            N_("A thread of its own leaves the channel free: choose that when you start, too."),
            N_("Throw real dice yourselves, and tell me what they show: **More**, before the game."),
            N_("Leaderboards rank games by standard rules, with solo games and real dice apart."),
            N_("The server may choose otherwise."),
        ),
    ),
    "computers": (
        N_("Play with computers"),
        (
            N_("Add up to seven, as seats allow, when you start, or by **More** → **Add a computer** before the game."),
            N_("**Beginner** slips often. **Casual**, **regular** and **strong** overlook less and less."),
            N_("**Champion** is the best that I can do. Before the game, the table tells how strong each is."),
            N_("They throw the same sealed dice as you, and see nothing that you do not."),
            N_("They play throw by throw, or at once: the host chooses under **Computers**, before the game."),
            N_("Such games count in no leaderboard, rating or record, unless the server chooses otherwise."),
            N_("{stats} shows how you do against each level."),
        ),
    ),
    "absent": (
        N_("Absent players and reminders"),
        (
            N_("Do you have to go? {table} gives up your seat, or lets a computer play until you are back."),
            N_("{table} shows where people wait for you."),
            N_("If the next player is away, I call them by a mention that goes away again after the turn."),
            N_("Is somebody slow? I remind them, a few times at most."),
            N_("The host says when, and what happens then: **More** → **Reminders**."),
            N_("I wait, skip the turn, let the table vote, let a computer play, or go on without them."),
            N_("Quiet hours, no reminders, or never a mention: {preferences}."),
        ),
    ),
    "boards": (
        N_("Leaderboards, stats & replays"),
        (
            N_("{leaderboard}: the most wins, the most games and the best scores here, by game and period."),
            N_("**Seasons** below it: this season's leaderboard, and those of past ones."),
            N_("{stats}: your games in numbers and a picture, or somebody else's."),
            N_("{games}: finished games, yours and this channel's."),
            N_("There, **Replay** steps through a game, and **Review** tells luck and decisions apart."),
            N_("**Game file** keeps it all in a file. The last board shows a picture of the result, to share."),
            N_("Right-click a result, or hold it on a phone: **Apps** reviews that game."),
            N_("On a person, **Apps** shows their statistics."),
        ),
    ),
    "daily": (
        N_("The daily"),
        (
            N_("{daily}: one game a day, alone and only once, with the same dice for everyone in this server."),
            N_("Once you have finished, you see how the others did. Sharing your result tells no dice."),
            N_("Days begin at midnight in the server's time zone. What is unfinished then does not count."),
            N_("Each month adds up its days. Two missed days a month do not end a streak."),
            N_("Past days can be played for practice."),
        ),
    ),
    "puzzles": (
        N_("Puzzles & training"),
        (
            N_("{puzzle}: a position from a game that computers played. What is best there?"),
            N_("One puzzle a day, the same everywhere, for a streak and a rating; and as many more as you like."),
            N_("{train}: your own mistakes come back as puzzles. Only you see them."),
        ),
    ),
    "tournaments": (
        N_("Tournaments"),
        (
            N_("{tournament_start}: one to five rounds with the same dice for everybody."),
            N_("Its option **ready** has an evening of three rounds together, or one every week."),
            N_("The result tells points and luck apart."),
            N_("{tournament_league}: the tournaments of every week, and their standings."),
        ),
    ),
    "server": (
        N_("Settings for this server"),
        (
            N_("{settings} is one panel, for people with Manage Server."),
            N_("Language, time zone, where games may be played, and who may start them."),
            N_("Reminders, pictures, leaderboards, seasons, a short or a long daily, and more."),
            N_("Boards speak the server's language, else that of the person who opens the table; in private, yours."),
            N_("**About Gobelet**, in the menu below, says what each permission is for."),
        ),
    ),
    ELSEWHERE: (
        N_("Take me along"),
        (
            N_("**Add to my account**: play in my direct messages, in groups, and on servers without me."),
            N_("**Add to this server**: for everybody there. Somebody with Manage Server does that."),
        ),
    ),
    FAIR: (
        N_("Fair dice"),
        (
            N_(
                "**Nobody can rig these dice, not even the person who runs me**, if you keep the seal, are the last to "
                "mix in a word, one nobody would guess, and **Verify this seal** afterwards."
            ),
            N_(
                "Before the game: **More** → **Keep the seal** sends it to you; then **Mix in a word**, a new one each "
                "time."
            ),
            N_(
                "After it: **Verify this seal**, in your direct messages. Did you copy it? **Verify** → **Compare with "
                "a seal**."
            ),
            N_(
                "What that does not prove: the person who runs me can still know throws to come, and close a table or "
                "stop a game."
            ),
            N_("A refused word, a closed table or a stopped game lets them draw again: beware if that happens often."),
            N_(
                "**Verify this seal** is my own answer, and that person could change me. **How it works** names a "
                "program to check without me."
            ),
            N_("{stats} and **Review** tell your luck in numbers."),
        ),
    ),
    PROOF: (
        N_("How fair dice work"),
        (
            N_(
                "The seal is a fingerprint of a secret, and fits no other. Every throw follows from that secret and a "
                "fingerprint of the words."
            ),
            N_("The secret is 32 random bytes, the seal their SHA-256; each throw comes from HMAC-SHA256."),
            N_(
                "After the game **Seal and secret**, below **Verify**, tells all that, and who mixed in a word, in "
                "order."
            ),
            N_(
                "Others mixed in a word after you? Trust the last of them. People who come, go or change options may "
                "still change seats, and so dice."
            ),
            N_(
                "A seal chosen from many, or used before, helps nobody: your word changes every throw. Of different "
                "seals only one fits in the end."
            ),
            N_("Where nobody mixed in a word, nothing is proven; and of a solo game, nothing to others."),
            N_(
                "The daily takes no words: its seal shows only that the dice stay the same. Somebody with a second "
                "account could look first."
            ),
            N_(
                "The recipe, and a short program that checks the **Game file**: `docs/fair-dice.md` in my source "
                "code. Ask the person who runs me for it."
            ),
        ),
    ),
    "privacy": (
        N_("Privacy"),
        (
            N_("I keep no names and no messages: I cannot read what you write."),
            N_("I keep the ids of players, servers and channels; games, their results and reviews."),
            N_("Of you I keep preferences, words mixed into dice, and answers to puzzles."),
            N_("I also keep who is blocked on a server and, for 90 days, a log of its managers."),
            N_("The log says what they did, to whom, and why if they say so. Only managers read it."),
            N_(
                "**My data** explains all that, gives you yours as a file (but no reasons of managers), and erases it "
                "if you wish."
            ),
            N_("Results of one server, group or conversation are shown in no other."),
            N_("When I am removed from a server, its data is deleted 30 days later."),
        ),
    ),
}
"""Each task: its name and its sentences."""

_NAMES = {key: label for key, (label, _) in TOPICS.items()} | {ABOUT: N_("About Gobelet")}

_MENU: dict[str, str] = {
    FIRST: N_("A first game, and every game to open"),
    "dice": N_("The buttons of your turn"),
    "tables": N_("A board out of sight, a game to end"),
    "computers": N_("Five levels, from beginner to champion"),
    "house": N_("Rules, teams, matches, real dice"),
    "daily": N_("One game a day, the same dice for all here"),
    "puzzles": N_("What is best? And your own mistakes again"),
    "tournaments": N_("Rounds with the same dice, or every week"),
    "me": N_("Large text, words, your language"),
    "boards": N_("The lead, your numbers, finished games"),
    "absent": N_("Somebody is away, and quiet hours"),
    FAIR: N_("How to see that nobody chose them"),
    "privacy": N_("What is kept, and how to erase it"),
    ELSEWHERE: N_("Add me to your account or a server"),
    "server": N_("For people with Manage Server"),
    ABOUT: N_("Version, permissions, invitation"),
}
"""Each page with what it is about, in the order of the menu: play first, then what is one's own, then the server."""
PAGES = {key: _NAMES[key] for key in _MENU}
"""All that the help has a page of, by its name."""


_WORDS: dict[str, str] = {
    FIRST: N_("games, open, start, beginner, learn, rules"),
    "me": N_("blind, accessibility, VoiceOver, TalkBack, colours, emoji"),
    "absent": N_("notifications, mentions, ping, late, waiting"),
    FAIR: N_(
        "cheat, rigged, trust, honest, random, proof, what fair dice prove, what is sure, and what is not, seal, "
        "secret, SHA-256"
    ),
    "privacy": N_("delete, GDPR"),
}
"""Words by which people look for a page, and which it does not say itself."""


def topics_of(t: Words, typed: str) -> list[str]:
    """Return the pages that are about what was ``typed``, those first whose name says it; the first page has games."""
    looked = plain_letters(typed.strip())
    names = " ".join(t(CATALOGUE[key].label) for key in OFFERED)
    found: dict[str, int] = {}
    for key, label in PAGES.items():
        words = t(_WORDS[key]) if key in _WORDS else ""
        texts = t(label), " ".join((t(_MENU[key]), words, names if key == FIRST else ""))
        said = " ".join(map(t, TOPICS[key][1])) if key in TOPICS else ""
        places = (place for place, text in enumerate((*texts, said)) if looked in plain_letters(text))
        if (place := next(places, None)) is not None:
            found[key] = place
    return sorted(found, key=found.__getitem__)


def offered_topics(topics: Iterable[str], *, manages: bool) -> list[str]:
    """Return ``topics`` as a reader is offered them who has not looked for one."""
    return [key for key in topics if manages or key != "server"]


def explanation(context: RenderContext, topic: str) -> str:
    """The sentences of the task ``topic``, one a line."""
    return "\n".join(f"- {_filled(context, sentence)}" for sentence in TOPICS[topic][1])


def help_screen(
    context: RenderContext,
    topic: str = FIRST,
    played: Sequence[str] = (),
    installations: Row = (),
    offered: Collection[str] = OFFERED,
    *,
    lesson: str = BEST_KNOWN[0],
    alone: bool = False,
    manages: bool = True,
) -> Screen:
    """The page for the task ``topic``; the first page for an unknown topic (a button may be old).

    That one begins with the ``lesson``, the guided first game of this one, and has a menu of those that are
    ``offered``. Rules are those of what people mean who name none, where they have ``played`` these. Where the bot is
    a guest, one may also play ``alone``, seen by nobody else. ``installations`` are the ways to have it elsewhere.
    Nothing offers the settings of a server to a reader who ``manages`` none: they are told who may, if they ask.
    """
    topic = topic if topic in TOPICS else FIRST
    acts = (
        installations if topic == ELSEWHERE else _acts(context, topic, usual(played, offered), lesson, manages=manages)
    )
    ways = (False, True)[: 1 + alone] if topic == FIRST else ()
    games = tuple((_games(context, offered, alone=way),) for way in ways)
    return Screen(
        title=context.t("Help: {topic}", topic=context.t(TOPICS[topic][0])),
        body=explanation(context, topic),
        rows=(*((acts,) if acts else ()), *games, *_doors(context, manages=manages)),
    )


def _acts(context: RenderContext, topic: str, game: str, lesson: str, *, manages: bool) -> Row:
    """The buttons that do what the page about ``topic`` tells of; ``game`` is the one that people play here."""
    t = context.t
    rules = Button(RULES_PAGE_OF.build(game=game, page="short"), t("Rules"))
    tables = Button(MY_TABLES, t("My tables"))
    match topic:
        case "play":
            return *guide_button(context, lesson), rules
        case "tables":
            return tables, rules
        case "absent":
            return (tables,)
        case "daily":
            return (Button("daily show", t("Play the daily")),)
        case "puzzles":
            return (Button("puzzle show", t("Solve the puzzle")),)
        case "server" if manages:
            return (Button("settings", t("Settings")),)
        case "fair":
            return (Button(HELP.build(topic=PROOF), t("How it works")),)
        case "proof":
            return (Button(HELP.build(topic=FAIR), t("Fair dice")),)
    return ()


def _filled(context: RenderContext, sentence: str) -> str:
    """Return ``sentence`` with its names: commands as the reader types them, the button of equal dice as they see it.

    ``{command}`` opens the first of all games, ``{others}`` the others; ``{races}`` may be played at once as a race.
    """
    t = context.t
    if "{races}" in sentence:
        raced = [entry for entry in ENTRIES.values() if any(listing.seats.stop == 2 for listing in entry.listings)]
        return t(sentence, races=t.listed([t(entry.listings[0].label) for entry in raced]))
    if "{equal_dice}" in sentence:
        label, emoji = equal_dice_label(context)
        return t(sentence, equal_dice=label or emoji)
    if "{command}" not in sentence and "{others}" not in sentence:
        return naming_commands(t, sentence)
    first, *others = opening_commands(t)
    return t(sentence, command=first, others=t.listed(others))


def _games(context: RenderContext, offered: Collection[str], *, alone: bool) -> Menu:
    """Every game that one can open here, for everybody or to play it alone."""
    t, listings, do = context.t, [CATALOGUE[key] for key in offered], OPEN_ALONE if alone else OPEN
    choices = tuple(
        Choice(do.build(game=listing.key), t(listing.label), truncate(begun(_described(t, listing)), 100))
        for listing in listings
    )
    if alone:
        return Menu("solo", t("Alone or with computers, seen by you only"), choices)
    return Menu("open", t("All games: choose one"), choices)


def _known_names(t: Words, games: Sequence[str] = BEST_KNOWN) -> list[str]:
    """Return the names of ``games``; the best known one of a family says what it is like."""
    first = {entry.best_known[0]: entry.like for entry in ENTRIES.values() if entry.best_known and entry.like}
    return [t(CATALOGUE[key].label) + (f" ({t(first[key])})" if key in first else "") for key in games]


def _described(t: Words, listing: Listing) -> str:
    """Return what is special about a game, and how long it takes by standard rules."""
    n = minutes_of(make(listing.key, {}))
    return t(listing.about) if n is None else t("{about} · {n} min", about=t(listing.about), n=n)


def _doors(context: RenderContext, *, manages: bool) -> tuple[Row, Row]:
    """The way to every page of the help, and to what is a person's own."""
    t = context.t
    return (_menu(context, manages=manages),), (
        Button("preferences", t("My preferences")),
        Button(MY_DATA, t("My data")),
    )


def _menu(context: RenderContext, *, manages: bool) -> Menu:
    t, shown = context.t, offered_topics(_MENU, manages=manages)
    choices = tuple(Choice(HELP.build(topic=key), t(PAGES[key]), t(_MENU[key])) for key in shown)
    return Menu("help", context.t("Help topics"), choices)
