"""Syntax and idioms that a device's compiler or objects do not take."""

from __future__ import annotations

import ast
import io
import re
import tokenize

from dialect import LIBRARY, Found, attributes, calls, rule


@rule("match", "match is a syntax error on devices")
def _match(tree: ast.Module, text: str) -> Found:
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Match))


@rule("positional-only", "positional-only parameters are a syntax error on devices")
def _positional_only(tree: ast.Module, text: str) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.arguments) and node.posonlyargs:
            yield node.posonlyargs[0]


@rule("unpacking", "[*a], (*a,), {*a} and {**a} are syntax errors on devices")
def _unpacking(tree: ast.Module, text: str) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            stored = isinstance(getattr(node, "ctx", None), ast.Store)
            if not stored and any(isinstance(item, ast.Starred) for item in node.elts):
                yield node
        elif isinstance(node, ast.Dict) and None in node.keys:
            yield node


@rule("with-parentheses", "parenthesised with items are a syntax error on devices")
def _with_parentheses(tree: ast.Module, text: str) -> Found:
    lines = text.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, ast.With):
            first = node.items[0].context_expr
            opening = lines[node.lineno - 1].encode()[node.col_offset + len("with") :].lstrip()
            between = first.lineno > node.lineno or first.col_offset > node.col_offset + len(
                "with "
            )
            if opening.startswith(b"(") and between:
                yield node


@rule("f-strings", "f-strings beside other strings, or raw, are syntax errors on devices")
def _f_strings(tree: ast.Module, text: str) -> Found:
    before = ""  # the kind of the string that ended just before: "f", "plain" or none
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        kind = tokenize.tok_name[token.type]
        if kind in ("STRING", "FSTRING_START"):
            prefix = token.string[: re.search("['\"]", token.string).start()].lower()
            here = "f" if "f" in prefix else "plain"
            if here == "f" and "r" in prefix:
                yield token.start[0]
            if before and "f" in (before, here):
                yield token.start[0]
            before = here if kind == "STRING" else ""
        elif kind == "FSTRING_END":  # Python 3.12 and later take f-strings apart
            before = "f"
        elif kind not in ("NL", "COMMENT"):
            before = ""


@rule("newer-syntax", "except* and async are not there on every device")
def _newer_syntax(tree: ast.Module, text: str) -> Found:
    kinds = (ast.TryStar, ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
    yield from (node for node in ast.walk(tree) if isinstance(node, kinds))


@rule("classes", "no metaclasses, class keywords, hooks or multiple inheritance on devices")
def _classes(tree: ast.Module, text: str) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            if node.keywords or len(node.bases) > 1:
                yield node
            hooks = ("__init_subclass__", "__class_getitem__", "__set_name__", "__prepare__")
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name in hooks:
                    yield inner


@rule("function-attributes", "functions have no attributes on devices")
def _function_attributes(tree: ast.Module, text: str) -> Found:
    functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if stored and isinstance(node.value, ast.Name) and node.value.id in functions:
            yield node


@rule("del-slice", "bytearrays cannot del a slice on devices")
def _del_slice(tree: ast.Module, text: str) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.Delete):
            for target in node.targets:
                if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
                    yield node


@rule("stepped-slice", "bytes and str take no slice with a step on devices")
def _stepped_slice(tree: ast.Module, text: str) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.Slice) and node.step is not None:
            yield node


@rule("raise-from", "devices keep no cause and print a warning: raise without from", LIBRARY)
def _raise_from(tree: ast.Module, text: str) -> Found:
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.cause is not None:
            yield node


@rule("to-bytes", "int.to_bytes and from_bytes take no keywords on CircuitPython")
def _to_bytes(tree: ast.Module, text: str) -> Found:
    for name, method, call in calls(tree):
        if method and name in ("to_bytes", "from_bytes") and call.keywords:
            yield call


@rule("starts-with-tuple", "startswith and endswith take no tuple on CircuitPython")
def _starts_with_tuple(tree: ast.Module, text: str) -> Found:
    for name, method, call in calls(tree):
        tuples = any(isinstance(argument, ast.Tuple) for argument in call.args)
        if method and tuples and name in ("startswith", "endswith"):
            yield call


@rule("struct", "devices have no struct.error, iter_unpack or format '?'")
def _struct(tree: ast.Module, text: str) -> Found:
    for node in attributes(tree, "error", "iter_unpack"):
        if isinstance(node.value, ast.Name) and node.value.id == "struct":
            yield node
    for name, _, call in calls(tree):
        if name in ("pack", "unpack", "pack_into", "unpack_from", "calcsize") and call.args:
            first = call.args[0]
            if isinstance(first, ast.Constant) and "?" in str(first.value):
                yield call


@rule("named-tuple", "a namedtuple on devices has no defaults, _replace, _asdict, _make, _fields")
def _named_tuple(tree: ast.Module, text: str) -> Found:
    yield from attributes(tree, "_replace", "_asdict", "_make", "_fields", "_field_defaults")
    for name, _, call in calls(tree):
        if name == "namedtuple" and call.keywords:
            yield call
