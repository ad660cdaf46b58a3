"""The constructor is made from the library's table, and what is set reaches the library."""

import inspect
import runpy

import numpy as np
import pytest
from conftest import QUICK, ROOT
from sklearn.base import clone

from labrbf import LABRegressor
from labrbf._settings import KEYWORDS, TABLE


def test_signature_has_every_setting():
    signature = inspect.signature(LABRegressor)
    expected = {"lambda_" if name == "lambda" else name for name in TABLE} - {"seed", "threads"}
    others = {"preset", "random_state", "n_jobs", "verbose", "warm_start", "callback"}
    assert set(signature.parameters) == expected | others
    assert set(LABRegressor().get_params()) == expected | others
    assert all(signature.parameters[name].default is None for name in expected)


def test_docstring_has_every_setting():
    for name, setting in KEYWORDS.items():
        assert f"    {name} : " in LABRegressor.__doc__
        assert setting.help.replace("-", "_") in LABRegressor.__doc__.replace("-", "_")  # names are written with _


def test_stub_for_type_checkers_is_up_to_date():
    made = runpy.run_path(str(ROOT / "python/tools/keywords_stub.py"))["stub"]()
    assert (ROOT / "python/src/labrbf/_keywords.pyi").read_text() == made


def test_unknown_keyword_is_refused():
    with pytest.raises(TypeError, match="support_maximum"):
        LABRegressor(support_maximum=3)


def fitted_setting(data, name, **keywords):
    keywords = {"steps_final": 1, "steps_grow": 1, "ridge": 1e-6, "support_max": 10, **keywords}
    return LABRegressor(**keywords).fit(*data).model_.setting(name)


@pytest.mark.parametrize("preset", ["default", "paper"])
def test_none_means_the_value_of_the_preset(data, preset):
    model = LABRegressor(preset=preset, steps_final=1, steps_grow=1, ridge=1e-6, support_max=10).fit(*data).model_
    for name, setting in TABLE.items():
        text = setting.paper if preset == "paper" else setting.default
        given = {"steps_final", "steps_grow", "ridge", "support_max", "threads", "batch"}  # batch: at most the rows
        if text != "auto" and name not in given:
            assert model.setting(name) == setting.parse(text), name


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("kernel", "matern32", "matern32"),
        ("rate", 0.125, 0.125),
        ("rate", np.float32(0.125), 0.125),
        ("batch", np.int64(17), 17),
        ("support_max", "11", 11),
        ("clip_labels", False, "off"),
        ("clip_labels", "on", "on"),
    ],
)
def test_values_reach_the_library(data, name, value, expected):
    assert fitted_setting(data, name, **{name: value}) == expected


def test_lambda_has_an_underscore(data):
    assert fitted_setting(data, "lambda", lambda_=0.25) == 0.25


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kernel", "round"), ("kernel", 3), ("kernel", True), ("rate", -1.0), ("rate", float("nan")), ("rate", "fast"),
        ("batch", 2.5), ("support_max", 0.5), ("batch", [1]), ("preset", "best"), ("preset", None),
        ("random_state", -1), ("clip_labels", 7),
    ],
)  # fmt: skip
def test_bad_values_are_named(data, name, value):
    with pytest.raises(ValueError, match="seed|random_state" if name == "random_state" else name):
        LABRegressor(**{**QUICK, name: value}).fit(*data)


def test_auto_is_a_value_and_overrides_nothing_else(data):
    assert fitted_setting(data, "support_max", support_max="auto") >= 10


def test_clone_and_set_params():
    model = LABRegressor(rate=0.5, lambda_=2.0).set_params(batch=9)
    params = clone(model).get_params()
    assert (params["rate"], params["lambda_"], params["batch"], params["kernel"]) == (0.5, 2.0, 9, None)
    assert repr(model) == "LABRegressor(batch=9, lambda_=2.0, rate=0.5)"


def test_random_state(data):
    keywords = {**QUICK, "support_rule": "random"}

    def bits(state):
        return LABRegressor(random_state=state, **keywords).fit(*data).predict(data[0]).tobytes()

    assert bits(3) == bits(np.int32(3)) != bits(4)
    assert bits(np.random.RandomState(3)) == bits(np.random.RandomState(3))
    np.random.seed(1)
    first = bits(None)
    assert first != bits(None)
    np.random.seed(1)
    assert first == bits(None)


@pytest.mark.parametrize("name", ["ridge", "support_max", "sigma0", "max_bytes"])
def test_zero_does_not_mean_auto(data, name):
    with pytest.raises(ValueError, match=f"{name} is 0"):
        LABRegressor(**{**QUICK, name: 0}).fit(*data)


def test_booleans_of_numpy_are_booleans(data):
    LABRegressor(clip_labels=np.bool_(False), **QUICK).fit(*data)


def test_help_has_ranges_and_python_s_names():
    text = LABRegressor.__doc__
    assert "From 1 to 100." in text
    assert "support-max" not in text
