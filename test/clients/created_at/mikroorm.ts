import 'reflect-metadata';
import { Check, Entity, MikroORM, PrimaryKey, Property, raw } from '@mikro-orm/postgresql';
import { url, last, lastTime, day, nextDay, month, week, ask } from './report.js';

<<model>>

const orm = await MikroORM.init({ clientUrl: url, entities: [Event] });
const em: any = orm.em.fork();
const orderBy = { createdAt: 'desc' };

await ask({
  insert: async () => {
    const event = em.create(Event, { payload: 'new' });
    await em.flush();
    return [{ payload: event.createdAt instanceof Date && Math.abs(event.createdAt.getTime() - Date.now()) < 60000 ? 1 : 0 }];
  },
  latest: () => em.find(Event, {}, { orderBy, limit: 20 }),
  page: () => em.find(Event, {}, { orderBy, offset: 40, limit: 20 }),
  next: () => em.find(Event, { $or: [{ createdAt: { $lt: lastTime } }, { createdAt: lastTime, id: { $lt: last } }] },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: 20 }),
  day: () => em.find(Event, { [raw((e) => `${e}.created_at::date = '2024-03-10'`)]: [] }),
  range: () => em.find(Event, { createdAt: { $gte: day, $lt: nextDay } }),
  month: () => em.find(Event, { [raw((e) => `date_trunc('month', ${e}.created_at) = ?`, [month])]: [] }),
  count: () => em.createQueryBuilder(Event, 'e').select(raw('count(*) as payload')).where({ createdAt: { $gte: week, $lt: nextDay } })
    .groupBy(raw('e.created_at::date')).orderBy({ [raw('e.created_at::date')]: 'asc' }).execute(),
  max: async () => [{ payload: new Date((await em.createQueryBuilder(Event, 'e').select(raw('max(e.created_at) as m')).execute('get')).m).toISOString() }],
});
await orm.close();
