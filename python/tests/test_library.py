"""What ctypes is told about the library is what the header says: compiled and compared."""

import ctypes
import shutil
import subprocess

import pytest
from conftest import ROOT

import labrbf
from labrbf import _library as c

INCLUDE = ROOT / "include"

STRUCTS = {
    "labrbf_data": c.Data,
    "labrbf_trial": c.Trial,
    "labrbf_training_info": c.TrainingInfo,
    "labrbf_hooks": c.Hooks,
    "labrbf_setting_info": c.SettingInfo,
    "labrbf_model_info": c.ModelInfo,
    "labrbf_part_info": c.PartInfo,
    "labrbf_round": c.Round,
    "labrbf_akrr": c.Akrr,
}


def compiled(tmp_path, expressions):
    """The values of C expressions under the public header."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    source = tmp_path / "probe.c"
    lines = "".join(f'    printf("%lld\\n", (long long)({e}));\n' for e in expressions)
    text = "#include <labrbf/labrbf.h>\n#include <stdio.h>\nint main(void) {\n" + lines + "    return 0;\n}\n"
    source.write_text(text)
    subprocess.run([compiler, f"-I{INCLUDE}", str(source), "-o", str(tmp_path / "probe")], check=True)
    found = subprocess.run([tmp_path / "probe"], check=True, capture_output=True, text=True).stdout
    return [int(word) for word in found.split()]


def test_structs_are_laid_out_as_in_the_header(tmp_path):
    expected = {}
    for name, struct in STRUCTS.items():
        expected[f"sizeof({name})"] = ctypes.sizeof(struct)
        for field, _ in struct._fields_:
            expected[f"offsetof({name}, {field})"] = getattr(struct, field).offset
    assert dict(zip(expected, compiled(tmp_path, expected), strict=True)) == expected


def test_enumerators_are_those_of_the_header(tmp_path):
    expected = {f"LABRBF_{member.name}": int(member) for member in [*c.Status, *c.Array]}
    expected |= {f"LABRBF_SETTING_{member.name}": int(member) for member in c.SettingType}
    expected |= {f"LABRBF_LOG_{member.name}": int(member) for member in c.LogLevel}
    expected |= {f"LABRBF_STAGE_{member.name}": int(member) for member in c.Stage}
    assert dict(zip(expected, compiled(tmp_path, expected), strict=True)) == expected


def test_no_status_is_missing():
    text = (INCLUDE / "labrbf/labrbf.h").read_text()
    assert text.count("    X(LABRBF_") == len(c.Status)


def test_version_is_the_library_s():
    line = next(s for s in (INCLUDE / "labrbf/labrbf_version.h").read_text().splitlines() if "LABRBF_VERSION " in s)
    assert f'"{labrbf.__version__}"' in line


@pytest.mark.parametrize(
    ("status", "exception"),
    [(c.Status.E_ARGUMENT, ValueError), (c.Status.E_MEMORY, MemoryError), (c.Status.E_IO, OSError)],
)
def test_failures_become_exceptions(status, exception):
    with pytest.raises(exception):
        c.check(status)


def test_messages_of_the_library_arrive():
    with pytest.raises(OSError, match=r"missing\.lab"):
        labrbf.LABRegressor.load("missing.lab")
    with pytest.raises(ValueError, match="model"):
        labrbf._model.Model.from_bytes(b"not a model")
