"""Pack the files of old turns, each turn by itself, and unpack them again.

A pack is written whole beside its files, which are deleted afterwards. From then on the pack is
what counts, so a process that dies leaves the turn readable, and the next one goes on.
"""

from pathlib import Path, PurePosixPath

from pbm.campaign.campaign import Campaign, Progress, quiet
from pbm.kit.problems import PUT_BACK, CampaignFault, Faults, Problem
from pbm.kit.records import Record
from pbm.storage.archive_format import PACKED, is_packed, pack_faults, pack_folder, packed_files
from pbm.storage.atomic_files import drop_file, drop_folder, locked, put_file, put_folder, sweep
from pbm.storage.turn_folders import SEAL_FILE, StoredStage, all_stages, in_force
from pbm.storage.turn_toml import NEW, TURN_FILE
from pbm.turns.history import faults_of

KEPT = 3  # newest turns that stay unpacked, since they may still be disputed
_RECORD = (TURN_FILE, SEAL_FILE, PACKED)


class Archived(Record):
    """A turn that was packed: its folder, and the bytes of its files before and after."""

    folder: Path
    before: int
    after: int


def archive(
    campaign: Campaign, *, keep: int = KEPT, pdfs: bool = True, progress: Progress = quiet
) -> list[Archived]:
    """Pack the files of all but the newest ``keep`` turns, each turn into one file.

    Every command still works on them; their records stay as they are. Without ``pdfs`` the PDFs
    are left out, since ``report`` makes them again. Returns a record for each turn that was
    packed. CampaignFault for a file that is not as recorded.
    """
    if keep < 1:
        raise Faults.invalid("the newest turn cannot be packed", remedy="Keep at least 1 turn")
    with locked(campaign.folder):
        stages = _old(campaign.folder, keep)
        wanted = [stage for stage in stages if any(_plain(stage))]
        problems: list[Problem] = []
        for stage in wanted:
            problems += pack_faults(stage.folder) if is_packed(stage.folder) else faults_of(stage)
        if problems:
            raise CampaignFault(*problems)
        done: list[Archived] = []
        for number, stage in enumerate(wanted, 1):
            before = _size(stage.folder)
            _pack(stage, pdfs)
            done.append(Archived(stage.folder, before, _size(stage.folder)))
            progress("turns packed", number, len(wanted))
        return done


def unpack(campaign: Campaign, *, progress: Progress = quiet) -> list[Archived]:
    """Put the files of all packed turns back into their folders."""
    with locked(campaign.folder):
        packed = [stage for stage in all_stages(campaign.folder) if is_packed(stage.folder)]
        problems = [problem for stage in packed for problem in faults_of(stage)]
        if problems:
            raise CampaignFault(*problems)
        done: list[Archived] = []
        for number, stage in enumerate(packed, 1):
            before = _size(stage.folder)
            for name, data in packed_files(stage.folder).items():
                _check_inside(stage, name)
                put_file(stage.folder / name, data)
            drop_folder(stage.folder / PACKED)
            done.append(Archived(stage.folder, before, _size(stage.folder)))
            progress("turns unpacked", number, len(packed))
        return done


def _old(root: Path, keep: int) -> list[StoredStage]:
    """List all stages before the newest ``keep`` in force, replaced ones included."""
    chain = in_force(root)
    last = chain[-keep:][0].head.sequence
    return [stage for stage in all_stages(root) if stage.name != NEW and stage.head.sequence < last]


def _plain(stage: StoredStage) -> list[Path]:
    """List the files in a stage's folder other than its record and its pack."""
    return sorted(path for path in stage.folder.iterdir() if path.name not in _RECORD)


def _pack(stage: StoredStage, pdfs: bool) -> None:
    sweep(stage.folder)  # a power loss can take the mark of a writer and leave its unfinished files
    plain = _plain(stage)
    if not is_packed(stage.folder):
        paths = [file for path in plain for file in (path, *path.rglob("*")) if file.is_file()]
        files = {file.relative_to(stage.folder).as_posix(): file.read_bytes() for file in paths}
        if not pdfs:
            files = {name: data for name, data in files.items() if not name.endswith(".pdf")}
        put_folder(stage.folder / PACKED, pack_folder(files))
    for path in plain:
        if path.is_dir():
            drop_folder(path)
        else:
            drop_file(path)


def _check_inside(stage: StoredStage, name: str) -> None:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or name in _RECORD:
        raise CampaignFault.invalid(
            f'the pack of {stage.name} has a file "{name}" outside its folder', remedy=PUT_BACK
        )


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
