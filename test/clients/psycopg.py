import psycopg

from report import *

db = psycopg.connect(url, autocommit=True)
<<1>>
page = db.execute("SELECT * FROM events WHERE id < %s ORDER BY id DESC LIMIT 50", [last]).fetchall()
many = db.execute("INSERT INTO events (payload) SELECT unnest(%s::text[]) RETURNING id", [["a", "b", "c"]]).fetchall()
report(id, [row[1] for row in during], [row[1] for row in page], [row[0] for row in many])
naive = [start.replace(tzinfo=None), end.replace(tzinfo=None)]
say("wrong", *[row[1] for row in db.execute("SELECT * FROM events WHERE id >= %s AND id < %s", naive)])
