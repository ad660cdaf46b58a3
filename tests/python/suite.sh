#!/bin/sh
# suite.sh TOOLS LIBRARY BIN: the Python package's own tests, in the virtual environment, with a library and a program
# as built; exit code 77, skipped, if the packages cannot be fetched.
set -eu
python=$("$1/venv")
project=$(cd "$1/.." && pwd)
export LABRBF_LIBRARY="$2" LABRBF_BIN="$3" PYTHONPATH="$project/python/src" PYTHONDONTWRITEBYTECODE=1
exec "$python" -m pytest -c "$project/python/pyproject.toml" --rootdir "$project/python" "$project/python"
