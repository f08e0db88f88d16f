import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Changes } from '../../changes.ts';
import { reportBackgroundFailure } from '../../diagnostics.ts';

/** Notification channel on which a node announces the tables that a commit has written to. */
const CHANNEL = 'octavo_changes';

/** Delay before the connection is attempted again, in milliseconds. */
const RECONNECT_DELAY_MS = 250;

/** Connection timeout, in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;

/** Interval of the heartbeat query and timeout of its response, in milliseconds. */
const HEARTBEAT_MS = 500;

/**
 * A receiver of notifications about the commits of other nodes. PostgreSQL delivers a notification when the transaction that sent it
 * commits, so it arrives shortly after the commit. While the connection is lost, `changes` counts as disconnected.
 */
export class ChangeNotifier {
  readonly #url: string;
  readonly #changes: Changes;
  /** ID by which this node recognizes the notifications that it sent itself. */
  #node = randomUUID();
  #client: pg.Client | undefined;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(url: string, changes: Changes) {
    this.#url = url;
    this.#changes = changes;
    changes.isDisconnected = true;
  }

  /** Subscribes to the channel; retries when that fails or the connection breaks later. */
  async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'octavo changes',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on('error', (error) => this.#onConnectionLost(client, error));
    client.on('end', () => this.#onConnectionLost(client));
    client.on('notification', ({ payload }) => this.#onNotification(payload ?? ''));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (this.#client !== client || this.#closed) return;
      this.#changes.isDisconnected = false;
      this.#startHeartbeat(client);
    } catch (error) {
      this.#onConnectionLost(client, error);
    }
  }

  /** Returns the query, with its values, that notifies other nodes from within the committing transaction. */
  notifyQuery(tables: ReadonlySet<string>): [text: string, values: string[]] {
    return ['select pg_notify($1, $2)', [CHANNEL, [this.#node, ...tables].join(' ')]];
  }

  /**
   * Replaces the ID of this node. Must be called when the outcome of a commit is unknown. If the transaction has committed, any table
   * may have changed; if it commits later, its notification is handled like one of another node.
   */
  renewIdentity(): void {
    this.#changes.recordUnknownChange();
    this.#node = randomUUID();
  }

  /** Stops listening and closes the connection. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    await this.#client?.end().catch(() => {});
  }

  /** Sends heartbeat queries: a connection that was silently lost looks the same as an idle one. */
  #startHeartbeat(client: pg.Client): void {
    let hasResponded = true;
    this.#heartbeat = setInterval(() => {
      if (!hasResponded) return this.#onConnectionLost(client);
      hasResponded = false;
      client.query('select').then(
        () => {
          hasResponded = true;
        },
        (error: unknown) => this.#onConnectionLost(client, error),
      );
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  #onNotification(payload: string): void {
    const [node, ...tables] = payload.split(' ');
    if (node !== this.#node) this.#changes.recordChange(tables);
  }

  #onConnectionLost(client: pg.Client, error: unknown = new Error('The connection was closed.')): void {
    if (this.#client !== client || this.#closed) return;
    reportBackgroundFailure('connection for change notifications', error);
    this.#client = undefined;
    this.#changes.isDisconnected = true;
    clearInterval(this.#heartbeat);
    client.end().catch(() => {});
    this.#timer = setTimeout(() => this.listen(), RECONNECT_DELAY_MS);
    this.#timer.unref();
  }
}
