"""One-line descriptions of the plugins of this project, for `onscreen list`."""

from __future__ import annotations

from collections.abc import Mapping

DESCRIPTIONS: Mapping[tuple[str, str], str] = {
    ("device", "web"): "Chromium, headless or visible, for web pages",
    ("device", "android"): "Android phone or emulator that is attached to adb",
    ("device", "fake"): "small built-in page without a browser, for tests",
    ("device", "phone"): "simulated Android phone with 20 applications",
    ("device", "apps"): "Chromium with real web applications that run on this machine",
    ("device", "androidworld"): "simulated Android phone, set up and scored by AndroidWorld's code",
    ("model", "local"): "language model that runs on this machine: local:NAME or local:FILE.gguf",
    ("model", "scripted"): "answers from a file, one per line, for tests: scripted:FILE",
    ("model", "recorded"): "replay of recorded answers: recorded:FILE",
    ("model", "openai"): "OpenAI, for example openai:gpt-5-mini",
    ("model", "anthropic"): "Anthropic: anthropic:NAME",
    ("model", "google"): "Google Gemini: google:NAME",
    ("model", "mistral"): "Mistral: mistral:NAME",
    ("model", "ollama"): "model that an Ollama server runs: ollama:NAME",
    ("model", "compatible"): "server with an OpenAI-compatible API: compatible:NAME@ADDRESS",
    ("policy", "lexical"): "rules that match the words of the task with the words on the screen",
    ("policy", "reflex"): "neural network that runs on the CPU; reflex:FOLDER uses other weights",
    ("policy", "miniwob-reflex"): "the neural network with the actions of MiniWoB++",
    ("policy", "miniwob-rules"): "rules for single MiniWoB++ tasks",
    ("policy", "route"): "follows a known path on the map of an explored application; route:FOLDER",
    ("agent", "default"): "plans with the policies, otherwise queries the language model once per step",
    ("agent", "appagent"): "one query per step with numbered elements and the notes on them (AppAgent paper)",
    ("agent", "luci"): "separate model queries for planning, verifying and acting (LUCI paper)",
    ("agent", "seeing"): "like default, with a screenshot in every model query",
    ("agent", "oracle"): "plays the known solution of a task of a suite, to test the task",
    ("signal", "done"): "stops when the agent or the environment ends the run (always active)",
    ("signal", "steps"): "stops after N steps: steps:N",
    ("signal", "time"): "stops after some seconds: time:SECONDS",
    ("signal", "tokens"): "stops after N tokens of language models: tokens:N",
    ("signal", "cost"): "stops when the models have cost this many US dollars: cost:USD",
    ("signal", "stuck"): "stops after K actions without effect: stuck or stuck:K",
    ("signal", "similar"): "stops on a screen like the finished state of a recorded run: similar:FOLDER",
    (
        "signal",
        "completed",
    ): "weighs the evidence that the task is finished; verifies claims: completed:FOLDER",
    ("signal", "checked"): "stops when the check of the task holds, judged without the device",
    ("comparison", "image"): "structural similarity (SSIM) of the pictures, for the signal similar",
    ("comparison", "tree"): "roles, texts and states of the elements, for similar:tree:FOLDER",
    ("suite", "phone"): "tasks in the applications of the simulated Android phone",
    ("suite", "apps"): "tasks in real web applications that run on this machine",
    ("suite", "androidworld"): "AndroidWorld's tasks on the simulated phone, scored by its own code",
    ("suite", "sites"): "tasks in the practice web sites",
    ("suite", "miniwob"): "MiniWoB++, single tasks on small web pages",
    ("suite", "demo"): "a few tasks of the suites miniwob and sites",
}
"""Mapping from the kind and name of a plugin to a one-line description."""
