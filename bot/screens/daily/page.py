"""The game of the day: today's page, the end of one's own game, the day's leaderboard.

What others see shows no dice, and nothing shows the secret before the day is over. Buttons ask for ``daily`` with these
words, at a table or not: ``show``, ``play <day>``, ``rules <day>``, ``share <day>``, ``board <day>``, which opens the
leaderboard, ``board <day> <page> <word>``, which turns its pages.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.engine.types import Seat
from bot.engine.words import N_
from bot.games import CATALOGUE
from bot.screens.games import face_of
from bot.screens.kit.command_names import naming_commands
from bot.screens.kit.pager import page_count, turning
from bot.screens.kit.values import LEAF_GREEN, SLATE, Button, Desk, Field, Row, Screen, Style, code_block, mention
from bot.tables.core.model import Fair, Status, Table
from bot.tables.daily import days
from bot.tables.daily.games import PAGE, DayBoard, DayResult, Drawn, Line, Today


def intro_screen(desk: Desk, today: Today, *, turned: bool = False) -> Screen:
    """The day before one plays: its game, that it is for once, the seal. ``turned``: a new day has just begun."""
    t = desk.t
    drawn = today.drawn
    lines = [
        t("A new day has begun.") if turned else "",
        t("Everybody in this server throws the same dice today: alone, and only once."),
        t("It counts if you finish before the day ends, {when}.", when=_moment(drawn.day)),
        "",
        _finishers(desk, today.total),
        streak_line(desk, today.streak),
    ]
    buttons = [Button(f"daily play {drawn.day}", t("Play"), Style.PRIMARY), _rules_button(desk, drawn.day)]
    if today.before is not None:
        buttons.append(_board_button(desk, today.before))
    return Screen(
        title=day_title(desk, drawn.day, drawn.game),
        body="\n".join(lines).strip("\n"),
        fields=(dice_field(desk, drawn.fair, over=False),),
        rows=(tuple(buttons),),
    )


def on_the_day(desk: Desk, table: Table, board: Screen) -> Screen:
    """The board during a game of the day, with its day and closing time."""
    t = desk.t
    day = table.manner.daily
    if day is None:
        return board
    closes = t("The daily: it counts if you finish before the day ends, {when}.", when=_moment(day))
    return replace(board, body=f"{board.body}\n{closes}", footer=f"{_day(desk, day)} · {board.footer}")


def end_screen(desk: Desk, table: Table, result: DayResult | None) -> Screen:
    """One's own game after its end; ``result`` if its player has finished it."""
    t = desk.t
    day = table.manner.daily or 0
    points = table.game.scores(table.state)[0]
    sheet = code_block(face_of(table.game.key).sheet(desk, table.game, table.state, Seat(0)))
    if table.status is not Status.FINISHED:
        said = t("The day ended before your sheet was full, so this game does not count.")
        other = naming_commands(t, N_("{daily} has another one for you."))
        return Screen(
            title=day_title(desk, day, table.game.key),
            body=f"{said} {other}\n{sheet}",
            footer=t("Table {code}", code=table.code),
            colour=SLATE,
            rows=((_board_button(desk, day),),),
        )
    lines = [t("You finish with **{points}** points.", points=points), *_placing(desk, result)]
    if result is None or not result.over:
        lines.append(t("The next daily begins {when}.", when=_moment(day)))
    return Screen(
        title=day_title(desk, day, table.game.key),
        body="\n".join([*lines, sheet]),
        fields=(dice_field(desk, table.fair, over=result is not None and result.over),),
        footer=t("Table {code}", code=table.code),
        colour=LEAF_GREEN,
        rows=(
            (
                Button(f"daily share {day}", t("Share"), Style.PRIMARY),
                _board_button(desk, day, t("Board of the day")),
                Button("replay", t("Replay")),
            ),
        ),
    )


@dataclass(frozen=True, slots=True)
class DayPage:
    """A page of a day's leaderboard (from 0), for one reader."""

    drawn: Drawn
    board: DayBoard
    page: int
    over: bool
    before: int | None
    """The earlier day whose leaderboard is a button away."""
    after: int | None


def day_board_screen(desk: Desk, page: DayPage) -> Screen:
    """Everybody who has finished, best first; after the day also the secret of its dice."""
    t = desk.t
    board, own = page.board, page.board.own
    lines = [_line(desk, line, own) for line in board.lines]
    if own is not None and own not in board.lines:
        lines += ["…", _line(desk, own, own)]
    pages = page_count(board.total, PAGE)
    turns = turning(desk, page.page, pages, f"daily board {page.drawn.day} {{}} {{}}".format)
    footer = t.many("{n} player has finished", "{n} players have finished", board.total)
    if pages > 1:
        footer += " · " + t("page {page} of {pages}", page=page.page + 1, pages=pages)
    return Screen(
        title=t("{daily}: the board", daily=day_title(desk, page.drawn.day, page.drawn.game)),
        body="\n".join(lines) or t("Nobody has finished this one."),
        fields=(dice_field(desk, page.drawn.fair, over=page.over, entropy=True),),
        footer=footer,
        rows=tuple(row for row in (turns, _days(desk, page)) if row),
    )


def finish_first(desk: Desk, total: int) -> str:
    """The text in place of the leaderboard for those who have not finished."""
    t = desk.t
    said = t("Finish yours first: then you see how the others did.")
    return f"{said} {_finishers(desk, total)}"


def _days(desk: Desk, page: DayPage) -> Row:
    return tuple(
        Button(f"daily board {day} 0 {word}", _day(desk, day))
        for day, word in ((page.before, "before"), (page.after, "after"))
        if day is not None
    )


def _line(desk: Desk, line: Line, own: Line | None) -> str:
    # Not "2. ", which Discord takes for a list and counts by itself; then no two players would share a rank.
    said = f"**{line.rank}.** {line.score} · {mention(line.user)}"
    return desk.t("{line} (you)", line=said) if line == own else said


def day_title(desk: Desk, day: int, game: str) -> str:
    """The title of a day and its game."""
    return desk.t("Daily of {day}: {game}", day=_day(desk, day), game=desk.t(CATALOGUE[game].label))


def _day(desk: Desk, day: int) -> str:
    return desk.t.day(days.begins(day))


def _moment(day: int) -> str:
    """When the day ends, as a countdown of Discord's."""
    return f"<t:{days.ends(day)}:R>"


def _board_button(desk: Desk, day: int, label: str = "") -> Button:
    return Button(f"daily board {day}", label or desk.t("Board of {day}", day=_day(desk, day)))


def _rules_button(desk: Desk, day: int) -> Button:
    return Button(f"daily rules {day}", desk.t("Rules"))


def _finishers(desk: Desk, total: int) -> str:
    t = desk.t
    if not total:
        return t("Nobody has finished yet.")
    return t.many("{n} person has finished so far.", "{n} people have finished so far.", total)


def streak_line(desk: Desk, streak: int) -> str:
    """How many days in a row somebody has finished; one day is no row."""
    if streak < 2:
        return ""
    return desk.t.many("You have finished {n} day in a row.", "You have finished {n} days in a row.", streak)


def _placing(desk: Desk, result: DayResult | None) -> list[str]:
    if result is None:
        return []
    placed = place_words(desk, result)
    return [f"{placed[:1].upper()}{placed[1:]}.", streak_line(desk, result.streak)]


def place_words(desk: Desk, result: DayResult) -> str:
    """The player's place among those who have finished."""
    t = desk.t
    if result.over:
        return t("place **{rank}** of {total}", rank=result.rank, total=result.total)
    return t("place **{rank}** of {total} so far", rank=result.rank, total=result.total)


def dice_field(desk: Desk, fair: Fair, *, over: bool, entropy: bool = False) -> Field:
    """The day's dice: the seal, and the secret when the day is ``over``."""
    t = desk.t
    lines = [t("Seal: `{seal}`", seal=fair.commitment)]
    if over:
        lines.insert(0, t("Secret: `{secret}`", secret=fair.secret.hex()))
        if entropy:
            lines.append(t("Mixed in: `{entropy}`", entropy=fair.entropy))
        lines.append(naming_commands(t, N_("{verify} computes every throw of a game again.")))
    else:
        lines.append(t("The secret is told on this day's board when the day is over."))
    return Field(t("Fair dice"), "\n".join(lines))
