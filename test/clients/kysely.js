import { readFileSync } from 'node:fs';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { url, from, to, last, lastTime, day, nextDay, report, trap, run } from './report.js';

const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) });
const at = 'events.created_at';
const events = (...columns) => db.selectFrom('events').select(['events.payload', ...columns]);
const latest = () => events('events.id', at).orderBy(at, 'desc').limit(20);
const provider = { getMigrations: async () => (<<migrations>>) };
const migrator = new Migrator({ db, allowUnorderedMigrations: true, provider });
const migrate = async (way) => {
  const { error } = await migrator[way]();
  if (error) throw error;
};

await run({
  examples: async () => {
    <<1>>
    <<2>>
    const { id } = await db.insertInto('events').values({ payload: 'hello' }).returning('id').executeTakeFirstOrThrow();
    report({ id, during });
    await trap(() => db.selectFrom('events').selectAll().where('id', '>=', sql`${from}`).execute());
  },
  add: () => db.insertInto('events').values({ payload: 'new' }).returning('id').executeTakeFirstOrThrow(),
  latest: () => latest().execute(),
  next: () => events().where((e) => e.or([e(at, '<', lastTime), e.and([e(at, '=', lastTime), e('events.id', '<', last)])]))
    .orderBy(at, 'desc').orderBy('events.id', 'desc').limit(20).execute(),
  range: () => events().where(at, '>=', day).where(at, '<', nextDay).execute(),
  up: () => migrate('migrateToLatest'),
  down: async () => {
    await migrate('migrateDown');
    await migrate('migrateDown');
  },
});
await db.destroy();
