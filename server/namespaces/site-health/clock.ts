// Whether the clocks of the service and of its database agree.
import { type Finding, healthTest } from './finding.ts';
import type { HealthParts } from './parts.ts';
import { databaseTime } from './store.ts';

/** More apart than this, dates of what is written next to each other contradict. Milliseconds. */
const apart = 2000;

/** Compares the clocks. */
export const clock = ({ database, clock: ours }: HealthParts) =>
  healthTest('clock', 'Storage', async (): Promise<Finding> => {
    const before = ours();
    const theirs = await databaseTime(database.read);
    const after = ours();
    // Somewhere between the two the database has looked at its clock.
    const difference = theirs < before ? before - theirs : Math.max(0, theirs - after);
    if (difference <= apart)
      return {
        status: 'good',
        label: 'The clocks agree',
        description: 'The service and its database have the same time.',
      };
    return {
      status: 'critical',
      label: 'The clocks disagree',
      description: `The time of the service and that of its database are ${Math.round(difference / 1000)} seconds apart.`,
      action:
        'Let both machines take their time from the network. Entries are published at the wrong moment till then.',
    };
  });
