"""The subcommands of ``twelve``, one module each, imported when it is run.

A module has ``add_arguments(parser)``, which also sets ``parser.epilog`` to an example, and
``run(args) -> int``, which returns the exit status. ``args`` always has ``data`` (the directory
as typed, or None: see ``paths.data_dir``) and ``debug``. Heavy imports belong inside ``run``.
A command that cannot do its job raises ``CommandError``.
"""
