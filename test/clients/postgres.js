import postgres from 'postgres';
import { url, from, to, last, report, trap } from './report.js';

const sql = postgres(url);
<<1>>
const page = await sql`SELECT * FROM events WHERE id < ${last} ORDER BY id DESC LIMIT 50`;
report({ id, during, page, many });
await trap(() => sql`SELECT * FROM events WHERE id >= ${from.toISOString()}`);
await sql.end();
