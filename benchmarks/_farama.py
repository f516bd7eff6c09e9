"""Worker in Farama's environment: play `click-button` by its instruction (JSON in, JSON out)."""

from __future__ import annotations

import json
import os
import sys
import time

request = json.load(sys.stdin)
os.environ["MINIWOB_CHROME_BINARY"] = request["executable"]
os.environ["MINIWOB_CHROMEDRIVER"] = request["driver"]

import gymnasium  # noqa: E402
import miniwob  # noqa: E402
from miniwob.action import ActionTypes  # noqa: E402


def play(env: gymnasium.Env, seed: int) -> bool:
    """Play one episode: an initial observation, one click, and the empty final observation."""
    observation, _ = env.reset(seed=seed)
    target = dict(observation["fields"])["target"]
    button = next(e for e in observation["dom_elements"] if e["tag"] == "button" and e["text"] == target)
    action = env.unwrapped.create_action(ActionTypes.CLICK_ELEMENT, ref=button["ref"])
    _, reward, _, _, _ = env.step(action)
    return reward > 0


def main() -> None:
    """Answer the request on standard input."""
    gymnasium.register_envs(miniwob)
    env = gymnasium.make("miniwob/click-button-v1")
    play(env, 0)
    start_time = time.perf_counter()
    successes = [play(env, seed) for seed in range(request["episodes"])]
    seconds = time.perf_counter() - start_time
    env.close()
    print("ANSWER " + json.dumps({"seconds": seconds, "won": sum(successes)}))


main()
