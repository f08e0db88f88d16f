import type { Changes } from './changes.ts';
import type { Dialect, Engine } from './dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import type { ReadHandle } from './handle.ts';
import type { ReadSession, StatementObserver } from './session.ts';
import { bindParameters, type CompiledStatement, type Statement } from './statement.ts';

/**
 * A handle that reads through a session. It rejects statements that would write before they reach the engine, which rejects them as well.
 */
export class ReadingHandle implements ReadHandle {
  readonly engine: Engine;
  readonly #dialect: Dialect;
  readonly #session: ReadSession;
  readonly #observe: StatementObserver;
  readonly #changes: Changes;

  constructor(dialect: Dialect, session: ReadSession, observe: StatementObserver, changes: Changes) {
    this.engine = dialect.engine;
    this.#dialect = dialect;
    this.#session = session;
    this.#observe = observe;
    this.#changes = changes;
  }

  async all<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R[]> {
    const compiled = this.#readable(statement);
    return (await this.#session.all(compiled, bindParameters(compiled, parameters))) as R[];
  }

  async first<P, R>(statement: Statement<P, R>, parameters: NoInfer<P>): Promise<R | undefined> {
    const compiled = this.#readable(statement);
    return (await this.#session.first(compiled, bindParameters(compiled, parameters))) as R | undefined;
  }

  #readable<P, R>(statement: Statement<P, R>): CompiledStatement {
    const compiled = statement.compile(this.#dialect);
    if (compiled.writes) throw new DatabaseMisuse(`A read handle cannot write: ${compiled.sql}`);
    this.#observe(compiled.sql, compiled);
    this.#changes.recordRead(compiled.tables);
    return compiled;
  }
}
