import type { Changes } from '../../changes.ts';

/** Positions in the write-ahead log of the server, in bytes from its beginning. */
export interface LogPositions {
  /** End of what is on disk, and therefore available to replicas. */
  readonly flushed: number;
  /** End of what has been written. */
  readonly inserted: number;
}

/** Columns of a query that returns `LogPositions`. They are null on a server in recovery, where the functions would fail. */
export const LOG_POSITIONS = `
  case when not pg_is_in_recovery() then (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::float8 end as flushed,
  case when not pg_is_in_recovery() then (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 end as inserted`;

/**
 * The position that a replica must have replayed so that its data are as recent as this node guarantees: it includes all transactions of this
 * node, and those of other nodes that the last poll of the log of changes has returned.
 *
 * A transaction becomes visible only when its commit is on disk, so that the flushed position includes it, unless it does not wait for the disk.
 * The inserted position includes every visible transaction, but replicas receive nothing beyond the flushed one: they would be of no use
 * until the next flush, which may take half a second.
 */
export class RequiredPosition {
  readonly #changes: Changes;
  #position = 0;
  /** Number of commits of this node, and number of those that the position includes. */
  #committed = 0;
  #covered = 0;
  /** Number of the last commit that did not wait for the disk. */
  #lastUnflushed = 0;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  /** The position, in bytes; undefined if it is not known, so that no replica may be used. */
  get value(): number | undefined {
    return this.isComplete && !this.#changes.isOutdated ? this.#position : undefined;
  }

  /** The last known position, in bytes; it may lack commits. */
  get last(): number {
    return this.#position;
  }

  /** Whether the position includes all commits of this node. */
  get isComplete(): boolean {
    return this.#covered === this.#committed;
  }

  /** Number of commits that positions include which are read from now on. */
  get committed(): number {
    return this.#committed;
  }

  /** Records that a transaction of this node has committed. `isFlushed` is whether its commit has waited for the disk. */
  recordCommit(isFlushed: boolean): void {
    this.#committed += 1;
    if (!isFlushed) this.#lastUnflushed = this.#committed;
  }

  /**
   * Includes the first `committed` commits of this node, and transactions of other nodes. The positions must have been read after all
   * of them had become visible. `areFlushed` is whether those of other nodes have waited for the disk.
   */
  include(committed: number, { flushed, inserted }: LogPositions, areFlushed = true): void {
    const isEnough = areFlushed && this.#lastUnflushed <= this.#covered;
    this.#position = Math.max(this.#position, isEnough ? flushed : inserted);
    this.#covered = Math.max(this.#covered, committed);
  }

  /**
   * Forgets the position. Must be called when the connection to the log of changes is lost, after which no replica may be used until a poll through
   * another connection: positions of a server that has replaced the previous one may be lower.
   */
  reset(): void {
    this.#position = 0;
  }
}
