#!/usr/bin/env bash
# Run every check, even if an earlier one failed; the last lines list the failures.
#
#     tools/check.sh static    format, lint, types, layers
#     tools/check.sh all       the same, and all tests, beside which the types are checked
#
# There are three test workers for two cores, because tests often wait for a browser or a phone.
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
log=$(mktemp)
trap 'rm -f "$log"' EXIT

run() {
    local name=$1 started=$SECONDS result=ok
    shift
    echo "== $name: $*"
    "$@" || result=FAILED
    echo "== $name: $result ($((SECONDS - started)) s)"
    [ $result = ok ]
}

check() { run "$@" || failed+=("$1"); }

check format $BIN/ruff format --check --quiet "${code[@]}"
check lint $BIN/ruff check --quiet "${code[@]}"
check layers $BIN/lint-imports --no-cache
if [ "$check_set" = all ]; then
    run types $BIN/mypy >"$log" 2>&1 &
    check tests $BIN/python -m pytest -q -n "$(($(nproc) * 3 / 2))" --dist loadfile --no-loadscope-reorder --durations=10
    wait $! || failed+=(types)
    cat "$log"
else
    check types $BIN/mypy
fi

if [ ${#failed[@]} -gt 0 ]; then
    echo "FAILED: ${failed[*]}" >&2
    exit 1
fi
echo "all checks passed"
