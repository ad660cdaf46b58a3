"""A model on its way: pickles, copies, files, other processes, the command line. Always the same bits."""

import copy
import errno
import gzip
import pickle
import subprocess
import sys

import joblib
import numpy as np
import pandas as pd
import pytest
from conftest import QUICK
from sklearn.base import clone

from labrbf import LABRegressor


@pytest.fixture
def model(data):
    return LABRegressor(**QUICK).fit(*data)


@pytest.mark.parametrize("way", ["pickle", "deepcopy", "copy", "joblib", "file"])
def test_the_same_bits_afterwards(model, data, tmp_path, way):
    if way == "pickle":
        other = pickle.loads(pickle.dumps(model))
    elif way == "deepcopy":
        other = copy.deepcopy(model)
    elif way == "copy":
        other = copy.copy(model)
    elif way == "joblib":
        joblib.dump(model, tmp_path / "model")
        other = joblib.load(tmp_path / "model")
    else:
        model.save(tmp_path / "model.lab")
        other = LABRegressor.load(tmp_path / "model.lab")
    expected = model.predict(data[0]).tobytes()
    attributes = {name: getattr(model, name) for name in ("support_", "bandwidths_", "dual_coef_", "intercept_")}
    del model
    assert other.predict(data[0]).tobytes() == expected
    for name, value in attributes.items():
        np.testing.assert_array_equal(getattr(other, name), value)


def test_another_process_predicts_the_same_bits(model, data, tmp_path):
    (tmp_path / "model.pickle").write_bytes(pickle.dumps(model))
    np.save(tmp_path / "x.npy", data[0])
    program = (
        "import pickle, sys, numpy as np\n"
        "model = pickle.load(open('model.pickle', 'rb'))\n"
        "sys.stdout.buffer.write(model.predict(np.load('x.npy')).tobytes())\n"
    )
    found = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, capture_output=True).stdout
    assert found == model.predict(data[0]).tobytes()


def test_unfitted_estimators_travel_too():
    assert pickle.loads(pickle.dumps(LABRegressor(rate=0.5))).rate == 0.5


def test_loaded_parameters_fit_the_same_model_again(model, data, tmp_path):
    model.save(tmp_path / "model.lab")
    loaded = LABRegressor.load(tmp_path / "model.lab")
    again = clone(loaded).fit(*data)
    assert again.predict(data[0]).tobytes() == model.predict(data[0]).tobytes()


def test_failed_save_and_load_say_why(model, tmp_path):
    missing = tmp_path / "nowhere" / "model.lab"
    with pytest.raises(FileNotFoundError) as error:
        model.save(missing)
    assert error.value.errno == errno.ENOENT
    assert error.value.filename == str(missing)
    with pytest.raises(IsADirectoryError):
        model.save(tmp_path)
    (tmp_path / "junk.lab").write_bytes(b"junk" * 100)
    with pytest.raises(ValueError, match="model"):
        LABRegressor.load(tmp_path / "junk.lab")


# ---- the command line


def frame_of(data):
    return pd.DataFrame(data[0], columns=["a", "b", "c"]).assign(height=data[1])


def test_command_line_predicts_the_same_bits(data, labrbf, tmp_path):
    frame = frame_of(data)
    frame.to_csv(tmp_path / "data.csv", index=False)
    model = LABRegressor(**QUICK).fit(frame[["a", "b", "c"]], frame["height"])
    model.save(tmp_path / "model.lab")
    lines = labrbf("predict", tmp_path / "model.lab", tmp_path / "data.csv").splitlines()
    assert lines[0].startswith("prediction")
    assert np.array(lines[1:], dtype=float).tobytes() == model.predict(frame[["a", "b", "c"]]).tobytes()


def test_command_line_writes_what_numpy_loads(data, labrbf, tmp_path):
    x, y = data
    model = LABRegressor(**QUICK).fit(x, y)
    model.save(tmp_path / "model.lab")
    np.save(tmp_path / "x.npy", x)
    labrbf("predict", tmp_path / "model.lab", tmp_path / "x.npy", "-q", "-o", tmp_path / "p.npy")
    labrbf("predict", tmp_path / "model.lab", tmp_path / "x.npy", "-q", "-o", tmp_path / "all.npy.gz", "--keep", "all")
    np.testing.assert_array_equal(np.load(tmp_path / "p.npy"), model.predict(x))
    with gzip.open(tmp_path / "all.npy.gz") as packed:
        np.testing.assert_array_equal(np.load(packed), np.column_stack([x, model.predict(x)]))


def test_command_line_fits_the_same_model(data, labrbf, tmp_path):
    frame = frame_of(data)
    frame.to_csv(tmp_path / "data.csv", index=False)
    flags = [word for name, value in QUICK.items() for word in ("--" + name.replace("_", "-"), value)]
    labrbf("fit", tmp_path / "data.csv", "-o", tmp_path / "model.lab", *flags)
    model = LABRegressor(**QUICK).fit(frame[["a", "b", "c"]], frame["height"])
    assert (tmp_path / "model.lab").read_bytes() == model.model_.to_bytes()
    loaded = LABRegressor.load(tmp_path / "model.lab")
    assert list(loaded.feature_names_in_) == ["a", "b", "c"]
    assert loaded.predict(frame[["a", "b", "c"]]).tobytes() == model.predict(frame[["a", "b", "c"]]).tobytes()


def test_categories_of_the_command_line_are_features_with_their_names(data, labrbf, tmp_path):
    frame = frame_of(data).assign(c=np.where(data[0][:, 2] > 0, "red", "blue"))[["a", "b", "c", "height"]]
    frame.to_csv(tmp_path / "data.csv", index=False)
    flags = [word for name, value in QUICK.items() for word in ("--" + name.replace("_", "-"), value)]
    labrbf("fit", tmp_path / "data.csv", "-o", tmp_path / "model.lab", *flags)
    lines = labrbf("predict", tmp_path / "model.lab", tmp_path / "data.csv").splitlines()[1:]
    loaded = LABRegressor.load(tmp_path / "model.lab")
    assert set(loaded.feature_names_in_) == {"a", "b", "c=blue", "c=red"}
    encoded = frame[["a", "b"]].assign(**{f"c={word}": 1.0 * (frame["c"] == word) for word in ("blue", "red")})
    found = loaded.predict(encoded[list(loaded.feature_names_in_)])
    assert np.array(lines, dtype=float).tobytes() == found.tobytes()


def test_files_that_are_not_there_or_not_models(tmp_path, data):
    with pytest.raises(FileNotFoundError):
        LABRegressor.load(tmp_path / "nope.lab")
    other = tmp_path / "other.lab"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match="other.lab.*not a valid"):
        LABRegressor.load(other)
    model = LABRegressor(**QUICK).fit(*data)
    with pytest.raises(ValueError, match="null"):
        model.save(f"{tmp_path}/a\0b")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.lab"]


def test_names_with_a_null_are_refused(data):
    with pytest.raises(ValueError, match="null"):
        LABRegressor(**QUICK).fit(pd.DataFrame(data[0], columns=["a\0b", "c", "d"]), data[1])
