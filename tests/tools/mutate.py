"""Changes the code in small ways and looks whether a test notices: ``./run mutate [PART]...``.

Mutmut makes the changes, one at a time, in a copy of the project under ``.mutants``; a change
that no test notices survives. Each part has modules and the tests that are about them. Never
run on the files themselves. docs/testing.md says what came of it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORK = ROOT / ".mutants"
LIBRARY = WORK / "lib"
WANTED = "mutmut==3.8.1"

# What is changed, and the tests that are to notice.
PARTS: dict[str, tuple[list[str], list[str]]] = {
    "dice": (["pbm/dice.py"], ["tests/core/test_dice.py"]),
    "kh-combat": (
        ["pbm/knighthawks/combat.py", "pbm/knighthawks/chance.py"],
        [f"tests/knighthawks/test_{one}.py" for one in ("combat", "chance", "defences", "weapons")],
    ),
    "kh-view": (
        ["pbm/knighthawks/view.py", "pbm/knighthawks/audience.py"],
        [f"tests/knighthawks/test_{one}.py" for one in ("view", "secrecy")],
    ),
    "dv-damage": (
        ["pbm/deltavee/hits.py", "pbm/deltavee/damage.py"],
        ["tests/deltavee/test_hits.py", "tests/deltavee/test_fire.py"],
    ),
    "dv-view": (
        ["pbm/deltavee/view.py", "pbm/deltavee/audience.py"],
        ["tests/deltavee/test_view.py", "tests/deltavee/test_detection.py"],
    ),
    "nova-damage": (
        ["pbm/nova/damage.py", "pbm/nova/critical.py"],
        ["tests/nova/test_damage.py", "tests/nova/fighting"],
    ),
    "nova-money": (
        ["pbm/nova/treasury.py", "pbm/nova/finance.py", "pbm/nova/purse.py"],
        [
            *("tests/nova/test_finance.py", "tests/nova/test_accounts.py"),
            *("tests/nova/test_purchases.py", "tests/nova/test_economy_properties.py"),
        ],
    ),
    "nova-view": (
        ["pbm/nova/view.py", "pbm/nova/view_reader.py", "pbm/nova/labels.py"],
        ["tests/nova/test_view.py", "tests/nova/test_secrets.py"],
    ),
}
# What tests read beside the code.
ALSO = ("grammar", "templates", "tests", "pyproject.toml")


def main() -> int:
    words = argparse.ArgumentParser(prog="./run mutate", description=__doc__.splitlines()[0])
    words.add_argument("parts", nargs="*", metavar="PART")
    said = words.parse_args()
    unknown = [name for name in said.parts if name not in PARTS]
    if unknown:
        print(f"There is no part {', '.join(unknown)}. There are {', '.join(PARTS)}.")
        return 2
    if not (LIBRARY / "mutmut").is_dir():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(LIBRARY)]
        subprocess.run([*pip, WANTED], check=True)
    for name in said.parts or PARTS:
        mutate(name)
    return 0


def mutate(name: str) -> None:
    """Change one part; print its score and what survived."""
    modules, tests = PARTS[name]
    there = WORK / name
    shutil.rmtree(there, ignore_errors=True)
    listed = ["git", "ls-files", "-co", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for file in files.splitlines():
        source = ROOT / file
        if source.is_file() and file.startswith(("pbm/", *ALSO)):
            (there / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, there / file)
    (there / "setup.cfg").write_text(_settings(modules, tests))
    environment = {**os.environ, "PYTHONPATH": str(LIBRARY)}

    def mutmut(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "mutmut", *words],
            cwd=there,
            env=environment,
            check=False,
            capture_output=True,
            text=True,
        )
        return done.stdout + done.stderr

    (there / "mutmut.log").write_text(mutmut("run", "--max-children", "1"))
    rows = [
        line.strip().rpartition(": ") for line in mutmut("results", "--all", "true").split("\n")
    ]
    outcomes = {change: outcome for change, _, outcome in rows if change.startswith("pbm.")}
    count = Counter(outcomes.values())
    killed = count["killed"] + count["timeout"]
    print(f"{name}: {killed} of {len(outcomes)} noticed ({dict(count)})", flush=True)
    for change, outcome in outcomes.items():
        if outcome not in ("killed", "timeout"):
            print(f"  {outcome}: {change}", flush=True)
            print("    " + "\n    ".join(_changed(mutmut("show", change))), flush=True)


def _changed(shown: str) -> list[str]:
    """The lines of a difference that differ."""
    lines = shown.splitlines()
    return [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def _settings(modules: list[str], tests: list[str]) -> str:
    def listed(words: list[str]) -> str:
        return "".join(f"\n    {word}" for word in words)

    return (
        f"[mutmut]\nsource_paths={listed(['pbm'])}\nonly_mutate={listed(modules)}\n"
        f"also_copy={listed([*ALSO])}\n"
        f"pytest_add_cli_args={listed(['-p', 'no:cacheprovider', '-m', 'not slow'])}\n"
        f"pytest_add_cli_args_test_selection={listed(tests)}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
