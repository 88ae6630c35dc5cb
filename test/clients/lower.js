import { createInterface } from 'node:readline';

<<3>>
for await (const line of createInterface({ input: process.stdin }))
  console.log(uuidV7Lower(new Date(line)));
