// Deletes old audit events.
import type { Database } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { deleteRecordsBefore } from './store.ts';

const dayMs = 86_400_000;

/** Deletes audit events that are older than `days` days and returns their number. If `days` is 0, no event is deleted. */
export const pruneAuditLog = (database: Database, clock: Clock, days: number): Promise<number> =>
  days === 0
    ? Promise.resolve(0)
    : deleteRecordsBefore(
        database,
        now(() => clock() - days * dayMs),
      );
