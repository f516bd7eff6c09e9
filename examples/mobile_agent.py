"""The agent `mobile-tree-text` with a scripted model: it clicks texts, types, and checks the task at last."""

import json
from contextlib import closing

from onscreen.agent.mobile import mobile_tree_text
from onscreen.device.fake_device import FakeDevice
from onscreen.model.scripted_model import ScriptedModel
from onscreen.policy.cascade import Cascade
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.score.mobile_eval import process_score
from onscreen.stop.done_signal import done_signal
from onscreen.types import Task, TextShown


def step(operation: str, thought: str) -> str:
    """Return a model's reply with one operation."""
    reply = {"observation": "a form", "page": "expected", "thought": thought, "values": []}
    return json.dumps({**reply, "operation": operation})


model = ScriptedModel(
    [
        step("click text (Nickname)", "the name goes there"),  # not on the screen: the model is asked again
        step("click text (Name)", "the field is called Name"),
        step("type (Ada)", "the field has the focus"),
        step("click text (Agree)", "required"),
        step("click text (Send)", "all is filled in"),
        step("stop", "the page says thank you"),
        json.dumps({"missing": "", "complete": True, "possible": True, "answer": ""}),
    ]
)
task = Task("Sign up as Ada.", check=TextShown("Thank you, Ada"))
with closing(FakeDevice()) as device:
    episode = run_episode(
        start_episode(task, device),
        device,
        agent=mobile_tree_text(Cascade(model=model)),
        signal=done_signal(),
        score=score_task,
        hooks=RunHooks(),
    )
print(episode.stop.reason, episode.score.value, process_score(episode))
for prompt in model.prompts[1:2]:
    print(prompt.text)
