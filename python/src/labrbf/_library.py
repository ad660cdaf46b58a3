"""The C library: its path, the types of its functions, and the exceptions of its failures.

Everything here mirrors ``labrbf.h``; a test compiles that header and compares. ctypes releases the interpreter lock
while a function of the library runs.
"""

from __future__ import annotations

import ctypes
import enum
import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_size_t, c_uint64, c_void_p
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
DoubleP = POINTER(c_double)


class Status(enum.IntEnum):
    """``labrbf_status``: 0 and positive values are success, negative ones failure."""

    OK = 0
    DONE_TOLERANCE = 1
    DONE_SUPPORTS = 2
    DONE_ROUNDS = 3
    DONE_CANCELLED = 4
    E_ARGUMENT = -1
    E_SETTING = -2
    E_DATA = -3
    E_MEMORY = -4
    E_SINGULAR = -5
    E_IO = -6
    E_FORMAT = -7
    E_VERSION = -8


class Array(enum.IntEnum):
    """``labrbf_array``: the arrays of a part."""

    SUPPORT_VECTORS = 0
    BANDWIDTHS = 1
    COEFFICIENTS = 2
    COEFFICIENTS_2 = 3
    SUPPORT_LABELS = 4
    FEATURE_CENTERS = 5
    FEATURE_SCALES = 6
    FEATURE_MEANS = 7
    FEATURE_MINIMA = 8
    FEATURE_MAXIMA = 9
    BIASES = 10
    LABEL_MINIMA = 11
    LABEL_MAXIMA = 12
    SLOPES = 13
    LABEL_CENTERS = 14
    LABEL_SCALES = 15
    LABEL_ANCHORS = 16
    LABEL_UNITS = 17


class SettingType(enum.IntEnum):
    """``labrbf_setting_type``."""

    REAL = 0
    COUNT = 1
    CHOICE = 2


class LogLevel(enum.IntEnum):
    """``labrbf_log_level``."""

    INFO = 0
    WARNING = 1


class Stage(enum.IntEnum):
    """``labrbf_stage``."""

    SEARCH = 0
    TRAIN = 1
    DONE = 2


class SizedStructure(ctypes.Structure):
    """A struct whose first member is its size, for libraries of other versions."""

    def __init__(self, **members: Any) -> None:
        super().__init__(struct_size=ctypes.sizeof(type(self)), **members)


class Data(SizedStructure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_rows", c_size_t),
        ("n_features", c_size_t),
        ("n_targets", c_size_t),
        ("x", DoubleP),
        ("y", DoubleP),
        ("weights", DoubleP),
        ("start", c_void_p),
        ("validation", c_char_p),
    ]


class Trial(ctypes.Structure):
    _fields_ = [
        ("settings", ctypes.c_char * 320),
        ("n_support", c_size_t),
        ("n_steps", c_size_t),
        ("r2", c_double),
    ]


class TrainingInfo(SizedStructure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_support", c_size_t),
        ("support_max", c_size_t),
        ("round", c_size_t),
        ("step", c_size_t),
        ("step_limit", c_size_t),
        ("loss", c_double),
        ("max_error", c_double),
        ("fraction", c_double),
        ("lambda", c_double),
        ("missing_values", c_size_t),
        ("stage", c_int),
        ("trial", Trial),
    ]


LogHook = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p)
ProgressHook = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(TrainingInfo))


class Hooks(SizedStructure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("allocate", c_void_p),
        ("release", c_void_p),
        ("allocator_user", c_void_p),
        ("log", LogHook),
        ("progress", ProgressHook),
        ("user", c_void_p),
    ]


class SettingInfo(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("type", c_int),
        ("default_text", c_char_p),
        ("paper_text", c_char_p),
        ("minimum", c_double),
        ("maximum", c_double),
        ("allows_auto", c_int),
        ("choices", c_char_p),
        ("help", c_char_p),
        ("searched", c_int),
    ]


class ModelInfo(SizedStructure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("n_support", c_size_t),
        ("n_features", c_size_t),
        ("n_rows", c_size_t),
        ("missing_values", c_size_t),
        ("n_rounds", c_size_t),
        ("n_steps", c_size_t),
        ("seed", c_uint64),
        ("lambda", c_double),
        ("beta", c_double),
        ("rcond", c_double),
        ("label_minimum", c_double),
        ("label_maximum", c_double),
        ("stopped", c_int),
        ("has_names", c_int),
        ("n_targets", c_size_t),
        ("n_trials", c_size_t),
        ("bytes_single", c_size_t),
        ("n_held_out", c_size_t),
        ("n_steps_kept", c_size_t),
        ("held_out_error", c_double),
        ("n_parts", c_size_t),
    ]


class PartInfo(SizedStructure):
    _fields_ = [
        ("struct_size", c_size_t),
        ("weight", c_double),
        ("n_support", c_size_t),
        ("kernel", ctypes.c_char * 32),
        ("scaling", ctypes.c_char * 32),
        ("label_form", ctypes.c_char * 32),
        ("linear", c_int),
        ("has_second", c_int),
        ("lambda", c_double),
        ("rcond", c_double),
        ("candidate", c_size_t),
        ("fold", c_size_t),
    ]


class Round(ctypes.Structure):
    _fields_ = [
        ("n_support", c_size_t),
        ("n_steps", c_size_t),
        ("loss", c_double),
        ("max_error", c_double),
        ("mean_error", c_double),
    ]


class Akrr(ctypes.Structure):
    _fields_ = [
        ("alpha1", DoubleP),
        ("alpha2", DoubleP),
        ("residual1", DoubleP),
        ("residual2", DoubleP),
        ("lambda", c_double),
        ("rcond", c_double),
        ("better", c_int),
    ]


Handle = c_void_p
HandleP = POINTER(c_void_p)
SizeP = POINTER(c_size_t)

# Result and arguments of each function; a status is a c_int.
PROTOTYPES: dict[str, tuple[Any, list[Any]]] = {
    "labrbf_version": (c_char_p, []),
    "labrbf_status_text": (c_char_p, [c_int]),
    "labrbf_last_error": (c_char_p, []),
    "labrbf_settings_create": (c_int, [HandleP]),
    "labrbf_settings_destroy": (None, [Handle]),
    "labrbf_settings_preset": (c_int, [Handle, c_char_p]),
    "labrbf_settings_set": (c_int, [Handle, c_char_p, c_char_p]),
    "labrbf_settings_count": (c_size_t, []),
    "labrbf_settings_describe": (c_int, [c_size_t, POINTER(SettingInfo)]),
    "labrbf_trainer_create": (c_int, [Handle, POINTER(Data), POINTER(Hooks), HandleP]),
    "labrbf_trainer_step": (c_int, [Handle]),
    "labrbf_trainer_run": (c_int, [Handle, c_double]),
    "labrbf_trainer_info": (c_int, [Handle, POINTER(TrainingInfo)]),
    "labrbf_trainer_take_model": (c_int, [Handle, HandleP]),
    "labrbf_trainer_destroy": (None, [Handle]),
    "labrbf_model_predict": (c_int, [Handle, DoubleP, c_size_t, c_size_t, c_size_t, DoubleP]),
    "labrbf_model_gradient": (c_int, [Handle, DoubleP, c_size_t, c_size_t, c_size_t, DoubleP]),
    "labrbf_model_scale": (c_int, [Handle, c_size_t, DoubleP, c_size_t, c_size_t, DoubleP]),
    "labrbf_model_trial": (c_int, [Handle, c_size_t, POINTER(Trial)]),
    "labrbf_model_save": (c_int, [Handle, c_char_p]),
    "labrbf_model_load": (c_int, [c_char_p, POINTER(Hooks), HandleP]),
    "labrbf_model_serialize": (c_int, [Handle, c_void_p, c_size_t, SizeP]),
    "labrbf_model_deserialize": (c_int, [c_char_p, c_size_t, POINTER(Hooks), HandleP]),
    "labrbf_model_destroy": (None, [Handle]),
    "labrbf_model_info_get": (c_int, [Handle, POINTER(ModelInfo)]),
    "labrbf_model_part_info": (c_int, [Handle, c_size_t, POINTER(PartInfo)]),
    "labrbf_model_array": (c_int, [Handle, c_size_t, c_int, DoubleP, c_size_t]),
    "labrbf_model_support_rows": (c_int, [Handle, c_size_t, SizeP, c_size_t]),
    "labrbf_model_setting": (c_int, [Handle, c_char_p, c_char_p, c_size_t]),
    "labrbf_model_history": (c_int, [Handle, c_size_t, POINTER(Round)]),
    "labrbf_model_set_names": (c_int, [Handle, POINTER(c_char_p), POINTER(c_char_p)]),
    "labrbf_model_feature_name": (c_char_p, [Handle, c_size_t]),
    "labrbf_model_feature_category": (c_char_p, [Handle, c_size_t]),
    "labrbf_model_target_name": (c_char_p, [Handle, c_size_t]),
    "labrbf_akrr_solve": (c_int, [DoubleP, DoubleP, c_size_t, c_double, POINTER(Hooks), POINTER(Akrr)]),
}


def _path() -> str:
    """The library inside the package, or the one that the environment variable LABRBF_LIBRARY names."""
    named = os.environ.get("LABRBF_LIBRARY")
    return named if named else str(Path(__file__).with_name("liblabrbf.so"))


def _load() -> ctypes.CDLL:
    path = _path()
    try:
        loaded = ctypes.CDLL(path, use_errno=True)
    except OSError as error:
        raise ImportError(
            f"the C library of labrbf could not be loaded from {path}: {error}. Install the package (pip install "
            "./python), or let LABRBF_LIBRARY name a liblabrbf.so."
        ) from error
    for name, (result, arguments) in PROTOTYPES.items():
        try:
            function = getattr(loaded, name)
        except AttributeError:
            raise ImportError(f"{path} is of another version: it has no function {name}") from None
        function.restype, function.argtypes = result, arguments
    return loaded


library = _load()


def version() -> str:
    """The version of the library that is loaded."""
    return str(library.labrbf_version().decode())


_EXCEPTIONS: dict[Status, type[Exception]] = {
    Status.E_MEMORY: MemoryError,
    Status.E_IO: OSError,
    Status.E_SINGULAR: np.linalg.LinAlgError,
}


def check(status: int, path: str | os.PathLike[str] | None = None) -> Status:
    """Returns the status of a successful call; raises an exception after a failure. `path` is the file of the call."""
    if status >= 0:
        return Status(status)
    reason = ctypes.get_errno()
    if status == Status.E_IO and path is not None and reason:
        raise OSError(reason, os.strerror(reason), os.fspath(path))
    message = library.labrbf_last_error().decode(errors="replace")
    raise _EXCEPTIONS.get(Status(status), ValueError)(message or library.labrbf_status_text(status).decode())


def doubles(array: Floats) -> Any:
    """A pointer to the values of an array, which the caller keeps alive: C order, no copy."""
    if array.dtype != np.float64 or not array.flags.c_contiguous:
        raise TypeError("internal error: an array that is not C-ordered float64 reached the library")
    return array.ctypes.data_as(DoubleP)


class Owner:
    """Owns a handle of the library and destroys it with itself."""

    _destroy: str

    def __init__(self, handle: c_void_p) -> None:
        self.handle = handle

    def __del__(self) -> None:
        handle: c_void_p | None = self.__dict__.pop("handle", None)
        if handle:
            getattr(library, self._destroy)(handle)
