"""Policy that proposes the next action with the embedded net."""

from __future__ import annotations

from pathlib import Path

import msgspec

from onscreen.types import Element, Proposal, Situation, Subtask
from onscreen_reflex.benchmark_features import ALL_FEATURES, DEFAULT_FEATURES, FeatureSelection
from onscreen_reflex.benchmark_outputs import DEFAULT_VOCABULARY, FULL_VOCABULARY, OutputVocabulary
from onscreen_reflex.candidate_actions import build_action
from onscreen_reflex.decoder import RankedChoice, rank_choices, rank_elements
from onscreen_reflex.input_encoder import Scene, SceneSource, build_scene
from onscreen_reflex.weights import Weights
from onscreen_reflex.weights_manifest import Calibration
from onscreen_reflex.word_pieces import split_words

FULL_OPTION = "full-vocabulary"
"""The option of the policy that enables the whole output vocabulary and all input features."""


class ReflexPolicy(msgspec.Struct, frozen=True):
    """A policy that chooses actions with a small neural network.

    It also proposes the whole instruction as the plan, and abstains at all other stages.

    On full-size screens, it abstains unless it is confident by their calibration, and it ends its own plan at
    a step without sufficient confidence. The confidence is 0 on screens larger than those of the training
    episodes, and for an instruction too long to be read as a whole.
    """

    weights: Weights
    name: str = "reflex"
    vocabulary: OutputVocabulary = DEFAULT_VOCABULARY
    features: FeatureSelection = DEFAULT_FEATURES

    @property
    def min_confidence(self) -> float:
        """Minimum confidence, from 0 to 1, at which a proposal is accepted."""
        return self.weights.manifest.min_confidence

    def __call__(self, situation: Situation) -> Proposal | None:
        """Propose the next action, or a plan at the planning stage.

        Returns None if nothing can be chosen, if a plan for several applications is needed, or if the
        confidence on a full-size screen is too low.
        """
        if situation.stage not in {"plan", "act"} or (situation.stage == "plan" and len(situation.tools) > 1):
            return None
        scene = self._read(situation)
        manifest = self.weights.manifest
        calibration = manifest.find_calibration(situation.screen.shot.picture.size)
        ranked = rank_choices(
            scene,
            self.weights.run(scene),
            temperature=(calibration or manifest).temperature,
            vocabulary=self.vocabulary,
        )
        if not ranked:
            return None
        best = ranked[0]
        is_read = len(scene.words) >= len(split_words(scene.instruction))
        confidence = best.confidence if calibration and is_read else 0.0
        if calibration and calibration == manifest.full_size and not calibration.accepts(confidence):
            return self._report_doubt(calibration, situation)
        if situation.stage == "plan":
            tool = situation.tools[0].name if situation.tools else ""
            return Proposal(self.name, confidence, plan=(Subtask(scene.instruction, tool),))
        return self._propose_action(best, scene, confidence=confidence)

    def _report_doubt(self, calibration: Calibration, situation: Situation) -> Proposal | None:
        """Return the reason why the policy's own plan cannot be continued, None for any other plan."""
        if situation.stage != "act" or situation.planner != self.name:
            return None
        why = f"no action is right with a probability of at least {calibration.min_confidence:.0%}"
        return Proposal(self.name, 0.0, why=why)

    def rank_elements(self, situation: Situation) -> tuple[tuple[Element, float], ...]:
        """Return each element with the probability that the next action targets it."""
        scene = self._read(situation)
        temperature = self.weights.manifest.temperature
        ranked = rank_elements(scene, self.weights.run(scene), temperature=temperature)
        return tuple((scene.elements[each.choice.element], each.confidence) for each in ranked)

    def _read(self, situation: Situation) -> Scene:
        return build_scene(SceneSource.from_situation(situation), self.weights.pieces, features=self.features)

    def _propose_action(self, best: RankedChoice, scene: Scene, *, confidence: float) -> Proposal:
        why = f"{best.choice.verb} is right with a probability of {best.confidence:.0%}"
        action = None if best.choice.verb == "done" else build_action(best.choice, scene)
        if action is None:
            return Proposal(self.name, confidence, finished=True, why=why)
        return Proposal(self.name, confidence, actions=(action,), why=why)


def reflex(rest: str) -> ReflexPolicy:
    """Create the policy with the built-in weights or with those in a given folder.

    `rest` is the path of the folder or "". "full-vocabulary" and "full-vocabulary:FOLDER" also enable the
    verbs, texts and input features that were added for single benchmark tasks.

    Raises:
        ModelUnavailable: the weights are missing, damaged or of another version.
    """
    option, _, after = rest.partition(":")
    is_full = option == FULL_OPTION
    folder = after if is_full else rest
    return ReflexPolicy(
        Weights(Path(folder).expanduser()) if folder else Weights(),
        name=f"reflex:{rest}" if rest else "reflex",
        vocabulary=FULL_VOCABULARY if is_full else DEFAULT_VOCABULARY,
        features=ALL_FEATURES if is_full else DEFAULT_FEATURES,
    )
