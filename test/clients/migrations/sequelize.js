import { DataTypes, Sequelize, literal } from 'sequelize';

process.chdir(process.argv[3]);
const sequelize = new Sequelize(process.env.DATABASE_URL, { logging: false });
const queryInterface = sequelize.getQueryInterface();
const [v7, created_at] = [await import('./sequelize_v7.js'), await import('./sequelize_created_at.js')];
if (process.argv[2] === 'down') {
  await created_at.down(queryInterface);
  await v7.down(queryInterface);
} else {
  await v7.up(queryInterface);
  await created_at.up(queryInterface);
  <<model>>
  const { id } = await Event.create({ payload: 'new' });
  const newest = await Event.findOne({ order: [['createdAt', 'DESC']] });
  console.log(['new', id, newest.id, newest.createdAt.toISOString()].join('\t'));
}
await sequelize.close();
