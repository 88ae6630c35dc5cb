import 'reflect-metadata';
import { Between, Check, Column, DataSource, Entity, LessThan, PrimaryGeneratedColumn, Raw } from 'typeorm';
import { url, last, lastTime, day, nextDay, month, week, ask } from './report.js';

<<model>>

const db = await new DataSource({ type: 'postgres', url, entities: [Event], installExtensions: false } as any).initialize();
const events: any = db.getRepository(Event);
const order: any = { createdAt: 'DESC' };

await ask({
  insert: async () => [{ payload: (await events.findOneBy({ id: (await events.save({ payload: 'new' })).id })).createdAt instanceof Date ? 1 : 0 }],
  latest: () => events.find({ order, take: 20 }),
  page: () => events.find({ order, skip: 40, take: 20 }),
  next: () => events.find({
    where: [{ createdAt: LessThan(lastTime) }, { createdAt: lastTime, id: LessThan(last) }],
    order: { createdAt: 'DESC', id: 'DESC' }, take: 20,
  }),
  day: () => events.findBy({ createdAt: Raw((at) => `CAST(${at} AS date) = '2024-03-10'`) }),
  range: () => events.findBy({ createdAt: Between(day, new Date(nextDay.getTime() - 1)) }),
  month: () => events.findBy({ createdAt: Raw((at) => `date_trunc('month', ${at}) = :month`, { month }) }),
  count: () => events.createQueryBuilder('event').select('count(*)', 'payload').where('event.createdAt >= :week AND event.createdAt < :nextDay', { week, nextDay })
    .groupBy('date(event.createdAt)').orderBy('date(event.createdAt)').getRawMany(),
  max: async () => [{ payload: (await events.createQueryBuilder('event').select('max(event.createdAt)', 'm').getRawOne()).m.toISOString() }],
});
await db.destroy();
