// Tests whether scheduled work is up to date.
import { findDueEntries } from '../../cms-v2/entries/due-store.ts';
import { now } from '../../time/zone.ts';
import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';
import { findOverdueJobs } from './store.ts';

/** Delay after which scheduled work counts as overdue, in milliseconds. The service polls for scheduled work every second. */
const toleranceMs = 60_000;

/** Returns the test that finds overdue scheduled entries and recurring jobs. */
export const backgroundJobs = ({ database, clock, jobs }: HealthDeps) =>
  healthTest('background-jobs', 'Performance', async (): Promise<Finding> => {
    const dueBefore = clock() - toleranceMs;
    const [entry] = await findDueEntries(
      database.read,
      now(() => dueBefore),
      1,
    );
    const overdueJobs = await findOverdueJobs(database.read, jobs(), dueBefore);
    if (!entry && overdueJobs.length === 0)
      return {
        status: 'good',
        label: 'Scheduled work is up to date',
        description: 'No scheduled entry or job is overdue by more than a minute.',
      };
    const overdue = [...(entry ? ['scheduled entries'] : []), ...overdueJobs.map(({ name }) => `the job ${name}`)];
    return {
      status: 'critical',
      label: 'Scheduled work is overdue',
      description: `Overdue: ${overdue.join(', ')}.`,
      action: 'Check the log of the service for errors. Scheduled work runs only while octavo serve is running.',
    };
  });
