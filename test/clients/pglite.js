// PGlite with hosted/uuidx.sql, as doc/hosted.md describes it. Arguments: the package, the
// directory hosted, and one for migrations
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';

const [, , name, hosted, dir] = process.argv;
const { PGlite } = await import(name);
const file = readFileSync(`${hosted}/uuidx.sql`, 'utf8');
const db = await PGlite.create();
const value = async (sql, on = db) => (await on.query(`SELECT (${sql}) AS value`)).rows[0].value;
const say = (what, value) => console.log(`${what}\t${value}`);

// Runs migrations from a directory of their own, each a text, and says how that ended
async function migration(what, ...texts) {
  const migrationsFolder = `${dir}/${what}`;
  mkdirSync(`${migrationsFolder}/meta`, { recursive: true });
  const entries = texts.map((text, idx) => {
    writeFileSync(`${migrationsFolder}/${idx}.sql`, text);
    return { idx, version: '7', when: idx + 1, tag: `${idx}`, breakpoints: true };
  });
  writeFileSync(`${migrationsFolder}/meta/_journal.json`, JSON.stringify({ version: '7', dialect: 'postgresql', entries }));
  say(what, await migrate(drizzle(db), { migrationsFolder, migrationsTable: what }).then(() => 'runs', (error) => (error.cause ?? error).code));
}

// A migration of Drizzle: the file in one piece, in pieces, and before it
const table = 'CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuid_generate_v7(), payload text);';
const pieces = file.replace(/^(BEGIN|COMMIT);$/gm, '').match(/(BEGIN ATOMIC[^]*?\nEND|(\$\w*\$)[^]*?\2|--.*|\/\*[^]*?\*\/|'[^']*'|[^;])+;/g);
await migration('whole', file, table);
await migration('pieces', pieces.join('--> statement-breakpoint\n'), table);
await db.exec(`DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${file}`);
await migration('before', table);

// Ids, and a clock that has a millisecond of each kind
say('microseconds', await value(`SELECT count(*) FROM generate_series(1, 1000) WHERE extract(microseconds FROM clock_timestamp())::integer % 1000 <> 0`));
const order = `FROM (SELECT id, lag(id) OVER (ORDER BY n) AS previous
  FROM (SELECT n, uuid_generate_v7() AS id FROM generate_series(1, 20000) AS n) AS ids) AS pairs`;
say('unordered', await value(`SELECT count(*) > 0 ${order} WHERE id < previous`));
say('unordered by millisecond', await value(`SELECT count(*) > 0 ${order} WHERE uuid_time(id) < uuid_time(previous)`));
const [clock, start] = [Date.now, Math.ceil(Date.now() / 8) * 8];
let [missed, below] = [0, 0];
for (let ms = 0; ms < 8; ms++) {
  Date.now = () => start + ms;
  const horizon = await value('uuid_v7_horizon()');
  await db.transaction(async (on) => {
    const { id } = (await on.query('INSERT INTO events DEFAULT VALUES RETURNING id')).rows[0];
    below += id < horizon;
    missed += !await value(`'${id}'::uuid >= now()`, on);
  });
}
Date.now = clock;
say('missed', missed > 0);
say('below the horizon', below);

// The checks, by psql through the socket
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 4 });
await server.start();
const options = ['-X', '-d', `host=127.0.0.1 port=${server.port} user=postgres dbname=postgres sslmode=disable`, '-f', 'test.sql'];
for (const time of ['first', 'second']) {
  const { stdout, stderr } = await promisify(execFile)('psql', options, { cwd: hosted }).catch((error) => ({ stdout: '', stderr: error.message }));
  say(time, (stdout + stderr).trim().replace(/\s+/g, ' '));
}
await server.stop();
await db.close();
