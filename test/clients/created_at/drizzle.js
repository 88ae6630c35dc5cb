import { and, between, desc, eq, gte, lt, max, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { url, last, lastTime, day, nextDay, month, week, ask } from './report.js';

<<model>>
const db = drizzle(url);
const at = events.createdAt;
const latest = () => db.select().from(events).orderBy(desc(at)).limit(20);

await ask({
  insert: async () => [{ payload: (await db.insert(events).values({ payload: 'new' }).returning())[0].createdAt instanceof Date ? 1 : 0 }],
  latest: () => latest(),
  page: () => latest().offset(40),
  next: () => db.select().from(events).where(or(lt(at, lastTime), and(eq(at, lastTime), lt(events.id, last))))
    .orderBy(desc(at), desc(events.id)).limit(20),
  day: () => db.select().from(events).where(sql`date(${at}) = ${'2024-03-10'}`),
  range: () => db.select().from(events).where(and(gte(at, day), lt(at, nextDay))),
  month: () => db.select().from(events).where(sql`date_trunc('month', ${at}) = ${month.toISOString()}`),
  count: () => db.select({ payload: sql`count(*)` }).from(events).where(between(at, week, new Date(nextDay - 1)))
    .groupBy(sql`date_trunc('day', ${at})`).orderBy(sql`date_trunc('day', ${at})`),
  max: async () => [{ payload: (await db.select({ m: max(at) }).from(events))[0].m.toISOString() }],
});
await db.$client.end();
