"""Tasks in Optuna Dashboard, which shows the optimization studies of a bakery."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.optuna_app import STUDIES, SeedStudy
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.phone_suite.task_helpers import number_forms
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import SameAs, Text
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, type_text

_APP = "optuna"
_EDIT_NOTE = Move("click", "button", "", nth=1)
"""Click on the button that edits a note: the second one without accessible name."""

_TRIALS = click("link", "Trials (List)")
_NEW_NAMES = ("Ciabatta height", "Pretzel salt", "Brioche butter", "Spelt hydration")


def _open(study: SeedStudy) -> Move:
    number = STUDIES.index(study) + 1
    return click("link", f"{number}. {study.name} Direction: {study.direction.upper()}")


def _on_card(button: str, study: SeedStudy) -> Move:
    """Return the click on a button of a study's card; newer studies come first."""
    return Move("click", "button", button, nth=len(STUDIES) - 1 - STUDIES.index(study))


def _write_note(text: str) -> tuple[Move, ...]:
    return _EDIT_NOTE, type_text("## What is this feature for?", text), click("button", "Save")


def _open_trial(study: SeedStudy, number: int) -> tuple[Move, ...]:
    best = " Best Trial" if number == _best_number(study) else ""
    return _open(study), _TRIALS, click("button", f"Trial {number} Complete{best}")


def _best_number(study: SeedStudy) -> int:
    sign = 1 if study.direction == "maximize" else -1
    return max(range(len(study.trials)), key=lambda number: sign * study.trials[number][1])


def create_study(rng: Random) -> TaskRecipe:
    """Create a task to fill in the dialog for a new study."""
    name = rng.choice(_NEW_NAMES)
    direction, wrong = rng.sample(("maximize", "minimize"), 2)

    def create(goal: str) -> tuple[Move, ...]:
        choose = Move("click", "combobox", "", nth=1), click("option", goal.title())
        confirm = Move("click", "button", "Create", nth=1)
        return click("button", "Create"), type_text("Study name", name), *choose, confirm

    return change_task(
        _APP,
        f'Create a study called "{name}" with one objective, which is to {direction} the result.',
        adds("optuna.studies", {"name": Text(name), "directions": [direction], "trials": [], "note": ""}),
        moves=create(direction),
        near=create(wrong),
    )


def rename_study(rng: Random) -> TaskRecipe:
    """Create a task to rename a study."""
    study, other = rng.sample(STUDIES, 2)
    name = rng.choice(_NEW_NAMES)

    def rename(chosen: SeedStudy) -> tuple[Move, ...]:
        button = click("button", "Rename")
        return _on_card("rename study", chosen), type_text("Study name", name), button

    path = f"optuna.studies[{study.name}]"
    same = {each: SameAs(f"{path}.{each}") for each in ("directions", "note", "trials")}
    return change_task(
        _APP,
        f'Rename the study "{study.name}" to "{name}".',
        removes(path),
        adds("optuna.studies", {"name": Text(name), **same}),
        moves=rename(study),
        near=rename(other),
    )


def delete_study(rng: Random) -> TaskRecipe:
    """Create a task to delete a study and confirm the deletion."""
    study, other = rng.sample(STUDIES, 2)
    yes = click("button", "Yes")
    return change_task(
        _APP,
        f'We no longer need the experiments "{study.name}". Delete this study.',
        removes(f"optuna.studies[{study.name}]"),
        moves=(_on_card("delete study", study), yes),
        near=(_on_card("delete study", other), yes),
    )


def write_study_note(rng: Random) -> TaskRecipe:
    """Create a task to write a note for a study."""
    study, other = rng.sample(STUDIES, 2)
    text = rng.choice(("Use the old oven.", "Repeat with fresh yeast.", "Presented on 3 May."))
    note = click("link", "Note")
    return change_task(
        _APP,
        f'Write this note for the study "{study.name}": {text}',
        becomes(f"optuna.studies[{study.name}].note", Text(text)),
        moves=(_open(study), note, *_write_note(text)),
        near=(_open(other), note, *_write_note(text)),
    )


def write_trial_note(rng: Random) -> TaskRecipe:
    """Create a task to write a note for one trial of a study."""
    study = rng.choice(STUDIES)
    number, wrong = rng.sample(range(len(study.trials)), 2)
    text = rng.choice(("Door was opened.", "Weighed twice.", "Photo in the kitchen folder."))
    return change_task(
        _APP,
        f'Add the note "{text}" to trial {number} of the study "{study.name}".',
        becomes(f"optuna.studies[{study.name}].trials[id={number}].note", Text(text)),
        moves=(*_open_trial(study, number), *_write_note(text)),
        near=(*_open_trial(study, wrong), *_write_note(text)),
    )


def find_best(rng: Random) -> TaskRecipe:
    """Create a task that asks for a parameter of a study's best trial."""
    study = rng.choice(STUDIES)
    best = _best_number(study)
    wrong = next(water for number, (water, _) in enumerate(study.trials) if number != best)
    return question_task(
        _APP,
        f'Which amount of water was best in the study "{study.name}"?',
        answer=str(study.trials[best][0]),
        wrong=str(wrong),
        moves=_open_trial(study, best),
    )


def find_result(rng: Random) -> TaskRecipe:
    """Create a task that asks for the result of one trial."""
    study = rng.choice(STUDIES)
    number, other = rng.sample(range(len(study.trials)), 2)
    water, value = study.trials[number]
    return question_task(
        _APP,
        f'What was the result (value) of the trial with {water} of water in the study "{study.name}"?',
        answer=f"{value:g}",
        also=(f"{value}",),
        wrong=f"{study.trials[other][1]:g}",
        moves=_open_trial(study, number),
    )


def count_trials(rng: Random) -> TaskRecipe:
    """Create a task that asks for the number of trials of a study."""
    study = rng.choice(STUDIES)
    count = str(len(study.trials))
    return question_task(
        _APP,
        f'How many trials does the study "{study.name}" have?',
        answer=count,
        also=number_forms(count),
        wrong=str(len(study.trials) - 1),
        moves=(_open(study), _TRIALS),
    )


def delete_trial(rng: Random) -> TaskRecipe:
    """Create an infeasible task: delete one trial, for which the dashboard has no function."""
    study = rng.choice(STUDIES)
    number = rng.randrange(len(study.trials))
    return impossible_task(
        _APP,
        f'Delete only trial {number} of the study "{study.name}" and keep the other trials.',
        moves=_open_trial(study, number),
        near=(_on_card("delete study", study), click("button", "Yes")),
    )


OPTUNA_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "optuna-create": create_study,
        "optuna-rename": rename_study,
        "optuna-delete": delete_study,
        "optuna-note": write_study_note,
        "optuna-trial-note": write_trial_note,
        "optuna-best": find_best,
        "optuna-result": find_result,
        "optuna-count": count_trials,
        "optuna-delete-trial-impossible": delete_trial,
    }
)
