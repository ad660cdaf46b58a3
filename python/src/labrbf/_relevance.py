"""Relevance of features: the slopes of the model, without units.

A part of the model is f_c(x) = intercept_c + sum_i alpha_ic k(D_i),  D_i = sum_m b_im^2 (x_m - s_im)^2, so its slope is

    d f_c / d x_m = 2 sum_i alpha_ic k'(D_i) b_im^2 (x_m - s_im):

it is 0 if all bandwidths of the feature are 0. With h_m half the range of feature m in the training rows, and H_c half
the range of target c,

    local_relevance(x)_m = sqrt( sum_c (h_m / H_c * d f_c / d x_m)^2 ).

It is 1 where moving the feature through half its range would, at this slope, move the prediction through half the range
of the labels. `feature_relevance` is the root of its mean square over rows.
"""

from __future__ import annotations

import numpy as np

from ._library import Array, Floats
from ._model import Model


def half_ranges(model: Model, low: Array, high: Array, n: int) -> Floats:
    """Half of the range that the training rows of all parts have together."""
    parts = range(model.n_parts)
    lowest = np.min([model.array(part, low, n) for part in parts], axis=0)
    highest = np.max([model.array(part, high, n) for part in parts], axis=0)
    found: Floats = 0.5 * highest - 0.5 * lowest
    return found


def local_relevance(model: Model, rows: Floats, threads: int) -> Floats:
    """rows x features."""
    m, t = rows.shape[1], model.n_targets
    features = half_ranges(model, Array.FEATURE_MINIMA, Array.FEATURE_MAXIMA, m)
    labels = half_ranges(model, Array.LABEL_MINIMA, Array.LABEL_MAXIMA, t)
    slopes = model.gradient(rows, threads)
    slopes *= features
    slopes /= np.where(labels > 0.0, labels, 1.0)[:, np.newaxis]  # a constant target has no slope
    relevance: Floats = np.sqrt(np.einsum("rtm,rtm->rm", slopes, slopes))
    return relevance


def feature_relevance(model: Model, rows: Floats, threads: int) -> Floats:
    """features."""
    found: Floats = np.sqrt(np.mean(local_relevance(model, rows, threads) ** 2, axis=0))
    return found
