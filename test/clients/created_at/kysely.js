import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { url, last, lastTime, day, nextDay, month, week, ask } from './report.js';

const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) });
const at = 'events.created_at';
const events = () => db.selectFrom('events').select('events.payload');
const latest = () => events().orderBy(at, 'desc').limit(20);

await ask({
  insert: async () => [{ payload: (await db.insertInto('events').values({ payload: 'new' }).returning('id').execute()).length }],
  latest: () => latest().execute(),
  page: () => latest().offset(40).execute(),
  next: () => events().where((e) => e.or([e(at, '<', lastTime), e.and([e(at, '=', lastTime), e('events.id', '<', last)])]))
    .orderBy(at, 'desc').orderBy('events.id', 'desc').limit(20).execute(),
  day: () => events().where(sql`${sql.ref(at)}::date`, '=', '2024-03-10').execute(),
  range: () => events().where(at, '>=', day).where(at, '<', nextDay).execute(),
  month: () => events().where(sql`date_trunc('month', ${sql.ref(at)})`, '=', month).execute(),
  count: () => db.selectFrom('events').select(sql`count(*)`.as('payload')).where(at, '>=', week).where(at, '<', nextDay)
    .groupBy(sql`date(${sql.ref(at)})`).orderBy(sql`date(${sql.ref(at)})`).execute(),
  max: async () => [{ payload: (await db.selectFrom('events').select((e) => e.fn.max(at).as('m')).executeTakeFirst()).m.toISOString() }],
});
await db.destroy();
