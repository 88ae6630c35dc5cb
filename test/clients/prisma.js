import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@prisma/client';
import { url, from, to, last, check, report, say, trap } from './report.js';

<<3>>
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }), errorFormat: 'minimal' });
<<2>>
const { id } = await prisma.event.create({ data: { payload: 'hello' } });
const page = await prisma.event.findMany({ where: { id: { lt: last } }, orderBy: { id: 'desc' }, take: 50 });
const many = await prisma.event.createManyAndReturn({ data: [{ payload: 'a' }, { payload: 'b' }, { payload: 'c' }] });
report({ id, during, page, many });
say('again', ...(await prisma.$queryRaw`SELECT * FROM events WHERE id <@ tstzrange(${from.toISOString()}, ${to.toISOString()})`).map((row) => row.payload));
say('wrong', ...(await prisma.$queryRaw`SELECT * FROM events WHERE id <@ tstzrange(${from}, ${to})`).map((row) => row.payload));
const [{ at }] = await prisma.$queryRaw`SELECT uuid_time(id) AS at FROM events WHERE id = ${last}::uuid`;
check('a time that is read loses its zone', at.toISOString() === '2024-03-10T07:40:00.000Z');
await trap(() => prisma.event.findMany({ where: { id: { gte: from } } }));
await prisma.$disconnect();
