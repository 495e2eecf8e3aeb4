"""How the computer players' tables are made. Needs the extra ``train``, which playing does not."""
