"""Table of all applications of the suite `apps`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from onscreen.plugins import unknown_name
from onscreen_practice.apps.application import Application
from onscreen_practice.apps.backlog_app import BACKLOG
from onscreen_practice.apps.copyparty_app import COPYPARTY
from onscreen_practice.apps.dokuwiki_app import DOKUWIKI
from onscreen_practice.apps.fava_app import FAVA
from onscreen_practice.apps.fossil_app import FOSSIL
from onscreen_practice.apps.ihatemoney_app import IHATEMONEY
from onscreen_practice.apps.optuna_app import OPTUNA
from onscreen_practice.apps.piccolo_app import PICCOLO
from onscreen_practice.apps.qbittorrent_app import QBITTORRENT
from onscreen_practice.apps.radicale_app import RADICALE
from onscreen_practice.apps.roundup_app import ROUNDUP
from onscreen_practice.apps.sqliteweb_app import SQLITEWEB
from onscreen_practice.apps.syncthing_app import SYNCTHING
from onscreen_practice.apps.tiddlywiki_app import TIDDLYWIKI
from onscreen_practice.apps.transmission_app import TRANSMISSION
from onscreen_practice.apps.ungit_app import UNGIT

APPLICATIONS: Mapping[str, Application] = MappingProxyType(
    {
        each.name: each
        for each in (
            ROUNDUP,
            FAVA,
            SQLITEWEB,
            TIDDLYWIKI,
            OPTUNA,
            PICCOLO,
            RADICALE,
            SYNCTHING,
            TRANSMISSION,
            FOSSIL,
            DOKUWIKI,
            BACKLOG,
            UNGIT,
            QBITTORRENT,
            IHATEMONEY,
            COPYPARTY,
        )
    }
)

AppStates = msgspec.defstruct(
    "AppStates", [(each.name, each.state_type) for each in APPLICATIONS.values()], frozen=True
)
"""Type of the combined state of all applications, with one field for each application."""


def find_application(name: str) -> Application:
    """Return the application with the given name.

    Raises:
        UnknownName: there is no application of that name.
    """
    if name not in APPLICATIONS:
        raise unknown_name("application", name, known=tuple(APPLICATIONS))
    return APPLICATIONS[name]
