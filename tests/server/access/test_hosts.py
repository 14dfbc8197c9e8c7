"""Only hosts that the operator named are posted to, and public ones have public addresses only."""

import socket
from typing import Any

import pytest

from server.access.hosts import AllowedHosts, NotAllowedHost

HOSTS = AllowedHosts.parse("hooks.example.org, *.example.com, http://127.0.0.1:9000")


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example.org/turn?who=me",
        "https://HOOKS.example.org",
        "https://a.b.example.com:443/",
        "http://127.0.0.1:9000/x",
    ],
)
def test_what_is_named_is_allowed(url: str) -> None:
    HOSTS.check(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://hooks.example.org/",
        "https://hooks.example.org:8443/",
        "https://example.com/",
        "https://evil-example.com/",
        "https://hooks.example.org.evil.net/",
        "https://user:password@hooks.example.org/",
        "https://hooks.example.org@evil.net/",
        "http://127.0.0.1:9001/",
        "https://127.0.0.1:9000/",
        "http://127.0.0.1/",
        "http://[::1]:9000/",
        "file:///etc/passwd",
        "https://hooks.example.org:port/",
        "https://hooks.example.org/\n",
        "https://hooks.example.org/" + "x" * 500,
        "",
    ],
)
def test_anything_else_is_not(url: str) -> None:
    with pytest.raises(NotAllowedHost):
        HOSTS.check(url)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.7", "169.254.169.254", "::1", "fd00::1", "0.0.0.0"])
def test_a_named_host_that_leads_inside_is_not_posted_to(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    def lookup(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (found, port)) for found in ("203.0.113.8", address)]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with pytest.raises(NotAllowedHost):
        HOSTS.resolve("https://hooks.example.org/")


def test_a_public_address_is_posted_to_by_the_very_address_that_was_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [found])
    assert HOSTS.resolve("https://hooks.example.org/a?b=c") == (
        True,
        "hooks.example.org",
        443,
        "/a?b=c",
        "93.184.215.14",
    )


@pytest.mark.parametrize("text", ["ftp://x", "https://x/path", "x:80", "x/y"])
def test_a_setting_that_names_no_host_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"origin|hosts"):
        AllowedHosts.parse(text)


def test_nothing_is_allowed_unless_it_is_named() -> None:
    assert not AllowedHosts.parse("")
    assert AllowedHosts.parse("example.org")
