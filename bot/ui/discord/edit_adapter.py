"""Answers to presses without the copy of the message that discord.py asks Discord to send back.

discord.py's webhook adapter requests every callback's result (``with_response=1``), decodes it and builds a Message
nobody here looks at: a tenth of the processor time of a press (docs/performance.md). Adapters are chosen by a context
variable of the library; this one leaves the request out for edits and acknowledgements and changes nothing else.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from discord import InteractionResponseType, InteractionType
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_BARE = (InteractionResponseType.message_update.value, InteractionResponseType.deferred_message_update.value)


class EditAdapter(AsyncWebhookAdapter):
    """discord.py's adapter, but an edit or an acknowledgement comes back empty."""

    def __init__(self, answered: Callable[[int], None] | None = None) -> None:
        """Call ``answered``, if there is one, with the id of each interaction whose answer Discord has taken."""
        super().__init__()  # type: ignore[no-untyped-call]
        self._answered = answered

    def create_interaction_response(
        self, interaction_id: int, token: str, *, session: Any, params: Any, **proxy: Any
    ) -> Any:
        """Send the answer. For these two the result names nothing but the interaction."""
        sending = self._send(interaction_id, token, session, params, proxy)
        return sending if self._answered is None else self._report_answered(interaction_id, sending, self._answered)

    async def _report_answered(
        self, interaction_id: int, sending: Awaitable[Any], answered: Callable[[int], None]
    ) -> Any:
        result = await sending
        answered(interaction_id)
        return result

    def _send(
        self, interaction_id: int, token: str, session: Any, params: Any, proxy: dict[str, Any]
    ) -> Awaitable[Any]:
        if params.files or params.payload is None or params.payload["type"] not in _BARE:
            return super().create_interaction_response(interaction_id, token, session=session, params=params, **proxy)
        return self._bare(interaction_id, token, session, params.payload, proxy)

    async def _bare(
        self, interaction_id: int, token: str, session: Any, payload: dict[str, Any], proxy: dict[str, Any]
    ) -> dict[str, Any]:
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=interaction_id,
            webhook_token=token,
        )
        await self.request(route, session=session, payload=payload, **proxy)
        return {"interaction": {"id": interaction_id, "type": InteractionType.component.value}}


def install_edit_adapter(answered: Callable[[int], None] | None = None) -> None:
    """Use it from here on: in this task, and in every task that is started from it; ``answered`` as above."""
    async_context.set(EditAdapter(answered))
