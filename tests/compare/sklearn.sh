#!/bin/sh
# sklearn.sh TOOLS PROBE: runs sklearn_test.py in the virtual environment; exit code 77, skipped, if the packages cannot
# be fetched.
set -eu
python=$("$1/venv")
exec "$python" "$(dirname "$0")/sklearn_test.py" "$2"
