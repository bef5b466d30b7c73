"""secret.toml: the seed of a campaign's dice. It appears nowhere else."""

from __future__ import annotations

import secrets

import tomlkit
from pydantic import BaseModel, ConfigDict, Field

from pbm.problem import Faults, Problem, Span
from pbm.toml_faults import load

SECRET_FILE = "secret.toml"
SECRET_MODE = 0o600


class Secret(BaseModel):
    """What only the game master may know; shown nowhere, not even in a message."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    seed: str = Field(min_length=1, max_length=1000, repr=False)


def new_secret(seed: str | None) -> Secret:
    """A secret with this seed, or with one nobody chose."""
    return Secret(seed=secrets.token_hex(32) if seed is None else seed)


def secret_bytes(secret: Secret) -> bytes:
    """The text of secret.toml."""
    return tomlkit.dumps({"seed": secret.seed}).encode()


def read_secret(data: bytes) -> Secret:
    """The secret in these bytes; Faults that never show what stands in the file."""
    try:
        return load(Secret, data, SECRET_FILE)
    except Faults as faults:
        raise Faults(*(_silent(problem) for problem in faults.problems)) from None


def _silent(problem: Problem) -> Problem:
    """The same fault without the line as it stands in the file."""
    span = problem.span and Span(SECRET_FILE, problem.span.line, problem.span.column)
    return Problem(problem.severity, problem.fault, span, remedy='It reads  seed = "..."')
