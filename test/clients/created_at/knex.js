import makeKnex from 'knex';
import { url, last, lastTime, day, nextDay, month, week, ask } from './report.js';

const knex = makeKnex({ client: 'pg', connection: url });
const events = () => knex('events').select('events.payload');
const latest = () => events().orderBy('events.created_at', 'desc').limit(20);

await ask({
  insert: async () => [{ payload: (await knex('events').insert({ payload: 'new' }).returning('id')).length }],
  latest: () => latest(),
  page: () => latest().offset(40),
  next: () => events().where('events.created_at', '<', lastTime)
    .orWhere((q) => q.where('events.created_at', lastTime).where('events.id', '<', last))
    .orderBy([{ column: 'events.created_at', order: 'desc' }, { column: 'events.id', order: 'desc' }]).limit(20),
  day: () => events().whereRaw('events.created_at::date = ?', ['2024-03-10']),
  range: () => events().whereBetween('events.created_at', [day, new Date(nextDay - 1)]),
  month: () => events().whereRaw("date_trunc('month', events.created_at) = ?", [month]),
  count: () => knex('events').select(knex.raw('count(*) AS payload')).whereBetween('events.created_at', [week, new Date(nextDay - 1)])
    .groupByRaw('date(events.created_at)').orderByRaw('date(events.created_at)'),
  max: async () => [{ payload: (await knex('events').max('events.created_at as m'))[0].m.toISOString() }],
});
await knex.destroy();
