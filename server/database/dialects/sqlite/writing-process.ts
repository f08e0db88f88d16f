// For tests, a process of its own: writes so many rows (or without end) under a name and prints each row's number
// as soon as the write is acknowledged.
//   node writing-process.ts FILE NAME COUNT [close|leave-open]
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

/** Resolves once the line is on its way: where nobody reads for a while, a pipe is full. */
const told = (line: string): Promise<void> =>
  new Promise((done, fail) => process.stdout.write(line, (error) => (error ? fail(error) : done())));

async function writer(): Promise<void> {
  while (count === '0' || next < Number(count)) {
    const number = next++;
    await database.transaction((tx) => tx.run(write, { name, number, padding: 'x'.repeat(3000) }));
    await told(`${number}\n`);
  }
}

await Promise.all([writer(), writer(), writer(), writer()]);
if (end === 'close') await database.close();
