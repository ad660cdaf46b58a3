"""Kernel regression with locally adaptive bandwidths (LAB RBF), as scikit-learn estimators."""

from ._akrr import AsymmetricKernelRidge
from ._library import version
from ._model import Round, TrainingInfo, Trial
from ._parts import Part
from ._plot import plot_history, plot_relevance, plot_supports
from ._regressor import LABRegressor

__version__ = version()
__all__ = [
    "AsymmetricKernelRidge",
    "LABRegressor",
    "Part",
    "Round",
    "TrainingInfo",
    "Trial",
    "plot_history",
    "plot_relevance",
    "plot_supports",
]
