#!/bin/sh
# Make the environment that the project runs in, or bring it up to date.
#
#   sh scripts/bootstrap.sh FOLDER REQUIREMENTS
#
# Every package is pinned by hash. Needs nothing but Python 3.11 or newer; set PYTHON to choose which.
set -eu
folder=$1
requirements=$2

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

if ! { [ -x "$folder/bin/python" ] && new_enough "$folder/bin/python" && "$folder/bin/python" -m pip --version >/dev/null 2>&1; }; then
    chosen=
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.14 python}; do
        if new_enough "$candidate"; then
            chosen=$candidate
            break
        fi
    done
    if [ -z "$chosen" ]; then
        echo "Python 3.11 or newer is needed: install it, or name it with PYTHON=/path/to/python3." >&2
        exit 1
    fi
    if ! "$chosen" -c 'import ensurepip, venv' 2>/dev/null; then
        echo "This Python can't make environments: install its venv module (on Debian and Ubuntu: apt install python3-venv)." >&2
        exit 1
    fi
    echo "Setting up $folder (once, about half a minute) ..."
    "$chosen" -m venv "$folder"
fi

echo "Installing $requirements ..."
"$folder/bin/python" -m pip install -qq --no-input --disable-pip-version-check --require-hashes -r "$requirements"
# The build tool is among the pinned packages, so nothing is fetched here.
"$folder/bin/python" -m pip install -qq --no-input --disable-pip-version-check --no-deps --no-build-isolation -e .
