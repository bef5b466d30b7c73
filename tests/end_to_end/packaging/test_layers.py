"""Layout rules that the import contracts of pyproject.toml cannot say."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[3]
MODULES = sorted((ROOT / "pbm").rglob("*.py"))

# Whose job is to touch the disk, and why.
WRITERS = {
    "pbm/storage/atomic_files.py": "the one module that writes a campaign",
    "pbm/parallel/pools.py": "gives each worker process a temporary folder of its own",
    "pbm/parallel/workers.py": "makes the folder that those lie in, and takes it away again",
}

WRITING_MODULES = {"shutil", "tempfile"}
WRITING_METHODS = {
    "chmod", "hardlink_to", "mkdir", "rename", "rmdir", "symlink_to", "touch", "unlink",
    "write_bytes", "write_text",
}  # fmt: skip
WRITING_OS = WRITING_METHODS | {
    "fdopen", "link", "makedirs", "open", "remove", "removedirs", "renames", "replace", "symlink",
    "truncate", "write",
}  # fmt: skip
IMPURE_CALLS = {"__import__", "breakpoint", "eval", "exec", "hash", "id", "input", "open", "print"}
# Who compiles code, at import and once, and of what.
COMPILERS = {"pbm/kit/records.py": "what makes a record, of its fields' names, as dataclasses does"}


def name(path: Path) -> str:
    """The file's path within the checkout."""
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), name(path))


def writes(node: ast.AST) -> bool:
    """Whether this piece of code writes to the disk or makes a name that does."""
    match node:
        case ast.Import(names=names):
            return any(alias.name.split(".")[0] in WRITING_MODULES for alias in names)
        case ast.ImportFrom(module=str(module), names=names):
            from_os = module == "os" and any(alias.name in WRITING_OS for alias in names)
            return from_os or module.split(".")[0] in WRITING_MODULES
        case ast.Call(func=ast.Attribute(value=ast.Name(id="os"), attr=attr)):
            return attr in WRITING_OS
        case ast.Call(func=ast.Attribute(value=ast.Name(id="tarfile"), attr="open")):
            given = {word.arg: word.value for word in node.keywords}
            in_memory = isinstance(given.get("fileobj"), ast.Name)
            return not in_memory and may_write([given.get("mode", node)])
        case ast.Call(
            func=ast.Attribute(attr="open"), args=[_, ast.Constant(value="r")], keywords=[]
        ):
            return False  # a member of an archive: a path's second argument is no mode
        case ast.Call(func=ast.Attribute(attr="open"), args=args, keywords=keywords):
            return may_write([*args, *(word.value for word in keywords)])
        case ast.Call(func=ast.Name(id="open"), args=args, keywords=keywords):
            return may_write([*args[1:], *(word.value for word in keywords if word.arg == "mode")])
        case ast.Call(func=ast.Attribute(attr=attr)):
            return attr in WRITING_METHODS
    return False


def may_write(arguments: list[ast.expr]) -> bool:
    """Whether one of the arguments of open is a mode that writes, or a mode worked out."""
    return any(
        not isinstance(argument, ast.Constant)
        or (isinstance(argument.value, str) and bool(set(argument.value) & set("wax+")))
        for argument in arguments
    )


def places(path: Path, nodes: Iterator[ast.AST]) -> list[str]:
    return [f"{name(path)}:{getattr(node, 'lineno', 0)}: {ast.unparse(node)}" for node in nodes]


@pytest.mark.parametrize(
    "code",
    [
        "import shutil",
        "from tempfile import mkdtemp",
        "from os import replace",
        "os.replace(a, b)",
        "path.write_text('x')",
        "path.open('w')",
        "packed.open(member, 'w')",
        "packed.open(member)",
        "open(path, 'ab')",
        "open(path, mode)",
        "open(path, mode='r+')",
        "tarfile.open(path, mode='w:gz')",
        "tarfile.open(path, 'w')",
    ],
)
def test_writing_is_seen(code: str) -> None:
    assert any(writes(node) for node in ast.walk(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "open(path)",
        "path.open()",
        "packed.open(member, 'r')",
        "open(p, 'rb')",
        "'a'.replace(b, c)",
        "tarfile.open(path, mode='r:gz')",
        "tarfile.open(fileobj=buffer, mode='w')",
    ],
)
def test_reading_is_not_taken_for_writing(code: str) -> None:
    assert not any(writes(node) for node in ast.walk(ast.parse(code)))


def test_one_module_writes() -> None:
    others = [path for path in MODULES if name(path) not in WRITERS]
    found = (places(path, filter(writes, ast.walk(tree(path)))) for path in others)
    assert list(chain.from_iterable(found)) == []


def adjudication() -> list[Path]:
    """The files of the modules under the contract on adjudication, and of what they import."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    [contract] = [
        contract
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "forbidden"
    ]
    graph = grimp.build_graph("pbm", cache_dir=None)
    for edge in contract["ignore_imports"]:
        importer, imported = edge.split(" -> ")
        if imported in graph.modules:
            graph.remove_import(importer=importer, imported=imported)
    found = set(contract["source_modules"])
    for source in contract["source_modules"]:
        found |= graph.find_upstream_modules(source)
    files = {f"{module.replace('.', '/')}.py" for module in found}
    return [path for path in MODULES if name(path) in files]


def is_impure(node: ast.AST) -> bool:
    """A float, or a call whose answer depends on more than its arguments."""
    match node:
        case ast.Constant(value=float()) | ast.Name(id="float"):
            return True
        case ast.Call(func=ast.Name(id=called)):
            return called in IMPURE_CALLS
    return False


def is_exec(node: ast.AST) -> bool:
    """A call that runs code made on the way."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "exec"


@pytest.mark.parametrize("code", ["x = 0.5", "float(x)", "open(x)", "f(hash(x))"])
def test_impurity_is_seen(code: str) -> None:
    assert any(is_impure(node) for node in ast.walk(ast.parse(code)))


def test_adjudication_knows_no_floats_and_reads_nothing() -> None:
    files = adjudication()
    assert len(files) > 10
    faults = [
        fault
        for path in files
        for fault in places(
            path,
            (
                node
                for node in ast.walk(tree(path))
                if is_impure(node) and not (name(path) in COMPILERS and is_exec(node))
            ),
        )
    ]
    assert not faults


def test_no_line_is_excused_from_coverage() -> None:
    excused = [name(path) for path in MODULES if "pragma: no" in path.read_text(encoding="utf-8")]
    assert excused == []


# --- the house --------------------------------------------------------------------------------

# Who imports modules by name, and of whom.
BY_NAME = {
    "pbm/engine/registry.py": "the games, from its table",
    "pbm/kit/lazy_import.py": "parts of a game, for its record",
}
# No words of one game stand in the core; "ships" are the units that an item of a packet names.
GAME_WORDS = re.compile(
    r"(?<![a-z])(?:ship|battlecraft|missiles?|torpedo|hull|fleet|empires?|warp|sitrep|mcr|nova"
    r"|deltavee|knight ?hawks)(?![a-z])",
    re.IGNORECASE,
)
SPEAKS_OF_GAMES = {
    "pbm/cli/tools.py": "the help of commands that one game has",
    "pbm/cli/examples.py": "examples of commands",
    "pbm/engine/registry.py": "the list of games",
}


@cache
def imports() -> grimp.ImportGraph:
    """Every import of pbm, those for type checking and those inside functions too."""
    return grimp.build_graph("pbm", cache_dir=None)


def rooms(package: str) -> dict[str, set[str]]:
    """What lies directly in a package, with what else there it imports, however deep inside."""
    depth = package.count(".") + 2
    found: dict[str, set[str]] = {}
    for module in imports().find_descendants(package):
        room = ".".join(module.split(".")[:depth])
        others = imports().find_modules_directly_imported_by(module)
        within = {".".join(o.split(".")[:depth]) for o in others if o.startswith(f"{package}.")}
        found.setdefault(room, set()).update(within - {room})
    return found


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A circle of a graph, from a room back to itself; empty if there is none."""
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as found:
        return list(found.args[1])
    return []


def test_a_circle_is_seen() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_no_circle() -> None:
    packages = [module for module in imports().modules if imports().find_children(module)]
    assert len(packages) > 40
    assert {package: found for package in packages if (found := circle(rooms(package)))} == {}


def test_the_core_imports_no_game() -> None:
    for module in imports().modules:
        if not module.startswith("pbm.games"):
            imported = imports().find_modules_directly_imported_by(module)
            assert not [one for one in imported if one.startswith("pbm.games")], module


def by_name(path: Path) -> set[str]:
    """The words by which a module imports others by name."""
    nodes = list(ast.walk(tree(path)))
    words = {node.id for node in nodes if isinstance(node, ast.Name)} & {"__import__"}
    for node in nodes:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            words |= {alias.name for alias in node.names} & {"importlib", "import_module"}
        if isinstance(node, ast.ImportFrom) and node.module == "pbm.kit.lazy_import":
            words |= set() if path.match("pbm/games/*/game.py") else {"late"}
    return words


def test_nothing_is_imported_by_name() -> None:
    assert {name(path) for path in MODULES if by_name(path)} == BY_NAME.keys()


def said(path: Path) -> list[str]:
    """The names and texts of a module, but for its docstrings."""
    told = [
        node.body[0].value
        for node in ast.walk(tree(path))
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    ]
    found: list[str] = []
    for node in ast.walk(tree(path)):
        match node:
            case ast.Constant(value=str(text)) if node not in told:
                found.append(text)
            case ast.Name(id=word) | ast.arg(arg=word) | ast.Attribute(attr=word):
                found.append(word)
            case ast.FunctionDef(name=word) | ast.ClassDef(name=word):
                found.append(word)
    return found


CORE = [path for path in MODULES if not path.is_relative_to(ROOT / "pbm" / "games")]


def test_the_core_has_no_words_of_a_game() -> None:
    found = {name(path): list(filter(GAME_WORDS.search, said(path))) for path in CORE}
    speaking = {path: words for path, words in found.items() if words}
    assert speaking.keys() == SPEAKS_OF_GAMES.keys(), speaking
