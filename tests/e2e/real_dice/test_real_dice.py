"""Every game with dice of the players' own: they type or press what fell, over sockets, even if the bot dies."""

import json
import random
import re
from typing import Any

import pytest

from bot.games import ENTRIES
from bot.games.replay import replay
from bot.tables.model import errors
from tests.e2e.playing import PrivateMessage, code_of, forge, of_game, refusal

GAMES = {
    "yamslam": "yamslam start",
    "5000": "5000 start",
    "421": "421 start",
    "ambition": "ambition start",
    "cant_stop": "cantstop start",
}
DECISIONS = ("take", "pass", "bank", "stand", "move", "stop")
ENTERING = ("face ", "next ")
MOST = 3000


def entering(play: Any) -> bool:
    """Whether the board asks for the faces of a throw."""
    return any(do.startswith(ENTERING) for do in play.does)


def to_go(play: Any, hands: Any) -> int:
    """The number of dice that are missing."""
    return int(re.search(r"(\d+) (?:die|dice) to go", hands["described"](play.now))[1])


def asked(play: Any, hands: Any) -> Any:
    """The person whose throw the board asks for: of a tie by name."""
    named = re.search(r"\*\*[^*]*what did <@(\d+)> throw\?\*\*", hands["described"](play.now))
    return play.people[named[1]] if named else play.turn


async def press_face(play: Any, hands: Any, face: int) -> Any:
    do = next(do for do in play.does if re.match(rf"(next \d+ )?face {face} ", do))
    return await play.do(do, asked(play, hands))


async def press_faces(play: Any, hands: Any, faces: list[int]) -> None:
    for face in faces:
        assert (await press_face(play, hands, face)).updated


async def type_faces(play: Any, hands: Any, faces: list[int]) -> Any:
    """Type them in the form of the board; returns the answer."""
    who = asked(play, hands)
    form = await play.do(next(do for do in play.does if do.startswith("type ")), who)
    assert form.modal is not None, form.text
    return await who.submit(form, line=" ".join(map(str, faces)))


async def dice_of_form(play: Any, hands: Any) -> int:
    """The number of dice that the next throw has, as its button says."""
    labels = [one["label"] for row in play.now["components"] for one in row["components"] if "label" in one]
    return int(next(found[1] for label in labels if (found := re.match(r"Enter throw: (\d+) di[ce]e?$", label))))


class Players:
    """Two people with wooden dice, who play on whatever happens to the bot."""

    def __init__(self, place: Any, hands: Any, play: Any, chance: random.Random) -> None:
        self.place, self.hands, self.play, self.chance = place, hands, play, chance
        self.typed = self.pressed = self.throws = 0

    def thrown(self, count: int) -> list[int]:
        return [self.chance.randint(1, 6) for _ in range(count)]

    def journal(self) -> list[Any]:
        return self.hands["rows"](self.place.file, "SELECT dice FROM journal ORDER BY number")  # type: ignore[no-any-return]

    async def step(self) -> None:
        """Enter a throw, or decide something."""
        play, does = self.play, self.play.does
        if entering(play):
            await self._by_buttons()
            return
        decisions = [do for do in does if do.startswith(DECISIONS)]
        throws = [do for do in does if do.startswith("type ")]
        assert decisions or throws, play.now
        if decisions and (not throws or self.chance.random() < 0.5):
            assert (await play.do(self.chance.choice(decisions))).updated
        elif not self.typed or (self.pressed and self.chance.random() < 0.5):  # However short the game is, both.
            await self._type(await dice_of_form(play, self.hands))
        else:
            await self._by_buttons()

    async def _type(self, count: int) -> None:
        who = self.play.turn
        if not self.typed:  # The first one is mistyped, and taken back.
            await type_faces(self.play, self.hands, self.thrown(count))
            await self.play.do("undo", who)
            assert (self.play.turn.id, await dice_of_form(self.play, self.hands)) == (who.id, count)
        faces, before = self.thrown(count), len(self.journal())
        assert (await type_faces(self.play, self.hands, faces)).updated
        self._check(before, faces)
        self.typed += 1

    async def _by_buttons(self, leave: int = 0) -> None:
        """Press the faces of a throw, all but the last ``leave``.

        What is entered by halves stands on the board alone. Soon after a kill, the board is drawn again from its row,
        and people begin with that throw anew.
        """
        before, expected, asked_for = len(self.journal()), None, False
        while True:
            if not entering(self.play):
                offered = next((do for do in self.play.does if do.startswith("faces ")), None)
                if offered is None:
                    assert asked_for, self.play.now  # That board was behind its row; the answer has shown the row.
                    return
                await self.play.do(offered)
                asked_for = True
                continue
            said = self.hands["described"](self.play.now)
            shown = re.search(r"Thrown so far: \*\*([★\d-]+)\*\*", said)
            so_far = [int(face) for face in re.findall(r"\d", shown[1])] if shown else []
            missing = to_go(self.play, self.hands)
            if expected is None or (expected[: len(so_far)], len(expected)) != (so_far, len(so_far) + missing):
                expected = [*so_far, *self.thrown(missing)]
            if missing == leave:
                return
            assert (await press_face(self.play, self.hands, expected[len(so_far)])).updated
            if missing == 1:
                break
        self._check(before, expected)
        self.pressed += 1

    def _check(self, before: int, faces: list[int]) -> None:
        """What was entered stands in the journal, once the action has all its throws."""
        self.throws += 1
        rows = self.journal()
        if len(rows) > before:
            assert json.loads(rows[-1][0])[-1] == faces

    async def to_end(self, settle: Any = None) -> None:
        """Play until the game is over, by typing and by pressing."""
        while "rematch" not in self.play.does and self.throws < MOST:
            await self.step()
            if settle is not None:
                await settle()
        assert self.typed
        assert self.pressed

    async def half_a_throw(self) -> None:
        """Play on until a throw of several dice is entered up to its last die."""
        while not entering(self.play):
            while not ("faces roll" in self.play.does and await dice_of_form(self.play, self.hands) > 1):
                await self.step()
            await self._by_buttons(leave=1)
        assert to_go(self.play, self.hands) == 1


async def opened(place: Any, hands: Any, seed: str, game: str) -> Players:
    """Two people at a table of ``game`` that has just begun; ``place`` is the bot in this loop, or as a process."""
    rules = {} if game == "cant_stop" else {"rules": "friends"}
    play = await place.lobby("ana", "ben", command=GAMES[game], dice="real", **rules)
    assert "Real dice" in str(play.now["embeds"][0]["fields"])
    await play.begin()
    by_dice = game in ("yamslam", "421", "cant_stop")
    assert ("Thrown by the bot for the first turn: " in hands["described"](play.now)) == by_dice
    return Players(place, hands, play, random.Random(f"{seed} {game}"))


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_with_real_dice(evening: Any, hands: Any, seed: str, game: str) -> None:
    players = await opened(evening, hands, seed, game)
    await players.to_end(evening.settle)
    await _check_end(players, game)


@pytest.mark.long(7)
@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_with_real_dice_survives_two_kills(process: Any, hands: Any, seed: str, game: str) -> None:
    running = await process.start()
    players = await opened(process, hands, seed, game)
    for _ in range(2):
        await players.half_a_throw()
        saved = players.journal()
        await process.kill(running)
        running = await process.start()
        assert players.journal() == saved
        await players.step()
        assert len(players.journal()) == len(saved) + 1
    await players.to_end()
    await _check_end(players, game)
    status, log = await process.end(running)
    assert (status, "Traceback" in log) == (0, False)


async def _check_end(players: Players, game: str) -> None:
    """The result says how it was thrown; its record is whole; the leaderboard keeps it apart."""
    play, hands, file = players.play, players.hands, players.place.file
    ana = players.place.standin.person("ana")
    result = play.now["embeds"][-1]
    assert "final result" in result["description"]
    assert result["fields"][0]["name"] == "Real dice"
    record = await of_game(ana, "record")
    report = replay(ana.world.blobs[record.message["attachments"][0]["id"]].data)
    assert (report["ok"], report["game"], report["finished"], report.get("fair")) == (True, game, True, None)
    code = code_of(play.now)
    opened = PrivateMessage(ana, await ana.command("games", game=code))
    assert not opened.asks("verify")
    said = await forge(ana, play.board, f"g1:{code}:1:verify")
    assert said.text == refusal(ana, errors.ThrownByHand())
    assert hands["rows"](file, "SELECT DISTINCT real_dice, kind FROM results") == [(1, "real")]
    assert ana.mention not in (await ana.command("leaderboard", game=game)).text
    kinds = {kind for (kind,) in hands["rows"](file, "SELECT DISTINCT kind FROM standings")}
    assert "real" in kinds
    assert "together" not in kinds


async def test_every_game_can_be_started_with_real_dice(evening: Any) -> None:
    for command in (command for entry in ENTRIES.values() for command in entry.commands):
        play = await evening.lobby("ana", command=f"{command.name} start", dice="real")
        assert (await evening.table(play)).settings.real_dice
        await evening.end_table(evening.person("ana"))


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", ["5000", "cantstop"])
async def test_everybody_at_once_enters_what_fell_on_a_board_of_their_own(evening: Any, hands: Any, game: str) -> None:
    play = await evening.game("ana", "ben", command=f"{game} start", dice="real", pace="parallel")
    count = 5 if game == "5000" else 4
    for person, faces in ((evening.person("ana"), [1, 1, 1, 2, 3]), (evening.person("ben"), [5, 5, 5, 2, 3])):
        own = PrivateMessage(person, await person.press(play.board, custom_id=play.does["mine"]))
        form = await own.do("type roll")
        assert (await person.submit(form, line="7" * count)).text == refusal(person, errors.WrongFaces(count))
        form = await own.do("type roll")
        assert (await person.submit(form, line=" ".join(map(str, faces[:count])))).updated
        assert not own.asks("type roll")
        assert (await own.do("undo")).updated
        await own.do("faces roll")
        for face in faces[:count]:
            await own.do(f"face {face} ")
        dice = hands["rows"](evening.file, "SELECT dice FROM journal ORDER BY at DESC, number DESC")
        assert [json.dumps([faces[:count]], separators=(",", ":"))] in [list(row) for row in dice]


# -- the rampo of 421 --------------------------------------------------------------------------------------------


async def tied(evening: Any, hands: Any, *players: str) -> Any:
    """A round of 421 in which everybody has 6-5-4, and the last one has pressed Stop."""
    play = await evening.game(*players, command="421 start", dice="real")
    for _ in players:
        await type_faces(play, hands, [6, 5, 4])
        await play.do("stand")
    return play


async def test_a_rampo_is_asked_for_by_name_and_everybody_enters_their_own(evening: Any, hands: Any) -> None:
    play = await tied(evening, hands, "ana", "ben", "chloe")
    first, acting = asked(play, hands), play.turn
    assert f"**Rampo: what did {first.mention} throw?**" in hands["described"](play.now)
    assert first.id != acting.id
    saved = hands["rows"](evening.file, "SELECT number FROM journal")
    await press_faces(play, hands, [4, 2, 1])
    assert f"Entered: {first.mention} **4-2-1**" in hands["described"](play.now)
    second = asked(play, hands)
    assert second.id not in (first.id, acting.id)
    refused = await type_faces(play, hands, [6, 6])
    assert refused.text == refusal(second, errors.WrongFaces(3))
    assert (await type_faces(play, hands, [6, 6, 5])).updated
    assert asked(play, hands).id == acting.id
    assert hands["rows"](evening.file, "SELECT number FROM journal") == saved
    await press_faces(play, hands, [2, 2, 1])
    said = hands["described"](play.now)
    assert f"Rampo: {first.mention} 4-2-1 · {second.mention} 6-6-5 · {acting.mention} 2-2-1" in said
    assert f"{acting.mention}: 6-5-4 → **receives 2 tokens**" in said
    dice = hands["rows"](evening.file, "SELECT dice FROM journal ORDER BY number DESC LIMIT 1")[0][0]
    assert json.loads(dice) == [[4, 2, 1], [6, 6, 5], [2, 2, 1]]


async def test_a_throw_of_a_rampo_is_corrected_before_the_last_one_is_there(evening: Any, hands: Any) -> None:
    play = await tied(evening, hands, "ana", "ben")
    first = asked(play, hands)
    await press_faces(play, hands, [4, 2, 1])
    await press_face(play, hands, 0)
    assert asked(play, hands).id == first.id
    assert "Thrown so far: **4-2** · 1 die to go" in hands["described"](play.now)
    await press_faces(play, hands, [2])
    assert f"Entered: {first.mention} **4-2-2**" in hands["described"](play.now)
    acting = play.turn
    await play.do("close", acting)
    assert "stand" in play.does
    assert "Rampo" not in hands["described"](play.now)


async def test_a_button_of_a_throw_that_is_entered_already_changes_nothing(evening: Any, hands: Any) -> None:
    play = await tied(evening, hands, "ana", "ben")
    first = asked(play, hands)
    old = next(custom_id for do, custom_id in play.does.items() if do.startswith("face 6 "))
    form = await play.do("type stand", first)
    await press_faces(play, hands, [4, 2, 1])
    before = play.now
    assert (await hands["forge"](first, play.board, old)).updated
    assert hands["described"](play.now) == hands["described"](before)
    late = await first.submit(form, line="6 6 6")
    assert "out of date" in (late.text or "") + "".join(one["content"] for one in late.followups)
    assert (hands["described"](play.now), play.does) == (hands["described"](before), hands["does"](before))


async def test_people_who_only_watch_enter_nothing(evening: Any, hands: Any) -> None:
    play = await tied(evening, hands, "ana", "ben")
    chloe, before = evening.person("chloe"), hands["described"](play.now)
    for do in ("type stand", next(do for do in play.does if do.startswith("face 6 "))):
        await play.do(do, chloe)
    await evening.settle()
    private = [one["content"] for one in chloe.messages() if one["flags"]]
    assert private == [refusal(chloe, errors.NotSeated())], "once, however often she presses"
    assert hands["described"](play.now) == before


async def test_half_a_rampo_is_entered_again_after_a_restart(quiet_evening: Any, hands: Any) -> None:
    evening = quiet_evening
    async with evening.running():
        play = await tied(evening, hands, "ana", "ben")
        acting = play.turn
        await press_faces(play, hands, [4, 2, 1])
        await press_faces(play, hands, [6])
    async with evening.running():
        old = next(do for do in play.does if do.startswith("next 1 face 6 "))
        assert (await play.do(old, acting)).updated
        assert "3 dice to go" in hands["described"](play.now)
        await press_faces(play, hands, [4, 2, 1])
        await press_faces(play, hands, [6, 6, 5])
        assert len((await evening.table(play)).state.last.rampos) == 1


async def test_a_roll_off_is_entered_on_the_board_after_the_last_strike(evening: Any, hands: Any) -> None:
    play = await evening.lobby("ana", "ben", sheet="yum_original", dice="real")
    ana, ben = evening.person("ana"), evening.person("ben")
    panel = PrivateMessage(ana, await play.do("more", ana))
    await panel.do("option tab rules")
    await panel.do("option set tiebreak 3")
    for person in (ana, ben):
        preferences = await person.command("preferences")
        await hands["forge"](person, preferences, "g1:-:0:preferences ask x", "preferences set confirm_strike yes")
    await play.begin()
    while not entering(play):
        await type_faces(play, hands, [1, 2, 3, 5, 6])
        who = play.turn
        if "menu strike" in play.does:  # Where no box scores, the menu strikes at once.
            await play.do("menu strike")
        strikes = [do for do in play.does if do.startswith("strike")]
        question = await play.do(strikes[0] if strikes else next(do for do in play.does if do.startswith("mark")))
        yes = await who.press(question, "Yes, strike it")
        await evening.settle()
    assert yes.text == "The totals are equal: the board asks for the throws that break the tie."
    first = asked(play, hands)
    assert f"**To break the tie: what did {first.mention} throw?**" in hands["described"](play.now)
    await press_faces(play, hands, [1, 1, 1, 1, 1])
    await press_faces(play, hands, [6, 1, 1, 1, 1])
    await evening.settle()
    assert "final result" in play.now["embeds"][-1]["description"]
    assert play.now["content"] == f"**{who.mention} wins!**"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("command", "dice", "told"),
    [
        ("5000 start", [1, 1, 1, 2, 3, 3], "Power 3"),
        ("cantstop start", [3, 3, 4, 4, 5], "Power 5"),
        ("yamslam start", [1, 2, 3, 4, 6, 4], "Power 4"),
        ("421 start", [4, 2, 1, 2], "Power 2"),
    ],
)
async def test_the_power_die_is_entered_last(
    evening: Any, hands: Any, command: str, dice: list[int], told: str
) -> None:
    play = await evening.game("ana", "ben", command=command, dice="real", power=True)
    while entering(play):  # Who begins.
        await press_faces(play, hands, [6, 5, 4][: to_go(play, hands)])
    assert await dice_of_form(play, hands) == len(dice)
    await type_faces(play, hands, dice)
    assert told in hands["described"](play.now)
