"""Interactions: each takes one answer within three seconds, and its token lives for fifteen minutes."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from bot.standin.world.clock import Clock
from bot.standin.world.errors import ApiError
from bot.standin.world.model import Channel, Json, Member, Message

__all__ = ["Interaction", "Interactions", "State"]

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = 2, 3, 4, 5
State = Literal["waiting", "thinking", "answered", "failed"]


@dataclass(slots=True, eq=False)
class Interaction:
    """One thing a person did with the bot.

    `source` is the message with the component; `response` is what `@original` means (the reply, or the source after an
    update). `on_settled` runs once, when it has its answer or has failed. `owners` are the installations of the app
    that it was authorized by (`authorizing_integration_owners`).
    """

    id: str
    type: int
    member: Member
    channel: Channel
    data: Json
    created: float
    source: Message | None = None
    trigger: Interaction | None = None
    on_settled: Callable[[Interaction], None] | None = None
    owners: Json = field(default_factory=dict)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    state: State = "waiting"
    acknowledged: int = 0
    answered: float = 0.0
    response: Message | None = None
    followups: list[Message] = field(default_factory=list)
    modal: Json | None = None
    choices: list[Json] | None = None

    @property
    def is_external(self) -> bool:
        """Whether only somebody's own installation of the app allowed it: then answers and follow-ups have limits."""
        return "0" not in self.owners

    @property
    def custom_id(self) -> str | None:
        """The custom_id of the component or modal, if it is about one."""
        return self.data.get("custom_id")


class Interactions:
    """The interactions whose token still works.

    `changed` runs whenever one moves on to another state. An interaction fails if the bot has not answered it after
    `answer_limit` seconds; its token ends after `token_life` seconds.
    """

    def __init__(self, clock: Clock, bot_id: str, changed: Callable[[Interaction], None]) -> None:
        self.answer_limit = 3.0
        self.token_life = 900.0
        self._clock = clock
        self._bot_id = bot_id
        self._changed = changed
        self._by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._waiting: dict[str, Interaction] = {}
        self._thinking: dict[str, Interaction] = {}

    def add(self, interaction: Interaction) -> None:
        """Wait for the bot's answer to a new interaction."""
        self._by_id[interaction.id] = self._by_token[interaction.token] = self._waiting[interaction.id] = interaction

    def settle(self, interaction: Interaction, state: State) -> None:
        """Move on to another state; an answer or a failure reaches `on_settled`."""
        interaction.state = state
        self._waiting.pop(interaction.id, None)
        self._thinking.pop(interaction.id, None)
        if state == "thinking":
            self._thinking[interaction.id] = interaction
        elif interaction.on_settled is not None:
            interaction.answered = self._clock.now()
            call, interaction.on_settled = interaction.on_settled, None
            call(interaction)
        self._changed(interaction)

    def expire(self) -> None:
        """Fail interactions without an answer in time, and forget those without a token. Cheap; call it often."""
        now = self._clock.now()
        for pending, limit in ((self._waiting, self.answer_limit), (self._thinking, self.token_life)):
            while pending and now - (first := next(iter(pending.values()))).created >= limit:
                self.settle(first, "failed")
        while self._by_id and now - (first := next(iter(self._by_id.values()))).created >= self.token_life:
            del self._by_id[first.id], self._by_token[first.token]

    def open(self, interaction_id: str, token: str) -> Interaction:
        """The interaction that a callback answers: 10062 if unknown or too late, 40060 if it has an answer already."""
        interaction = self._by_id.get(interaction_id)
        if interaction is None or interaction.token != token:
            raise ApiError(10062)
        if interaction.acknowledged:
            raise ApiError(40060)
        if interaction.state == "failed" or self._clock.now() - interaction.created >= self.answer_limit:
            raise ApiError(10062)
        return interaction

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The interaction a follow-up belongs to: 10015 before its answer, 50027 once the token ended."""
        if application_id != self._bot_id:
            raise ApiError(10015)
        interaction = self._by_token.get(token)
        if interaction is None or self._clock.now() - interaction.created >= self.token_life:
            raise ApiError(50027)
        if not interaction.acknowledged:
            raise ApiError(10015)
        return interaction

    def modal_of(self, interaction_id: str) -> Interaction | None:
        """The interaction that opened a modal which is still open."""
        interaction = self._by_id.get(interaction_id)
        return interaction if interaction is not None and interaction.modal is not None else None
