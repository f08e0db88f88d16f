// Tests whether the response cache invalidates responses when their data changes (docs/architecture.md, Caching).
import { DependencyCache } from '../../http/dependency-cache.ts';
import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';
import { readJobs, writeAndDelete } from './store.ts';

/** Maximum number of attempts. A concurrent write can invalidate the cached value before the test does. */
const maxAttempts = 3;

/** Returns the test that caches a value in the same way as a response and then changes the table that the value depends on. */
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
        description: 'A response was cached, and it was invalidated immediately when its data changed.',
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
  action: 'Disable the response cache with --kept-answers 0, and report this problem.',
};
