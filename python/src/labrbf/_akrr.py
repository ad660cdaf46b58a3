"""AsymmetricKernelRidge: the paper's ridge regression for any kernel, symmetric or not."""

from __future__ import annotations

import ctypes
import numbers
from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, MultiOutputMixin, RegressorMixin
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ._library import Akrr, Floats, check, doubles, library

Kernel = str | Callable[[Floats, Floats], Any]
REGRESSORS = ("auto", "first", "second")


class AsymmetricKernelRidge(MultiOutputMixin, RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Ridge regression with a kernel K(x, z) that need not be symmetric.

    With ``A = K(X, X) + lambda I`` there are two regressors, equal if the kernel is symmetric::

        first:   f1(t) = sum_i K(t, x_i) alpha1_i,   alpha1 = A^-1 y,    residuals on X: lambda alpha1
        second:  f2(t) = sum_i K(x_i, t) alpha2_i,   alpha2 = A^-T y,    residuals on X: lambda alpha2

    Parameters
    ----------
    lambda_ : float, default=1.0
        The ridge parameter.
    kernel : 'rbf', 'precomputed' or callable, default='rbf'
        'rbf' is exp(-gamma |x - z|^2), which is symmetric. A callable gets two matrices of rows, X and Z,
        and returns the matrix of K(x_i, z_j). With 'precomputed', `fit` takes K(x_i, x_j) in place of X, and `predict`
        K(t, x_i) with one row for each query.
    gamma : float or None, default=None
        Of kernel 'rbf'; None is 1 / n_features.
    regressor : 'auto', 'first' or 'second', default='auto'
        Which one predicts; 'auto' takes the one with the smaller sum of squared residuals on the training rows.

    Attributes
    ----------
    dual_coef_ : array of shape (n_samples,) or (n_samples, n_targets)
        The coefficients of the regressor that predicts.
    first_dual_coef_, second_dual_coef_ : arrays of the same shape
    residual_norms_ : array of shape (2,)
        The root of the (weighted) sum of squared residuals on the training rows, of both regressors.
    regressor_ : 'first' or 'second'
    used_lambda_ : float
        Larger than `lambda_` if the system was singular and it had to be raised.
    X_fit_ : array of shape (n_samples, n_features)
        The training rows; with kernel 'precomputed' the kernel matrix.
    n_features_in_ : int
    feature_names_in_ : array of str
        Only if X had column names.
    """

    def __init__(
        self, lambda_: float = 1.0, *, kernel: Kernel = "rbf", gamma: float | None = None, regressor: str = "auto"
    ) -> None:
        self.lambda_ = lambda_
        self.kernel = kernel
        self.gamma = gamma
        self.regressor = regressor

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> AsymmetricKernelRidge:
        """Solve for both regressors. A row of weight 2 counts like two equal rows, one of weight 0 like none."""
        self._check_parameters()
        x, labels = validate_data(self, X, y, dtype=np.float64, order="C", multi_output=True, y_numeric=True)
        weights = np.ones(len(x))
        if sample_weight is not None:
            weights = _check_sample_weight(sample_weight, x, dtype=np.float64, ensure_non_negative=True)
        kernel = self._kernel(x, x)
        columns = np.asarray(labels, dtype=np.float64).reshape(len(x), -1)
        first, second, norms = self._solve(kernel, columns, weights)
        if self.regressor == "auto":
            self.regressor_ = "first" if norms[0] <= norms[1] else "second"
        else:
            self.regressor_ = self.regressor
        self.X_fit_, self.residual_norms_ = x, norms
        self.first_dual_coef_ = first.reshape(labels.shape)
        self.second_dual_coef_ = second.reshape(labels.shape)
        self.dual_coef_ = self.first_dual_coef_ if self.regressor_ == "first" else self.second_dual_coef_
        return self

    def predict(self, X: Any, K_reverse: Any = None) -> Floats:
        """Predictions for rows X, of the shape that y had.

        With kernel 'precomputed', X has K(t, x_i) and ``K_reverse`` has K(x_i, t), both with a row for each query t and
        a column for each training row. The second regressor needs ``K_reverse``, the first ignores it.
        """
        check_is_fitted(self)
        rows: Floats = validate_data(self, X, dtype=np.float64, order="C", reset=False)
        if self.regressor_ == "first":
            kernel = self._kernel(rows, self.X_fit_)
        elif self.kernel != "precomputed":
            kernel = self._kernel(self.X_fit_, rows).T
        elif K_reverse is None:
            raise ValueError(
                "the second regressor predicts here, which needs K(x_i, t): pass it as K_reverse, one row for each "
                "query, or fit with regressor='first'"
            )
        else:
            kernel = validate_data(self, K_reverse, dtype=np.float64, order="C", reset=False)
            if kernel.shape != rows.shape:
                raise ValueError(f"K_reverse has shape {kernel.shape}: it must be that of X, {rows.shape}")
        found: Floats = kernel @ self.dual_coef_
        return found

    def _check_parameters(self) -> None:
        if self.regressor not in REGRESSORS:
            raise ValueError(f"regressor is {self.regressor!r}: it must be one of {', '.join(REGRESSORS)}")
        if not callable(self.kernel) and self.kernel not in ("rbf", "precomputed"):
            raise ValueError(f"kernel is {self.kernel!r}: it must be 'rbf', 'precomputed' or a callable")
        if not isinstance(self.lambda_, numbers.Real) or not 0.0 <= self.lambda_ < np.inf:
            raise ValueError(f"lambda_ is {self.lambda_!r}: it must be a finite number, 0 or larger")

    def _kernel(self, rows: Floats, columns: Floats) -> Floats:
        """K(rows_i, columns_j)."""
        if callable(self.kernel):
            found = np.asarray(self.kernel(rows, columns))
            if np.iscomplexobj(found):
                raise ValueError("the kernel's values are complex: they must be real")
            kernel = found.astype(np.float64, copy=False)
        elif self.kernel == "precomputed":
            kernel = rows
        else:
            kernel = rbf_kernel(rows, columns, gamma=self.gamma)
        if kernel.shape != (len(rows), len(columns)):
            raise ValueError(
                f"the kernel matrix has shape {kernel.shape}: {len(rows)} rows against {len(columns)} need "
                f"({len(rows)}, {len(columns)})"
            )
        if not np.isfinite(kernel).all():
            raise ValueError("kernel values must be finite, but some are NaN or infinite")
        return np.ascontiguousarray(kernel)

    def _solve(self, kernel: Floats, y: Floats, weights: Floats) -> tuple[Floats, Floats, Floats]:
        """Both sets of coefficients, and the norms of both residuals.

        Weights enter as A = K + lambda W^-1. With R = W^(1/2) that is R A R = R K R + lambda I, the library's form:
        alpha = R (R K R + lambda I)^-1 R y. What the library calls residuals are then R times those of the rows.
        """
        root = np.sqrt(weights)
        weighted = root[:, np.newaxis] * kernel * root
        solved = np.empty((4, *y.shape))
        for target in range(y.shape[1]):
            self.used_lambda_, solved[:, :, target] = _solve_one(weighted, root * y[:, target], self.lambda_)
        first, second, *residuals = solved
        norms = np.array([np.sqrt(np.sum(residual**2)) for residual in residuals])
        return root[:, np.newaxis] * first, root[:, np.newaxis] * second, norms

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "dual_coef_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


def _solve_one(kernel: Floats, y: Floats, lambda_: float) -> tuple[float, Floats]:
    """The lambda that was used; alpha1, alpha2 and the residuals of both, by rows."""
    out = np.empty((4, len(y)))
    result = Akrr(*(doubles(row) for row in out))
    label = np.ascontiguousarray(y)
    check(library.labrbf_akrr_solve(doubles(kernel), doubles(label), len(y), lambda_, None, ctypes.byref(result)))
    return float(getattr(result, "lambda")), out
