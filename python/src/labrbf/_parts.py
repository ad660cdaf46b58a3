"""The parts of a fitted model, with their arrays in the units of the data."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._library import Array, Floats
from ._model import Model, Rows


class Part(NamedTuple):
    """A complete predictor; the model is the weighted sum of its parts.

    With ``D_i = sum_m (bandwidths_im (x_m - support_vectors_im))^2`` and the profile k of its kernel it predicts
    ``intercept + sum_m coef_m x_m + sum_i dual_coef_i k(D_i)``, transformed back if the label form is not 'plain'.
    """

    weight: float
    kernel: str
    scaling: str  #: of the features: 'minmax', 'standard' or 'rank'
    label_form: str  #: 'plain', 'root' or 'log'
    support: Rows  #: rows of X where the support points started
    support_vectors: Floats  #: in the units of X; if the scaling is 'rank', in those of `scale`
    bandwidths: Floats  #: likewise, of 1 / X
    dual_coef: Floats  #: in the units of y, or of the transformed label
    intercept: float | Floats
    coef: Floats  #: the linear term, zeros if there is none
    lambda_: float  #: ridge parameter of the system that the coefficients solve
    rcond: float  #: reciprocal condition estimate of this system
    candidate: int  #: number of the trial that the settings come from
    fold: int  #: fold of the search, from 1, that it was not trained on; 0: trained on all rows


def part_of(model: Model, part: int, *, one_target: bool) -> Part:
    info = model.part_info(part)
    s, m, t = info.n_support, model.info.n_features, model.n_targets
    middle, half = model.array(part, Array.LABEL_CENTERS, t), model.array(part, Array.LABEL_SCALES, t)
    scales, centers = model.array(part, Array.FEATURE_SCALES, m), model.array(part, Array.FEATURE_CENTERS, m)
    if info.scaling == b"rank":  # ranks are not a linear map
        scales, centers = np.ones(m), np.zeros(m)
    coefficients = model.array(part, Array.COEFFICIENTS, s, t) * half
    slopes = half[:, np.newaxis] * model.array(part, Array.SLOPES, t, m) / scales
    intercept = middle + half * model.array(part, Array.BIASES, t) - slopes @ centers
    return Part(
        weight=info.weight,
        kernel=info.kernel.decode(),
        scaling=info.scaling.decode(),
        label_form=info.label_form.decode(),
        support=model.support_rows(part),
        support_vectors=scales * model.array(part, Array.SUPPORT_VECTORS, s, m) + centers,
        bandwidths=model.array(part, Array.BANDWIDTHS, s, m) / scales,
        dual_coef=coefficients[:, 0] if one_target else coefficients,
        intercept=float(intercept[0]) if one_target else intercept,
        coef=slopes[0] if one_target else slopes,
        lambda_=getattr(info, "lambda"),
        rcond=info.rcond,
        candidate=info.candidate,
        fold=info.fold,
    )
