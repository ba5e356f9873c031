"""the version of the rules that a stage was played on

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("stages", schema=None) as batch_op:
        batch_op.add_column(sa.Column("rules", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("stages", schema=None) as batch_op:
        batch_op.drop_column("rules")
