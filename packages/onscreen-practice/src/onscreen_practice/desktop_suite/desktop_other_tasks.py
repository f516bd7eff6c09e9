"""Tasks in calculators, the file manager and the spreadsheet, across programs, and impossible ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

import msgspec

from onscreen.types import AllOf, Answered, Refused
from onscreen_practice.desktop_suite.desktop_checks import (
    files_are,
    folders_are,
    spreadsheet_is,
    write_files,
)
from onscreen_practice.desktop_suite.desktop_editor_tasks import ITEMS, NOTES
from onscreen_practice.task_recipe import (
    DONE,
    REFUSED,
    Move,
    TaskFactory,
    TaskRecipe,
    finish_with,
    press,
    tap,
    wait_until_gone,
)

CALCULATORS: Mapping[str, str] = {
    "galculator": "Galculator",
    "kcalc": "KCalc",
    "gnome-calculator": "the calculator of GNOME",
    "qalculate-gtk": "Qalculate!",
}
SAVE = press("Control+s")
SPREADSHEET = "soffice --calc --norestore --nologo"
_PROFILE = ".config/libreoffice/4/user"
_TIPS = (
    '<?xml version="1.0"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">'
    '<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse">'
    "<value>false</value></prop></item></oor:items>"
)
WITHOUT_TIPS = f"mkdir -p {_PROFILE} && printf '%s' '{_TIPS}' > {_PROFILE}/registrymodifications.xcu"
"""Start script that turns off the tip of the day, which LibreOffice shows at its first start."""
FOLDERS = ("Letters", "Invoices", "Photos", "Recipes", "Travel", "Garden")
OPERATORS: Mapping[str, Mapping[str, str]] = {
    "galculator": {"+": "+", "-": "-", "*": "*"},
    "kcalc": {"+": "+", "-": "−", "*": "×"},
    "gnome-calculator": {"-": "−", "*": "×"},
    "qalculate-gtk": {"-": "−", "*": "×"},
}


def compute(program: str, expression: str) -> tuple[Move, ...]:
    """Return the moves that compute an expression such as "12*34" with a calculator."""
    names = (OPERATORS[program].get(character, character) for character in expression)
    return (*(Move("click", "button", name) for name in names), Move("click", "button", "="))


def _calculation(program: str, instruction: str, *, expression: str, result: int, wrong: int) -> TaskRecipe:
    moves = compute(program, expression)
    return TaskRecipe(
        instruction,
        Answered(str(result), others=(str(wrong),)),
        (*moves, finish_with(str(result))),
        (*moves, finish_with(str(wrong))),
        start_path=program,
        applications=(program,),
    )


def product(program: str, rng: Random) -> TaskRecipe:
    """Create a task: multiply two numbers."""
    one, other = rng.randint(112, 989), rng.randint(12, 98)
    text = f"What is {one} times {other}? Use {CALCULATORS[program]}."
    return _calculation(
        program, text, expression=f"{one}*{other}", result=one * other, wrong=one * other + 10
    )


def difference(program: str, rng: Random) -> TaskRecipe:
    """Create a task: add and subtract."""
    one, two, three = rng.randint(500, 999), rng.randint(100, 499), rng.randint(100, 499)
    text = f"Add {two} to {one}, then subtract {three}, with {CALCULATORS[program]}, and tell the result."
    result = one + two - three
    return _calculation(
        program, text, expression=f"{one}+{two}-{three}", result=result, wrong=one + two + three
    )


def brackets(program: str, rng: Random) -> TaskRecipe:
    """Create a task: multiply a sum."""
    one, two, factor = rng.randint(100, 499), rng.randint(100, 499), rng.randint(3, 9)
    text = f"Add {one} and {two} and multiply the sum by {factor}. Use {CALCULATORS[program]}."
    expression, result = f"({one}+{two})*{factor}", (one + two) * factor
    return _calculation(program, text, expression=expression, result=result, wrong=one + two * factor)


def _files(rng: Random) -> dict[str, str]:
    return {f"{item}.txt": item for item in rng.sample(ITEMS, 4)}


class FileManager(msgspec.Struct, frozen=True):
    """A file manager: its program, its name, the key for its list of files, and buttons of its dialogs."""

    program: str
    name: str
    list_key: str
    create: str = "OK"
    rename: str = "OK"


THUNAR = FileManager("thunar", "Thunar", "Control+2", "Create", "Rename")
PCMANFM = FileManager("pcmanfm", "PCManFM", "Control+4")


def _file_task(
    manager: FileManager,
    instruction: str,
    *,
    check: AllOf,
    moves: tuple[Move, ...],
    near_miss: tuple[Move, ...],
    files: Mapping[str, str],
) -> TaskRecipe:
    view = press(manager.list_key)
    return TaskRecipe(
        instruction,
        check,
        (view, *moves),
        (view, *near_miss),
        start_path=manager.program,
        start_command=write_files(files),
        applications=(manager.program,),
    )


def new_folder(manager: FileManager, rng: Random) -> TaskRecipe:
    """Create a task: create a folder."""
    name, other = rng.sample(FOLDERS, 2)
    files = _files(rng)

    def moves(target: str) -> tuple[Move, ...]:
        field = Move("type", "textbox", "", target)
        return press("Control+Shift+n"), field, Move("click", "button", manager.create), DONE

    check = AllOf((files_are(files), folders_are([name])))
    return _file_task(
        manager,
        f'Create a folder named "{name}" in the home folder with {manager.name}.',
        check=check,
        moves=moves(name),
        near_miss=moves(other),
        files=files,
    )


def rename(manager: FileManager, rng: Random) -> TaskRecipe:
    """Create a task: rename a file."""
    files = _files(rng)
    old, other = rng.sample(sorted(files), 2)
    new = f"{rng.choice(FOLDERS).lower()}.txt"
    renamed = {new if name == old else name: text for name, text in files.items()}

    def moves(target: str) -> tuple[Move, ...]:
        return (
            tap(target),
            press("F2"),
            Move("type", "textbox", "", new),
            Move("click", "button", manager.rename),
            DONE,
        )

    return _file_task(
        manager,
        f'Rename the file "{old}" to "{new}" in {manager.name}.',
        check=AllOf((files_are(renamed), folders_are([]))),
        moves=moves(old),
        near_miss=moves(other),
        files=files,
    )


def delete_file(rng: Random) -> TaskRecipe:
    """Create a task: delete a file."""
    files = _files(rng)
    gone, other = rng.sample(sorted(files), 2)
    left = {name: text for name, text in files.items() if name != gone}

    def moves(target: str) -> tuple[Move, ...]:
        gone = wait_until_gone("cell", target)
        return tap(target), press("Shift+Delete"), Move("click", "button", "Delete"), gone, DONE

    return _file_task(
        THUNAR,
        f'Delete the file "{gone}" permanently with Thunar.',
        check=AllOf((files_are(left), folders_are([]))),
        moves=moves(gone),
        near_miss=moves(other),
        files=files,
    )


def largest(manager: FileManager, rng: Random) -> TaskRecipe:
    """Create a task: report the largest file."""
    names = [f"{item}.txt" for item in rng.sample(ITEMS, 4)]
    sizes = rng.sample(range(100, 900), 4)
    files = {name: "x" * size for name, size in zip(names, sizes, strict=True)}
    best = names[sizes.index(max(sizes))]
    others = tuple(name for name in names if name != best)
    view = press(manager.list_key)
    return TaskRecipe(
        f"Which of the text files in the home folder is the largest? {manager.name} shows their sizes.",
        Answered(best, also=(best.removesuffix(".txt"),), others=others),
        (view, finish_with(best)),
        (view, finish_with(others[0])),
        start_path=manager.program,
        start_command=write_files(files),
        applications=(manager.program,),
    )


def save_spreadsheet(name: str) -> tuple[Move, ...]:
    """Return the moves that save a new spreadsheet under a name, and wait until its window has this title."""
    saved = Move("hover", "window", f"{name} - LibreOffice Calc")
    return SAVE, Move("type", "textbox", "Name:", f"{name}\n"), saved, DONE


def _cells(cells: Mapping[str, str]) -> tuple[Move, ...]:
    return tuple(Move("type", "cell", cell, f"{text}\n") for cell, text in cells.items())


def table(rng: Random) -> TaskRecipe:
    """Create a task: enter values and save the document."""
    first, second, other = rng.sample(ITEMS, 3)
    amount, more = rng.randint(2, 60), rng.randint(61, 99)
    cells = {"A1": first, "B1": str(amount), "A2": second, "B2": str(more)}
    wrong = {**cells, "A2": other}
    return TaskRecipe(
        f"Enter {first} in cell A1, {amount} in B1, {second} in A2 and {more} in B2 of the open spreadsheet, "
        "and save it in the folder Documents as amounts.ods.",
        spreadsheet_is("Documents/amounts.ods", tuple(cells.values())),
        (*_cells(cells), *save_spreadsheet("amounts.ods")),
        (*_cells(wrong), *save_spreadsheet("amounts.ods")),
        start_path=SPREADSHEET,
        start_command=WITHOUT_TIPS,
        applications=("soffice",),
    )


def total(rng: Random) -> TaskRecipe:
    """Create a task: compute a sum with a formula."""
    numbers = [rng.randint(100, 900) for _ in range(3)]
    cells = {f"A{row}": str(number) for row, number in enumerate(numbers, 1)}
    listed = f"{numbers[0]}, {numbers[1]} and {numbers[2]}"
    moves, wrong = ({**cells, "A4": formula} for formula in ("=SUM(A1:A3)", "=SUM(A1:A2)"))
    return TaskRecipe(
        f"Enter {listed} in the cells A1, A2 and A3 of the open spreadsheet, their sum in A4, "
        "and save it in the folder Documents as total.ods.",
        spreadsheet_is("Documents/total.ods", (*cells.values(), str(sum(numbers)))),
        (*_cells(moves), *save_spreadsheet("total.ods")),
        (*_cells(wrong), *save_spreadsheet("total.ods")),
        start_path=SPREADSHEET,
        start_command=WITHOUT_TIPS,
        applications=("soffice",),
    )


def note_result(rng: Random) -> TaskRecipe:
    """Create a task: compute with the calculator and write the result into the notes."""
    one, other = rng.randint(112, 989), rng.randint(12, 98)
    result = one * other

    def moves(number: int) -> tuple[Move, ...]:
        write = Move("type", "textbox", "", str(number))
        return (
            *compute("galculator", f"{one}*{other}"),
            Move("open", text=f"mousepad {NOTES}"),
            write,
            SAVE,
            DONE,
        )

    return TaskRecipe(
        f"Compute {one} times {other} with Galculator. Then open the file {NOTES} in Mousepad, replace its "
        "text by the result and save it.",
        files_are({NOTES: str(result)}),
        moves(result),
        moves(result + 100),
        start_path="galculator",
        start_command=write_files({NOTES: "result"}),
        applications=("galculator", "mousepad"),
    )


def name_from_note(rng: Random) -> TaskRecipe:
    """Create a task: create the folder that a note asks for."""
    name, other = rng.sample(FOLDERS, 2)
    note = {NOTES: f"New folder: {name}"}

    def moves(target: str) -> tuple[Move, ...]:
        field = Move("type", "textbox", "", target)
        create = Move("click", "button", "Create")
        return Move("open", text="Thunar"), press("Control+Shift+n"), field, create, DONE

    return TaskRecipe(
        f"The file {NOTES}, which is open in Mousepad, names a folder. Create this folder in the home folder "
        "with Thunar.",
        AllOf((files_are(note), folders_are([name]))),
        moves(name),
        moves(other),
        start_path=f"mousepad {NOTES}",
        start_command=write_files(note),
        applications=("mousepad", "thunar"),
    )


def note_to_cell(rng: Random) -> TaskRecipe:
    """Create a task: copy a number from a note into a spreadsheet."""
    item, number, wrong = rng.choice(ITEMS), rng.randint(100, 499), rng.randint(500, 999)
    note = f"{item}: {number}\nothers: {wrong}"

    def moves(value: int) -> tuple[Move, ...]:
        cells = _cells({"A1": str(value)})
        return Move("open", text="LibreOffice Calc"), *cells, *save_spreadsheet("price.ods")

    return TaskRecipe(
        f"Look up the price of {item} in the file {NOTES}, which is open in Mousepad. Enter this number in "
        "cell A1 of a new spreadsheet in LibreOffice Calc and save it in the folder Documents as price.ods.",
        spreadsheet_is("Documents/price.ods", (str(number),)),
        moves(number),
        moves(wrong),
        start_path=f"mousepad {NOTES}",
        start_command=f"{write_files({NOTES: note})}; {WITHOUT_TIPS}",
        applications=("mousepad", "soffice"),
    )


def impossible(program: str, _rng: Random, *, instruction: str) -> TaskRecipe:
    """Create an infeasible task, which no installed program can do."""
    return TaskRecipe(
        instruction, Refused(), (REFUSED,), (DONE,), start_path=program, applications=(program,)
    )


OTHER_TASKS: Mapping[str, TaskFactory] = {
    **{f"{program}-product": partial(product, program) for program in CALCULATORS},
    **{f"{program}-difference": partial(difference, program) for program in CALCULATORS},
    **{
        f"{program}-brackets": partial(brackets, program) for program in ("gnome-calculator", "qalculate-gtk")
    },
    **{
        f"{manager.program}-{kind}": partial(create, manager)
        for manager in (THUNAR, PCMANFM)
        for kind, create in {"new-folder": new_folder, "rename": rename, "largest": largest}.items()
    },
    "thunar-delete": delete_file,
    "calc-table": table,
    "calc-total": total,
    "across-note-result": note_result,
    "across-name-from-note": name_from_note,
    "across-note-to-cell": note_to_cell,
    "impossible-call": partial(
        impossible, "galculator", instruction="Call Ada Lane on the phone and ask for the time."
    ),
    "impossible-film": partial(
        impossible, "mousepad", instruction="Watch the film of last night in the cinema program."
    ),
}
