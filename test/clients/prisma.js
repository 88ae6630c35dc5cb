import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@prisma/client';
import { step, url, from, to, last, lastTime, day, nextDay, check, report, say, trap, run } from './report.js';

<<3>>
const options = step === 'examples' ? {} : { options: '-c timezone=UTC' };
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, ...options }), errorFormat: 'minimal' });
const orderBy = { createdAt: 'desc' };

await run({
  examples: async () => {
    <<2>>
    const { id } = await prisma.event.create({ data: { payload: 'hello' } });
    const again = await prisma.$queryRaw`SELECT * FROM events WHERE id <@ tstzrange(${from.toISOString()}, ${to.toISOString()})`;
    report({ id, during, again });
    say('wrong', ...await prisma.$queryRaw`SELECT * FROM events WHERE id <@ tstzrange(${from}, ${to})`);
    const [{ at }] = await prisma.$queryRaw`SELECT uuid_time(id) AS at FROM events WHERE id = ${last}::uuid`;
    check('a time that is read loses its zone, that of New York', at - lastTime === -4 * 3600 * 1000);
    await trap(() => prisma.event.findMany({ where: { id: { gte: from } } }));
  },
  add: () => prisma.event.create({ data: { payload: 'new' } }),
  latest: () => prisma.event.findMany({ orderBy, take: 20 }),
  next: () => prisma.event.findMany({
    where: { OR: [{ createdAt: { lt: lastTime } }, { createdAt: lastTime, id: { lt: last } }] },
    orderBy: [orderBy, { id: 'desc' }], take: 20,
  }),
  range: () => prisma.event.findMany({ where: { createdAt: { gte: day, lt: nextDay } } }),
});
await prisma.$disconnect();
