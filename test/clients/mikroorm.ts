import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Migration, Migrator } from '@mikro-orm/migrations';
import { Check, Entity, MikroORM, PrimaryKey, Property, raw } from '@mikro-orm/postgresql';
import { url, from, to, last, lastTime, day, nextDay, check, report, trap, run } from './report.js';

<<model>>
class V7 extends Migration { up() { <<v7_up>> } down() { <<v7_down>> } }
class CreatedAt extends Migration { up() { <<created_at_up>> } down() { <<created_at_down>> } }

const connect = (skipTables = []) => MikroORM.init({
  clientUrl: url, entities: [Event], extensions: [Migrator], schemaGenerator: { ignoreSchema: ['kept'], skipTables },
  migrations: { migrationsList: [V7, CreatedAt].map((c) => ({ name: c.name, class: c })), snapshot: false, <<each_alone>> },
});
const orm = await connect();
const em: any = orm.em.fork();
const migrator: any = orm.getMigrator();
const orderBy = { createdAt: 'desc' };
const changes = async (orm: any, options = {}) => (await orm.schema.getUpdateSchemaSQL({ wrap: false, ...options })).trim().split(/\s*;\s*/).filter(Boolean).join('; ');
const replaced = [
  'alter table "events" drop constraint events_id_check',
  'alter table "events" add constraint events_id_check check(uuid_is_v7(id) and true)',
];

await run({
  examples: async () => {
    <<2>>
    const event = em.create(Event, { payload: 'hello' });
    await em.flush();
    report({ id: event.id, during });
    await trap(() => em.find(Event, { id: { $gte: from } }));
    check('replaces the CHECK', await changes(orm) === replaced.join('; '));
    await orm.schema.updateSchema();
    check('once', await changes(orm) === '');
    const execute = (sql: string) => em.getConnection().execute(sql);
    await execute('CREATE TABLE measurements (id uuid PRIMARY KEY) PARTITION BY RANGE (id); CREATE TABLE measurements_1 PARTITION OF measurements DEFAULT');
    check('drops an undeclared table, its partition by CASCADE', await changes(orm) === 'drop table if exists "measurements" cascade');
    check('not if it is safe', await changes(orm, { safe: true }) === '');
    const skips = await connect(['measurements']);
    check('nor if it is skipped', await changes(skips) === '');
    await skips.close();
    await execute('ALTER TABLE events ADD CONSTRAINT other CHECK (uuid_is_v7(id))');
    check('drops an undeclared CHECK', await changes(orm, { safe: true }) === 'alter table "events" drop constraint other');
    await execute('DROP TABLE measurements; ALTER TABLE events DROP CONSTRAINT other, DROP CONSTRAINT events_id_check, ADD CONSTRAINT events_id_check CHECK (uuid_is_v7(id))');
  },
  add: async () => {
    const event = em.create(Event, { payload: 'new' });
    await em.flush();
    return event;
  },
  latest: () => em.fork().find(Event, {}, { orderBy, limit: 20 }),
  next: () => em.find(Event, { $or: [{ createdAt: { $lt: lastTime } }, { createdAt: lastTime, id: { $lt: last } }] },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: 20 }),
  range: () => em.find(Event, { createdAt: { $gte: day, $lt: nextDay } }),
  up: async () => {
    await migrator.up();
    const left = await changes(orm);
    check(`nothing but created_at_was and the CHECK is left to migrate: ${left}`,
      left === [replaced[0], 'alter table "events" drop column "created_at_was"', replaced[1]].join('; '));
  },
  down: () => migrator.down({ to: 0 }),
});
await orm.close();
