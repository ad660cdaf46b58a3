"""Fitting and predicting: the attributes are the model, and every kind of input gives the same one."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from conftest import QUICK, wave
from scipy import sparse
from sklearn.exceptions import NotFittedError

from labrbf import LABRegressor
from labrbf._library import Array
from labrbf._settings import TABLE

PROFILES = {
    "gaussian": lambda d: np.exp(-d),
    "exponential": lambda d: np.exp(-np.sqrt(d)),
}


def sum_by_hand(model, x, kernel="exponential"):
    """What the fitted attributes alone say of a label: the label itself, or the label in its form."""
    d = ((model.bandwidths_ * (x[:, np.newaxis] - model.support_vectors_)) ** 2).sum(axis=2)
    linear = model.intercept_ + x @ model.coef_.T
    return linear + PROFILES[kernel](d) @ model.dual_coef_


def by_hand(model, x, y, kernel="exponential"):
    """Predictions in the units of the data, of plain labels."""
    return np.clip(sum_by_hand(model, x, kernel), y.min(axis=0), y.max(axis=0))


@pytest.mark.parametrize("kernel", ["gaussian", "exponential"])
@pytest.mark.parametrize("linear", ["off", "on"])
@pytest.mark.parametrize("scaling", ["minmax", "standard"])
def test_attributes_are_the_model(data, kernel, linear, scaling):
    x, y = data[0] * [1.0, 50.0, 1e-3] + [0.0, 7.0, 1.0], 1000.0 + 30.0 * data[1]
    model = LABRegressor(**{**QUICK, "kernel": kernel, "linear": linear, "scaling": scaling}).fit(x, y)
    assert np.any(model.coef_ != 0.0) == (linear == "on")
    assert model.trials_ == []
    np.testing.assert_allclose(model.predict(x), by_hand(model, x, y, kernel), rtol=1e-9)
    assert model.support_.shape == (12,)
    assert model.support_vectors_.shape == model.bandwidths_.shape == (12, 3)
    assert model.dual_coef_.shape == (12,)
    assert isinstance(model.intercept_, float)
    assert model.n_features_in_ == 3
    assert not hasattr(model, "feature_names_in_")
    assert model.history_[-1].n_steps == 40


def test_attributes_among_ranks(data):
    """Everything is as the kernel sees it: the map itself is scale."""
    x, y = np.exp(3.0 * data[0]), data[1]
    model = LABRegressor(**{**QUICK, "scaling": "rank", "linear": "on"}).fit(x, y)
    np.testing.assert_allclose(model.predict(x), by_hand(model, model.scale(x), y), rtol=1e-9)
    assert np.abs(model.scale(x)).max() == 1.0


@pytest.mark.parametrize(
    ("form", "back"), [("root", lambda t: t + t * t / 4), ("log", np.expm1)], ids=["root", "log"]
)
def test_attributes_of_labels_in_a_form(data, form, back):
    """dual_coef_, coef_ and intercept_ describe t; the label is anchor + unit * u(t), with a tail to the left here."""
    x, y = data[0], 7.0 - np.exp(2.0 * data[1])
    model = LABRegressor(**{**QUICK, "linear": "on"}, label_form=form).fit(x, y)
    anchor, unit = model.model_.array(0, Array.LABEL_ANCHORS, 1), model.model_.array(0, Array.LABEL_UNITS, 1)
    assert anchor == y.max()
    assert unit == -np.sort(y.max() - y)[len(y) // 2 - 1]
    t = -sum_by_hand(model, x)
    expected = np.clip(anchor + unit * np.where(t > 0.0, back(np.maximum(t, 0.0)), t), y.min(), y.max())
    np.testing.assert_allclose(model.predict(x), expected, rtol=1e-9)


def test_labels_with_a_long_tail_are_tried_in_other_forms(data):
    x, y = data
    tried = LABRegressor(support_max=12, steps_final=80).fit(x, np.exp(2.0 * y)).trials_
    assert {trial.settings["label_form"] for trial in tried} == {"plain", "root"}


def test_what_was_tried_is_kept(data):
    x, y = data
    model = LABRegressor(support_max=12, steps_final=80).fit(x, y)
    assert len(model.trials_) > 4
    best = model.trials_[0]
    assert set(best.settings) == {name for name, setting in TABLE.items() if setting.searched}
    assert best.settings == {name: model.model_.setting(name) for name in best.settings}
    assert best.settings["label_form"] == "plain"
    assert {trial.settings["rate"] for trial in model.trials_} == {0.05, 0.2}
    assert best.n_steps == max(trial.n_steps for trial in model.trials_)


@pytest.mark.parametrize("targets", [1, 2])
def test_a_model_of_several_parts_is_their_weighted_sum(data, targets):
    x, y = data
    y = y if targets == 1 else np.column_stack([y, x[:, 2]])
    model = LABRegressor(**QUICK, members=3, clip_labels="off").fit(x, y)
    found = 0.0
    for part in model.parts_:
        d = ((part.bandwidths * (x[:, np.newaxis] - part.support_vectors)) ** 2).sum(axis=2)
        found += part.weight * (part.intercept + x @ part.coef.T + PROFILES[part.kernel](d) @ part.dual_coef)
    np.testing.assert_allclose(model.predict(x), found, rtol=1e-9, atol=1e-9)
    assert len(model.parts_) == 3
    assert sum(part.weight for part in model.parts_) == pytest.approx(1.0)
    assert sum(len(part.support) for part in model.parts_) == model.n_support_
    assert model.scale(x, part=2).shape == x.shape


def test_attributes_of_one_part_are_not_those_of_several(data):
    x, y = data
    model = LABRegressor(**QUICK).fit(x, y)
    np.testing.assert_array_equal(model.parts_[0].dual_coef, model.dual_coef_)
    model.set_params(members=2).fit(x, y)
    for name in ("support_", "support_vectors_", "bandwidths_", "dual_coef_", "intercept_", "coef_"):
        with pytest.raises(AttributeError, match=r"sum of 2 parts.*parts_\[k\]"):
            getattr(model, name)
    with pytest.raises(AttributeError, match="no attribute 'nothing_'"):
        model.nothing_  # noqa: B018
    with pytest.raises(AttributeError, match="no attribute 'support_'"):
        LABRegressor().support_  # noqa: B018
    model.set_params(members=1).fit(x, y)
    assert model.support_.shape == (12,)


def test_support_vectors_are_rows_of_x_if_they_do_not_move(data):
    x, y = data
    model = LABRegressor(center_rate=0, **QUICK).fit(x, y)
    np.testing.assert_allclose(model.support_vectors_, x[model.support_], rtol=1e-12, atol=1e-12)


def test_it_learns(data):
    test = np.random.default_rng(8).uniform(-1.0, 1.0, (100, 3))
    assert LABRegressor(steps_final=500).fit(*data).score(test, wave(test)) > 0.9


def variants(x):
    strided = np.empty((2 * len(x), 2 * x.shape[1]))[::2, ::2]
    strided[...] = x
    frozen = x.copy()
    frozen.flags.writeable = False
    columns = ["a", "b", "c"]
    return {
        "list": x.tolist(),
        "fortran": np.asfortranarray(x),
        "strided": strided,
        "frozen": frozen,
        "backwards": x[::-1].copy()[::-1],
        "big-endian": x.astype(">f8"),
        "pandas": pd.DataFrame(x, columns=columns),
        "polars": pl.DataFrame(x, schema=columns),
    }


@pytest.mark.parametrize("kind", variants(np.zeros((2, 3))))
def test_every_kind_of_array_gives_the_same_model(data, kind):
    x, y = data
    expected = LABRegressor(**QUICK).fit(x, y).predict(x)
    given = variants(x)[kind]
    model = LABRegressor(**QUICK).fit(given, list(y))
    assert model.predict(given).tobytes() == expected.tobytes()


@pytest.mark.parametrize("dtype", [np.float32, np.int16, np.uint8, bool])
def test_other_types_mean_their_values(data, dtype):
    x = np.floor(2.0 * np.abs(data[0])).astype(dtype)
    kept = x.copy()
    settings = {**QUICK, "support_max": 8}  # there are no more distinct rows
    model = LABRegressor(**settings).fit(x, data[1].astype(np.float32))
    expected = LABRegressor(**settings).fit(x.astype(float), data[1].astype(np.float32).astype(float))
    assert model.predict(x).tobytes() == expected.predict(x.astype(float)).tobytes()
    np.testing.assert_array_equal(x, kept)


def test_input_is_not_changed_and_not_copied(data, monkeypatch):
    x, y = data
    kept, seen = x.copy(), []
    model = LABRegressor(**QUICK).fit(x, y)
    original = type(model.model_).predict
    monkeypatch.setattr(type(model.model_), "predict", lambda m, rows, n: seen.append(rows) or original(m, rows, n))
    model.predict(x)
    assert np.shares_memory(seen[0], x)
    np.testing.assert_array_equal(x, kept)


def test_column_names_are_checked(data):
    x, y = data
    frame = pd.DataFrame(x, columns=["a", "b", "c"])
    model = LABRegressor(**QUICK).fit(frame, pd.Series(y, name="height"))
    assert list(model.feature_names_in_) == ["a", "b", "c"]
    assert model.model_.feature_names() == ["a", "b", "c"]
    with pytest.raises(ValueError, match="order"):
        model.predict(frame[["b", "a", "c"]])
    with pytest.raises(ValueError, match="names"):
        model.predict(pl.DataFrame(x, schema=["a", "b", "z"]))
    with pytest.warns(UserWarning, match="valid feature names"):
        model.predict(x)


@pytest.mark.parametrize("library", [pd, pl])
def test_names_of_targets_travel_with_the_model(data, library):
    x, y = data
    frame, labels = library.DataFrame({"a": x[:, 0], "b": x[:, 1]}), library.DataFrame({"high": y, "low": -y})
    assert LABRegressor(**QUICK).fit(frame, labels).model_.target_names() == ["high", "low"]
    assert LABRegressor(**QUICK).fit(frame, labels["low"]).model_.target_names() == ["low"]
    assert LABRegressor(**QUICK).fit(frame, np.column_stack([y, y])).model_.target_names() == ["y1", "y2"]
    assert LABRegressor(**QUICK).fit(frame, y).model_.target_names() == ["y"]


def test_missing_values_are_the_mean_of_their_column(data):
    x, y = data
    holes = x.copy()
    holes[::7, 1] = np.nan
    filled = np.where(np.isnan(holes), np.nanmean(holes, axis=0), holes)
    model = LABRegressor(**QUICK).fit(holes, y)
    np.testing.assert_allclose(model.predict(holes), model.predict(filled), rtol=1e-12, atol=1e-12)
    assert model.model_.info.missing_values == np.isnan(holes).sum()


def test_bad_data_is_refused(data):
    x, y = data
    for bad in (np.inf, -np.inf):
        broken = x.copy()
        broken[3, 1] = bad
        with pytest.raises(ValueError, match="feature 1 of row 3 is infinite"):
            LABRegressor(**QUICK).fit(broken, y)
        with pytest.raises(ValueError, match="feature 1 of row 3 is infinite"):
            LABRegressor(**QUICK).fit(x, y).predict(broken)
    with pytest.raises(ValueError, match="NaN"):
        LABRegressor(**QUICK).fit(x, np.where(y > 1.0, np.nan, y))
    with pytest.raises(TypeError, match="[Ss]parse"):
        LABRegressor(**QUICK).fit(sparse.csr_array(x), y)
    with pytest.raises(ValueError, match="features"):
        LABRegressor(**QUICK).fit(x, y).predict(x[:, :2])
    with pytest.raises(NotFittedError):
        LABRegressor().predict(x)


def test_threads_change_no_bit(data):
    models = [LABRegressor(n_jobs=n, **QUICK).fit(*data) for n in (None, 1, 2, 3, -1)]
    assert len({m.predict(data[0]).tobytes() for m in models}) == 1
    assert len({m.model_.to_bytes() for m in models}) == 1


# ---- weights


def test_a_weight_is_so_many_equal_rows(data):
    x, y = data
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 4, len(x))
    repeated = rng.permutation(np.repeat(np.arange(len(x)), counts))
    weighted = LABRegressor(**QUICK).fit(x, y, sample_weight=counts)
    plain = LABRegressor(**QUICK).fit(x[repeated], y[repeated])
    np.testing.assert_allclose(weighted.predict(x), plain.predict(x), rtol=1e-9, atol=1e-9)


def test_bad_weights_are_refused(data):
    x, y = data
    for weights in (-np.ones(len(x)), np.ones(3), np.full(len(x), np.nan), np.zeros(len(x))):
        with pytest.raises(ValueError, match="(?i)weight"):
            LABRegressor(**QUICK).fit(x, y, sample_weight=weights)


# ---- several targets


def test_several_targets(data):
    x, y = data
    both = np.column_stack([y, 100.0 - 3.0 * x[:, 2]])
    model = LABRegressor(**QUICK).fit(x, both)
    assert model.dual_coef_.shape == (12, 2)
    assert model.intercept_.shape == (2,)
    assert model.predict(x).shape == both.shape
    np.testing.assert_allclose(model.predict(x), by_hand(model, x, both), rtol=1e-9, atol=1e-9)
    assert model.gradient(x).shape == (len(x), 2, 3)


def test_a_column_stays_a_column(data):
    x, y = data
    column = LABRegressor(**QUICK).fit(x, y[:, np.newaxis])
    assert column.predict(x).shape == (len(x), 1)
    np.testing.assert_array_equal(column.predict(x)[:, 0], LABRegressor(**QUICK).fit(x, y).predict(x))


# ---- warm start


def test_warm_start_goes_on_where_the_last_fit_ended(data):
    x, y = data
    model = LABRegressor(warm_start=True, **QUICK).fit(x, y)
    before = model.score(x, y)
    model.set_params(steps_final=0).fit(x, y)
    assert model.score(x, y) == pytest.approx(before, abs=1e-6)
    cold = LABRegressor(**{**QUICK, "steps_final": 0}).fit(x, y)
    assert cold.score(x, y) < before - 1e-3


def test_warm_start_from_several_parts_is_refused(data):
    x, y = data
    model = LABRegressor(warm_start=True, **QUICK, members=2).fit(x, y)
    with pytest.raises(ValueError, match=r"a model of one part, but the last fit made 2: fit with members=1"):
        model.fit(x, y)
    assert len(model.parts_) == 2


def test_warm_start_with_other_features_is_refused(data):
    x, y = data
    model = LABRegressor(warm_start=True, **QUICK).fit(x, y)
    kept = model.predict(x)
    with pytest.raises(ValueError, match="feature"):
        model.fit(x[:, :2], y)
    np.testing.assert_array_equal(model.predict(x), kept)
