// Whether something can be written down, and how long it takes until it is on disk.
import { type Finding, healthTest } from './finding.ts';
import type { HealthParts } from './parts.ts';
import { writeAndRemove } from './store.ts';

/** Every write waits this long, so that a form that is sent has its answer late. Milliseconds. */
const slow = 100;

/** Tries a transaction. */
export const storage = ({ database }: HealthParts) =>
  healthTest('storage', 'Storage', async (): Promise<Finding> => {
    if (database.broken)
      return {
        status: 'critical',
        label: 'Writes cannot be kept',
        description: 'The disk has refused to keep what was written, so the service takes nothing any more.',
        action: 'Mend or change the disk, and start the service again.',
      };
    const began = performance.now();
    await writeAndRemove(database);
    const took = Math.ceil(performance.now() - began);
    const told = `A transaction was written and was on disk after ${took} ms.`;
    if (took > slow)
      return {
        status: 'recommended',
        label: 'Writing is slow',
        description: told,
        action: 'A faster disk makes every change faster, or one that fewer programs write to.',
      };
    return { status: 'good', label: 'What is written is kept', description: told };
  });
