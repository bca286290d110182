"""Run the stand-in alone: `python -m bot.standin --port 8399`. Prints its addresses as one line of JSON."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
from pathlib import Path

import click

from bot.standin.server import Standin


async def _run(
    port: int, key: str | None, name: str, token: str | None, data: Path | None, compress: bool, haste: float
) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    async with Standin(port, key=key, name=name, token=token, data=data, compress=compress, haste=haste) as standin:
        addresses = {"api": standin.api_base, "gateway": standin.gateway_url, "page": standin.page_url}
        click.echo(json.dumps({**addresses, "cdn": standin.cdn_base}))
        await stop.wait()


@click.command()
@click.option("--port", default=0, show_default=True, help="Port on 127.0.0.1; 0 takes any free one.")
@click.option("--key", help="Secret of the page; drawn when absent.")
@click.option("--name", default="Robot", show_default=True, help="What the bot and its server are called.")
@click.option("--token", envvar="STANDIN_TOKEN", help="The only token that a bot may bring; without it, any will do.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Keep the world in this directory.")
@click.option("--compress", is_flag=True, help="Send zlib streams, as Discord does.")
@click.option(
    "--haste",
    default=1.0,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="How many times shorter than Discord's the windows of rate limits are.",
)
def main(
    port: int, key: str | None, name: str, token: str | None, data: Path | None, compress: bool, haste: float
) -> None:
    """A Discord on this machine, for bots that are pointed at it."""
    try:
        asyncio.run(_run(port, key, name, token, data, compress, haste))
    except OSError as error:
        raise click.ClickException(str(error.strerror or error)) from error


if __name__ == "__main__":
    main()
