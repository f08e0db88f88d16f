// Tests whether writes to the database succeed and are fast, and whether other operating-system users can
// access the data.
import { findExposedPaths } from '../../exposed-paths.ts';
import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';
import { writeAndDelete } from './store.ts';

/** Duration above which a write counts as slow, in milliseconds. Every request that writes takes at least as long as a write. */
const slowMs = 100;

/** Returns the test that commits a transaction and checks the file permissions of the data. */
export const storage = ({ database, dataFolder, files }: HealthDeps) =>
  healthTest('storage', 'Storage', async (): Promise<Finding> => {
    if (database.isBroken)
      return {
        status: 'critical',
        label: 'Writes fail',
        description: 'A write to disk failed, so the service accepts no more writes.',
        action: 'Repair or replace the disk, and restart the service.',
      };
    const startedAt = performance.now();
    await writeAndDelete(database);
    const durationMs = Math.ceil(performance.now() - startedAt);
    const summary = `A transaction was committed to disk in ${durationMs} ms.`;
    if (durationMs > slowMs)
      return {
        status: 'recommended',
        label: 'Writes are slow',
        description: summary,
        action: 'Use a faster disk, or reduce the load that other programs cause on it.',
      };
    const others = files?.folder === undefined ? [] : [files.folder];
    const exposed = dataFolder === undefined ? [] : await findExposedPaths({ data: dataFolder, others });
    if (exposed.length > 0)
      return {
        status: 'recommended',
        label: 'Other operating-system users can access the data',
        description: `${summary} The data folder, the database or the files are accessible to operating-system users other than that of the service.`,
        action: 'Remove the permissions of other users (chmod -R go=); the log lists the paths at each start.',
      };
    return { status: 'good', label: 'The database works', description: summary };
  });
