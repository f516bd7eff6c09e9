"""Cookies and local storage in a file, in the format of Playwright's storage state."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Literal

import msgspec

from onscreen.types.errors import BadText


class Cookie(msgspec.Struct, frozen=True, rename="camel"):
    """Cookie; `expires` is in seconds since 1970, -1 for a cookie of the browser's session."""

    name: str
    value: str
    domain: str
    path: str = "/"
    expires: float = -1
    http_only: bool = False
    secure: bool = False
    same_site: Literal["Strict", "Lax", "None"] = "Lax"


class StoredItem(msgspec.Struct, frozen=True):
    """Entry of the local storage."""

    name: str
    value: str


class OriginStorage(msgspec.Struct, frozen=True, rename="camel"):
    """Local storage of an origin such as "https://shop.example"."""

    origin: str
    local_storage: tuple[StoredItem, ...] = ()


class StorageState(msgspec.Struct, frozen=True):
    """Cookies, and the local storage of each origin."""

    cookies: tuple[Cookie, ...] = ()
    origins: tuple[OriginStorage, ...] = ()


def load_storage_state(path: Path) -> StorageState:
    """Read a storage state from a file.

    Raises:
        BadText: the file cannot be read, or is not a storage state; the message contains none of its values.
    """
    try:
        return msgspec.json.decode(path.expanduser().read_bytes(), type=StorageState)
    except OSError as error:
        raise BadText(f"the storage state {path} cannot be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeError) as error:
        where = f": {error}" if isinstance(error, msgspec.ValidationError) else ": it is not JSON"
        raise BadText(
            f"{path} is not a storage state{where}; save one with: --set save_storage={path}"
        ) from None


def save_storage_state(path: Path, state: StorageState) -> None:
    """Write a storage state to a file that only the user can read, replacing an existing file.

    Raises:
        OSError: the file cannot be written.
    """
    target = path.expanduser()
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(state)))
        Path(name).replace(target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
