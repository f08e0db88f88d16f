import { createHash } from 'node:crypto';
import type { QueryConfig, QueryResult } from 'pg';
import { DatabaseUnavailable } from '../../errors.ts';
import type { ReadSession, WriteSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import { endsConnection, translateError } from './errors.ts';

/** Sends a query to a connection of the pool, or to the connection of a transaction. */
export type Send = (query: QueryConfig) => Promise<QueryResult>;

const statementNames = new WeakMap<CompiledStatement, string>();

/** Returns the name of the prepared statement: a hash of the SQL, so that each connection plans the same SQL once. */
function nameOf(statement: CompiledStatement): string {
  const cached = statementNames.get(statement);
  if (cached !== undefined) return cached;
  const name = `o_${createHash('sha256').update(statement.sql).digest('base64url').slice(0, 22)}`;
  statementNames.set(statement, name);
  return name;
}

/** Runs a statement, which each connection prepares at the first use. */
export async function perform(send: Send, statement: CompiledStatement, values: unknown[]): Promise<QueryResult> {
  try {
    return await send({ name: nameOf(statement), text: statement.sql, values });
  } catch (error) {
    throw translateError(error);
  }
}

/** A session that reads through any free connection. */
export class PostgresReader implements ReadSession {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async all(statement: CompiledStatement, values: unknown[]): Promise<unknown[]> {
    return (await perform(this.#send, statement, values)).rows;
  }

  async first(statement: CompiledStatement, values: unknown[]): Promise<unknown> {
    return (await perform(this.#send, statement, values)).rows[0];
  }
}

/** Queries that acquire locks of a transaction, as prepared statements. */
const lockQueries = {
  exclusive: { name: 'o_lock', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' },
  several: {
    name: 'o_locks',
    text: 'select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) as names (name)',
  },
  attempted: { name: 'o_try_lock', text: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held' },
  shared: { name: 'o_share', text: 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))' },
} as const;

/**
 * The connection of one transaction. Statements are sent without waiting for the results of earlier ones, and run in the order in which
 * they were sent. The first error fails the transaction: every later method throws it, and sends nothing.
 */
export class PostgresWriter implements WriteSession {
  readonly #send: Send;
  readonly #sendBegin: Send;
  /** Names of the shared locks that the transaction has acquired. */
  readonly #shared = new Set<string>();
  #isLost = false;
  #failure: { readonly error: unknown } | undefined;
  #begin: Promise<unknown> | undefined;

  /** `sendBegin` sends the command that begins the transaction. */
  constructor(send: Send, sendBegin = send) {
    this.#send = send;
    this.#sendBegin = sendBegin;
  }

  /** Whether the connection is lost, so that the outcome of the last query is unknown. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Sends the command that begins the transaction. */
  begin(text: string): void {
    this.#begin = this.query({ text }, this.#sendBegin).finally(() => {
      this.#begin = undefined;
    });
    ignoreRejection(this.#begin);
  }

  async all(statement: CompiledStatement, values: unknown[]): Promise<unknown[]> {
    return (await this.#perform(statement, values)).rows;
  }

  async first(statement: CompiledStatement, values: unknown[]): Promise<unknown> {
    return (await this.#perform(statement, values)).rows[0];
  }

  async run(statement: CompiledStatement, values: unknown[]): Promise<number> {
    return (await this.#perform(statement, values)).rowCount ?? 0;
  }

  async send(statement: CompiledStatement, values: unknown[]): Promise<void> {
    await this.#begin;
    ignoreRejection(this.#perform(statement, values));
  }

  async execute(sql: string): Promise<void> {
    await this.#begin;
    await this.query({ text: sql });
  }

  /** Resolves when the locks are held: code may then read what they protect through other connections. */
  async lock(names: readonly string[]): Promise<void> {
    const [name] = names;
    if (names.length > 1) await this.query({ ...lockQueries.several, values: [names] });
    else if (name !== undefined) await this.query({ ...lockQueries.exclusive, values: [name] });
  }

  async tryLock(name: string): Promise<boolean> {
    const { rows } = await this.query({ ...lockQueries.attempted, values: [name] });
    return rows[0].held === 1;
  }

  /** Sends the query of a shared lock, which all later statements wait for, unless the transaction has it already. */
  share(name: string): void {
    if (this.#shared.has(name)) return;
    this.#shared.add(name);
    ignoreRejection(this.query({ ...lockQueries.shared, values: [name] }));
  }

  /** Runs a query without waiting for its result. */
  sendQuery(query: QueryConfig): void {
    ignoreRejection(this.query(query));
  }

  /** Runs a query and returns its result. Throws the error of the first failed query, because later ones fail as a consequence. */
  async query(query: QueryConfig, send = this.#send): Promise<QueryResult> {
    this.#throwFailure();
    try {
      return await this.#sendOnly(query, send);
    } catch (error) {
      this.#failure ??= { error };
      throw this.#failure.error;
    }
  }

  /** Commits. Throws the error of the first failed statement, and DatabaseUnavailable if the server rolls back for another reason. */
  async commit(): Promise<void> {
    await this.#begin;
    const { command } = await this.query({ text: 'commit' });
    // After a failed statement, the server responds to a commit with a rollback and reports success.
    this.#throwFailure();
    if (command !== 'COMMIT') throw new DatabaseUnavailable('The transaction was rolled back by the server.');
  }

  /** Rolls back, unless the connection is lost: the server rolls back by itself then. */
  async rollback(): Promise<void> {
    if (!this.#isLost) await this.#sendOnly({ text: 'rollback' }).catch(() => {});
  }

  /**
   * Runs a statement. A statement that writes is sent only when the transaction has begun, because it would take effect at once if the
   * command that begins the transaction failed.
   */
  async #perform(statement: CompiledStatement, values: unknown[]): Promise<QueryResult> {
    if (statement.writes && this.#begin !== undefined) await this.#begin;
    return this.query({ name: nameOf(statement), text: statement.sql, values });
  }

  async #sendOnly(query: QueryConfig, send = this.#send): Promise<QueryResult> {
    try {
      return await send(query);
    } catch (error) {
      this.#isLost ||= endsConnection(error);
      throw translateError(error);
    }
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}

/** Prevents that the error of a query is reported as unhandled. The session retains it. */
function ignoreRejection(query: Promise<unknown>): void {
  query.catch(() => {});
}
