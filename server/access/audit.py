"""The audit log: what operators did, who they were and how it ended. One line an act, beside the other logs."""

from typing import Any, Final

import structlog
from google.protobuf.message import Message

from server.access.logs import AUDIT
from server.access.tokens import Caller

log: Any = structlog.get_logger(AUDIT)

_TOLD: Final = ("table_id", "projection", "validate_only", "player_id", "game")
"""What is told of a request; names of people and whatever may be secret is not."""


def acted(caller: Caller, method: str, request: Message | None, result: str) -> None:
    """An operator's call ended so: `ok`, or the reason of the refusal."""
    fields = request.DESCRIPTOR.fields_by_name if request is not None else {}
    told = {name: getattr(request, name) for name in _TOLD if name in fields}
    log.info("operator", operator=caller.player_id, method=method, result=result, **told)
