import { type DatabaseConnection, type Driver, DummyDriver, Kysely, PostgresIntrospector } from 'kysely';
import type { Dialect } from './dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import type { Tables } from './tables/index.ts';

/** A query builder with the SQL dialect of an engine. It cannot run queries. */
export type Builder<T = Tables> = Kysely<T> & { readonly dialect: Dialect };

/** A driver that always throws, because only handles run statements: they check whether a statement may write. */
class RejectingDriver extends DummyDriver implements Driver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    throw new DatabaseMisuse('A query is built with statement(…) and run by a handle; the builder has no connection.');
  }
}

const builders = new WeakMap<Dialect, unknown>();

/** Returns the builder for an engine, the same one for the lifetime of the process. */
export function builderFor<T>(dialect: Dialect): Builder<T> {
  const cached = builders.get(dialect) ?? createBuilder(dialect);
  builders.set(dialect, cached);
  return cached as Builder<T>;
}

function createBuilder(dialect: Dialect): Builder<unknown> {
  const kysely = new Kysely<unknown>({
    dialect: {
      createAdapter: dialect.adapter,
      createDriver: () => new RejectingDriver(),
      createQueryCompiler: dialect.compiler,
      // Never called, because the types in `tables` describe the tables. Kysely requires one.
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
  return Object.assign(kysely, { dialect });
}
