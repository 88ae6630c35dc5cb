import { readFileSync } from 'node:fs';
import makeKnex from 'knex';
import { url, from, to, last, lastTime, day, nextDay, report, trap, run } from './report.js';

const knex = makeKnex({ client: 'pg', connection: url });
const events = (...columns) => knex('events').select('events.payload', ...columns);
const latest = () => events('events.id', 'events.created_at').orderBy('events.created_at', 'desc').limit(20);
const list = <<migrations>>;
const migrationSource = { getMigrations: async () => Object.keys(list), getMigrationName: (name) => name, getMigration: (name) => list[name] };

await run({
  examples: async () => {
    <<1>>
    <<2>>
    const [{ id }] = await knex('events').insert({ payload: 'hello' }).returning('id');
    const again = await knex('events').where('id', '>=', knex.raw('?::timestamptz', [from])).whereRaw('uuid_time(id) < ?', [to]);
    report({ id, during, again });
    await trap(() => knex('events').where('id', '>=', from));
  },
  add: async () => (await knex('events').insert({ payload: 'new' }).returning('id'))[0],
  latest,
  next: () => events().where('events.created_at', '<', lastTime)
    .orWhere((q) => q.where('events.created_at', lastTime).where('events.id', '<', last))
    .orderBy([{ column: 'events.created_at', order: 'desc' }, { column: 'events.id', order: 'desc' }]).limit(20),
  range: () => events().whereBetween('events.created_at', [day, new Date(nextDay - 1)]),
  up: () => knex.migrate.latest({ migrationSource }),
  down: () => knex.migrate.rollback({ migrationSource }, true),
});
await knex.destroy();
