"""Initial data, start and stored state of TiddlyWiki, a browser-based wiki whose notes are files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import run_tool


class Tiddler(msgspec.Struct, frozen=True):
    """A note: text, sorted tags, and all other fields except dates and user names."""

    title: str
    tags: tuple[str, ...]
    text: str
    fields: Mapping[str, str]


class TiddlyWikiState(msgspec.Struct, frozen=True):
    """State of the wiki: its notes by title, without drafts and system notes."""

    tiddlers: Mapping[str, Tiddler]


class SeedTiddler(msgspec.Struct, frozen=True):
    """A note (tiddler) in the wiki at the start of a task."""

    title: str
    tags: str
    text: str


TIDDLERS = (
    SeedTiddler("Allotment", "", "Our notes on the allotment: [[Tomatoes]], [[Compost]], [[Tool shed]]."),
    SeedTiddler("Tomatoes", "vegetables", "Sow indoors on 10 March. Variety: Black Cherry."),
    SeedTiddler("Runner beans", "vegetables", "Need poles of 2.2 metres. Sow after the last frost."),
    SeedTiddler("Beetroot", "vegetables", "Sow in rows 25 cm apart."),
    SeedTiddler("Compost", "soil", "Turn the heap every three weeks. Last turned on 2 February."),
    SeedTiddler("Tool shed", "", "The key hangs behind the watering can. The lock code is 4471."),
    SeedTiddler("Lavender", "flowers", "Cut back in August."),
    SeedTiddler("Sweet peas", "flowers", "Soak the seeds overnight."),
    SeedTiddler("Neighbours", "people", "Edda (plot 12) lends her shredder. Moritz (plot 14) keeps bees."),
    SeedTiddler("Old to-do list", "archive", "Buy gravel. Fix the gate."),
)
_OWN_FIELDS = (
    "title",
    "tags",
    "text",
    "created",
    "modified",
    "creator",
    "modifier",
    "revision",
    "bag",
    "type",
)


def create_data(program: Program, folder: Path) -> None:
    """Create a wiki from TiddlyWiki's server edition, with notes about an allotment."""
    wiki = folder / "wiki"
    run_tool([program.executable("tiddlywiki"), wiki, "--init", "server"], folder=folder)
    tiddlers = wiki / "tiddlers"
    tiddlers.mkdir(exist_ok=True)
    for each in TIDDLERS:
        content = f"title: {each.title}\ntags: {each.tags}\ntype: text/vnd.tiddlywiki\n\n{each.text}"
        (tiddlers / f"{each.title}.tid").write_text(content, encoding="utf-8")
    settings = {
        "$:/SiteTitle": "Allotment notes",
        "$:/SiteSubtitle": "plot 13",
        "$:/DefaultTiddlers": "Allotment",
    }
    for number, (title, text) in enumerate(settings.items()):
        (tiddlers / f"setting{number}.tid").write_text(f"title: {title}\n\n{text}", encoding="utf-8")


def read_state(folder: Path) -> TiddlyWikiState:
    """Read the notes from their files."""
    read = (_read_tiddler(path) for path in sorted((folder / "wiki" / "tiddlers").rglob("*.tid")))
    return TiddlyWikiState(
        {
            each.title: each
            for each in read
            if each is not None and not each.title.startswith("$:/") and "draft.of" not in each.fields
        }
    )


def _read_tiddler(path: Path) -> Tiddler | None:
    """Parse a note's file, or return None if the file was deleted or is being written."""
    try:
        head, _, text = path.read_text(encoding="utf-8").partition("\n\n")
    except FileNotFoundError:
        return None
    fields = dict(line.partition(": ")[::2] for line in head.splitlines())
    if "title" not in fields:
        return None
    others = {name: value for name, value in fields.items() if name not in _OWN_FIELDS}
    return Tiddler(fields["title"], _split_tags(fields.get("tags", "")), text.strip(), others)


def _split_tags(text: str) -> tuple[str, ...]:
    """Split a tag list at spaces; tags that contain spaces are in double square brackets."""
    tags: list[str] = []
    while text := text.strip():
        is_bracketed = text.startswith("[[")
        tag, _, text = text[2:].partition("]]") if is_bracketed else text.partition(" ")
        tags.append(tag)
    return tuple(sorted(tags))


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the wiki's server."""
    return [program.executable("tiddlywiki"), folder / "wiki", "--listen", "host=127.0.0.1", f"port={port}"]


TIDDLYWIKI = Application(
    name="tiddlywiki",
    title="Allotment notes",
    purpose="wiki of short linked notes with tags: search, write, edit, rename, tag and delete notes",
    license="BSD-3-Clause",
    toolkit="JavaScript (Node.js), a page built entirely in the browser",
    manager="npm",
    packages=("tiddlywiki@^5.3",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=TiddlyWikiState,
    save_delay_sec=3.0,
)
