"""A turn of Nova in a process of its own, from its start to the bytes of what was asked for.

    python -m tests.tooling.bench.whole peace|war EMPIRES STATE|PACKETS|PAGES

It prints the CPU seconds that it took to make the scene, which are not the turn's.
"""

from __future__ import annotations

import sys

from tests.tooling.bench import nova, nova_war
from tests.tooling.bench.measure import cpu_seconds, process


def whole(scene: str, empires: int, made: nova.Made) -> tuple[float, int]:
    """CPU seconds and memory in MB of such a process."""
    done = process("-m", "tests.tooling.bench.whole", scene, str(empires), made.name)
    return done.seconds - float(done.said), done.memory_mb


def main() -> None:
    """Play the turn."""
    scene, empires, made = sys.argv[1:]
    begun = cpu_seconds()
    if scene == "war":
        begin = nova_war.cluster(int(empires))
        texts, messages = nova_war.texts(begin), nova_war.messages(begin)
    else:
        begin = nova.cluster(int(empires))
        texts, messages = nova.texts(begin), ()
    scene_made = cpu_seconds() - begun
    nova.play(begin, nova.found_in(texts), nova.Made[made], messages)
    sys.stdout.write(str(scene_made))


if __name__ == "__main__":
    main()
