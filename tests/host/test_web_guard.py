"""Who is let in: other origins, other names for this computer, and devices without the token."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from twelve_host.service.service import Service
from twelve_host.web.app import create_app
from twelve_host.web.guard import is_loopback, new_token
from web_client import HOME, page

TOKEN = "a-secret-of-the-house"
PATHS = ("/", "/api/tables", "/api/games", "/healthz", "/metrics", "/openapi.json", "/js/main.js")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A client of a service on this computer alone."""
    service = Service(tmp_path_factory.mktemp("data"), virtual=False, lister=list)
    with TestClient(create_app(service), base_url=HOME) as found:
        yield found


@pytest.fixture(scope="module")
def open_client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A client of a service for the whole house, which needs a token."""
    service = Service(tmp_path_factory.mktemp("data"), virtual=False, lister=list)
    app = create_app(service, TOKEN, "twelve_8012")
    with TestClient(app, base_url="http://192.168.1.5:8012", follow_redirects=False) as found:
        yield found


def refused(client: TestClient, path: str, headers: dict[str, str], status: int = 403) -> bool:
    """Whether a request is refused with a sentence and nothing else."""
    answer = client.get(path, headers=headers)
    assert answer.status_code == status, f"{path} {headers}: {answer.status_code}"
    return set(answer.json()) == {"detail", "state"} and answer.json()["state"] is None


def socket_opens(client: TestClient, headers: dict[str, str], path: str = "/api/live") -> bool:
    """Whether the live line opens."""
    base = str(client.base_url).replace("http", "ws")
    try:
        with client.websocket_connect(base + path, headers=headers) as socket:
            return bool(socket.receive_json()["type"] == "snapshot")
    except WebSocketDisconnect:
        return False


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LOCALHOST", "127.1.2.3"])
@pytest.mark.parametrize("port", ["", ":8012", ":9000"])
def test_this_computer_by_its_names_and_any_port(client: TestClient, host: str, port: str) -> None:
    for path in PATHS:
        assert client.get(path, headers={"Host": host + port}).status_code == 200
    assert socket_opens(client, {"Host": host + port, "Origin": f"http://{host}{port}"})


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:8012", "127.0.0.1.evil.example", "127.evil.example",
        "localhost.evil.example", "evil.example:80@localhost", "localhost@evil.example",
        "192.168.1.5:8012", "0.0.0.0", "", "[::", "localhost:8012,evil.example",
    ],
)  # fmt: skip
def test_a_rebound_name_gets_nothing(client: TestClient, host: str) -> None:
    for path in PATHS:
        assert refused(client, path, {"Host": host})
    assert not socket_opens(client, {"Host": host})


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example", "https://127.0.0.1.evil.example", "null", "http://127.0.0.1:3000",
        "http://localhost:8012", "file://", "http://127.0.0.1:8012.evil.example", "",
        "http://evil@127.0.0.1:8012", "chrome-extension://abc",
    ],
)  # fmt: skip
def test_a_page_of_another_origin_gets_nothing(client: TestClient, origin: str) -> None:
    for path in PATHS:
        assert refused(client, path, {"Origin": origin})
    assert client.post("/api/tables/x/undo", headers={"Origin": origin}).status_code == 403
    assert not socket_opens(client, {"Origin": origin})


def test_our_own_page_gets_everything(client: TestClient) -> None:
    for path in PATHS:
        assert client.get(path, headers={"Origin": HOME}).status_code == 200
    assert socket_opens(client, {"Origin": HOME})
    assert socket_opens(client, {})  # a program, which has no origin


def test_what_browsers_say_without_an_origin_counts_too(client: TestClient) -> None:
    for site in ("cross-site", "same-site"):
        assert refused(client, "/api/games", {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"})
        visit = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"}
        assert client.get("/", headers=visit).status_code == 200  # a link on another page
        assert client.post("/api/tables/x/undo", headers=visit).status_code == 403
    for site in ("same-origin", "none"):
        assert client.get("/api/games", headers={"Sec-Fetch-Site": site}).status_code == 200


def test_answers_cannot_be_framed_or_guessed_at(client: TestClient) -> None:
    for path in PATHS:
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers


def test_without_the_token_nothing_is_said(open_client: TestClient) -> None:
    for path in PATHS:
        assert refused(open_client, path, {}, 401)
        wrong = {"Authorization": "Bearer wrong", "Cookie": "twelve_8012=wrong"}
        assert refused(open_client, path, wrong, 401)
        assert refused(open_client, f"{path}?token=wrong", {}, 401)
        assert refused(open_client, f"{path}?token=", {}, 401)
    assert not socket_opens(open_client, {})
    odd_cookies = [(b"Cookie", b"twelve_8012=\xff; ;=;"), (b"Cookie", b"\x01")]
    odd = open_client.get("/", headers=odd_cookies)
    assert odd.status_code == 401


BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def test_a_browser_that_is_not_let_in_is_told_what_to_do(open_client: TestClient) -> None:
    for path in ("/", "/index.html", f"/?token=not-{TOKEN}"):
        answer = open_client.get(path, headers=BROWSER)
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "This device is not let in yet" in answer.text and "twelve up" in answer.text
        assert TOKEN not in answer.text and answer.headers["cache-control"] == "no-store"
        policy = answer.headers["content-security-policy"]
        style = answer.text.partition("<style>")[2].partition("</style>")[0]
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        assert f"style-src 'sha256-{digest}'" in policy and "script" not in answer.text
        assert " src=" not in answer.text and " href=" not in answer.text, "it would get nothing"
    for path in PATHS[1:-1]:  # for programs, whatever asks
        assert refused(open_client, path, BROWSER, 401)
    assert open_client.post("/", headers=BROWSER).headers["content-type"] == "application/json"


def test_a_page_says_nothing_that_a_browser_would_run(client: TestClient) -> None:
    answer = client.get("/", headers={**BROWSER, "Host": "<script>alert(1)</script>"})
    assert answer.status_code == 403 and "&lt;script&gt;" in answer.text
    assert "<script" not in answer.text and "called localhost" in answer.text


def test_the_link_lets_a_device_in_for_good(open_client: TestClient) -> None:
    first = open_client.get(f"/?token={TOKEN}&view=games")
    assert first.status_code == 303 and first.headers["location"] == "/?view=games"
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie
    said = {"Cookie": cookie.split(";")[0]}
    open_client.cookies.clear()
    for path in PATHS:
        assert open_client.get(path, headers=said).status_code == 200
    assert socket_opens(open_client, said)
    assert socket_opens(open_client, {}, f"/api/live?token={TOKEN}")
    elsewhere = open_client.get(f"//evil.example/?token={TOKEN}")
    assert elsewhere.headers.get("location", "/").startswith("/") and not elsewhere.headers.get(
        "location", "/"
    ).startswith("//")
    open_client.cookies.clear()


def test_an_address_for_programs_answers_at_once_and_keeps_the_token(
    open_client: TestClient,
) -> None:
    for path in ("/api/tables", "/healthz", "/metrics", "/openapi.json"):
        open_client.cookies.clear()
        answer = open_client.get(f"{path}?token={TOKEN}")
        assert answer.status_code == 200 and TOKEN in answer.headers["set-cookie"], path
        again = open_client.get(path)
        assert again.status_code == 200 and "set-cookie" not in again.headers
    open_client.cookies.clear()
    done = open_client.post(f"/api/tables/none/act?token={TOKEN}", json={"action": "roll"})
    assert done.status_code == 404 and "GET /api/tables" in done.json()["detail"]
    limit = open_client.get(f"/api/games?limit=0&token={TOKEN}")
    assert limit.status_code == 422 and "limit" in limit.json()["detail"]
    open_client.cookies.clear()


def test_a_program_may_carry_the_token(open_client: TestClient) -> None:
    said = {"Authorization": f"Bearer {TOKEN}"}
    assert open_client.get("/api/tables", headers=said).status_code == 200
    assert refused(open_client, "/api/tables", {**said, "Origin": "http://evil.example"})
    assert not socket_opens(open_client, {**said, "Origin": "http://evil.example"})


def test_what_is_this_computer_only() -> None:
    for host in ("localhost", "127.0.0.1", "127.9.9.9", "::1"):
        assert is_loopback(host)
    for host in ("0.0.0.0", "::", "192.168.1.5", "example.org", "127.evil.example", ""):
        assert not is_loopback(host)
    assert len({new_token() for _ in range(50)}) == 50 and len(new_token()) >= 22


def test_a_body_is_not_read_without_end(tmp_path: Path) -> None:
    with page(tmp_path) as it:
        taken = []

        def endless() -> Any:
            for _ in range(1000):
                taken.append(1)
                yield b"x" * 10_000

        answer = it.client.post(f"/api/tables/{it.table.id}/act", content=endless())
        assert answer.status_code == 413 and "at most" in answer.json()["detail"]
        lying = {"Content-Length": "many"}
        answer = it.client.post(f"/api/tables/{it.table.id}/act", content=b"{}", headers=lying)
        assert answer.status_code == 413
