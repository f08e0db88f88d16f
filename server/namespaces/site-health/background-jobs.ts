// Whether what is to be done at its time is done.
import { findDue } from '../../cms-v2/entries/due-store.ts';
import { now } from '../../time/zone.ts';
import { type Finding, healthTest } from './finding.ts';
import type { HealthParts } from './parts.ts';
import { findOverdueJobs } from './store.ts';

/** What comes every second may be late by this much. Milliseconds. */
const leeway = 60_000;

/** Looks for scheduled entries and returning work whose time has come and gone. */
export const backgroundJobs = ({ database, clock, jobs }: HealthParts) =>
  healthTest('background-jobs', 'Performance', async (): Promise<Finding> => {
    const before = clock() - leeway;
    const [entry] = await findDue(
      database.read,
      now(() => before),
      1,
    );
    const late = await findOverdueJobs(database.read, jobs(), before);
    if (!entry && late.length === 0)
      return {
        status: 'good',
        label: 'What is scheduled is done',
        description: 'Nothing waits that should have been done a minute ago.',
      };
    const waiting = [...(entry ? ['scheduled entries'] : []), ...late.map(({ name }) => `the job ${name}`)];
    return {
      status: 'critical',
      label: 'What is scheduled is not done',
      description: `This waits though its time has come: ${waiting.join(', ')}.`,
      action: 'The log of the service tells why; it must run with octavo serve for anything to be done by itself.',
    };
  });
