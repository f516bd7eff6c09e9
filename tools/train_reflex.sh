#!/usr/bin/env bash
# Train the embedded model from scratch, resuming where an earlier call stopped:
#
#     tools/train_reflex.sh full runs/reflex     all tasks: the weights that ship
#     tools/train_reflex.sh open runs/reflex     without the held-out tasks
#
# Oracles play MiniWoB++ (seeds from 1000 up) and a first network is trained on their episodes. Then, for every range
# of OWN_SEEDS, the network plays and is trained further, also on its own episodes relabelled with oracle actions
# (DAgger). Finished parts are not repeated. SEEDS, OWN_SEEDS, EPOCHS and ROUND_EPOCHS (epochs of each round) set the
# amount of each.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly RECIPE=${1:-full} OUT=${2:-runs/reflex}
readonly SEEDS=${SEEDS:-1000-1049} EPOCHS=${EPOCHS:-16} ROUND_EPOCHS=${ROUND_EPOCHS:-8}
read -ra OWN_SEEDS <<<"${OWN_SEEDS:-1100-1101 1102-1105 1106-1107}"
readonly WORKERS=${WORKERS:-$(nproc)}
readonly PAIRS=benchmarks/element_choice/pairs.jsonl.gz
readonly ONSCREEN=.venv/bin/onscreen

log() { printf 'train-reflex: %s\n' "$*"; }

# play FOLDER SEEDS ARGUMENTS...: play a suite's trials once; individual trials may fail
play() {
    local folder=$1 seeds=$2
    shift 2
    if [ -e "$folder/.done" ]; then return; fi
    log "playing seeds $seeds into $folder"
    local resume=()
    if [ -e "$folder/config.json" ]; then resume=(--resume); fi
    $ONSCREEN bench miniwob --seeds "$seeds" --workers "$WORKERS" --no-pages --out "$folder" \
        "${resume[@]}" "$@" || [ $? -eq 1 ]
    touch "$folder/.done"
}

# train FOLDER ARGUMENTS...: train a network, or resume an interrupted training
train() {
    local folder=$1
    shift
    if [ -e "$folder/card.md" ]; then return; fi
    log "training $folder"
    $ONSCREEN train reflex "$@" --recipe "$RECIPE" --pairs $PAIRS --out "$folder"
}

play "$OUT/oracle" "$SEEDS" --agent oracle
train "$OUT/$RECIPE-0" --episodes "$OUT/oracle" --epochs "$EPOCHS"
# The field of the task terminal never shows the typed text, so its steps count as failed; relabel its own episodes.
play "$OUT/terminal" "$SEEDS" --agent oracle --tasks terminal
corrected=(--corrected "$OUT/terminal") round=0
for seeds in "${OWN_SEEDS[@]}"; do
    previous=$OUT/$RECIPE-$round round=$((round + 1))
    play "$OUT/$RECIPE-own-$round" "$seeds" --model "reflex:$previous"
    corrected+=(--corrected "$OUT/$RECIPE-own-$round")
    train "$OUT/$RECIPE-$round" --episodes "$OUT/oracle" "${corrected[@]}" --warm-start "$previous" \
        --epochs "$ROUND_EPOCHS"
done
log "done: use it with --model reflex:$OUT/$RECIPE-$round, see $OUT/$RECIPE-$round/card.md"
