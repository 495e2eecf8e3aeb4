"""Names that portable code may not use: modules, methods and builtins that a device lacks."""

from __future__ import annotations

import ast
import sys

from dialect import BELOW_PORTS, LIBRARY, Found, attributes, calls, rule

# Modules that all three have and that nothing is wrong with below the ports. What is not here
# is either absent somewhere (dataclasses, typing, enum, abc, functools, itertools, contextlib,
# logging, unittest …), unlike (random), or a clock, a file or a device (time, os, machine …).
PLAIN_MODULES = {"array", "binascii", "collections", "gc", "json", "struct", "sys"}
COMPAT_MODULES = {"hashlib", "micropython"}  # base/compat.py is the one place for them
KNOWN_MODULES = sys.stdlib_module_names | COMPAT_MODULES | {"machine", "board", "neopixel"}
TEST_MODULES = {"os", "io", "time", "traceback"}  # traceback: the runner's, on CPython only

ABSENT_METHODS = (
    *("ljust", "rjust", "zfill", "removeprefix", "removesuffix", "translate", "maketrans"),
    *("casefold", "expandtabs", "isidentifier", "swapcase", "capitalize", "format_map"),
    *("isdecimal", "isnumeric", "isprintable", "isascii", "isalnum"),
    *("bit_length", "bit_count", "hexdigest", "crc_hqx"),
)
ABSENT_BUILTINS = {
    *("vars", "format", "ascii", "breakpoint", "aiter", "anext"),
    *("TimeoutError", "UnicodeDecodeError", "ConnectionError", "BrokenPipeError"),
    *("FileNotFoundError", "PermissionError", "RecursionError", "ModuleNotFoundError"),
    *("ExceptionGroup", "FileExistsError", "InterruptedError"),
}


def _imported(tree: ast.Module) -> list[tuple[str, list[str], ast.AST]]:
    """Return (module, names, node) of every absolute import."""
    found: list[tuple[str, list[str], ast.AST]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, [], node) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.append((node.module or "", [alias.name for alias in node.names], node))
    return found


def _foreign(tree: ast.Module, allowed: set[str]) -> Found:
    for module, _, node in _imported(tree):
        top = module.split(".")[0]
        if top in KNOWN_MODULES - allowed:
            yield node


@rule("modules", "below the ports: only modules that all Pythons have alike", BELOW_PORTS)
def _modules(tree: ast.Module, text: str) -> Found:
    yield from _foreign(tree, PLAIN_MODULES)


@rule("test-modules", "portable tests import only what devices have", ("test",))
def _test_modules(tree: ast.Module, text: str) -> Found:
    yield from _foreign(tree, PLAIN_MODULES | COMPAT_MODULES | TEST_MODULES)


@rule("missing-modules", "this module is not on devices", ("port", "drive"))
def _missing_modules(tree: ast.Module, text: str) -> Found:
    missing = {"dataclasses", "typing", "enum", "abc", "functools", "itertools", "contextlib"}
    missing |= {"logging", "unittest", "random", "pathlib", "threading", "datetime", "__future__"}
    for module, _, node in _imported(tree):
        if module.split(".")[0] in missing:
            yield node


@rule("collections", "of collections, devices have namedtuple, deque and OrderedDict only")
def _collections(tree: ast.Module, text: str) -> Found:
    for module, names, node in _imported(tree):
        if module == "collections.abc" or (
            module == "collections" and not set(names) <= {"namedtuple", "deque", "OrderedDict"}
        ):
            yield node


@rule("private-import", "a const() with a leading underscore vanishes: give it a public name")
def _private_import(tree: ast.Module, text: str) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name.startswith("_") and not alias.name.startswith("__"):
                    yield node


@rule("absent-methods", "this method is not on every device")
def _absent_methods(tree: ast.Module, text: str) -> Found:
    yield from attributes(tree, *ABSENT_METHODS)


@rule("absent-builtins", "this builtin is not on every device")
def _absent_builtins(tree: ast.Module, text: str) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in ABSENT_BUILTINS:
            yield node


@rule("floats", "rules, wire and records are integers only", ("rules",))
def _floats(tree: ast.Module, text: str) -> Found:
    for node in ast.walk(tree):
        literal = isinstance(node, ast.Constant) and isinstance(node.value, (float, complex))
        divided = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div)
        if literal or divided:
            yield node
    for name, method, call in calls(tree):
        if not method and name in ("float", "complex", "round"):
            yield call


@rule("reaching-out", "below the ports nothing opens a file, prints or asks", BELOW_PORTS)
def _reaching_out(tree: ast.Module, text: str) -> Found:
    for name, method, call in calls(tree):
        if not method and name in ("open", "print", "input"):
            yield call


@rule("json-order", "json.dumps follows the order of a dict: write with base.text", LIBRARY)
def _json_order(tree: ast.Module, text: str) -> Found:
    for name, method, call in calls(tree):
        if method and name in ("dumps", "dump"):
            yield call
    for module, names, node in _imported(tree):
        if module == "json" and {"dumps", "dump"} & set(names):
            yield node
