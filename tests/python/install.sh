#!/bin/sh
# install.sh TOOLS BIN: pip builds and installs the package out of the checkout, and what is installed works with the
# program. Exit code 77, skipped, if the packages cannot be fetched.
set -eu
python=$("$1/venv") bin=$2
project=$(cd "$1/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LABRBF_LIBRARY

# What it depends on, and what builds it, is in the environment already: no network.
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index \
    --root-user-action ignore --target "$work/site" "$project/python"

cd "$work"
[ -f site/labrbf/py.typed ] && [ -f site/labrbf/_keywords.pyi ] && [ -f site/labrbf/liblabrbf.so ]
ls site/labrbf-*.dist-info/licenses/LICENSE >/dev/null
PYTHONPATH=$work/site "$python" - <<'END'
import csv, pathlib, numpy as np, labrbf
from importlib.metadata import version

assert pathlib.Path(labrbf.__file__).is_relative_to(pathlib.Path("site").resolve()), labrbf.__file__
assert version("labrbf") == labrbf.__version__
x = np.random.default_rng(0).uniform(-1.0, 1.0, (100, 2))
model = labrbf.LABRegressor(steps_final=50, support_max=10).fit(x, x[:, 0] * x[:, 1])
model.save("model.lab")
np.savetxt("x.csv", x, fmt="%.17g", delimiter=",")
np.savetxt("expected.txt", model.predict(x), fmt="%.17g")
END
# The package has objects compiled like the program's, so their predictions are the same bits.
"$bin/labrbf" predict model.lab x.csv | tail -n +2 >found.txt
"$python" - <<'END'
import numpy as np
expected, found = np.loadtxt("expected.txt"), np.loadtxt("found.txt")
assert len(expected) == 100 and (expected == found).all(), np.abs(expected - found).max()
print("the installed package and the program predict the same bits")
END

# There is no source distribution, and it says so instead of making one that cannot be built.
if "$python" -c 'import os, sys; os.chdir(sys.argv[1])
from scikit_build_core.build import build_sdist; build_sdist(sys.argv[2])' "$project/python" "$work/sdist" >sdist.log 2>&1; then
    echo "FAILED: a source distribution was made"
    exit 1
fi
grep -q 'there is no source' sdist.log || {
    cat sdist.log
    echo "FAILED: the message about source distributions is missing"
    exit 1
}
