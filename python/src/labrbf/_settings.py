"""The library's table of settings, and a settings handle made from what a user has chosen."""

from __future__ import annotations

import ctypes
import keyword
import numbers
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ._library import Owner, SettingInfo, SettingType, check, library

Value = str | float | int | bool | None

# scikit-learn has names of its own for these two.
OWN_KEYWORDS = {"seed": "random_state", "threads": "n_jobs"}


@dataclass(frozen=True)
class Setting:
    """A row of the table."""

    name: str
    kind: SettingType
    default: str
    paper: str
    minimum: float
    maximum: float
    allows_auto: bool
    choices: tuple[str, ...]
    help: str
    searched: bool

    @property
    def keyword(self) -> str:
        """The keyword in Python: ``lambda`` is a word of the language, so that one is ``lambda_``."""
        return self.name + "_" if keyword.iskeyword(self.name) else self.name

    def parse(self, text: str) -> Value:
        """The Python value of a text of the library's."""
        if self.kind == SettingType.CHOICE or text == "auto":
            return text
        return float(text) if self.kind == SettingType.REAL else int(text)


def _describe(index: int) -> Setting:
    info = SettingInfo()
    check(library.labrbf_settings_describe(index, ctypes.byref(info)))
    choices = info.choices.decode()
    return Setting(
        name=info.name.decode(),
        kind=SettingType(info.type),
        default=info.default_text.decode(),
        paper=info.paper_text.decode(),
        minimum=info.minimum,
        maximum=info.maximum,
        allows_auto=bool(info.allows_auto),
        choices=tuple(choices.split("|")) if choices else (),
        help=info.help.decode(),
        searched=bool(info.searched),
    )


TABLE = {setting.name: setting for setting in map(_describe, range(library.labrbf_settings_count()))}
KEYWORDS = {setting.keyword: setting for name, setting in TABLE.items() if name not in OWN_KEYWORDS}


class Settings(Owner):
    """A settings handle: a preset, and what differs from it."""

    _destroy = "labrbf_settings_destroy"

    def __init__(self, preset: str, values: Mapping[str, Value]) -> None:
        handle = ctypes.c_void_p()
        check(library.labrbf_settings_create(ctypes.byref(handle)))
        super().__init__(handle)
        if not isinstance(preset, str):
            raise ValueError(f"preset is {preset!r}: it must be the name of a preset, such as 'default' or 'paper'")
        check(library.labrbf_settings_preset(handle, preset.encode()))
        for name, value in values.items():
            if value is not None:
                self._set(TABLE[name], value)

    def _set(self, setting: Setting, value: Value) -> None:
        if isinstance(value, str):
            check(library.labrbf_settings_set(self.handle, setting.name.encode(), value.encode()))
        elif isinstance(value, (bool, numbers.Real)) and setting.kind != SettingType.CHOICE:
            self._set(setting, repr(float(value)))
        elif isinstance(value, (bool, np.bool_)) and set(setting.choices) == {"off", "on"}:
            self._set(setting, "on" if value else "off")
        else:
            what = "one of " + ", ".join(setting.choices) if setting.choices else "a number"
            raise ValueError(f"{setting.keyword} is {value!r}: it must be {what}")
