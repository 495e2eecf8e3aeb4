"""Sources for a board that must compile them: the same program on the same lines, in fewer bytes.

Comments and docstrings go, indentation becomes one space a level. Line numbers stay, so that a
traceback from a board fits the sources.
"""

from __future__ import annotations

import ast
import io
import tokenize

_SILENT = (tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER)


def shrink(text: str) -> str:
    """Return the source ``text`` without what the compiler drops anyway."""
    docstrings = _docstrings(text)
    source = text.split("\n")
    lines = [""] * len(source)
    level, starts, dropping = 0, True, False
    last = (1, 0)  # where the token before ended
    for kind, token, start, end, line in tokenize.generate_tokens(io.StringIO(text).readline):
        if kind == tokenize.INDENT:
            level += 1
        elif kind == tokenize.DEDENT:
            level -= 1
        elif kind == tokenize.NEWLINE:
            starts, dropping = True, False
        elif kind not in _SILENT and not dropping:
            if start in docstrings:
                dropping = True
                token = docstrings[start]
            row = start[0] - 1
            if starts:
                lines[row] = " " * level if token else ""
            elif start[0] == last[0]:
                lines[row] += line[last[1] : start[1]]
            elif source[last[0] - 1].endswith("\\"):
                lines[last[0] - 1] += "\\"
            starts = False
            for further, part in enumerate(token.split("\n")):
                lines[row + further] += part
            last = end
    return "\n".join(lines).rstrip("\n") + "\n"


def _docstrings(text: str) -> dict[tuple[int, int], str]:
    """Return where docstrings start, and what takes their place: "pass" in an empty block."""
    found = {}
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, kinds) and ast.get_docstring(node, clean=False) is not None:
            alone = len(node.body) == 1 and not isinstance(node, ast.Module)
            found[node.body[0].lineno, node.body[0].col_offset] = "pass" if alone else ""
    return found
