#!/usr/bin/env bash
# Run every check, even if an earlier one failed; the last lines list the failures.
#
#     tools/check.sh static    format, lint, types, layers
#     tools/check.sh all       the same, and all tests
set -uo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
readonly BIN=.venv/bin
check_set=${1:-all}
case $check_set in
    static | all) ;;
    *)
        echo "check: unknown set '$check_set'; available: static, all" >&2
        exit 2
        ;;
esac

code=()
for folder in packages tests examples benchmarks tools; do
    if [ -d "$folder" ]; then code+=("$folder"); fi
done
failed=()

check() {
    local name=$1 started=$SECONDS
    shift
    echo "== $name: $*"
    if "$@"; then
        echo "== $name: ok ($((SECONDS - started)) s)"
    else
        echo "== $name: FAILED ($((SECONDS - started)) s)"
        failed+=("$name")
    fi
}

check format $BIN/ruff format --check --quiet "${code[@]}"
check lint $BIN/ruff check --quiet "${code[@]}"
check types $BIN/mypy
check layers $BIN/lint-imports --no-cache
if [ "$check_set" = all ]; then check tests $BIN/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder --durations=10; fi

if [ ${#failed[@]} -gt 0 ]; then
    echo "FAILED: ${failed[*]}" >&2
    exit 1
fi
echo "all checks passed"
