"""Tasks in the programs of LibreOffice, on documents in the flat XML format of OpenDocument."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from onscreen.types import AllOf, PageValue
from onscreen_practice.desktop_suite.desktop_editor_tasks import ITEMS
from onscreen_practice.desktop_suite.desktop_other_tasks import WITHOUT_TIPS
from onscreen_practice.desktop_suite.desktop_program import (
    SAVE,
    Program,
    output_is,
    python_command,
    write_text,
)
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, press, tap, type_text

NAMESPACES = " ".join(
    f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for prefix, name in {
        "office": "office",
        "text": "text",
        "table": "table",
        "draw": "drawing",
        "presentation": "presentation",
        "svg": "svg-compatible",
    }.items()
)
READ_DOCUMENT = """
import sys, xml.etree.ElementTree as tree
part, names = sys.argv[2], {"p": ("p", "h")}.get(sys.argv[2], (sys.argv[2],))
body = next(each for each in tree.parse(sys.argv[1]).getroot() if each.tag.endswith("}body"))
found = (each for each in body.iter() if each.tag.rpartition("}")[2] in names)
print("\\n".join("".join(each.itertext()).strip() if part != "page" else "page" for each in found))
"""
"""Python program that prints the texts of elements "p", "h" or "page" of a flat document, one per line."""
READ_STYLES = """
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
bold = {name for name, body in re.findall(r'<style:style style:name="(\\w+)"(.*?)</style:style>', text, re.S)
        if 'fo:font-weight="bold"' in body.replace('style:font-weight', '')}
lines = re.findall(r'<text:[ph] text:style-name="(\\w+)"[^>]*>(.*?)</text:[ph]>', text, re.S)
spans = ((style, line, re.findall(r'text:style-name="(\\w+)"', line)) for style, line in lines)
print("\\n".join(re.sub("<[^>]*>", "", line) for style, line, inner in spans if {style, *inner} & bold))
"""
"""Python program that prints the paragraphs of a flat document that contain bold text, one per line."""
WORDS = (
    "report",
    "meeting",
    "budget",
    "garden",
    "harbour",
    "winter",
    "museum",
    "concert",
    "library",
    "bridge",
)
TITLES = ("Welcome", "Our plan", "Results", "Next steps", "The team", "Questions", "Costs", "Summary")


def _program(name: str, executable: str) -> Program:
    address = f"soffice --norestore --nologo {name}"
    return Program(address, ("soffice", executable), WITHOUT_TIPS)


LETTER, SHEET, SLIDES, SKETCH = "letter.fodt", "prices.fods", "talk.fodp", "plan.fodg"
WRITER, CALC = _program(LETTER, "lowriter"), _program(SHEET, "localc")
IMPRESS, DRAW = _program(SLIDES, "loimpress"), _program(SKETCH, "lodraw")


def flat_document(kind: str, body: str) -> str:
    """Return the XML of a flat OpenDocument file; `kind` is text, spreadsheet, presentation or drawing."""
    media_type = "graphics" if kind == "drawing" else kind
    return (
        f'<?xml version="1.0"?><office:document {NAMESPACES} office:version="1.2" '
        f'office:mimetype="application/vnd.oasis.opendocument.{media_type}"><office:body><office:{kind}>'
        f"{body}</office:{kind}></office:body></office:document>"
    )


def document_has(name: str, texts: Sequence[str], *, part: str = "p") -> PageValue:
    """Return a check of the texts of all elements of a kind in a flat document: "p", "h" or "page"."""
    command = python_command(READ_DOCUMENT, name, part)
    return output_is(command, "\n".join(texts), about=f"the texts of {name} are {', '.join(texts)}")


def _letter(lines: Sequence[str]) -> str:
    return write_text(LETTER, flat_document("text", "".join(f"<text:p>{line}</text:p>" for line in lines)))


def _slides(titles: Sequence[str]) -> str:
    frame = 'presentation:class="title" svg:width="20cm" svg:height="3cm" svg:x="2cm" svg:y="1cm"'
    pages = (
        f'<draw:page draw:name="page{number}"><draw:frame {frame}><draw:text-box><text:p>{title}</text:p>'
        "</draw:text-box></draw:frame></draw:page>"
        for number, title in enumerate(titles, 1)
    )
    return write_text(SLIDES, flat_document("presentation", "".join(pages)))


def _sketch(labels: Sequence[str]) -> str:
    boxes = "".join(
        f'<draw:rect svg:width="6cm" svg:height="3cm" svg:x="3cm" svg:y="{4 * row + 2}cm">'
        f"<text:p>{label}</text:p></draw:rect>"
        for row, label in enumerate(labels)
    )
    return write_text(SKETCH, flat_document("drawing", f'<draw:page draw:name="page1">{boxes}</draw:page>'))


def _sheet(prices: Mapping[str, int]) -> str:
    rows = "".join(
        f'<table:table-row><table:table-cell office:value-type="string"><text:p>{item}</text:p>'
        f'</table:table-cell><table:table-cell office:value-type="float" office:value="{price}">'
        f"<text:p>{price}</text:p></table:table-cell></table:table-row>"
        for item, price in prices.items()
    )
    return write_text(
        SHEET, flat_document("spreadsheet", f'<table:table table:name="Prices">{rows}</table:table>')
    )


def _lines(rng: Random, count: int = 3) -> list[str]:
    return [f"The {one} needs {other}." for one, other in _pairs(rng, count)]


def _pairs(rng: Random, count: int) -> list[tuple[str, str]]:
    return list(zip(rng.sample(WORDS, count), rng.sample(ITEMS, count), strict=True))


def _prices(rng: Random) -> dict[str, int]:
    return dict(zip(rng.sample(ITEMS, 4), rng.sample(range(11, 99), 4), strict=True))


def writer_replace_all(rng: Random) -> TaskRecipe:
    """Create a task: replace a word everywhere in a letter."""
    (word, item), (_, other) = _pairs(rng, 2)
    new = rng.choice([each for each in WORDS if each != word])
    lines = [f"The {word} needs {item}.", f"We like the {word}.", f"Bring {other} to the {word}."]
    after = [line.replace(word, new) for line in lines]

    def moves(text: str) -> tuple[Move, ...]:
        find = Move("type", "textbox", "", word), Move("type", "textbox", "", text, 1)
        return (
            press("Control+h"),
            *find,
            click("button", "Replace All"),
            press("Escape"),
            press("Escape"),
            SAVE,
        )

    return WRITER.task(
        f'Replace the word "{word}" with "{new}" in the whole letter and save it.',
        document_has(LETTER, after),
        moves=moves(new),
        near_miss=moves(item),
        script=_letter(lines),
    )


def writer_rewrite(rng: Random) -> TaskRecipe:
    """Create a task: replace the text of a letter by one line."""
    lines = _lines(rng)
    new, wrong = (f"The {word} is closed" for word in rng.sample(WORDS, 2))

    def moves(text: str) -> tuple[Move, ...]:
        return type_text(lines[0], text, role="text"), SAVE

    return WRITER.task(
        f'Delete everything in the open letter, write "{new}" instead and save it.',
        document_has(LETTER, [new]),
        moves=moves(new),
        near_miss=moves(wrong),
        script=_letter(lines),
    )


def writer_heading(rng: Random) -> TaskRecipe:
    """Create a task: turn a paragraph into a heading."""
    lines = _lines(rng)
    chosen, wrong = rng.sample(lines, 2)

    def moves(line: str) -> tuple[Move, ...]:
        return click("text", line), press("Control+1"), SAVE

    check = AllOf((document_has(LETTER, lines), document_has(LETTER, [chosen], part="h")))
    return WRITER.task(
        f'Give the paragraph "{chosen}" the style Heading 1 and save the letter.',
        check,
        moves=moves(chosen),
        near_miss=moves(wrong),
        script=_letter(lines),
    )


def writer_bold(rng: Random) -> TaskRecipe:
    """Create a task: set a paragraph in bold type."""
    lines = _lines(rng)
    chosen, wrong = rng.sample(lines, 2)

    def moves(line: str) -> tuple[Move, ...]:
        return click("text", line), press("Home"), press("Shift+End"), press("Control+b"), SAVE

    bold = output_is(python_command(READ_STYLES, LETTER), chosen, about=f"only {chosen!r} is bold")
    return WRITER.task(
        f'Make the line "{chosen}" bold, nothing else, and save the document.',
        AllOf((document_has(LETTER, lines), bold)),
        moves=moves(chosen),
        near_miss=moves(wrong),
        script=_letter(lines),
    )


def _cells(prices: Mapping[str, int]) -> list[str]:
    return [text for item, price in prices.items() for text in (item, str(price))]


def calc_change_price(rng: Random) -> TaskRecipe:
    """Create a task: change a number in a price list."""
    prices = _prices(rng)
    row = rng.randrange(4)
    item, new = list(prices)[row], rng.randint(100, 200)

    def moves(at: int) -> tuple[Move, ...]:
        return Move("type", "cell", f"B{at + 1}", f"{new}\n"), SAVE

    return CALC.task(
        f"{item.capitalize()} costs {new} now. Correct the price list and save it.",
        document_has(SHEET, _cells({**prices, item: new})),
        moves=moves(row),
        near_miss=moves((row + 1) % 4),
        script=_sheet(prices),
    )


def calc_cheapest(rng: Random) -> TaskRecipe:
    """Create a task: report the cheapest article of a price list."""
    prices = _prices(rng)
    best, *others = sorted(prices, key=lambda item: prices[item])
    return CALC.question(
        "What is the cheapest article in the open price list?", best, others=others, script=_sheet(prices)
    )


def calc_sum_below(rng: Random) -> TaskRecipe:
    """Create a task: add a row with the sum of a price list."""
    prices = _prices(rng)

    def moves(formula: str) -> tuple[Move, ...]:
        return Move("type", "cell", "A5", "total\n"), Move("type", "cell", "B5", f"{formula}\n"), SAVE

    return CALC.task(
        'Write "total" in A5 of the open price list, the sum of all prices in B5, and save it.',
        document_has(SHEET, _cells({**prices, "total": sum(prices.values())})),
        moves=moves("=SUM(B1:B4)"),
        near_miss=moves("=SUM(B2:B4)"),
        script=_sheet(prices),
    )


def impress_title(rng: Random) -> TaskRecipe:
    """Create a task: change the title of the first slide."""
    first, second, new, wrong = rng.sample(TITLES, 4)

    def moves(title: str) -> tuple[Move, ...]:
        return type_text(first, title, role="text"), press("Escape"), press("Escape"), SAVE

    return IMPRESS.task(
        f'Change the title of the first slide to "{new}" and save the presentation.',
        document_has(SLIDES, [new, second]),
        moves=moves(new),
        near_miss=moves(wrong),
        script=_slides([first, second]),
    )


def impress_delete_slide(rng: Random) -> TaskRecipe:
    """Create a task: delete a slide."""
    titles = rng.sample(TITLES, 4)
    at = rng.randrange(1, 4)

    def moves(down: int) -> tuple[Move, ...]:
        return (*[press("PageDown")] * down, tap("Delete Slide"), SAVE)

    return IMPRESS.task(
        f'Remove the slide "{titles[at]}" from the presentation and save it.',
        document_has(SLIDES, [title for title in titles if title != titles[at]]),
        moves=moves(at),
        near_miss=moves(at - 1),
        script=_slides(titles),
    )


def impress_duplicate_slide(rng: Random) -> TaskRecipe:
    """Create a task: duplicate the first slide."""
    first, second = rng.sample(TITLES, 2)
    return IMPRESS.task(
        f'Duplicate the slide "{first}" and save the presentation.',
        document_has(SLIDES, [first, first, second]),
        moves=(tap("Duplicate Slide"), SAVE),
        near_miss=(press("PageDown"), tap("Duplicate Slide"), SAVE),
        script=_slides([first, second]),
    )


def draw_delete(rng: Random) -> TaskRecipe:
    """Create a task: delete a box."""
    labels = rng.sample(WORDS, 3)
    chosen, wrong = rng.sample(labels, 2)

    def moves(label: str) -> tuple[Move, ...]:
        return click("text", label), press("Escape"), press("Delete"), SAVE

    return DRAW.task(
        f'Delete the box "{chosen}" from the drawing, and save it.',
        document_has(SKETCH, [label for label in labels if label != chosen]),
        moves=moves(chosen),
        near_miss=moves(wrong),
        script=_sketch(labels),
    )


def draw_add_page(rng: Random) -> TaskRecipe:
    """Create a task: add a page to a drawing without changing the first one."""
    labels = rng.sample(WORDS, 3)
    new_page = click("menuitem", "Page"), click("menuitem", "New Page")
    return DRAW.task(
        "Add an empty second page to the drawing and save it.",
        AllOf((document_has(SKETCH, ["page", "page"], part="page"), document_has(SKETCH, labels))),
        moves=(*new_page, SAVE),
        near_miss=(click("menuitem", "Page"), click("menuitem", "Duplicate Page"), SAVE),
        script=_sketch(labels),
    )


OFFICE_TASKS: Mapping[str, TaskFactory] = {
    "writer-replace-all": writer_replace_all,
    "writer-rewrite": writer_rewrite,
    "writer-heading": writer_heading,
    "writer-bold": writer_bold,
    "calc-change-price": calc_change_price,
    "calc-cheapest": calc_cheapest,
    "calc-sum-below": calc_sum_below,
    "impress-title": impress_title,
    "impress-delete-slide": impress_delete_slide,
    "impress-duplicate-slide": impress_duplicate_slide,
    "draw-delete": draw_delete,
    "draw-add-page": draw_add_page,
}
