"""Templates -> self-contained pages that can load nothing and run no script but their own."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from onscreen.report import visible_text
from onscreen.types.errors import CannotWrite

_FOLDER = resources.files("onscreen.report") / "templates"


def render_page(name: str, **values: object) -> str:
    """Return the page `NAME.html.j2`, with `base` and `NAME` as styles and scripts.

    The policy names styles and scripts by their hash, so that nothing else runs even if it got in.
    """
    style = _read("base.css") + _read(f"{name}.css")
    script = _read("base.js") + _read(f"{name}.js")
    policy = (
        f"default-src 'none'; img-src data:; style-src {_hash(style)}; script-src {_hash(script)};"
        " base-uri 'none'; form-action 'none'"
    )
    template = _environment().get_template(f"{name}.html.j2")
    # Ours, from the package, and free of "</": what comes from screens goes through autoescape.
    return template.render(values, policy=policy, style=Markup(style), script=Markup(script))  # noqa: S704


def write_page(page: str, path: Path) -> Path:
    """Write the page, the file appearing whole or not at all; returns its path.

    Raises:
        CannotWrite: the folder cannot be written, or the disk is full.
    """
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(page, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotWrite(
            f"cannot write the report {path}: {reason}; name a file in a folder you can write to"
        ) from error
    return path


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("onscreen.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    for shape in (
        visible_text.make_visible,
        visible_text.one_line,
        visible_text.format_number,
        visible_text.format_percent,
        visible_text.format_duration,
        visible_text.format_usd,
    ):
        environment.filters[shape.__name__] = shape
    return environment


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
