"""Farama's own environment on click-button, solved by its instruction; a request comes in, JSON goes out."""

from __future__ import annotations

import json
import os
import sys
import time

asked = json.load(sys.stdin)
os.environ["MINIWOB_CHROME_BINARY"] = asked["executable"]
os.environ["MINIWOB_CHROMEDRIVER"] = asked["driver"]

import gymnasium  # noqa: E402
import miniwob  # noqa: E402
from miniwob.action import ActionTypes  # noqa: E402


def play(env: gymnasium.Env, seed: int) -> bool:
    """Play one episode: the first look, one click, and the empty look that follows the end."""
    seen, _ = env.reset(seed=seed)
    wanted = dict(seen["fields"])["target"]
    button = next(e for e in seen["dom_elements"] if e["tag"] == "button" and e["text"] == wanted)
    action = env.unwrapped.create_action(ActionTypes.CLICK_ELEMENT, ref=button["ref"])
    _, reward, _, _, _ = env.step(action)
    return reward > 0


def main() -> None:
    """Answer the request."""
    gymnasium.register_envs(miniwob)
    env = gymnasium.make("miniwob/click-button-v1")
    play(env, 0)
    begun = time.perf_counter()
    won = [play(env, seed) for seed in range(asked["episodes"])]
    taken = time.perf_counter() - begun
    env.close()
    print("ANSWER " + json.dumps({"seconds": taken, "won": sum(won)}))


main()
