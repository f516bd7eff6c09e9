"""Search for subtasks by trying every control of every screen from the application's initial state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from time import monotonic
from typing import TypeAlias

import msgspec

from onscreen.app_maps.screen_map import AppMap
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import control_key, group_key, sign
from onscreen.discovery.check_proposal import Volatile, find_volatile
from onscreen.discovery.control_candidates import (
    MAX_NAME_CHARS,
    Turns,
    find_clickable,
    find_follow_up,
    spread,
    turns_of,
    without_focus,
)
from onscreen.discovery.control_difference import VolatileGroups, find_control_changes
from onscreen.discovery.demonstrations import Demonstration
from onscreen.discovery.form_search import FieldKey, find_entries, find_forms, find_submit, shows_form
from onscreen.discovery.map_paths import ScreenPath, common_template, item_name, list_paths
from onscreen.discovery.parameter_candidates import find_candidates, find_variations, is_row, with_fixed
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.state_difference import find_differences
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.subtask_instruction import make_id, write_instruction
from onscreen.discovery.trajectory import Steps, TrajectoryStep, Values
from onscreen.discovery.trajectory_player import TrajectoryPlayer, find_state_source
from onscreen.discovery.value_lookup import find_lookups
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_change import compare_shots
from onscreen.routines.text_template import escape_text
from onscreen.types import Back, Element

MEMBERS_TRIED = 4
"""Number of controls to try per group."""
KEYS_TRIED = 12
"""Number of controls to try per group in a program, where a keypad is one group."""

NAVIGATION_ROLES = frozenset({"link", "tab", "menuitem"})
"""Roles of controls that are tried last, and not at all if the map knows which screen they open."""
SAVE_KEY = "Control+s"
"""Key that stores a document in programs without a Back button."""
SUBMIT_KEY = "Enter"
"""Key that submits a form without a button on a web page."""

Report: TypeAlias = Callable[[str], None]


class SearchLimits(msgspec.Struct, frozen=True):
    """Limits of the search: maximum number of runs, random seeds, and maximum duration in seconds.

    The subtasks use the first seed. A duration of None means no limit.
    """

    max_runs: int = 600
    seeds: tuple[int, ...] = (0, 1)
    max_sec: float | None = None


class SubtaskSearch:
    """Search for subtasks with the map of an application.

    `rejected` counts the trajectories that did not become a draft, by reason. `volatile` are the fields that
    change without an action, and `volatile_groups` the groups of controls that do.
    """

    def __init__(
        self,
        player: TrajectoryPlayer,
        app_map: AppMap,
        *,
        limits: SearchLimits,
        demonstrations: Sequence[Demonstration] = (),
    ) -> None:
        """Create a search that begins with the recorded trajectories."""
        self._demonstrations = demonstrations
        self.rejected: Counter[str] = Counter()
        self.volatile: Volatile = frozenset()
        self.volatile_groups: VolatileGroups = frozenset()
        self._player = player
        source = find_state_source(player.device, player.app, seed=limits.seeds[0])
        self._is_complete = source.is_complete
        self._leave = TrajectoryStep("press", text=SAVE_KEY)
        if Back in player.device.actions:
            is_page = "://" in (source.start.address or player.app)
            self._leave = TrajectoryStep("press", text=SUBMIT_KEY) if is_page else TrajectoryStep("back")
        self._map = app_map
        self._limits = limits
        self._started = monotonic()
        self._at: RecordedRun | None = None
        self._tried: set[tuple[str, str, str]] = set()
        self._fields: set[FieldKey] = set()
        self._ids: list[str] = []

    @property
    def is_over(self) -> bool:
        """True if the maximum number of runs or the maximum duration is reached."""
        is_late = self._limits.max_sec is not None and monotonic() - self._started > self._limits.max_sec
        return is_late or self._player.runs >= self._limits.max_runs

    def find(self, report: Report) -> Iterator[SubtaskDraft]:
        """Yield drafts with their recorded runs, until everything was tried or the limit is reached.

        `report` is called with the title of each screen.

        Raises:
            DeviceError: the device is gone, or the application does not start.
        """
        idle, again = self.play((), {}), self.play((), {})
        self.volatile_groups = frozenset(
            each.group for each in find_control_changes(idle.episode.last, again.episode.last)
        )
        self.volatile = find_volatile(idle) | find_volatile(
            msgspec.structs.replace(again, states=(idle.states[-1], again.states[-1]))
        )
        if any(node.has("password") for node in idle.episode.last.nodes):
            self.rejected["the application asks for a login"] += 1
        if "://" in self._player.app and idle.episode.last.app:
            self._player.label = escape_text(" ".join(idle.episode.last.app.split())[:MAX_NAME_CHARS])
        yield from self._find_demonstrated(idle)
        home = recognize(self._map, sign(idle.episode.last))
        if home is None:
            self.rejected["the first screen is not on the map"] += 1
            return
        paths = list_paths(self._map, home=home.id)
        for path in sorted(paths, key=lambda each: not shows_form(each.screen)):
            if self.is_over:
                return
            report(path.screen.title or path.screen.id)
            yield from self._search_screen(path)

    def _find_demonstrated(self, idle: RecordedRun) -> Iterator[SubtaskDraft]:
        """Repeat the recorded trajectories; those that change something become drafts."""
        for each in self._demonstrations:
            run = self.play(each.steps, each.values)
            if run.fault:
                self.rejected[f"a recorded run that cannot be repeated: {run.fault}"] += 1
            elif self._effect(run, idle):
                kind = "entry" if each.values else "change"
                yield from self._complete(each.steps, run, candidates=each.candidates, kind=kind)
            else:
                self.rejected["no effect on the state"] += 1

    def play(self, steps: Steps, values: Values, *, seed: int | None = None) -> RecordedRun:
        """Play a trajectory from the initial state, with the data of the first seed by default.

        Raises:
            DeviceError: the device is gone, or the application does not start.
        """
        self._at = None
        return self._player.play(steps, values, seed=self._limits.seeds[0] if seed is None else seed)

    def play_on(self, reached: RecordedRun, more: Steps, *, steps: Steps, values: Values) -> RecordedRun:
        """Play more steps on the screen reached by the trajectory `steps`.

        The trajectory is repeated from the initial state unless the device still shows the same screen.

        Raises:
            DeviceError: the device is gone, or the application does not start.
        """
        if self._at is not reached:
            return self.play((*steps, *more), values)
        self._at = None
        run = msgspec.structs.replace(reached, values=values)
        for step in more:
            run = self.extend(run, step)
        return run

    def extend(self, run: RecordedRun, step: TrajectoryStep) -> RecordedRun:
        """Play one more step of the last run.

        Raises:
            DeviceError: the device is gone.
        """
        return self._player.extend(run, step)

    def _search_screen(self, path: ScreenPath) -> Iterator[SubtaskDraft]:
        reached = self.play(path.steps, path.values)
        if reached.fault and path.values:
            reached = self.play(path.steps, {})
        if reached.fault:
            self.rejected["the screen is not reached"] += 1
            return
        self._at = reached
        candidates = find_candidates(path.steps, reached)
        if path.steps and path.steps[-1].parameters:
            runs = self._own_runs(path.steps, reached, candidates=candidates)
            for steps, outputs, kind in find_lookups(path.steps, runs):
                name = f"the {outputs[0].label}" if outputs else ""
                draft = self._draft(steps, runs, candidates=candidates, looked_up=name)
                yield msgspec.structs.replace(draft, kind=kind, outputs=outputs)
        yield from self._search_forms(path.steps, reached)
        yield from self._search_controls(path, reached)

    def _search_forms(self, steps: Steps, reached: RecordedRun) -> Iterator[SubtaskDraft]:
        for entry in find_entries(steps, reached, player=self, leave=self._leave, tried=self._fields):
            if self.is_over:
                return
            if self._effect(entry.run, reached):
                yield from self._complete(entry.steps, entry.run, candidates=entry.candidates, kind="entry")
            else:
                self.rejected["no effect on the state"] += 1

    def _opens_form(self, reached: RecordedRun, run: RecordedRun) -> bool:
        """Check whether a click opened an untried form that is on no other screen of the map."""
        screens = [recognize(self._map, sign(each.episode.last)) for each in (reached, run)]
        fields = {field.key for form in find_forms(run) for field in form if not field.is_filled}
        before = {field.key for form in find_forms(reached) for field in form}
        return screens[1] in {None, screens[0]} and not fields <= before | self._fields

    def _search_controls(self, path: ScreenPath, reached: RecordedRun) -> Iterator[SubtaskDraft]:
        groups: dict[tuple[str, str], list[Element]] = {}
        submit = find_submit(build_screen(reached.episode.last)) if find_forms(reached) else None
        known = self._known_links(path)
        for element in find_clickable(reached):
            if submit is not None and element.name == submit.name:
                continue
            if control_key(element, reached.episode.last.nodes) in known:
                continue
            key = (element.role, group_key(element, reached.episode.last.nodes))
            if (*key, element.name) not in self._tried:
                groups.setdefault(key, []).append(element)
        for (role, group), found in sorted(groups.items(), key=lambda item: item[0][0] in NAVIGATION_ROLES):
            members = found[:MEMBERS_TRIED] if self._is_complete else spread(found, KEYS_TRIED)
            self._tried.update((role, group, each.name) for each in members)
            yield from self._search_group(path.steps, reached, role=role, group=group, members=members)

    def _known_links(self, path: ScreenPath) -> frozenset[str]:
        """Return the keys of the controls that only open another screen, according to the map."""
        opening = {
            each.control
            for each in self._map.actions_on(path.screen.id)
            if each.verb == "click" and each.effect == "opens" and each.to
        }
        controls = path.screen.controls
        return frozenset(e.key for e in controls if e.key in opening and e.role in NAVIGATION_ROLES)

    def _search_group(
        self, steps: Steps, reached: RecordedRun, *, role: str, group: str, members: Sequence[Element]
    ) -> Iterator[SubtaskDraft]:
        """Try the controls of a group; controls with the same kind of effect become one subtask."""
        clusters: dict[tuple[Turns, Steps, tuple[str, ...]], dict[str, RecordedRun]] = {}
        for member in {each.name: each for each in members}.values():
            if self.is_over:
                return
            turns = turns_of(member)
            step = TrajectoryStep("click", role, escape_text(member.name), group, turns=turns)
            run = self.play_on(reached, (step,), steps=steps, values=reached.values)
            following: Steps = ()
            effect = () if run.fault else self._effect(run, reached)
            if not effect and not compare_shots(without_focus(reached), without_focus(run)):
                self._at = reached
            elif not effect and (follow_up := find_follow_up(reached, run, clicked=member)) is not None:
                run, following = self.extend(run, follow_up), (follow_up,)
                effect = () if run.fault else self._effect(run, reached)
            elif not run.fault and not effect and self._opens_form(reached, run):
                self._at = run
                yield from self._search_forms((*steps, step), run)
            if effect:
                clusters.setdefault((turns, following, effect), {})[member.name] = run
            else:
                self.rejected[run.fault_kind or "no effect on the state"] += 1
        for (turns, following, _), runs in clusters.items():
            click = TrajectoryStep("click", role, group=group, turns=turns)
            yield from self._complete_cluster(steps, runs, click=click, following=following)

    def _complete_cluster(
        self, steps: Steps, runs: Mapping[str, RecordedRun], *, click: TrajectoryStep, following: Steps
    ) -> Iterator[SubtaskDraft]:
        """Yield the draft of clicks on several controls, or one for each if their names have no template."""
        parameter = item_name(self._map.app, len(steps)) if click.role != "radio" else "option"
        common = common_template({name: name for name in runs}, parameter) if len(runs) > 1 else None
        if common is None:
            for name, run in runs.items():
                step = msgspec.structs.replace(click, name=escape_text(name))
                yield from self._complete((*steps, step, *following), run, candidates={})
            return
        template, parts = common
        step = msgspec.structs.replace(click, name=template)
        name, run = next(iter(runs.items()))
        run = msgspec.structs.replace(run, values={**run.values, parameter: parts[name]})
        candidates = {parameter: tuple(parts.values())}
        yield from self._complete((*steps, step, *following), run, candidates=candidates)

    def _effect(self, run: RecordedRun, reached: RecordedRun) -> tuple[str, ...]:
        """Return the shape of a run's changes since the screen was reached; () without changes."""
        changes = [
            change
            for change in find_differences(reached.state(), run.state())
            if not change.fields or any((*change.path, f) not in self.volatile for f in change.fields)
        ]
        if not changes and not self._is_complete:
            return self._effect_on_controls(run, reached)
        switched = sorted(v for change in changes for v in change.fields.values() if v in {"true", "false"})
        return (*sorted({" ".join(change.shape) for change in changes}), *switched)

    def _effect_on_controls(self, run: RecordedRun, reached: RecordedRun) -> tuple[str, ...]:
        changes = find_control_changes(reached.episode.last, run.episode.last)
        return tuple(sorted(each.shape for each in changes if each.group not in self.volatile_groups))

    def _complete(
        self,
        steps: Steps,
        run: RecordedRun,
        *,
        candidates: Mapping[str, tuple[str, ...]],
        kind: str = "change",
    ) -> Iterator[SubtaskDraft]:
        """Record the other values and seeds of a trajectory, and yield its draft."""
        candidates = {**find_candidates(steps, run), **candidates}
        runs = self._own_runs(steps, run, candidates=candidates)
        draft = self._draft(steps, runs, candidates=candidates)
        yield msgspec.structs.replace(draft, kind="entry" if kind == "entry" else "change")

    def _own_runs(
        self, steps: Steps, run: RecordedRun, *, candidates: Mapping[str, tuple[str, ...]]
    ) -> tuple[RecordedRun, ...]:
        """Play a trajectory with each candidate, and with other random seeds."""
        runs = [run]
        runs += [
            self.play(steps, {**run.values, **values})
            for values in find_variations(steps, candidates, run=run)
        ]
        kept = {name: text for name, text in run.values.items() if not is_row(steps, name)}
        for seed in self._limits.seeds[1:]:
            other = self.play(steps, kept, seed=seed)
            if self._effect(other, _without_last(other)) or not self._effect(run, _without_last(run)):
                runs.append(other)
        if any(step.verb == "type" for step in steps):
            runs += self._later_run(steps, run, candidates=candidates)
        failed = sum(bool(each.fault) for each in runs)
        if failed:
            self.rejected["a value or seed with which the trajectory cannot be played"] += failed
        return tuple(each for each in runs if not each.fault)

    def _later_run(
        self, steps: Steps, run: RecordedRun, *, candidates: Mapping[str, tuple[str, ...]]
    ) -> list[RecordedRun]:
        """Play an entry after the same entry with other values, as a composed task may do.

        Counters and numbering of the application then have other values.
        """
        earlier = {**run.values, **{name: values[-1] for name, values in candidates.items() if values}}
        if earlier == run.values:
            return []
        return [self._player.play(steps, run.values, seed=self._limits.seeds[0], earlier=earlier)]

    def _draft(
        self,
        steps: Steps,
        runs: tuple[RecordedRun, ...],
        *,
        candidates: Mapping[str, tuple[str, ...]],
        looked_up: str = "",
    ) -> SubtaskDraft:
        first = self._limits.seeds[0]
        used = {
            name: tuple(dict.fromkeys(r.values[name] for r in runs if r.seed == first and name in r.values))
            for name in candidates
        }
        for name, values in used.items():
            if len(values) < 2:  # noqa: PLR2004  one value is no parameter
                steps = tuple(with_fixed(step, name, values=runs[0].values) for step in steps)
        used = {name: values for name, values in used.items() if len(values) > 1}
        kept = tuple(
            msgspec.structs.replace(r, values={k: v for k, v in r.values.items() if k in used}) for r in runs
        )
        name = make_id(self._player.label, steps, taken=self._ids)
        self._ids.append(name)
        instruction = write_instruction(self._player.label, steps, looked_up=looked_up)
        return SubtaskDraft(name, "change", instruction, steps, used, kept)


def _without_last(run: RecordedRun) -> RecordedRun:
    return msgspec.structs.replace(run, states=run.states[:-1] or run.states)
