"""In-memory device for tests, with a sign-up form and a confirmation page."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

import msgspec
from PIL import Image, ImageDraw

from onscreen.deadline import now
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
_TITLES: Mapping[str, str] = {FORM: "Sign up", THANKS: "Thank you"}
_PICTURE_SIZE_PX = (320, 240)
_LEFT_PX, _TOP_PX, _WIDTH_PX, _ROW_HEIGHT_PX = 10.0, 10.0, 200.0, 30.0
_ROW_GAP_PX = 4.0
_FIELDS = ("name", "email")


class FormState(msgspec.Struct, frozen=True):
    """Complete state of a `FakeDevice`: the current page and the form's contents.

    `page` is the current address, `focus` the name of the focused field ("" if none), `history` the
    addresses that `Back` returns to (last one first), `sent` how often the form was submitted.
    """

    page: str = FORM
    name: str = ""
    email: str = ""
    agreed: bool = False
    focus: str = ""
    history: tuple[str, ...] = ()
    sent: int = 0


class FakeDevice:
    """In-memory device that simulates a sign-up form.

    `state` holds everything that changes.
    """

    def __init__(self) -> None:
        """Create a device that has not been started."""
        self.name = "fake"
        self.actions: frozenset[type[Act]] = frozenset(_HANDLERS)
        self.state = FormState()
        self._closed = False

    def start(self, start: Start) -> None:
        """Reset the device and open `start.address`, which defaults to the sign-up form.

        Raises:
            DeviceError: the page does not exist.
        """
        page = start.address or FORM
        if page not in _PAGES:
            raise DeviceError(f"no page has the address {page!r}; available pages: {', '.join(_PAGES)}")
        self.state = FormState(page)
        self._closed = False

    def tools(self) -> tuple[Tool, ...]:
        """Return an empty tuple, because the form is the only application."""
        return ()

    def observe(self) -> Shot:
        """Capture the current page as a `Shot`.

        Raises:
            DeviceError: the device was closed.
        """
        self._check_open()
        nodes = _PAGES[self.state.page](self.state)
        return Shot(
            draw_nodes(nodes),
            nodes,
            app=_TITLES[self.state.page],
            address=self.state.page,
            taken_at=now(),
        )

    def perform(self, action: Action) -> str:
        """Perform an action and return its outcome, such as a field's text after typing.

        Raises:
            ActionFailed: the action cannot be performed in the current state.
            DeviceError: the device was closed.
        """
        self._check_open()
        handler = _HANDLERS.get(type(action))
        if handler is None:
            raise NotSupported(f"the device 'fake' does not support the action {type(action).__name__}")
        self.state, outcome = handler(self.state, action)
        return outcome

    def read(self, expression: str) -> str:
        """Return the value of a `FormState` field, such as "name" or "sent", as JSON text.

        Raises:
            NotSupported: `expression` is not the name of a field.
        """
        fields = FormState.__struct_fields__
        if expression not in fields:
            raise NotSupported(str(unknown_name("value of the device 'fake'", expression, known=fields)))
        return msgspec.json.encode(getattr(self.state, expression)).decode()

    def close(self) -> None:
        """Reject observations and actions until the device is started again."""
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise DeviceError("the device 'fake' was closed; call start first")


def fake(settings: Mapping[str, object]) -> FakeDevice:
    """Create a fake device, which accepts no settings.

    Raises:
        UnknownName: `settings` is not empty.
    """
    for name in settings:
        raise unknown_name("setting of the device 'fake'", name, known=())
    return FakeDevice()


def draw_nodes(nodes: tuple[Node, ...]) -> Picture:
    """Draw UI nodes as an image, with their text and a frame around clickable nodes."""
    image = Image.new("RGB", _PICTURE_SIZE_PX, "white")
    pen = ImageDraw.Draw(image)
    for node in nodes:
        box = node.box
        if node.has("clickable"):
            fill = "black" if node.has("checked") else None
            pen.rectangle((box.left, box.top, box.right - 1, box.bottom - 1), outline="black", fill=fill)
        text = f"{node.name}: {node.value}" if node.role == "textbox" else node.name
        pen.text((box.left + 4, box.top + 4), text, fill="white" if node.has("checked") else "black")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return Picture(buffer.getvalue())


def _build_form(form: FormState) -> tuple[Node, ...]:
    rows: list[tuple[str, str, str, tuple[str, ...]]] = [("heading", "Sign up", "", ())]
    for field in _FIELDS:
        states = ("clickable", "editable", *(("focused",) if form.focus == field else ()))
        rows.append(("textbox", field.capitalize(), getattr(form, field), states))
    rows.append(("checkbox", "Agree", "", ("clickable", "checked") if form.agreed else ("clickable",)))
    rows.append(("button", "Send", "", ("clickable",)))
    return _place_rows(rows)


def _build_thanks(form: FormState) -> tuple[Node, ...]:
    return _place_rows(
        [("heading", f"Thank you, {form.name}", "", ()), ("link", "Back to the form", "", ("clickable",))]
    )


def _place_rows(rows: list[tuple[str, str, str, tuple[str, ...]]]) -> tuple[Node, ...]:
    """Build one node per row (role, name, value, states), from top to bottom."""
    nodes = []
    for number, (role, name, value, states) in enumerate(rows):
        top = _TOP_PX + number * _ROW_HEIGHT_PX
        box = Box(_LEFT_PX, top, _LEFT_PX + _WIDTH_PX, top + _ROW_HEIGHT_PX - _ROW_GAP_PX)
        locator = f"{role}:{name.lower()}" if role != "heading" else "heading"
        nodes.append(Node(role, name, box, value, states, locator=locator))
    return tuple(nodes)


_PAGES: Mapping[str, Callable[[FormState], tuple[Node, ...]]] = {FORM: _build_form, THANKS: _build_thanks}


def _find_target(form: FormState, target: Target) -> Node:
    nodes = _PAGES[form.page](form)
    if isinstance(target, Point):
        hit = next((node for node in nodes if node.box.contains(target)), None)
        if hit is None:
            raise ActionHadNoEffect(f"there is nothing at ({target.x:g}, {target.y:g})")
        return hit
    for node in nodes:
        if node.locator == target.locator or (node.role, node.name) == (target.role, target.name):
            return node
    raise ElementGone(f"{target.role} {target.name!r} is not on the page {form.page!r} any more")


def _click(form: FormState, action: Click) -> tuple[FormState, str]:
    node = _find_target(form, action.target)
    if node.role == "textbox":
        return msgspec.structs.replace(form, focus=node.name.lower()), ""
    if node.role == "checkbox":
        return msgspec.structs.replace(form, agreed=not form.agreed), ""
    if node.role == "button":
        return _send(form)
    return (_navigate(form, FORM), "") if node.role == "link" else (form, "")


def _send(form: FormState) -> tuple[FormState, str]:
    """Submit the form; without consent nothing happens."""
    if not form.agreed:
        return form, ""
    return msgspec.structs.replace(_navigate(form, THANKS), sent=form.sent + 1), ""


def _type(form: FormState, action: Type) -> tuple[FormState, str]:
    field = form.focus
    if action.target is not None:
        node = _find_target(form, action.target)
        field = node.name.lower() if node.role == "textbox" else ""
        if not field:
            raise NotSupported(f"{node.role} {node.name!r} takes no text")
    if not field or form.page != FORM:
        raise ActionHadNoEffect("nothing has the focus; say which field to type into")
    text = action.text if action.clear else getattr(form, field) + action.text
    state = msgspec.structs.replace(form, **{field: text, "focus": field})
    return state, f"the field reads {text!r}"


def _press(form: FormState, action: Press) -> tuple[FormState, str]:
    if isinstance(action.target, Element | Point):
        form, _ = _click(form, Click(action.target))
    if action.keys == "Enter" and form.page == FORM and form.focus:
        return _send(form)
    if action.keys == "Tab" and form.page == FORM:
        return msgspec.structs.replace(form, focus="email" if form.focus == "name" else "name"), ""
    return form, ""


def _open(form: FormState, action: Open) -> tuple[FormState, str]:
    """Open a page by its address or its title, ignoring the case of the title."""
    names = {name.casefold(): address for address, title in _TITLES.items() for name in (address, title)}
    page = names.get(action.what.strip().casefold())
    if page is None:
        pages = ", ".join(f"{title!r} ({address})" for address, title in _TITLES.items())
        raise ActionHadNoEffect(f"no page is called {action.what!r}; available pages: {pages}")
    return _navigate(form, page), ""


def _back(form: FormState, _action: Back) -> tuple[FormState, str]:
    if not form.history:
        raise ActionHadNoEffect("there is no previous page to go back to")
    return msgspec.structs.replace(form, page=form.history[-1], history=form.history[:-1], focus=""), ""


def _wait(form: FormState, _action: Wait) -> tuple[FormState, str]:
    return form, "nothing changed"


def _navigate(form: FormState, page: str) -> FormState:
    return msgspec.structs.replace(form, page=page, history=(*form.history, form.page), focus="")


_HANDLERS: Mapping[type[Act], Callable[..., tuple[FormState, str]]] = {
    Click: _click,
    Type: _type,
    Press: _press,
    Open: _open,
    Back: _back,
    Wait: _wait,
}
