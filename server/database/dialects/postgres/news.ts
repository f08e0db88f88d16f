import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Changes } from '../../changes.ts';

/** The channel that nodes tell each other on which tables a commit has written to. */
const CHANNEL = 'octavo_changes';

/** How long to wait before listening is tried again, in milliseconds. */
const TRY_AGAIN = 250;

/** How long the connection may take to be made, in milliseconds. */
const CONNECT_LIMIT = 5000;

/** How often the connection is asked whether it lives, and how long it may take to answer, in milliseconds. */
const BEAT = 500;

/**
 * Commits of other nodes. PostgreSQL delivers a notification when the transaction that gave it commits, so what others
 * have committed is known here moments later. Without a connection to listen on nothing is known, and `changes` is blind.
 */
export class News {
  readonly #url: string;
  readonly #changes: Changes;
  /** Tells this node's own notifications from others'. */
  #node = randomUUID();
  #client: pg.Client | undefined;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #beats: NodeJS.Timeout | undefined;

  constructor(url: string, changes: Changes) {
    this.#url = url;
    this.#changes = changes;
    changes.blind = true;
  }

  /** Begins to listen; where that fails, or breaks off later, goes on trying. */
  async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'octavo news',
      connectionTimeoutMillis: CONNECT_LIMIT,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''));
    this.#client = client;
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      if (this.#client !== client || this.#closed) return;
      this.#changes.blind = false;
      this.#watch(client);
    } catch {
      this.#lose(client);
    }
  }

  /** The command that tells other nodes, inside the committing transaction, and its values. */
  telling(tables: ReadonlySet<string>): [text: string, values: string[]] {
    return ['select pg_notify($1, $2)', [CHANNEL, [this.#node, ...tables].join(' ')]];
  }

  /**
   * To be called when nobody knows whether a commit of this node has happened. If it has, everything may have changed;
   * if it still happens, it is heard like another node's.
   */
  disown(): void {
    this.#changes.noteUnknownChange();
    this.#node = randomUUID();
  }

  /** Listens no longer. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beats);
    await this.#client?.end().catch(() => {});
  }

  /** A way to the server that has silently gone looks like one on which nothing happens. */
  #watch(client: pg.Client): void {
    let answered = true;
    this.#beats = setInterval(() => {
      if (!answered) return this.#lose(client);
      answered = false;
      client.query('select').then(
        () => {
          answered = true;
        },
        () => this.#lose(client),
      );
    }, BEAT);
    this.#beats.unref();
  }

  #hear(payload: string): void {
    const [node, ...tables] = payload.split(' ');
    if (node !== this.#node) this.#changes.noteChange(tables);
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = undefined;
    this.#changes.blind = true;
    clearInterval(this.#beats);
    client.end().catch(() => {});
    this.#timer = setTimeout(() => this.listen(), TRY_AGAIN);
    this.#timer.unref();
  }
}
