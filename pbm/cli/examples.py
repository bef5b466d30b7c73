"""Examples at the foot of each command's help; a test runs every one of them."""

import os

PBM = os.environ.get("PBM_TYPED", "pbm")  # the program as it was typed: ./run sets the variable

# The example of a command that writes first begins a campaign for it.
DUEL = f"{PBM} new my-duel --scenario knighthawks/duel --player A=Rook --player B=Heron"
PLAYED = f"{DUEL}\n{PBM} run my-duel --missing-ok"
# The same with mail that comes from one folder and goes to another: a trial sends nothing.
MAILED = f"""\
{PBM} new my-duel --scenario knighthawks/duel \\
  --player A=Rook:rook@example.org --player B=Heron:heron@example.org
mkdir -p my-duel/post/in
cat docs/mail-in-folders.toml >> my-duel/campaign.toml"""
# The same with a mail that the game master has to read.
ASKED = f"""\
{MAILED}
printf '%s\\n' 'From: rook@example.org' 'Message-ID: <1@example.org>' '' \\
  'When is it due?' > my-duel/post/in/1.eml
{PBM} mail fetch my-duel"""
MISPRINT = f"echo 'set A1.hull = 9 because of a misprint' | {PBM} rule my-duel 0 -"
LINNET = "campaigns/two-lamps/turns/003/reports/linnet/packet.json"

EXAMPLES = {
    "": f"{PBM} demo\n{PBM} new --help",
    "demo": f"{PBM} demo",
    "scenarios": f"{PBM} scenarios",
    "options": f"{PBM} options knighthawks",
    "new": DUEL,
    "template": f"{PBM} template campaigns/convoy-red rook",
    "submit": f"""\
{DUEL}
sed s/beacon/my-duel/ campaigns/beacon/inbox/000/rook/1.txt > rook.txt
{PBM} submit my-duel rook.txt""",
    "status": f"{PBM} status campaigns/*",
    "docket": f"{PBM} docket campaigns/beacon",
    "run": PLAYED,
    "report": f"{PBM} report campaigns/beacon 8 rook --out my-reports",
    "explain": f"""\
{PBM} explain campaigns/beacon 8 B1
{PBM} explain campaigns/beacon 8 heron:7
{PBM} explain --packet campaigns/beacon/turns/008/reports/rook/packet.json B1""",
    "rule": f"{DUEL}\n{MISPRINT}",
    "correct": f"""\
{PLAYED}
{PBM} correct my-duel 0 'set A1.hull = 9' --because 'of a misprint' --yes""",
    "rerun": f"{PLAYED}\n{MISPRINT}\n{PBM} rerun my-duel 0",
    "desk": f"{PBM} desk campaigns/lantern campaigns/pirates",
    "write": f"{PBM} write {LINNET} \\\n  --sheet my-orders.txt",
    "check": f"""\
printf '%s\\n' 'ORDERS tau-kati turn 5 for Shrike' FINAL END > shrike.txt
{PBM} check shrike.txt --campaign campaigns/tau-kati""",
    "verify": f"""\
{PBM} new my-duel --scenario knighthawks/duel --player A=Rook \\
  --sealed --schedule "7 20:00 UTC"
{PBM} verify my-duel/turns/new/reports/rook/packet.json""",
    "share": f"{PBM} share {LINNET} to-show",
    "design": f"""\
{PBM} design campaigns/two-lamps/inbox/000/linnet/1.txt \\
  --packet {LINNET}""",
    "odds": f"""\
{PBM} odds {LINNET} \\
  --at MAVIS --enemy "3 Lancer\"""",
    "replay": f"{PBM} replay campaigns/beacon --no-pdfs",
    "archive": f"{DUEL}\n{PBM} archive my-duel --keep 10",
    "conform": f"{PBM} conform tests/rulebook/knighthawks/chances.case",
    "mail": f"{MAILED}\n{PBM} mail watch my-duel --once",
    "mail fetch": f"{MAILED}\n{PBM} mail fetch my-duel",
    "mail send": f"{MAILED}\n{PBM} mail send my-duel",
    "mail remind": f"{MAILED}\n{PBM} mail remind my-duel --now",
    "mail read": f"{ASKED}\n{PBM} mail read my-duel 1982cf7e",
    "mail answer": f"{ASKED}\necho Friday. | {PBM} mail answer my-duel 1982cf7e -",
    "mail watch": f"{MAILED}\n{PBM} mail watch my-duel --once",
    "mail status": f"{MAILED}\n{PBM} mail status my-duel",
}


def example(command: str) -> str:
    """The example of a command, as its help shows it; every line can be pasted."""
    return f"Example:\n\n{EXAMPLES[command]}"
