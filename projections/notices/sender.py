"""The sender: one signed POST, to an address that was looked up and allowed a moment before, redirects not followed."""

import hmac
import http.client
import json
import socket
import ssl
from typing import Any, Final

from projections.notices.outbox import Webhook
from projections.notices.turns import TurnNotice
from server.access.hosts import AllowedHosts, Target

SIGNATURE: Final = "Ludarium-Signature"
POST_SECONDS: Final = 10.0


class NotDelivered(Exception):
    """The other side did not take the notice; the message says how it answered."""


def send(hosts: AllowedHosts, webhook: Webhook, notice: TurnNotice, now_seconds: int) -> None:
    """Deliver a notice. Raises NotAllowedHost, NotDelivered or OSError. Blocks for a while."""
    body = body_of(notice)
    headers = {
        "content-type": "application/json",
        "user-agent": "ludarium",
        SIGNATURE: signature(webhook.secret, now_seconds, body),
    }
    target = hosts.resolve(webhook.url)
    connection = _connection(target)
    try:
        connection.request("POST", target.path, body, headers)
        status = connection.getresponse().status
    except http.client.HTTPException as error:
        raise NotDelivered(f"{type(error).__name__}: {error}") from error
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise NotDelivered(f"status {status}")


def signature(secret: str, at_seconds: int, body: bytes) -> str:
    """`t=<seconds since 1970>,v1=<HMAC-SHA256 of "<t>.<body>" in hex>`: the time keeps others from sending it again."""
    digest = hmac.digest(secret.encode(), b"%d." % at_seconds + body, "sha256").hex()
    return f"t={at_seconds},v1={digest}"


def body_of(notice: TurnNotice) -> bytes:
    """What is posted."""
    document = {
        "id": notice.id,
        "event": "your_turn",
        "table": notice.table_id,
        "game": notice.game,
        "seat": notice.seat,
        "decision": {"version": notice.decision.version, "number": notice.decision.number},
        "words": notice.words,
        "since": notice.since.ToJsonString(),
    }
    if notice.HasField("deadline"):
        document["deadline"] = notice.deadline.ToJsonString()
    return json.dumps(document, ensure_ascii=False).encode()


def _connection(target: Target) -> Any:
    """A connection to the very address that was allowed, under the name that was asked for."""
    raw = socket.create_connection((target.address, target.port), POST_SECONDS)
    connection: Any = http.client.HTTPConnection(target.host, target.port, timeout=POST_SECONDS)
    if target.secure:
        connection.default_port = http.client.HTTPS_PORT
        raw = ssl.create_default_context().wrap_socket(raw, server_hostname=target.host)
    connection.sock = raw
    return connection
