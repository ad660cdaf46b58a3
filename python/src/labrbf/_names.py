"""Names of columns, between data frames and models."""

from __future__ import annotations

from typing import Any

TARGET = "y"  # of labels that have no name


def feature_names(estimator: Any) -> list[str] | None:
    """The column names that scikit-learn found in X, or None."""
    names = getattr(estimator, "feature_names_in_", None)
    return None if names is None else [str(name) for name in names]


def target_name(y: Any) -> str:
    """The name of a series (pandas, polars) of labels."""
    name = getattr(y, "name", None)
    return name if isinstance(name, str) and name else TARGET
