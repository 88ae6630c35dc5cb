from datetime import datetime
from typing import Optional
from uuid import UUID

from sqlalchemy import CheckConstraint, Computed, Date, DateTime, and_, cast, create_engine, func, or_, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from report_created_at import *


class Base(DeclarativeBase):
    pass


<<model>>
session = Session(create_engine(url.replace("postgres:", "postgresql+psycopg:")))
at = Event.created_at
latest = select(Event.payload).order_by(at.desc())


def insert():
    event = Event(payload="new")
    session.add(event)
    session.commit()
    return [int(event.created_at is not None)]


def all(query):
    return lambda: session.scalars(query)


ask(
    insert=insert,
    latest=all(latest.limit(20)),
    page=all(latest.limit(20).offset(40)),
    next=all(
        select(Event.payload).where(or_(at < last_time, and_(at == last_time, Event.id < last)))
        .order_by(at.desc(), Event.id.desc()).limit(20)
    ),
    day=all(select(Event.payload).where(cast(at, Date) == day.date())),
    range=all(select(Event.payload).where(at >= day, at < next_day)),
    month=all(select(Event.payload).where(func.date_trunc("month", at) == month)),
    count=all(select(func.count()).where(at >= week, at < next_day).group_by(cast(at, Date)).order_by(cast(at, Date))),
    max=lambda: [iso(session.scalar(select(func.max(at))))],
)
