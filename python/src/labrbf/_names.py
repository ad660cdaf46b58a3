"""Names of columns, between data frames and models."""

from __future__ import annotations

from typing import Any

def feature_names(estimator: Any) -> list[str] | None:
    """The column names that scikit-learn found in X, or None."""
    names = getattr(estimator, "feature_names_in_", None)
    return None if names is None else [str(name) for name in names]


def target_names(y: Any) -> list[str] | None:
    """The names of labels: the columns of a frame, the name of a series (pandas, polars), or None."""
    columns = getattr(y, "columns", None)
    names = [getattr(y, "name", None)] if columns is None else list(columns)
    return [str(name) for name in names] if all(isinstance(name, str) and name for name in names) else None
