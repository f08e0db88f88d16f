// The log of changes of a PostgreSQL database: each writing transaction adds a row with the tables that it has changed, and each node reads the
// rows that have become visible since its last poll. Notifications only wake the nodes earlier.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg, { type QueryConfig } from 'pg';
import type { Changes } from '../../changes.ts';
import { reportBackgroundFailure } from '../../diagnostics.ts';
import { ChangePolls, FLUSHED, HAS_LOG } from './change-polls.ts';
import { connectionConfig } from './connection-config.ts';
import { endsConnection } from './errors.ts';
import { LogConnection } from './log-connection.ts';
import { READ_POSITIONED_PRIMARY } from './replica-checks.ts';
import { LOG_POSITIONS, type RequiredPosition } from './required-position.ts';
import type { PostgresWriter } from './session.ts';

/** Channel on which a node announces that it has committed. The payload is the ID of the node. */
const CHANNEL = 'octavo_changes';

/** Maximum time between the beginnings of two polls, and minimum time, which notifications cannot shorten, in milliseconds. */
const POLL_INTERVAL_MS = 50;
const MIN_POLL_INTERVAL_MS = 5;

/**
 * Time after a commit during which further commits share its notification, and minimum time between two notifications, in milliseconds: each one
 * wakes all nodes, including this one.
 */
const NOTIFICATION_DELAY_MS = 5;
const NOTIFICATION_INTERVAL_MS = 25;

/** Timeout of a poll, and delay before the connection is attempted again, in milliseconds. */
const POLL_TIMEOUT_MS = 2000;
const RECONNECT_DELAY_MS = 250;

/** Connection timeout, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;

const READ_POSITIONS = { name: 'o_positions', text: `select ${LOG_POSITIONS}` };

const APPEND = { name: 'o_change', text: 'insert into change_log (node, tables, generation) values ($1, $2, $3)' };

/** The generation that rows of a process have which has not read the history of migrations: the maximum, so that they are accepted. */
const UNCHECKED_GENERATION = 2 ** 31 - 1;

/**
 * The log as one node uses it. As long as polls succeed, `changes` knows each change at most 100 ms after its commit; otherwise, every table
 * counts as changed.
 */
export class ChangeLog {
  readonly #url: string;
  readonly #changes: Changes;
  readonly #position: RequiredPosition | undefined;
  #identity: string | undefined;
  #isReadingPosition = false;
  /** Whether it has been reported that the server does not return its identity or its positions. */
  #isUnidentifiedReported = false;
  /** ID by which this node recognizes its own rows, whose tables it has recorded itself. */
  #node = randomUUID();
  #exists = false;
  #client: pg.Client | undefined;
  /** The connection of the client, after its first poll. */
  #connection: LogConnection | undefined;
  #isClosed = false;
  /** Whether the log must be read again at once, because another node has committed. */
  #isNotified = false;
  #wake: () => void = () => {};
  #notification: NodeJS.Timeout | undefined;
  /** Time of the last notification, in milliseconds. */
  #notifiedAt = Number.NEGATIVE_INFINITY;
  #reconnection: NodeJS.Timeout | undefined;

  /** `position` receives the positions of transactions; it is absent without replicas. */
  constructor(url: string, changes: Changes, position?: RequiredPosition) {
    this.#url = url;
    this.#changes = changes;
    this.#position = position;
    changes.knownUntil = Number.NEGATIVE_INFINITY;
  }

  /** Connects, and resolves after the first poll. Tries again when that fails, or when the connection breaks later. */
  async open(): Promise<void> {
    const client = new pg.Client({
      // A notification needs no flush, and a deletion that is lost is repeated.
      ...connectionConfig(this.#url, '-c synchronous_commit=off'),
      application_name: 'octavo changes',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: POLL_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', (error) => this.#onConnectionLost(client, error));
    client.on('end', () => this.#onConnectionLost(client));
    client.on('notification', ({ payload }) => {
      if (payload === this.#node) return;
      this.#isNotified = true;
      this.#wake();
    });
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      // While the connection is open, the server is the same.
      const identity = await this.#readIdentity(client);
      const position = identity === undefined ? undefined : this.#position;
      const polls = new ChangePolls(client, this.#changes, (node) => node === this.#node, position);
      await this.#poll(polls);
      if (!this.#isCurrent(client)) return;
      this.#connection = new LogConnection(client);
      // With the first position: a replica that is compared with position zero would seem to have caught up.
      this.#identity = identity;
      void this.#pollRepeatedly(client, polls);
    } catch (error) {
      this.#onConnectionLost(client, error);
    }
  }

  /**
   * Adds the row of a transaction. Must be called immediately before its commit. `isFlushed` is whether the commit waits for the disk.
   */
  async append(session: PostgresWriter, tables: ReadonlySet<string>, isFlushed: boolean): Promise<void> {
    // As long as this node has not seen the log, a migration may be creating it.
    if (!this.#exists && !(await session.query({ text: HAS_LOG })).rows[0].exists) return;
    const names = isFlushed ? [FLUSHED, ...tables] : [...tables];
    session.sendQuery(this.#appendQuery(names.join(' ')));
  }

  /** The open connection to the log, as far as this node has seen; undefined if it is lost, or if the schema has no log. */
  get connection(): LogConnection | undefined {
    return this.#exists ? this.#connection : undefined;
  }

  /** The server, as replicas identify theirs (replica-checks.ts); undefined if it is not known, or is no primary. */
  get identity(): string | undefined {
    return this.#identity;
  }

  /**
   * Cancels the statement of a process of the server, which must belong to the same user.
   * @throws an error of the driver
   */
  async cancelBackend(pid: number): Promise<void> {
    await this.#connection?.query({ text: 'select pg_cancel_backend($1)', values: [pid] });
  }

  /** Returns the query that adds a row without tables, in a transaction whose commit must wait for the disk. */
  appendNoChangeQuery(): QueryConfig {
    return this.#appendQuery(FLUSHED);
  }

  #appendQuery(tables: string): QueryConfig {
    return { ...APPEND, values: [this.#node, tables, this.#changes.generation ?? UNCHECKED_GENERATION] };
  }

  /**
   * Wakes the other nodes soon, and reads the position that includes the commit. Must be called after a commit. `isFlushed` is whether it has
   * waited for the disk.
   */
  announce(isFlushed: boolean): void {
    this.#requireCommit(isFlushed);
    if (this.#notification !== undefined) return;
    const delayMs = Math.max(NOTIFICATION_DELAY_MS, this.#notifiedAt + NOTIFICATION_INTERVAL_MS - performance.now());
    this.#notification = setTimeout(() => {
      this.#notification = undefined;
      this.#notifiedAt = performance.now();
      // Without the notification, the other nodes read the change a little later.
      this.#connection?.query({ text: 'select pg_notify($1, $2)', values: [CHANNEL, this.#node] }).catch(() => {});
    }, delayMs).unref();
  }

  /**
   * Replaces the ID of this node. Must be called when the outcome of a commit is unknown. If the transaction has committed, any table
   * may have changed, and a poll may have ignored its row, so that replicas must replay it; if it commits later, its row is handled
   * like one of another node.
   */
  renewIdentity(): void {
    this.#node = randomUUID();
    this.#requireCommit(false);
    this.#changes.recordUnknownChange();
  }

  /** Uses no replica until the position is known that includes a commit. `isFlushed` is whether it has waited for the disk. */
  #requireCommit(isFlushed: boolean): void {
    this.#position?.recordCommit(isFlushed);
    if (this.#position && !this.#isReadingPosition) void this.#readPosition(this.#position);
  }

  /** Stops polling and closes the connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#changes.knownUntil = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#notification);
    clearTimeout(this.#reconnection);
    this.#wake();
    await this.#client?.end().catch(() => {});
  }

  /**
   * Returns the identity of the server. Without replicas, or if the server does not return it or its positions, returns undefined: then
   * no replica is used, but the log is read nevertheless.
   */
  async #readIdentity(client: pg.Client): Promise<string | undefined> {
    if (this.#position === undefined) return undefined;
    try {
      return (await client.query(READ_POSITIONED_PRIMARY)).rows[0].identity ?? undefined;
    } catch (error) {
      if (endsConnection(error)) throw error;
      if (!this.#isUnidentifiedReported) reportBackgroundFailure('position of the primary for replicas', error);
      this.#isUnidentifiedReported = true;
      return undefined;
    }
  }

  /**
   * Reads the position of own commits, through the connection of the log, so that they do not wait for it; commits meanwhile share the next
   * query. Without a connection, the first poll of the next one returns it.
   */
  async #readPosition(position: RequiredPosition): Promise<void> {
    if (this.#identity === undefined) return;
    this.#isReadingPosition = true;
    try {
      for (let connection = this.#connection; connection && !position.isComplete; connection = this.#connection) {
        const { committed } = position;
        const { rows } = await connection.query(READ_POSITIONS);
        if (connection === this.#connection) position.include(committed, rows[0]);
      }
    } catch {
      // The error is that of the connection, which its polls report.
    } finally {
      this.#isReadingPosition = false;
    }
  }

  #isCurrent(client: pg.Client): boolean {
    return this.#client === client && !this.#isClosed;
  }

  async #pollRepeatedly(client: pg.Client, polls: ChangePolls): Promise<void> {
    try {
      for (let beganAt = performance.now(); this.#isCurrent(client); ) {
        await this.#waitForPoll(beganAt);
        if (!this.#isCurrent(client)) return;
        beganAt = performance.now();
        await this.#poll(polls);
      }
    } catch (error) {
      this.#onConnectionLost(client, error);
    }
  }

  async #poll(polls: ChangePolls): Promise<void> {
    this.#isNotified = false;
    this.#exists = await polls.run();
  }

  /** Waits until the next poll is due: at once after a notification, otherwise when the interval since the last one has passed. */
  async #waitForPoll(beganAt: number): Promise<void> {
    await pause(Math.max(0, beganAt + MIN_POLL_INTERVAL_MS - performance.now()), undefined, { ref: false });
    const delay = beganAt + POLL_INTERVAL_MS - performance.now();
    if (this.#isNotified || this.#isClosed || delay <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay);
      timer.unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #onConnectionLost(client: pg.Client, error: unknown = new Error('The connection was closed.')): void {
    if (!this.#isCurrent(client)) return;
    reportBackgroundFailure('connection for the log of changes', error);
    this.#client = undefined;
    this.#connection = undefined;
    this.#identity = undefined;
    this.#position?.reset();
    this.#changes.knownUntil = Number.NEGATIVE_INFINITY;
    client.end().catch(() => {});
    this.#reconnection = setTimeout(() => this.open(), RECONNECT_DELAY_MS);
    this.#reconnection.unref();
  }
}
