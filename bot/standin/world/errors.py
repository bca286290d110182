"""Two kinds of "no": Discord's answers to a bot, and refusals that a person sees."""

from __future__ import annotations

from typing import Any

__all__ = ["ApiError", "FormErrors", "Refused"]

_STATUS = {10003: 404, 10004: 404, 10007: 404, 10008: 404, 10013: 404, 10014: 404, 10015: 404, 10062: 404, 10063: 404}
_STATUS |= {10011: 404, 10070: 404, 50001: 403, 50005: 403, 50007: 403, 50013: 403, 50278: 403, 50027: 401, 0: 401}
_STATUS |= {30046: 429, 40005: 413}

_MESSAGES = {
    0: "401: Unauthorized",
    10003: "Unknown Channel",
    10004: "Unknown Guild",
    10007: "Unknown Member",
    10008: "Unknown Message",
    10011: "Unknown Role",
    10013: "Unknown User",
    10014: "Unknown Emoji",
    10015: "Unknown Webhook",
    10062: "Unknown interaction",
    10063: "Unknown application command",
    10070: "Unknown Guild Scheduled Event",
    30008: "Maximum number of emojis reached (2000)",
    30032: "Maximum number of application commands reached (100)",
    30046: "Maximum number of edits to messages older than 1 hour reached. Try again later",
    40005: "Request entity too large",
    40058: "Cannot send a message in a forum channel",
    40060: "Interaction has already been acknowledged.",
    40094: "This interaction has reached the maximum number of follow-up messages",
    50001: "Missing Access",
    50005: "Cannot edit a message authored by another user",
    50006: "Cannot send an empty message",
    50007: "Cannot send messages to this user",
    50013: "Missing Permissions",
    50024: "Cannot execute action on this channel type",
    50027: "Invalid Webhook Token",
    50035: "Invalid Form Body",
    50083: "Thread is archived",
    50109: "The request body contains invalid JSON.",
    50240: "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point"
    " command in your update request or delete it separately.",
    50278: "Cannot send messages to this user due to having no mutual guilds",
    160004: "A thread has already been created for this message",
}


class ApiError(Exception):
    """An error answer of the REST interface: HTTP status, Discord's code and text.

    `body` holds extra members of the JSON (such as `errors` or `retry_after`), `headers` extra HTTP headers.
    """

    def __init__(
        self,
        code: int,
        *,
        status: int | None = None,
        message: str | None = None,
        body: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.code = code
        self.status = _STATUS.get(code, 400) if status is None else status
        self.message = message or _MESSAGES.get(code, "Error")
        self.body = body or {}
        self.headers = headers or {}
        super().__init__(f"{self.status} {code}: {self.message}")

    def payload(self) -> dict[str, Any]:
        """The JSON body of the answer."""
        return {"message": self.message, "code": self.code, **self.body}


class FormErrors:
    """Collects the faults of a payload, then refuses it as one error 50035, nested as Discord nests it."""

    __slots__ = ("_tree",)

    def __init__(self) -> None:
        self._tree: dict[str, Any] = {}

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Note one error at a place such as `("embeds", 0, "title")`."""
        node = self._tree
        for part in path:
            node = node.setdefault(str(part), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: tuple[str | int, ...], value: Any, most: int, least: int = 0) -> None:
        """Note an error unless `value` is a text of `least` to `most` characters."""
        if not isinstance(value, str):
            self.add(path, "STRING_TYPE_CONVERT", "Must be a string.")
        elif not least <= len(value) <= most:
            if least:
                text = f"Must be between {least} and {most} in length."
                self.add(path, "BASE_TYPE_BAD_LENGTH", text)
            else:
                self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")

    def check(self) -> None:
        """Raise if there are any."""
        if self._tree:
            raise ApiError(50035, body={"errors": self._tree})


class Refused(Exception):
    """A person asked for something that Discord's own client would not let them do.

    `code` is a word for machines (`unknown_message`, `disabled`…); the page has the sentence for it.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.detail = detail
        super().__init__(f"{code}: {detail}" if detail else code)
