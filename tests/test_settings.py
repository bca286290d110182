"""The host's settings: the bot takes good values, and refuses bad ones in one line that names the setting."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot import cli
from bot.settings import CLAIM, Settings, SettingsError, read_settings

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No ``.env`` of this machine counts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "MTIz.a.b")
    monkeypatch.setenv("DISCORD_API_URL", "")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("", ""),
        ("  ", ""),
        ("https://example.org/help?bot=1", "https://example.org/help?bot=1"),
        (" discord.gg/dice ", "https://discord.gg/dice"),
        ("host@example.org", "host@example.org"),
    ],
)
def test_an_address_of_the_host(given: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOBELET_SUPPORT", given)
    assert read_settings().gobelet_support == kept


@pytest.mark.parametrize(
    "given",
    [
        "ask Ana",
        "javascript:alert(1)",
        "https:///",
        "https://example",
        "https://example.org/a b",
        "https://example.org/[x](y)",
        "@everyone",
        "<@123>",
        "https://example.org/" + "x" * 200,
    ],
)
def test_what_is_no_address(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOBELET_SUPPORT", given)
    with pytest.raises(SettingsError, match=r"^GOBELET_SUPPORT must be a web address .*") as refused:
        read_settings()
    assert given not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("debug", "DEBUG"), ("Warning", "WARNING"), (" error ", "ERROR"), ("INFO", "INFO"), ("", "INFO")],
)
def test_a_log_level_in_any_case(given: str, kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", given)
    assert read_settings().log_level == kept


def test_a_log_level_there_is_none_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "loud")
    with pytest.raises(SettingsError, match=r"^LOG_LEVEL .*'WARNING'"):
        read_settings()


@pytest.mark.parametrize(
    ("given", "kept"),
    [("", None), ("0-3", range(4)), ("2-2", range(2, 3)), ("3", range(3, 4)), (" 1-2 ", range(1, 3))],
)
def test_shards_of_this_process(given: str, kept: range | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARDS", given)
    settings = read_settings()
    assert (settings.shard_count, settings.shard_range) == (4, kept)


def test_without_settings_discord_says_how_many_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "")
    settings = read_settings()
    assert (settings.shard_count, settings.shards, settings.shard_range) == (None, "", None)


@pytest.mark.parametrize(
    ("count", "given", "why"),
    [
        ("4", "3-0", "SHARDS must be a range such as 0-3"),
        ("4", "all", "SHARDS must be a range such as 0-3"),
        ("4", "0-4", "SHARDS=0-4: there are only the shards 0-3"),
        ("", "0-1", "SHARDS=0-1 needs SHARD_COUNT"),
        ("0", "", "SHARD_COUNT "),
        ("many", "", "SHARD_COUNT "),
    ],
)
def test_shards_that_there_cannot_be(count: str, given: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARDS", given)
    with pytest.raises(SettingsError, match=f"^{why}"):
        read_settings()


def test_processes_share_shards_only_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARDS", "Claim")
    with pytest.raises(SettingsError, match=r"^SHARDS=claim needs PostgreSQL"):
        read_settings()
    monkeypatch.setenv("DATABASE_URL", "postgresql+asyncpg://bot@localhost/bot")
    assert read_settings().shards == CLAIM


def test_three_bots_of_compose_start_with_settings_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Docker gives a container whatever stands there: a name that the bot does not know would do nothing."""
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    (bots,) = re.findall(r"^  bots:\n((?:    .*\n|\n)+)", compose, re.MULTILINE)
    (block,) = re.findall(r"^    environment:\n((?:      .*\n)+)", bots, re.MULTILINE)
    given = dict(re.findall(r"^      (\w+): (.+)$", block, re.MULTILINE))
    assert given.keys() <= {name.upper() for name in Settings.model_fields}
    for name, value in given.items():
        monkeypatch.setenv(name, value.replace("${POSTGRES_PASSWORD:-}", "secret"))
    settings = read_settings()
    assert settings.shards == CLAIM
    address = urlsplit(settings.database_url)
    assert f"\n  {address.hostname}:\n" in compose
    for key, value in {"USER": address.username, "DB": address.path[1:], "PASSWORD": "${POSTGRES_PASSWORD:-}"}.items():
        assert f"\n      POSTGRES_{key}: {value}\n" in compose
    assert "\nasyncpg==" in (ROOT / "requirements.lock").read_text("utf-8")


def test_the_image_is_asked_for_its_health_by_a_command_there_is() -> None:
    (command,) = re.findall(r"^HEALTHCHECK .* CMD (\[.+\])$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    *python, name = json.loads(command)
    assert python == ["python", "-m", "bot"]
    assert name in cli.main.commands


def test_each_bot_of_compose_is_well_or_not_by_itself() -> None:
    """Its container runs the image's health check, which looks for a sign of life in a /tmp that no other one sees."""
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    (bots,) = re.findall(r"^  bots:\n((?:    .*\n|\n)+)", compose, re.MULTILINE)
    (folders,) = re.findall(r"^    tmpfs:\n((?:      - .*\n)+)", bots, re.MULTILINE)
    assert "      - /tmp\n" in folders
    assert not {"healthcheck:", "ipc:"} & set(bots.split())
    assert re.findall(r"^    volumes:\n((?:      - .*\n)+)", bots, re.MULTILINE) == ["      - copies:/data\n"]
