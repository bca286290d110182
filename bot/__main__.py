"""``python -m bot``."""

from bot.cli import main

main(prog_name="python -m bot")
