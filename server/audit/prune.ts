// How long the audit log is kept.
import type { Database } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { removeRecordsBefore } from './store.ts';

const day = 86_400_000;

/** Removes records older than so many days; 0 keeps all. Gives how many went. */
export const pruneAuditLog = (database: Database, clock: Clock, days: number): Promise<number> =>
  days === 0
    ? Promise.resolve(0)
    : removeRecordsBefore(
        database,
        now(() => clock() - days * day),
      );
