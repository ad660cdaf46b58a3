"""Handles of the library as Python objects: a trainer that steps, a model that predicts."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _library as c
from ._library import Array, Floats, Owner, Status, check, doubles, library
from ._settings import TABLE, Settings, Value

Rows = np.ndarray[Any, np.dtype[np.intp]]


class Trial(NamedTuple):
    """A candidate of the search, which chooses the settings that are auto on validation rows."""

    settings: dict[str, Value]  #: the searched ones, by name: 'kernel', 'scaling', 'linear', 'ridge', ...
    n_support: int
    n_steps: int  #: gradient steps in total
    r2: float  #: on the validation rows, in small tables maybe on some of them; NaN before it is scored


class TrainingInfo(NamedTuple):
    """Where training stands. Errors are squared errors of the labels scaled to [-1, 1]."""

    n_support: int  #: support points now
    support_max: int  #: support points at most
    round: int  #: growth rounds finished
    step: int  #: gradient steps done
    step_limit: int  #: gradient steps planned
    loss: float  #: mean loss of recent steps; NaN before the first
    max_error: float  #: largest error of the last scan; NaN before the first
    fraction: float  #: share of the planned work that is done, 0 to 1
    lambda_: float  #: ridge parameter in use
    missing_values: int  #: feature cells that were missing
    stage: str  #: 'search' while settings are chosen, then 'train', then 'done'
    trial: Trial | None  #: the current candidate in the stage 'search'


class Round(NamedTuple):
    """A growth round, or the final steps, of the training history."""

    n_support: int
    n_steps: int
    loss: float
    max_error: float
    mean_error: float


def _trial(struct: Any) -> Trial | None:
    if not struct.settings:
        return None
    pairs = (pair.split("=", 1) for pair in struct.settings.decode().split(" "))
    settings = {name: TABLE[name].parse(text) for name, text in pairs}
    return Trial(settings, *_fields(struct, Trial._fields[1:]))


def _fields(struct: Any, names: Sequence[str]) -> list[Any]:
    return [getattr(struct, name.rstrip("_")) for name in names]


def _strings(texts: Sequence[str]) -> Any:
    for text in texts:
        if "\0" in text:
            raise ValueError(f"the column name {text!r} has a null character in it, which a model file cannot keep")
    return (ctypes.c_char_p * len(texts))(*(text.encode() for text in texts))


class Model(Owner):
    """A fitted model of the C library. Pickles as the bytes of a ``.lab`` file."""

    _destroy = "labrbf_model_destroy"

    # ---- files

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Model:
        with open(path, "rb") as file:  # raises Python's own exceptions
            data = file.read()
        try:
            return cls.from_bytes(data)
        except ValueError as error:
            raise ValueError(f"{os.fspath(path)!r}: {error}") from None

    def save(self, path: str | os.PathLike[str]) -> None:
        name = os.fsencode(path)
        if b"\0" in name:
            raise ValueError("the path has a null byte in it")
        check(library.labrbf_model_save(self.handle, name), path)

    @classmethod
    def from_bytes(cls, data: bytes) -> Model:
        handle = ctypes.c_void_p()
        check(library.labrbf_model_deserialize(data, len(data), None, ctypes.byref(handle)))
        return cls(handle)

    def to_bytes(self) -> bytes:
        size = ctypes.c_size_t()
        check(library.labrbf_model_serialize(self.handle, None, 0, ctypes.byref(size)))
        buffer = ctypes.create_string_buffer(size.value)
        check(library.labrbf_model_serialize(self.handle, buffer, size, ctypes.byref(size)))
        return buffer.raw

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)

    # ---- what it computes

    def predict(self, x: Floats, threads: int) -> Floats:
        """Rows of predictions, one column for each target."""
        out = np.empty((len(x), self.n_targets))
        check(library.labrbf_model_predict(self.handle, doubles(x), *x.shape, threads, doubles(out)))
        return out

    def gradient(self, x: Floats, threads: int) -> Floats:
        """d f_c / d x_m for every row: rows x targets x features."""
        out = np.empty((len(x), self.n_targets, x.shape[1]))
        check(library.labrbf_model_gradient(self.handle, doubles(x), *x.shape, threads, doubles(out)))
        return out

    def scale(self, x: Floats, part: int) -> Floats:
        """The features scaled as the support points of a part."""
        out = np.empty(x.shape)
        check(library.labrbf_model_scale(self.handle, part, doubles(x), *x.shape, doubles(out)))
        return out

    # ---- what it is made of

    @property
    def info(self) -> Any:
        info = c.ModelInfo()
        check(library.labrbf_model_info_get(self.handle, ctypes.byref(info)))
        return info

    @property
    def n_targets(self) -> int:
        return int(self.info.n_targets)

    @property
    def stopped(self) -> Status:
        """Why training ended."""
        return Status(self.info.stopped)

    @property
    def n_parts(self) -> int:
        return int(self.info.n_parts)

    def part_info(self, part: int) -> Any:
        info = c.PartInfo()
        check(library.labrbf_model_part_info(self.handle, part, ctypes.byref(info)))
        return info

    def array(self, part: int, which: Array, *shape: int) -> Floats:
        """One of the arrays of a part."""
        out = np.empty(shape)
        check(library.labrbf_model_array(self.handle, part, which, doubles(out), out.size))
        return out

    def support_rows(self, part: int) -> Rows:
        rows = np.empty(self.part_info(part).n_support, dtype=np.uintp)
        pointer = rows.ctypes.data_as(ctypes.POINTER(ctypes.c_size_t))
        check(library.labrbf_model_support_rows(self.handle, part, pointer, rows.size))
        return rows.astype(np.intp)

    def history(self) -> list[Round]:
        rounds = []
        for index in range(self.info.n_rounds):
            found = c.Round()
            check(library.labrbf_model_history(self.handle, index, ctypes.byref(found)))
            rounds.append(Round(*_fields(found, Round._fields)))
        return rounds

    def trials(self) -> list[Trial]:
        """The candidates of the search; the first was chosen."""
        found = []
        for index in range(self.info.n_trials):
            trial = c.Trial()
            check(library.labrbf_model_trial(self.handle, index, ctypes.byref(trial)))
            found.append(_trial(trial))
        return [trial for trial in found if trial]

    def setting(self, name: str) -> Value:
        """The value that the model was trained with."""
        text = ctypes.create_string_buffer(64)
        check(library.labrbf_model_setting(self.handle, name.encode(), text, len(text)))
        return TABLE[name].parse(text.value.decode())

    # ---- names

    def set_names(self, features: Sequence[str], targets: Sequence[str] | None) -> None:
        """Names for the features, and for the targets: y, or y1, y2, ... if they have none."""
        n = self.n_targets
        if targets is None:
            targets = ["y"] if n == 1 else [f"y{number}" for number in range(1, n + 1)]
        check(library.labrbf_model_set_names(self.handle, _strings(features), _strings(targets)))

    def target_names(self) -> list[str]:
        return [library.labrbf_model_target_name(self.handle, c).decode() for c in range(self.n_targets)]

    def feature_names(self) -> list[str] | None:
        """The names of the features, or None. A feature made of a category is called ``column=category``."""
        if not self.info.has_names:
            return None
        names = []
        for index in range(self.info.n_features):
            name = library.labrbf_model_feature_name(self.handle, index).decode()
            category = library.labrbf_model_feature_category(self.handle, index)
            names.append(name if category is None else f"{name}={category.decode()}")
        return names


class Trainer(Owner):
    """Training by steps. Messages of the library are kept in ``messages``."""

    _destroy = "labrbf_trainer_destroy"

    def __init__(self, settings: Settings, x: Floats, y: Floats, weights: Floats | None, start: Model | None) -> None:
        self.messages: list[tuple[c.LogLevel, str]] = []
        # The library keeps the address of the hook, so the hook must live as long as the trainer. It refers to the list
        # only, not to the trainer: without a cycle, memory is freed at once.
        messages = self.messages
        self._log = c.LogHook(lambda _, level, text: messages.append((c.LogLevel(level), text.decode())))
        data = c.Data(
            n_rows=x.shape[0],
            n_features=x.shape[1],
            n_targets=y.shape[1],
            x=doubles(x),
            y=doubles(y),
            weights=None if weights is None else doubles(weights),
            start=None if start is None else start.handle,
        )
        handle, hooks = ctypes.c_void_p(), c.Hooks(log=self._log)
        create = library.labrbf_trainer_create
        check(create(settings.handle, ctypes.byref(data), ctypes.byref(hooks), ctypes.byref(handle)))
        super().__init__(handle)

    def step(self) -> Status:
        return check(library.labrbf_trainer_step(self.handle))

    def run_for(self, seconds: float) -> Status:
        return check(library.labrbf_trainer_run(self.handle, seconds))

    def info(self) -> TrainingInfo:
        info = c.TrainingInfo()
        check(library.labrbf_trainer_info(self.handle, ctypes.byref(info)))
        stage = c.Stage(info.stage).name.lower()
        return TrainingInfo(*[*_fields(info, TrainingInfo._fields[:-2]), stage, _trial(info.trial)])

    def take_model(self) -> Model:
        handle = ctypes.c_void_p()
        check(library.labrbf_trainer_take_model(self.handle, ctypes.byref(handle)))
        return Model(handle)
