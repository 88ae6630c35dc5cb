import psycopg

from report import *

db = psycopg.connect(url, autocommit=True)
<<1>>
report(id, [row[1] for row in during], [row[1] for row in page], [row[0] for row in many])
naive = [start.replace(tzinfo=None), end.replace(tzinfo=None)]
say("wrong", *[row[1] for row in db.execute("SELECT * FROM events WHERE id >= %s AND id < %s", naive)])
