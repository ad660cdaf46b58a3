"""The compared methods against scikit-learn: same kernel, same hyper-parameters, predictions equal to 1e-6.

    sklearn_test.py COMPARE_PROBE

One function per case, named case_*; it returns what the probe predicted and what scikit-learn did. The cases of the
support vector machines are in sklearn_svr.py.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import sklearn_svr
from sklearn.kernel_ridge import KernelRidge

TOLERANCE = 1e-6


class Data:
    """A smooth function of a few features with noise, in [-1, 1] like the data that the methods see."""

    def __init__(self, seed, rows, features):
        random = np.random.default_rng(seed)
        self.x = random.uniform(-1, 1, (rows, features))
        self.y = np.sin(3 * self.x[:, 0]) * self.x[:, -1] / 2 + 0.05 * random.standard_normal(rows)
        self.test = random.uniform(-1, 1, (57, features))


def probe(method, settings, data):
    """What the probe predicts for the test rows."""
    with tempfile.TemporaryDirectory() as folder:
        train, test = Path(folder, "train.csv"), Path(folder, "test.csv")
        np.savetxt(train, np.column_stack([data.x, data.y]), delimiter=",", fmt="%.17g")
        np.savetxt(test, np.column_stack([data.test, np.zeros(len(data.test))]), delimiter=",", fmt="%.17g")
        pairs = [f"{key}={value}" for key, value in settings.items()]
        run = subprocess.run([PROBE, method, *pairs, train, test], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"{method}: {run.stderr}")
    return np.array(run.stdout.split(), dtype=float)


def ridge(data, sigma, penalty):
    ours = probe("krr", {"sigma": sigma, "lambda": penalty}, data)
    model = KernelRidge(kernel="rbf", gamma=sigma / data.x.shape[1], alpha=penalty)
    return ours, model.fit(data.x, data.y).predict(data.test)


def case_krr_smooth():
    return ridge(Data(1, 300, 4), 2.0, 1e-2)


def case_krr_sharp():
    return ridge(Data(2, 400, 3), 80.0, 1e-3)


def case_krr_one_feature_one_row():
    return ridge(Data(3, 1, 1), 5.0, 1e-1)


def case_krr_more_features_than_rows():
    return ridge(Data(4, 60, 122), 1.0, 1e-2)


def differences():
    """Yields the name of every case and the largest difference of any prediction in it."""
    for name, case in list(globals().items()):
        if name.startswith("case_"):
            ours, theirs = case()
            yield name, np.abs(ours - theirs).max() if ours.shape == theirs.shape else np.inf
    yield from sklearn_svr.cases(probe, np.random.default_rng(5))


def main():
    failed = 0
    for name, error in differences():
        good = error <= TOLERANCE  # false for NaN
        failed += not good
        print(f"{name:50s} {'ok' if good else 'FAILED'}: largest difference {error:.1e}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    PROBE = sys.argv[1]
    main()
