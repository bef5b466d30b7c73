"""Throws bytes at what reads words from outside: ``./run fuzz [TARGET]... [--seconds N]``.

Atheris changes bytes so that they reach code not reached before. It begins with the kept
corpus; what it finds is left in ``.fuzz/<target>``. A crash, or an input that takes more than
ten seconds, stops it and leaves the input there.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
WORK = HERE.parents[1] / ".fuzz"
LIBRARY = WORK / "lib"
LONGEST_SECONDS = 10
MOST_BYTES = 4096


def main() -> int:
    words = argparse.ArgumentParser(prog="./run fuzz", description=__doc__.splitlines()[0])
    words.add_argument("targets", nargs="*", metavar="TARGET")
    words.add_argument("--seconds", type=int, default=60, help="for each target (60)")
    words.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    said = words.parse_args()
    if said.one:
        return fuzz(said.targets[0], said.seconds)
    from tests.fuzz.targets import TARGETS

    unknown = [name for name in said.targets if name not in TARGETS]
    if unknown:
        print(f"There is no target {', '.join(unknown)}. There are {', '.join(TARGETS)}.")
        return 2
    install()
    failed = [name for name in said.targets or TARGETS if not run(name, said.seconds)]
    if failed:
        print(f"Failed: {', '.join(failed)}. The inputs are in {WORK}.")
    return 1 if failed else 0


def install() -> None:
    """Put atheris beside the project's environment, once."""
    if not (LIBRARY / "atheris").is_dir():
        wanted = ["--require-hashes", "-r", str(HERE / "requirements.txt")]
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(LIBRARY)]
        subprocess.run([*pip, *wanted], check=True)


def run(name: str, seconds: int) -> bool:
    """Fuzz one target in a process of its own; True if nothing was found."""
    found = WORK / name
    found.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    log = WORK / f"{name}.log"
    with log.open("wb") as out:
        done = subprocess.run(
            [sys.executable, __file__, "--one", name, "--seconds", str(seconds)],
            cwd=found,
            stdout=out,
            stderr=subprocess.STDOUT,
            check=False,
        )
    last = [line for line in log.read_text(errors="replace").splitlines() if line.strip()][-1:]
    print(f"{name}: {time.monotonic() - began:.0f} s, {' '.join(last)}", flush=True)
    return done.returncode == 0


def fuzz(name: str, seconds: int) -> int:
    sys.path.insert(0, str(LIBRARY))
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["pbm"]):
        from tests.fuzz.targets import CORPUS, TARGETS

    target = TARGETS[name]
    kept = CORPUS / name
    # What is read or imported once takes long under instruments, and is no hang.
    for known in (b"", *(path.read_bytes() for path in sorted(kept.glob("*")))):
        target(known)
    folders = [str(WORK / name / "found"), *([str(kept)] if kept.is_dir() else [])]
    Path(folders[0]).mkdir(parents=True, exist_ok=True)
    atheris.Setup(
        [
            sys.argv[0],
            f"-max_total_time={seconds}",
            f"-timeout={LONGEST_SECONDS}",
            f"-max_len={MOST_BYTES}",
            "-rss_limit_mb=4096",
            *folders,
        ],
        target,
    )
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
