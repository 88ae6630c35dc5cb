import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleOfPostgres } from 'drizzle-orm/postgres-js';
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { url, from, to, last, lastTime, day, nextDay, report, trap, run } from './report.js';

<<model>>
let db = drizzle(url);
const at = events.createdAt;
const latest = () => db.select().from(events).orderBy(desc(at)).limit(20);

await run({
  examples: async () => {
    <<2>>
    const [{ id }] = await db.insert(events).values({ payload: 'hello' }).returning();
    await db.$client.end();
    db = drizzleOfPostgres(url);
    const again = await (async () => {
      <<2>>
      return during;
    })();
    report({ id, during, again });
    await trap(() => db.select().from(events).where(sql`id >= ${from}::timestamptz`));
  },
  add: async () => (await db.insert(events).values({ payload: 'new' }).returning())[0],
  latest,
  next: () => db.select().from(events).where(or(lt(at, lastTime), and(eq(at, lastTime), lt(events.id, last))))
    .orderBy(desc(at), desc(events.id)).limit(20),
  range: () => db.select().from(events).where(and(gte(at, day), lt(at, nextDay))),
  up: async () => {
    mkdirSync('drizzle/meta', { recursive: true });
    const entries = ['v7', 'created_at'].map((tag, idx) => {
      copyFileSync(`migrations/${tag}.up.sql`, `drizzle/${tag}.sql`);
      return { idx, version: '7', when: 1700000000000 + idx, tag, breakpoints: true };
    });
    writeFileSync('drizzle/meta/_journal.json', JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
    await migrate(db, { migrationsFolder: 'drizzle' });
  },
});
await db.$client.end();
