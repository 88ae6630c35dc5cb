import { readFileSync } from 'node:fs';
import { cast, col, DataTypes, fn, literal, Op, Sequelize, where } from 'sequelize';
import { url, from, to, last, lastTime, day, nextDay, report, trap, run } from './report.js';

const sequelize = new Sequelize(url, { logging: false });
<<model>>
const order = [['createdAt', 'DESC']];
const at = col('event.created_at');
const [utcMonth, week] = [new Date('2024-03-01T00:00:00Z'), new Date('2024-03-04T05:00:00Z')];
const migrations = Object.values(<<migrations>>);

await run({
  examples: async () => {
    <<2>>
    const { id } = await Event.create({ payload: 'hello' });
    const again = await Event.findAll({ where: { id: { [Op.gte]: cast(from, 'timestamptz'), [Op.lt]: cast(to, 'timestamptz') } } });
    report({ id, during, again });
    await trap(() => Event.findAll({ where: { id: { [Op.gte]: from } } }));
  },
  add: () => Event.create({ payload: 'new' }),
  latest: () => Event.findAll({ order, limit: 20 }),
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
  up: async () => { for (const { up } of migrations) await up(sequelize.getQueryInterface()); },
  down: async () => { for (const { down } of migrations.reverse()) await down(sequelize.getQueryInterface()); },
});
await sequelize.close();
