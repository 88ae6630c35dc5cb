import makeKnex from 'knex';
import { url, from, to, last, report, say, trap } from './report.js';

const knex = makeKnex({ client: 'pg', connection: url });
<<1>>
<<2>>
const [{ id }] = await knex('events').insert({ payload: 'hello' }).returning('id');
const page = await knex('events').where('id', '<', last).orderBy('id', 'desc').limit(50);
const many = await knex('events').insert([{ payload: 'a' }, { payload: 'b' }, { payload: 'c' }]).returning('id');
report({ id, during, page, many });
await trap(() => knex('events').where('id', '>=', from));
say('again', ...(await knex('events').where('id', '>=', knex.raw('?::timestamptz', [from])).whereRaw('uuid_time(id) < ?', [to])).map((row) => row.payload));
await knex.destroy();
