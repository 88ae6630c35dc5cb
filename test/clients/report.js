// The arguments and the report of all JavaScript programs

export const url = process.env.DATABASE_URL;
export const [from, to] = [new Date(process.env.FROM_TIME), new Date(process.env.TO_TIME)];
export const last = process.env.LAST_ID;

export const say = (what, ...values) => console.log([what, values.join(',')].join('\t'));

export function report({ id, during, page, many }) {
  say('id', id);
  say('during', ...during.map((row) => row.payload));
  say('page', ...page.map((row) => row.payload));
  say('many', ...many.map((row) => row.id));
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
