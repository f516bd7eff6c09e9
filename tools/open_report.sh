#!/usr/bin/env bash
# Print the path of a bench's report, and open it if there is a display: tools/open_report.sh FOLDER
set -euo pipefail

report=$(find "$1" -maxdepth 1 -name '*.html' -print -quit 2>/dev/null || true)
if [ -z "$report" ]; then
    echo "no report (*.html) in $1; the bench should have written it there" >&2
    exit 1
fi
echo "report: $report"
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && command -v xdg-open >/dev/null; then
    xdg-open "$report" >/dev/null 2>&1 &
fi
