import pg from 'pg';
import { url, from, to, last, check, report, say, trap } from './report.js';

const db = new pg.Client(url);
await db.connect();
<<1>>
const page = await db.query('SELECT * FROM events WHERE id < $1 ORDER BY id DESC LIMIT 50', [last]);
const many = await db.query('INSERT INTO events (payload) SELECT unnest($1::text[]) RETURNING id', [['a', 'b', 'c']]);
report({ id, during: during.rows, page: page.rows, many: many.rows });
await trap(() => db.query('SELECT * FROM events WHERE id >= $1', [from]));
say('again', ...(await db.query('SELECT * FROM events WHERE id >= $1::timestamptz AND id < $2::timestamptz', [from, to])).rows.map((row) => row.payload));
const { rows: [{ at }] } = await db.query('SELECT uuid_time(id) AS at FROM events WHERE id = $1', [last]);
check('uuid_time() is a Date', at instanceof Date);
await db.end();
