// DuckDB and ClickHouse with ids, as doc/other-extensions.md describes them. Arguments: a
// directory with events.csv and mixed.csv, and for each what the document says of reading
// CSV, the time of an id, version 7, order, and generating ids
import { DuckDBInstance } from '@duckdb/node-api';
import chdb from 'chdb';

const [, , dir, ...texts] = process.argv;
process.chdir(dir);
const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
const [what, ...forms] = [['csv', 'time', 'only', 'order', 'own'], texts.slice(0, 5), texts.slice(5)];
const [duck, click] = forms.map((form) => Object.fromEntries(what.map((key, n) => [key, form[n]])));
const say = (db, what, value) => console.log(`${db.name} ${what}\t${value}`);

Object.assign(duck, {
  name: 'DuckDB',
  value: async (sql) => (await duckdb.runAndReadAll(sql)).getRowsJson()[0][0],
  write: (file, sql) => duckdb.run(`COPY (${sql}) TO '${file}'`),
  ms: (time) => `epoch_ms(${time})`,
  parquet: (file) => `'${file}'`,
  type: 'typeof(id)',
  numbers: 'range(5000) AS r (number)',
});
Object.assign(click, {
  name: 'ClickHouse',
  value: async (sql) => chdb.query(sql, 'TSVRaw').trim(),
  write: async (file, sql) => chdb.query(`INSERT INTO FUNCTION file('${file}', '${file.endsWith('csv') ? 'CSVWithNames' : 'Parquet'}') ${sql}`),
  ms: (time) => `toUnixTimestamp64Milli(${time})`,
  parquet: (file) => `file('${file}')`,
  type: 'toTypeName(id)',
  numbers: 'numbers(5000)',
});

for (const db of [duck, click]) {
  const read = (file) => db.csv.replace('events.csv', file);
  const ms = db.ms(db.time);

  // ids and their times and orders, those of uuidx and its own
  await db.write(`${db.name}.own.csv`, `SELECT ${db.own} AS id, number AS payload FROM ${db.numbers}`);
  for (const [kind, file] of [['uuidx', 'events.csv'], ['own', `${db.name}.own.csv`]])
    await db.write(`${db.name}.${kind}.read.csv`, `SELECT id, payload, ${ms} AS ms, row_number() OVER (ORDER BY id) AS plain,
      row_number() OVER (ORDER BY ${db.order}) AS ordered FROM ${read(file)}`);
  for (const [name, order] of [['from an id on', db.order], ['plain from', 'id']])
    say(db, name, await db.value(`SELECT count(*) FROM ${read('events.csv')} WHERE ${order} >= (SELECT ${order} FROM ${read('events.csv')} WHERE payload = '2500')`));

  // other versions
  say(db, 'other versions', await db.value(`SELECT max(${ms}) FROM ${read('mixed.csv')} WHERE payload <> '7'`).catch((error) => error.message));
  say(db, 'version 7 only', await db.value(`SELECT concat(count(*), ' of ', min(payload)) FROM (SELECT ${ms} AS ms, payload FROM ${read('mixed.csv')} WHERE ${db.only}) AS t WHERE ms > 0`));

  await db.write(`${db.name}.parquet`, `SELECT id, payload FROM ${read('events.csv')}`);
}
for (const [from, to] of [[duck, click], [click, duck]]) {
  const file = to.parquet(`${from.name}.parquet`);

  say(to, 'Parquet', await to.value(`SELECT ${to.type} FROM ${file} LIMIT 1`));
  await to.write(`${to.name}.parquet.csv`, `SELECT id, payload FROM ${file}`);
}
