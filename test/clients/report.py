# The arguments and the report of all Python programs

import os
from datetime import datetime

url = os.environ["DATABASE_URL"]
start = datetime.fromisoformat(os.environ["FROM_TIME"])
end = datetime.fromisoformat(os.environ["TO_TIME"])
last = os.environ["LAST_ID"]


def say(what, *values):
    print(what, ",".join(map(str, values)), sep="\t")


def report(id, during, page, many):
    say("id", id)
    say("during", *during)
    say("page", *page)
    say("many", *many)


# Reports whether something is as the document states
def check(what, is_so):
    say("check", str(is_so).lower(), what)


# Reports the message of an error; the document quotes it
def trap(error):
    say("trap", str(error).splitlines()[0])
