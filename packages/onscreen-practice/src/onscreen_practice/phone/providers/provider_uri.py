"""Content provider URIs for messages, calls, contacts and media, mapped to database tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote, urlsplit

import msgspec

from onscreen_practice.phone.providers.contact_tables import EMAIL, PHONE
from onscreen_practice.phone.providers.provider_database import (
    CALLS,
    CONTACTS,
    MEDIA,
    MESSAGES,
    ProviderDatabase,
)

_BOXES: Mapping[str, int] = {
    "inbox": 1, "sent": 2, "draft": 3, "outbox": 4, "failed": 5, "queued": 6,
}  # fmt: skip
_COLLECTIONS: Mapping[str, str] = {
    "file": "1",
    "downloads": "is_download",
    "images/media": "mime_type LIKE 'image/%'",
    "video/media": "mime_type LIKE 'video/%'",
    "audio/media": "mime_type LIKE 'audio/%'",
}
_NEWEST_FIRST = "date DESC, _id DESC"
_NO_ROWS = "0"


class ProviderTarget(msgspec.Struct, frozen=True):
    """Rows that a URI addresses: a table or view, a selection and a sort order.

    `values` are set in inserted rows; `writable` is the table that statements change, or "" if the URI is
    read-only.
    """

    database: ProviderDatabase
    table: str
    selection: str = "1"
    order: str = "_id"
    values: Mapping[str, int | str] = {}
    writable: str = ""


_SMS = ProviderTarget(MESSAGES, "sms", order=_NEWEST_FIRST, values={"type": 1}, writable="sms")
_DATA = ProviderTarget(CONTACTS, "data", writable="data")
_TARGETS: Mapping[str, ProviderTarget] = {
    "sms": _SMS,
    **{
        f"sms/{box}": msgspec.structs.replace(_SMS, selection=f"type = {number}", values={"type": number})
        for box, number in _BOXES.items()
    },
    "mms": msgspec.structs.replace(_SMS, selection=_NO_ROWS, writable=""),
    "mms-sms/conversations": ProviderTarget(MESSAGES, "threads", order="date DESC", writable="threads"),
    "sms/conversations": ProviderTarget(MESSAGES, "threads", order="date DESC", writable="threads"),
    "mms-sms/canonical-addresses": ProviderTarget(MESSAGES, "canonical_addresses"),
    "call_log/calls": ProviderTarget(
        CALLS, "calls", order=_NEWEST_FIRST, values={"type": 1, "duration": 0}, writable="calls"
    ),
    "com.android.contacts/contacts": ProviderTarget(CONTACTS, "contacts", writable="contacts"),
    "com.android.contacts/raw_contacts": ProviderTarget(CONTACTS, "raw_contacts", writable="raw_contacts"),
    "com.android.contacts/data": _DATA,
    "com.android.contacts/data/phones": ProviderTarget(
        CONTACTS, "view_phones", values={"mimetype": PHONE}, writable="data"
    ),
    "com.android.contacts/data/emails": ProviderTarget(
        CONTACTS, "view_emails", values={"mimetype": EMAIL}, writable="data"
    ),
    **{
        f"media/{volume}/{collection}": ProviderTarget(MEDIA, "files", selection, writable="files")
        for volume in ("external", "external_primary")
        for collection, selection in _COLLECTIONS.items()
    },
    "contacts/people": ProviderTarget(CONTACTS, "view_v1_people", writable="contacts"),
    "contacts/phones": ProviderTarget(CONTACTS, "view_v1_phones", writable="data"),
}
AUTHORITIES = frozenset(("sms", "mms", "mms-sms", "call_log", "com.android.contacts", "contacts", "media"))
_LOOKUP = re.compile(r"com\.android\.contacts/phone_lookup/(.+)")
_WITH_ID = re.compile(r"(.+)/(\d+)")


def resolve_uri(address: str) -> ProviderTarget | None:
    """Find the table rows that a content URI addresses, or return None if unknown."""
    uri = urlsplit(address)
    path = f"{uri.netloc}/{uri.path.strip('/')}".strip("/")
    if path in _TARGETS:
        return _TARGETS[path]
    if lookup := _LOOKUP.fullmatch(path):
        digits = re.sub(r"[^\d+*#]", "", unquote(lookup[1]))
        same_number = "replace(replace(replace(number, '-', ''), ' ', ''), '(', '')"
        return ProviderTarget(CONTACTS, "view_phone_lookup", f"{same_number} = '{digits}'")
    with_id = _WITH_ID.fullmatch(path)
    target = _TARGETS.get(with_id[1]) if with_id else None
    if with_id is None or target is None:
        return None
    return msgspec.structs.replace(target, selection=f"({target.selection}) AND _id = {with_id[2]}")
