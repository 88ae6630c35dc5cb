// What all JavaScript programs share: what they are asked for, and how they report it

export const [, , step, work] = process.argv;
process.chdir(work);
export const url = process.env.DATABASE_URL;
export const [from, to, lastTime] = ['FROM_TIME', 'TO_TIME', 'LAST_TIME'].map((name) => new Date(process.env[name]));
export const last = process.env.LAST_ID;
export const [day, nextDay] = [new Date('2024-03-10T05:00:00Z'), new Date('2024-03-11T04:00:00Z')];

const text = (row) => row instanceof Date ? row.toISOString() : row.get ? row.get('payload') : row.payload ?? row;
export const say = (what, ...values) => console.log([what, values.map(text).join(',')].join('\t'));

// Reports what the examples of a page return
export function report(said) {
  for (const [what, rows] of Object.entries(said))
    say(what, ...[rows].flat());
}

// Reports whether something is as the document states
export const check = (what, isSo) => say('check', isSo, what);

// Reports the message of an attempt that must fail; the document quotes it
export async function trap(attempt) {
  try {
    await attempt();
    say('trap', 'nothing failed');
  } catch (error) {
    for (let e = error; e; e = e.cause)
      error = e;
    say('trap', error.message.trim().split('\n').pop());
  }
}

// Takes the step of a mapper: its examples, the questions about created_at, or its migrations up or
// down. A new row, and the newest one, come after all questions, and after the migrations.
export async function run({ examples, add, latest, up, down, ...questions }) {
  if (step === 'examples' || step === 'down')
    return await (step === 'down' ? down : examples)();
  if (step === 'up')
    await up();
  else
    for (const [name, question] of Object.entries({ latest, ...questions }))
      say(name, ...await question());
  const added = await add();
  const [newest] = await latest();
  say('new', added.id, newest.id, ...[newest, added].map((row) => row.createdAt ?? row.created_at).filter(Boolean));
}
