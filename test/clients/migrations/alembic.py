import os
import sys
from datetime import datetime
from pathlib import Path
from typing import Optional
from uuid import UUID

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, Computed, DateTime, create_engine, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

url = os.environ["DATABASE_URL"].replace("postgres:", "postgresql+psycopg:")
os.chdir(sys.argv[2])
Path("alembic/versions").mkdir(parents=True, exist_ok=True)
Path("alembic/env.py").write_text(f"""from alembic import context
from sqlalchemy import create_engine
with create_engine("{url}").connect() as connection:
    context.configure(connection=connection, <<per_migration>>)
    with context.begin_transaction():
        context.run_migrations()
""")
for name, before in (("v7", None), ("created_at", "v7")):
    Path(f"alembic/versions/{name}.py").write_text(
        f"from pathlib import Path\nfrom alembic import op\nrevision, down_revision = {name!r}, {before!r}\n"
        + Path(f"{name}.block").read_text()
    )
config = Config()
config.set_main_option("script_location", "alembic")
if sys.argv[1] == "down":
    command.downgrade(config, "base")
    sys.exit()
command.upgrade(config, "head")


class Base(DeclarativeBase):
    pass


<<model>>
engine = create_engine(url)
with engine.connect() as connection:
    options = {"compare_type": True, "compare_server_default": True}
    changes = compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata)
# the model does not state the type of its text
changes = [change for change in changes if not isinstance(change, list) or change[0][3] != "payload"]
only = [(change[0], change[-1].name) for change in changes if isinstance(change, tuple)] == [("remove_column", "created_at_was")] and len(changes) == 1
print("check", f"{str(only).lower()}, nothing but created_at_was is left to migrate: {changes}", sep="\t")
with Session(engine) as session:
    event = Event(payload="new")
    session.add(event)
    session.commit()
    newest = session.scalars(select(Event).order_by(Event.created_at.desc()).limit(1)).one()
    print("new", event.id, newest.id, newest.created_at.isoformat(), sep="\t")
