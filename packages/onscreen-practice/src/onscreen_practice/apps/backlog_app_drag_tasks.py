"""Tasks on the task board Backlog.md in which cards are dragged."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.backlog_app import (
    CARDS,
    COLUMNS,
    DONE_COLUMN,
    IN_PROGRESS,
    MILESTONES,
    TO_DO,
    WAITING,
    SeedCard,
)
from onscreen_practice.apps.task_helpers import change_task
from onscreen_practice.state.expected_changes import Change, becomes
from onscreen_practice.state.value_patterns import any_order
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, drag, select

APP = "backlog"
CARDS_BY_COLUMN: Mapping[str, tuple[SeedCard, ...]] = {
    name: tuple(each for each in CARDS if each.status == name) for name in COLUMNS
}


def card_id(card: SeedCard) -> str:
    """Return the id of a card of the initial data."""
    return f"TASK-{CARDS.index(card) + 1}"


def _name(card: SeedCard) -> str:
    """Return the prefix of a card's accessible name on the board."""
    return f"Open {card_id(card)}: {card.title}"


def open_card(card: SeedCard) -> Move:
    """Return the move that opens a card on the board."""
    return Move("click", name=_name(card))


def card_path(card: SeedCard, field: str = "") -> str:
    """Return the path of a card or of one of its fields in the state."""
    return f"backlog.tasks[id={card_id(card)}]{field}"


def _drop(card: SeedCard, onto: SeedCard | str) -> Move:
    """Return the move that drags a card onto another one or onto the head of a column."""
    return drag(_name(card), onto if isinstance(onto, str) else _name(onto))


def _above(card: SeedCard) -> str:
    """Return the name of a text in a card's upper half; a card dropped there is placed before it."""
    return card_id(card)


def _below(card: SeedCard) -> str:
    """Return the name of a text in a card's lower half; a card dropped there is placed after it."""
    return card.label


def _order(column: str, *cards: SeedCard) -> Change:
    return becomes(f"backlog.columns[{column}]", [card_id(each) for each in cards])


def leaves(card: SeedCard) -> Change:
    """Require that a card has left its column, and that the other cards are still there in order."""
    return _order(card.status, *(each for each in CARDS_BY_COLUMN[card.status] if each is not card))


def joins(card: str, column: str) -> Change:
    """Require that the card with this id is in a column, at any position among its other cards."""
    others = (card_id(each) for each in CARDS_BY_COLUMN[column])
    return becomes(f"backlog.columns[{column}]", any_order(*others, card))


def move_card(rng: Random) -> TaskRecipe:
    """Create a task to move a card to another column."""
    card = rng.choice(CARDS_BY_COLUMN[TO_DO][:3])
    column, wrong = rng.sample((IN_PROGRESS, WAITING), 2)
    return change_task(
        APP,
        f'Move the card "{card.title}" to the column {column}.',
        becomes(card_path(card, ".status"), column),
        leaves(card),
        joins(card_id(card), column),
        moves=(_drop(card, column),),
        near=(_drop(card, wrong),),
    )


def move_below(rng: Random) -> TaskRecipe:
    """Create a task to move a card directly below another one of its column, which only a drag can do."""
    column = rng.choice((TO_DO, IN_PROGRESS))
    first, second, third, *rest = CARDS_BY_COLUMN[column]
    return change_task(
        APP,
        f'In the column {column}, the card "{first.title}" should stand directly below "{third.title}".',
        _order(column, second, third, first, *rest),
        moves=(_drop(first, _below(third)),),
        near=(_drop(first, _above(third)),),
    )


def move_to_top(rng: Random) -> TaskRecipe:
    """Create a task to move a card to the top of its column, which only a drag can do."""
    column, rank = rng.choice(((TO_DO, 1), (TO_DO, 2), (IN_PROGRESS, 1), (IN_PROGRESS, 2), (WAITING, 1)))
    cards = CARDS_BY_COLUMN[column]
    card = cards[rank]
    others = [each for each in cards if each is not card]
    return change_task(
        APP,
        f'"{card.title}" comes first now: put it at the top of the column {column}.',
        _order(column, card, *others),
        moves=(_drop(card, _above(others[0])),),
        near=(_drop(others[0], card),)
        if rank > 1
        else (_drop(card, WAITING if column != WAITING else TO_DO),),
    )


def move_between(rng: Random) -> TaskRecipe:
    """Create a task to move a card to a place among the cards of another column."""
    card = rng.choice(CARDS_BY_COLUMN[TO_DO][:3])
    first, second = CARDS_BY_COLUMN[WAITING]
    return change_task(
        APP,
        f'Put the card "{card.title}" into the column {WAITING}, between "{first.title}" and '
        f'"{second.title}".',
        becomes(card_path(card, ".status"), WAITING),
        _order(WAITING, first, card, second),
        leaves(card),
        moves=(_drop(card, WAITING), _drop(card, _above(second))),
        near=(_drop(card, WAITING),),
    )


def finish_cards(rng: Random) -> TaskRecipe:
    """Create a task to move all cards of a person from one column to the last one."""
    person = rng.choice(("emil", "saskia", "theo"))
    card = next(each for each in CARDS_BY_COLUMN[IN_PROGRESS] if each.assignee == person)
    other = next(each for each in CARDS_BY_COLUMN[IN_PROGRESS] if each.assignee != person)
    return change_task(
        APP,
        f"{person.title()} has finished everything that is in progress. Move it on the board accordingly.",
        becomes(card_path(card, ".status"), DONE_COLUMN),
        leaves(card),
        joins(card_id(card), DONE_COLUMN),
        moves=(_drop(card, DONE_COLUMN),),
        near=(_drop(other, DONE_COLUMN),),
    )


def assign_milestone(rng: Random) -> TaskRecipe:
    """Create a task to add a task to a milestone by dragging its row."""
    card = rng.choice([each for each in CARDS if each.milestone < 0 and each.status != DONE_COLUMN])
    milestone, wrong = MILESTONES[0], MILESTONES[1]
    row = f"{card_id(card)} {card.title}"
    return change_task(
        APP,
        f'On the page with the milestones, drag the task "{card.title}" to the milestone {milestone}.',
        becomes(card_path(card, ".milestone"), milestone),
        moves=(click("link", "Milestones"), drag(row, milestone)),
        near=(
            open_card(card),
            Move("scroll", "dialog", f"{card_id(card)} — {card.title}", "down"),
            Move("scroll", "dialog", f"{card_id(card)} — {card.title}", "down"),
            select("Milestone", wrong),
        ),
    )


BACKLOG_DRAG_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "backlog-move": move_card,
        "backlog-below": move_below,
        "backlog-top": move_to_top,
        "backlog-between": move_between,
        "backlog-finish": finish_cards,
        "backlog-milestone": assign_milestone,
    }
)
