#!/bin/sh
# A virtual environment where ensurepip is missing (Debian without python3-venv): borrow the system's pip, or install it.
set -e
python3 -m pip --version >/dev/null 2>&1 || { [ "$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq python3-pip; } \
  || { echo "pip is missing: apt-get install python3-pip" >&2; exit 1; }
python3 -m pip --python "$1" install -q pip
