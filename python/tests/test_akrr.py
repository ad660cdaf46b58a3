"""Both regressors of asymmetric kernel ridge regression, against plain numpy."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import cross_val_score

from labrbf import AsymmetricKernelRidge


def skewed(x, z):
    """A kernel whose width belongs to the second argument."""
    width = 1.0 + 2.0 * (z[:, 0] > 0.0)
    return np.exp(-width * ((x[:, np.newaxis] - z) ** 2).sum(axis=2))


def skewed_the_other_way(x, z):
    return skewed(z, x).T


@pytest.fixture
def rows(data):
    x, y = data
    return x[:60], y[:60], x[60:]


def by_hand(kernel, x, y, t, ridge):
    a = kernel(x, x) + ridge * np.eye(len(x))
    first = kernel(t, x) @ np.linalg.solve(a, y)
    second = kernel(x, t).T @ np.linalg.solve(a.T, y)
    norms = [np.linalg.norm(ridge * np.linalg.solve(m, y)) for m in (a, a.T)]
    return first, second, np.array(norms)


@pytest.mark.parametrize("kernel", [skewed, skewed_the_other_way])
@pytest.mark.parametrize("targets", [1, 3])
def test_both_regressors(rows, kernel, targets):
    x, y, t = rows
    y = y if targets == 1 else np.column_stack([y, x[:, 0], np.cos(x[:, 1])])
    first, second, norms = by_hand(kernel, x, y, t, 0.1)
    for which, expected in (("first", first), ("second", second)):
        model = AsymmetricKernelRidge(0.1, kernel=kernel, regressor=which).fit(x, y)
        np.testing.assert_allclose(model.predict(t), expected, rtol=1e-9, atol=1e-10)
        np.testing.assert_allclose(model.residual_norms_, norms, rtol=1e-9)
    model = AsymmetricKernelRidge(0.1, kernel=kernel).fit(x, y)
    assert model.regressor_ == ("first" if norms[0] <= norms[1] else "second")
    np.testing.assert_allclose(model.predict(t), first if norms[0] <= norms[1] else second, rtol=1e-9, atol=1e-10)
    train_error = np.linalg.norm(y - model.predict(x))
    np.testing.assert_allclose(train_error, norms.min(), rtol=1e-8)


def test_auto_takes_each_of_them_for_some_kernel(rows):
    x, y, _ = rows
    found = {AsymmetricKernelRidge(0.1, kernel=k).fit(x, y).regressor_ for k in (skewed, skewed_the_other_way)}
    assert found == {"first", "second"}


def test_precomputed_equals_callable(rows):
    x, y, t = rows
    for kernel in (skewed, skewed_the_other_way):
        model = AsymmetricKernelRidge(0.1, kernel="precomputed").fit(kernel(x, x), y)
        called = AsymmetricKernelRidge(0.1, kernel=kernel).fit(x, y)
        found = model.predict(kernel(t, x), K_reverse=kernel(x, t).T)
        np.testing.assert_allclose(found, called.predict(t), rtol=1e-12, atol=1e-12)


def test_second_regressor_says_that_it_needs_the_other_matrix(rows):
    x, y, t = rows
    model = AsymmetricKernelRidge(kernel="precomputed", regressor="second").fit(skewed(x, x), y)
    with pytest.raises(ValueError, match="K_reverse"):
        model.predict(skewed(t, x))
    with pytest.raises(ValueError, match="K_reverse"):
        model.predict(skewed(t, x), K_reverse=skewed(x, t[:3]).T)


def test_symmetric_kernel_is_kernel_ridge(rows):
    x, y, t = rows
    ours = AsymmetricKernelRidge(0.1, gamma=0.7).fit(x, y)
    expected = KernelRidge(alpha=0.1, kernel="rbf", gamma=0.7).fit(x, y).predict(t)
    np.testing.assert_allclose(ours.predict(t), expected, rtol=1e-9)
    np.testing.assert_allclose(ours.first_dual_coef_, ours.second_dual_coef_, rtol=1e-8, atol=1e-10)


def test_weights_are_repeated_rows(rows):
    x, y, t = rows
    counts = np.random.default_rng(3).integers(0, 4, len(x))
    repeated = np.repeat(np.arange(len(x)), counts)
    for which in ("first", "second"):
        model = AsymmetricKernelRidge(0.1, kernel=skewed, regressor=which)
        weighted = clone(model).fit(x, y, sample_weight=counts)
        plain = clone(model).fit(x[repeated], y[repeated])
        np.testing.assert_allclose(weighted.predict(t), plain.predict(t), rtol=1e-9, atol=1e-10)
        np.testing.assert_allclose(weighted.residual_norms_, plain.residual_norms_, rtol=1e-9)


def test_cross_validation_splits_a_precomputed_kernel(rows):
    x, y, _ = rows
    assert AsymmetricKernelRidge(kernel="precomputed").__sklearn_tags__().input_tags.pairwise
    model = AsymmetricKernelRidge(0.1, kernel="precomputed", regressor="first")
    scores = cross_val_score(model, skewed(x, x), y, cv=3)
    called = cross_val_score(AsymmetricKernelRidge(0.1, kernel=skewed, regressor="first"), x, y, cv=3)
    np.testing.assert_allclose(scores, called, rtol=1e-9)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"regressor": "third"}, "regressor"),
        ({"kernel": "round"}, "kernel"),
        ({"lambda_": -1.0}, "lambda_"),
        ({"lambda_": float("nan")}, "lambda_"),
        ({"kernel": lambda x, z: np.ones((2, 2))}, "kernel matrix"),
        ({"kernel": lambda x, z: np.full((len(x), len(z)), np.nan)}, "(?i)finite|nan"),
    ],
)
def test_bad_parameters_are_named(rows, keywords, message):
    with pytest.raises(ValueError, match=message):
        AsymmetricKernelRidge(**keywords).fit(*rows[:2])


def test_a_kernel_that_fails_later_is_refused(data):
    x, y = data

    def kernel(p, q):
        return (p @ q.T) * (np.nan if 2 in (len(p), len(q)) else 1.0)

    model = AsymmetricKernelRidge(kernel=kernel).fit(x, y)
    with pytest.raises(ValueError, match="finite"):
        model.predict(x[:2])
    with pytest.raises(ValueError, match="complex"):
        AsymmetricKernelRidge(kernel=lambda p, q: (p @ q.T) * 1j).fit(x, y)


@pytest.mark.parametrize("wrong", ["a", None, -1, float("nan")])
def test_lambda_is_a_number(data, wrong):
    with pytest.raises(ValueError, match="lambda_ is"):
        AsymmetricKernelRidge(wrong).fit(*data)
