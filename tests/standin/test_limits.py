"""Discord's limits: error 50035 refuses what is too long, too many, doubled or empty."""

from typing import Any

import pytest

from bot.standin.world.errors import ApiError, FormErrors, Refused
from bot.standin.world.limits import check_message
from bot.standin.world.limits_commands import check_command, check_value
from bot.standin.world.limits_components import check_modal

EMOJIS = {"42"}


def button(number: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "x", "custom_id": f"b{number}", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def menu(**more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "m", "options": [{"label": "a", "value": "a"}], **more}


def options(count: int) -> list[dict[str, Any]]:
    return [{"label": str(n), "value": str(n)} for n in range(count)]


GOOD: list[dict[str, Any]] = [
    {"content": "x" * 2000},
    {"embeds": [{"description": "x" * 4096, "fields": [{"name": "n", "value": "v" * 1024}]}]},
    {"embeds": [{"image": {"url": "attachment://sheet.png"}}]},
    {"components": [row(*(button(5 * r + c) for c in range(5))) for r in range(5)]},
    {"components": [row(menu(options=options(25), max_values=25, placeholder="p" * 150))]},
    {"components": [row(button(label=None, emoji={"id": "42", "name": "die"}))]},
    {"components": [row(button(label=None, emoji={"name": "🎲"}))]},
    {"components": [row({"type": 2, "style": 5, "label": "docs", "url": "https://example.org"})]},
    {"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 10, "content": "x" * 4000}]}]},
]

BAD: list[tuple[dict[str, Any], str]] = [
    ({"content": "x" * 2001}, "content"),
    ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
    ({"embeds": [{"title": "t", "fields": [{"name": "n", "value": "v" * 1025}]}]}, "embeds.0.fields.0.value"),
    ({"embeds": [{"title": "t", "fields": [{"name": "n", "value": ""}]}]}, "embeds.0.fields.0.value"),
    ({"embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields"),
    ({"embeds": [{"title": "t", "footer": {"text": "x" * 2049}}]}, "embeds.0.footer.text"),
    ({"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]}, "embeds"),
    ({"embeds": [{"title": "t"}] * 11}, "embeds"),
    ({"embeds": [{"title": "t", "image": {"url": "file:///etc/passwd"}}]}, "embeds.0.image"),
    ({"components": [row(button(n)) for n in range(6)]}, "components"),
    ({"components": [row(*map(button, range(6)))]}, "components.0.components"),
    ({"components": [row(button(), button())]}, "components.0.components.1.custom_id"),
    ({"components": [row(button(disabled=True)), row(button())]}, "components.1.components.0.custom_id"),
    ({"components": [row(button(custom_id="x" * 101))]}, "components.0.components.0.custom_id"),
    ({"components": [row(button(custom_id=""))]}, "components.0.components.0.custom_id"),
    ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label"),
    ({"components": [row(button(label=None))]}, "components.0.components.0"),
    ({"components": [row(button(emoji={"id": "7", "name": "die"}))]}, "components.0.components.0.emoji.id"),
    ({"components": [row(button(), menu())]}, "components.0.components"),
    ({"components": [row(menu(options=options(26)))]}, "components.0.components.0.options"),
    ({"components": [row(menu(options=[]))]}, "components.0.components.0.options"),
    ({"components": [row(menu(options=options(1) * 2))]}, "components.0.components.0.options.1.value"),
    ({"components": [row(menu(placeholder="p" * 151))]}, "components.0.components.0.placeholder"),
    ({"components": [row(menu(options=options(2), max_values=3))]}, "components.0.components.0.max_values"),
    ({"components": [button()]}, "components.0.type"),
    ({"components": [{"type": 10, "content": "text"}]}, "components.0.type"),
    ({"flags": 1 << 15, "content": "x", "components": [{"type": 10, "content": "text"}]}, "content"),
    ({"flags": 1 << 15, "components": [{"type": 10, "content": "x" * 2001}] * 2}, "components"),
    ({"flags": 1 << 15, "components": [row(*(button(5 * r + c) for c in range(5))) for r in range(7)]}, "components"),
    ({"allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "allowed_mentions"),
    ({"allowed_mentions": {"parse": ["all"]}}, "allowed_mentions.parse.0"),
]


@pytest.mark.parametrize("payload", GOOD)
def test_what_fits(payload: dict[str, Any]) -> None:
    check_message(payload, EMOJIS)


@pytest.mark.parametrize(("payload", "place"), BAD)
def test_what_does_not_fit(payload: dict[str, Any], place: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_message(payload, EMOJIS)
    assert caught.value.code == 50035
    node = caught.value.payload()["errors"]
    for part in place.split("."):
        node = node[part]
    assert node["_errors"][0]["code"]


def text_row(**more: Any) -> dict[str, Any]:
    return row({"type": 4, "style": 1, "label": "Name", "custom_id": "name", **more})


@pytest.mark.parametrize(
    "data",
    [
        {"title": "x" * 46, "custom_id": "m", "components": [text_row()]},
        {"title": "t", "custom_id": "m", "components": []},
        {"title": "t", "custom_id": "m", "components": [text_row(custom_id=f"t{n}") for n in range(6)]},
        {"title": "t", "custom_id": "m", "components": [text_row(), text_row()]},
        {"title": "t", "custom_id": "m", "components": [text_row(label="x" * 46)]},
        {"title": "t", "custom_id": "m", "components": [row(button())]},
        {"title": "t", "custom_id": "", "components": [text_row()]},
    ],
)
def test_modals_that_do_not_fit(data: dict[str, Any]) -> None:
    check_modal({"title": "t", "custom_id": "m", "components": [text_row()]}, EMOJIS)
    with pytest.raises(ApiError):
        check_modal(data, EMOJIS)


def command(**more: Any) -> dict[str, Any]:
    return {"name": "yum", "description": "Play", **more}


def option(name: str = "seats", **more: Any) -> dict[str, Any]:
    return {"type": 4, "name": name, "description": "How many", **more}


LONG = [{"name": "n" * 90 + str(number), "value": number} for number in range(4)]


def refused(payload: dict[str, Any]) -> bool:
    errors = FormErrors()
    check_command(payload, errors)
    try:
        errors.check()
    except ApiError:
        return True
    return False


@pytest.mark.parametrize(
    "payload",
    [
        command(name="Yum"),
        command(name="two words"),
        command(name="x" * 33),
        command(description=""),
        command(description="x" * 101),
        command(name_localizations={"fr": "Yum Plus"}),
        command(name_localizations={"xx": "yum"}),
        command(description_localizations={"fr": "x" * 101}),
        command(options=[option(f"o{n}") for n in range(26)]),
        command(options=[option(), option()]),
        command(options=[option(), option("late", required=True)]),
        command(options=[option(type=3, choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
        command(options=[option(type=3, choices=[{"name": "x" * 101, "value": "x"}])]),
        command(options=[{"type": 1, "name": "start", "description": "Start"}, option()]),
        command(options=[option(f"o{n}", description="d" * 100, choices=LONG) for n in range(25)]),
    ],
)
def test_commands_that_do_not_fit(payload: dict[str, Any]) -> None:
    assert refused(payload)


def test_commands_that_fit() -> None:
    fr = {"fr": "commencer-une-partie"}
    assert not refused(command(name="démarrer", name_localizations=fr, options=[option(required=True), option("b")]))
    sub = {"type": 1, "name": "start", "description": "Start", "options": [option()]}
    assert not refused(command(options=[sub, {"type": 2, "name": "more", "description": "More", "options": [sub]}]))


@pytest.mark.parametrize(
    ("kind", "value"),
    [(4, 1.5), (4, "1"), (4, True), (4, 9), (5, 1), (3, 5), (3, "much too long"), (10, "x")],
)
def test_values_that_do_not_fit(kind: int, value: Any) -> None:
    entry = option(type=kind, max_value=8, max_length=5)
    with pytest.raises(Refused):
        check_value(entry, value)


def test_whole_numbers_arrive_as_integers() -> None:
    assert check_value(option(), 4.0) == 4
    assert isinstance(check_value(option(), 4.0), int)
