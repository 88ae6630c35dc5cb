import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { desc, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

process.chdir(process.argv[3]);
<<model>>
mkdirSync('drizzle/meta', { recursive: true });
const entries = ['v7', 'created_at'].map((name, idx) => {
  copyFileSync(`migrations/${name}.up.sql`, `drizzle/000${idx + 1}_${name}.sql`);
  return { idx, version: '7', when: 1700000000000 + idx, tag: `000${idx + 1}_${name}`, breakpoints: true };
});
writeFileSync('drizzle/meta/_journal.json', JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
const db = drizzle(process.env.DATABASE_URL);
await migrate(db, { migrationsFolder: 'drizzle' });
const [{ id }] = await db.insert(events).values({ payload: 'new' }).returning();
const [newest] = await db.select().from(events).orderBy(desc(events.createdAt)).limit(1);
console.log(['new', id, newest.id, newest.createdAt.toISOString()].join('\t'));
await db.$client.end();
