import postgres from 'postgres';
import { url, from, to, last, report, trap } from './report.js';

const sql = postgres(url);
<<1>>
report({ id, during, page, many });
await trap(() => sql`SELECT * FROM events WHERE id >= ${from.toISOString()}`);
await sql.end();
