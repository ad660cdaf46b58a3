"""scikit-learn's own checks of an estimator: all of them, none skipped, none expected to fail."""

import warnings

import pytest
import sklearn
from sklearn.utils.estimator_checks import check_estimator

from labrbf import AsymmetricKernelRidge, LABRegressor


@pytest.mark.parametrize("estimator", [LABRegressor(), AsymmetricKernelRidge()], ids=lambda e: type(e).__name__)
def test_every_check_passes(estimator, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the checks provoke some on purpose
        results = check_estimator(estimator, on_skip=None, on_fail=None)
    others = [(r["check_name"], r["status"], repr(r["exception"])) for r in results if r["status"] != "passed"]
    with capsys.disabled():
        name, version = type(estimator).__name__, sklearn.__version__
        passed = len(results) - len(others)
        print(f"\ncheck_estimator of scikit-learn {version}: {name} passes {passed} of {len(results)} checks")
    assert not others
    assert len(results) > 40
