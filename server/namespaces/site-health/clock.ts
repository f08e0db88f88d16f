// Tests whether the clocks of the service and its database agree.

import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';
import { databaseTime } from './store.ts';

/** Maximum difference of the clocks, in milliseconds. A larger one makes timestamps of the service and the database inconsistent. */
const maxDifferenceMs = 2000;

/** Returns the test that compares the clock of the service with the clock of the database. */
export const clock = ({ database, clock: serviceClock }: HealthDeps) =>
  healthTest('clock', 'Storage', async (): Promise<Finding> => {
    const before = serviceClock();
    const databaseNow = await databaseTime(database.read);
    const after = serviceClock();
    // The database read its clock between `before` and `after`.
    const difference = databaseNow < before ? before - databaseNow : Math.max(0, databaseNow - after);
    if (difference <= maxDifferenceMs)
      return {
        status: 'good',
        label: 'The clocks are in sync',
        description: 'The clocks of the service and its database agree.',
      };
    return {
      status: 'critical',
      label: 'The clocks are not in sync',
      description: `The clocks of the service and its database are ${Math.round(difference / 1000)} seconds apart.`,
      action:
        'Synchronize the clocks of both machines with NTP. Until then, scheduled entries are published at the wrong time.',
    };
  });
