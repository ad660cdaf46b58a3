"""Watching a fit: callback, bar, interruption, messages."""

import io
import os
import signal
import sys
import threading
import types
import warnings
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from conftest import QUICK

from labrbf import LABRegressor, TrainingInfo, _progress
from labrbf._library import Status
from labrbf._training import interruptible

ENDLESS = {**QUICK, "steps_final": 10**9}


def test_callback_sees_every_step_and_stops(data):
    seen = []

    def stop(info):
        seen.append(info)
        return info.step >= 17

    model = LABRegressor(callback=stop, **ENDLESS).fit(*data)
    steps = [info.step for info in seen]
    assert steps[-1] == 17
    assert steps == sorted(set(steps))
    assert isinstance(seen[0], TrainingInfo)
    assert {info.stage for info in seen} == {"train"}
    assert seen[0].trial is None
    assert model.model_.stopped == Status.DONE_CANCELLED
    assert model.model_.info.n_steps == 17
    again = LABRegressor(callback=lambda info: info.step >= 17, **ENDLESS).fit(*data)
    assert model.model_.to_bytes() == again.model_.to_bytes()


def test_callback_sees_the_stages(data):
    seen = []
    LABRegressor(callback=seen.append, support_max=5, steps_final=20, members=1).fit(*data)
    stages = [info.stage for info in seen]
    assert stages == sorted(stages, key=["search", "train", "done"].index)
    assert set(stages) == {"search", "train", "done"}
    assert all((info.trial is not None) == (info.stage == "search") for info in seen)
    assert seen[0].trial.settings["kernel"] in ("gaussian", "exponential", "matern32", "matern52")


def test_callback_that_returns_nothing_changes_nothing(data):
    model = LABRegressor(callback=lambda info: None, **QUICK).fit(*data)
    assert model.model_.to_bytes() == LABRegressor(**QUICK).fit(*data).model_.to_bytes()


def test_exception_in_callback_leaves_the_estimator_as_it_was(data):
    x, y = data

    def fail(info):
        raise RuntimeError("enough")

    model = LABRegressor(**QUICK).fit(x, y)
    kept = model.predict(x)
    model.set_params(callback=fail)
    with pytest.raises(RuntimeError, match="enough"):
        model.fit(x[:, :2], y)
    np.testing.assert_array_equal(model.predict(x), kept)
    fresh = LABRegressor(callback=fail, **QUICK)
    with pytest.raises(RuntimeError, match="enough"):
        fresh.fit(x, y)
    assert not hasattr(fresh, "model_")
    assert not hasattr(fresh, "n_features_in_")


@pytest.mark.parametrize("callback", [None, lambda info: False], ids=["no callback", "callback"])
def test_keyboard_interrupt_stops_a_fit(data, callback):
    """The fit would take days: that the test ends shows that the signal arrived."""
    model = LABRegressor(callback=callback, **ENDLESS)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        model.fit(*data)
    timer.join()
    assert not hasattr(model, "model_")
    model.set_params(**QUICK, callback=None).fit(*data)  # the interpreter and the library go on


def test_a_long_call_of_the_library_is_interrupted_too():
    """A call that lasts until an event, which comes only after the interruption."""
    event, ended = threading.Event(), threading.Event()

    def long_call():
        event.wait()
        ended.set()

    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        interruptible(long_call)
    timer.join()
    assert not ended.is_set()
    event.set()
    assert ended.wait(60)


def test_interruptible_work_gives_its_result_or_its_exception():
    assert interruptible(threading.get_ident) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0)
    with ThreadPoolExecutor(1) as pool:  # not the main thread: no signals, no second thread
        assert pool.submit(lambda: interruptible(threading.get_ident) == threading.get_ident()).result()


# ---- the bar


def info(fraction):
    return TrainingInfo(12, 12, 1, 40, 40, 0.0123, 0.5, fraction, 0.001, 0, "train", None)


def test_line_of_the_bar():
    assert _progress.line(info(0.0), 0.0) == "[" + 30 * "." + "]   0%  12 supports  loss 0.0123"
    expected = "[" + 15 * "#" + 15 * "." + "]  50%  12 supports  loss 0.0123  1:05 left"
    assert _progress.line(info(0.5), 65.0) == expected
    assert _progress.line(info(1.0), 3725.0).endswith("100%  12 supports  loss 0.0123  1:02:05 in all")


class FakeTerminal(io.StringIO):
    def isatty(self):
        return True


def test_bar_on_a_terminal(data, monkeypatch):
    monkeypatch.setattr(sys, "stderr", FakeTerminal())
    LABRegressor(verbose=1, **QUICK).fit(*data)
    text = sys.stderr.getvalue()
    assert text.startswith("\r[")
    assert text.count("\n") == 1
    assert text.endswith("in all\n")


def test_bar_in_a_file_is_lines(data, monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    LABRegressor(verbose=1, callback=lambda info: None, **QUICK).fit(*data)
    lines = sys.stderr.getvalue().splitlines()
    assert "\r" not in sys.stderr.getvalue()
    assert 2 <= len(lines) <= 10
    assert "100%" in lines[-1]


def test_bar_in_a_notebook_is_one_display(data, monkeypatch):
    shown = []

    class Output:
        def update(self, bundle, raw):
            assert raw
            shown.append(bundle["text/plain"])

    def display(bundle, raw, display_id):
        assert (bundle, raw, display_id) == ({"text/plain": ""}, True, True)
        return Output()

    shell = types.SimpleNamespace(kernel=object())
    package, module = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    package.get_ipython, module.display, package.display = lambda: shell, display, module
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    LABRegressor(verbose=1, **QUICK).fit(*data)
    assert sys.stderr.getvalue() == ""
    assert "100%" in shown[-1]
    shell.kernel = None
    assert not _progress.in_notebook()


def test_silence_by_default(data, capfd):
    LABRegressor(**QUICK).fit(*data)
    assert capfd.readouterr() == ("", "")


def test_warnings_of_the_library_are_python_s(data):
    x, y = data
    twice = np.vstack([x, x])
    with pytest.warns(RuntimeWarning, match="lambda"):
        LABRegressor(preset="paper", lambda_=0, sigma0=1e-9, support_max=40, steps_grow=1, steps_final=1).fit(
            twice, np.hstack([y, y])
        )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        LABRegressor(**QUICK).fit(x, y)


def test_callback_may_return_what_numpy_compares(data):
    model = LABRegressor(callback=lambda info: np.True_ if info.step >= 5 else np.False_, **QUICK).fit(*data)
    assert model.model_.info.n_steps == 5


def test_warm_start_wants_the_same_columns(data):
    frame = pd.DataFrame(data[0], columns=["a", "b", "c"])
    model = LABRegressor(warm_start=True, **QUICK).fit(frame, data[1])
    with pytest.raises(ValueError, match="columns: a, b, c"):
        model.fit(frame[["c", "a", "b"]], data[1])
    model.fit(frame, data[1])
