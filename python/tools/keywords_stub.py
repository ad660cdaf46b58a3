"""Prints src/labrbf/_keywords.pyi: the constructor of LABRegressor for type checkers, from the library's table.

    python python/tools/keywords_stub.py > python/src/labrbf/_keywords.pyi
"""

from __future__ import annotations

import inspect

from labrbf._keywords import SettingsKeywords
from labrbf._library import SettingType
from labrbf._settings import KEYWORDS, Setting

OTHERS = {
    "preset": "str",
    "random_state": "int | np.random.RandomState | None",
    "n_jobs": "int | None",
    "verbose": "int",
    "warm_start": "bool",
    "callback": "Callable[[TrainingInfo], object] | None",
}


def hint(setting: Setting) -> str:
    words = (*setting.choices, *(["auto"] if setting.allows_auto else []))
    kinds = ["Literal[" + ", ".join(f'"{word}"' for word in words) + "]"] if words else []
    if setting.kind != SettingType.CHOICE:
        kinds.insert(0, "float" if setting.kind == SettingType.REAL else "int")
    if set(setting.choices) == {"off", "on"}:
        kinds.append("bool")
    return " | ".join([*kinds, "None"])


def stub() -> str:
    lines = [
        "# Made by python/tools/keywords_stub.py from the library's table of settings; a test compares.",
        "from collections.abc import Callable",
        "from typing import Any, Literal",
        "",
        "import numpy as np",
        "",
        "from ._model import TrainingInfo",
        "",
        "DEFAULTS: dict[str, Any]",
        "",
        "def describe_settings() -> str: ...",
        "",
        "class SettingsKeywords:",
    ]
    parameters = [p for p in inspect.signature(SettingsKeywords.__init__).parameters.values() if p.name != "self"]
    hints = {p.name: hint(KEYWORDS[p.name]) if p.name in KEYWORDS else OTHERS[p.name] for p in parameters}
    lines += [f"    {name}: {kind}" for name, kind in hints.items()]
    lines += ["    def __init__(", "        self,", "        *,"]
    lines += [f"        {p.name}: {hints[p.name]} = ..." + "," for p in parameters]
    lines += ["    ) -> None: ..."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(stub(), end="")
