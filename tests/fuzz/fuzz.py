"""Throws bytes at what reads words from outside: ``./run fuzz [TARGET]... [--seconds N]``.

Atheris changes bytes so that they reach code not reached before. It begins with the kept
corpus; what it finds is left in ``.fuzz/<target>``. A crash, or an input that takes more than
ten seconds of computing, stops it and leaves the input there.

Of ten changes some are of bytes and most of words (`changing`), since a byte changed at random
seldom makes another word of an order language.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
WORK = HERE.parents[1] / ".fuzz"
LIBRARY = WORK / "lib"
# Of computing, since other programs may have the machine; of the clock, for what never ends.
LONGEST_SECONDS = 10
LONGEST_WAIT = 300
# An input may be so much longer than the longest that is kept; longer ones are only slower.
LONGER = 512


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
    # A game is loaded when it is first asked for; what is loaded later has no instruments, and
    # reading once takes long under them, which is no hang. So the kept inputs are read in here.
    with atheris.instrument_imports(include=["pbm"]):
        from tests.fuzz.targets import CORPUS, TARGETS
        from tests.fuzz.words import changed, seeds, words

        target = TARGETS[name]
        kept = list(CORPUS[name].values())
        kept += seeds(name)
        for known in (b"", *kept):
            target(known)
    folder = WORK / name / "seeds"
    found = WORK / name / "found"
    for made in (folder, found):
        made.mkdir(parents=True, exist_ok=True)
    for number, known in enumerate(kept):
        (folder / str(number)).write_bytes(known)
    known_words = words(name, kept)

    def change(data: bytes, most: int, seed: int) -> bytes:
        one = changed(known_words, data, seed)
        return one[:most] if one is not None else atheris.Mutate(data, most)

    atheris.Setup(
        [
            sys.argv[0],
            f"-max_total_time={seconds}",
            f"-timeout={LONGEST_WAIT}",
            f"-max_len={max(map(len, kept)) + LONGER}",
            "-rss_limit_mb=4096",
            str(found),
            str(folder),
        ],
        timed(target),
        custom_mutator=change,
    )
    atheris.Fuzz()
    return 0


def timed(target: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """The target, and a hang where it computed for too long."""

    def one(data: bytes) -> None:
        began = time.process_time()
        target(data)
        took = time.process_time() - began
        if took > LONGEST_SECONDS:
            raise TimeoutError(f"{took:.1f} s of computing for {len(data)} bytes")

    return one


if __name__ == "__main__":
    sys.exit(main())
