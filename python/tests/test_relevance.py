"""Derivatives, and what is read from them: against differences and against functions whose answer is known."""

import numpy as np
import pandas as pd
import pytest
from conftest import QUICK

from labrbf import LABRegressor, plot_history, plot_relevance, plot_supports


@pytest.mark.parametrize("targets", [1, 2])
def test_gradient_is_that_of_the_predictions(data, targets):
    x, y = data[0] * [1.0, 50.0, 1e-2], data[1]
    y = y if targets == 1 else np.column_stack([y, x[:, 2]])
    model = LABRegressor(**{**QUICK, "kernel": "gaussian", "linear": "on"}, clip_labels=False).fit(x, y)
    steps = 1e-5 * np.ptp(x, axis=0)
    found = model.gradient(x)
    for m, h in enumerate(steps):
        beside = np.zeros(3)
        beside[m] = h
        slope = (model.predict(x + beside) - model.predict(x - beside)) / (2 * h)
        scale = np.abs(slope).max()
        np.testing.assert_allclose(found[..., m], slope, atol=1e-6 * scale)


def uniform(n, m, seed):
    return np.random.default_rng(seed).uniform(-1.0, 1.0, (n, m))


def test_relevance_of_a_linear_function_is_its_coefficients():
    """y = sum c_m x_m with every x_m in [-1, 1]: c_m / (half the range of y), up to what was not learnt."""
    x = uniform(400, 4, 0)
    coefficients = np.array([4.0, 2.0, 1.0, 0.0])
    y = x @ coefficients
    model = LABRegressor().fit(x, y)
    expected = coefficients * np.ptp(x, axis=0) / np.ptp(y)
    np.testing.assert_allclose(model.feature_relevance(x), expected, atol=0.03)
    np.testing.assert_allclose(np.median(model.local_relevance(x), axis=0), expected, atol=0.01)


def test_relevance_has_no_units():
    x = uniform(200, 3, 1)
    y = x[:, 0] + np.sin(3.0 * x[:, 1])
    plain = LABRegressor(**QUICK).fit(x, y).feature_relevance(x)
    units = np.array([1e3, 1e-3, 1.0])
    scaled = LABRegressor(**QUICK).fit(x * units, 50.0 * y).feature_relevance(x * units)
    np.testing.assert_allclose(plain, scaled, rtol=1e-6)


def test_relevance_is_local():
    """One feature matters on the left, another on the right, a third nowhere."""
    x = uniform(600, 4, 2)
    y = np.where(x[:, 0] < 0.0, np.sin(3.0 * x[:, 1]), np.sin(3.0 * x[:, 2]))
    model = LABRegressor(steps_final=1500, ridge=1e-7).fit(x, y)
    relevance = model.local_relevance(x)
    left, right = relevance[x[:, 0] < -0.3].mean(axis=0), relevance[x[:, 0] > 0.3].mean(axis=0)
    assert left[1] > 5.0 * left[2]
    assert right[2] > 5.0 * right[1]
    assert max(left[3], right[3]) < 0.1 * left[1]


def test_relevance_adds_targets_in_squares(data):
    x, y = data
    model = LABRegressor(**QUICK).fit(x, np.column_stack([y, x[:, 2]]))
    slopes = model.gradient(x) * np.ptp(x, axis=0) / np.ptp(np.column_stack([y, x[:, 2]]), axis=0)[:, np.newaxis]
    np.testing.assert_allclose(model.local_relevance(x), np.sqrt((slopes**2).sum(axis=1)), rtol=1e-12)


def test_a_constant_target_has_no_relevance(data):
    with pytest.warns(RuntimeWarning, match="every label is 3"):
        model = LABRegressor(**QUICK).fit(data[0], np.full(len(data[0]), 3.0))
    np.testing.assert_allclose(model.feature_relevance(data[0]), 0.0, atol=1e-9)


# ---- pictures


def test_plot_relevance_puts_the_most_relevant_on_top(data):
    frame = pd.DataFrame(data[0], columns=["a", "b", "c"])
    model = LABRegressor(**QUICK).fit(frame, data[1])
    axes = plot_relevance(model, frame)
    widths = [bar.get_width() for bar in axes.patches]
    np.testing.assert_allclose(widths, np.sort(model.feature_relevance(frame)))
    best = ["a", "b", "c"][int(np.argmax(model.feature_relevance(frame)))]
    assert axes.get_yticklabels()[-1].get_text() == best


def test_plot_history_and_supports(data):
    model = LABRegressor(**QUICK).fit(*data)
    lines = plot_history(model).lines
    assert [line.get_label() for line in lines] == ["largest", "mean"]
    assert lines[0].get_xdata()[-1] == 40
    axes = plot_supports(model, (2, 0))
    np.testing.assert_array_equal(axes.lines[0].get_xdata(), model.support_vectors_[:, 2])
    assert axes.get_xlabel() == "feature 2"
    with pytest.raises(ValueError, match="features"):
        plot_supports(model, (0, 3))


def test_pictures_use_the_axes_they_are_given(data):
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    assert plot_history(LABRegressor(**QUICK).fit(*data), ax=axes) is axes
