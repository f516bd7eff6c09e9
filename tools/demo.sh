#!/usr/bin/env bash
# Install real web applications, run the default agent on tasks in them, and print the path of the report:
#
#     tools/demo.sh FOLDER
#
# If an application cannot be installed, the tasks are those on the practice pages of this repository.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly ONSCREEN=.venv/bin/onscreen
# The applications of the tasks in the group `demo` of the suite `apps`, the smallest download first.
readonly APPLICATIONS=(roundup radicale fava optuna)
if [ $# -ne 1 ]; then
    echo "demo: expected the folder of the report, found $# arguments" >&2
    exit 2
fi

say() { printf 'demo: %s\n' "$*"; }

install_applications() {
    local number=0 application
    for application in "${APPLICATIONS[@]}"; do
        number=$((number + 1))
        say "application $number of ${#APPLICATIONS[@]}: $application"
        if ! $ONSCREEN apps install "$application"; then
            say "'$application' cannot be installed; see above, often the package index cannot be reached"
            return 1
        fi
    done
}

say "installing ${#APPLICATIONS[@]} real web applications from PyPI: once, 350 MB in ~/.cache/onscreen/apps"
if install_applications; then
    tasks=(apps --tasks demo)
    say "running the default agent with the embedded model on tasks in these applications"
else
    tasks=(demo)
    say "running the tasks on the practice pages of this repository instead; no network is needed for them"
fi
$ONSCREEN bench "${tasks[@]}" --steps --out "$1"
say "this was the embedded model alone; 'gave up' means that it found nothing more to try"
say "with a language model: onscreen bench ${tasks[*]} --model openai:gpt-5-mini (see onscreen models)"
exec tools/open_report.sh "$1"
