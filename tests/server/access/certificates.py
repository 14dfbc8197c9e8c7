"""Certificates for tests: an authority, and pairs that it signed, as files."""

import datetime
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

PEM = serialization.Encoding.PEM


class Pair(NamedTuple):
    """A certificate and its key, as PEM files."""

    certificate: Path
    key: Path


class Authority:
    """Signs certificates for localhost; its own is at `certificate`."""

    def __init__(self, folder: Path, name: str = "authority") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.certificate = folder / f"{name}.crt"
        self.certificate.write_bytes(self._signed(self._name, self._key, authority=True).public_bytes(PEM))

    def pair(self, name: str, days: float = 30) -> Pair:
        """A pair of that name, written anew where there was one."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        pair = Pair(self._folder / f"{name}.crt", self._folder / f"{name}.key")
        pair.key.write_bytes(key.private_bytes(PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        pair.certificate.write_bytes(self._signed(subject, key, days).public_bytes(PEM))
        return pair

    def _signed(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, days: float = 30, *, authority: bool = False
    ) -> x509.Certificate:
        now = datetime.datetime.now(datetime.UTC)
        builder = (
            x509.CertificateBuilder(self._name, subject, key.public_key(), x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        )
        return builder.sign(self._key, hashes.SHA256())
