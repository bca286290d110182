"""The host's settings: the bot takes good values, and refuses bad ones in one line that names the setting."""

from pathlib import Path

import pytest

from bot.settings import SettingsError, read_settings


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
