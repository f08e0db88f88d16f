import { type DatabaseConnection, type Driver, DummyDriver, Kysely, PostgresIntrospector } from 'kysely';
import type { Dialect } from './dialect.ts';
import { DatabaseMisuse } from './errors.ts';
import type { Tables } from './tables/index.ts';

/** A query builder with the SQL dialect of an engine. It cannot run queries. */
export type Builder<T = Tables> = Kysely<T> & { readonly dialect: Dialect };

/** A driver that throws: statements are run by handles, which know whether they may write. */
class RejectingDriver extends DummyDriver implements Driver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    throw new DatabaseMisuse(
      'A query is built with statement(…) and run by a handle; it has no connection of its own.',
    );
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
      // Not used: our own types describe the tables, so any introspector will do.
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
  return Object.assign(kysely, { dialect });
}
