"""Runs portable tests on any Python: ``PYTHON tests/portable/run.py [test_module …]``.

Imports the modules named, or all test_*.py beside it, calls their test_ functions, prints what
failed, and ends with one line ``N passed, N failed``. Exit status 1 when anything failed.
"""

import gc
import os
import sys

HERE = sys.argv[0].replace("\\", "/").rpartition("/")[0] or "."


def report(error: Exception) -> None:
    """Print the traceback of ``error`` on standard output."""
    if hasattr(sys, "print_exception"):  # MicroPython
        sys.print_exception(error)
    else:
        import traceback

        traceback.print_exception(error, file=sys.stdout)


def run(module: str) -> tuple:
    """Run the tests of ``module``; return (passed, failed). A module without tests has failed."""
    passed = failed = 0
    try:
        tests = __import__(module)
        names = sorted([name for name in dir(tests) if name.startswith("test_")])
    except Exception as error:
        report(error)
        names = []
    for name in names:
        gc.collect()  # what the test before held is to be gone before this one needs room
        try:
            getattr(tests, name)()
            passed += 1
        except Exception as error:
            failed += 1
            print("FAILED %s.%s" % (module, name))
            report(error)
    if not names:
        failed = 1
        print("FAILED %s: no tests ran" % module)
    tests = None
    for name in [name for name in sys.modules if name.startswith("test_")]:
        sys.modules[name] = None  # MicroPython's dicts keep what is removed for a while
        del sys.modules[name]
    gc.collect()
    return passed, failed


def main(modules: list) -> int:
    """Run ``modules``, or all beside this file; return the exit status."""
    if not modules:
        names = [name for name in os.listdir(HERE) if name.startswith("test_")]
        modules = sorted([name[:-3] for name in names if name.endswith(".py")])
    passed = failed = 0
    for module in modules:
        good, bad = run(module)
        passed += good
        failed += bad
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.path.insert(0, HERE + "/../../firmware/lib")
    sys.path.insert(0, HERE)
    sys.exit(main([name.rpartition("/")[2].replace(".py", "") for name in sys.argv[1:]]))
