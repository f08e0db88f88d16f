// Deletes old events of the audit log.
import type { Database } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { deleteRecordsBefore } from './store.ts';

const dayMs = 86_400_000;

/** Deletes events older than a number of days and returns how many were deleted; 0 days deletes none. */
export const pruneAuditLog = (database: Database, clock: Clock, days: number): Promise<number> =>
  days === 0
    ? Promise.resolve(0)
    : deleteRecordsBefore(
        database,
        now(() => clock() - days * dayMs),
      );
