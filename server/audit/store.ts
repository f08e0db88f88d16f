// Stores the audit log.
import type { Insertable, Selectable } from 'kysely';
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Builder, pickSlots, type Slots, statement, statementFamily } from '../database/statement.ts';
import type { AuditLogTable } from '../database/tables/audit.ts';
import { type Clock, now } from '../time/zone.ts';

/** A row of the table `audit_log`. */
export type AuditRow = Selectable<AuditLogTable>;

type NewRecord = Omit<Insertable<AuditLogTable>, 'id'>;

const columns = [
  'date_gmt',
  'action',
  'actor',
  'actor_login',
  'origin',
  'credential',
  'object_type',
  'object_id',
  'object_name',
  'details',
] as const satisfies readonly (keyof NewRecord)[];

const insertStatement = statement((q, p: Slots<NewRecord>) => q.insertInto('audit_log').values(pickSlots(p, columns)));

/** Adds a record to the audit log. */
export const insertRecord = (tx: WriteHandle, record: NewRecord) => tx.run(insertStatement, record);

/** The optional filters of a list of audit events. */
interface FilterShape {
  readonly byAction: boolean;
  readonly byActor: boolean;
}

/** A filter for audit events between two timestamps (exclusive), and optionally for actions or the user ID of an actor. */
interface AuditFilter {
  readonly actions: readonly string[] | undefined;
  readonly actor: number | undefined;
  readonly after: string;
  readonly before: string;
}

type Filtered = Slots<{ actions: string[]; actor: number; after: string; before: string }>;

const filteredQuery = (q: Builder, { byAction, byActor }: FilterShape, p: Filtered) =>
  q
    .selectFrom('audit_log')
    .where('date_gmt', '>', p.after)
    .where('date_gmt', '<', p.before)
    .$if(byAction, (some) => some.where(q.dialect.inTextList('action', p.actions)))
    .$if(byActor, (some) => some.where('actor', '=', p.actor));

const pageStatement = statementFamily(
  (q: Builder, shape: FilterShape, p: Filtered & Slots<{ limit: number; offset: number }>) =>
    filteredQuery(q, shape, p)
      .selectAll()
      .orderBy('date_gmt', 'desc')
      .orderBy('id', 'desc')
      .limit(p.limit)
      .offset(p.offset),
);

const countStatement = statementFamily((q: Builder, shape: FilterShape, p: Filtered) =>
  filteredQuery(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

const shapeOf = ({ actions, actor }: AuditFilter): FilterShape => ({
  byAction: actions !== undefined,
  byActor: actor !== undefined,
});
const valuesOf = (filter: AuditFilter) => ({
  ...{ after: filter.after, before: filter.before, actor: filter.actor ?? 0 },
  actions: [...(filter.actions ?? [])],
});

/** Returns a page of the matching audit events, newest first. */
export const listRecords = (
  read: ReadHandle,
  filter: AuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AuditRow[]> => read.all(pageStatement(shapeOf(filter)), { ...valuesOf(filter), limit, offset });

/** Returns the total number of matching audit events. */
export const countRecords = async (read: ReadHandle, filter: AuditFilter): Promise<number> =>
  Number((await read.first(countStatement(shapeOf(filter)), valuesOf(filter)))?.n ?? 0);

const deleteStatement = statement((q, p: Slots<{ before: string; limit: number }>) =>
  q
    .deleteFrom('audit_log')
    .where('id', 'in', (eb) =>
      eb.selectFrom('audit_log').select('id').where('date_gmt', '<', p.before).orderBy('date_gmt').limit(p.limit),
    ),
);

/** Maximum number of events that a transaction deletes, so that other writes do not wait long. */
const deleteBatchSize = 1000;

/** Deletes the audit events before a timestamp and returns their number. */
async function deleteRecordsBefore(database: Database, before: string): Promise<number> {
  let deletedCount = 0;
  for (;;) {
    const { changes } = await database.transaction((tx) => tx.run(deleteStatement, { before, limit: deleteBatchSize }));
    deletedCount += changes;
    if (changes < deleteBatchSize) return deletedCount;
  }
}

const dayMs = 86_400_000;

/** Deletes audit events that are older than `days` days and returns their number. If `days` is 0, no event is deleted. */
export const pruneAuditLog = (database: Database, clock: Clock, days: number): Promise<number> =>
  days === 0
    ? Promise.resolve(0)
    : deleteRecordsBefore(
        database,
        now(() => clock() - days * dayMs),
      );

const latestStatement = statement((q, p: Slots<{ action: string; limit: number }>) =>
  q
    .selectFrom('audit_log')
    .select(['date_gmt', 'object_id'])
    .where('action', '=', p.action)
    .orderBy('date_gmt', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** Returns the times and objects of the latest audit events with an action, newest first. */
export const findAuditEvents = (
  read: ReadHandle,
  action: string,
  limit: number,
): Promise<Pick<AuditRow, 'date_gmt' | 'object_id'>[]> => read.all(latestStatement, { action, limit });
