import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Between, Check, Column, DataSource, Entity, LessThan, PrimaryColumn, PrimaryGeneratedColumn, Raw } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { url, from, to, last, lastTime, day, nextDay, check, report, run } from './report.js';

<<model>>

@Entity('notes')
class Note {
  @PrimaryColumn({ type: 'uuid', default: () => 'uuid_generate_v7()' }) id: string
}
<<v7>>
<<created_at>>

const connect = (entity: any, options = {}) => new DataSource({ type: 'postgres', url, entities: [entity],
  migrations: [V71700000000000, CreatedAt1700000000001], <<each>>, ...options } as any).initialize();
// Returns the statements of a generated migration
const changes = async (source: any) => (await source.driver.createSchemaBuilder().log()).upQueries.map((q: any) => q.query).join('; ');
const db = await connect(Event, { installExtensions: false });
const events: any = db.getRepository(Event);
const order: any = { createdAt: 'DESC' };

await run({
  examples: async () => {
    const extensions = async () => (await db.query("SELECT count(*)::int AS n FROM pg_extension WHERE extname = 'uuid-ossp'"))[0].n;
    check('without uuid-ossp', await extensions() === 0);
    <<2>>
    const { id } = await events.save({ payload: 'hello' });
    report({ id, during });
    check('nothing to migrate', await changes(db) === '');
    await db.query('CREATE TABLE notes (id uuid PRIMARY KEY DEFAULT uuid_generate_v7())');
    const notes = await connect(Note, { installExtensions: false });
    check('drops the default and sets it again', await changes(notes) ===
      'ALTER TABLE "notes" ALTER COLUMN "id" DROP DEFAULT; ALTER TABLE "notes" ALTER COLUMN "id" SET DEFAULT uuid_generate_v7()');
    await notes.destroy();
    await (await connect(Event)).destroy();
    check('with uuid-ossp', await extensions() === 1);
  },
  add: () => events.save({ payload: 'new' }),
  latest: () => events.find({ order, take: 20 }),
  next: () => events.find({ where: [{ createdAt: LessThan(lastTime) }, { createdAt: lastTime, id: LessThan(last) }],
    order: { createdAt: 'DESC', id: 'DESC' }, take: 20 }),
  range: () => events.findBy({ createdAt: Between(day, new Date(nextDay.getTime() - 1)) }),
  up: async () => {
    await db.runMigrations();
    const left = await changes(db);
    check(`nothing but created_at_was is left to migrate: ${left}`, left === 'ALTER TABLE "events" DROP COLUMN "created_at_was"');
  },
  down: async () => {
    await db.undoLastMigration();
    await db.undoLastMigration();
  },
});
await db.destroy();
