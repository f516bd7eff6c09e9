#!/usr/bin/env bash
# Train the embedded model from the data in this repository; finished parts are not repeated:
#
#     tools/train_reflex.sh full runs/reflex     all tasks: the released weights
#     tools/train_reflex.sh open runs/reflex     without the held-out tasks
#
# Oracles play MiniWoB++ (random seeds from 1000 up) and a net is trained on their episodes. Then, for every range of
# OWN_SEEDS, the net plays and is trained further on its own episodes, relabelled with the oracles' actions (DAgger).
# Finished parts are kept. SEEDS, OWN_SEEDS, PASSES (epochs) and AFTER (epochs per DAgger round) set the amount.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly RECIPE=${1:-full} OUT=${2:-runs/reflex}
readonly SEEDS=${SEEDS:-1000-1049} PASSES=${PASSES:-16} AFTER=${AFTER:-8}
read -ra OWN_SEEDS <<<"${OWN_SEEDS:-1100-1101 1102-1105 1106-1107}"
readonly WORKERS=${WORKERS:-$(nproc)}
readonly PAIRS=benchmarks/element_choice/pairs.jsonl.gz
readonly ONSCREEN=.venv/bin/onscreen

say() { printf 'train-reflex: %s\n' "$*"; }

# play FOLDER SEEDS ARGUMENTS...: run a suite's trials once; some may fail
play() {
    local folder=$1 seeds=$2
    shift 2
    if [ -e "$folder/.done" ]; then return; fi
    say "playing seeds $seeds into $folder"
    local resume=()
    if [ -e "$folder/config.json" ]; then resume=(--resume); fi
    $ONSCREEN bench miniwob --seeds "$seeds" --workers "$WORKERS" --no-pages --out "$folder" \
        "${resume[@]}" "$@" || [ $? -eq 1 ]
    touch "$folder/.done"
}

# learn FOLDER ARGUMENTS...: train a model; an interrupted training is resumed
learn() {
    local folder=$1
    shift
    if [ -e "$folder/card.md" ]; then return; fi
    say "training $folder"
    $ONSCREEN train reflex "$@" --recipe "$RECIPE" --pairs $PAIRS --out "$folder"
}

play "$OUT/oracle" "$SEEDS" --agent oracle
learn "$OUT/$RECIPE-0" --episodes "$OUT/oracle" --passes "$PASSES"
# the terminal's field does not show typed text, so its steps count as failed; the oracle's own episodes are
# relabelled instead
play "$OUT/terminal" "$SEEDS" --agent oracle --tasks terminal
corrected=(--corrected "$OUT/terminal") round=0
for seeds in "${OWN_SEEDS[@]}"; do
    before=$OUT/$RECIPE-$round round=$((round + 1))
    play "$OUT/$RECIPE-own-$round" "$seeds" --model "reflex:$before"
    corrected+=(--corrected "$OUT/$RECIPE-own-$round")
    learn "$OUT/$RECIPE-$round" --episodes "$OUT/oracle" "${corrected[@]}" --begin "$before" --passes "$AFTER"
done
say "done: use it with --model reflex:$OUT/$RECIPE-$round, see $OUT/$RECIPE-$round/card.md"
