"""A device in memory: a small sign-up form and the page that thanks for it; no browser, the same rules."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping

import msgspec
from PIL import Image, ImageDraw

from onscreen.plugins import unknown_name
from onscreen.types import (
    Act,
    Action,
    Back,
    Box,
    Click,
    Element,
    Node,
    Open,
    Picture,
    Point,
    Press,
    Shot,
    Start,
    Target,
    Tool,
    Type,
    Wait,
)
from onscreen.types.errors import ActionHadNoEffect, DeviceError, ElementGone, NotSupported

FORM, THANKS = "fake://form", "fake://thanks"
_SIZE = (320, 240)
_LEFT, _TOP, _WIDTH, _LINE = 10.0, 10.0, 200.0, 30.0
_FIELDS = ("name", "email")


class Form(msgspec.Struct, frozen=True):
    """Everything the device knows: the page, what was written, what has the focus, the way back."""

    page: str = FORM
    name: str = ""
    email: str = ""
    agreed: bool = False
    focus: str = ""
    before: tuple[str, ...] = ()
    sent: int = 0


class FakeDevice:
    """The form as a device; `state` is the only thing that changes."""

    def __init__(self) -> None:
        """An unstarted device."""
        self.name = "fake"
        self.actions: frozenset[type[Act]] = frozenset(_DOERS)
        self.state = Form()
        self._closed = False

    def start(self, start: Start) -> None:
        """Forget what was written and show the page, the form when none is named.

        Raises:
            DeviceError: there is no such page.
        """
        page = start.address or FORM
        if page not in _PAGES:
            raise DeviceError(f"there is no page {page!r}; there are: {', '.join(_PAGES)}")
        self.state = Form(page)
        self._closed = False

    def tools(self) -> tuple[Tool, ...]:
        """Return none: there is only the form."""
        return ()

    def observe(self) -> Shot:
        """Return the page as it is.

        Raises:
            DeviceError: the device was closed.
        """
        self._check_open()
        nodes = _PAGES[self.state.page](self.state)
        title = "Sign up" if self.state.page == FORM else "Thank you"
        return Shot(drawn(nodes), nodes, app=title, address=self.state.page, taken_at=time.time())

    def perform(self, action: Action) -> str:
        """Do the action; typing returns what the field reads.

        Raises:
            ActionFailed: it cannot be done here and now.
            DeviceError: the device was closed.
        """
        self._check_open()
        doer = _DOERS.get(type(action))
        if doer is None:
            raise NotSupported(f"the device 'fake' does not do {type(action).__name__}")
        self.state, said = doer(self.state, action)
        return said

    def read(self, expression: str) -> str:
        """Return a field of the state as JSON text, such as "name" or "sent".

        Raises:
            NotSupported: there is no such field.
        """
        if expression not in Form.__struct_fields__:
            there = Form.__struct_fields__
            raise NotSupported(str(unknown_name("value of the device 'fake'", expression, known=there)))
        return msgspec.json.encode(getattr(self.state, expression)).decode()

    def close(self) -> None:
        """Take no more calls until the next start."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise DeviceError("the device 'fake' was closed; call start first")


def fake(settings: Mapping[str, object]) -> FakeDevice:
    """Return a fake device; it has no settings.

    Raises:
        UnknownName: a setting was given.
    """
    for name in settings:
        raise unknown_name("setting of the device 'fake'", name, known=())
    return FakeDevice()


def drawn(nodes: tuple[Node, ...]) -> Picture:
    """Return a picture of the nodes: boxes around what can be acted on, and every text."""
    image = Image.new("RGB", _SIZE, "white")
    pen = ImageDraw.Draw(image)
    for node in nodes:
        box = node.box
        if node.has("clickable"):
            fill = "black" if node.has("checked") else None
            pen.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), outline="black", fill=fill)
        text = f"{node.name}: {node.value}" if node.role == "textbox" else node.name
        pen.text((box.left + 4, box.top + 4), text, fill="white" if node.has("checked") else "black")
    held = io.BytesIO()
    image.save(held, "PNG")
    return Picture(held.getvalue())


def _form(form: Form) -> tuple[Node, ...]:
    rows: list[tuple[str, str, str, tuple[str, ...]]] = [("heading", "Sign up", "", ())]
    for field in _FIELDS:
        states = ("clickable", "editable", *(("focused",) if form.focus == field else ()))
        rows.append(("textbox", field.capitalize(), getattr(form, field), states))
    rows.append(("checkbox", "Agree", "", ("clickable", "checked") if form.agreed else ("clickable",)))
    rows.append(("button", "Send", "", ("clickable",)))
    return _placed(rows)


def _thanks(form: Form) -> tuple[Node, ...]:
    return _placed(
        [("heading", f"Thank you, {form.name}", "", ()), ("link", "Back to the form", "", ("clickable",))]
    )


def _placed(rows: list[tuple[str, str, str, tuple[str, ...]]]) -> tuple[Node, ...]:
    """Put one row under the other."""
    found = []
    for number, (role, name, value, states) in enumerate(rows):
        top = _TOP + number * _LINE
        box = Box(_LEFT, top, _LEFT + _WIDTH, top + _LINE - 4)
        locator = f"{role}:{name.lower()}" if role != "heading" else "heading"
        found.append(Node(role, name, box, value, states, locator=locator))
    return tuple(found)


_PAGES: Mapping[str, Callable[[Form], tuple[Node, ...]]] = {FORM: _form, THANKS: _thanks}


def _node_at(form: Form, target: Target) -> Node:
    nodes = _PAGES[form.page](form)
    if isinstance(target, Point):
        found = next((node for node in nodes if node.box.contains(target)), None)
        if found is None:
            raise ActionHadNoEffect(f"there is nothing at ({target.x:g}, {target.y:g})")
        return found
    for node in nodes:
        if node.locator == target.locator or (node.role, node.name) == (target.role, target.name):
            return node
    raise ElementGone(f"{target.role} {target.name!r} is not on the page {form.page!r} any more")


def _click(form: Form, action: Click) -> tuple[Form, str]:
    node = _node_at(form, action.target)
    if node.role == "textbox":
        return msgspec.structs.replace(form, focus=node.name.lower()), ""
    if node.role == "checkbox":
        return msgspec.structs.replace(form, agreed=not form.agreed), ""
    if node.role == "button":
        return _send(form)
    return (_gone_to(form, FORM), "") if node.role == "link" else (form, "")


def _send(form: Form) -> tuple[Form, str]:
    """Send the form; without consent it stays, as forms do."""
    if not form.agreed:
        return form, ""
    return msgspec.structs.replace(_gone_to(form, THANKS), sent=form.sent + 1), ""


def _type(form: Form, action: Type) -> tuple[Form, str]:
    field = form.focus
    if action.target is not None:
        node = _node_at(form, action.target)
        field = node.name.lower() if node.role == "textbox" else ""
        if not field:
            raise NotSupported(f"{node.role} {node.name!r} takes no text")
    if not field or form.page != FORM:
        raise ActionHadNoEffect("nothing has the focus; say which field to type into")
    before = "" if action.clear else getattr(form, field)
    written = msgspec.structs.replace(form, **{field: before + action.text, "focus": field})
    return written, f"the field reads {before + action.text!r}"


def _press(form: Form, action: Press) -> tuple[Form, str]:
    if isinstance(action.target, Element | Point):
        form, _ = _click(form, Click(action.target))
    if action.keys == "Enter" and form.page == FORM and form.focus:
        return _send(form)
    if action.keys == "Tab" and form.page == FORM:
        return msgspec.structs.replace(form, focus="email" if form.focus == "name" else "name"), ""
    return form, ""


def _open(form: Form, action: Open) -> tuple[Form, str]:
    if action.what not in _PAGES:
        raise ActionHadNoEffect(f"there is no page {action.what!r}; there are: {', '.join(_PAGES)}")
    return _gone_to(form, action.what), ""


def _back(form: Form, _action: Back) -> tuple[Form, str]:
    if not form.before:
        raise ActionHadNoEffect("there is no page before this one")
    return msgspec.structs.replace(form, page=form.before[-1], before=form.before[:-1], focus=""), ""


def _wait(form: Form, _action: Wait) -> tuple[Form, str]:
    return form, "nothing changed"


def _gone_to(form: Form, page: str) -> Form:
    return msgspec.structs.replace(form, page=page, before=(*form.before, form.page), focus="")


_DOERS: Mapping[type[Act], Callable[..., tuple[Form, str]]] = {
    Click: _click,
    Type: _type,
    Press: _press,
    Open: _open,
    Back: _back,
    Wait: _wait,
}
