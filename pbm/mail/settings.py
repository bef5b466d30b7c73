"""Look up what the settings of mail refer to: shared files, paths, passwords."""

import os
from pathlib import Path
from typing import Any

from msgspec.structs import fields, replace

from pbm.campaign.campaign import CAMPAIGN_FILE
from pbm.campaign.mail_settings import MailPart, ServerPart
from pbm.kit.problems import Faults
from pbm.kit.toml_reader import load, read_toml


def settings_of(part: MailPart | None, folder: Path) -> MailPart:
    """Read the settings of a campaign, completed from the shared file if it names one.

    Faults if it has no ``[mail]``, or the shared file cannot be read.
    """
    if part is None:
        raise Faults.invalid(
            f"{folder} has no [mail] in campaign.toml",
            remedy="docs/mail.md shows what to write there",
        )
    if not part.shared:
        return part
    file = place(folder, part.shared)
    try:
        data = file.read_bytes()
    except OSError as refused:
        raise Faults.invalid(
            f"{file} cannot be read", reason=(refused.strerror or "").lower()
        ) from None
    whole = load(MailPart, data, str(file))
    if whole.shared:
        raise Faults.invalid(
            f"{file} names another shared file", remedy=f"Write the settings into {file}"
        )
    stated = read_toml((folder / CAMPAIGN_FILE).read_bytes(), CAMPAIGN_FILE)["mail"]
    own: dict[str, Any] = {
        field.name: getattr(part, field.name)
        for field in fields(MailPart)
        if field.encode_name in stated
    }
    for name in ("source", "out"):  # a path in the shared file is from where that file is
        if name not in own and (there := getattr(whole, name)) is not None:
            own[name] = _from_there(there, file.parent)
    return replace(whole, **{**own, "shared": part.shared})


def _from_there(part: Any, folder: Path) -> Any:
    paths = ("path", "password_file", "ca_file")
    here = {n: str(place(folder, getattr(part, n))) for n in paths if getattr(part, n)}
    return replace(part, **here)


def place(folder: Path, path: str) -> Path:
    """Resolve a path of the settings, relative to the campaign's folder."""
    return (folder / Path(path).expanduser()).resolve()


def password(part: ServerPart, folder: Path) -> str:
    """Look up the password that a setting names; "" if it names none.

    Faults for a variable that is not set, and for a file that others can read.
    """
    if part.password_env:
        found = os.environ.get(part.password_env, "")
        if not found:
            raise Faults.invalid(
                f"the environment variable {part.password_env} is not set",
                reason="[mail] in campaign.toml says that it has the password",
                remedy=f"Set {part.password_env} before you start pbm",
            )
        return found
    if not part.password_file:
        return ""
    file = place(folder, part.password_file)
    try:
        mode = file.stat().st_mode & 0o077
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as refused:
        reason = getattr(refused, "strerror", None) or "it is not UTF-8 text"
        raise Faults.invalid(
            f"the password file {file} cannot be read", reason=reason.lower()
        ) from None
    if mode:
        raise Faults.invalid(
            f"others can read the password file {file}",
            outcome="It was not used",
            remedy=f"chmod 600 {file}",
        )
    return text.rstrip("\r\n")
