// Whether something can be written down, and how long it takes until it is on disk.
import { findExposed } from '../../exposed-data.ts';
import { type Finding, healthTest } from './finding.ts';
import type { HealthParts } from './parts.ts';
import { writeAndRemove } from './store.ts';

/** Every write waits this long, so that a form that is sent has its answer late. Milliseconds. */
const slow = 100;

/** Tries a transaction, and looks at who can read what is stored. */
export const storage = ({ database, dataFolder, files }: HealthParts) =>
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
    const others = files?.folder === undefined ? [] : [files.folder];
    const exposed = dataFolder === undefined ? [] : await findExposed({ data: dataFolder, others });
    if (exposed.length > 0)
      return {
        status: 'recommended',
        label: 'Other accounts of the machine can use the data',
        description: `${told} The permissions of the data folder, the database or the files are not for the service's account alone.`,
        action: 'Remove the permissions of other accounts (chmod -R go=); the log names the places at each start.',
      };
    return { status: 'good', label: 'What is written is kept', description: told };
  });
