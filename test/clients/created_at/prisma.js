import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@prisma/client';
import { url, last, lastTime, day, nextDay, ask } from './report.js';

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, options: '-c timezone=UTC' }), errorFormat: 'minimal' });
const orderBy = { createdAt: 'desc' };

await ask({
  insert: async () => [{ payload: (await prisma.event.create({ data: { payload: 'new' } })).createdAt instanceof Date ? 1 : 0 }],
  latest: () => prisma.event.findMany({ orderBy, take: 20 }),
  page: () => prisma.event.findMany({ orderBy, take: 20, skip: 40 }),
  next: () => prisma.event.findMany({
    where: { OR: [{ createdAt: { lt: lastTime } }, { createdAt: lastTime, id: { lt: last } }] },
    orderBy: [orderBy, { id: 'desc' }], take: 20,
  }),
  range: () => prisma.event.findMany({ where: { createdAt: { gte: day, lt: nextDay } } }),
});
await prisma.$disconnect();
