import { createHash } from 'node:crypto';
import type { QueryConfig, QueryResult } from 'pg';
import { Mutex } from '../../../workers/mutex.ts';
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

/** The connection of one transaction. Concurrent queries run one after the other. */
export class PostgresWriter implements WriteSession {
  readonly #send: Send;
  #isLost = false;
  readonly #sending = new Mutex();

  constructor(send: Send) {
    this.#send = (query) => this.#sending.runExclusive(() => this.#detectLoss(send(query)));
  }

  /** Whether the connection is lost, so that the outcome of the last query is unknown. */
  get isLost(): boolean {
    return this.#isLost;
  }

  async all(statement: CompiledStatement, values: unknown[]): Promise<unknown[]> {
    return (await perform(this.#send, statement, values)).rows;
  }

  async first(statement: CompiledStatement, values: unknown[]): Promise<unknown> {
    return (await perform(this.#send, statement, values)).rows[0];
  }

  async run(statement: CompiledStatement, values: unknown[]): Promise<number> {
    return (await perform(this.#send, statement, values)).rowCount ?? 0;
  }

  async execute(sql: string): Promise<void> {
    await this.command(sql);
  }

  async lock(name: string): Promise<void> {
    await this.command('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  }

  async share(name: string): Promise<void> {
    await this.command('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [name]);
  }

  /** Runs SQL text and returns the command tag of the server, such as `COMMIT`. */
  async command(text: string, values?: unknown[]): Promise<string> {
    try {
      return (await this.#send(values === undefined ? { text } : { text, values })).command;
    } catch (error) {
      throw translateError(error);
    }
  }

  async #detectLoss(result: Promise<QueryResult>): Promise<QueryResult> {
    try {
      return await result;
    } catch (error) {
      this.#isLost ||= endsConnection(error);
      throw error;
    }
  }
}
