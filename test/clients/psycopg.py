import psycopg

from report import *

db = psycopg.connect(url, autocommit=True)
<<1>>
naive = [start.replace(tzinfo=None), end.replace(tzinfo=None)]
report(id, during=during, wrong=db.execute("SELECT * FROM events WHERE id >= %s AND id < %s", naive))
