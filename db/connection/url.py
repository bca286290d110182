"""Reads database URLs as people write them, and says what is wrong with one it cannot use."""

import os
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from db.connection.errors import WrongDatabase

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}

_LAST_PORT = 65_535


def parse(text: str) -> URL:
    """Return the URL with its asynchronous driver. Raises WrongDatabase; its message holds no password."""
    try:
        url = make_url(text.strip())
        if not 0 <= (url.port or 0) <= _LAST_PORT:  # uvloop would take another port instead.
            raise ValueError
    except (ArgumentError, ValueError):
        raise WrongDatabase(
            "The database URL cannot be read; it looks like sqlite:///data/gobelet.db or postgresql://user@host/name."
        ) from None
    driver = _DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise WrongDatabase(f"The database URL names {url.drivername}; use sqlite or postgresql.")
    if driver.startswith("sqlite") and url.database in (None, "", ":memory:"):
        raise WrongDatabase("The database URL names no file; write one, such as sqlite:///data/gobelet.db.")
    if driver.startswith("sqlite") and str(url.database).startswith("file:"):
        raise WrongDatabase("The database URL of a file has only its path, such as sqlite:///data/gobelet.db.")
    if "sslmode" in url.query and "ssl" not in url.query:  # Other drivers' word; asyncpg takes the same values.
        url = url.difference_update_query(["sslmode"]).update_query_dict({"ssl": url.query["sslmode"]})
    return url.set(drivername=driver)


def sqlite_file(url: URL) -> Path | None:
    """Return the file of an SQLite URL; None for another database."""
    return Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None


def prepare(file: Path) -> None:
    """Make the folder and the file usable for this user only: they hold the secrets of running games."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise WrongDatabase(f"The database file {str(file)!r} cannot be used: {why}.") from error
