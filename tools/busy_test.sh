#!/usr/bin/env bash
# Run `make test` beside busy processes, four per core by default: the tests must wait for conditions, not for times.
#
#     tools/busy_test.sh [BUSY_PROCESSES_PER_CORE]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
per_core=${1:-4}
if ! [[ $per_core =~ ^[1-9][0-9]?$ ]]; then
    echo "busy_test: expected a number of busy processes per core from 1 to 99, found '$per_core'" >&2
    exit 2
fi

busy=()
stop_busy() { if [ ${#busy[@]} -gt 0 ]; then kill "${busy[@]}" 2>/dev/null || true; fi; }
trap stop_busy EXIT
for ((number = 0; number < per_core * $(nproc); number++)); do
    (while :; do :; done) &
    busy+=($!)
done
echo "busy_test: ${#busy[@]} busy processes on $(nproc) cores"
make test
