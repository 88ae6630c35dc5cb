import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { url, from, to, last, report, trap } from './report.js';

const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) });
<<1>>
<<2>>
const { id } = await db.insertInto('events').values({ payload: 'hello' }).returning('id').executeTakeFirstOrThrow();
const page = await db.selectFrom('events').selectAll().where('id', '<', last).orderBy('id', 'desc').limit(50).execute();
const many = await db.insertInto('events').values([{ payload: 'a' }, { payload: 'b' }, { payload: 'c' }]).returning('id').execute();
report({ id, during, page, many });
await trap(() => db.selectFrom('events').selectAll().where('id', '>=', sql`${from}`).execute());
await db.destroy();
