import pg from 'pg';
import { url, from, to, last, check, report, trap } from './report.js';

const db = new pg.Client(url);
await db.connect();
<<1>>
const page = await db.query('SELECT * FROM events WHERE id < $1 ORDER BY id DESC LIMIT 50', [last]);
const many = await db.query('INSERT INTO events (payload) SELECT unnest($1::text[]) RETURNING id', [['a', 'b', 'c']]);
const again = await db.query('SELECT * FROM events WHERE id >= $1::timestamptz AND id < $2::timestamptz', [from, to]);
report({ id, during: during.rows, page: page.rows, many: many.rows, again: again.rows });
await trap(() => db.query('SELECT * FROM events WHERE id >= $1', [from]));
const { rows: [{ at }] } = await db.query('SELECT uuid_time(id) AS at FROM events WHERE id = $1', [last]);
check('uuid_time() is a Date', at instanceof Date);
await db.end();
