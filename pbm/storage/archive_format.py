"""Pack the files of an archived turn into one archive beside its record.

    turns/003/turn.toml, turn.sha256    the record and its seal, as they were
    turns/003/packed/files.tar.gz       all other files
    turns/003/packed/files.sha256       the hash of that, as sha256sum writes and checks it

The same files give the same bytes: no times, no owners, names in order.
"""

import gzip
import hashlib
import io
import zlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from pbm.kit.problems import PUT_BACK, CampaignFault, Problem, invalid

PACKED = "packed"
PACK_FILE = "files.tar.gz"
PACK_SEAL = "files.sha256"


def pack_bytes(files: Mapping[str, bytes]) -> bytes:
    """The files, by name, as one gzipped tar."""
    import tarfile  # slow to import, and only packed turns need it

    plain = io.BytesIO()
    with tarfile.TarFile(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)  # no time, no owner
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return gzip.compress(plain.getvalue(), 6, mtime=0)


def pack_folder(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of the folder ``packed``: the pack and its seal."""
    data = pack_bytes(files)
    seal = f"{hashlib.sha256(data).hexdigest()}  {PACK_FILE}\n".encode()
    return {PACK_FILE: data, PACK_SEAL: seal}


def is_packed(stage: Path) -> bool:
    """True for the folder of a turn whose files are packed."""
    return (stage / PACKED).is_dir()


def packed_files(stage: Path) -> Mapping[str, bytes]:
    """All files in a turn's pack by name; CampaignFault if it cannot be read."""
    import tarfile  # slow to import, and only packed turns need it

    path = stage / PACKED / PACK_FILE
    try:
        found = path.stat()
        return _opened(path, found.st_mtime_ns, found.st_size)
    except (OSError, EOFError, tarfile.TarError, zlib.error) as broken:
        reason = str(broken) or "it ends too early"
        raise CampaignFault.invalid(
            f"{_where(stage)} cannot be read", reason=reason, remedy=PUT_BACK
        ) from None


# A command reads turn after turn, and several files of each.
@lru_cache(maxsize=2)
def _opened(path: Path, _changed: int, _size: int) -> Mapping[str, bytes]:
    import tarfile

    found: dict[str, bytes] = {}
    with tarfile.TarFile(fileobj=io.BytesIO(gzip.decompress(path.read_bytes()))) as tar:
        for entry in tar:
            file = tar.extractfile(entry)
            if file is not None:
                found[entry.name] = file.read()
    return found


def pack_faults(stage: Path) -> list[Problem]:
    """The problems of a pack according to its seal, without opening it."""
    try:
        data = (stage / PACKED / PACK_FILE).read_bytes()
        seal = (stage / PACKED / PACK_SEAL).read_bytes()
    except OSError as refused:
        reason = (refused.strerror or "the disk refused").lower()
        return [invalid(f"{_where(stage)} cannot be read", reason=reason, remedy=PUT_BACK)]
    if seal.split()[:1] == [hashlib.sha256(data).hexdigest().encode()]:
        return []
    reason = f"its hash is not the one in {PACK_SEAL}"
    return [
        invalid(f"{_where(stage)} was changed after it was written", reason=reason, remedy=PUT_BACK)
    ]


def _where(stage: Path) -> str:
    return f"turns/{stage.name}/{PACKED}/{PACK_FILE}"
