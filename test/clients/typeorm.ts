import 'reflect-metadata';
import { Check, Column, DataSource, Entity, LessThan, PrimaryColumn, PrimaryGeneratedColumn, Raw } from 'typeorm';
import { url, from, to, last, check, report } from './report.js';

<<1>>

@Entity('notes')
class Note {
  @PrimaryColumn({ type: 'uuid', default: () => 'uuid_generate_v7()' }) id: string
}

async function connect(entity: any, options = {}) {
  return await new DataSource({ type: 'postgres', url, entities: [entity], ...options } as any).initialize();
}

// Returns the statements of a generated migration
async function changes(source: any) {
  return (await source.driver.createSchemaBuilder().log()).upQueries.map((q: any) => q.query);
}

let db = await connect(Event, { installExtensions: false });
const extensions = async () => (await db.query("SELECT count(*)::int AS n FROM pg_extension WHERE extname = 'uuid-ossp'"))[0].n;
check('without uuid-ossp', await extensions() === 0);
const events: any = db.getRepository(Event);
<<2>>
const { id } = await events.save({ payload: 'hello' });
const page = await events.find({ where: { id: LessThan(last) }, order: { id: 'DESC' }, take: 50 });
const many = await events.save([{ payload: 'a' }, { payload: 'b' }, { payload: 'c' }]);
report({ id, during, page, many });
check('nothing to migrate', (await changes(db)).length === 0);
await db.query('CREATE TABLE notes (id uuid PRIMARY KEY DEFAULT uuid_generate_v7())');
const notes = await connect(Note, { installExtensions: false });
check('drops the default and sets it again', (await changes(notes)).join('; ') ===
  'ALTER TABLE "notes" ALTER COLUMN "id" DROP DEFAULT; ALTER TABLE "notes" ALTER COLUMN "id" SET DEFAULT uuid_generate_v7()');
await notes.destroy();
await (await connect(Event)).destroy();
check('with uuid-ossp', await extensions() === 1);
await db.destroy();
