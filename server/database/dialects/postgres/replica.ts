import { setTimeout as pause } from 'node:timers/promises';
import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { reportReplicaChange } from '../../diagnostics.ts';
import { DatabaseOverloaded } from '../../errors.ts';
import type { ReplicaStatistics } from '../../handle.ts';
import type { ReplicaLocation } from './endpoint.ts';
import { endsConnection, isCancellation } from './errors.ts';
import { openReplicaPool, type Pool, REPLICA_TIMEOUT_MS } from './pools.ts';
import { type BatchChecks, type BatchGuard, BatchRejected, ConnectionRejected, ReadBatches } from './read-batches.ts';
import { ReadFailures } from './read-failures.ts';
import {
  checkConfig,
  describeFailure,
  findProblem,
  type IdentifiedState,
  READ_IDENTIFIED_STATE,
  READ_STATE,
  type ReplicaState,
} from './replica-checks.ts';
import { ReplicaLag } from './replica-lag.ts';
import { sendTogether } from './send-together.ts';
import { rowTypes } from './types.ts';

/** Interval of checks of a replica, in milliseconds, and minimum interval while it has to catch up. */
const CHECK_INTERVAL_MS = 1000;
const MIN_CHECK_INTERVAL_MS = 5;

/** Lag from which a replica is out of use, and below which it is used again, in milliseconds. */
const MAX_LAG_MS = 1000;
const USABLE_LAG_MS = 500;

/** The server whose data the replicas must have. */
export interface Primary {
  /** Its identity with its timeline (replica-checks.ts); undefined if it is not known now. */
  readonly identity: string | undefined;
  /** The position that a replica must have replayed, in bytes; undefined if no replica may be used now. */
  readonly requiredPosition: number | undefined;
  /** The last such position, even if no replica may be used now. */
  readonly lastPosition: number;
  /** Drops what has been cached, because reads may have returned data of another server. */
  recordUnknownChange(): void;
}

/** The known state of the server at the other end of a connection, which cannot restart or replay backwards while it is open. */
interface KnownServer {
  readonly identity: string;
  position: number;
}

/**
 * A replica through which a node reads. It is in use while it answers, replays the log of the primary, and lags by less than a second. Each
 * batch of reads is checked in addition: its results count only if the replica had replayed the required position before, and
 * still was a replica afterwards.
 */
export class Replica implements BatchGuard {
  readonly #location: ReplicaLocation;
  readonly #primary: Primary;
  readonly #pool: Pool;
  readonly #batches: ReadBatches;
  readonly #lag = new ReplicaLag();
  readonly #failures = new ReadFailures();
  #known = new WeakMap<PoolClient, KnownServer>();
  /** Whether reads have succeeded since the last time when the server was another one. */
  #hasServed = false;
  /** The connection for checks. */
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;
  #isClosed = false;
  /** The reason that the last check has found not to use the replica; undefined if there is none. */
  #problem: string | undefined = 'It has not been checked yet.';
  /** The use that was last reported. */
  #reportedUse: boolean | undefined;
  /** Position that the replica must have replayed before it is used again; undefined if it may be used. */
  #awaited: number | undefined;
  #reads = 0;
  #repeated = 0;

  constructor(location: ReplicaLocation, primary: Primary, poolSize: number) {
    this.#location = location;
    this.#primary = primary;
    this.#pool = openReplicaPool(location.url, poolSize);
    this.#batches = new ReadBatches(this.#pool, this);
  }

  /** Starts the checks, without which the replica is not used. */
  start(): void {
    this.#scheduleCheck(0);
  }

  get statistics(): ReplicaStatistics {
    const isPrimaryKnown = this.#primary.identity !== undefined;
    return {
      name: this.#location.name,
      problem: this.#currentProblem ?? (isPrimaryKnown ? undefined : 'The state of the primary is not known.'),
      lagSeconds: this.#lag.ms / 1000,
      reads: this.#reads,
      repeated: this.#repeated,
    };
  }

  /** Whether reads may be sent to the replica. They may fail nevertheless, and must then be repeated on the primary. */
  get isUsable(): boolean {
    const isPossible = this.#primary.requiredPosition !== undefined && this.#primary.identity !== undefined;
    return isPossible && this.#currentProblem === undefined && this.#awaited === undefined;
  }

  get #currentProblem(): string | undefined {
    return this.#problem ?? this.#failures.problem;
  }

  /**
   * Runs a query, whose result includes everything up to the position that is required when it is sent.
   * @throws any error, after which the read must be repeated on the primary
   */
  async read(query: QueryConfig): Promise<QueryResult> {
    this.#reads += 1;
    const beganAt = this.#failures.begin(REPLICA_TIMEOUT_MS);
    try {
      const result = await this.#batches.run(query);
      if (this.#failures.recordSuccess(beganAt)) this.#report();
      return result;
    } catch (error) {
      this.#repeated += 1;
      // The checks of a batch have recorded why they have rejected it.
      const isKnown = error instanceof BatchRejected || error instanceof DatabaseOverloaded;
      if (!isKnown) this.#recordFailure(beganAt, error);
      throw error;
    }
  }

  /** Stops the checks and closes the connections. Does not wait for a server that does not respond. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#pool.limiter.close();
    const ended = Promise.all([this.#pool.connections.end(), this.#closeClient()]);
    await Promise.race([ended, pause(REPLICA_TIMEOUT_MS, undefined, { ref: false })]);
  }

  requireUsable(): void {
    if (this.#problem !== undefined || this.#awaited !== undefined)
      throw new BatchRejected('The replica is not in use any more.');
  }

  checksOf(client: PoolClient): BatchChecks {
    const { identity, requiredPosition } = this.#primary;
    if (identity === undefined || requiredPosition === undefined)
      throw new BatchRejected('The required position is not known.');
    const servers = this.#known;
    const known = servers.get(client);
    const isCurrent = known?.identity === identity && known.position >= requiredPosition;
    return {
      before: async () => {
        if (isCurrent) return;
        const isIdentified = known?.identity === identity;
        const query = isIdentified ? READ_STATE : READ_IDENTIFIED_STATE;
        const state: ReplicaState = (await sendTogether(client, query)).rows[0];
        const problem = isIdentified ? undefined : findProblem(state as IdentifiedState, identity);
        if (problem !== undefined) this.#rejectServer(problem);
        if (state.position < requiredPosition) {
          this.#await(requiredPosition);
          throw new BatchRejected('The replica has to catch up.');
        }
        servers.set(client, { identity, position: state.position });
      },
      after: async () => {
        const state: ReplicaState = (await sendTogether(client, READ_STATE)).rows[0];
        if (state.isReplica !== 1) this.#rejectServer('It is not a replica, or has been promoted.');
        // A check has found another server meanwhile.
        if (servers !== this.#known) throw new ConnectionRejected('The server may be another one.');
        const server = servers.get(client);
        if (server === undefined) return;
        server.position = state.position;
        this.#hasServed = true;
      },
    };
  }

  #rejectServer(problem: string): never {
    this.#problem = problem;
    this.#forgetServer();
    this.#await(0);
    throw new ConnectionRejected(problem);
  }

  /**
   * Identifies the server of each connection again, and drops what has been cached. Must be called when the server is not the one that it was: the
   * checks of a batch do not notice that a replica has begun to follow another server.
   */
  #forgetServer(): void {
    this.#known = new WeakMap();
    if (!this.#hasServed) return;
    this.#hasServed = false;
    this.#primary.recordUnknownChange();
  }

  /** Does not use the replica until a check finds that it has replayed a position. */
  #await(position: number): void {
    this.#awaited = Math.max(this.#awaited ?? 0, position);
    this.#rejectWaiting();
    if (!this.#isChecking) this.#scheduleCheck(0);
  }

  /** Rejects the reads that wait for a connection, so that they use the primary. */
  #rejectWaiting(): void {
    this.#batches.rejectWaiting(new BatchRejected('The replica is not in use any more.'));
  }

  /** After a lost connection, the replica is not used until a check; after repeated failures, for longer (ReadFailures). */
  #recordFailure(beganAt: number, error: unknown): void {
    const isLost = endsConnection(error);
    if (!isLost && !isCancellation(error)) return;
    if (!this.#failures.recordFailure(beganAt, describeFailure(error))) return;
    if (isLost) this.#await(0);
    if (this.#failures.problem !== undefined) this.#rejectWaiting();
    this.#report();
  }

  #scheduleCheck(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#check(), delayMs);
    this.#timer.unref();
  }

  /** Checks the replica, and schedules the next check. */
  async #check(): Promise<void> {
    this.#isChecking = true;
    const { identity, lastPosition } = this.#primary;
    try {
      const client = await this.#connect();
      const state: IdentifiedState = (await client.query(READ_IDENTIFIED_STATE)).rows[0];
      // Without the primary, no replica is used, and nothing changes.
      if (identity !== undefined) this.#evaluate(state, identity, lastPosition);
    } catch (error) {
      this.#problem = describeFailure(error);
      void this.#closeClient();
    }
    if (this.#problem !== undefined) this.#rejectWaiting();
    this.#isChecking = false;
    this.#report();
    const mustCatchUp = identity !== undefined && this.#problem === undefined && this.#awaited !== undefined;
    this.#scheduleCheck(mustCatchUp ? Math.max(MIN_CHECK_INTERVAL_MS, this.#lag.ms / 4) : CHECK_INTERVAL_MS);
  }

  /** Decides whether the replica is used. `lastPosition` is the position that was required before its state was read. */
  #evaluate(state: IdentifiedState, identity: string, lastPosition: number): void {
    this.#lag.record(state.position, lastPosition);
    // After a failover, the position may be lower than before.
    if (this.#awaited !== undefined && state.position >= Math.min(this.#awaited, lastPosition))
      this.#awaited = undefined;
    if (state.position < lastPosition) this.#awaited = Math.max(this.#awaited ?? 0, lastPosition);
    const isLagging = this.#lag.ms >= (this.#problem === undefined ? MAX_LAG_MS : USABLE_LAG_MS);
    this.#problem = findProblem(state, identity);
    if (this.#problem !== undefined) {
      this.#forgetServer();
      // The URL may lead to another server the next time.
      void this.#closeClient();
    } else if (isLagging) this.#problem = 'It lags behind the primary.';
  }

  /**
   * Reports whether the replica is in use, if that has changed and there is a listener. Another reason is no change. After repeated failures,
   * it is in use again when a read has succeeded.
   */
  #report(): void {
    const problem = this.#currentProblem;
    const isInUse = problem === undefined;
    if (this.#isClosed || this.#reportedUse === isInUse || (isInUse && this.#failures.areRepeated)) return;
    if (reportReplicaChange({ replica: this.#location.name, problem })) this.#reportedUse = isInUse;
  }

  async #connect(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new pg.Client({
      ...checkConfig(this.#location.url),
      types: rowTypes,
      application_name: 'octavo replica check',
      connectionTimeoutMillis: REPLICA_TIMEOUT_MS,
      query_timeout: REPLICA_TIMEOUT_MS,
      keepAlive: true,
    });
    // The next check reports that the connection is lost. Reads must not wait for it.
    client.on('error', () => this.#onConnectionLost(client));
    client.on('end', () => this.#onConnectionLost(client));
    this.#client = client;
    await client.connect();
    return client;
  }

  #onConnectionLost(client: pg.Client): void {
    if (this.#client !== client || this.#isClosed) return;
    this.#client = undefined;
    this.#await(0);
  }

  async #closeClient(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }
}
