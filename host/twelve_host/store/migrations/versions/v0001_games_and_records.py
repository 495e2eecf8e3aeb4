"""The first schema: games and their records."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "games",
        sa.Column("key", sa.Integer, primary_key=True),
        sa.Column("uid", sa.String, nullable=False),
        sa.Column("branch", sa.Integer, nullable=False),
        sa.Column("source", sa.String, nullable=False),
        sa.Column("game", sa.String),
        sa.Column("rules", sa.Text),
        sa.Column("rules_version", sa.Integer),
        sa.Column("players", sa.Text),
        sa.Column("table_id", sa.String),
        sa.Column("no", sa.Integer),
        sa.Column("started_at", sa.String),
        sa.Column("estimated", sa.Boolean, nullable=False),
        sa.Column("ended_at", sa.String),
        sa.Column("winner", sa.Integer),
        sa.Column("reason", sa.String),
        sa.Column("actions", sa.Integer, nullable=False),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("seat_turns", sa.Text, nullable=False),
        sa.Column("hash", sa.String),
        sa.Column("closed", sa.Boolean, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("chain", sa.String, nullable=False),
        sa.Column("table_n", sa.Integer, nullable=False),
        sa.Column("table_chain", sa.String, nullable=False),
        sa.Column("trouble", sa.Text),
        sa.Column("order_at", sa.String, nullable=False),
        sa.UniqueConstraint("uid", "branch", name="one_game_a_uid_and_branch"),
    )
    op.create_index("games_by_date", "games", ["order_at", "key"])
    op.create_table(
        "records",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.key"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("chain", sa.String, nullable=False),
        sa.Column("at", sa.String),
        sa.Column("est", sa.Boolean, nullable=False),
        sa.Column("origin", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
