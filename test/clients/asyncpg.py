import asyncio

import asyncpg

from report import *


async def main():
    db = await asyncpg.connect(url)
    <<1>>
    report(id, during=during)
    try:
        await db.fetch("SELECT * FROM events WHERE id >= $1", start)
    except asyncpg.DataError as error:
        trap(error)


asyncio.run(main())
