import pg from 'pg';
import { url, from, to, last, check, report, trap } from './report.js';

const db = new pg.Client(url);
await db.connect();
<<1>>
report({ id, during: during.rows });
await trap(() => db.query('SELECT * FROM events WHERE id >= $1', [from]));
const { rows: [{ at }] } = await db.query('SELECT uuid_time(id) AS at FROM events WHERE id = $1', [last]);
check('uuid_time() is a Date', at instanceof Date);
await db.end();
