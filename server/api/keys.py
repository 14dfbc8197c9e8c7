"""The key of the bearer tokens: given by the operator, or made once beside an embedded store's data."""

import os
import secrets
from pathlib import Path
from typing import Final

from server.api.settings import Settings

KEY_FILE: Final = "token.key"


def with_token_key(settings: Settings) -> Settings:
    """The settings with a token key: theirs, or the one of the data directory, made there when there is none."""
    if settings.token_key:
        return settings
    return settings.with_token_key(_kept_key(settings.data / KEY_FILE))


def _kept_key(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text("ascii").strip()
    with os.fdopen(handle, "w") as file:
        key = secrets.token_urlsafe(48)
        file.write(key + "\n")
    return key
