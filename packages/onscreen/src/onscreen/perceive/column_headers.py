"""Headers of the columns that the controls of a table are in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from onscreen.perceive.element_kinds import BODY_CELL_ROLES, kind_of
from onscreen.perceive.node_text import plain
from onscreen.perceive.reading_order import parents
from onscreen.types import Element, Node, Screen

TABLE_ROLES = frozenset({"grid", "table", "treegrid"})
"""Roles of tables, whose headers are above their cells."""

MAX_HEADER_CHARS = 40
"""Longest header that is added to the controls of its column, in characters."""

EDGE_PX = 2.0
"""Largest overlap of a header with the cells below it, in pixels."""


class _Place(msgspec.Struct, frozen=True):
    """Indices of the table, row and cell that contain a node, or None."""

    table: int | None = None
    row: int | None = None
    cell: int | None = None


def column_headers(screen: Screen) -> Mapping[int, str]:
    """Return the headers of columns that tell more than the names of the elements in them, by mark.

    These are the headers of actions without a name, of fields whose name does not contain the header, of
    actions whose name occurs several times in their row, and of actions in a row with nameless cells.
    """
    nodes = screen.shot.nodes
    places = _places(nodes)
    headers = _headers(nodes, places)
    if not headers:
        return {}
    inside = [e for e in screen.elements if kind_of(e) != "information" and places[e.index].cell is not None]
    names = Counter((places[e.index].row, e.role, e.name) for e in inside)
    bare = {places[e.index].row for e in inside if e.role in BODY_CELL_ROLES and not e.name}
    found: dict[int, str] = {}
    for element in inside:
        place = places[element.index]
        is_ambiguous = names[place.row, element.role, element.name] > 1 or place.row in bare
        if _lacks_header(element, is_ambiguous=is_ambiguous) and place.cell is not None:
            header = _header_above(nodes[place.cell], headers.get(place.table, ()))
            if header and header.casefold() not in element.name.casefold():
                found[element.mark] = header
    return found


def find_column_header(element: Element, nodes: Sequence[Node]) -> str:
    """Return the header of the column of a field, or of an action without a name, or ""."""
    if element.name and kind_of(element) != "field":
        return ""
    places = _places(nodes)
    place = places[element.index]
    if place.cell is None:
        return ""
    header = _header_above(nodes[place.cell], _headers(nodes, places).get(place.table, ()))
    return "" if header.casefold() in element.name.casefold() else header


def _lacks_header(element: Element, *, is_ambiguous: bool) -> bool:
    """Check whether the header of the column would identify an element better than its name alone."""
    if not element.name or kind_of(element) == "field":
        return True
    return is_ambiguous and element.role not in BODY_CELL_ROLES


def _places(nodes: Sequence[Node]) -> list[_Place]:
    """Return the table, row and cell of every node; those of a table in a cell are in the inner table."""
    places: list[_Place] = []
    for index, (node, parent) in enumerate(zip(nodes, parents(nodes), strict=True)):
        place = _Place() if parent is None else places[parent]
        if node.role in TABLE_ROLES:
            place = _Place(table=index)
        elif node.role == "row":
            place = msgspec.structs.replace(place, row=index, cell=None)
        elif node.role in BODY_CELL_ROLES:
            place = msgspec.structs.replace(place, cell=index)
        places.append(place)
    return places


def _headers(nodes: Sequence[Node], places: Sequence[_Place]) -> dict[int | None, list[Node]]:
    """Return the named headers of each table, without those that only repeat the name of a field in them."""
    found: dict[int | None, list[Node]] = {}
    fields = {(n.parent, n.name) for n in nodes if kind_of(n) == "field"}
    for index, node in enumerate(nodes):
        is_short = 0 < len(node.name) <= MAX_HEADER_CHARS
        if node.role == "columnheader" and is_short and (index, node.name) not in fields:
            found.setdefault(places[index].table, []).append(node)
    return found


def _header_above(cell: Node, headers: Sequence[Node]) -> str:
    """Return the name of the lowest header above the center of a cell, or ""."""
    middle = cell.box.center.x
    above = [
        header
        for header in headers
        if header.box.left <= middle <= header.box.right and header.box.bottom <= cell.box.top + EDGE_PX
    ]
    return plain(max(above, key=lambda header: header.box.bottom).name) if above else ""
