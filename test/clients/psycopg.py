import psycopg

from report import *

db = psycopg.connect(url, autocommit=True)
<<1>>
page = db.execute("SELECT * FROM events WHERE id < %s ORDER BY id DESC LIMIT 50", [last])
many = db.execute("INSERT INTO events (payload) SELECT unnest(%s::text[]) RETURNING id", [["a", "b", "c"]])
naive = [start.replace(tzinfo=None), end.replace(tzinfo=None)]
report(id, during=during, page=page, many=many, wrong=db.execute("SELECT * FROM events WHERE id >= %s AND id < %s", naive))
