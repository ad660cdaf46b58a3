"""A progress bar on standard error: one line that is rewritten on a terminal, a display that is updated in a notebook,
and a line for every tenth of the work elsewhere."""

from __future__ import annotations

import sys
import time
from typing import Any, Protocol

from ._model import TrainingInfo

WIDTH = 30


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


def line(info: TrainingInfo, seconds: float) -> str:
    """How far it is, as one line of text."""
    full = int(WIDTH * info.fraction)
    if info.fraction >= 1.0:
        when = f"{_clock(seconds)} in all"
    elif info.fraction > 0.0:
        when = f"{_clock(seconds * (1.0 - info.fraction) / info.fraction)} left"
    else:
        when = ""
    bar = "#" * full + "." * (WIDTH - full)
    return f"[{bar}] {100 * info.fraction:3.0f}%  {info.n_support} supports  loss {info.loss:.3g}  {when}".rstrip()


class Bar(Protocol):
    def show(self, info: TrainingInfo) -> None: ...
    def close(self) -> None: ...


class Silent:
    def show(self, info: TrainingInfo) -> None:
        pass

    def close(self) -> None:
        pass


class Terminal:
    """Rewrites its line; the last one stays."""

    def __init__(self) -> None:
        self.start, self.length = time.monotonic(), 0

    def show(self, info: TrainingInfo) -> None:
        text = line(info, time.monotonic() - self.start)
        sys.stderr.write("\r" + text.ljust(self.length))
        sys.stderr.flush()
        self.length = len(text)

    def close(self) -> None:
        if self.length:
            sys.stderr.write("\n")
            sys.stderr.flush()


class Lines:
    """For a file or a pipe: a line whenever another tenth is done."""

    def __init__(self) -> None:
        self.start, self.tenths = time.monotonic(), 0

    def show(self, info: TrainingInfo) -> None:
        if int(10 * info.fraction) > self.tenths:
            self.tenths = int(10 * info.fraction)
            print(line(info, time.monotonic() - self.start), file=sys.stderr, flush=True)

    def close(self) -> None:
        pass


class Notebook:
    """One output of the cell, updated in place: carriage returns would stay in the saved notebook."""

    def __init__(self) -> None:
        from IPython.display import display  # only there if the notebook is

        self.start = time.monotonic()
        self.output: Any = display(self._text(""), raw=True, display_id=True)

    @staticmethod
    def _text(text: str) -> Any:
        return {"text/plain": text}

    def show(self, info: TrainingInfo) -> None:
        self.output.update(self._text(line(info, time.monotonic() - self.start)), raw=True)

    def close(self) -> None:
        pass


def in_notebook() -> bool:
    """Whether the code runs in a kernel of Jupyter, as opposed to a terminal or a script."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and getattr(shell, "kernel", None) is not None


def make_bar(verbose: int) -> Bar:
    if not verbose:
        return Silent()
    if in_notebook():
        return Notebook()
    return Terminal() if sys.stderr.isatty() else Lines()
