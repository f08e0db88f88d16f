import { anyTable } from './changes.ts';
import type { Dialect, Engine } from './dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import type { SchemaHandle } from './handle.ts';
import type { StatementObserver, WriteSession } from './session.ts';
import { bindParameters, type CompiledStatement, type Statement } from './statement.ts';

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

  /** Whether a statement was run that may have changed something. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  all<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R[]> {
    return this.#attempt(async () => {
      const compiled = this.#compiled(statement);
      return (await this.#session.all(compiled, bindParameters(compiled, parameters))) as R[];
    });
  }

  first<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R | undefined> {
    return this.#attempt(async () => {
      const compiled = this.#compiled(statement);
      return (await this.#session.first(compiled, bindParameters(compiled, parameters))) as R | undefined;
    });
  }

  run<P>(statement: Statement<P, unknown>, parameters: NoInfer<P>): Promise<{ changes: number }> {
    return this.#attempt(async () => {
      const compiled = this.#compiled(statement);
      return { changes: await this.#session.run(compiled, bindParameters(compiled, parameters)) };
    });
  }

  execute(sql: string): Promise<void> {
    return this.#attempt(async () => {
      this.#hasWritten = true;
      this.changed.add(anyTable);
      this.#observe(sql);
      await this.#session.execute(sql);
    });
  }

  lock(name: string): Promise<void> {
    return this.#attempt(async () => this.#session.lock(name));
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

  #compiled<P, R>(statement: Statement<P, R>): CompiledStatement {
    const compiled = statement.compile(this.dialect);
    this.#hasWritten ||= compiled.writes;
    for (const table of compiled.changes) this.changed.add(table);
    for (const table of compiled.deletes) this.deleted.add(table);
    this.#observe(compiled.sql, compiled);
    return compiled;
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
