"""The user guide: its examples run, in order, and print what it says they print. The front page quotes the results."""

import contextlib
import io
import re

import pytest
from conftest import ROOT

GUIDE = ROOT / "docs/python.md"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def examples():
    """(line, code, the output that follows or None)."""
    text = GUIDE.read_text()
    for block in re.finditer(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.DOTALL | re.MULTILINE):
        yield text.count("\n", 0, block.start(1)), block[1], block[2]


def tolerance(text):
    """Two units of the last digit that is printed; whole numbers are counts: exact, or 2 % of hundreds. Another machine
    has other instructions, and training lets rounding grow."""
    digits = len(text.partition(".")[2])
    if digits:
        return 2.01 * 10.0**-digits
    return 0.02 * float(text) if float(text) >= 100 else 0.0


def same(found, expected):
    """The same words, and numbers that are as good as the same."""
    if NUMBER.sub("#", " ".join(found.split())) != NUMBER.sub("#", " ".join(expected.split())):
        return False
    pairs = zip(NUMBER.findall(found), NUMBER.findall(expected), strict=True)
    return all(abs(float(a) - float(b)) <= tolerance(b) for a, b in pairs)


def test_comparison_notices_differences():
    assert same("R2 0.98 with 40 terms of 105", "R2 0.99 with 40  terms\nof 104")
    assert not same("R2 0.96 with 40 terms", "R2 0.99 with 40 terms")
    assert not same("R2 0.99 with 41 terms", "R2 0.99 with 40 terms")
    assert not same("R2 0.99 with 40 words", "R2 0.99 with 40 terms")


@pytest.mark.filterwarnings("default")
def test_examples_of_the_guide(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    count = 0
    for line, code, expected in examples():
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile("\n" * line + code, str(GUIDE), "exec"), names)
        if expected is not None:
            assert same(output.getvalue(), expected), f"{GUIDE.name}:{line}: it printed\n{output.getvalue()}"
        count += 1
    assert count == GUIDE.read_text().count("```python") > 5
    assert {path.name for path in tmp_path.iterdir()} == {"supports.png", "relevance.png", "model.lab"}


def cells(line):
    """The cells of a row of a table, without bold and deviation."""
    return [cell.strip().replace("**", "").partition(" ±")[0] for cell in line.strip("|\n").split("|")]


def table(text, first):
    """Rows of the first table whose head begins with `first`: {name: {column: cell}}."""
    lines = text[text.index(f"| {first}") :].partition("\n\n")[0].splitlines()
    return {row[0]: dict(zip(cells(lines[0])[1:], row[1:], strict=True)) for row in map(cells, lines[2:])}


def test_front_page_quotes_the_results():
    front = (ROOT / "README.md").read_text()
    recipe = (ROOT / "docs/results/recipe.md").read_text()
    ours = table(front, "test R²")
    scores = table(recipe.partition("## The default beside other methods: R²")[2], "set")
    sizes = table(recipe.partition("## Bytes of the model")[2], "set")["median"]
    times = recipe.partition("## Seconds of a fit, microseconds of a prediction")[2]
    seconds, microseconds = table(times, "|"), table(times.partition("Microseconds")[2], "|")
    quoted = 0
    for method in ["labrbf", "CatBoost", "LightGBM", "XGBoost", "SVR"]:
        theirs = "LAB RBF" if method == "labrbf" else method
        expected = {name: row[theirs].partition(" (")[0] for name, row in scores.items()}
        expected["median bytes of a model"] = sizes[theirs].partition(" (")[0]
        expected["median seconds of a fit"] = seconds.get(theirs, {}).get("median", "not measured")
        expected["median microseconds to predict a row"] = microseconds.get(theirs, {}).get("median", "not measured")
        for name, row in ours.items():
            found = row[method].replace("not run", "–")
            assert found == expected[name.partition(" (")[0]], (name, method)
            quoted += 1
    assert quoted == 5 * 12


def test_links_of_the_front_page_lead_somewhere():
    front = (ROOT / "README.md").read_text()
    assert len(front.splitlines()) <= 150
    for address in re.findall(r"\]\(([^)#]+)", front):
        assert (ROOT / address).exists(), address
