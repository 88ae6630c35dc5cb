# What all Python programs share: what they are asked for, and how they report it

import os
import sys
from datetime import datetime, timedelta, timezone

step, work = sys.argv[1:]
os.chdir(work)
url = os.environ["DATABASE_URL"]
last = os.environ["LAST_ID"]
start, end, last_time = (datetime.fromisoformat(os.environ[name]) for name in ("FROM_TIME", "TO_TIME", "LAST_TIME"))
day = datetime.fromisoformat("2024-03-10T00:00:00-05:00")
next_day = datetime.fromisoformat("2024-03-11T00:00:00-04:00")
week = datetime.fromisoformat("2024-03-04T00:00:00-05:00")
month = datetime.fromisoformat("2024-03-01T00:00:00-05:00")
utc_month = datetime.fromisoformat("2024-03-01T00:00:00+00:00")


# A value, the payload of an object, or the last column of a row
def text(row):
    if isinstance(row, datetime):
        return row.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if hasattr(row, "payload"):
        return row.payload
    return str(row if isinstance(row, str) or not hasattr(row, "__len__") else [*row][-1])


def say(what, *values):
    print(what, ",".join(map(text, values)), sep="\t")


# Reports what the examples of a page return
def report(id, **said):
    say("id", id)
    for what, rows in said.items():
        say(what, *rows)


# Reports whether something is as the document states
def check(what, is_so):
    say("check", str(is_so).lower(), what)


# Reports the message of an error; the document quotes it
def trap(error):
    say("trap", str(error).splitlines()[0])


# Takes the step of a mapper: its examples, the questions about created_at, or its migrations. A new
# row, and the newest one, come after all questions, and after the migrations.
def run(examples, add, latest, down, up, init=None, **questions):
    if step in ("examples", "down", "init"):
        return {"examples": examples, "down": down, "init": init}[step]()
    if step == "up":
        up()
    else:
        for name, question in {"latest": latest, **questions}.items():
            say(name, *question())
    added, newest = add(), latest()[0]
    say("new", added.id, newest.id, newest.created_at, added.created_at)
