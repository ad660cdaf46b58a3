"""The binding's overhead: predict of 10^6 x 20 rows from Python against the same call of the C library.

Prints a row of `make bench`: case, parameters, time in microseconds, what it is measured against, that one's time, ratio.
Both run in turns on one thread, and the fastest of several runs of each counts, in processor time, so that other work on
the machine does not. The memory that `predict` takes beside the predictions is printed, too.
"""

from __future__ import annotations

import sys
import time
import tracemalloc

import numpy as np

from labrbf import LABRegressor
from labrbf._library import check, doubles, library

ROWS, FEATURES, SUPPORTS, TURNS = 1_000_000, 20, 100, 9


def seconds(call):
    start = time.thread_time()
    call()
    return time.thread_time() - start


def main() -> None:
    rng = np.random.default_rng(0)
    rows = 100_000 if "--quick" in sys.argv else ROWS
    x = rng.uniform(-1.0, 1.0, (rows, FEATURES))
    y = np.sin(x[:2000, 0]) + x[:2000, 1]
    model = LABRegressor(support_max=SUPPORTS, steps_final=100, ridge=1e-6).fit(x[:2000], y)
    out, handle = np.empty(rows), model.model_.handle
    pointers = doubles(x), doubles(out)

    def in_c():
        check(library.labrbf_model_predict(handle, pointers[0], rows, FEATURES, 1, pointers[1]))

    times = [(seconds(lambda: model.predict(x)), seconds(in_c)) for _ in range(TURNS)]
    python, c = (min(column) for column in zip(*times, strict=True))
    parameters = f"n={rows} m={FEATURES} s={SUPPORTS}"
    print(f"python predict\t{parameters}\t{1e6 * python:.2f}\tC call\t{1e6 * c:.2f}\t{python / c:.3f}")

    tracemalloc.start()
    found = model.predict(x)
    extra = tracemalloc.get_traced_memory()[1] - found.nbytes
    same = "the same bits" if (found == out).all() else "OTHER BITS"
    share = extra / x.nbytes
    what = "python predict, bytes beside the predictions"
    print(f"{what}\t{parameters}\t{extra}\tbytes of X\t{x.nbytes}\t{share:.5f}\t{same}")


main()
