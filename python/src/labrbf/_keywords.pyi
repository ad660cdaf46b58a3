# Made by python/tools/keywords_stub.py from the library's table of settings; a test compares.
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from ._model import TrainingInfo

DEFAULTS: dict[str, Any]

def describe_settings() -> str: ...

class SettingsKeywords:
    preset: str
    kernel: Literal["gaussian", "exponential", "matern32", "matern52", "auto"] | None
    linear: Literal["off", "on", "auto"] | None
    scaling: Literal["minmax", "standard", "rank", "auto"] | None
    coefficients: Literal["supports", "rows", "auto"] | None
    lambda_: float | None
    ridge: float | Literal["auto"] | None
    sigma0: float | Literal["auto"] | None
    support_max: int | Literal["auto"] | None
    max_bytes: int | Literal["auto"] | None
    members: int | Literal["auto"] | None
    support_init: int | Literal["auto"] | None
    support_add: int | Literal["auto"] | None
    support_rule: Literal["random", "label"] | None
    tolerance: float | None
    rounds: int | Literal["auto"] | None
    steps_grow: int | None
    steps_final: int | None
    batch: int | Literal["auto"] | None
    batch_rows: Literal["outside", "all"] | None
    optimizer: Literal["adam", "sgd", "adam-sgd"] | None
    rate: float | Literal["auto"] | None
    rate_final: float | Literal["auto"] | None
    rate_decay: Literal["none", "cosine"] | None
    patience: int | None
    center_rate: float | None
    theta_form: Literal["plain", "log"] | None
    bandwidths: Literal["own", "shared", "auto"] | None
    clip_norm: float | None
    theta_new: Literal["mean", "nearest"] | None
    bias: Literal["none", "mean"] | None
    clip_labels: Literal["off", "on"] | bool | None
    label_form: Literal["plain", "root", "log", "auto"] | None
    random_state: int | np.random.RandomState | None
    n_jobs: int | None
    verbose: int
    warm_start: bool
    callback: Callable[[TrainingInfo], object] | None
    def __init__(
        self,
        *,
        preset: str = ...,
        kernel: Literal["gaussian", "exponential", "matern32", "matern52", "auto"] | None = ...,
        linear: Literal["off", "on", "auto"] | None = ...,
        scaling: Literal["minmax", "standard", "rank", "auto"] | None = ...,
        coefficients: Literal["supports", "rows", "auto"] | None = ...,
        lambda_: float | None = ...,
        ridge: float | Literal["auto"] | None = ...,
        sigma0: float | Literal["auto"] | None = ...,
        support_max: int | Literal["auto"] | None = ...,
        max_bytes: int | Literal["auto"] | None = ...,
        members: int | Literal["auto"] | None = ...,
        support_init: int | Literal["auto"] | None = ...,
        support_add: int | Literal["auto"] | None = ...,
        support_rule: Literal["random", "label"] | None = ...,
        tolerance: float | None = ...,
        rounds: int | Literal["auto"] | None = ...,
        steps_grow: int | None = ...,
        steps_final: int | None = ...,
        batch: int | Literal["auto"] | None = ...,
        batch_rows: Literal["outside", "all"] | None = ...,
        optimizer: Literal["adam", "sgd", "adam-sgd"] | None = ...,
        rate: float | Literal["auto"] | None = ...,
        rate_final: float | Literal["auto"] | None = ...,
        rate_decay: Literal["none", "cosine"] | None = ...,
        patience: int | None = ...,
        center_rate: float | None = ...,
        theta_form: Literal["plain", "log"] | None = ...,
        bandwidths: Literal["own", "shared", "auto"] | None = ...,
        clip_norm: float | None = ...,
        theta_new: Literal["mean", "nearest"] | None = ...,
        bias: Literal["none", "mean"] | None = ...,
        clip_labels: Literal["off", "on"] | bool | None = ...,
        label_form: Literal["plain", "root", "log", "auto"] | None = ...,
        random_state: int | np.random.RandomState | None = ...,
        n_jobs: int | None = ...,
        verbose: int = ...,
        warm_start: bool = ...,
        callback: Callable[[TrainingInfo], object] | None = ...,
    ) -> None: ...
