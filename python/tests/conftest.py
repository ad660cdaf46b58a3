"""What the tests share: small data, and settings that make a fit take milliseconds."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

# One of scikit-learn's checks of estimators is skipped without it; it is read when scipy is imported.
os.environ["SCIPY_ARRAY_API"] = "1"
os.environ.setdefault("MPLBACKEND", "agg")

import numpy as np
import pytest

# Every step of a fit is taken, but few of them.
QUICK: dict[str, Any] = {
    "support_max": 12,
    "steps_final": 40,
    "batch": 32,
    "ridge": 1e-6,
    "kernel": "exponential",
    "linear": "off",
    "scaling": "minmax",
}
ROOT = Path(__file__).parents[2]


def wave(x: np.ndarray) -> np.ndarray:
    return np.sin(3.0 * x[:, 0]) + x[:, 1] ** 2


@pytest.fixture
def data() -> tuple[np.ndarray, np.ndarray]:
    x = np.random.default_rng(7).uniform(-1.0, 1.0, (120, 3))
    return x, wave(x)


@pytest.fixture
def labrbf():
    """Runs the command line and gives its standard output."""
    folder = os.environ.get("LABRBF_BIN")
    if not folder:
        pytest.skip("LABRBF_BIN does not name the folder of the program")

    def run(*arguments: object) -> str:
        command = [str(Path(folder) / "labrbf"), *map(str, arguments)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout

    return run
