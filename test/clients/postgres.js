import postgres from 'postgres';
import { url, from, to, report, trap } from './report.js';

const sql = postgres(url);
<<1>>
report({ id, during, many: many.map((row) => row.id) });
await trap(() => sql`SELECT * FROM events WHERE id >= ${from.toISOString()}`);
await sql.end();
