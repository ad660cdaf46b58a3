"""The constructor of :class:`labrbf.LABRegressor`, made from the library's table of settings.

scikit-learn reads an estimator's parameters from the signature of ``__init__``, for ``help`` and ``get_params``. It is
built from the library's list of settings at import. Type checkers read ``_keywords.pyi``, which a test compares.
"""

from __future__ import annotations

import inspect
from typing import Any

from ._settings import KEYWORDS, TABLE

# Parameters that are not settings of the library, with their defaults: the preset, then what scikit-learn's users
# expect. A setting left at None has the preset's value.
BEFORE: dict[str, Any] = {"preset": "default"}
AFTER: dict[str, Any] = {
    "random_state": int(TABLE["seed"].default),
    "n_jobs": None,
    "verbose": 0,
    "warm_start": False,
    "callback": None,
}
DEFAULTS: dict[str, Any] = {**BEFORE, **dict.fromkeys(KEYWORDS), **AFTER}


def _signature() -> inspect.Signature:
    kind = inspect.Parameter.KEYWORD_ONLY
    this = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return inspect.Signature([this, *(inspect.Parameter(name, kind, default=value) for name, value in DEFAULTS.items())])


class SettingsKeywords:
    """An ``__init__`` that takes every setting as a keyword and keeps it as an attribute of that name."""

    def __init__(self, **keywords: Any) -> None:
        for name in keywords:
            if name not in DEFAULTS:
                raise TypeError(f"{type(self).__name__}() has no parameter {name!r}. It has: {', '.join(DEFAULTS)}")
        for name, default in DEFAULTS.items():
            setattr(self, name, keywords.get(name, default))

    __init__.__signature__ = _signature()  # type: ignore[attr-defined]


def _with_keywords(text: str) -> str:
    """The text with the names of settings in Python; in the library they have hyphens, as on the command line."""
    for name, setting in TABLE.items():
        text = text.replace(name.replace("_", "-"), setting.keyword) if "_" in name else text
    return text


def describe_settings() -> str:
    """The settings, for the Parameters section of a docstring."""
    lines = []
    for name, setting in KEYWORDS.items():
        words = "{" + ", ".join(map(repr, setting.choices)) + "}" if setting.choices else setting.kind.name.lower()
        kind = {"real": "float", "count": "int"}.get(words, words) + (" or 'auto'" if setting.allows_auto else "")
        lines.append(f"    {name} : {kind}, default={setting.default} (preset paper: {setting.paper})")
        within = "" if setting.choices else f" From {setting.minimum:g} to {setting.maximum:g}."
        lines.append(f"        {_with_keywords(setting.help)}.{within}")
    return "\n".join(lines)
