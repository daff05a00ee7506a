#!/bin/sh
# Make sure that the tests find Chromium and PostgreSQL: install them where that is possible, else say so.
#
#   sh scripts/test_services.sh PYTHON
set -eu
missing=
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
if ! command -v initdb >/dev/null 2>&1; then
    found=
    for program in /usr/lib/postgresql/*/bin/initdb /opt/homebrew/opt/postgresql*/bin/initdb; do
        [ -x "$program" ] && found=$program
    done
    [ -n "$found" ] || missing="$missing postgresql"
fi
# Playwright brings a Node of its own, which needs this library; small systems come without it.
"$1" -m playwright --version >/dev/null 2>&1 || missing="$missing libatomic1"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "The tests need$missing on this machine: install what is missing (on Debian: apt install$missing), then run make test again." >&2
    exit 1
fi
echo "Installing$missing ..."
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
# A page without any font has no sizes to measure.
# shellcheck disable=SC2086 # one word for each package
if ! { apt-get update && apt-get install -y --no-install-recommends fonts-dejavu-core $missing; } >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    echo "Installing$missing failed, see above." >&2
    exit 1
fi
rm -f "$log"
