"""secret.toml: a campaign's seed, key of passes, and key of sealed dice."""

import hashlib
import secrets
from functools import lru_cache
from typing import Annotated

from msgspec import Meta

from pbm.dice.vrf import PrivateKey
from pbm.kit.file_part import FilePart
from pbm.kit.problems import Faults, Problem, Span
from pbm.kit.toml_reader import load
from pbm.kit.toml_writer import toml_bytes

SECRET_FILE = "secret.toml"
SECRET_MODE = 0o600


# A prime in hexadecimal digits.
Prime = Annotated[str, Meta(pattern=r"^[0-9a-f]{200,1100}\Z")]


class Secret(FilePart):
    """The secrets of the game master; nothing shows them, not even a message."""

    seed: Annotated[str, Meta(min_length=1, max_length=1000)]
    pass_key: Annotated[str, Meta(max_length=1000)] = ""
    primes: tuple[Prime, Prime] | None = None

    def __repr__(self) -> str:
        """Tell no secret."""
        return "Secret()"

    @property
    def key(self) -> bytes:
        """The key that passes are computed from; without one it is derived from the seed."""
        return self.pass_key.encode() or _derived(self.seed).encode()

    @property
    def private(self) -> PrivateKey | None:
        """The key of sealed dice; None where dice are not sealed."""
        return None if self.primes is None else PrivateKey(*(int(it, 16) for it in self.primes))


def new_secret(
    seed: str | None, private: PrivateKey | None = None, *, published: bool = False
) -> Secret:
    """Make a secret with this seed, or a random one, and the key of sealed dice.

    With a given seed everything can be made again, passes too. A published secret has no key for
    passes, since anybody could compute them.
    """
    if seed is None:
        seed, key = secrets.token_hex(32), secrets.token_hex(32)
    else:
        key = _derived(seed)
    primes = None if private is None else (f"{private.p:x}", f"{private.q:x}")
    return Secret(seed=seed, pass_key="" if published else key, primes=primes)


def _derived(seed: str) -> str:
    return hashlib.sha256(f"pbm passes\n{seed}".encode()).hexdigest()


def secret_bytes(secret: Secret) -> bytes:
    """The text of secret.toml."""
    pass_key = {"pass_key": secret.pass_key} if secret.pass_key else {}
    primes = {} if secret.primes is None else {"primes": list(secret.primes)}
    return toml_bytes({"seed": secret.seed, **pass_key, **primes})


@lru_cache(maxsize=16)  # as of campaign.toml
def read_secret(data: bytes) -> Secret:
    """Parse secret.toml; Faults that never show its contents."""
    try:
        return load(Secret, data, SECRET_FILE)
    except Faults as faults:
        raise Faults(*(_silent(problem) for problem in faults.problems)) from None


_FORM = 'It reads  seed = "..."  and, where dice are sealed,  primes = ["...", "..."]'


def _silent(problem: Problem) -> Problem:
    """Remove the line of the file from a fault."""
    span = problem.span and Span(SECRET_FILE, problem.span.line, problem.span.column)
    return Problem(problem.severity, problem.fault, span, remedy=_FORM)
