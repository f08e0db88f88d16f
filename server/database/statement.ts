import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import { BoundedMap } from './bounded-map.ts';
import { type Builder, builderFor } from './builder.ts';
import { changedBy, tablesOf } from './changes.ts';
import type { Dialect, Engine } from './dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import { isPlain, Slot, type Slots, type SlotValues, slotsByName } from './slot.ts';
import type { Tables } from './tables/index.ts';

export type { Builder } from './builder.ts';
export { type NamedSlots, type Slots, slot } from './slot.ts';

/** How many shapes of one family are kept compiled, in each of two generations. */
const SHAPES_KEPT = 256;

/** A statement as one engine understands it. */
export interface CompiledStatement {
  readonly sql: string;
  /** Whether it may change something; what cannot be told is taken to write. */
  readonly writes: boolean;
  /** The tables it names. */
  readonly tables: readonly string[];
  /** Those of them that it changes. */
  readonly changes: readonly string[];
  /** In the order of the placeholders: slots to be filled, or values the statement always carries. */
  readonly parameters: readonly unknown[];
}

declare const given: unique symbol;
declare const answers: unique symbol;

/** A query that is compiled once for each engine and takes parameters P at each call. */
export interface Statement<P, Row> {
  /** The compiled form for an engine, made on first use. */
  compile(dialect: Dialect): CompiledStatement;
  readonly [given]: (parameters: P) => void;
  readonly [answers]: Row;
}

type Buildable<Row> = Compilable<Row> | RawBuilder<Row>;

class LazyStatement<P, Row, T> implements Statement<P, Row> {
  declare readonly [given]: (parameters: P) => void;
  declare readonly [answers]: Row;
  readonly #build: (q: Builder<T>, p: Slots<P>) => Buildable<Row>;
  readonly #compiled: Partial<Record<Engine, CompiledStatement>> = {};

  constructor(build: (q: Builder<T>, p: Slots<P>) => Buildable<Row>) {
    this.#build = build;
  }

  compile(dialect: Dialect): CompiledStatement {
    const kept = this.#compiled[dialect.engine];
    if (kept !== undefined) return kept;
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
 * One statement, built and compiled on its first use on each engine.
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
 * Statements that differ by a small closed shape: which filters, which order. Each shape is built once and kept;
 * shapes not used for long are forgotten. A shape is plain data and must come from closed choices, never be input.
 */
export function statementFamily<S, P extends SlotValues<P>, Row, T = Tables>(
  build: (q: Builder<T>, shape: S, p: Slots<P>) => Buildable<Row>,
): (shape: S) => Statement<P, Row> {
  const byShape = new BoundedMap<string, Statement<P, Row>>(SHAPES_KEPT);
  return (shape) => byShape.getOrMake(JSON.stringify(shape), () => statement<P, Row, T>((q, p) => build(q, shape, p)));
}

/**
 * The values to bind, in the order of the placeholders.
 * @throws DatabaseMisuse when a parameter is missing or cannot be stored
 */
export function bindParameters(compiled: CompiledStatement, parameters: unknown): unknown[] {
  const byName = parameters as Record<string, unknown>;
  return compiled.parameters.map((parameter) =>
    parameter instanceof Slot ? parameter.fill(byName[parameter.slotName]) : parameter,
  );
}

/** A query of the builder as a statement of ours. */
export function compiledStatement({ sql, query, parameters }: CompiledQuery<unknown>): CompiledStatement {
  for (const parameter of parameters) {
    if (!(parameter instanceof Slot) && !isPlain(parameter)) {
      throw new DatabaseMisuse(`A statement carries a value that cannot be stored (${typeof parameter}): ${sql}`);
    }
  }
  const writes = query.kind === 'RawNode' ? !/^\s*(select|values)\b/i.test(sql) : !isReading(query);
  return { sql, writes, tables: tablesOf(sql), changes: writes ? changedBy(sql) : [], parameters };
}

const READING_ROOTS: readonly string[] = ['SelectQueryNode', 'SetOperationNode', 'ValuesNode'];
const WRITING_NODES: readonly unknown[] = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'];

function isReading(query: { kind: string }): boolean {
  return READING_ROOTS.includes(query.kind) && !containsWriting(query);
}

/** Looks through the whole tree, because a `with` clause can hide an insert inside a select. */
function containsWriting(node: object): boolean {
  if ('kind' in node && WRITING_NODES.includes(node.kind)) return true;
  return Object.values(node).some(
    (child) => typeof child === 'object' && child !== null && !(child instanceof Slot) && containsWriting(child),
  );
}
