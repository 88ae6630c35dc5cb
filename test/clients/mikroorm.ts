import 'reflect-metadata';
import { Check, Entity, MikroORM, PrimaryKey, Property, raw } from '@mikro-orm/postgresql';
import { url, from, to, last, check, report, trap } from './report.js';

<<1>>

const orm = await MikroORM.init({ clientUrl: url, entities: [Event], schemaGenerator: { skipTables: ['unchecked'] } });
const em: any = orm.em.fork();
<<2>>
const event = em.create(Event, { payload: 'hello' });
await em.flush();
const page = await em.find(Event, { id: { $lt: last } }, { orderBy: { id: 'desc' }, limit: 50 });
const many = ['a', 'b', 'c'].map((payload) => em.create(Event, { payload }));
await em.flush();
report({ id: event.id, during, page, many });
await trap(() => em.find(Event, { id: { $gte: from } }));
const table = "drop constraint events_id_check; alter table \"events\" add constraint events_id_check check(uuid_is_v7(id) and true)";
const changes = async (orm: any, options = {}) => (await orm.schema.getUpdateSchemaSQL({ wrap: false, ...options })).trim().split(/\s*;\s*/).filter(Boolean).join('; ');
check('replaces the CHECK', await changes(orm) === `alter table "events" ${table}`);
await orm.schema.updateSchema();
check('once', await changes(orm) === '');
await em.getConnection().execute('CREATE TABLE measurements (id uuid PRIMARY KEY) PARTITION BY RANGE (id); CREATE TABLE measurements_1 PARTITION OF measurements DEFAULT');
check('drops an undeclared table, its partition by CASCADE', await changes(orm) === 'drop table if exists "measurements" cascade');
check('not if it is safe', await changes(orm, { safe: true }) === '');
const skips = await MikroORM.init({ clientUrl: url, entities: [Event], schemaGenerator: { skipTables: ['unchecked', 'measurements'] } });
check('nor if it is skipped', await changes(skips) === '');
await skips.close();
await em.getConnection().execute('ALTER TABLE events ADD CONSTRAINT other CHECK (uuid_is_v7(id))');
check('drops an undeclared CHECK', await changes(orm, { safe: true }) === 'alter table "events" drop constraint other');
await em.getConnection().execute('DROP TABLE measurements; ALTER TABLE events DROP CONSTRAINT other, DROP CONSTRAINT events_id_check, ADD CONSTRAINT events_id_check CHECK (uuid_is_v7(id))');
await orm.close();
