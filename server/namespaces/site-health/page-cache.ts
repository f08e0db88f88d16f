// Whether kept answers are dropped when what they were made of changes (architecture.md §5).
import { Kept } from '../../http/kept.ts';
import { type Finding, healthTest } from './finding.ts';
import type { HealthParts } from './parts.ts';
import { lookIntoJobs, writeAndRemove } from './store.ts';

/** How often it is tried again where somebody else has changed something meanwhile. */
const tries = 3;

/** Keeps something in the way in which answers are kept, and changes what it was made of. */
export const pageCache = ({ database }: HealthParts) =>
  healthTest('page-cache', 'Performance', async (): Promise<Finding> => {
    const { changes } = database;
    const kept = new Kept<true>(changes, 16_384);
    for (let n = 0; n < tries; n += 1) {
      const mark = changes.mark();
      await lookIntoJobs(database.read);
      kept.keep('probe', true, 0, mark, kept.tablesSince(mark));
      if (!kept.find('probe')) continue;
      await writeAndRemove(database);
      database.lookForChanges();
      if (kept.find('probe')) return stale;
      return {
        status: 'good',
        label: 'Kept answers are true',
        description: 'An answer was kept, and was dropped at once when what it was made of had changed.',
      };
    }
    return {
      status: 'recommended',
      label: 'Answers are not kept',
      description: 'Changes come too fast, or those of other processes are not heard of, so every answer is made anew.',
      action: 'Where it stays so, look at the connection to the database.',
    };
  });

const stale: Finding = {
  status: 'critical',
  label: 'Kept answers are not true',
  description: 'An answer was still kept after what it was made of had changed.',
  action: 'Switch keeping answers off with --kept-answers 0, and report this.',
};
