import { col, DataTypes, fn, literal, Op, Sequelize, where } from 'sequelize';
import { url, last, lastTime, day, nextDay, utcMonth, week, ask } from './report.js';

const sequelize = new Sequelize(url, { logging: false });
<<model>>
const order = [['createdAt', 'DESC']];
const at = col('event.created_at');

await ask({
  insert: async () => [{ payload: (await Event.create({ payload: 'new' })).createdAt instanceof Date ? 1 : 0 }],
  latest: () => Event.findAll({ order, limit: 20 }),
  page: () => Event.findAll({ order, limit: 20, offset: 40 }),
  next: () => Event.findAll({
    where: { [Op.or]: [{ createdAt: { [Op.lt]: lastTime } }, { createdAt: lastTime, id: { [Op.lt]: last } }] },
    order: [...order, ['id', 'DESC']], limit: 20,
  }),
  day: () => Event.findAll({ where: where(fn('date', at), '2024-03-10') }),
  range: () => Event.findAll({ where: { createdAt: { [Op.between]: [day, new Date(nextDay - 1)] } } }),
  month: () => Event.findAll({ where: where(fn('date_trunc', 'month', at), utcMonth) }),
  count: () => Event.findAll({
    attributes: [[fn('count', literal('*')), 'payload']], where: { createdAt: { [Op.gte]: week, [Op.lt]: nextDay } },
    group: [fn('date', at)], order: [fn('date', at)],
  }),
  max: async () => [{ payload: (await Event.max('createdAt')).toISOString() }],
});
await sequelize.close();
