# What the programs in Python share: the arguments, and the report

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


# What the document says
def check(what, is_so):
    say("check", str(is_so).lower(), what)


# What must fail, with a message that the document has
def trap(error):
    say("trap", str(error).splitlines()[0])
