import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Check, Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';

process.chdir(process.argv[3]);
<<model>>
<<v7>>
<<created_at>>
const migrations = [V71700000000000, CreatedAt1700000000001];
const db = await new DataSource({ type: 'postgres', url: process.env.DATABASE_URL, entities: [Event], migrations, installExtensions: false, <<each>> } as any).initialize();
if (process.argv[2] === 'down') {
  await db.undoLastMigration();
  await db.undoLastMigration();
} else {
  await db.runMigrations();
  const events: any = db.getRepository(Event);
  const { id } = await events.save({ payload: 'new' });
  const [newest] = await events.find({ order: { createdAt: 'DESC' }, take: 1 });
  console.log(['new', id, newest.id, newest.createdAt.toISOString()].join('\t'));
  const changes = (await db.driver.createSchemaBuilder().log()).upQueries.map((q: any) => q.query);
  console.log(['check', `${JSON.stringify(changes) === JSON.stringify(['ALTER TABLE "events" DROP COLUMN "created_at_was"'])}, nothing but created_at_was is left to migrate: ${changes.join('; ')}`].join('\t'));
}
await db.destroy();
