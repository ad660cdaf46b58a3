"""Threads, forked children, and memory over many fits."""

import gc
import multiprocessing
import threading
from concurrent.futures import ThreadPoolExecutor

import joblib
import numpy as np
import pytest
from conftest import QUICK
from sklearn.base import clone

from labrbf import LABRegressor
from labrbf._model import Trainer
from labrbf._settings import Settings


def fit_bytes(seed, x, y):
    return LABRegressor(random_state=seed, n_jobs=2, support_rule="random", **QUICK).fit(x, y).model_.to_bytes()


def test_threads_fit_models_side_by_side(data):
    expected = [fit_bytes(seed, *data) for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seed: fit_bytes(seed, *data), range(8))) == expected


def test_threads_predict_with_one_model(data):
    model = LABRegressor(n_jobs=2, **QUICK).fit(*data)
    expected = model.predict(data[0]).tobytes()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: model.predict(data[0]).tobytes(), range(200)))
    assert set(found) == {expected}


def test_the_interpreter_runs_while_the_library_works(data):
    """A second thread counts during one long call of the library."""
    counted, done = 0, threading.Event()

    def count():
        nonlocal counted
        while not done.wait(0.001):
            counted += 1

    settings = Settings("default", {**QUICK, "steps_final": 10**9})
    trainer = Trainer(settings, data[0], data[1][:, np.newaxis], None, None)
    counter = threading.Thread(target=count)
    counter.start()
    before = counted
    trainer.run_for(0.5)
    during = counted - before
    done.set()
    counter.join()
    assert during > 5  # with the lock held it would be 0


def child(queue, model, data):
    refit = clone(model).fit(*data)
    queue.put((refit.model_.to_bytes(), model.predict(data[0]).tobytes()))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_forked_child_fits_and_predicts(data):
    model = LABRegressor(n_jobs=2, **QUICK).fit(*data)
    expected = model.model_.to_bytes(), model.predict(data[0]).tobytes()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=child, args=(queue, model, data))
    process.start()
    try:
        assert queue.get(timeout=60) == expected
        process.join(timeout=60)
        assert process.exitcode == 0
    finally:
        process.kill()


@pytest.mark.parametrize("backend", ["loky", "multiprocessing", "threading"])
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_joblib_fits(data, backend):
    expected = [fit_bytes(seed, *data) for seed in range(4)]
    with joblib.parallel_config(backend, n_jobs=2):
        found = joblib.Parallel(timeout=120)(joblib.delayed(fit_bytes)(seed, *data) for seed in range(4))
    assert found == expected


def resident_bytes():
    gc.collect()
    with open("/proc/self/status", encoding="ascii") as lines:
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def test_a_thousand_fits_do_not_grow_memory():
    """A model kept by mistake would be 50 x 40 x 2 numbers, 32 kB: 32 MB in all. A trainer would be far more."""
    x = np.random.default_rng(0).uniform(-1.0, 1.0, (100, 40))
    model = LABRegressor(support_max=50, steps_final=1, ridge=1e-6, coefficients="rows")

    def fits(n):
        for _ in range(n):
            model.fit(x, x[:, 0]).predict(x)

    fits(100)
    before = resident_bytes()
    fits(1000)
    grown = resident_bytes() - before
    assert grown < 8e6, f"memory grew by {grown / 1e6:.1f} MB"
