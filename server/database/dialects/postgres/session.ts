import { createHash } from 'node:crypto';
import type { QueryConfig, QueryResult } from 'pg';
import type { ReadSession, WriteSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import { endsConnection, translateError } from './errors.ts';

/** Sends one query to a connection of the pool, or to the connection of a transaction. */
export type Send = (query: QueryConfig) => Promise<QueryResult>;

const names = new WeakMap<CompiledStatement, string>();

/** The same SQL has the same name everywhere, so each connection plans it once. */
function nameOf(statement: CompiledStatement): string {
  const kept = names.get(statement);
  if (kept !== undefined) return kept;
  const name = `o_${createHash('sha256').update(statement.sql).digest('base64url').slice(0, 22)}`;
  names.set(statement, name);
  return name;
}

/** Sends a statement, which is prepared where it is sent for the first time. */
export async function perform(send: Send, statement: CompiledStatement, values: unknown[]): Promise<QueryResult> {
  try {
    return await send({ name: nameOf(statement), text: statement.sql, values });
  } catch (error) {
    throw translateError(error);
  }
}

/** Reads through whatever connection is free. */
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

/** One transaction's connection. Queries asked for at the same time go one after the other. */
export class PostgresWriter implements WriteSession {
  readonly #send: Send;
  #lost = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(send: Send) {
    this.#send = (query) => this.#inLine(() => this.#watch(send(query)));
  }

  /** Whether the server has ended the connection or has not answered: what became of the last query is not known. */
  get lost(): boolean {
    return this.#lost;
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

  /** Sends SQL text and answers with the command the server says it performed. */
  async command(text: string, values?: unknown[]): Promise<string> {
    try {
      return (await this.#send(values === undefined ? { text } : { text, values })).command;
    } catch (error) {
      throw translateError(error);
    }
  }

  async #watch(answer: Promise<QueryResult>): Promise<QueryResult> {
    try {
      return await answer;
    } catch (error) {
      this.#lost ||= endsConnection(error);
      throw error;
    }
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}
