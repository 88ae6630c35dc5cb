// What the programs in JavaScript share: the arguments, and the report

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

// What the document says
export const check = (what, isSo) => say('check', isSo, what);

// What must fail, with a message that the document has
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
