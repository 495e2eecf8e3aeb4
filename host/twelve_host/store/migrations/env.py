"""What alembic runs to bring a database up to date, on the connection that the store has open."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
