"""LABRegressor: LAB RBF regression as a scikit-learn estimator."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator, MultiOutputMixin, RegressorMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ._keywords import DEFAULTS, SettingsKeywords, describe_settings
from ._library import Array, Floats
from ._model import Model, Trainer
from ._names import feature_names, target_names
from ._progress import make_bar
from ._relevance import feature_relevance, local_relevance
from ._settings import KEYWORDS, TABLE, Settings, Value
from ._training import train

INFINITE = False  # not looked for here: the library does, and names row and column; NaN means missing
SEED_END = int(TABLE["seed"].maximum) + 1


class LABRegressor(MultiOutputMixin, RegressorMixin, SettingsKeywords, BaseEstimator):  # type: ignore[misc]
    __doc__ = f"""Kernel regression with locally adaptive bandwidths (LAB RBF).

    The model is a small set of support points ``s_i``, each with a bandwidth vector ``b_i`` of its own, learnt from the
    data by gradients. With ``D = sum_m (b_im (x_m - s_im))^2`` and the profile k of the kernel it predicts
    ``intercept_ + sum_m coef_m x_m + sum_i dual_coef_i k(D)``, or the label whose form (``label_form``) this is. What the
    settings leave open (auto: the kernel, the linear part, the scaling of the features, the ridge, the rate, the form of
    labels with a long tail) is chosen on validation rows among the training rows.

    Parameters
    ----------
    preset : str, default='default'
        'default', or 'paper': Algorithm 1 of the paper. A setting that is None has the value of the preset.
{describe_settings()}
    random_state : int, RandomState or None, default={DEFAULTS["random_state"]}
        The seed: the same one gives the same model, bit for bit. None draws one from numpy's global generator.
    n_jobs : int or None, default=None
        Threads of `fit` and `predict`, by the rules of joblib: None is one, -1 is all cores. They change no bit.
    verbose : int, default=0
        1 shows a progress bar on standard error, or in the notebook.
    warm_start : bool, default=False
        Start from the support points and bandwidths of the last `fit`.
    callback : callable or None, default=None
        Called with a :class:`labrbf.TrainingInfo` after every gradient step. A true value ends training there; the
        model is then the one of that step.

    Attributes
    ----------
    support_ : array of shape (n_support,)
        Rows of X where the support points started.
    support_vectors_, bandwidths_ : arrays of shape (n_support, n_features)
        In the units of X (bandwidths: of 1 / X); if ``model_.setting("scaling")`` is 'rank', in those of `scale`.
    dual_coef_ : array of shape (n_support,) or (n_support, n_targets)
        In the units of y; if ``model_.setting("label_form")`` is not 'plain', these and the next two describe the label
        in its form (docs/algorithm.md) instead.
    intercept_ : float or array of shape (n_targets,)
    coef_ : array of shape (n_features,) or (n_targets, n_features)
        The linear part, zeros if there is none; in the units of X, or those of `scale`, as above.
    trials_ : list of labrbf.Trial
        What was tried to choose what the settings left open; the first was chosen.
    history_ : list of labrbf.Round
        Growth rounds, and last the final steps.
    n_features_in_ : int
    feature_names_in_ : array of str
        Only if X had column names.
    model_ : Model
        The handle of the C library.
    """

    model_: Model

    # ---- fitting

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> LABRegressor:
        """Learn from rows X and labels y, one column of y for each target. NaN in X means missing.

        ``sample_weight``: a row of weight 2 counts like two equal rows, one of weight 0 like none. If the fit fails or
        is interrupted, the estimator is as it was before.
        """
        before = self.__dict__.copy()
        try:
            self._fit(X, y, sample_weight)
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> None:
        targets = target_names(y)
        before = feature_names(self)
        x, labels = validate_data(
            self, X, y, dtype=np.float64, order="C", ensure_all_finite=INFINITE, multi_output=True, y_numeric=True,
            ensure_min_samples=2,
        )  # fmt: skip
        weights = None
        if sample_weight is not None:
            weights = np.ascontiguousarray(
                _check_sample_weight(sample_weight, x, dtype=np.float64, ensure_non_negative=True)
            )
        start = self.model_ if self.warm_start and self.__sklearn_is_fitted__() else None
        columns = np.ascontiguousarray(labels, dtype=np.float64).reshape(len(labels), -1)
        now = feature_names(self)
        if start is not None and before and now and now != before:
            raise ValueError(f"warm_start goes on from the last fit, so X must have its columns: {', '.join(before)}")
        settings = self._settings()
        model = train(
            lambda: Trainer(settings, x, columns, weights, start), self.callback, make_bar(self.verbose)
        )
        names = feature_names(self)
        if names is not None:
            model.set_names(names, targets)
        self._take(model, one_target=labels.ndim == 1)

    def _settings(self) -> Settings:
        values: dict[str, Value] = {setting.name: getattr(self, name) for name, setting in KEYWORDS.items()}
        values["seed"] = self._seed()
        values["threads"] = self._threads()
        return Settings(self.preset, values)

    def _seed(self) -> int:
        if isinstance(self.random_state, (int, np.integer)):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(min(SEED_END, 2**31)))

    def _threads(self) -> int:
        return min(int(effective_n_jobs(self.n_jobs)), int(TABLE["threads"].maximum))

    def _take(self, model: Model, *, one_target: bool) -> None:
        """Makes the model this estimator's, with the attributes that describe it in the units of the data."""
        info = model.info
        s, m, t = info.n_support, info.n_features, model.n_targets
        middle, half = model.array(Array.LABEL_CENTERS, t), model.array(Array.LABEL_SCALES, t)
        scales, centers = model.array(Array.FEATURE_SCALES, m), model.array(Array.FEATURE_CENTERS, m)
        if model.setting("scaling") == "rank":  # there is no way back from ranks by a product
            scales, centers = np.ones(m), np.zeros(m)
        coefficients = model.array(Array.COEFFICIENTS, s, t) * half
        slopes = half[:, np.newaxis] * model.array(Array.SLOPES, t, m) / scales
        intercept = middle + half * model.array(Array.BIASES, t) - slopes @ centers
        self.support_ = model.support_rows()
        self.support_vectors_ = scales * model.array(Array.SUPPORT_VECTORS, s, m) + centers
        self.bandwidths_ = model.array(Array.BANDWIDTHS, s, m) / scales
        self.dual_coef_ = coefficients[:, 0] if one_target else coefficients
        self.intercept_ = float(intercept[0]) if one_target else intercept
        self.coef_ = slopes[0] if one_target else slopes
        self.history_ = model.history()
        self.trials_ = model.trials()
        self.n_features_in_ = m
        self.model_ = model

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    # ---- using

    def _rows(self, X: Any) -> Floats:
        check_is_fitted(self)
        rows: Floats = validate_data(self, X, dtype=np.float64, order="C", ensure_all_finite=INFINITE, reset=False)
        return rows

    def predict(self, X: Any) -> Floats:
        """Predictions for rows X, of the shape that y had. C-ordered float64 is not copied. NaN means missing."""
        rows = self._rows(X)
        return self._shaped(self.model_.predict(rows, self._threads()))

    def gradient(self, X: Any) -> Floats:
        """The derivatives of the predictions by the features, at rows X: (n_rows, n_features), or (n_rows, n_targets,
        n_features) if y had columns. Exact, not differences. 0 where a value is missing, and where ``clip_labels`` cuts
        the prediction off."""
        rows = self._rows(X)
        return self._shaped(self.model_.gradient(rows, self._threads()))

    def scale(self, X: Any) -> Floats:
        """The features as the kernel sees them, scaled by what the training rows were (the setting ``scaling``), with
        the column's mean in the place of a missing value."""
        rows = self._rows(X)
        return self.model_.scale(rows)

    def _shaped(self, found: Floats) -> Floats:
        """Without the axis of targets if y had none."""
        return found[:, 0] if self.dual_coef_.ndim == 1 else found

    def local_relevance(self, X: Any) -> Floats:
        """How much each feature matters at each row of X: (n_rows, n_features).

        The size of the slope in half ranges of the training data, so without units: 1 means that moving the feature
        through half its range would, at this slope, move the prediction through half the range of the labels. It is
        small near a hill top, and near 0 for a feature that the bandwidths do not look at. Targets are added in squares.
        """
        rows = self._rows(X)
        return local_relevance(self.model_, rows, self._threads())

    def feature_relevance(self, X: Any) -> Floats:
        """How much each feature matters over rows X: the root of the mean square of `local_relevance`."""
        rows = self._rows(X)
        return feature_relevance(self.model_, rows, self._threads())

    # ---- files

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as a ``.lab`` file, which `load` and the command line read. Whole or not at all."""
        check_is_fitted(self)
        self.model_.save(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> LABRegressor:
        """An estimator with the model of a ``.lab`` file, written by `save` or by ``labrbf fit``.

        Its parameters are those that the model was trained with; what was 'auto' has the value that was chosen. A model
        of one target predicts a plain array, also if y was a single column: the file does not know.
        """
        model = Model.load(path)
        values: dict[str, Any] = {name: model.setting(setting.name) for name, setting in KEYWORDS.items()}
        values["random_state"] = model.setting("seed")
        loaded = cls(**values)
        loaded._take(model, one_target=model.n_targets == 1)
        names = model.feature_names()
        if names is not None:
            loaded.feature_names_in_ = np.array(names, dtype=object)
        return loaded

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
