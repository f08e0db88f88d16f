import { setTimeout as pause } from 'node:timers/promises';
import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { reportReplicaChange } from '../../diagnostics.ts';
import { DatabaseOverloaded } from '../../errors.ts';
import type { ReplicaStatistics } from '../../handle.ts';
import { connectionConfig } from './connection-config.ts';
import type { ReplicaLocation } from './endpoint.ts';
import { endsConnection, translateError } from './errors.ts';
import { openReplicaPool, type Pool, REPLICA_TIMEOUT_MS } from './pools.ts';
import { type BatchChecks, BatchRejected, ReadBatches } from './read-batches.ts';
import { type IdentifiedState, READ_IDENTIFIED_STATE, READ_STATE, type ReplicaState } from './replica-checks.ts';
import { sendTogether } from './send-together.ts';
import { rowTypes } from './types.ts';

/** Interval of checks of a replica, in milliseconds, and minimum interval while it has to catch up. */
const CHECK_INTERVAL_MS = 1000;
const MIN_CHECK_INTERVAL_MS = 5;

/** Lag from which a replica is out of use, and below which it is used again, in milliseconds. */
const MAX_LAG_MS = 1000;
const USABLE_LAG_MS = 500;

/** Maximum number of required positions that the replica has not reached, and minimum time between two of them, in milliseconds. */
const MAX_UNREACHED = 1000;
const UNREACHED_INTERVAL_MS = 50;

/** The server whose data the replicas must have. */
export interface Primary {
  /** Its identity with its timeline (replica-checks.ts); undefined if it is not known now. */
  readonly identity: string | undefined;
  /** The position that a replica must have replayed, in bytes; undefined if no replica may be used now. */
  readonly requiredPosition: number | undefined;
  /** The last such position, even if no replica may be used now. */
  readonly lastPosition: number;
}

/** The known state of the server at the other end of a connection, which cannot restart or replay backwards while it is open. */
interface KnownServer {
  readonly identity: string;
  position: number;
}

/** A position that the replica had to have at a time, in milliseconds. */
interface Requirement {
  readonly at: number;
  readonly position: number;
}

/**
 * A replica through which a node reads. It is in use while it answers, replays the log of the primary, and lags by less than a second. Each
 * batch of reads is checked in addition: its results count only if the replica had replayed the required position before, and
 * still was a replica afterwards.
 */
export class Replica {
  readonly #location: ReplicaLocation;
  readonly #primary: Primary;
  readonly #pool: Pool;
  readonly #batches: ReadBatches;
  readonly #known = new WeakMap<PoolClient, KnownServer>();
  /** The connection for checks. */
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;
  #isClosed = false;
  /** The reason why the replica is not used; undefined if it is in use. */
  #problem: string | undefined = 'It has not been checked yet.';
  /** The use that was last reported. */
  #reportedUse: boolean | undefined;
  /** Position that the replica must have replayed before it is used again; undefined if it may be used. */
  #awaited: number | undefined;
  /** Time of the last lost connection of a read, in milliseconds. */
  #suspendedAt = Number.NEGATIVE_INFINITY;
  /** Positions that the replica has not reached, oldest first. */
  #unreached: Requirement[] = [];
  #reads = 0;
  #repeated = 0;

  constructor(location: ReplicaLocation, primary: Primary, poolSize: number) {
    this.#location = location;
    this.#primary = primary;
    this.#pool = openReplicaPool(location.url, poolSize);
    this.#batches = new ReadBatches(this.#pool, (client) => this.#checksOf(client));
  }

  /** Starts the checks, without which the replica is not used. */
  start(): void {
    this.#scheduleCheck(0);
  }

  get statistics(): ReplicaStatistics {
    return {
      name: this.#location.name,
      problem: this.#problem,
      lagSeconds: this.#lagMs / 1000,
      reads: this.#reads,
      repeated: this.#repeated,
    };
  }

  /** Whether reads may be sent to the replica. They may fail nevertheless, and must then be repeated on the primary. */
  get isUsable(): boolean {
    const isPossible = this.#primary.requiredPosition !== undefined && this.#primary.identity !== undefined;
    return isPossible && this.#problem === undefined && this.#awaited === undefined;
  }

  /**
   * Runs a query, whose result includes everything up to the position that is required when it is sent.
   * @throws any error, after which the read must be repeated on the primary
   */
  async read(query: QueryConfig): Promise<QueryResult> {
    this.#reads += 1;
    try {
      return await this.#batches.run(query);
    } catch (error) {
      this.#repeated += 1;
      // After a lost connection, a check decides. The checks of a batch have recorded why they have rejected it.
      const isKnown = error instanceof BatchRejected || error instanceof DatabaseOverloaded;
      if (!isKnown && endsConnection(error)) this.#suspend();
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

  /** Returns the checks of a batch on a connection. */
  #checksOf(client: PoolClient): BatchChecks {
    const { identity, requiredPosition } = this.#primary;
    if (identity === undefined || requiredPosition === undefined)
      throw new BatchRejected('The required position is not known.');
    const known = this.#known.get(client);
    const isCurrent = known?.identity === identity && known.position >= requiredPosition;
    return {
      before: async () => {
        if (isCurrent) return;
        const isIdentified = known?.identity === identity;
        const query = isIdentified ? READ_STATE : READ_IDENTIFIED_STATE;
        const state: ReplicaState = (await sendTogether(client, query)).rows[0];
        if (!isIdentified) this.#requireIdentity(state as IdentifiedState, identity);
        if (state.position < requiredPosition) {
          this.#await(requiredPosition);
          throw new BatchRejected('The replica has to catch up.');
        }
        this.#known.set(client, { identity, position: state.position });
      },
      after: async () => {
        const state: ReplicaState = (await sendTogether(client, READ_STATE)).rows[0];
        if (state.isReplica !== 1) this.#rejectServer('It is not a replica, or has been promoted.');
        const server = this.#known.get(client);
        if (server) server.position = state.position;
      },
    };
  }

  #requireIdentity(state: IdentifiedState, identity: string): void {
    const problem = findProblem(state, identity);
    if (problem !== undefined) this.#rejectServer(problem);
  }

  #rejectServer(problem: string): never {
    this.#problem = problem;
    this.#await(0);
    throw new BatchRejected(problem);
  }

  /** Does not use the replica until a check finds that it has replayed a position. */
  #await(position: number): void {
    this.#awaited = Math.max(this.#awaited ?? 0, position);
    if (!this.#isChecking) this.#scheduleCheck(0);
  }

  /** Does not use the replica until the next check: at once or, if connections have been lost within the last second, a second later. */
  #suspend(): void {
    if (this.#awaited !== undefined) return;
    this.#awaited = 0;
    const now = performance.now();
    const recurs = now - this.#suspendedAt < CHECK_INTERVAL_MS;
    this.#suspendedAt = now;
    if (!this.#isChecking) this.#scheduleCheck(recurs ? CHECK_INTERVAL_MS : 0);
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
      const translated = translateError(error);
      this.#problem = translated instanceof Error ? translated.message : String(translated);
      void this.#closeClient();
    }
    this.#isChecking = false;
    this.#report();
    const mustCatchUp = identity !== undefined && this.#problem === undefined && this.#awaited !== undefined;
    this.#scheduleCheck(mustCatchUp ? Math.max(MIN_CHECK_INTERVAL_MS, this.#lagMs / 4) : CHECK_INTERVAL_MS);
  }

  /** Decides whether the replica is used. `lastPosition` is the position that was required before its state was read. */
  #evaluate(state: IdentifiedState, identity: string, lastPosition: number): void {
    this.#measureLag(state.position, lastPosition);
    // After a failover, the position may be lower than before.
    if (this.#awaited !== undefined && state.position >= Math.min(this.#awaited, lastPosition))
      this.#awaited = undefined;
    if (state.position < lastPosition) this.#awaited = Math.max(this.#awaited ?? 0, lastPosition);
    const isLagging = this.#lagMs >= (this.#problem === undefined ? MAX_LAG_MS : USABLE_LAG_MS);
    this.#problem = findProblem(state, identity) ?? (isLagging ? 'It lags behind the primary.' : undefined);
  }

  /** Records whether the replica has reached the required position, and forgets positions that are reached or no longer required. */
  #measureLag(position: number, required: number): void {
    this.#unreached = this.#unreached.filter((each) => each.position > position && each.position <= required);
    const latest = this.#unreached.at(-1);
    const now = performance.now();
    const isDue = latest === undefined || (latest.position < required && now - latest.at >= UNREACHED_INTERVAL_MS);
    if (position < required && isDue && this.#unreached.length < MAX_UNREACHED)
      this.#unreached.push({ at: now, position: required });
  }

  /** Time for which the replica has not reached a required position, in milliseconds. */
  get #lagMs(): number {
    const [oldest] = this.#unreached;
    return oldest === undefined ? 0 : performance.now() - oldest.at;
  }

  /** Reports whether the replica is in use, if that has changed and there is a listener. Another reason is no change. */
  #report(): void {
    const isInUse = this.#problem === undefined;
    if (this.#isClosed || this.#reportedUse === isInUse) return;
    if (reportReplicaChange({ replica: this.#location.name, problem: this.#problem })) this.#reportedUse = isInUse;
  }

  async #connect(): Promise<pg.Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new pg.Client({
      ...connectionConfig(this.#location.url),
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

/** Returns the reason why a server cannot be used as a replica of the one with this identity; undefined if it can. */
export function findProblem(state: IdentifiedState, identity: string): string | undefined {
  if (state.isReplica !== 1) return 'It is not a replica, or has been promoted.';
  if (state.identity === identity) return undefined;
  return 'It does not replicate this database: its system, timeline, database or schema is another one.';
}
