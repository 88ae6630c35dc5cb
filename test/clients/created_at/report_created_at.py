# The instants and the report of all Python programs; the insert runs last

import os
from datetime import datetime, timedelta, timezone

url = os.environ["DATABASE_URL"]
last = os.environ["LAST_ID"]
last_time = datetime.fromisoformat(os.environ["LAST_TIME"])
resolution = timedelta(microseconds=1)
day = datetime.fromisoformat("2024-03-10T00:00:00-05:00")
next_day = datetime.fromisoformat("2024-03-11T00:00:00-04:00")
week = datetime.fromisoformat("2024-03-04T00:00:00-05:00")
month = datetime.fromisoformat("2024-03-01T00:00:00-05:00")
utc_month = datetime.fromisoformat("2024-03-01T00:00:00+00:00")


def iso(at):
    return at.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def ask(**questions):
    for name, question in reversed(questions.items()):
        print(name, ",".join(map(str, question())), sep="\t")
