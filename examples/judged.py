"""A task with a check, a step limit and progress output; prints the score and its reason."""

from onscreen import Start, Task, run_task
from onscreen.run.episode_loop import RunHooks
from onscreen.types import AllOf, Episode, Not, TextShown
from onscreen.types.action_parser import show

PAGE = """data:text/html,<title>Post</title><label>Name <input id=n></label>
<button onclick="document.body.append('Thanks, ' + n.value)">Send</button>"""


def print_step(episode: Episode) -> None:
    """Print the number and the action of the latest step."""
    if episode.decisions and episode.stop is None:
        print(len(episode.decisions), show(episode.decisions[-1].action))


task = Task(
    'Enter "Ada" into Name and click Send',
    start=Start(PAGE),
    check=AllOf((TextShown("Thanks, Ada"), Not(TextShown("error")))),
)
episode = run_task(task, max_steps=8, hooks=RunHooks(on_update=print_step))
print(episode.stop.reason, episode.score.value, episode.score.why)
