"""What a browser fetches: the page, its static files, pictures of emojis and people, attachments."""

from __future__ import annotations

import asyncio
import hmac
from hashlib import sha256
from pathlib import Path

from aiohttp import web

from bot.standin.world.model import Blob
from bot.standin.world.world import World

__all__ = ["COOKIE", "Files"]

COOKIE = "standin_key"
STATIC = Path(__file__).with_name("static")
_TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
_INLINE = frozenset(("image/png", "image/jpeg", "image/gif", "image/webp"))
_SAFE = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}


class Files:
    """Serves bytes to clients with this run's secret (in the address or the cookie)."""

    def __init__(self, world: World, key: str) -> None:
        self.world = world
        self._key = key

    def knows_key(self, request: web.BaseRequest) -> bool:
        """Whether the request carries the secret."""
        given = request.query.get("key") or request.cookies.get(COOKIE) or ""
        return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self._key.encode())

    def sign(self, path: str) -> str:
        """A signature that opens one attachment without the secret, as the links of Discord's CDN do."""
        return hmac.new(self._key.encode(), path.encode("utf-8", "surrogatepass"), sha256).hexdigest()[:32]

    async def handle(self, request: web.BaseRequest) -> web.StreamResponse:
        """Serve one file."""
        path = request.path
        signed = path.startswith("/attachments/") and hmac.compare_digest(
            request.query.get("hm", "").encode("utf-8", "surrogatepass"), self.sign(path).encode()
        )
        if not signed and not self.knows_key(request):
            text = (
                "Open the link that the program printed: it carries the key.\nOuvrez le lien affiché par le programme."
            )
            return web.Response(status=403, text=text, headers=_SAFE)
        if request.method not in ("GET", "HEAD"):
            return web.Response(status=405, headers=_SAFE)
        if path == "/":
            return await self._page(request)
        first, _, rest = path.lstrip("/").partition("/")
        if first == "static":
            return await self._static(rest)
        if first == "cdn":
            return self._cdn(rest)
        if first == "attachments":
            return self._attachment(rest)
        return _missing()

    async def _page(self, request: web.BaseRequest) -> web.Response:
        response = await self._static("index.html")
        host = request.host
        response.headers["Content-Security-Policy"] = (
            f"default-src 'self'; connect-src 'self' ws://{host}; img-src 'self'; object-src 'none'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        response.set_cookie(COOKIE, self._key, httponly=True, samesite="Strict", path="/")
        return response

    async def _static(self, name: str) -> web.Response:
        try:
            file = (STATIC / name).resolve()
        except (OSError, ValueError):  # No file can have this name.
            return _missing()
        kind = _TYPES.get(file.suffix)
        if kind is None or not file.is_relative_to(STATIC):
            return _missing()
        try:
            data = await asyncio.to_thread(file.read_bytes)
        except OSError:
            return _missing()
        charset = "utf-8" if kind.startswith("text/") else None
        headers = {**_SAFE, "Cache-Control": "no-cache"}
        return web.Response(body=data, content_type=kind, charset=charset, headers=headers)

    def _cdn(self, rest: str) -> web.Response:
        kind, _, name = rest.partition("/")
        if kind == "emojis":
            emoji_id = name.partition(".")[0]
            blob = self.world.blobs.get(emoji_id) if emoji_id in self.world.emojis else None
            return _blob(blob) if blob else _missing()
        return _missing()

    def _attachment(self, rest: str) -> web.Response:
        parts = rest.split("/")
        blob = self.world.blob(parts[1]) if len(parts) == 3 else None
        if blob is None or parts[1] in self.world.emojis or parts[0] not in self.world.channels:
            return _missing()
        return _blob(blob)


def _missing() -> web.Response:
    return web.Response(status=404, text="Not found", headers=_SAFE)


def _blob(blob: Blob) -> web.Response:
    """Show pictures; offer anything else for saving, and never open it as a document of this origin."""
    headers = {**_SAFE, "Cache-Control": "private, max-age=3600", "Content-Security-Policy": "sandbox"}
    kind = blob.content_type
    if kind not in _INLINE:
        kind = "application/octet-stream"
        headers["Content-Disposition"] = "attachment"
    return web.Response(body=blob.data, content_type=kind, headers=headers)
