"""Pictures of a fitted model. matplotlib is imported when a picture is drawn, not before."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted


def _axes(ax: Any) -> Any:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise ImportError("plotting needs matplotlib: pip install matplotlib") from error
    return pyplot.subplots()[1]


def _names(estimator: Any) -> list[str]:
    named = getattr(estimator, "feature_names_in_", None)
    return [f"feature {m}" for m in range(estimator.n_features_in_)] if named is None else [str(name) for name in named]


def plot_relevance(estimator: Any, X: Any, *, ax: Any = None) -> Any:
    """Bars: `feature_relevance` over rows X, the most relevant feature on top. Returns the axes."""
    relevance = estimator.feature_relevance(X)
    order = np.argsort(relevance)
    ax = _axes(ax)
    ax.barh([_names(estimator)[m] for m in order], relevance[order])
    ax.set_xlabel("relevance")
    return ax


def plot_history(estimator: Any, *, ax: Any = None) -> Any:
    """Largest and mean squared error (labels scaled to [-1, 1]) over the gradient steps, a point for each growth round
    and one for the final steps. Returns the axes."""
    check_is_fitted(estimator)
    steps = np.cumsum([entry.n_steps for entry in estimator.history_])
    ax = _axes(ax)
    ax.plot(steps, [entry.max_error for entry in estimator.history_], "o-", label="largest")
    ax.plot(steps, [entry.mean_error for entry in estimator.history_], "o-", label="mean")
    ax.set(xlabel="gradient steps", ylabel="squared error", yscale="log")
    ax.legend()
    return ax


def plot_supports(estimator: Any, features: tuple[int, int] = (0, 1), *, ax: Any = None) -> Any:
    """The support points of all parts in the plane of two features, each with the ellipse on which its kernel's D is 1
    (the other features being equal): narrow where the function changes fast. Returns the axes."""
    check_is_fitted(estimator)
    if len(features) != 2 or any(not 0 <= m < estimator.n_features_in_ for m in features):
        raise ValueError(f"features is {features!r}: it must be two numbers from 0 to {estimator.n_features_in_ - 1}")
    ax = _axes(ax)
    from matplotlib.collections import EllipseCollection

    centers = np.concatenate([part.support_vectors[:, features] for part in estimator.parts_])
    axes = 2.0 / np.concatenate([part.bandwidths[:, features] for part in estimator.parts_])
    style: dict[str, Any] = {"facecolors": "none", "edgecolors": "C0", "alpha": 0.4}
    place: dict[str, Any] = {"units": "xy", "offsets": centers, "offset_transform": ax.transData}
    turned = np.zeros(len(axes))
    ax.add_collection(EllipseCollection(axes[:, 0], axes[:, 1], turned, **place, **style))
    ax.plot(*centers.T, "k.")
    names = _names(estimator)
    ax.set(xlabel=names[features[0]], ylabel=names[features[1]])
    return ax
