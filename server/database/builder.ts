import { type DatabaseConnection, type Driver, DummyDriver, Kysely, PostgresIntrospector } from 'kysely';
import type { Dialect } from './dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import type { Tables } from './tables/index.ts';

/** Builds queries for one engine: the query builder, and the words in which the engines differ. It cannot run them. */
export type Builder<T = Tables> = Kysely<T> & { readonly dialect: Dialect };

/** Refuses to run anything: statements are run by handles, which know whether they may write. */
class RefusingDriver extends DummyDriver implements Driver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    throw new DatabaseMisuse('A query is built with statement(…) and run by a handle; it cannot run itself.');
  }
}

const builders = new WeakMap<Dialect, unknown>();

/** The builder for an engine; one for the life of the process. */
export function builderFor<T>(dialect: Dialect): Builder<T> {
  const kept = builders.get(dialect) ?? createBuilder(dialect);
  builders.set(dialect, kept);
  return kept as Builder<T>;
}

function createBuilder(dialect: Dialect): Builder<unknown> {
  const kysely = new Kysely<unknown>({
    dialect: {
      createAdapter: dialect.adapter,
      createDriver: () => new RefusingDriver(),
      createQueryCompiler: dialect.compiler,
      // Never asked: tables are described by our own types, so any introspector will do.
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
  return Object.assign(kysely, { dialect });
}
