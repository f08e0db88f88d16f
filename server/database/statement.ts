import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import { accessedTables } from './accessed-tables.ts';
import { BoundedMap } from './bounded-map.ts';
import { type Builder, builderFor } from './builder.ts';
import { anyTable } from './changes.ts';
import type { Dialect, Engine } from './dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import { isStorable, Slot, type Slots, type SlotValues, slotsByName } from './slot.ts';
import type { Tables } from './tables/index.ts';

export type { Builder } from './builder.ts';
export { pickSlots, type Slots, type SlotValue, slotOf, slotsByName, withConstants } from './slot.ts';

/** Number of compiled variants that are cached for a statement family, in each of two generations. */
const MAX_CACHED_SHAPES = 256;

/** A statement compiled for one engine. */
export interface CompiledStatement {
  readonly sql: string;
  /** Whether the statement may write; true when that cannot be determined. */
  readonly writes: boolean;
  /** The tables that the statement names (accessed-tables.ts). */
  readonly tables: readonly string[];
  /** The tables that the statement writes to; `anyTable` if it may write to any. */
  readonly changes: readonly string[];
  /** The tables from which the statement deletes rows; foreign keys may extend the deletion to other tables. */
  readonly deletes: readonly string[];
  /** Slots to bind and constant values, in the order of the placeholders. */
  readonly parameters: readonly unknown[];
}

declare const parametersType: unique symbol;
declare const rowType: unique symbol;

/** A query that is compiled once for each engine and takes parameters P at each call. */
export interface Statement<P, Row> {
  /** Returns the compiled form for an engine; compiles at the first call. */
  compile(dialect: Dialect): CompiledStatement;
  readonly [parametersType]: (parameters: P) => void;
  readonly [rowType]: Row;
}

type Buildable<Row> = Compilable<Row> | RawBuilder<Row>;

class LazyStatement<P, Row, T> implements Statement<P, Row> {
  declare readonly [parametersType]: (parameters: P) => void;
  declare readonly [rowType]: Row;
  readonly #build: (q: Builder<T>, p: Slots<P>) => Buildable<Row>;
  readonly #compiled: Partial<Record<Engine, CompiledStatement>> = {};

  constructor(build: (q: Builder<T>, p: Slots<P>) => Buildable<Row>) {
    this.#build = build;
  }

  compile(dialect: Dialect): CompiledStatement {
    const cached = this.#compiled[dialect.engine];
    if (cached !== undefined) return cached;
    const compiled = this.#compileFor(dialect);
    this.#compiled[dialect.engine] = compiled;
    return compiled;
  }

  #compileFor(dialect: Dialect): CompiledStatement {
    const builder = builderFor<T>(dialect);
    const built = this.#build(builder, slotsByName<P>());
    return compiledStatement('isRawBuilder' in built ? built.compile(builder) : built.compile());
  }
}

/**
 * Returns a statement that is built and compiled at its first use on each engine.
 * @example
 * const findTerm = statement((q: Builder, p: Slots<{ id: number }>) =>
 *   q.selectFrom('term').select(['id', 'name']).where('id', '=', p.id));
 * const term = await handle.first(findTerm, { id: 7 });
 */
export function statement<P extends SlotValues<P>, Row, T = Tables>(
  build: (q: Builder<T>, p: Slots<P>) => Buildable<Row>,
): Statement<P, Row> {
  return new LazyStatement(build);
}

/**
 * Returns a function that returns the variant of a statement for a `shape`, such as its filters and order. Each variant is built once and
 * cached; variants that have not been used recently are evicted. A shape is plain data from a closed set of choices, never input.
 */
export function statementFamily<S, P extends SlotValues<P>, Row, T = Tables>(
  build: (q: Builder<T>, shape: S, p: Slots<P>) => Buildable<Row>,
): (shape: S) => Statement<P, Row> {
  const byShape = new BoundedMap<string, Statement<P, Row>>(MAX_CACHED_SHAPES);
  return (shape) =>
    byShape.getOrCreate(JSON.stringify(shape), () => statement<P, Row, T>((q, p) => build(q, shape, p)));
}

/**
 * Returns the values to bind, in the order of the placeholders.
 * @throws DatabaseMisuse when a parameter is missing or cannot be stored
 */
export function bindParameters(compiled: CompiledStatement, parameters: unknown): unknown[] {
  const byName = parameters as Record<string, unknown>;
  return compiled.parameters.map((parameter) =>
    parameter instanceof Slot ? parameter.fill(byName[parameter.slotName]) : parameter,
  );
}

/** Converts a compiled Kysely query into a statement. */
function compiledStatement({ sql, query, parameters }: CompiledQuery<unknown>): CompiledStatement {
  for (const parameter of parameters) {
    if (!(parameter instanceof Slot) && !isStorable(parameter)) {
      throw new DatabaseMisuse(`A statement contains a constant that cannot be stored (${typeof parameter}): ${sql}`);
    }
  }
  const { named, written, deleted } = accessedTables(query, sql);
  const writes = written.size > 0 || (query.kind === 'RawNode' && !readingText.test(sql));
  return {
    sql,
    writes,
    tables: [...named],
    changes: writes && written.size === 0 ? [anyTable] : [...written],
    deletes: [...deleted],
    parameters,
  };
}

const readingText = /^\s*(?:select|values)\b/i;
