from typing import Optional
from uuid import UUID

from sqlalchemy import create_engine, event as events, func, insert, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from sqlalchemy.schema import CreateTable

from report import *


class Base(DeclarativeBase):
    pass


<<1>>
check("the default in the table", "DEFAULT uuid_generate_v7()" in str(CreateTable(Event.__table__)))
engine = create_engine(url.replace("postgres:", "postgresql+psycopg:"))
statements = []
events.listen(engine, "after_cursor_execute", lambda *arguments: statements.append(arguments[2]))
session = Session(engine)
event = Event(payload="hello")
session.add(event)
session.flush()
<<2>>
page = session.scalars(select(Event).where(Event.id < last).order_by(Event.id.desc()).limit(50))
report(event.id, [e.payload for e in during], [e.payload for e in page], list(many))
session.commit()
check("two statements for four rows", sum(s.startswith("INSERT") for s in statements) == 2)
session.add_all([Event(payload=p) for p in ("x", "y", "z")])
session.commit()
check("three for three more", sum(s.startswith("INSERT") for s in statements) == 5)
