#!/bin/sh
# pip in a virtual environment, even where ensurepip is missing (Debian and Ubuntu without python3-venv):
# ensurepip, or the system's own pip, or the one that apt-get installs, or the bundled wheel of another package.
set -e
python=$1
"$python" -m pip --version >/dev/null 2>&1 && exit 0
"$python" -m ensurepip --default-pip >/dev/null 2>&1 && exit 0
if ! python3 -m pip --version >/dev/null 2>&1; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null && apt-get install -y -qq python3-pip >/dev/null 2>&1
  fi
fi
if ! python3 -m pip --version >/dev/null 2>&1; then
  echo "pip is missing and ensurepip too: apt-get install python3-pip (or python3-venv), then make again" >&2
  exit 1
fi
python3 -m pip --python "$python" install -q --disable-pip-version-check pip 2>/dev/null || \
  python3 -m pip install -q --disable-pip-version-check --target "$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" pip
"$python" -m pip --version >/dev/null
