"""The pure parts of the page's modules: reading what people type, and drawing it."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.standin.client.files import STATIC

WORLD = """
    const { state } = await import("/state.js");
    state.me = { id: "1", key: "ana", name: "Ana", locale: "en-US", permissions: "0" };
    state.people = [state.me, { id: "2", key: "chloe", name: "Chloé", locale: "fr", permissions: "8" }];
    state.roles = [{ id: "9", name: "@everyone" }, { id: "8", name: "Regulars" }];
    state.channels = [{ id: "5", name: "dice", type: 0 }, { id: "6", name: "stage", type: 13 }];
"""
COMMANDS = """
    const count = { type: 4, name: "seats", description: "How many", min_value: 1, max_value: 8 };
    const name = { type: 3, name: "name", description: "", required: true, name_localizations: { fr: "nom" } };
    state.commands = [
      { id: "11", name: "help", description: "How to play" },
      { id: "12", name: "yum", description: "", options: [
        { type: 1, name: "start", description: "Open a game", options: [name, count],
          name_localizations: { fr: "démarrer" } },
        { type: 1, name: "rules", description: "Read the rules" },
      ] },
      { id: "13", name: "settings", description: "For managers", default_member_permissions: "32" },
    ];
    const commands = await import("/commands.js");
"""

Run = Callable[[str], Any]


@pytest.fixture(scope="module")
def page(browser: Any) -> Iterator[Any]:
    """A page that has the modules, and nothing else. It takes a second to open, so all tests here share one."""

    def serve(route: Any) -> None:
        name = route.request.url.rpartition("/")[2]
        if (STATIC / name).suffix == ".js":
            route.fulfill(path=STATIC / name, content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    page = browser.new_page()
    page.route("**/*", serve)
    yield page
    page.close()


@pytest.fixture
def run(page: Any) -> Run:
    """``run("… return …")`` runs a script that imports the page's modules, as they are when nobody has used them."""
    page.goto("http://page.test/")
    return lambda script: page.evaluate(f"async () => {{ {script} }}")


def test_every_module_says_that_its_types_are_checked() -> None:
    modules = list(STATIC.glob("*.js"))
    assert modules
    assert [one.name for one in modules if not one.read_text("utf-8").startswith("// @ts-check\n")] == []


def test_marks_in_a_text_become_elements(run: Run) -> None:
    said = {
        "**bold** and *lean*": "<strong>bold</strong> and <em>lean</em>",
        "__*both*__ ~~gone~~": "<u><em>both</em></u> <s>gone</s>",
        "`a*b*c`": '<code class="inline-code">a*b*c</code>',
        r"\*just stars\*": "*just stars*",
        "2 * 3 * 4": "2 * 3 * 4",
        "snake_case_name": "snake_case_name",
        "<@1> <@2> <@3>": '<span class="mention me">@Ana</span> <span class="mention">@Chloé</span> '
        '<span class="mention">@unknown-user</span>',
        "<@&8> <@&7>": '<span class="mention">@Regulars</span> <span class="mention">@deleted-role</span>',
    }
    daily = run(
        f"{WORLD} const {{ inlineMarkdown }} = await import('/markdown.js');"
        f"const html = (text) => {{ const box = document.createElement('p');"
        f"box.append(inlineMarkdown(text)); return box.innerHTML; }};"
        f"return {list(said)}.map(html);"
    )
    assert daily == list(said.values())


def test_no_text_becomes_markup_or_runs(run: Run) -> None:
    texts = ["<img src=x onerror=alert(1)>", "[press](javascript:alert(1))", "<javascript:alert(1)>", "**<b>x</b>**"]
    tags, text = run(
        f"const {{ markdown }} = await import('/markdown.js'); const box = document.createElement('p');"
        f"for (const text of {texts}) box.append(markdown(text));"
        "return [[...box.querySelectorAll('*')].map((node) => node.nodeName), box.textContent];"
    )
    assert set(tags) == {"SPAN", "STRONG"}
    assert text == "".join(texts).replace("**", "")


def test_blocks_are_headings_quotes_lists_and_code(run: Run) -> None:
    text = r"# Title\n> quoted\n> twice\n- one\n- two\n  - below\n-# small\n```py\n**code**\n```\nend"
    tree = run(
        f"const {{ markdown }} = await import('/markdown.js'); const box = document.createElement('div');"
        f'box.append(markdown("{text}"));'
        "return [...box.children].map((node) => [node.nodeName, node.textContent]);"
    )
    assert tree == [
        ["H2", "Title"],
        ["BLOCKQUOTE", "quoted\ntwice"],
        ["UL", "onetwobelow"],
        ["SMALL", "small"],
        ["PRE", "**code**"],
        ["SPAN", "end"],
    ]


def test_a_text_is_read_aloud_without_its_marks(run: Run) -> None:
    read = run(
        f"{WORLD} const {{ plain }} = await import('/markdown.js'); return plain('**Ana** threw <:die_6:77>, <@2>');"
    )
    assert " ".join(read.split()) == "Ana threw die 6 , @Chloé"


def test_a_row_of_dice_is_nothing_but_emoji(run: Run) -> None:
    only = run(
        "const { onlyEmoji } = await import('/markdown.js');"
        "return ['🎲 🎲', '<:die_1:5> <:die_2:6>', 'a 🎲', 'six'].map(onlyEmoji);"
    )
    assert only == [True, True, False, False]


def test_a_typed_line_becomes_a_command_with_its_options(run: Run) -> None:
    read = run(
        f"{WORLD} {COMMANDS} const parsed = (line) => {{ const found = commands.parse(line);"
        "return found && [found.command.id, found.command.path, found.values]; };"
        "state.me.locale = 'fr';"
        "return ['/yum start name:two words seats:4', '/YUM DEMARRER nom:Été', '/yum', '/yum starts', '/help me']"
        ".map(parsed);"
    )
    assert read == [
        ["12", ["start"], {"name": "two words", "seats": "4"}],
        ["12", ["start"], {"name": "Été"}],
        None,
        None,
        ["11", [], {}],
    ]


def test_commands_are_found_by_any_part_of_their_names(run: Run) -> None:
    found = run(
        f"{WORLD} {COMMANDS} const names = (typed) => commands.search(typed).map((one) => one.name);"
        "const mine = names(''); state.me.permissions = '32';"
        "return [mine, names(''), names('sta'), names('START'), names('how to'), names('chess'),"
        " commands.shownName('yum start')];"
    )
    assert found == [
        ["yum start", "help", "yum rules"],
        ["yum start", "help", "yum rules", "settings"],
        ["yum start"],
        ["yum start"],
        ["help"],
        [],
        "/yum start",
    ]


def test_a_field_takes_what_fits_its_option(run: Run) -> None:
    values = run(
        f"{WORLD} const {{ valueOf, listOf }} = await import('/options.js');"
        "const option = (kind, more = {}) => ({ kind, shown: 'x', choices: [], channelTypes: [], ...more });"
        "const whole = option('integer', { min: 1, max: 8 });"
        "const value = (one, text) => { try { return valueOf(one, text); }"
        " catch (error) { return error.option === one; } };"
        "return [value(whole, ' 8 '), value(whole, '9'), value(whole, '0'), value(whole, '1.5'), value(whole, 'x'),"
        " value(option('number'), '1,5'), value(option('user'), '@chloe'), value(option('user'), 'nobody'),"
        " value(option('role'), 'regulars'), value(option('boolean'), 'no'),"
        " value(option('string', { max: 3 }), 'four'), value(option('string'), ' '),"
        " listOf(option('channel', { channelTypes: [0] })).map((one) => one.label)];"
    )
    wrong = True  # the complaint names the option
    assert values == [8, wrong, wrong, wrong, wrong, 1.5, "2", wrong, "8", False, wrong, wrong, ["#dice"]]


def test_a_list_is_narrowed_to_what_was_typed(run: Run) -> None:
    lists = run(
        "const { narrowed } = await import('/options.js');"
        "const list = ['#dice', 'Méli', 'Amélie'].map((label, value) => ({ label, value }));"
        "return ['', 'me', '#D', 'z'].map((typed) => narrowed(list, typed).map((one) => one.label));"
    )
    assert lists == [["#dice", "Méli", "Amélie"], ["Méli", "Amélie"], ["#dice"], []]


def test_rights_ids_and_names(run: Run) -> None:
    found = run(
        f"{WORLD} const {{ authorName, before, may, nameOf, roleName }} = await import('/state.js');"
        "const plain = may(32); state.me.permissions = '8'; const admin = may(32); state.me.permissions = '48';"
        "return [plain, admin, may(32), may('64'), ['20', '100', '3'].sort(before), state.roles.map(roleName),"
        " nameOf('2'), nameOf('44'), authorName({ id: '44', username: 'zoe', global_name: 'Zoé' })];"
    )
    assert found == [False, True, True, False, ["3", "20", "100"], ["@everyone", "@Regulars"], "Chloé", None, "Zoé"]


def test_sentences_follow_the_language_of_the_reader(run: Run) -> None:
    english, french, local, cousin = run(
        "const { localised, say, speak } = await import('/words.js');"
        "speak('de'); const english = say('playAs', { name: 'Ana', number: 1 });"
        "speak('fr'); const french = say('playAs', { name: 'Ana', number: 1 });"
        "const thing = { name: 'start', name_localizations: { fr: 'jouer', 'en-GB': 'begin' } };"
        "return [english, french, localised(thing, 'name', 'fr'), localised(thing, 'name', 'en-US')];"
    )
    assert english != french
    assert all("Ana" in text and "1" in text and "{" not in text for text in (english, french))
    assert (local, cousin) == ("jouer", "begin")


def test_days_and_times_are_said_from_today(run: Run) -> None:
    said = run(
        "const { dayName, format } = await import('/times.js'); const { speak } = await import('/words.js');"
        "speak('en-US'); const now = Date.now(); const ago = (seconds) => new Date(now - seconds * 1000);"
        "return [dayName(ago(0)), dayName(ago(86400)), format(ago(7200), 'R'), format(ago(-86400 * 3), 'R'),"
        " format(new Date(NaN), 'f')];"
    )
    assert said == ["Today", "Yesterday", "2 hours ago", "in 3 days", "?"]


def test_french_counts_the_first_of_every_month_in_every_style_that_names_it(run: Run) -> None:
    french, others, hours = run(
        "const { format } = await import('/times.js'); const { speak } = await import('/words.js'); speak('fr');"
        "const on = (day, style) => [...Array(12).keys()].map((m) => format(new Date(2027, m, day, 1, 5), style));"
        "const english = (speak('en-US'), format(new Date(2027, 0, 1, 21, 0), 'f')); speak('fr');"
        "const all = (day) => ['D', 'f', 'F'].flatMap((style) => on(day, style));"
        "return [all(1), all(11), english];"
    )
    assert len(french) == 36
    assert all(re.search(r"(^|\s)1er [a-zéû]{3,}", said) for said in french), french
    assert not [said for said in others if "1er" in said]
    assert "PM" in hours, "as Discord writes it, so that no full stop follows another"


def test_an_element_is_patched_and_stays_the_same_element(run: Run) -> None:
    same, html, swapped = run(
        "const { h, morph } = await import('/dom.js');"
        "const box = h('div', {}, h('ul', {}, h('li', {}, 'one'), h('li', {}, 'two')));"
        "const first = box.querySelector('li'); first.dataset.liveOpen = 'yes';"
        "morph(box.firstChild, h('ul', { class: 'new', hidden: false }, h('li', { title: 't' }, 'one!')));"
        "const html = box.innerHTML; const same = box.querySelector('li') === first;"
        "morph(first, h('li', { 'data-key': 'other' }, 'x')); return [same, html, box.querySelector('li') !== first];"
    )
    assert same
    assert html == '<ul class="new"><li data-live-open="yes" title="t">one!</li></ul>'
    assert swapped


def test_what_is_announced_is_sentences_with_one_full_stop_and_a_space_between_them(run: Run) -> None:
    said = run(
        f"{WORLD} const {{ announceNew }} = await import('/a11y.js');"
        "const box = document.getElementById('announcer') ?? document.body.appendChild(document.createElement('div'));"
        "box.id = 'announcer';"
        "announceNew({ id: '50', author: { id: '44', username: 'zoe' }, flags: 0,"
        " content: 'final\\n## 181 points', embeds: [{ title: 'Ben wins.', description: 'first\\nsecond' }] });"
        "return box.textContent;"
    )
    assert said.endswith(": final 181 points. Ben wins. first")


def test_a_press_hears_what_changed_and_last_what_to_do_next(run: Run) -> None:
    said = run(
        f"{WORLD} const {{ announceEdit }} = await import('/a11y.js');"
        "const box = document.getElementById('announcer') ?? document.body.appendChild(document.createElement('div'));"
        "box.id = 'announcer';"
        "const shown = (text) => ({ id: '50', author: { id: '44', username: 'zoe' }, flags: 0, content: '',"
        " embeds: [{ description: text }] });"
        "const before = shown('first\\na\\nb\\nc\\n**1 of 7** Throw.');"
        "const said = [];"
        "for (const pressed of [null, '50']) {"
        " state.pressed = { message: pressed, at: Date.now() }; box.textContent = '';"
        " announceEdit(before, shown('new\\nA\\nB\\nC\\n**2 of 7** Hold.'));"
        " await new Promise((done) => setTimeout(done, 1000)); said.push(box.textContent); }"
        "return said;"
    )
    assert said == ["zoe: new", "new. A. B. 2 of 7 Hold."], "whose words these are is told once"


def test_what_is_announced_takes_the_place_of_nothing_that_is_still_being_spoken(run: Run) -> None:
    said = run(
        f"{WORLD} const {{ announce }} = await import('/a11y.js');"
        "const box = document.getElementById('announcer') ?? document.body.appendChild(document.createElement('div'));"
        "box.id = 'announcer'; box.textContent = '';"
        "for (const text of ['one', 'two', 'two']) announce(text);"
        "return [...box.children].map((part) => part.textContent);"
    )
    assert said == ["one", "two", "two"]


TOLD = """
    const { announceEdit } = await import("/a11y.js");
    const box = document.getElementById("announcer") ?? document.body.appendChild(document.createElement("div"));
    box.id = "announcer";
    const row = (...ids) => [{ type: 1, components: ids.map((custom_id) => ({ type: 2, custom_id })) }];
    const board = row("g1:7oup5ing:3:roll", "g1:7oup5ing:3:more");
    const inWords = (step) => row(`g1:7oup5ing:${step}:read`, `g1:7oup5ing:${step}:more`);
    const shown = (id, flags, components, content) =>
      ({ id, author: { id: "44", username: "zoe" }, flags, content, components });
    const edit = (id, flags, components, old, now) => {
      state.messages.set(id, shown(id, flags, components, now));
      announceEdit(shown(id, flags, components, old), state.messages.get(id));
    };
    const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
"""


def test_a_board_that_is_told_in_private_is_heard_there_alone_from_what_happened_on(run: Run) -> None:
    """Ana presses on the board that all see; her words about it follow. Later Ben's move calls her.

    Where she presses on the words, the board that all see follows when they have been told.
    """
    said = run(
        f"{WORLD} {TOLD} const said = [];"
        "for (const pressed of ['50', null]) {"
        " state.pressed = { message: pressed, at: pressed ? Date.now() : 0 }; box.textContent = '';"
        " edit('50', 0, board, 'Yum\\nold', 'Yum\\nnew');"
        " edit('51', 64, inWords(3), 'Yum\\nold\\nwait\\nx',"
        " 'Yum\\nnew\\n<@1>, your turn\\nOpen: 6\\n<@1> 12\\n-# until 7');"
        " await pause(1000); edit('50', 0, board, 'Yum\\nnew', 'Yum\\nnewer');"
        " await pause(1000); said.push(box.textContent); }"
        "return said;"
    )
    assert [told.removeprefix("Private message from zoe: ") for told in said] == [
        "new. @Ana, your turn. Open: 6. @Ana 12", "new. @Ana, your turn"
    ]  # fmt: skip


def test_a_board_is_heard_once_its_words_follow_it_no_more(run: Run) -> None:
    """Discord lets the bot change what is private for a quarter of an hour: after that, only Ben's board goes on."""
    said = run(
        f"{WORLD} {TOLD} state.pressed = {{ message: null, at: 0 }};"
        "state.messages.set('51', shown('51', 64, inWords(2), 'Yum\\nold'));"
        "edit('50', 0, board, 'Yum\\nold', 'Yum\\nnew'); await pause(1000); const soon = box.textContent;"
        "await pause(2500); return [soon, box.textContent];"
    )
    assert said[0] == ""
    assert said[1].endswith("new")


def test_a_board_that_comes_anew_is_heard_in_its_words_alone(run: Run) -> None:
    said = run(
        f"{WORLD} {TOLD} const {{ announceNew }} = await import('/a11y.js');"
        "state.messages.set('51', shown('51', 64, inWords(3), 'Yum\\nnew'));"
        "announceNew(shown('52', 0, board, 'Yum\\nnew')); const board_ = box.textContent;"
        "announceNew(shown('53', 0, row('g1:7oup5ing:3:down'), '<@1>, your turn'));"
        "return [board_, box.textContent];"
    )
    assert said[0] == ""
    assert said[1].endswith("@Ana, your turn"), "what calls her is told"


@pytest.mark.parametrize(
    "beside",
    [
        "row('g1:7oup5ing:3:sheet')",
        "row('g1:7oup5ing:3:read')",
        "row('g1:9ther9ne:3:read', 'g1:9ther9ne:3:more')",
        "row('g1:7oup5ing:3:hinted keep', 'g1:7oup5ing:3:hint')",
        "[]",
    ],
    ids=["a sheet", "what More opens", "another table in words", "a hint", "nothing to press"],
)
def test_a_board_is_heard_though_something_else_changes_in_private(run: Run, beside: str) -> None:
    """Ben moves, and in the same moment a private message of Ana's gets what it lacked."""
    said = run(
        f"{WORLD} {TOLD} state.pressed = {{ message: null, at: 0 }};"
        "edit('50', 0, board, 'Yum\\nold', 'Yum\\nBen writes 25.\\n<@1>, your turn');"
        f"edit('51', 64, {beside}, 'Mine\\nold', 'Mine\\n12 points');"
        "await new Promise((done) => setTimeout(done, 1000)); return box.textContent;"
    )
    assert "Ben writes 25. @Ana, your turn" in said
    assert "12 points" in said


def test_a_message_calls_the_person_it_names_and_is_told_in_a_few_words(run: Run) -> None:
    found = run(
        f"{WORLD} const {{ everyLine, gist, mentionsMe }} = await import('/message.js');"
        "const zoe = { id: '44', username: 'zoe' };"
        "const message = (more) => ({ id: '50', author: zoe, content: '', flags: 0, ...more });"
        "const board = message({ content: '🎲 🎲', embeds: [{ title: '**Yum**', description: 'first\\nsecond',"
        " fields: [{ name: 'Turn', value: '3' }] }] });"
        "return [mentionsMe(message({ mentions: [{ id: '1' }] })), mentionsMe(message({ mentions: [{ id: '2' }] })),"
        " mentionsMe(message({ pinged: true })), mentionsMe(message({ author: { id: '1' }, pinged: true })),"
        " gist(board), everyLine(board)];"
    )
    assert found[:4] == [True, False, True, False]
    assert found[4:] == [["Yum", "first"], ["Yum", "first", "second", "Turn: 3"]]


def test_what_is_long_is_told_up_to_the_end_of_a_sentence_or_of_a_word(run: Run) -> None:
    sentences, words = " ".join([f"Sentence {n} ends here." for n in range(40)]), "word " * 200
    told = run(
        f"{WORLD} const {{ gist }} = await import('/message.js');"
        "const message = (content) => ({ id: '50', author: { id: '44', username: 'zoe' }, content, flags: 0 });"
        f"return [gist(message('{sentences}'))[0], gist(message('{words}'))[0]];"
    )
    assert sentences.startswith(told[0])
    assert told[0].endswith(" ends here.")
    assert told[1].endswith("word…")
    assert all(300 < len(said) <= 401 for said in told)


def test_what_answers_a_deleted_message_says_so_as_discord_does_small_and_slanted(run: Run) -> None:
    said = run(f"""{WORLD}
        const {{ messageView }} = await import("/message.js");
        const message = {{ id: "77", type: 19, flags: 0, timestamp: "2026-01-01T12:00:00Z", content: "the board",
            author: {{ id: "3", username: "bot" }}, mentions: [], mention_roles: [], embeds: [], attachments: [],
            components: [], message_reference: {{ message_id: "76", channel_id: "5" }} }};
        const line = messageView(message, null).querySelector(".context .gone");
        return line && line.textContent.trim();
    """)
    assert said == "Original message was deleted"
