// Updates the search index from the texts of entries, in steps of bounded duration.
import { appendNoChange } from './change-log.ts';
import type { Connection } from './connection.ts';

/** Number of texts that are read at a time. */
const TEXTS_AT_ONCE = 64;
/** Amount of work of a step that merges parts of the index. */
export interface MergeLimits {
  /** Number of pages to write: the step ends when it has written as many. */
  readonly pages: number;
  /** Number of pages that are written at a time. Each time, all parts that are being merged are read. */
  readonly pagesAtOnce: number;
  /** Time after which no more pages are written, in milliseconds. */
  readonly budgetMs: number;
}

/** The result of a step. */
export interface IndexStep {
  /** Number of entries whose texts the index now contains or no longer contains, as `entry_text` does. */
  readonly updated: number;
  /** Number of rows that were written, about as many as pages of the index. */
  readonly written: number;
  /** Number of entries that are still pending. */
  readonly pending: number;
  /** Whether parts of the index were merged, so that there may be more to merge. */
  readonly hasMerged: boolean;
}

interface PendingText {
  readonly id: number;
  readonly title: string;
  readonly excerpt: string;
  readonly content: string;
  readonly indexed: number | null;
}

const SELECT_PENDING = {
  sql: `select p.entry_id as id, t.title, t.excerpt, t.content, t.indexed
    from pending_texts as p left join entry_text as t on t.entry_id = p.entry_id
    where p.entry_id > ? order by p.entry_id limit ${TEXTS_AT_ONCE}`,
};
// A statement for a single row does not open a savepoint, at which FTS5 would write its data to disk.
const REPLACE_INDEXED = {
  sql: 'insert or replace into entry_search (rowid, title, excerpt, content) values (?, ?, ?, ?)',
};
const DELETE_INDEXED = { sql: 'delete from entry_search where rowid = ?' };
const DELETE_PENDING = { sql: 'delete from pending_texts where entry_id <= ?' };
const COUNT_PENDING = { sql: 'select count(*) as n from pending_texts' };
const MERGE = { sql: "insert into entry_search (entry_search, rank) values ('merge', ?)" };
const COUNT_CHANGES = { sql: 'select total_changes() as n' };
const HAS_TABLE = { sql: "select count(*) as n from sqlite_schema where name = 'pending_texts'" };
const HAS_PENDING = { sql: 'select exists (select 1 from pending_texts) as n' };

/** Whether the index is outdated. False if the schema has no pending texts yet. */
export const hasPendingTexts = (connection: Connection): boolean =>
  numberFrom(connection, HAS_TABLE) > 0 && numberFrom(connection, HAS_PENDING) > 0;

/**
 * Updates the index for pending texts, lowest IDs first, until `budgetMs` has passed, at least for one of them. Runs in one transaction, so
 * that every search finds each text once.
 *
 * @throws DatabaseBusy if another connection is writing
 */
export function updateIndex(connection: Connection, budgetMs: number): IndexStep {
  const before = numberFrom(connection, COUNT_CHANGES);
  const step = inTransaction(connection, () => {
    const endAt = performance.now() + budgetMs;
    let updated = 0;
    let last = -1;
    for (const { id, title, excerpt, content, indexed } of pendingTexts(connection)) {
      if (indexed === 1) connection.all(REPLACE_INDEXED, [id, title, excerpt, content]);
      else connection.all(DELETE_INDEXED, [id]);
      last = id;
      updated += 1;
      if (performance.now() >= endAt) break;
    }
    connection.all(DELETE_PENDING, [last]);
    return { updated, pending: numberFrom(connection, COUNT_PENDING), hasMerged: false };
  });
  // FTS5 writes the pages when the transaction is committed.
  return { ...step, written: numberFrom(connection, COUNT_CHANGES) - before };
}

/** Yields the pending texts, lowest IDs first. */
function* pendingTexts(connection: Connection): Generator<PendingText> {
  for (let last = -1; ; ) {
    const texts = connection.all(SELECT_PENDING, [last]) as PendingText[];
    yield* texts;
    if (texts.length < TEXTS_AT_ONCE) return;
    last = texts.at(-1)?.id ?? last;
  }
}

/**
 * Merges a limited number of pages of the index: each step of `updateIndex` adds a part to it, and searches read all parts.
 *
 * @throws DatabaseBusy if another connection is writing
 */
export function mergeIndex(connection: Connection, { pages, pagesAtOnce, budgetMs }: MergeLimits): IndexStep {
  return inTransaction(connection, () => {
    const endAt = performance.now() + budgetMs;
    let [written, hasMerged] = [0, true];
    while (hasMerged && written < pages) {
      const before = numberFrom(connection, COUNT_CHANGES);
      connection.all(MERGE, [pagesAtOnce]);
      const changes = numberFrom(connection, COUNT_CHANGES) - before;
      // A merge that finds nothing to do changes one row.
      hasMerged = changes >= 2;
      written += changes;
      if (performance.now() >= endAt) break;
    }
    return { updated: 0, written, pending: numberFrom(connection, COUNT_PENDING), hasMerged };
  });
}

function inTransaction<T>(connection: Connection, work: () => T): T {
  connection.runText('begin immediate');
  try {
    const result = work();
    // The results of searches are the same before and after.
    appendNoChange(connection);
    connection.runText('commit');
    return result;
  } catch (error) {
    if (connection.inTransaction) connection.runText('rollback');
    throw error;
  }
}

const numberFrom = (connection: Connection, statement: { readonly sql: string }): number =>
  (connection.all(statement, []) as { n: number }[])[0]?.n ?? 0;
