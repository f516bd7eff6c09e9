"""Tasks that no plan made in advance can solve: an opponent, and a user interface in another language."""

from __future__ import annotations

import re

import pytest
from luci_screens import ReplyByPurpose, started, step_reply

from onscreen.agent.default import default
from onscreen.device.fake_device import FakeDevice
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_signal
from onscreen.stop.signal_combination import first_of
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Action, Click, Element, Episode, Prompt, Reply, Shot, Task

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
FIELD = re.compile(r"\[?(\d+)\]?[^\n]*?place (\d) ([XO-])")


def wins(board: str, player: str) -> bool:
    """Check whether a player has three in a row."""
    return any(all(board[at] == player for at in line) for line in LINES)


def best_place(board: str, own: str, *, other: str) -> int:
    """Return the place that wins, else one that blocks, else the first free one."""
    free = [at for at in range(9) if board[at] == "-"]
    for player in (own, other):
        for at in free:
            if wins(board[:at] + player + board[at + 1 :], player):
                return at
    return next(at for at in (4, 0, 2, 6, 8, 1, 3, 5, 7) if at in free)


class Game(FakeDevice):
    """Tic-tac-toe against an opponent, who answers each move; the first answer is given."""

    def __init__(self, first: int) -> None:
        """Create a game in which the opponent's first move is given."""
        super().__init__()
        self.board = "-" * 9
        self.first = first

    def observe(self) -> Shot:
        """Show the board as nine buttons."""
        names = [f"button place {at} {mark} [clickable]" for at, mark in enumerate(self.board)]
        return shot_from_lines(*names)

    def perform(self, action: Action) -> str:
        """Put the player's mark, then the opponent's."""
        if isinstance(action, Click) and isinstance(action.target, Element):
            self._put(int(action.target.name.split()[1]), "X")
            if not wins(self.board, "X") and "-" in self.board:
                begins = self.board.count("O") == 0 and self.board[self.first] == "-"
                self._put(self.first if begins else best_place(self.board, "O", other="X"), "O")
        return ""

    def _put(self, at: int, mark: str) -> None:
        self.board = self.board[:at] + mark + self.board[at + 1 :]


class Player:
    """Model that knows the rules of the game and reads the board from its prompt."""

    name = "player"

    def __call__(self, prompt: Prompt) -> Reply:
        """Reply with the best move on the board that the prompt shows."""
        screen = prompt.text[prompt.text.rindex("place 0") - 20 :]
        places = {int(at): (number, mark) for number, at, mark in FIELD.findall(screen)}
        board = "".join(places[at][1] for at in range(9))
        if wins(board, "X") or wins(board, "O") or "-" not in board:
            return step_reply("done")
        return step_reply(f"click {places[best_place(board, 'X', other='O')][0]}")


@pytest.mark.parametrize("first", [0, 2, 4, 8])
def test_each_move_answers_that_of_the_opponent(first: int) -> None:
    """The agent `default` sees the opponent's move before each of its own, and does not lose."""
    game = Game(first)
    episode = run_episode(
        Episode(Task("Win the game as X"), (game.observe(),)),
        game,
        agent=default(Cascade(model=Player())),
        signal=first_of(done_signal(), steps_signal("12")),
        score=score_task,
        hooks=RunHooks(),
    )
    assert episode.stop is not None
    assert episode.stop.reason == "done"
    assert not wins(game.board, "O"), game.board


def test_instructions_and_screens_of_another_language_reach_the_model() -> None:
    """An instruction in German and a German screen are in the prompt, and the named element is clicked."""
    model = ReplyByPurpose({"decide": (step_reply("click 2"),)})
    shot = shot_from_lines("textbox Straße [editable clickable]", "button Löschen bestätigen [clickable]")
    decision = default(Cascade(model=model)).act(started("Bestätige das Löschen der Straße", shot))
    assert isinstance(decision.action, Click)
    assert isinstance(decision.action.target, Element)
    assert decision.action.target.name == "Löschen bestätigen"
    assert "Bestätige das Löschen der Straße" in model.prompts[0].text
