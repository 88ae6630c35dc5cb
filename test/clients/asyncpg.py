import asyncio

import asyncpg

from report import *


async def main():
    db = await asyncpg.connect(url)
    <<1>>
    page = await db.fetch("SELECT * FROM events WHERE id < $1 ORDER BY id DESC LIMIT 50", last)
    many = await db.fetch("INSERT INTO events (payload) SELECT unnest($1::text[]) RETURNING id", ["a", "b", "c"])
    again = await db.fetch("SELECT * FROM events WHERE id >= $1::timestamptz AND id < $2::timestamptz", start, end)
    report(id, during=during, page=page, many=many, again=again)
    try:
        await db.fetch("SELECT * FROM events WHERE id >= $1", start)
    except asyncpg.DataError as error:
        trap(error)


asyncio.run(main())
