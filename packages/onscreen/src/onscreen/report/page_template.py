"""Template rendering for self-contained HTML pages.

The pages load no external resources and run only the embedded script.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib import resources
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from onscreen.report import html_text_format
from onscreen.types.errors import CannotWrite

_FOLDER = resources.files("onscreen.report") / "templates"


def render_page(name: str, *, links_files: bool = False, is_served: bool = False, **values: object) -> str:
    """Render the template `NAME.html.j2` with its styles and scripts embedded.

    Styles and scripts are those of `base` and `NAME`. The Content-Security-Policy allows styles and scripts
    by hash only, so injected ones do not run. With `links_files`, pictures may be files beside the page. With
    `is_served`, the script may send requests to the server of the page.
    """
    style = _read("base.css") + _read(f"{name}.css")
    script = _read("base.js") + _read(f"{name}.js")
    pictures = "data: 'self' file:" if links_files else "data:"
    requests = " connect-src 'self';" if is_served else ""
    policy = (
        f"default-src 'none'; img-src {pictures}; style-src {_hash(style)}; script-src {_hash(script)};"
        f"{requests} base-uri 'none'; form-action 'none'"
    )
    template = _environment().get_template(f"{name}.html.j2")
    # Style and script are files of this package without "</"; text from screens goes through autoescape.
    return template.render(values, policy=policy, style=Markup(style), script=Markup(script))  # noqa: S704


def write_page(page: str, path: Path) -> Path:
    """Write an HTML page to a file atomically and return the file's path.

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
            f"cannot write the report {path}: {reason}; choose a file in a writable folder"
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
    environment.filters.update(
        visible=html_text_format.make_visible,
        line=html_text_format.one_line,
        number=html_text_format.format_number,
        percent=html_text_format.format_percent,
        duration=html_text_format.format_duration,
        usd=html_text_format.format_usd,
    )
    return environment


def _read(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
