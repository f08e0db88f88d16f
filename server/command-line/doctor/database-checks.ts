// Checks the database of a site without changing it.

import type { ServeConfig } from '../../config/config.ts';
import { settingName } from '../../config/options.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../../database/errors.ts';
import { findPendingMigrations } from '../../database/migrate.ts';
import { lastMigration } from '../../database/migration-history.ts';
import { openReadOnly } from '../../database/open-read-only.ts';
import type { ReadOnlyDatabase } from '../../database/read-only-database.ts';
import type { Extension } from '../../extensions/extension.ts';
import { migrationSetsOf } from '../../extensions/migration-sets.ts';
import { formatBytes } from '../../namespaces/site-health/directory-sizes.ts';
import { checkClock } from '../../namespaces/site-health/health-tests.ts';
import { readEngine } from '../engine-store.ts';
import { databaseLocation, nameDatabase } from '../open-site.ts';
import { type CheckResult, fromFinding, ok, problem, warning } from './check-result.ts';

/** The oldest supported version of PostgreSQL. */
const minPostgresVersion = 13;

/** Time limit of the integrity check, in milliseconds. It is shorter than that of a check, so that the check can report it. */
const integrityTimeoutMs = 8000;

/** Opens the database of a site for the checks. Throws ConfigError if it cannot be opened. */
export async function openForChecks(config: ServeConfig): Promise<ReadOnlyDatabase> {
  try {
    return await openReadOnly(databaseLocation(config));
  } catch (error) {
    throw nameDatabase(config, error);
  }
}

/** Returns what to do if the database cannot be opened. */
export const openAction = ({ database, sources }: ServeConfig): string =>
  database === undefined
    ? `Run octavo serve to create the database, or correct ${settingName(sources, 'data')}. If the file is damaged, restore a backup.`
    : `Check that PostgreSQL is running and reachable, and correct ${settingName(sources, 'database')}.`;

/** Checks the version of the engine, its extensions, and the schema. */
export async function checkDatabase(
  database: ReadOnlyDatabase,
  extensions: readonly Extension[],
): Promise<CheckResult[]> {
  const { version, engineExtensions } = await readEngine(database.read);
  const isPostgres = database.engine === 'postgres';
  const engine = `${isPostgres ? 'PostgreSQL' : 'SQLite'} ${version}`;
  const results: CheckResult[] = [];
  if (isPostgres && Number.parseInt(version, 10) < minPostgresVersion)
    results.push(
      problem('database', `${engine} is too old.`, `Upgrade the server to PostgreSQL ${minPostgresVersion} or newer.`),
    );
  if (isPostgres && !engineExtensions.includes('pg_trgm'))
    results.push(
      problem(
        'database',
        'The PostgreSQL extension pg_trgm is not installed in this database.',
        'As a superuser, run in the database: create extension pg_trgm',
      ),
    );
  results.push(await checkSchema(database, extensions, engine));
  return results;
}

async function checkSchema(
  database: ReadOnlyDatabase,
  extensions: readonly Extension[],
  engine: string,
): Promise<CheckResult> {
  try {
    if ((await lastMigration(database.read)) === 0)
      return problem('database', `${engine} has no data of Octavo yet.`, 'Run octavo serve to create the site.');
    const pending = await findPendingMigrations(database.read, migrationSetsOf(extensions));
    if (pending.length === 0) return ok('database', `${engine} is reachable, and its schema is up to date.`);
    return warning(
      'database',
      `${engine} is reachable; ${pending.length} ${pending.length === 1 ? 'migration is' : 'migrations are'} pending.`,
      'Create a backup with the previous version, then run octavo migrate. octavo migrate --plan describes the changes.',
    );
  } catch (error) {
    if (!(error instanceof DatabaseUnusable) && !(error instanceof DatabaseUnavailable)) throw error;
    return problem('database', error.message, 'Run the newer version of Octavo, or restore a backup of this version.');
  }
}

/** Checks the structure of an embedded database. */
export async function checkIntegrity(database: ReadOnlyDatabase): Promise<CheckResult[]> {
  if (database.engine === 'postgres') return [];
  const result = await database.checkIntegrity(integrityTimeoutMs);
  if (result.state === 'ok') return [ok('database-integrity', 'The database file is intact.')];
  if (result.state === 'damaged')
    return [problem('database-integrity', `The database file is damaged: ${result.detail}`, 'Restore a backup.')];
  return [
    warning(
      'database-integrity',
      `The check of the database file did not finish within ${integrityTimeoutMs / 1000} seconds.`,
      'Run when the machine is idle: sqlite3 octavo.sqlite "pragma quick_check"',
    ),
  ];
}

/** Returns what to do about a replica that cannot be used. */
export const replicaAction = ({ sources }: ServeConfig): string =>
  `Check that the replica is running and streams from the server of --database, or correct ${settingName(sources, 'read-database')}. Until then, the service reads from that server.`;

/** Checks the replicas of the database. */
export async function checkReplicas(config: ServeConfig): Promise<CheckResult[]> {
  const location = databaseLocation(config);
  if (location.kind !== 'postgres' || !location.replicas?.length) return [];
  const { inspectReplicas } = await import('../../database/dialects/postgres/inspect-replicas.ts');
  return (await inspectReplicas(location)).map(({ name, problem: found, lagBytes }) =>
    found === undefined
      ? ok('replicas', `${name} is a replica of the database, and ${formatBytes(lagBytes)} behind.`)
      : warning('replicas', `${name} cannot be used: ${found}`, replicaAction(config)),
  );
}

/** Compares the clocks of this machine and of the database. */
export const checkDatabaseClock = async (database: ReadOnlyDatabase): Promise<CheckResult> =>
  fromFinding('clock', await checkClock({ database, clock: Date.now }));
