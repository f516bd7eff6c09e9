"""Conversion of an episode on a web device to a Python script for Playwright."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import singledispatch

import msgspec

from onscreen.convert.playwright_locators import locator_expression, point_of
from onscreen.convert.script_comments import describe_action, make_comment, step_comment
from onscreen.types import (
    Act,
    Answer,
    Ask,
    Back,
    Click,
    CloseTab,
    Done,
    Download,
    Drag,
    Episode,
    Forward,
    Home,
    Hover,
    LongPress,
    Open,
    Point,
    Press,
    Scroll,
    Select,
    Step,
    Swipe,
    SwitchTab,
    Target,
    Type,
    Upload,
    Wait,
)
from onscreen.types.task import find_tool

_HEADER = '''\
"""Repeat a recorded run with Playwright: pip install playwright && playwright install chromium."""

import os

from playwright.sync_api import sync_playwright


def by_hand(text: str) -> None:
    """Wait until a person has done a step that a script cannot do."""
    input(f"{text}; press Enter when done: ")


def main() -> None:
    """Repeat the run."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            channel="chromium",
            headless="HEADLESS" in os.environ,
            executable_path=os.environ.get("CHROMIUM"),
        )
        context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, accept_downloads=True)
        page = context.new_page()
'''
_FOOTER = """\
        browser.close()


if __name__ == "__main__":
    main()
"""
_INDENT = " " * 8
_WEB_ADDRESS = re.compile(r"(https?|file|data|about|blob):", re.IGNORECASE)


class _RecordedStep(msgspec.Struct, frozen=True):
    """A step of an episode, with its number, counted from 1."""

    episode: Episode
    step: Step
    number: int

    def text(self, value: str) -> str:
        """Return a text as a Python expression that reads secrets from the environment."""
        return _text_expression(value, self.episode.task.secrets)

    def find(self, target: Target) -> str | None:
        """Return the locator of a target, or None for a point or an element without a name."""
        return None if isinstance(target, Point) else locator_expression(target, self.step.before)

    def by_hand(self) -> tuple[str, ...]:
        """Return the line that asks the user of the script to do this step."""
        return (f"by_hand({describe_action(self.step.decision)!r})",)


def to_playwright(episode: Episode) -> str:
    """Convert an episode to a Python script that performs its actions with Playwright.

    Elements are located by role and name, those without a name by their position. Failed actions become
    comments. For a step that a script cannot perform, the script asks the person who runs it. Secrets are
    read from environment variables. With the environment variable HEADLESS set, the script opens no window;
    CHROMIUM is the path of a browser to use instead of Playwright's.
    """
    width, height = episode.shots[0].picture.size
    start = episode.task.start.address or episode.shots[0].address
    header = _HEADER.replace("WIDTH", str(width)).replace("HEIGHT", str(height))
    lines = [make_comment(episode.task.instruction), f"page.goto({start!r})"]
    steps = [_RecordedStep(episode, step, number) for number, step in enumerate(episode.steps(), start=1)]
    for recorded, following in zip(steps, [*steps[1:], None], strict=True):
        lines += [step_comment(recorded.number, recorded.step), *_step_lines(recorded, following)]
    return header + "".join(f"{_INDENT}{line}\n" for line in lines) + _FOOTER


def _step_lines(recorded: _RecordedStep, following: _RecordedStep | None) -> Iterator[str]:
    if recorded.step.outcome.failed:
        return
    answer = following.step.decision.action if following else None
    if isinstance(answer, Answer) and following is not None:
        reply = f"accept({following.text(answer.text)})" if answer.text else "accept()"
        yield f"page.once('dialog', lambda dialog: dialog.{reply if answer.accept else 'dismiss()'})"
    yield from _lines(recorded.step.decision.action, recorded)


@singledispatch
def _lines(_action: Act, recorded: _RecordedStep) -> tuple[str, ...]:
    return recorded.by_hand()


@_lines.register
def _(action: Click, recorded: _RecordedStep) -> tuple[str, ...]:
    locator = recorded.find(action.target)
    button = "" if action.button == "left" else f"button={action.button!r}"
    count = "" if action.count == 1 else f"click_count={action.count}"
    if locator is None:
        point = point_of(action.target)
        click = f"page.mouse.click({_join(f'{point.x:g}', f'{point.y:g}', button, count)})"
        return (
            *(f"page.keyboard.down({key!r})" for key in action.modifiers),
            click,
            *(f"page.keyboard.up({key!r})" for key in reversed(action.modifiers)),
        )
    modifiers = f"modifiers={list(action.modifiers)!r}" if action.modifiers else ""
    return (f"{locator}.click({_join(button, count, modifiers)})",)


@_lines.register
def _(action: LongPress, recorded: _RecordedStep) -> tuple[str, ...]:
    delay = f"delay={action.seconds * 1000:g}"
    if locator := recorded.find(action.target):
        return (f"{locator}.click({delay})",)
    point = point_of(action.target)
    return (f"page.mouse.click({point.x:g}, {point.y:g}, {delay})",)


@_lines.register
def _(action: Hover, recorded: _RecordedStep) -> tuple[str, ...]:
    if locator := recorded.find(action.target):
        return (f"{locator}.hover()",)
    return (_move_to(action.target),)


@_lines.register
def _(action: Type, recorded: _RecordedStep) -> tuple[str, ...]:
    text = action.text.removesuffix("\n")
    enter = ("page.keyboard.press('Enter')",) if action.text.endswith("\n") else ()
    locator = recorded.find(action.target) if action.target is not None else None
    if locator is not None:
        typed = "fill" if action.clear else "press_sequentially"
        return (f"{locator}.{typed}({recorded.text(text)})", *enter)
    return (
        *(_click_at(action.target) if action.target is not None else ()),
        *(("page.keyboard.press('ControlOrMeta+a')",) if action.clear else ()),
        f"page.keyboard.type({recorded.text(text)})",
        *enter,
    )


@_lines.register
def _(action: Press, recorded: _RecordedStep) -> tuple[str, ...]:
    locator = recorded.find(action.target) if action.target is not None else None
    if locator is not None:
        return (f"{locator}.press({action.keys!r})",)
    focus = _click_at(action.target) if action.target is not None else ()
    return (*focus, f"page.keyboard.press({action.keys!r})")


@_lines.register
def _(action: Select, recorded: _RecordedStep) -> tuple[str, ...]:
    locator = recorded.find(action.target)
    if locator is None:
        return recorded.by_hand()
    return (f"{locator}.select_option(label={list(action.options)!r})",)


@_lines.register
def _(action: Scroll, recorded: _RecordedStep) -> tuple[str, ...]:
    width, height = recorded.step.before.picture.size
    if action.target is not None:
        width, height = round(action.target.box.width), round(action.target.box.height)
    signs = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}
    x, y = signs[action.direction]
    wheel = f"page.mouse.wheel({x * width * action.pages:g}, {y * height * action.pages:g})"
    return (_move_to(action.target), wheel) if action.target is not None else (wheel,)


@_lines.register
def _(action: Swipe, _recorded: _RecordedStep) -> tuple[str, ...]:
    return _drag_lines(action.start, action.end)


@_lines.register
def _(action: Drag, recorded: _RecordedStep) -> tuple[str, ...]:
    source = recorded.find(action.source)
    to = recorded.find(action.to) if action.to is not None else None
    if source is not None and to is not None and action.offset == Point(0, 0):
        return (f"{source}.drag_to({to})",)
    end = point_of(action.source if action.to is None else action.to)
    return _drag_lines(point_of(action.source), Point(end.x + action.offset.x, end.y + action.offset.y))


@_lines.register
def _(action: Open, recorded: _RecordedStep) -> tuple[str, ...]:
    tool = find_tool(action.what, recorded.episode.task.tools)
    address = tool.address if tool else action.what
    if not _WEB_ADDRESS.match(address):
        address = recorded.step.after.address
    new_page = ("page = context.new_page()",) if action.new_tab else ()
    return (*new_page, f"page.goto({recorded.text(address)})")


@_lines.register
def _(action: SwitchTab, _recorded: _RecordedStep) -> tuple[str, ...]:
    return (f"page = context.pages[{action.number - 1}]", "page.bring_to_front()")


@_lines.register
def _(_action: CloseTab, _recorded: _RecordedStep) -> tuple[str, ...]:
    return ("page.close()", "page = context.pages[-1]")


@_lines.register
def _(_action: Back, _recorded: _RecordedStep) -> tuple[str, ...]:
    return ("page.go_back()",)


@_lines.register
def _(_action: Forward, _recorded: _RecordedStep) -> tuple[str, ...]:
    return ("page.go_forward()",)


@_lines.register
def _(_action: Home, recorded: _RecordedStep) -> tuple[str, ...]:
    return (f"page.goto({recorded.step.after.address!r})",)


@_lines.register
def _(action: Upload, recorded: _RecordedStep) -> tuple[str, ...]:
    locator = recorded.find(action.target)
    click = f"{locator}.click()" if locator else _click_at(action.target)[0]
    return (
        "with page.expect_file_chooser() as chooser:",
        f"    {click}",
        f"chooser.value.set_files({list(action.paths)!r})",
    )


@_lines.register
def _(action: Download, recorded: _RecordedStep) -> tuple[str, ...]:
    locator = recorded.find(action.target)
    click = f"{locator}.click()" if locator else _click_at(action.target)[0]
    return (
        "with page.expect_download() as download:",
        f"    {click}",
        "download.value.save_as(download.value.suggested_filename)",
    )


@_lines.register
def _(_action: Answer, _recorded: _RecordedStep) -> tuple[str, ...]:
    return ()


@_lines.register
def _(action: Wait, _recorded: _RecordedStep) -> tuple[str, ...]:
    return (f"page.wait_for_timeout({action.seconds * 1000:g})",)


@_lines.register
def _(action: Ask, _recorded: _RecordedStep) -> tuple[str, ...]:
    return (f"by_hand({action.question!r})",)


@_lines.register
def _(_action: Done, _recorded: _RecordedStep) -> tuple[str, ...]:
    return ()


def _text_expression(text: str, secrets: tuple[str, ...]) -> str:
    """Return a Python expression for a text, with os.environ["NAME"] for every secret {NAME}."""
    if not secrets:
        return repr(text)
    pattern = "|".join(re.escape(f"{{{name}}}") for name in secrets)
    parts = [part for part in re.split(f"({pattern})", text) if part]
    names = {f"{{{name}}}": name for name in secrets}
    return (
        " + ".join(f"os.environ[{names[part]!r}]" if part in names else repr(part) for part in parts) or "''"
    )


def _join(*arguments: str) -> str:
    return ", ".join(argument for argument in arguments if argument)


def _move_to(target: Target) -> str:
    point = point_of(target)
    return f"page.mouse.move({point.x:g}, {point.y:g})"


def _click_at(target: Target) -> tuple[str]:
    point = point_of(target)
    return (f"page.mouse.click({point.x:g}, {point.y:g})",)


def _drag_lines(start: Point, end: Point) -> tuple[str, ...]:
    return (
        f"page.mouse.move({start.x:g}, {start.y:g})",
        "page.mouse.down()",
        f"page.mouse.move({end.x:g}, {end.y:g}, steps=10)",
        "page.mouse.up()",
    )
