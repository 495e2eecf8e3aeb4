"""Who played each seat. No game that is older had a computer in one."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; its default stands for persons everywhere."""
    op.add_column("games", sa.Column("seats", sa.Text, nullable=False, server_default="[]"))
