// Writes rows with a name in a child process, for tests, and prints the number of each row as soon as its write is committed. It
// writes COUNT rows, or continues until it is stopped if COUNT is 0.
//   node writing-process.ts FILE NAME COUNT [close|leave-open]
import { openDatabase } from '../server/database/open.ts';
import { type Builder, type Slots, statement } from '../server/database/statement.ts';

interface Written {
  written: { name: string; number: number; padding: string };
}

const [file = '', name = '', count = '0', end = 'close'] = process.argv.slice(2);
const write = statement((q: Builder<Written>, p: Slots<{ name: string; number: number; padding: string }>) =>
  q.insertInto('written').values({ name: p.name, number: p.number, padding: p.padding }),
);

const database = await openDatabase({ kind: 'sqlite', file });
let next = 0;

/** Resolves when the line is written; waits while the pipe is full. */
const writeLine = (line: string): Promise<void> =>
  new Promise((done, fail) => process.stdout.write(line, (error) => (error ? fail(error) : done())));

async function writer(): Promise<void> {
  while (count === '0' || next < Number(count)) {
    const number = next++;
    await database.transaction((tx) => tx.run(write, { name, number, padding: 'x'.repeat(3000) }));
    await writeLine(`${number}\n`);
  }
}

await Promise.all([writer(), writer(), writer(), writer()]);
if (end === 'close') await database.close();
