"""Selectors of the uiautomator2 server, matched against the view hierarchy as on Android.

Android has two kinds of selectors with different rules: BySelector is case-sensitive and UiSelector ignores
case in "contains" and "starts with". The server uses a BySelector where it can express the request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import msgspec

from onscreen_practice.phone.automation.java_values import (
    JavaError,
    require_text,
    to_boolean,
    to_fields,
    to_integer,
    to_list,
    to_text,
)
from onscreen_practice.phone.automation.view_tree import ViewNode
from onscreen_practice.phone.shell.phone_interface import Json

SELECTOR_CLASS = "com.wetest.uia2.stub.Selector"
MASK_INDEX, MASK_INSTANCE = 0x800000, 0x1000000
_TEXT_FIELDS: Mapping[str, tuple[int, str, str]] = {
    "text": (0x1, "text", "equals"),
    "textContains": (0x2, "text", "contains"),
    "textMatches": (0x4, "text", "matches"),
    "textStartsWith": (0x8, "text", "starts"),
    "className": (0x10, "class", "equals"),
    "classNameMatches": (0x20, "class", "matches"),
    "description": (0x40, "content-desc", "equals"),
    "descriptionContains": (0x80, "content-desc", "contains"),
    "descriptionMatches": (0x100, "content-desc", "matches"),
    "descriptionStartsWith": (0x200, "content-desc", "starts"),
    "packageName": (0x80000, "package", "equals"),
    "packageNameMatches": (0x100000, "package", "matches"),
    "resourceId": (0x200000, "resource-id", "equals"),
    "resourceIdMatches": (0x400000, "resource-id", "matches"),
}
_FLAG_FIELDS: Mapping[str, tuple[int, str]] = {
    "checkable": (0x400, "checkable"),
    "checked": (0x800, "checked"),
    "clickable": (0x1000, "clickable"),
    "longClickable": (0x2000, "long-clickable"),
    "scrollable": (0x4000, "scrollable"),
    "enabled": (0x8000, "enabled"),
    "focusable": (0x10000, "focusable"),
    "focused": (0x20000, "focused"),
    "selected": (0x40000, "selected"),
}
_TEST_NAMES = {"equals": "", "contains": "CONTAINS_", "starts": "START_", "matches": ""}
_ATTRIBUTE_NAMES = {
    "content-desc": "DESCRIPTION",
    "package": "PACKAGE_NAME",
    "resource-id": "RESOURCE_ID",
}


class Criterion(msgspec.Struct, frozen=True):
    """Condition on one attribute of a view.

    `test` is "equals", "contains", "starts", "matches" or "flag".
    """

    attribute: str
    test: str
    wanted: str | bool

    def is_met_by(self, node: ViewNode, *, by_rules: bool) -> bool:
        """Return True if a node meets the condition.

        The rules of BySelector apply if `by_rules` is True, and those of UiSelector otherwise.
        """
        if isinstance(self.wanted, bool):
            return node.flag(self.attribute) == self.wanted
        value, wanted = node.text(self.attribute), self.wanted
        if not value and not by_rules:
            return False
        if not by_rules and self.test in {"contains", "starts"}:
            value, wanted = value.lower(), wanted.lower()
        match self.test:
            case "equals":
                return value == wanted
            case "contains":
                return wanted in value
            case "starts":
                return value.startswith(wanted)
        return _compile_pattern(wanted).fullmatch(value) is not None

    def __str__(self) -> str:
        """Return the condition as UiSelector.toString prints it."""
        name = _TEST_NAMES.get(self.test, "") + _ATTRIBUTE_NAMES.get(
            self.attribute, self.attribute.upper().replace("-", "_")
        )
        value = str(self.wanted).lower() if isinstance(self.wanted, bool) else self.wanted
        return f"{name}{'_REGEX' if self.test == 'matches' else ''}={value}"


class Selector(msgspec.Struct, frozen=True):
    """UI Automator selector as sent by a client.

    Only the conditions whose bits are set in `mask` apply.
    """

    mask: int
    criteria: tuple[Criterion, ...]
    index: int = 0
    instance: int = 0
    links: tuple[tuple[str, Selector], ...] = ()

    @property
    def is_simple(self) -> bool:
        """Return True if the selector has conditions, but no index, instance or relatives.

        The server uses a BySelector for such selectors.
        """
        return bool(self.criteria) and not self.links and not self.mask & (MASK_INDEX | MASK_INSTANCE)

    @property
    def has_deep_instance(self) -> bool:
        """Return True if the last selector of the chain specifies an instance."""
        return bool((self.links[-1][1] if self.links else self).mask & MASK_INSTANCE)

    def with_instance(self, instance: int) -> Selector:
        """Return a copy that selects the view with a 0-based number among all matching views."""
        return msgspec.structs.replace(self, mask=self.mask | MASK_INSTANCE, instance=instance)

    def with_deep_instance(self, instance: int) -> Selector:
        """Return a copy in which the last selector of the chain has the given instance."""
        if not self.links:
            return self.with_instance(instance)
        relation, last = self.links[-1]
        return msgspec.structs.replace(
            self, links=(*self.links[:-1], (relation, last.with_instance(instance)))
        )

    def with_relative(self, relation: str, other: Selector) -> Selector:
        """Return a selector for a child or sibling of the view that this one selects."""
        return msgspec.structs.replace(self, links=(*self.links, (relation, other)))

    def flatten(self) -> tuple[tuple[str, Selector], ...]:
        """Return the chain of selectors, each with its relation to the previous selector."""
        nested = (
            (relation if not at else step[0], step[1])
            for relation, other in self.links
            for at, step in enumerate(other.flatten())
        )
        return (("", msgspec.structs.replace(self, links=())), *nested)

    def find(self, root: ViewNode) -> ViewNode | None:
        """Return the first matching node in document order, or None."""
        if self.is_simple:
            return next((node for node in root.walk() if self.is_met_by(node)), None)
        return self.find_in_chain(root)

    def find_in_chain(self, root: ViewNode) -> ViewNode | None:
        """Return the first node that matches by the rules of UiSelector, or None."""
        return _ChainSearch(self.flatten()).find(root, 0, step=0)

    def is_met_by(self, node: ViewNode) -> bool:
        """Return True if a node meets all conditions by the rules of BySelector."""
        return all(each.is_met_by(node, by_rules=True) for each in self.criteria)

    def __str__(self) -> str:
        """Return the selector as UiSelector.toString prints it."""
        parts = list(map(str, self.criteria))
        parts += [f"INDEX={self.index}"] if self.mask & MASK_INDEX else []
        parts += [f"INSTANCE={self.instance}"] if self.mask & MASK_INSTANCE else []
        parts += [f"{'CHILD' if name == 'child' else 'PARENT'}={other}" for name, other in self.links]
        return f"UiSelector[{', '.join(parts)}]"


class _ChainSearch:
    """Depth-first search for a chain of selectors, like Android's QueryController.

    A selector with instance n matches its n-th view and all later ones; the count spans all branches.
    """

    def __init__(self, chain: tuple[tuple[str, Selector], ...]) -> None:
        self._chain = chain
        self._counts = [0] * len(chain)

    def find(self, node: ViewNode, index: int, *, step: int) -> ViewNode | None:
        """Find the node that matches the last selector, starting at `node`, or return None."""
        start = node
        if self._matches(node, index, step=step):
            step += 1
            if step == len(self._chain):
                return node
            if self._chain[step][0] == "sibling":
                if node.parent is None:
                    return None
                start = node.parent
        for child_index, child in enumerate(start.children):
            found = self.find(child, child_index, step=step)
            if found is not None:
                return found
        return None

    def _matches(self, node: ViewNode, index: int, *, step: int) -> bool:
        selector = self._chain[step][1]
        if selector.mask & MASK_INDEX and index != selector.index:
            return False
        if not all(each.is_met_by(node, by_rules=False) for each in selector.criteria):
            return False
        wanted = selector.instance if selector.mask & MASK_INSTANCE else 0
        if self._counts[step] == wanted:
            return True
        self._counts[step] += int(self._counts[step] < wanted)
        return False


def parse_selector(value: Json) -> Selector:
    """Parse a selector from the JSON object that a uiautomator2 client sends.

    Raises:
        JavaError: the value is null, a field is unknown or invalid, or a regular expression is invalid.
    """
    if value is None:
        raise JavaError(
            "java.lang.NullPointerException",
            f"Attempt to invoke virtual method 'int {SELECTOR_CLASS}.getMask()' on a null object reference",
        )
    fields = to_fields(value, _FIELDS, class_name=SELECTOR_CLASS)
    mask, index, instance = (_get_integer(fields, name) for name in ("mask", "index", "instance"))
    relations, others = fields.get("childOrSibling", ()), fields.get("childOrSiblingSelector", ())
    links: list[tuple[str, Selector]] = []
    if isinstance(relations, tuple) and isinstance(others, tuple):
        links = [
            (relation.lower(), other)
            for relation, other in zip(relations, others, strict=False)
            if relation.lower() in {"child", "sibling"}
        ]
    return Selector(mask, tuple(_read_criteria(fields, mask)), index, instance, tuple(links))


def _read_criteria(fields: Mapping[str, object], mask: int) -> list[Criterion]:
    criteria: list[Criterion] = []
    for name, (bit, attribute, test) in _TEXT_FIELDS.items():
        wanted = fields.get(name)
        if not mask & bit:
            continue
        if not isinstance(wanted, str):
            raise JavaError("java.lang.IllegalArgumentException", f"{name} cannot be null")
        if test == "matches":
            _compile_pattern(wanted)
        criteria.append(Criterion(attribute, test, wanted))
    for name, (bit, attribute) in _FLAG_FIELDS.items():
        if mask & bit:
            criteria.append(Criterion(attribute, "flag", bool(fields.get(name))))
    return criteria


def _compile_pattern(pattern: str) -> re.Pattern[str]:
    r"""Compile a Java regular expression; Unicode classes such as \p{L} are not supported."""
    try:
        return re.compile(pattern)
    except re.error as error:
        raise JavaError(
            "java.util.regex.PatternSyntaxException",
            f"{error.msg} near index {error.pos}\n{pattern}\n{' ' * (error.pos or 0)}^",
        ) from error


def _get_integer(fields: Mapping[str, object], name: str) -> int:
    value = fields.get(name, 0)
    return value if isinstance(value, int) else 0


def _parse_relations(value: Json) -> tuple[str, ...]:
    return tuple(require_text(each) for each in to_list(value, type_name="java.lang.String[]"))


def _parse_others(value: Json) -> tuple[Selector, ...]:
    return tuple(parse_selector(each) for each in to_list(value, type_name=f"{SELECTOR_CLASS}[]"))


_FIELDS: Mapping[str, Callable[[Json], object]] = {
    **dict.fromkeys(_TEXT_FIELDS, to_text),
    **dict.fromkeys(_FLAG_FIELDS, to_boolean),
    "index": to_integer,
    "instance": to_integer,
    "mask": to_integer,
    "childOrSibling": _parse_relations,
    "childOrSiblingSelector": _parse_others,
}
