// The instants and the report of all JavaScript programs; the insert runs last

export const url = process.env.DATABASE_URL;
export const last = process.env.LAST_ID;
export const lastTime = new Date(process.env.LAST_TIME);
export const [day, nextDay] = [new Date('2024-03-10T05:00:00Z'), new Date('2024-03-11T04:00:00Z')];
export const [month, utcMonth] = [new Date('2024-03-01T05:00:00Z'), new Date('2024-03-01T00:00:00Z')];
export const week = new Date('2024-03-04T05:00:00Z');

export async function ask(questions) {
  for (const [name, question] of Object.entries(questions).reverse())
    console.log([name, (await question()).map((row) => row.get ? row.get('payload') : row.payload).join(',')].join('\t'));
}
