// The SQL of the audit log.
import type { Insertable, Selectable } from 'kysely';
import type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Builder, type Slots, statement, statementFamily } from '../database/statement.ts';
import type { AuditLogTable } from '../database/tables/audit.ts';

export type AuditRow = Selectable<AuditLogTable>;

type New = Omit<Insertable<AuditLogTable>, 'id'>;

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
] as const satisfies readonly (keyof New)[];

const insertion = statement((q, p: Slots<New>) =>
  q.insertInto('audit_log').values(Object.fromEntries(columns.map((name) => [name, p[name]])) as never),
);

/** Stores a record. */
export const insertRecord = (tx: WriteHandle, record: New) => tx.run(insertion, record);

/** Which of the filters a list has. */
interface Shape {
  readonly byAction: boolean;
  readonly byActor: boolean;
}

/** Records strictly between two moments, of one action or actor or of all. */
export interface AuditFilter {
  readonly action: string | undefined;
  readonly actor: number | undefined;
  readonly after: string;
  readonly before: string;
}

type Filtered = Slots<{ action: string; actor: number; after: string; before: string }>;

const chosen = (q: Builder, { byAction, byActor }: Shape, p: Filtered) =>
  q
    .selectFrom('audit_log')
    .where('date_gmt', '>', p.after)
    .where('date_gmt', '<', p.before)
    .$if(byAction, (some) => some.where('action', '=', p.action))
    .$if(byActor, (some) => some.where('actor', '=', p.actor));

const page = statementFamily((q: Builder, shape: Shape, p: Filtered & Slots<{ limit: number; offset: number }>) =>
  chosen(q, shape, p).selectAll().orderBy('date_gmt', 'desc').orderBy('id', 'desc').limit(p.limit).offset(p.offset),
);

const total = statementFamily((q: Builder, shape: Shape, p: Filtered) =>
  chosen(q, shape, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

const shapeOf = ({ action, actor }: AuditFilter): Shape => ({
  byAction: action !== undefined,
  byActor: actor !== undefined,
});
const valuesOf = (filter: AuditFilter) => ({ ...filter, action: filter.action ?? '', actor: filter.actor ?? 0 });

/** A page of the records, the newest first. */
export const findRecords = (
  read: ReadHandle,
  filter: AuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AuditRow[]> => read.all(page(shapeOf(filter)), { ...valuesOf(filter), limit, offset });

/** How many records there are. */
export const countRecords = async (read: ReadHandle, filter: AuditFilter): Promise<number> =>
  Number((await read.first(total(shapeOf(filter)), valuesOf(filter)))?.n ?? 0);

const removal = statement((q, p: Slots<{ before: string; limit: number }>) =>
  q
    .deleteFrom('audit_log')
    .where('id', 'in', (eb) =>
      eb.selectFrom('audit_log').select('id').where('date_gmt', '<', p.before).orderBy('date_gmt').limit(p.limit),
    ),
);

/** How many records are removed in one transaction, so that nobody waits long behind it. */
const atOnce = 1000;

/** Removes the records of before a moment; gives how many there were. */
export async function removeRecordsBefore(database: Database, before: string): Promise<number> {
  let removed = 0;
  for (;;) {
    const { changes } = await database.transaction((tx) => tx.run(removal, { before, limit: atOnce }));
    removed += changes;
    if (changes < atOnce) return removed;
  }
}
