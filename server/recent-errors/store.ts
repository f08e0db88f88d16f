// Stores the latest unexpected errors.
import type { Insertable, Selectable } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Builder, pickSlots, type Slots, statement, statementFamily } from '../database/statement.ts';
import type { RecentErrorsTable } from '../database/tables/errors.ts';
import { fold } from '../rendering/fold.ts';

/** A row of the table `recent_errors`. */
export type RecentErrorRow = Selectable<RecentErrorsTable>;

/** An error that is to be stored. */
export type NewError = Omit<Insertable<RecentErrorsTable>, 'id' | 'search_key'>;

const columns = ['error_id', 'date_gmt', 'method', 'route', 'message', 'search_key'] as const;

const insertStatement = statement((q, p: Slots<NewError & { search_key: string }>) =>
  q.insertInto('recent_errors').values(pickSlots(p, columns)),
);

/** Stores an error. */
export const insertError = (tx: WriteHandle, error: NewError) => {
  const { error_id, method, route, message } = error;
  return tx.run(insertStatement, { ...error, search_key: fold([error_id, method, route, message].join(' ')) });
};

const pruneStatement = statement((q, p: Slots<{ retained: number }>) =>
  q
    .deleteFrom('recent_errors')
    .where('id', '<=', (eb) =>
      eb.selectFrom('recent_errors').select('id').orderBy('id', 'desc').limit(1).offset(p.retained),
    ),
);

/** Deletes all errors except the `retained` latest ones. */
export const pruneErrors = (tx: WriteHandle, retained: number) => tx.run(pruneStatement, { retained });

/** A filter for errors between two timestamps (exclusive) and for a text that they contain; empty for all. */
interface ErrorFilter {
  readonly search: string;
  readonly after: string;
  readonly before: string;
}

const filteredQuery = (q: Builder, searches: boolean, p: Slots<ErrorFilter>) =>
  q
    .selectFrom('recent_errors')
    .where('date_gmt', '>', p.after)
    .where('date_gmt', '<', p.before)
    .$if(searches, (some) => some.where(q.dialect.contains('search_key', p.search)));

const pageStatement = statementFamily(
  (q: Builder, searches: boolean, p: Slots<ErrorFilter & { limit: number; offset: number }>) =>
    filteredQuery(q, searches, p)
      .selectAll()
      .orderBy('date_gmt', 'desc')
      .orderBy('id', 'desc')
      .limit(p.limit)
      .offset(p.offset),
);

const countStatement = statementFamily((q: Builder, searches: boolean, p: Slots<ErrorFilter>) =>
  filteredQuery(q, searches, p).select((eb) => eb.fn.countAll<number>().as('n')),
);

const valuesOf = (filter: ErrorFilter): ErrorFilter => ({ ...filter, search: fold(filter.search) });

/** Returns a page of the matching errors, newest first. */
export const listErrors = (
  read: ReadHandle,
  filter: ErrorFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<RecentErrorRow[]> => read.all(pageStatement(filter.search !== ''), { ...valuesOf(filter), limit, offset });

/** Returns the total number of matching errors. */
export const countErrors = async (read: ReadHandle, filter: ErrorFilter): Promise<number> =>
  Number((await read.first(countStatement(filter.search !== ''), valuesOf(filter)))?.n ?? 0);
