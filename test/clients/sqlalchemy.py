from pathlib import Path
from typing import Optional
from uuid import UUID

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, Computed, Date, DateTime, and_, cast, create_engine, event as events, func, insert, or_, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.schema import CreateTable

from report import *


class Base(DeclarativeBase):
    pass


<<model>>
url = url.replace("postgres:", "postgresql+psycopg:")
engine = create_engine(url)
session = Session(engine)
at = getattr(Event, "created_at", Event.id)


def examples():
    check("the default in the table", "DEFAULT uuid_generate_v7()" in str(CreateTable(Event.__table__)))
    inserts = []
    events.listen(engine, "after_cursor_execute", lambda *arguments: arguments[2].startswith("INSERT") and inserts.append(1))
    event = Event(payload="hello")
    session.add(event)
    session.flush()
    <<2>>
    report(event.id, during=during, many=many)
    session.commit()
    check("two statements for four rows", len(inserts) == 2)
    session.add_all([Event(payload=p) for p in ("x", "y", "z")])
    session.commit()
    check("three for three more", len(inserts) == 5)


def add():
    event = Event(payload="new")
    session.add(event)
    session.commit()
    return event


def ask(question, *conditions):
    return lambda: session.scalars(question().where(*conditions)).all()


def latest():
    return select(Event).order_by(at.desc()).limit(20)


# Runs alembic with the two migrations
def alembic(way, revision):
    Path("alembic/versions").mkdir(parents=True, exist_ok=True)
    Path("alembic/env.py").write_text(f"""from alembic import context
from sqlalchemy import create_engine
with create_engine("{url}").connect() as connection:
    context.configure(connection=connection, <<per_migration>>)
    with context.begin_transaction():
        context.run_migrations()
""")
    for name, before, upgrade, downgrade in (
        ("v7", None, '<<v7_up>>', '<<v7_down>>'),
        ("created_at", "v7", '<<created_at_up>>', '<<created_at_down>>'),
    ):
        Path(f"alembic/versions/{name}.py").write_text(
            f"from pathlib import Path\nfrom alembic import op\nrevision, down_revision = {name!r}, {before!r}\n"
            f"def upgrade():\n    {upgrade}\n\n\ndef downgrade():\n    {downgrade}\n"
        )
    config = Config()
    config.set_main_option("script_location", "alembic")
    way(config, revision)


def up():
    alembic(command.upgrade, "head")
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        changes = compare_metadata(MigrationContext.configure(connection, opts=options), Base.metadata)
    # the model does not state the type of its text
    changes = [change for change in changes if not isinstance(change, list) or change[0][3] != "payload"]
    only = [(c[0], c[-1].name) for c in changes if isinstance(c, tuple)] == [("remove_column", "created_at_was")] and len(changes) == 1
    check(f"nothing but created_at_was is left to migrate: {changes}", only)


run(
    examples=examples,
    add=add,
    latest=ask(latest),
    next=ask(lambda: latest().order_by(Event.id.desc()), or_(at < last_time, and_(at == last_time, Event.id < last))),
    day=ask(lambda: select(Event), cast(at, Date) == day.date()),
    range=ask(lambda: select(Event), at >= day, at < next_day),
    month=ask(lambda: select(Event), func.date_trunc("month", at) == month),
    count=ask(lambda: select(func.count()).group_by(cast(at, Date)).order_by(cast(at, Date)), at >= week, at < next_day),
    up=up,
    down=lambda: alembic(command.downgrade, "base"),
)
