import { anyTable } from './changes.ts';
import type { Dialect, Engine } from './dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import type { SchemaHandle } from './handle.ts';
import { CollectedRows, type RowInsert } from './row-insert.ts';
import type { ReadSession, StatementObserver, WriteSession } from './session.ts';
import { bindParameters, type CompiledStatement, type SlotValue, type Statement } from './statement.ts';

/** A number to add to counters. */
interface Addition {
  n: number;
  /** The tables of the counters. */
  readonly tables: readonly string[];
  readonly send: (n: number) => Promise<void>;
}

/** Maximum number of collected rows: PostgreSQL inserts these while further ones are collected. */
const maxCollectedRows = 500;
/** Maximum number of characters in collected rows, so that they do not exhaust the memory. */
const maxCollectedCharacters = 1_000_000;

/** The handle of one transaction. */
export class WritingHandle implements SchemaHandle {
  readonly engine: Engine;
  readonly dialect: Dialect;
  /** Effects to run after the commit. */
  readonly effects: (() => void)[] = [];
  /** Tables to which statements have written. */
  readonly changed = new Set<string>();
  /** Tables from which statements have deleted rows. */
  readonly deleted = new Set<string>();
  readonly #session: WriteSession;
  readonly #observe: StatementObserver;
  /** Additions that have not been run, by the SQL and the parameters of their statements. */
  readonly #additions = new Map<string, Addition>();
  /** Rows that have not been inserted; undefined if rows are inserted at once. */
  #rows: CollectedRows | undefined;
  #isOpen = true;
  #hasWritten = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(dialect: Dialect, session: WriteSession, observe: StatementObserver) {
    this.engine = dialect.engine;
    this.dialect = dialect;
    this.#session = session;
    this.#observe = observe;
  }

  /** Whether the transaction is still open. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The connection of the transaction, for reads that belong to the transaction but do not use its handle. */
  get session(): ReadSession {
    return this.#session;
  }

  /** Whether a statement was run that may have changed something. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  all<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R[]> {
    return this.#perform(all, statement, parameters) as Promise<R[]>;
  }

  first<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R | undefined> {
    return this.#perform(first, statement, parameters) as Promise<R | undefined>;
  }

  async run<P>(statement: Statement<P, unknown>, parameters: NoInfer<P>): Promise<{ changes: number }> {
    return { changes: await this.#perform(run, statement, parameters) };
  }

  async send<P>(statement: Statement<P, unknown>, parameters: NoInfer<P>): Promise<void> {
    await this.#perform(send, statement, parameters);
  }

  collectInserts(): void {
    this.#requireOpen();
    this.#rows ??= new CollectedRows();
  }

  async insert<Row extends object>(insert: RowInsert<Row>, row: Row): Promise<void> {
    this.#requireOpen();
    if (this.#rows === undefined) {
      const values: SlotValue[] = [];
      insert.addValues(values, row);
      return this.send(insert.statementFor(1), values);
    }
    this.#rows.add(insert, row);
    if (this.#rows.count >= maxCollectedRows || this.#rows.characters > maxCollectedCharacters) await this.#sendRows();
  }

  async add<P extends object>(
    statement: Statement<NoInfer<P> & { n: number }, unknown>,
    parameters: P,
    n: number,
  ): Promise<void> {
    this.#requireOpen();
    const { sql, changes } = statement.compile(this.dialect);
    const key = [sql, ...Object.values(parameters)].join('\0');
    const addition = this.#additions.get(key);
    if (addition) addition.n += n;
    else
      this.#additions.set(key, { n, tables: changes, send: (sum) => this.send(statement, { ...parameters, n: sum }) });
  }

  /** Inserts the collected rows, and runs the additions. */
  async flush(): Promise<void> {
    await this.#sendRows();
    await this.#sendAdditions();
  }

  async #sendRows(): Promise<void> {
    for (const { statement, values } of this.#rows?.take() ?? []) await this.send(statement, values);
  }

  async #sendAdditions(): Promise<void> {
    const additions = [...this.#additions].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#additions.clear();
    for (const [, { n, send }] of additions) if (n !== 0) await send(n);
  }

  execute(sql: string): Promise<void> {
    return this.#attempt(async () => {
      await this.flush();
      this.#hasWritten = true;
      this.changed.add(anyTable);
      this.#observe(sql);
      await this.#session.execute(sql);
    });
  }

  lock(...names: readonly string[]): Promise<void> {
    return this.#attempt(async () => this.#session.lock(names));
  }

  tryLock(name: string): Promise<boolean> {
    return this.#attempt(async () => this.#session.tryLock(name));
  }

  share(name: string): Promise<void> {
    return this.#attempt(async () => this.#session.share(name));
  }

  afterCommit(effect: () => void): void {
    this.#requireOpen();
    this.effects.push(effect);
  }

  /** Closes the handle; every later use throws. */
  end(): void {
    this.#isOpen = false;
  }

  /** Throws the error of the first failed statement, even if the code that ran the statement caught it. */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /**
   * Runs a statement, after the additions to tables that it uses. If it writes, or uses the table of a collected row, it runs after the
   * collected rows: foreign keys and triggers may refer to them.
   */
  async #perform<P, T>(perform: Perform<T>, statement: Statement<P, unknown>, parameters: P): Promise<T> {
    this.#requireOpen();
    try {
      const compiled = statement.compile(this.dialect);
      if (this.#rows !== undefined && this.#rows.count > 0 && usesRows(compiled, this.#rows)) await this.#sendRows();
      if (this.#additions.size > 0 && this.#usesAdditions(compiled)) await this.#sendAdditions();
      this.#hasWritten ||= compiled.writes;
      for (const table of compiled.changes) this.changed.add(table);
      for (const table of compiled.deletes) this.deleted.add(table);
      this.#observe(compiled.sql, compiled);
      return await perform(this.#session, compiled, bindParameters(compiled, parameters));
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  #usesAdditions({ tables, changes, deletes }: CompiledStatement): boolean {
    const isUsed = (table: string) => tables.includes(table) || changes.includes(table) || deletes.includes(table);
    return isUsed(anyTable) || [...this.#additions.values()].some((addition) => addition.tables.some(isUsed));
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    try {
      return await work();
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new DatabaseMisuse('The transaction of this handle is closed.');
  }
}

/** Runs a statement on a session. */
type Perform<T> = (session: WriteSession, compiled: CompiledStatement, values: unknown[]) => T | Promise<T>;

const all: Perform<unknown[]> = (session, compiled, values) => session.all(compiled, values);
const first: Perform<unknown> = (session, compiled, values) => session.first(compiled, values);
const run: Perform<number> = (session, compiled, values) => session.run(compiled, values);
const send: Perform<unknown> = (session, compiled, values) =>
  session.send === undefined ? session.run(compiled, values) : session.send(compiled, values);

const usesRows = ({ writes, tables }: CompiledStatement, rows: CollectedRows): boolean =>
  writes || tables.includes(anyTable) || rows.hasAny(tables);
