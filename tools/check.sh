#!/usr/bin/env bash
# Every check, one after the other, each run whatever the others found; the last lines say what failed.
#
#     tools/check.sh static    format, lint, types, layers
#     tools/check.sh all       the same, then every test
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
readonly BIN=.venv/bin
what=${1:-all}
case $what in
    static | all) ;;
    *)
        echo "check: unknown set '$what'; there are: static, all" >&2
        exit 2
        ;;
esac

code=()
for folder in packages tests examples benchmarks tools; do
    if [ -d "$folder" ]; then code+=("$folder"); fi
done
failed=()

check() {
    local name=$1 began=$SECONDS
    shift
    echo "== $name: $*"
    if "$@"; then
        echo "== $name: ok ($((SECONDS - began)) s)"
    else
        echo "== $name: FAILED ($((SECONDS - began)) s)"
        failed+=("$name")
    fi
}

check format $BIN/ruff format --check --quiet "${code[@]}"
check lint $BIN/ruff check --quiet "${code[@]}"
check types $BIN/mypy
check layers $BIN/lint-imports --no-cache
if [ "$what" = all ]; then check tests $BIN/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder --durations=10; fi

if [ ${#failed[@]} -gt 0 ]; then
    echo "FAILED: ${failed[*]}" >&2
    exit 1
fi
echo "all checks passed"
