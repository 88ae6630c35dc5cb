import { cast, col, DataTypes, fn, literal, Op, Sequelize, where } from 'sequelize';
import { url, from, to, last, report, say, trap } from './report.js';

const sequelize = new Sequelize(url, { logging: false });
<<1>>
<<2>>
const { id } = await Event.create({ payload: 'hello' });
const page = await Event.findAll({ where: { id: { [Op.lt]: last } }, order: [['id', 'DESC']], limit: 50 });
const many = await Event.bulkCreate([{ payload: 'a' }, { payload: 'b' }, { payload: 'c' }]);
report({ id, during, page, many });
await trap(() => Event.findAll({ where: { id: { [Op.gte]: from } } }));
say('again', ...(await Event.findAll({ where: { id: { [Op.gte]: cast(from, 'timestamptz'), [Op.lt]: cast(to, 'timestamptz') } } })).map((row) => row.payload));
await sequelize.close();
