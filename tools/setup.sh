#!/usr/bin/env bash
# Install everything that `make demo` (run) or `make test` (dev) needs; finished parts are not repeated:
#
#     tools/setup.sh run     virtual environment, the package with its extras, a browser, adb
#     tools/setup.sh dev     the same, with the requirements of tests, checks and documentation
#     tools/setup.sh train   the same as run, with the requirements of training the embedded model
#
# Finished parts are recorded by stamp files in .venv, keyed by the hash of pyproject.toml and of the Python
# version, so a second call returns at once.
# ONSCREEN_PYTHON selects a Python other than the first one of 3.11 or newer.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly VENV=.venv
# The packages of this repository, with the extras needed at runtime and by the tests.
readonly PACKAGES=(
    --editable "packages/onscreen[all]"
    --editable packages/onscreen-reflex
    --editable "packages/onscreen-practice[miniwob]"
    --editable packages/onscreen-train
)
readonly BROWSER_STAMP=$VENV/.stamp-browser
readonly APPLICATION_STAMP=$VENV/.stamp-application
readonly DOWNLOAD_TIMEOUT_SEC=600

say() { printf 'setup: %s\n' "$*"; }

fail() {
    printf 'setup: FAILED: %s\n' "$1" >&2
    shift
    if [ $# -gt 0 ]; then printf 'setup:         %s\n' "$@" >&2; fi
    exit 1
}

# --- the machine -----------------------------------------------------------------------------

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_be_root() {
    [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }
}

can_use_apt() { command -v apt-get >/dev/null && may_be_root; }

apt_updated=no

apt_install() {
    if [ "$apt_updated" = no ]; then
        say "apt-get update"
        as_root apt-get -o DPkg::Lock::Timeout=600 update -q >"$log" 2>&1 || { tail -n 5 "$log" >&2; return 1; }
        apt_updated=yes
    fi
    say "apt-get install $*"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -q --no-install-recommends "$@" \
        >"$log" 2>&1 || { tail -n 5 "$log" >&2; return 1; }
}

# --- Python ----------------------------------------------------------------------------------

new_enough() {
    command -v "$1" >/dev/null && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    local candidate
    for candidate in ${ONSCREEN_PYTHON:-} python3 python3.13 python3.12 python3.11 python3.14; do
        if new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    fail "no Python 3.11 or newer found; python3 is $(python3 --version 2>&1 || echo missing)" \
        "install one (Debian 12, Ubuntu 24.04: apt-get install python3) or set ONSCREEN_PYTHON=/path/to/python"
}

make_venv() {
    local python=$1 package
    if [ -x $VENV/bin/python ] && new_enough $VENV/bin/python && $VENV/bin/python -m pip --version >/dev/null 2>&1; then
        return
    fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        package="python3-venv"
        say "$python has no venv module (Debian has it in a separate package)"
        can_use_apt || fail "cannot install $package: neither root nor sudo without a password" \
            "run: sudo apt-get install $package, then run this script again"
        apt_install "$package" || fail "apt-get could not install $package (see above)"
    fi
    say "creating the virtual environment $VENV with $python ($("$python" --version))"
    "$python" -m venv --clear $VENV || fail "$python -m venv $VENV failed (see above)"
}

stamp_of() {
    { cat pyproject.toml packages/*/pyproject.toml 2>/dev/null; $VENV/bin/python --version; } | sha256sum | cut -c1-16
}

pip_install() {
    $VENV/bin/python -m pip install --quiet --disable-pip-version-check "$@" || fail \
        "pip could not install: $*" \
        "see the lines above; often the package index cannot be reached (PIP_INDEX_URL, a proxy)"
}

install_packages() {
    local what=$1 stamp
    stamp=$VENV/.stamp-$what-$(stamp_of)
    if [ -e "$stamp" ] || [ -e "${stamp/-run-/-dev-}" ]; then return; fi
    say "installing packages for '$what' (once; some minutes on a slow connection)"
    pip_install --upgrade 'pip>=25.1'
    case $what in
        dev) pip_install --group dev --group docs "${PACKAGES[@]}" ;;
        train) pip_install "${PACKAGES[@]}" "onscreen-train[torch,oracles]" ;;
        *) pip_install "${PACKAGES[@]}" ;;
    esac
    rm -f $VENV/.stamp-"$what"-*
    touch "$stamp"
}

# --- the browser -----------------------------------------------------------------------------

runs() { [ -n "${1:-}" ] && "$1" --version >/dev/null 2>&1; }

system_browser() {
    local name path
    for name in chromium-headless-shell chromium google-chrome google-chrome-stable chromium-browser; do
        path=$(command -v "$name" || true)
        if runs "$path"; then
            echo "$path"
            return
        fi
    done
    return 1
}

playwright_browser() {
    local path
    path=$($VENV/bin/python -c '
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)' 2>/dev/null) || return 1
    runs "$path" && echo "$path"
}

download_browser() {
    local with_deps=()
    if can_use_apt; then with_deps=(--with-deps); fi
    say "no Chromium or Chrome found; downloading Playwright's (timeout ${DOWNLOAD_TIMEOUT_SEC} s)"
    timeout "$DOWNLOAD_TIMEOUT_SEC" $VENV/bin/python -m playwright install "${with_deps[@]}" chromium >"$log" 2>&1
}

find_browser() { system_browser || playwright_browser; }

# A headless shell starts faster than a full browser and needs less memory; it is optional.
ensure_headless_shell() {
    if runs "$(command -v chromium-headless-shell || true)"; then return; fi
    if compgen -G "$HOME/.cache/ms-playwright/chromium_headless_shell-*" >/dev/null; then return; fi
    can_use_apt || return 0
    apt_install chromium-headless-shell 2>/dev/null || say "no headless shell in this distribution; using the browser"
}

ensure_browser() {
    local path
    if [ -e $BROWSER_STAMP ] && [ -x "$(cat $BROWSER_STAMP)" ]; then return; fi
    if ! path=$(find_browser); then
        download_browser || say "Playwright's Chromium cannot be downloaded; trying the distribution's"
        if ! path=$(find_browser); then
            can_use_apt || fail "no browser, and neither root nor sudo without a password to install one" \
                "run: sudo apt-get install chromium, then run this script again"
            apt_install chromium || fail "apt-get could not install chromium (see above)" \
                "install Chromium or Google Chrome so that 'chromium' or 'google-chrome' is on the PATH"
            path=$(find_browser) || fail "chromium was installed but does not start" "try: chromium --version"
        fi
    fi
    ensure_headless_shell
    say "browser: $path ($("$path" --version 2>/dev/null | head -n 1))"
    echo "$path" >$BROWSER_STAMP
}

# --- adb -------------------------------------------------------------------------------------

find_adb() { $VENV/bin/python -c 'import adbutils; print(adbutils.adb_path())' 2>/dev/null; }

# The package adbutils includes adb on most platforms; otherwise the distribution provides it.
ensure_adb() {
    if find_adb >/dev/null; then return; fi
    can_use_apt || fail "no adb, and neither root nor sudo without a password to install one" \
        "run: sudo apt-get install adb, then run this script again"
    apt_install adb || fail "apt-get could not install adb (see above)"
    find_adb >/dev/null || fail "adb was installed but does not start" "try: adb version"
}

# --- the desktop of the tests ----------------------------------------------------------------

readonly DESKTOP_STAMP=$VENV/.stamp-desktop
# The programs of a private desktop, and the small programs that the tests operate on it.
readonly DESKTOP_PACKAGES=(
    xvfb openbox dbus at-spi2-core xclip bubblewrap libatk-adaptor fonts-dejavu-core mousepad galculator
)

ensure_desktop() {
    if [ -e $DESKTOP_STAMP ]; then return; fi
    can_use_apt || { say "no desktop programs can be installed; the tests that need them are skipped"; return; }
    apt_install "${DESKTOP_PACKAGES[@]}" || { say "the desktop programs cannot be installed"; return; }
    touch $DESKTOP_STAMP
}

# --- the tests' application ------------------------------------------------------------------

# The tests play tasks in the real web applications that are installed; one of them is enough.
ensure_application() {
    if [ -e $APPLICATION_STAMP ]; then return; fi
    if $VENV/bin/onscreen apps install roundup >"$log" 2>&1; then
        touch $APPLICATION_STAMP
    else
        say "the application Roundup cannot be installed; the tests that need it are skipped"
    fi
}

# --- main ------------------------------------------------------------------------------------

main() {
    local what=${1:-}
    case $what in
        run | dev | train) ;;
        *) fail "unknown setup '$what'; available: run, dev, train" ;;
    esac
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    make_venv "$(find_python)"
    install_packages "$what"
    ensure_browser
    ensure_adb
    if [ "$what" = dev ]; then
        ensure_desktop
        ensure_application
    fi
}

main "$@"
