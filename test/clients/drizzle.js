import { desc, lt, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleOfPostgres } from 'drizzle-orm/postgres-js';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { url, from, to, last, report, say, trap } from './report.js';

<<1>>
let db = drizzle(url);
{
  <<2>>
  const [{ id }] = await db.insert(events).values({ payload: 'hello' }).returning();
  const page = await db.select().from(events).where(lt(events.id, last)).orderBy(desc(events.id)).limit(50);
  const many = await db.insert(events).values([{ payload: 'a' }, { payload: 'b' }, { payload: 'c' }]).returning();
  report({ id, during, page, many });
}
await db.$client.end();
db = drizzleOfPostgres(url);
{
  <<2>>
  say('again', ...during.map((row) => row.payload));
}
await trap(() => db.select().from(events).where(sql`id >= ${from}::timestamptz`));
await db.$client.end();
