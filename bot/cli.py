"""The command line. Each command imports its heavy parts itself: ``replay`` never loads Discord."""

import json
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from datetime import datetime

    from bot.settings import Settings
    from bot.tables.hand import HandStore
    from db.copies import Since

USAGE_ERROR = 2


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from bot.version import version

    click.echo(f"Gobelet {version()}")
    context.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version, and the commit where git knows it.",
)
def main() -> None:
    """Gobelet: dice nights for Discord."""


@main.command(short_help="A Discord of its own on this machine with the bot in it: no account, no token.")
@click.option(
    "--port", default=8420, show_default=True, type=click.IntRange(0, 65535), help="The page's port; 0 takes any."
)
@click.option(
    "--data",
    default=Path("data/play"),
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder in which games and messages are kept.",
)
@click.option(
    "--shards",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="How many shards it recommends to the bot.",
)
@click.option(
    "--shift",
    default=0,
    show_default=True,
    type=click.IntRange(0, 24 * 366),
    help="How many hours later it is there, to try posts, days and seasons.",
)
def play(port: int, data: Path, shards: int, shift: int) -> None:
    """Start a Discord on this machine with the bot in it, and print the page to open.

    You need no account and no token, and nothing leaves this machine. Open the page in two windows, the
    second with &as=ben, to be two people.
    """
    from bot.play import play

    _run(play(port, data, shards, shift), log_level="WARNING")


@main.command(short_help="The bot on the real Discord; needs DISCORD_TOKEN.")
def run() -> None:
    """Run the bot on Discord.

    \b
    Settings come from the environment or from a file .env in this folder:
      DISCORD_TOKEN    the bot's token (needed)
      DATABASE_URL     where games are kept (default: data/gobelet.db in this folder)
      DISCORD_API_URL  another server that speaks Discord's protocol (default: Discord)
      GOBELET_SUPPORT  where people reach you: a web address, invite or mail address (default: none)
      LOG_LEVEL        DEBUG, INFO, WARNING or ERROR (default: INFO)
      LOG_FORMAT       text, or json: an object a line, in UTC (default: text)
      METRICS_PORT     serve metrics for Prometheus on this port (default: no)
      METRICS_HOST     the address to serve them on (default: 127.0.0.1)
      SHARD_COUNT      shards of all processes together (default: what Discord recommends)
      SHARDS           those of this process: a range such as 0-3, or claim (default: all)
      PROCESS_NAME     which of several processes on this machine this is (default: none)
      HOLD_FILE        stay and say here why, instead of ending with status 2 (default: none)
    """
    from bot.run import StartError, run_program, serve
    from bot.settings import SettingsError, Stored, read_settings

    hold = Path(Stored().hold_file) if Stored().hold_file else None
    if hold is not None:
        hold.unlink(missing_ok=True)
    try:
        settings = read_settings()
        run_program(serve(settings), log_level=settings.log_level, log_format=settings.log_format)
    except SettingsError as error:
        _refused(str(error), USAGE_ERROR, hold)
    except StartError as error:
        _refused(str(error), error.status, hold)


def _refused(why: str, status: int, hold: Path | None) -> NoReturn:
    """Say why the bot cannot run and exit; where trying again would not help, stay if the host wants that."""
    if status == USAGE_ERROR and hold is not None:
        import logging

        from bot.health import hold as stay
        from bot.logs import set_up

        if not logging.getLogger().handlers:  # Where a setting is wrong, nothing logs yet.
            set_up("INFO")
        stay(hold, why)
    _stop(why, status)


@main.command(short_help="The dice emojis on Discord; --prune deletes those of earlier drawings.")
@click.option("--prune", is_flag=True, help="Delete those of earlier drawings. Older messages then show their names.")
def emojis(prune: bool) -> None:
    """List the emojis that the bot has uploaded to Discord, with the settings of `run`.

    The bot uploads new drawings beside the old ones, because earlier messages still show those. Discord keeps 2,000.
    """
    from bot.emoji_cleanup import tidy

    _run(tidy(_settings(), click.echo, prune=prune), log_level="WARNING")


@main.command(short_help="The number of shards of all processes that share a database.")
@click.argument("count", required=False, type=click.IntRange(1, 100_000))
def shards(count: int | None) -> None:
    """Print the number of shards of all processes with SHARDS, or change it to COUNT; stop all of them first.

    It stands in the database. The first process with SHARDS has written it there. Needs only DATABASE_URL.
    """
    from bot.run import change_shard_count
    from bot.settings import Stored

    _run(change_shard_count(Stored().database_url, count, click.echo), log_level="WARNING")


_WHAT = click.argument("what", type=click.Choice(("user", "server")))
_ID = click.argument("id", type=click.IntRange(1, 2**63 - 1))
_SOON = "A running bot learns of it within a minute."
_LONGEST_LINE = 200


@main.command(short_help="Do nothing for a person, or on a server; unblock lifts it.")
@_WHAT
@_ID
@click.option("--until", type=click.DateTime(("%Y-%m-%d", "%Y-%m-%dT%H:%M")), help="When it ends, in UTC.")
@click.option("--why", default="", help="One line that blocked people read.")
def block(what: str, id: int, until: "datetime | None", why: str) -> None:
    """Have the bot answer a person everywhere, or everybody on a server, with one sentence and nothing else.

    Needs only DATABASE_URL. A running bot learns of it within a minute. A block of before with other words is replaced.
    """
    import time
    from datetime import UTC, datetime

    from bot.tables.hand import EVERYBODY, EVERYWHERE, Block, HandStore

    now, end = int(time.time()), None if until is None else int(until.replace(tzinfo=UTC).timestamp())
    if end is not None and end <= now:
        raise click.UsageError("--until is in the past")
    place = (EVERYWHERE, id) if what == "user" else (id, EVERYBODY)

    new = Block(*place, now, end, _one_line(why))

    async def ask(hand: HandStore) -> None:
        for old in await hand.blocks():
            if (old.guild, old.user) == place:
                end = "" if old.until is None else f" until {datetime.fromtimestamp(old.until, UTC):%Y-%m-%d %H:%M} UTC"
                click.echo(f"This replaces a block{end}" + (f": {old.why}" if old.why else "."))
        await hand.block(new, None)
        click.echo(f"{what} {id} is blocked" + (f" until {until} UTC." if until else ".") + f" {_SOON}")

    _ask_hand(ask)


@main.command(short_help="Lift such a block.")
@_WHAT
@_ID
def unblock(what: str, id: int) -> None:
    """Do for a person or a server again what the bot does. The exit status is 1 if nothing was blocked.

    What the managers of a server have blocked there stays so.
    """
    from bot.tables.hand import EVERYBODY, EVERYWHERE, HandStore

    async def ask(hand: HandStore) -> None:
        if not await hand.lift(*((EVERYWHERE, id) if what == "user" else (id, EVERYBODY)), None):
            _stop(f"{what} {id} is not blocked", 1)
        click.echo(f"{what} {id} is no longer blocked. {_SOON}")

    _ask_hand(ask)


@main.command(short_help="The servers by their ids: how many people have played there, and the last game.")
def servers() -> None:
    """Print how many servers the database knows, then a line for each, without names; the last game comes first."""
    from datetime import UTC, datetime

    from bot.tables.hand import EVERYBODY, HandStore

    async def ask(hand: HandStore) -> None:
        known = await hand.servers()
        blocked = {block.guild for block in await hand.blocks() if block.user == EVERYBODY}
        click.echo(f"servers: {len(known)}")
        for server in known:
            played = "none" if server.last is None else f"{datetime.fromtimestamp(server.last, UTC):%Y-%m-%d}"
            note = ", blocked" * (server.guild in blocked)
            click.echo(f"{server.guild}: players {server.players}, last game {played}{note}")

    _ask_hand(ask)


@main.command(short_help="One line on new boards, such as when the bot will be away.")
@click.argument("text", required=False, default="")
@click.option("--clear", is_flag=True, help="Take the line back.")
def notice(text: str, clear: bool) -> None:
    """Show TEXT on every board that waits for players, or take it back; without both, print the line that stands.

    A running bot learns of it within a minute.
    """
    from bot.tables.hand import HandStore

    if text and clear:
        raise click.UsageError("give a text or --clear, not both")
    line = _one_line(text)

    async def ask(hand: HandStore) -> None:
        if line or clear:
            await hand.give_notice(line)
            click.echo(f"New boards say {'nothing more' if clear else 'it'}. {_SOON}")
        else:
            click.echo((await hand.changed())[1] or "New boards say nothing.")

    _ask_hand(ask)


def _one_line(text: str) -> str:
    """Return what people read, on one line; where it is too long, say so and exit."""
    line = " ".join(text.split())
    if len(line) > _LONGEST_LINE:
        raise click.UsageError(f"that has {len(line)} characters; {_LONGEST_LINE} fit")
    return line


def _ask_hand(ask: "Callable[[HandStore], Coroutine[Any, Any, None]]") -> None:
    """Run ``ask`` on the database of the settings."""
    from bot.run import ask_hand
    from bot.settings import Stored

    _run(ask_hand(Stored().database_url, ask), log_level="WARNING")


_version = click.option(
    "--rules-version",
    "version",
    type=click.IntRange(1),
    help="The version of the rules for records that name none; 1 is that of Gobelet 0.1. By default the newest, but 1 "
    "where the dice follow the recipe of 0.1.",
)


@main.command(short_help="Check records of games and print how they stand.")
@click.argument("file", type=click.File("rb"), default="-")
@_version
def replay(file: IO[bytes], version: int | None) -> None:
    """Replay records of games through the rules, and print one JSON object for each.

    FILE holds one record, or several as JSON Lines; without FILE, the command reads standard input. The exit status is
    1 if a record does not play.
    """
    from bot.games.replay import replay_lines

    _print_lines(replay_lines(file.read().decode("utf-8", "replace"), version))


_values = click.option(
    "--data",
    default=Path("data/mind"),
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder in which values are kept once they are worked out.",
)


_why = click.option(
    "--why/--no-why", default=True, show_default=True, help="Say why another move is better: up to a second a move."
)


@main.command(short_help="Say what each move of a position is worth.")
@click.argument("file", type=click.File("rb"), default="-")
@_values
@click.option(
    "--level",
    type=click.Choice(("beginner", "casual", "regular", "strong", "champion")),
    help="Also say what a computer player of this strength does.",
)
@click.option("--seed", default=0, show_default=True, help="What slips come from: all but a champion make some.")
@_why
@_version
def advise(file: IO[bytes], data: Path, level: str | None, seed: int, why: bool, version: int | None) -> None:
    """Say what the last position of each record is worth, and each of its moves, as one JSON object.

    FILE holds one record, or several as JSON Lines; without FILE, the command reads standard input. The first question
    about a game takes up to 15 seconds, by some house rules a minute. The exit status is 1 if there is no answer to a
    record.
    """
    from random import Random

    from bot.mind.records import Advisor

    # Slips are no dice of a game.
    advisor = Advisor(data, level, lambda: Random(seed), version, why=why)  # noqa: S311
    _print_lines(advisor.lines(file.read().decode("utf-8", "replace")))


@main.command(short_help="Say what luck and decisions brought in a finished game.")
@click.argument("file", type=click.File("rb"), default="-")
@_values
@click.option("--text", is_flag=True, help="Print a table for people, with the costliest decisions.")
@_why
@_version
def review(file: IO[bytes], data: Path, text: bool, why: bool, version: int | None) -> None:
    """Say for each player of each record what was to be expected, and what luck and decisions brought.

    FILE holds one record, or several as JSON Lines; without FILE, the command reads standard input. Each line is a JSON
    object. The first game of its kind takes up to 15 seconds, by some house rules a minute. The exit status is 1 if a
    record has no review.
    """
    from bot.mind.records import Reviewer

    reviewer, pasted = Reviewer(data, version, why=why and not text), file.read().decode("utf-8", "replace")
    if not text:
        _print_lines(reviewer.lines(pasted))
    good = True
    for table, ok in reviewer.tables(pasted):
        click.echo(table + "\n", err=not ok)
        good = good and ok
    sys.exit(0 if good else 1)


@main.command(short_help="Rank the players of a tournament by their records.")
@click.argument("file", type=click.File("rb"), default="-")
@click.option(
    "--scoring",
    type=click.Choice(("matchpoints", "total", "net")),
    default="matchpoints",
    show_default=True,
    help="The share of the field that a player beats, the points, or the points without luck.",
)
@_values
@_version
def tournament(file: IO[bytes], scoring: str, data: Path, version: int | None) -> None:
    """Rank players who threw the same dice, and print one JSON object.

    FILE holds a record a line, each with two keys more: "round", from 1, and "player". Without FILE, the command reads
    standard input. A player without a finished record has 0 in that round. The exit status is 1 if a record does not
    play or does not belong there; the object names its line.
    """
    from bot.mind.records import TournamentRanking

    places = TournamentRanking(data, scoring, version).places(file.read().decode("utf-8", "replace"))
    _print_lines(iter([(places, bool(places["ok"]))]))


@main.command(short_help="Work everybody's trophies out again from the games; stop the bot first.")
@click.option("--repair", is_flag=True, help="Store what follows from the games in place of what differs.")
def trophies(repair: bool) -> None:
    """Work everybody's trophies out again from what is stored, and say what differs. Stop the bot first.

    Games from before there were trophies bring theirs with --repair. The exit status is 1 if something differs and
    stays so. Needs only DATABASE_URL of the settings.
    """
    from bot.run import check_trophies
    from bot.settings import Stored

    _run(check_trophies(Stored().database_url, click.echo, repair=repair), log_level="WARNING")


@main.command(short_help="Tell whether a running bot is well (exit status 0 or 1).")
def healthcheck() -> None:
    """Say whether the bot that runs with these settings is connected and can store games.

    Where several run on this machine, PROCESS_NAME says which.
    """
    from bot.health import beat_file, held, is_healthy
    from bot.settings import Stored

    hold = Stored().hold_file
    if hold and (why := held(Path(hold))):
        _stop(f"held: {why}", 1)
    settings = _settings(wrong=1)
    if not is_healthy(beat_file(settings.database_url, settings.process_name)):
        _stop("not well: the bot does not run, or Discord or its database does not answer it", 1)
    click.echo("well")


@main.command(short_help="Copy the database; the bot may run meanwhile.")
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Copy the database to FILE, check the copy, and leave it readable for you only.

    The bot may run meanwhile. FILE must not exist; - writes to standard output. Needs only DATABASE_URL of the
    settings. The exit status is 2 if the command needs other arguments, 1 if it cannot make a sound copy.
    """
    from db import copies

    database = _database("pg_dump")
    with _reported_errors():
        if str(file) == "-":
            copies.back_up_to(database, sys.stdout.buffer)
        else:
            size = copies.back_up(database, file)
            click.echo(f"{database} is saved in {file}, {size / 2**20:.1f} MiB, and the copy is sound.")


@main.command(short_help="Put a copy in the place of the database; the bot must be stopped.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(file: Path, yes: bool) -> None:
    """Check FILE, and put a copy of it in the place of the database. Stop the bot first.

    The command says what was played since the copy, and asks whether to undo that. Where nobody can be asked, it needs
    --yes: without a terminal, and with -, which reads FILE from standard input. It keeps the replaced database beside
    the new one, with the date in its name.
    """
    from db import copies

    database = _database("pg_restore")

    def may(since: copies.Since | None) -> bool:
        click.echo(_undone(since), err=True)
        if yes:
            return True
        if str(file) != "-" and _is_asked():
            return click.confirm("Restore the copy?", err=True)
        click.echo("Nobody can be asked here: with --yes the copy is restored.", err=True)
        return False

    with _reported_errors():
        if str(file) == "-":
            kept = copies.restore_from(database, sys.stdin.buffer, may)
        else:
            kept = copies.restore(database, file, may)
    click.echo(f"{database} is restored." + (f" What was there is kept as {kept}." if kept is not None else ""))


def _is_asked() -> bool:
    """Whether somebody sits before this command."""
    return sys.stdin.isatty()


def _undone(since: "Since | None") -> str:
    """Say what restoring a copy undoes."""
    from datetime import UTC, datetime

    if since is None:
        return "What was played since the copy cannot be counted: the present database cannot be read."
    if not since.moves and not since.games:
        return "Nothing was played since the copy."
    last = f"{datetime.fromtimestamp(since.copied, UTC):%Y-%m-%d %H:%M} UTC" if since.copied else "none"
    return (
        f"Restoring undoes what was played since the copy (its last move: {last}): moves {since.moves:,} at tables "
        f"{since.tables:,}, ended games {since.games:,}. It also undoes settings, preferences and erasures since then."
    )


_DAY = 86_400


@main.command(short_help="Pack the moves of old games; they can still be replayed and verified.")
@click.argument("days", type=click.IntRange(30))
@click.option("--vacuum", is_flag=True, help="Then give the room back to the disk (SQLite); stop the bot for that.")
def shrink(days: int, vacuum: bool) -> None:
    """Pack the moves of games that have been over for DAYS days, into a sixth of the room.

    Replays, records and the check of the dice go on as before. The bot may run meanwhile, if it is of this version or a
    later one. Needs only DATABASE_URL of the settings.
    """
    import time

    from bot.run import shrink as shrunk
    from bot.settings import Stored
    from db import copies
    from db.queries.archive import Packed

    done: list[Packed] = []

    async def work() -> None:
        with _bar() as progress:
            before = int(time.time()) - days * _DAY
            done.append(await shrunk(Stored().database_url, before, lambda more, of: progress("packing", more, of)))

    _run(work(), log_level="WARNING")
    for packed in done:
        click.echo(
            f"Packed: games {packed.games:,}, moves {packed.moves:,}; of {packed.before / 2**20:.1f} MiB are left "
            f"{packed.after / 2**20:.1f}."
        )
    if vacuum:
        with _reported_errors():
            was, now = copies.vacuum(_database("VACUUM FULL journal"))
            click.echo(f"The file had {was / 2**20:.1f} MiB and has {now / 2**20:.1f}.")


@main.command(short_help="Move everything to another database, such as PostgreSQL; the bot must be stopped.")
@click.argument("url")
def move(url: str) -> None:
    """Copy everything from the database of the settings to the empty one at URL, and compare every row.

    Stop the bot first. It goes from SQLite to PostgreSQL and back. The old database stays as it is. Where the command
    is cut off, run it again: it goes on. Until it is through, the bot does not start on the new one. Needs only
    DATABASE_URL of the settings.
    """
    from bot.settings import Stored
    from db.moving import Moved
    from db.moving import move as moved

    done: list[Moved] = []

    async def work() -> None:
        with _bar() as progress:
            done.append(await moved(Stored().database_url, url, progress))

    with _reported_errors():
        _run(work(), log_level="WARNING")
    for all_of_it in done:
        click.echo(
            f"{all_of_it.target} holds everything now: {all_of_it.rows:,} rows, each compared.\n"
            "Next: set DATABASE_URL to the address that you have just given (in .env, or wherever it is set), start "
            "the bot, and look whether it is well (python -m bot healthcheck).\n"
            f"{all_of_it.source} is as it was. Nothing new comes there from now on: keep it for some days, then delete "
            "it. Make backups of the new one (docs/hosting.md, Backups)."
        )


@contextmanager
def _bar() -> "Iterator[Callable[[str, int, int], None]]":
    """Lend what shows progress: a bar on a terminal, else a line for each part."""
    with ExitStack() as stack:
        bars: list[Any] = []

        def progress(what: str, more: int, of: int) -> None:
            if not bars:
                bars.append(stack.enter_context(click.progressbar(length=max(of, 1), label=what, file=sys.stderr)))
            bars[0].label = what
            bars[0].update(more)

        yield progress


def _settings(wrong: int = USAGE_ERROR) -> "Settings":
    """Return the settings; where they are wrong, exit with that status."""
    from bot.settings import SettingsError, read_settings

    try:
        return read_settings()
    except SettingsError as error:
        _stop(str(error), wrong)


def _run(program: Coroutine[Any, Any, None], log_level: str) -> None:
    """Run ``program`` to its end; where it cannot start, say why and exit."""
    from bot.run import StartError, run_program

    try:
        run_program(program, log_level=log_level)
    except StartError as error:
        _stop(str(error), error.status)


def _print_lines(reports: Iterator[tuple[dict[str, object], bool]]) -> NoReturn:
    """Print each report as a line of JSON, and exit with 1 if one of them is not good."""
    good = True
    for report, ok in reports:
        sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n")
        good = good and ok
    sys.exit(0 if good else 1)


def _database(instead: str) -> Path:
    """Return the SQLite file of the settings; without one, say to use ``instead``."""
    from bot.settings import Stored
    from db.connection import engines

    with _reported_errors():
        file = engines.sqlite_file(engines.parse(Stored().database_url))
    if file is None:
        _stop(f"the database is PostgreSQL: use {instead} (docs/hosting.md, Backups)", USAGE_ERROR)
    return file


@contextmanager
def _reported_errors() -> Iterator[None]:
    """Print in one line what is wrong with a database."""
    from db.connection.faults import DatabaseError, DatabaseInUse, WrongDatabase

    try:
        yield
    except (WrongDatabase, DatabaseInUse) as error:
        _stop(str(error), USAGE_ERROR)
    except DatabaseError as error:
        _stop(str(error), 1)


def _stop(message: str, status: int) -> NoReturn:
    click.echo(f"gobelet: {message}", err=True)
    sys.exit(status)
