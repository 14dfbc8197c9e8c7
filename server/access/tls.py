"""TLS: the certificate that a server shows, read anew when its files change, and whose certificates callers need."""

import os
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc
import structlog
from cryptography import x509
from cryptography.hazmat.primitives import serialization

log: Any = structlog.get_logger("ludarium.tls")

LOOK_SECONDS: Final = 1.0
"""The files are looked at when a connection is made, and not more often than this."""


class BadCertificate(OSError):
    """A certificate or key that can't be used; the message says which file and why."""


class _Files(NamedTuple):
    certificate: Path
    key: Path
    client_authority: Path | None


class _Loaded(NamedTuple):
    configuration: Any
    expires: float


class Certificates:
    """A server's certificate. A renewed one serves new connections without a restart; a broken one is not taken."""

    def __init__(self, certificate: Path, key: Path, client_authority: Path | None = None) -> None:
        """PEM files; with `client_authority` callers must show a certificate of it. Raises BadCertificate."""
        self._files = _Files(certificate, key, client_authority)
        self._changed = self._stamp()
        self._loaded = self._load()
        self._looked = time.monotonic()

    @property
    def expires(self) -> float:
        """When the certificate ends, in seconds since 1970."""
        return self._loaded.expires

    def credentials(self) -> Any:
        """For a server's port."""
        demand = self._files.client_authority is not None
        return grpc.dynamic_ssl_server_credentials(self._loaded.configuration, self._renewed, demand)

    def _renewed(self) -> Any:
        """What gRPC asks at each handshake, in a thread of its own: another configuration, or None for the same."""
        now = time.monotonic()
        if now - self._looked < LOOK_SECONDS:
            return None
        self._looked = now
        try:
            changed = self._stamp()
            if changed == self._changed:
                return None
            self._loaded = self._load()
        except OSError as error:
            log.warning("the renewed certificate can't be used, so the one before it stays", error=str(error))
            return None
        self._changed = changed
        log.info("took up a renewed certificate", expires=int(self._loaded.expires))
        return self._loaded.configuration

    def _stamp(self) -> tuple[tuple[int, int, int], ...]:
        found = (os.stat(path) for path in self._files if path is not None)
        return tuple((entry.st_mtime_ns, entry.st_ino, entry.st_size) for entry in found)

    def _load(self) -> _Loaded:
        chain, key = self._files.certificate.read_bytes(), self._files.key.read_bytes()
        authority = self._files.client_authority
        try:
            (first, *_) = x509.load_pem_x509_certificates(chain)
            private = serialization.load_pem_private_key(key, None)
        except (ValueError, TypeError) as error:
            raise BadCertificate(f"{self._files.certificate} and {self._files.key} can't be read: {error}") from None
        if private.public_key() != first.public_key():
            raise BadCertificate(f"{self._files.key} is not the key of {self._files.certificate}")
        roots = authority.read_bytes() if authority is not None else None
        configuration = grpc.ssl_server_certificate_configuration([(key, chain)], root_certificates=roots)
        return _Loaded(configuration, first.not_valid_after_utc.timestamp())
