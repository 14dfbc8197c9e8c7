"""Which hosts a deployment may post webhooks to: those that its operator has named, and no others."""

import ipaddress
import socket
from dataclasses import dataclass
from typing import Final, NamedTuple, Self
from urllib.parse import urlsplit

LONGEST_URL: Final = 500


class Target(NamedTuple):
    """Where to post: the origin's parts, the path with its query, and the address that was looked up and allowed."""

    secure: bool
    host: str
    port: int
    path: str
    address: str


class NotAllowedHost(ValueError):
    """The address may not be posted to; the message says why."""


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """What LUDARIUM_WEBHOOK_HOSTS names, entries apart by commas.

    `example.org` and `*.example.org` are https hosts that have public addresses only, whatever their names resolve to
    at the time. A whole origin, as `http://127.0.0.1:9000`, is taken as it stands: for services of the operator's own.
    """

    names: frozenset[str] = frozenset()
    domains: tuple[str, ...] = ()
    origins: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the setting. Raises ValueError."""
        entries = [entry.strip().lower().rstrip("/") for entry in text.split(",") if entry.strip()]
        origins = {entry for entry in entries if "://" in entry}
        for origin in origins:
            parts = urlsplit(origin)
            if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
                raise ValueError(f"{origin} is no origin like https://host:port")
        domains = tuple(entry[1:] for entry in entries if entry.startswith("*."))
        names = frozenset(entry for entry in entries if "://" not in entry and not entry.startswith("*"))
        if any(":" in name or "/" in name for name in names):
            raise ValueError("expected hosts, *.domains and whole origins, apart by commas")
        return cls(names, domains, frozenset(origins))

    def __bool__(self) -> bool:
        """Whether any host is allowed."""
        return bool(self.names or self.domains or self.origins)

    def check(self, url: str) -> None:
        """Raise NotAllowedHost unless the URL is of an allowed host."""
        self._own(url)

    def resolve(self, url: str) -> Target:
        """Where a URL leads now. Raises NotAllowedHost, or OSError when the name is not known. Blocks."""
        own = self._own(url)
        parts = urlsplit(url)
        secure = parts.scheme == "https"
        host, port = parts.hostname or "", parts.port or (443 if secure else 80)
        found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
        if not own and not all(ipaddress.ip_address(address).is_global for address in found):
            raise NotAllowedHost(f"{host} has an address that is not public")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return Target(secure, host, port, path, found[0])

    def _own(self, url: str) -> bool:
        """Whether the URL is of an origin that the operator named whole. Raises NotAllowedHost."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise NotAllowedHost("that is no URL") from None
        if len(url) > LONGEST_URL or not url.isascii() or not url.isprintable() or parts.username or parts.password:
            raise NotAllowedHost(f"a webhook is a URL of at most {LONGEST_URL} plain characters, without a password")
        host = (parts.hostname or "").lower()
        origin = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
        if origin in self.origins:
            return True
        named = host in self.names or any(host.endswith(domain) for domain in self.domains)
        if parts.scheme != "https" or port not in (None, 443) or not named:
            raise NotAllowedHost("this deployment posts to other hosts only, by https; its operator names them")
        return False


NO_HOSTS: Final = AllowedHosts()
