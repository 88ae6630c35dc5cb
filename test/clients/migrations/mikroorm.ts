import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Migration, Migrator } from '@mikro-orm/migrations';
import { Check, Entity, MikroORM, PrimaryKey, Property } from '@mikro-orm/postgresql';

process.chdir(process.argv[3]);
<<model>>
<<v7>>
<<created_at>>
const orm = await MikroORM.init({
  clientUrl: process.env.DATABASE_URL, entities: [Event], extensions: [Migrator], schemaGenerator: { ignoreSchema: ['kept'] },
  migrations: { migrationsList: [{ name: 'V7', class: V71700000000000 }, { name: 'CreatedAt', class: CreatedAt }], snapshot: false, <<each_alone>> },
});
const migrator: any = orm.getMigrator();
if (process.argv[2] === 'down') {
  await migrator.down({ to: 0 });
} else {
  await migrator.up();
  const em: any = orm.em.fork();
  const event = em.create(Event, { payload: 'new' });
  await em.flush();
  const [newest] = await em.fork().find(Event, {}, { orderBy: { createdAt: 'desc' }, limit: 1 });
  console.log(['new', event.id, newest.id, newest.createdAt.toISOString()].join('\t'));
  const changes = (await orm.schema.getUpdateSchemaSQL({ wrap: false })).replace(/\s*;\s*/g, '; ').trim();
  console.log(['check', `${changes === 'alter table "events" drop constraint events_id_check; alter table "events" drop column "created_at_was"; alter table "events" add constraint events_id_check check(uuid_is_v7(id) and true);'}, nothing but created_at_was and the CHECK is left to migrate: ${changes}`].join('\t'));
}
await orm.close();
