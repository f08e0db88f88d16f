import { anyTable } from './changes.ts';
import type { Dialect, Engine } from './dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import type { SchemaHandle } from './handle.ts';
import type { StatementObserver, WriteSession } from './session.ts';
import { bindParameters, type CompiledStatement, type Statement } from './statement.ts';

/** The handle of one transaction, from its begin to its end. */
export class WritingHandle implements SchemaHandle {
  readonly engine: Engine;
  readonly dialect: Dialect;
  /** What waits for the commit. */
  readonly effects: (() => void)[] = [];
  /** The tables written to. */
  readonly changed = new Set<string>();
  readonly #session: WriteSession;
  readonly #observe: StatementObserver;
  #open = true;
  #wrote = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(dialect: Dialect, session: WriteSession, observe: StatementObserver) {
    this.engine = dialect.engine;
    this.dialect = dialect;
    this.#session = session;
    this.#observe = observe;
  }

  /** Whether the transaction still runs. */
  get open(): boolean {
    return this.#open;
  }

  /** Whether anything was run that may have changed something. */
  get wrote(): boolean {
    return this.#wrote;
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
      this.#wrote = true;
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
    this.#mustBeOpen();
    this.effects.push(effect);
  }

  /** Ends the handle's life; every later use throws. */
  end(): void {
    this.#open = false;
  }

  /** Throws the first error a statement gave, even when the work caught it. */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #compiled<P, R>(statement: Statement<P, R>): CompiledStatement {
    const compiled = statement.compile(this.dialect);
    this.#wrote ||= compiled.writes;
    for (const table of compiled.changes) this.changed.add(table);
    this.#observe(compiled.sql);
    return compiled;
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    this.#mustBeOpen();
    try {
      return await work();
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  #mustBeOpen(): void {
    if (!this.#open) throw new DatabaseMisuse('This handle belongs to a transaction that has ended.');
  }
}
