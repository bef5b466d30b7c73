"""What all tests share: how hypothesis searches."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

# No deadline: a slow machine is not a fault. In CI the same examples each time, so that a red
# run is the change's doing; at a desk new ones, so that the search goes on.
settings.register_profile("desk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("desk"), derandomize=True)
# For ./run mutate, which wants to know whether anything is noticed, not the least example of it.
settings.register_profile(
    "mutants", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate), max_examples=30
)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
