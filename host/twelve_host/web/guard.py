"""Who is let in: checks Host and Origin of every request, and the token where one is needed.

A page of another origin may send requests to this computer, and DNS rebinding may even make it
look like our own; neither can forge ``Host`` or ``Origin``. Source: the Fetch standard's
``Origin`` and ``Sec-Fetch-Site`` headers.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import re
import secrets
from contextlib import suppress
from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import refused

# A name or address and perhaps a port; nothing with a user, a list or a path in it.
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")
_LONGEST = 64 * 1024  # bytes of a request's body
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self' ws: wss:; manifest-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

_FOR_PROGRAMS = ("/healthz", "/metrics", "/openapi.json")

Refusal = tuple[int, str]


_REFUSED_LENGTH = 413, f"a request's body is at most {_LONGEST} bytes long"


class _TooLong(Exception):
    """A body is longer than anything that is asked here."""


def is_loopback(host: str) -> bool:
    """Return whether ``host`` (a name or address without port) is this computer only."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name, whoever it may lead to
        return False


def new_token() -> str:
    """Return a secret that fits a link."""
    return secrets.token_urlsafe(18)


class Guard:
    """Lets a request through to ``app`` or answers it. ``token`` None: loopback, no token."""

    def __init__(self, app: ASGIApp, token: str | None, cookie: str = "twelve"):
        self._app = app
        self._token = token
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._stranger(scope, headers)
        cookie: str | None = None
        if refusal is None and self._token is not None:
            given = self._given(scope, headers)
            if not hmac.compare_digest(given.encode(), self._token.encode()):
                refusal = 401, "open the link that the service printed: it lets this device in"
            elif scope["type"] == "http" and _query(scope).get("token") == given:
                cookie = self._kept_token()
                if _is_page(scope):
                    await self._welcome(scope, send, cookie)
                    return
        if refusal is not None:
            await _refuse(scope, send, refusal)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._pass(scope, headers, receive, send, cookie)

    # -- where it comes from --------------------------------------------------------------------
    def _stranger(self, scope: Scope, headers: Headers) -> Refusal | None:
        """Return why a request is not from our own page (or no page at all), None where it is."""
        host = headers.get("host", "")
        named = _HOST.fullmatch(host)
        name = named[1].strip("[]") if named else ""
        if not name or (self._token is None and not is_loopback(name)):
            return 403, f"this service is called localhost, not {host[:80]!r}"
        origin = headers.get("origin")
        if origin is not None and not _same_origin(origin, host):
            return 403, f"a page of {origin[:80]!r} may not ask this service"
        site = headers.get("sec-fetch-site", "none")
        if site in ("cross-site", "same-site") and not _is_visit(scope, headers):
            return 403, "a page of another origin may not ask this service"
        return None

    # -- the token --------------------------------------------------------------------------------
    def _given(self, scope: Scope, headers: Headers) -> str:
        query = _query(scope).get("token")
        if query is not None:
            return query
        scheme, _, word = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return word.strip()
        jar: SimpleCookie = SimpleCookie()
        try:
            jar.load(headers.get("cookie", ""))
        except ValueError:  # http.cookies raises its CookieError, which is none in some versions
            return ""
        return jar[self._cookie].value if self._cookie in jar else ""

    def _kept_token(self) -> str:
        """Return the cookie that lets this device in from now on."""
        kept = "Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
        return f"{self._cookie}={self._token}; {kept}"

    async def _welcome(self, scope: Scope, send: Send, cookie: str) -> None:
        """Set the cookie and show the page under an address without the token."""
        rest = [
            (k, v) for k, v in parse_qsl(scope["query_string"].decode("latin-1")) if k != "token"
        ]
        address = scope["path"] + (f"?{urlencode(rest)}" if rest else "")
        # Not //elsewhere: the address stays on this service.
        address = "/" + address.lstrip("/")
        headers = [("location", address), ("set-cookie", cookie), ("cache-control", "no-store")]
        await _answer(send, 303, b"", headers)

    # -- what is let through ----------------------------------------------------------------------
    async def _pass(
        self, scope: Scope, headers: Headers, receive: Receive, send: Send, cookie: str | None
    ) -> None:
        taken = 0
        too_long = started = False

        async def measured() -> Message:
            nonlocal taken, too_long
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > _LONGEST:
                too_long = True
                raise _TooLong
            return message

        async def dressed(message: Message) -> None:
            nonlocal started
            if too_long and not started:
                return  # whatever is made of a body that was cut off
            if message["type"] == "http.response.start":
                started = True
                own = MutableHeaders(scope=message)
                for key, value in _HEADERS.items():
                    own.setdefault(key, value)
                # The page asks whether its files have changed; answers are never kept.
                kept = "no-store" if scope["path"].startswith("/api/") else "no-cache"
                own.setdefault("Cache-Control", kept)
                if cookie is not None:
                    own.append("Set-Cookie", cookie)
            await send(message)

        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > _LONGEST:
            await _refuse(scope, send, _REFUSED_LENGTH)
            return
        with suppress(_TooLong):
            await self._app(scope, measured, dressed)
        if too_long and not started:
            await _refuse(scope, send, _REFUSED_LENGTH)


def _query(scope: Scope) -> dict[str, str]:
    return dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))


def _is_page(scope: Scope) -> bool:
    """Whether a person looks at what is answered, who is shown an address without the token."""
    path: str = scope["path"]
    for_programs = path.startswith("/api/") or path in _FOR_PROGRAMS
    return scope["method"] in ("GET", "HEAD") and not for_programs


def _same_origin(origin: str, host: str) -> bool:
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower() != ""


def _is_visit(scope: Scope, headers: Headers) -> bool:
    """Whether a person follows a link to here, which no page can read the answer of."""
    mode = headers.get("sec-fetch-mode")
    return scope["type"] == "http" and scope["method"] == "GET" and mode == "navigate"


async def _refuse(scope: Scope, send: Send, refusal: Refusal) -> None:
    status, sentence = refusal
    if scope["type"] == "websocket":
        # Closed before it is accepted: the server answers 403.
        await send({"type": "websocket.close", "code": 1008, "reason": sentence[:100]})
        return
    headers = [("cache-control", "no-store")]
    if _is_page(scope) and "text/html" in Headers(scope=scope).get("accept", ""):
        body = refused.page(status, sentence)
        own = {**_HEADERS, "Content-Security-Policy": refused.policy()}
        headers += [*own.items(), ("content-type", "text/html; charset=utf-8")]
    else:
        body = json.dumps({"detail": sentence, "state": None}).encode()
        headers.append(("content-type", "application/json"))
    await _answer(send, status, body, headers)


async def _answer(send: Send, status: int, body: bytes, headers: list[tuple[str, str]]) -> None:
    raw = [(key.encode(), value.encode("latin-1")) for key, value in headers]
    raw.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
