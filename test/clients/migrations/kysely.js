import { Kysely, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';

process.chdir(process.argv[3]);
const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: process.env.DATABASE_URL }) }) });
const [v7, created_at] = [await import('./kysely_v7.js'), await import('./kysely_created_at.js')];
const migrator = new Migrator({ db, allowUnorderedMigrations: true, provider: { getMigrations: async () => ({ '1_v7': v7, '2_created_at': created_at }) } });
if (process.argv[2] === 'down') {
  for (const step of [1, 2]) {
    const { error } = await migrator.migrateDown();
    if (error) throw error;
  }
} else {
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
  const { id } = await db.insertInto('events').values({ payload: 'new' }).returning('id').executeTakeFirstOrThrow();
  const newest = await db.selectFrom('events').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirstOrThrow();
  console.log(['new', id, newest.id, newest.created_at.toISOString()].join('\t'));
}
await db.destroy();
