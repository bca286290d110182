"""What the host of the bot may set: environment variables, or the same names in ``.env``."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_TOKEN = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+")
_SUPPORT = re.compile(
    r"https?://[^\s/<>()\[\]]+\.[^\s<>()\[\]]+|[^\s@:/<>()\[\]]+@[^\s@:/<>()\[\]]+\.[^\s@:/<>()\[\]]+"
)
_LONGEST_SUPPORT = 200
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")
CLAIM = "claim"
"""As ``SHARDS``: take whatever shards no other process holds."""
DEFAULT_DATABASE = "sqlite+aiosqlite:///data/gobelet.db"


class SettingsError(ValueError):
    """A setting is missing or wrong; the message is one line for the person who starts the bot."""


def _token(value: SecretStr) -> SecretStr:
    text = value.get_secret_value().strip()
    if not text:
        raise ValueError("is missing: put the bot's token there (docs/hosting.md tells where to find it)")
    if any(character.isspace() or not character.isprintable() for character in text):
        raise ValueError("is not a bot token: there is a space or a line break in it")
    return SecretStr(text)


def _api_url(value: str) -> str:
    url = value.strip().rstrip("/")
    if url and re.fullmatch(r"https?://[^\s/]+(/\S*)?", url) is None:
        raise ValueError("must be a web address such as http://127.0.0.1:8399/api/v10, or empty for Discord itself")
    return url


def _support(value: str) -> str:
    address = value.strip()
    if address.startswith("discord.gg/"):
        address = f"https://{address}"
    if address and (len(address) > _LONGEST_SUPPORT or not _SUPPORT.fullmatch(address)):
        raise ValueError(
            "must be a web address (https://…), an invite (discord.gg/…) or a mail address of at most "
            f"{_LONGEST_SUPPORT} characters, or empty"
        )
    return address


def _shards(value: str) -> str:
    text = value.strip().lower()
    match = _RANGE.fullmatch(text)
    if text not in ("", CLAIM) and (match is None or int(match[2] or match[1]) < int(match[1])):
        raise ValueError(f"must be a range such as 0-3, or {CLAIM}, or empty for all shards")
    return text


def _level(value: object) -> object:
    return value.strip().upper() if isinstance(value, str) else value


def _lower(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


class Stored(BaseSettings):
    """The settings of the commands that need only the database and no token."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True)

    database_url: str = DEFAULT_DATABASE
    """Where tables and results lie: an SQLite file, or PostgreSQL."""
    hold_file: str = ""
    """Where a bot that cannot start for good says why, and stays; without it, it ends with status 2."""


class Settings(Stored):
    """The settings of ``python -m bot run``."""

    discord_token: Annotated[SecretStr, AfterValidator(_token)] = Field(default=SecretStr(""), validate_default=True)
    """The bot's token."""
    discord_api_url: Annotated[str, AfterValidator(_api_url)] = ""
    """Another server that speaks Discord's protocol; empty means Discord."""
    gobelet_support: Annotated[str, AfterValidator(_support)] = ""
    """Where people reach the host. ``/help`` shows it to everybody, and so does **My data**; empty means nowhere."""
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_level)] = "INFO"
    """The amount to log; upper and lower case mean the same."""
    log_format: Annotated[Literal["text", "json"], BeforeValidator(_lower)] = "text"
    """Lines for people, or a JSON object a line for programs."""
    background_reviews: bool = True
    """Whether the bot reviews finished games by itself when nothing else is to be done."""
    metrics_port: Annotated[int, Field(ge=1, le=65_535)] | None = None
    """The port on which the bot serves metrics for Prometheus; none by default."""
    metrics_host: str = "127.0.0.1"
    """The address it listens on; by default only this machine can reach it."""

    shard_count: Annotated[int, Field(ge=1, le=100_000)] | None = None
    """The number of shards of all processes of the bot together; by default as many as Discord recommends."""
    shards: Annotated[str, AfterValidator(_shards)] = ""
    """Which of them this process holds: a range, or whatever is free (:data:`CLAIM`); empty means all."""

    process_name: str = ""
    """Which of several processes on a machine this is, for the health check; with one there is no need of a name."""

    @property
    def shard_range(self) -> range | None:
        """The range that ``shards`` names; None where it names none."""
        match = _RANGE.fullmatch(self.shards)
        return range(int(match[1]), int(match[2] or match[1]) + 1) if match else None

    @model_validator(mode="after")
    def _shards_exist(self) -> "Settings":
        """Refuse shards that cannot be shared, or that are none."""
        if self.shards == CLAIM and not self.database_url.startswith("postgres"):
            raise ValueError("SHARDS=claim needs PostgreSQL: several processes cannot share an SQLite file")
        if self.shard_range is not None:
            if self.shard_count is None:
                raise ValueError(f"SHARDS={self.shards} needs SHARD_COUNT, the number of shards of all processes")
            if self.shard_range.stop > self.shard_count:
                raise ValueError(f"SHARDS={self.shards}: there are only the shards 0-{self.shard_count - 1}")
        return self

    @model_validator(mode="after")
    def _token_is_discords(self) -> "Settings":
        """Refuse a token without three parts for Discord itself; other servers may take any."""
        if not self.discord_api_url and _TOKEN.fullmatch(self.discord_token.get_secret_value()) is None:
            raise ValueError(
                "DISCORD_TOKEN is not a bot token: three parts joined by dots, from the Bot page of your application"
            )
        return self


def read_settings() -> Settings:
    """Return the settings. Raises SettingsError: one line with the setting at fault and never its value."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        name = f"{first['loc'][0]} ".upper() if first["loc"] else ""
        raise SettingsError(f"{name}{first['msg'].removeprefix('Value error, ')}") from None
