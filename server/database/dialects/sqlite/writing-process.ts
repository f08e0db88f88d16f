// For tests, a process of its own: writes so many rows (or without end) under a name and prints each row's number
// as soon as the write is acknowledged.
//   node writing-process.ts FILE NAME COUNT [close|leave-open]
import { writeSync } from 'node:fs';
import { openDatabase } from '../../open.ts';
import { type Builder, type Slots, statement } from '../../statement.ts';

interface Written {
  written: { name: string; number: number; padding: string };
}

const [file = '', name = '', count = '0', end = 'close'] = process.argv.slice(2);
const write = statement((q: Builder<Written>, p: Slots<{ name: string; number: number; padding: string }>) =>
  q.insertInto('written').values({ name: p.name, number: p.number, padding: p.padding }),
);

const database = await openDatabase({ kind: 'sqlite', file });
let next = 0;

async function writer(): Promise<void> {
  while (count === '0' || next < Number(count)) {
    const number = next++;
    await database.transaction((tx) => tx.run(write, { name, number, padding: 'x'.repeat(3000) }));
    writeSync(1, `${number}\n`);
  }
}

await Promise.all([writer(), writer(), writer(), writer()]);
if (end === 'close') await database.close();
