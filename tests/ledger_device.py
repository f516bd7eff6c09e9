"""Device with a small ledger in memory, whose forms need more than texts and a button."""

from __future__ import annotations

import json
from typing import Any, ClassVar, TypeAlias

from notebook_device import NotebookDevice
from onscreen.types import Act, Action, Back, Box, Click, Dialog, Node, Open, Press, Shot, Start, Tool, Type
from onscreen.types.action import Answer
from onscreen.types.errors import ActionFailed

_Row: TypeAlias = tuple[str, str, str, tuple[str, ...], str]
"""Role, name, value, states and locator of a node."""
_CLICK, _EDIT = ("clickable",), ("clickable", "editable")


class LedgerDevice:
    """A ledger with participants, whose names are their ids, and bills with a payer.

    "New bill" opens a panel on the same screen, "Edit" a screen with the name of the first bill. "Delete"
    asks for confirmation by another button, and "Clear", which empties the log, by a dialog of the browser.
    "Folder" opens a field without a button.
    """

    name = "ledger"
    actions: ClassVar[frozenset[type[Act]]] = frozenset({Click, Type, Press, Open, Back, Answer})
    state_expression = "state"
    state_is_complete = True

    def __init__(self) -> None:
        """Create the device with its initial data."""
        self._picture = NotebookDevice().observe().picture
        self.start(Start())

    def initial_start(self, app: str, *, seed: int) -> Start:  # noqa: ARG002  there is one application
        """Return the start with the initial data."""
        return Start("http://ledger.localhost/", seed=seed)

    def start(self, start: Start) -> None:  # noqa: ARG002  all seeds have the same data
        """Restore the data and show the bills."""
        self._state: dict[str, Any] = {
            "members": [{"id": "Ida"}, {"id": "Bram"}],
            "bills": [
                {"id": "1", "what": "Diesel", "payer": "Ida"},
                {"id": "2", "what": "Tea", "payer": "Ida"},
            ],
            "folders": {},
            "log": "started",
        }
        self._panel = self._payer = ""
        self._typed: dict[str, str] = {}
        self._dialog: Dialog | None = None

    def tools(self) -> tuple[Tool, ...]:
        """List no applications."""
        return ()

    def observe(self) -> Shot:
        """Return the nodes of the screen in front."""
        nodes = [Node("generic", "", Box(0, 0, 40, 60), locator="#page")]
        for rank, (role, name, value, states, locator) in enumerate(self._rows()):
            box = Box(0, 2 * rank, 40, 2 * rank + 2)
            container = {"option": "combobox", "Folder name": "form"}.get(role if role == "option" else name)
            parent = max((i for i, node in enumerate(nodes) if node.role == container), default=0)
            nodes.append(Node(role, name, box, value=value, states=states, locator=locator, parent=parent))
        address = "http://ledger.localhost/" + ("edit" if self._panel == "edit" else "")
        return Shot(self._picture, tuple(nodes), "Ledger", address, dialog=self._dialog)

    def _rows(self) -> list[_Row]:
        if self._panel == "edit":
            return [
                ("heading", "Edit bill", "", (), "#title"),
                ("textbox", "What", self._typed.get("What", ""), _EDIT, "#what"),
                ("button", "Save", "", _CLICK, "#save"),
            ]
        panels: dict[str, list[_Row]] = {
            "bill": self._bill_rows(),
            "folder": [("form", "", "", (), "#folders"), self._field("Folder name")],
        }
        delete = "Are you sure?" if self._panel == "delete" else "Delete"
        return [
            ("heading", "Bills", "", (), "#title"),
            self._field("Participant"),
            ("button", "Add", "", _CLICK, "#add"),
            *(
                ("link", name, "", _CLICK, f"#{name.split()[0].lower()}")
                for name in ("New bill", "Edit", "Folder")
            ),
            ("button", delete, "", _CLICK, "#delete"),
            ("button", "Clear", "", _CLICK, "#clear"),
            *panels.get(self._panel, []),
        ]

    def _field(self, name: str) -> _Row:
        return (
            "textbox",
            name,
            self._typed.get(name, ""),
            _EDIT,
            f"#{name.split(maxsplit=1)[0].lower()}-field",
        )

    def _bill_rows(self) -> list[_Row]:
        names = ("", "Ida", "Bram")
        chosen = [("option", n, n, (*_CLICK, *["selected"] * (n == self._payer)), "") for n in names]
        payer: _Row = ("combobox", "Payer", self._payer, _CLICK, "#payer")
        return [self._field("Purpose"), payer, *chosen, ("button", "Submit", "", _CLICK, "#submit")]

    def perform(self, action: Action) -> str:
        """Perform a click, typing, Enter, the answer of a dialog, or the return to the bills."""
        if isinstance(action, Type):
            self._typed[getattr(action.target, "name", "")] = action.text
        elif isinstance(action, Click):
            self._click(getattr(action.target, "name", ""))
        elif isinstance(action, Open | Back):
            self._panel, self._typed = "", {}
        elif action == Press("Enter") and self._typed.get("Folder name"):
            self._state["folders"][self._typed.pop("Folder name")] = ""
        elif isinstance(action, Answer) and self._dialog:
            self._dialog, self._state["log"] = None, ""
        else:
            raise ActionFailed("the ledger cannot do this")
        return ""

    def _click(self, name: str) -> None:
        bills, panels = self._state["bills"], {"New bill": "bill", "Folder": "folder", "Delete": "delete"}
        if name in panels:
            self._panel = panels[name]
        elif name == "Edit":
            self._panel, self._typed = "edit", {"What": bills[0]["what"]}
        elif name == "Save":
            bills[0]["what"], self._panel = self._typed["What"], ""
        elif name == "Are you sure?":
            del bills[0]
            self._panel = ""
        elif name == "Clear":
            self._dialog = Dialog("confirm", "Empty the log?")
        elif name == "Add" and self._typed.get("Participant"):
            self._state["members"].append({"id": self._typed.pop("Participant")})
        elif name == "Submit" and self._payer and self._typed.get("Purpose"):
            number = str(len(bills) + 1)
            bills.append({"id": number, "what": self._typed.pop("Purpose"), "payer": self._payer})
            self._panel = self._payer = ""
        elif name in {"Ida", "Bram"}:
            self._payer = name

    def read(self, expression: str) -> str:  # noqa: ARG002  there is one expression
        """Return the stored state as JSON."""
        return json.dumps(self._state)

    def close(self) -> None:
        """Do nothing."""
