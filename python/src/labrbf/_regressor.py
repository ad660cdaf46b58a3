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
from ._library import Floats
from ._model import Model, Trainer
from ._names import feature_names, target_names
from ._parts import Part, part_of
from ._progress import make_bar
from ._relevance import feature_relevance, local_relevance
from ._settings import KEYWORDS, TABLE, Settings, Value
from ._training import train

INFINITE = False  # not checked here: the library does, and names row and column; NaN means missing
SEED_END = int(TABLE["seed"].maximum) + 1

# Attributes of the estimator if the model has one part, and of that part. Its weight is 1.
OF_ONE_PART = {
    "support_": "support",
    "support_vectors_": "support_vectors",
    "bandwidths_": "bandwidths",
    "dual_coef_": "dual_coef",
    "intercept_": "intercept",
    "coef_": "coef",
}


class LABRegressor(MultiOutputMixin, RegressorMixin, SettingsKeywords, BaseEstimator):  # type: ignore[misc]
    __doc__ = f"""Kernel regression with locally adaptive bandwidths (LAB RBF).

    The model is a small set of support points ``s_i``, each with a bandwidth vector ``b_i`` of its own, learnt from the
    data by gradient steps. With ``D_i = sum_m (b_im (x_m - s_im))^2`` and the profile k of the kernel it predicts
    ``intercept_ + sum_m coef_m x_m + sum_i dual_coef_i k(D_i)``, transformed back if ``label_form`` is not plain. Settings
    that are auto ({", ".join(name for name, setting in TABLE.items() if setting.searched)}) are chosen on
    validation rows, a part of the training rows. A model of several members is the weighted sum of such parts, ``parts_``.

    Parameters
    ----------
    preset : str, default='default'
        'default', or 'paper': Algorithm 1 of the paper. A setting that is None has the value of the preset.
{describe_settings()}
    random_state : int, RandomState or None, default={DEFAULTS["random_state"]}
        The seed: on one machine the same one gives the same model, bit for bit. None draws one from numpy's global
        generator.
    n_jobs : int or None, default=None
        Threads of `fit` and `predict`, by the rules of joblib: None is one, -1 is all cores. They change no bit.
    verbose : int, default=0
        1 shows a progress bar on standard error, or in the notebook.
    warm_start : bool, default=False
        Start from the support points and bandwidths of the last `fit`. Models are of one part then, unless members
        says otherwise.
    callback : callable or None, default=None
        Called with a :class:`labrbf.TrainingInfo` after every gradient step. A true return value ends training with the
        model of that step.

    Attributes
    ----------
    parts_ : list of labrbf.Part
        The parts of the model, each with its weight and arrays. The next six attributes exist only if there is one part.
    support_ : array of shape (n_support,)
        Rows of X where the support points started.
    support_vectors_, bandwidths_ : arrays of shape (n_support, n_features)
        In the units of X (bandwidths: of 1 / X); if the part's scaling is 'rank', in those of `scale`.
    dual_coef_ : array of shape (n_support,) or (n_support, n_targets)
        In the units of y; if the part's label form is not 'plain', these and the next two are for the transformed
        label (docs/algorithm.md).
    intercept_ : float or array of shape (n_targets,)
    coef_ : array of shape (n_features,) or (n_targets, n_features)
        The linear term, zeros if there is none; in the units of X, or those of `scale`, as above.
    n_support_ : int
        Support points of all parts together.
    trials_ : list of labrbf.Trial
        The candidates of the search; the first was chosen.
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
        is interrupted, the estimator does not change.
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
            raise ValueError(f"warm_start continues the last fit, so X must have its columns: {', '.join(before)}")
        if start is not None and start.n_parts > 1:
            raise ValueError(
                f"warm_start needs a model of one part, but the last fit made {start.n_parts}: fit with members=1"
            )
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
        if self.warm_start and values.get("members") is None:
            values["members"] = 1
        return Settings(self.preset, values)

    def _seed(self) -> int:
        if isinstance(self.random_state, (int, np.integer)):
            return int(self.random_state)
        return int(check_random_state(self.random_state).randint(min(SEED_END, 2**31)))

    def _threads(self) -> int:
        return min(int(effective_n_jobs(self.n_jobs)), int(TABLE["threads"].maximum))

    def _take(self, model: Model, *, one_target: bool) -> None:
        """Sets the model, and the attributes that describe it in the units of the data."""
        self.parts_: list[Part] = [part_of(model, part, one_target=one_target) for part in range(model.n_parts)]
        for name, of_part in OF_ONE_PART.items():
            self.__dict__.pop(name, None)
            if len(self.parts_) == 1:
                setattr(self, name, getattr(self.parts_[0], of_part))
        self.n_support_ = int(model.info.n_support)
        self.history_ = model.history()
        self.trials_ = model.trials()
        self.n_features_in_ = int(model.info.n_features)
        self.model_ = model
        self._one_target = one_target

    def __getattr__(self, name: str) -> Any:
        """Called only for missing attributes, such as those of one part in a model of several."""
        parts = self.__dict__.get("parts_")
        if parts is not None and name in OF_ONE_PART:
            raise AttributeError(
                f"the model is the sum of {len(parts)} parts, each with its own {name}: see parts_[k].{OF_ONE_PART[name]}"
                " and parts_[k].weight, or fit with members=1"
            )
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

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
        n_features) if y had columns. Exact, not differences. 0 where a value is missing, and where ``clip_labels`` clips
        the prediction."""
        rows = self._rows(X)
        return self._shaped(self.model_.gradient(rows, self._threads()))

    def scale(self, X: Any, part: int = 0) -> Floats:
        """The features scaled as the support points of a part (setting ``scaling``), missing values replaced by the mean
        of the column."""
        rows = self._rows(X)
        return self.model_.scale(rows, range(len(self.parts_))[part])

    def _shaped(self, found: Floats) -> Floats:
        """Without the axis of targets if y had none."""
        return found[:, 0] if self._one_target else found

    def local_relevance(self, X: Any) -> Floats:
        """How much each feature matters at each row of X: (n_rows, n_features).

        The size of the slope in half ranges of the training data, so without units: 1 means that moving the feature
        through half its range would, at this slope, move the prediction through half the range of the labels. It is
        small near an extremum, and near 0 for a feature with small bandwidths. Squares are summed over the targets.
        """
        rows = self._rows(X)
        return local_relevance(self.model_, rows, self._threads())

    def feature_relevance(self, X: Any) -> Floats:
        """How much each feature matters over rows X: the root of the mean square of `local_relevance`."""
        rows = self._rows(X)
        return feature_relevance(self.model_, rows, self._threads())

    # ---- files

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model as a ``.lab`` file, which `load` and the command line read. Never leaves half a file."""
        check_is_fitted(self)
        self.model_.save(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> LABRegressor:
        """An estimator with the model of a ``.lab`` file, written by `save` or by ``labrbf fit``.

        Its parameters are those that the model was trained with; what was 'auto' has the chosen value. With one target
        predictions are one-dimensional, also if y had two dimensions: the file does not keep that.
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
