import makeKnex from 'knex';

process.chdir(process.argv[3]);
const knex = makeKnex({ client: 'pg', connection: process.env.DATABASE_URL });
const migrationSource = {
  getMigrations: async () => ['v7', 'created_at'],
  getMigrationName: (name) => name,
  getMigration: (name) => import(`./knex_${name}.js`),
};
if (process.argv[2] === 'down') await knex.migrate.rollback({ migrationSource }, true);
else {
  await knex.migrate.latest({ migrationSource });
  const [{ id }] = await knex('events').insert({ payload: 'new' }).returning('id');
  const newest = await knex('events').orderBy('created_at', 'desc').first();
  console.log(['new', id, newest.id, newest.created_at.toISOString()].join('\t'));
}
await knex.destroy();
