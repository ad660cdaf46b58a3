"""Running a trainer from Python: in slices, so that signals are handled; watched by a bar and the user's callback."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from ._library import LogLevel, Status
from ._model import Model, Trainer, TrainingInfo
from ._progress import Bar

Callback = Callable[[TrainingInfo], object]

# Between slices Python handles signals, so Ctrl-C waits this long at most, and a bar moves at this pace.
SLICE_SECONDS = 0.1


def train(trainer: Trainer, callback: Callback | None, bar: Bar) -> Model:
    """Runs a trainer to its end, or until the callback says True, and takes its model.

    With a callback every step is a call of its own, so that what the callback does depends on steps and not on time.
    """
    try:
        while True:
            status = trainer.step() if callback else trainer.run_for(SLICE_SECONDS)
            info = trainer.info()
            bar.show(info)
            if (callback and callback(info) is True) or status != Status.OK:
                return trainer.take_model()
    finally:
        bar.close()
        _pass_on(trainer.messages)


def _pass_on(messages: list[tuple[LogLevel, str]]) -> None:
    for level, text in messages:
        if level == LogLevel.WARNING:
            warnings.warn(text, RuntimeWarning, stacklevel=5)
