"""Changes the code in small ways and looks whether a test notices: ``./run mutate [PART]...``.

Mutmut makes the changes, one at a time, in a copy of the project under ``.mutants``; a change
that no test notices survives. Each part (mutate_parts.py) has modules and the tests that are
about them. Never run on the files themselves.

A part may be stopped and run again. What was noticed stays noticed while its function is the
same; what was not is tried again with the tests as they are now. ``.mutants/PART.txt`` holds the
survivors, each with what was changed. docs/testing.md says what came of it.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))
from tests.tooling.tools.mutate_parts import PARTS, Part

ROOT = Path(__file__).parents[3]
WORK = ROOT / ".mutants"
LIBRARY = WORK / "lib"
WANTED = "mutmut==3.8.1"
# What tests read beside the code.
ALSO = ("grammar", "templates", "tests", "pyproject.toml", "docs")
NOTICED = ("killed", "timeout")
TOLD_EVERY = 30  # seconds between two lines of progress
_PROGRESS = re.compile(r"(\d+)/(\d+)\s+🎉 (\d+).*⏰ (\d+)")
# The outcomes of mutmut by its exit codes.
_OUTCOMES = {
    None: "not tried",
    0: "survived",
    1: "killed",
    3: "killed",
    5: "no tests",
    33: "no tests",
}
_OUTCOMES |= dict.fromkeys((36, -24, 24, 152, 255), "timeout")
# What mutmut does before it runs anything.
_MAKE = """
from mutmut import __main__ as mutmut
mutmut.set_mutant_under_test("mutant_generation")
mutmut.makedirs("mutants", exist_ok=True)
mutmut.copy_src_dir()
mutmut.copy_also_copy_files()
mutmut.create_mutants(1)
"""
# Mutmut's own command for one difference takes a second each.
_SHOW = """
import sys
from mutmut.mutation.diff_apply import get_diff_for_mutant
for name in sys.stdin.read().split():
    print("\\0" + name)
    print(get_diff_for_mutant(name))
"""


def main() -> int:
    words = argparse.ArgumentParser(prog="./run mutate", description=__doc__.splitlines()[0])
    words.add_argument("parts", nargs="*", metavar="PART")
    words.add_argument("--anew", action="store_true", help="forget what was noticed before")
    words.add_argument(
        "--only", default="*", metavar="NAME", help="changes named so, like *_spend*"
    )
    words.add_argument("--jobs", type=int, default=1, metavar="N", help="side by side (1)")
    said = words.parse_args()
    unknown = [name for name in said.parts if name not in PARTS]
    if unknown:
        print(f"There is no part {', '.join(unknown)}. There are {', '.join(PARTS)}.")
        return 2
    if not (LIBRARY / "mutmut").is_dir():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(LIBRARY)]
        subprocess.run([*pip, WANTED], check=True)
    lines = []
    for name in said.parts or PARTS:
        if said.anew:
            shutil.rmtree(WORK / name, ignore_errors=True)
        lines.append(Copy(name, PARTS[name]).mutate(said.only, said.jobs))
    print("\n".join(lines))
    return 0


class Copy:
    """One part: its copy of the project, and what was noticed there."""

    def __init__(self, name: str, part: Part) -> None:
        self.name, self.part = name, part
        self.there = WORK / name
        self._kept = self.there / "noticed.json"
        self._log = self.there / "mutmut.log"

    def mutate(self, only: str, jobs: int) -> str:
        """Try what is not noticed yet; write the survivors, give the summary in a line."""
        self._renew()
        self._python(["-c", _MAKE])
        noticed = self._noticed()
        names = [name for name in self._made() if name not in noticed and fnmatch(name, only)]
        if names:
            self._run("run", "--max-children", str(jobs), *names)
        made = self._made()
        if any(made[name][0] == "not tried" for name in names):
            print(f"{self.name}: mutmut stopped before its end; {self._log} says why")
        noticed |= {name: one for name, one in made.items() if one[0] in NOTICED}
        self._kept.write_text(json.dumps(noticed, indent=0))
        return self._tell({name: noticed.get(name, one)[0] for name, one in made.items()})

    def _made(self) -> dict[str, list[str]]:
        """Every change by name: its outcome, and a hash of the function as it stands."""
        found: dict[str, list[str]] = {}
        for module in self.part.modules:
            kept = json.loads((self.there / "mutants" / f"{module}.meta").read_text())
            hashes = kept["hash_by_function_name"]
            for name, code in kept["exit_code_by_key"].items():
                function = name.rpartition(".")[2].rpartition("__mutmut_")[0]
                found[name] = [_OUTCOMES.get(code, "suspicious"), hashes[function]]
        return found

    def _noticed(self) -> dict[str, list[str]]:
        """What was noticed before, of functions that are still the same."""
        made = self._made()
        kept = json.loads(self._kept.read_text()) if self._kept.exists() else {}
        return {name: one for name, one in kept.items() if name in made and made[name][1] == one[1]}

    def _tell(self, outcomes: dict[str, str]) -> str:
        count = Counter(outcomes.values())
        left = [one for one, outcome in outcomes.items() if outcome not in NOTICED]
        noticed = len(outcomes) - len(left)
        line = f"{self.name}: {noticed} of {len(outcomes)} noticed ({dict(count)})"
        shown = self._python(["-c", _SHOW], "\n".join(left)).split("\0")[1:]
        found = [line]
        for one in shown:
            change, *difference = one.splitlines()
            found += [
                "",
                f"{outcomes[change]}: {change}",
                *map("    {}".format, _differ(difference)),
            ]
        (WORK / f"{self.name}.txt").write_text("\n".join(found) + "\n")
        return line

    def _renew(self) -> None:
        """Make the copy what the project is now."""
        listed = ["git", "ls-files", "-co", "--exclude-standard"]
        files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        texts = {
            file: (ROOT / file).read_bytes()
            for file in files.splitlines()
            if file.startswith(("pbm/", *ALSO)) and (ROOT / file).is_file()
        }
        for file in self.part.modules:
            texts[file] = plain(texts[file].decode()).encode()
        for file, text in texts.items():
            # Mutmut does not renew what it has copied before; what it changes it makes itself.
            itself = () if file in self.part.modules else (self.there / "mutants",)
            for root in (self.there, *itself):
                if _bytes(root / file) != text:
                    (root / file).parent.mkdir(parents=True, exist_ok=True)
                    (root / file).write_bytes(text)
        (self.there / "setup.cfg").write_text(_settings(self.part))

    def _run(self, *words: str) -> None:
        """Run mutmut, telling now and then how far it is; its own words go to a file."""
        with (
            self._log.open("w") as log,
            subprocess.Popen(
                [sys.executable, "-m", "mutmut", *words],
                cwd=self.there,
                env=self._environment(),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            ) as running,
        ):
            told = time.monotonic()
            for line in running.stdout or ():
                log.write(line)
                found = _PROGRESS.search(line)
                if found and time.monotonic() - told > TOLD_EVERY:
                    told = time.monotonic()
                    done, of, killed, late = map(int, found.groups())
                    print(f"{self.name}: {done} of {of}, {killed + late} noticed", flush=True)

    def _python(self, words: Sequence[str], given: str = "") -> str:
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.there,
            env=self._environment(),
            check=False,
            capture_output=True,
            text=True,
            input=given,
        ).stdout

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(LIBRARY)}


def plain(source: str) -> str:
    """A module without decorated functions, which mutmut leaves out.

    Properties are made after their functions; what is remembered is computed each time.
    """
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef) or len(node.decorator_list) != 1:
            continue
        decorator = node.decorator_list[0]
        words = ast.unparse(decorator)
        if words == "property":
            lines[decorator.lineno - 1] = ""
            assert node.end_lineno is not None
            lines[node.end_lineno - 1] += (
                f"\n{' ' * node.col_offset}{node.name} = property({node.name})"
            )
        elif words.startswith("lru_cache"):
            lines[decorator.lineno - 1] = ""
    return "\n".join(lines) + "\n"


def _bytes(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None


def _differ(difference: Sequence[str]) -> list[str]:
    """The lines of a difference that differ."""
    return [line for line in difference if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def _tests(part: Part) -> list[str]:
    """What pytest is to run: of a file of cases, each case."""
    found: list[str] = []
    for test in part.tests:
        if test.endswith(".case"):
            cases = re.findall(r"^CASE (\S+)", (ROOT / test).read_text(), re.MULTILINE)
            runs = "tests/games/test_contract.py::test_the_case_holds"
            found += [f"{runs}[{case}]" for case in cases]
        else:
            found.append(test)
    return found


def _settings(part: Part) -> str:
    def listed(words: Sequence[str]) -> str:
        return "".join(f"\n    {word}" for word in words)

    # A server forked before any test keeps caches free of what the unchanged code computed.
    pytest = ("-p", "no:cacheprovider", "-m", "not slow", "--hypothesis-profile=mutants")
    return (
        f"[mutmut]\nsource_paths={listed(['pbm'])}\nonly_mutate={listed(part.modules)}\n"
        f"also_copy={listed(ALSO)}\nprocess_isolation=forkserver\n"
        f"on_dependency_change=ignore\nuse_git_change_detection=false\n"
        f"pytest_add_cli_args={listed(pytest)}\n"
        f"pytest_add_cli_args_test_selection={listed(_tests(part))}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
