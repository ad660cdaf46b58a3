"""Runs a trainer in slices, so that signals are handled, with a progress bar and the user's callback."""

from __future__ import annotations

import threading
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from ._library import LogLevel, Status
from ._model import Model, Trainer, TrainingInfo
from ._progress import Bar

Callback = Callable[[TrainingInfo], object]
Result = TypeVar("Result")

# Between slices the bar moves, and an interrupted trainer stops computing.
SLICE_SECONDS = 0.1


def interruptible(work: Callable[[], Result]) -> Result:
    """What `work` returns. It runs in a thread of its own while the main thread waits, because only a main thread that
    waits in Python handles signals: with many rows a single call of the library can take seconds. After an interruption
    the call ends by itself, and its result is discarded."""
    if threading.current_thread() is not threading.main_thread():
        return work()  # only the main thread gets signals
    outcome: Future[Result] = Future()
    done = threading.Event()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)
        done.set()

    threading.Thread(target=run, daemon=True).start()
    while not done.wait(SLICE_SECONDS):
        pass  # wakes up now and then, since a signal to another thread does not end the wait
    return outcome.result()


def train(make: Callable[[], Trainer], callback: Callback | None, bar: Bar) -> Model:
    """Runs a trainer to its end, or until the callback returns true, and takes its model.

    With a callback every step is a separate call, so that the result depends on steps and not on time.
    """
    trainer = interruptible(make)
    try:
        while True:
            status = trainer.step() if callback else interruptible(lambda: trainer.run_for(SLICE_SECONDS))
            info = trainer.info()
            bar.show(info)
            if (callback and callback(info)) or status != Status.OK:
                return interruptible(trainer.take_model)
    finally:
        bar.close()
        _pass_on(trainer.messages)


def _pass_on(messages: list[tuple[LogLevel, str]]) -> None:
    for level, text in messages:
        if level == LogLevel.WARNING:
            warnings.warn(text, RuntimeWarning, stacklevel=5)
