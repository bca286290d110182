"""Routes that answer interactions. They carry the interaction's token in their path and need no bot token."""

from __future__ import annotations

from typing import Any

from bot.standin.rest import answers
from bot.standin.rest.router import RestCall, RestRouter
from bot.standin.world.model import Json

__all__ = ["add_routes"]


def add_routes(router: RestRouter) -> None:
    """Add these routes to the table."""
    add = router.add
    webhook = "/webhooks/{webhook_id}/{webhook_token}"
    add("POST", "/interactions/{webhook_id}/{webhook_token}/callback", callback, open=True)
    add("POST", webhook, follow_up, open=True)
    for which in ("@original", "{message_id}"):
        message = f"{webhook}/messages/{which}"
        add("GET", message, get_message, open=True)
        add("PATCH", message, edit_message, open=True)
        add("DELETE", message, delete_message, open=True)


def callback(call: RestCall) -> Json | None:
    """The one answer to an interaction."""
    interaction = call.world.interactions.open(call.args[0], call.args[1])
    report = answers.callback(call.world, interaction, call.body, call.files)
    return report if call.query.get("with_response") in ("1", "true") else None


def follow_up(call: RestCall) -> Json:
    """A further message; interactions' webhooks always answer with it."""
    interaction = call.world.interactions.by_token(call.args[0], call.args[1])
    return answers.follow_up(call.world, interaction, call.form(), call.files).data


def _which(call: RestCall) -> str:
    return call.args[2] if len(call.args) > 2 else "@original"


def get_message(call: RestCall) -> Json:
    """`@original` or a follow-up."""
    interaction = call.world.interactions.by_token(call.args[0], call.args[1])
    return answers.find(call.world, interaction, _which(call)).data


def edit_message(call: RestCall) -> Json:
    """Edit `@original` or a follow-up."""
    interaction = call.world.interactions.by_token(call.args[0], call.args[1])
    return answers.edit(call.world, interaction, _which(call), call.form(), call.files).data


def delete_message(call: RestCall) -> Any:
    """Delete `@original` or a follow-up."""
    interaction = call.world.interactions.by_token(call.args[0], call.args[1])
    answers.delete(call.world, interaction, _which(call))
