// The test of the response cache: responses must be invalidated when their data changes (docs/architecture.md, Caching).
import { DependencyCache } from '../../http/dependency-cache.ts';
import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';
import { readJobs, writeAndDelete } from './store.ts';

/** Number of attempts, because concurrent writes can invalidate the cached value first. */
const maxAttempts = 3;

/** Returns the test that caches a value like a response and then changes the table that it depends on. */
export const pageCache = ({ database }: HealthDeps) =>
  healthTest('page-cache', 'Performance', async (): Promise<Finding> => {
    const { changes } = database;
    const cache = new DependencyCache<true>(changes, 16_384);
    for (let n = 0; n < maxAttempts; n += 1) {
      const version = changes.version();
      await readJobs(database.read);
      cache.store('probe', true, 0, version, cache.tablesSince(version));
      if (!cache.find('probe')) continue;
      await writeAndDelete(database);
      database.pollChanges();
      if (cache.find('probe')) return staleFinding;
      return {
        status: 'good',
        label: 'The response cache works',
        description: 'A response was cached, and was invalidated at once when its data changed.',
      };
    }
    return {
      status: 'recommended',
      label: 'Responses are not cached',
      description: 'Changes are too frequent, or the change listener is disconnected, so no response is cached.',
      action: 'If this persists, check the connection to the database.',
    };
  });

const staleFinding: Finding = {
  status: 'critical',
  label: 'The response cache is stale',
  description: 'A response was still cached after its data had changed.',
  action: 'Disable the response cache with --kept-answers 0, and report this.',
};
