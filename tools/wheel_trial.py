"""Uses an installed wheel, and says where the libraries that it needs came from: all must lie beside the package.

    wheel_trial.py yes|no                whether the system's own copies are hidden
"""

import ctypes
import pathlib
import pickle
import re
import sys

import numpy as np

import labrbf


def foreign_libraries(names: str) -> tuple[list[str], list[str]]:
    """Files mapped by this process whose name matches: those beside the package, and all others."""
    package = pathlib.Path(labrbf.__file__).parent
    inside, outside = set(), set()
    for line in pathlib.Path("/proc/self/maps").read_text().splitlines():
        path = pathlib.Path(line.split(maxsplit=5)[-1])
        if re.match(names, path.name):
            beside = path.is_relative_to(package) or path.is_relative_to(package.parent / "labrbf.libs")
            other_package = path.is_relative_to(package.parent) and not beside  # numpy's own, for example
            if not other_package:
                (inside if beside else outside).add(path.name)
    return sorted(inside), sorted(outside)


def main() -> None:
    if sys.argv[1] == "yes":
        try:
            ctypes.CDLL("libgfortran.so.5")
        except OSError:
            print("    the system's OpenBLAS, LAPACK, gfortran, quadmath and SLEEF are hidden")
        else:
            sys.exit("wheel: the system's libraries should be hidden, but are not")
    else:
        print("    no mounts can be made here: the system's libraries are not hidden, only looked for")
    x = np.random.default_rng(0).uniform(-1.0, 1.0, (300, 3))
    model = labrbf.LABRegressor(steps_final=500).fit(x, np.sin(3.0 * x[:, 0]) + x[:, 1])
    again = pickle.loads(pickle.dumps(model))
    assert model.score(x, np.sin(3.0 * x[:, 0]) + x[:, 1]) > 0.95
    assert again.predict(x).tobytes() == model.predict(x).tobytes()
    inside, outside = foreign_libraries(r"lib(labrbf|openblas|lapack|blas|gfortran|quadmath|sleef)[^/]*\.so")
    print(f"    labrbf {labrbf.__version__} fits and predicts with {', '.join(inside)}")
    if outside or not any(name.startswith("libopenblas") for name in inside):
        sys.exit(f"wheel: these libraries are the system's: {', '.join(outside)}")


main()
