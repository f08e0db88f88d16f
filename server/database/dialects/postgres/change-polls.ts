// Reads the rows of the log of changes that have become visible since the last poll, and deletes old ones.
import type { Client, QueryResult } from 'pg';
import type { Changes } from '../../changes.ts';
import { LOG_POSITIONS, type LogPositions, type RequiredPosition } from './required-position.ts';

/** Time after the beginning of a completed poll for which its result counts as up to date, in milliseconds. */
const VALIDITY_MS = 100;

/**
 * Minimum age of a snapshot whose visible rows are deleted, interval of deletions, and maximum time between two polls, in seconds by the
 * server's clock. Since the first is twice the last, no node that polls in time misses a deleted row.
 */
const RETENTION_SECONDS = 120;
const PRUNING_INTERVAL_SECONDS = 30;
const MAX_GAP_SECONDS = 60;

/** Maximum number of rows that one statement deletes. */
const PRUNED_ROWS = 1000;

/** SQL that returns whether the schema has a log with all its columns. It has none before migration 35. */
export const HAS_LOG = `
  select exists (
    select from pg_attribute where attrelid = to_regclass('change_log') and attname = 'generation' and not attisdropped
  ) as exists`;

/** Error code of the server for a table that does not exist. */
const UNDEFINED_TABLE = '42P01';

/**
 * Reads the current snapshot, and the rows that it contains and the last one did not: those of transactions that had not begun ($1 and
 * later), or not ended ($2). Rows with IDs of later transactions were loaded from a dump of another server.
 */
const POLL = `
  with latest as (
    select node, tables, transaction_id from change_log where transaction_id >= $1::xid8
    union all
    select node, tables, transaction_id from change_log where transaction_id = any($2::xid8[])
  )
  select pg_current_snapshot()::text as snapshot, extract(epoch from clock_timestamp())::float8 as seconds,
    array(
      select node || ' ' || tables from latest where transaction_id < pg_snapshot_xmax(pg_current_snapshot())
    ) as changes`;

const QUERIES = {
  plain: { name: 'o_changes', text: POLL },
  // The functions are called after the snapshot has been taken, so that the positions include every transaction in it.
  withPositions: { name: 'o_changes_and_positions', text: `${POLL}, ${LOG_POSITIONS}` },
} as const;

/**
 * Element of the tables of a row whose transaction has waited for the disk. It is not the name of a table: nodes that do not know it record a
 * change that nothing depends on.
 */
export const FLUSHED = '+';

const PRUNE = {
  name: 'o_prune_changes',
  text: `
    delete from change_log where ctid = any(array(
      select ctid from change_log
      where (transaction_id < $1::xid8 and pg_visible_in_snapshot(transaction_id, $2::pg_snapshot))
        or transaction_id >= pg_snapshot_xmax(pg_current_snapshot())
      limit ${PRUNED_ROWS}
    ))`,
};

/** The last possible transaction ID. */
const LAST_TRANSACTION_ID = '18446744073709551615';

interface PollRow extends Partial<{ readonly [Name in keyof LogPositions]: number | null }> {
  /** The IDs `first:end:active,…`: transactions before `end` that are not active have ended. */
  readonly snapshot: string;
  /** The server's time, in seconds. */
  readonly seconds: number;
  /** For each row, the ID of the node and the names of the tables, separated by spaces. */
  readonly changes: readonly string[];
}

/** Returns the ID before which all transactions have begun, and the IDs of those that have not ended. */
function parseSnapshot({ snapshot }: PollRow): { end: string; active: string[] } {
  const [, end = '', active = ''] = snapshot.split(':');
  return { end, active: active === '' ? [] : active.split(',') };
}

/** A row of the log. */
interface Change {
  readonly node: string;
  readonly tables: readonly string[];
  /** Whether its transaction is known to have waited for the disk. */
  readonly isFlushed: boolean;
}

function parseChange(text: string): Change {
  const [node = '', ...parts] = text.split(' ').filter((part) => part !== '');
  return { node, tables: parts.filter((part) => part !== FLUSHED), isFlushed: parts.includes(FLUSHED) };
}

/** The polls of a node through one connection. */
export class ChangePolls {
  readonly #client: Pick<Client, 'query'>;
  readonly #changes: Changes;
  readonly #isOwn: (node: string) => boolean;
  readonly #position: RequiredPosition | undefined;
  #last: PollRow | undefined;
  /** Some earlier polls, oldest first, whose snapshots determine which rows are deleted. */
  #earlier: PollRow[] = [];

  /**
   * `isOwn` returns whether a node is this one, which records its own changes itself. `position` receives the positions of transactions; it is
   * absent without replicas.
   */
  constructor(
    client: Pick<Client, 'query'>,
    changes: Changes,
    isOwn: (node: string) => boolean,
    position?: RequiredPosition,
  ) {
    this.#client = client;
    this.#changes = changes;
    this.#isOwn = isOwn;
    this.#position = position;
  }

  /**
   * Records what other nodes have committed since the last poll, or an unknown change if that cannot be known. Returns whether the log
   * exists; without it, every table counts as changed.
   * @throws an error of the driver
   */
  async run(): Promise<boolean> {
    const beganAt = performance.now();
    const committed = this.#position?.committed ?? 0;
    const row = await this.#read();
    if (row === undefined) this.#changes.knownUntil = Number.NEGATIVE_INFINITY;
    else {
      const isUnknown = this.#last === undefined || row.seconds - this.#last.seconds > MAX_GAP_SECONDS;
      const changes = row.changes.map(parseChange).filter(({ node }) => !this.#isOwn(node));
      // Together, because reads that begin between them would be cached without the changes.
      this.#includePosition(row, committed, isUnknown, changes);
      if (isUnknown) this.#changes.recordUnknownChange();
      for (const { tables } of changes) if (tables.length > 0) this.#changes.recordChange(tables);
      this.#changes.knownUntil = beganAt + VALIDITY_MS;
    }
    this.#last = row;
    if (row !== undefined) await this.#prune(row);
    return row !== undefined;
  }

  /** Returns undefined if the log does not exist. */
  async #read(): Promise<PollRow | undefined> {
    if (this.#last === undefined && !(await this.#client.query(HAS_LOG)).rows[0].exists) return undefined;
    const { end, active } =
      this.#last === undefined ? { end: LAST_TRANSACTION_ID, active: [] } : parseSnapshot(this.#last);
    try {
      const query = this.#position === undefined ? QUERIES.plain : QUERIES.withPositions;
      const { rows }: QueryResult<PollRow> = await this.#client.query({ ...query, values: [end, active] });
      return rows[0];
    } catch (error) {
      if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return undefined;
      throw error;
    }
  }

  /** Includes the changes of a poll in the required position. Without changes, it remains, so that replicas need not replay anything else. */
  #includePosition(
    { flushed, inserted }: PollRow,
    committed: number,
    isUnknown: boolean,
    changes: readonly Change[],
  ): void {
    const position = this.#position;
    if (position === undefined || typeof flushed !== 'number' || typeof inserted !== 'number') return;
    if (!isUnknown && changes.length === 0 && position.isComplete) return;
    const areFlushed = !isUnknown && changes.every(({ isFlushed }) => isFlushed);
    position.include(committed, { flushed, inserted }, areFlushed);
  }

  /** Deletes rows that every node has read, if there are any. */
  async #prune(row: PollRow): Promise<void> {
    const latest = this.#earlier.at(-1);
    if (latest === undefined || Math.abs(row.seconds - latest.seconds) >= PRUNING_INTERVAL_SECONDS)
      this.#earlier.push(row);
    const oldest = this.#earlier[0];
    if (oldest === undefined || row.seconds - oldest.seconds < RETENTION_SECONDS) return;
    const { rowCount } = await this.#client.query({ ...PRUNE, values: [parseSnapshot(oldest).end, oldest.snapshot] });
    if ((rowCount ?? 0) < PRUNED_ROWS) this.#earlier.shift();
  }
}
