// Compares the tables of each statement that the service runs, on which the invalidation of cached responses depends (decision 0004),
// with those that the engine reports.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import type { TSchema } from '../../contract/grammar/schema.ts';
import type { Changes } from '../../server/database/changes.ts';
import type { Database, WriteHandle } from '../../server/database/handle.ts';
import { type DatabaseLocation, openDatabase } from '../../server/database/open.ts';
import { type CompiledStatement, statement } from '../../server/database/statement.ts';
import { WritingHandle } from '../../server/database/write-handle.ts';
import { loadDefinedStatements } from '../defined-statements.ts';
import { type EngineTables, openTableReporter } from '../engine-tables.ts';
import { describeEachEngine } from '../engines.ts';
import { type MediaSite, openMediaSite } from '../media-site.ts';
import { allFeatures, cases, fillSite, fixtureOf, restoreCaller, routesOf, sendRequest } from './send-request.ts';

/** Minimum number of different statements, so that the test fails if it no longer receives them. */
const minStatements = 500;

describeEachEngine('the tables of all statements', (engine) => {
  it('are those that the engine reports', async () => {
    const location = withoutFlushes(await engine.location());
    const statements = new Map<string, CompiledStatement>();
    const database = await openDatabase(location, {
      sync: async () => {},
      onStatement: (text, compiled) => {
        if (compiled) statements.set(text, compiled);
      },
    });
    const unexpectedChanges = new Set<string>();
    if (engine.name === 'postgres') reportUnexpectedChanges(database, unexpectedChanges);
    const site = await openMediaSite({ ...allFeatures, database });
    try {
      await fillSite(site, 1);
      await sendCases(site);
      await sendLists(site);
      assert.deepEqual(site.errors, []);
      assert.deepEqual([...unexpectedChanges], [], 'tables that foreign keys or triggers have changed');
      for (const defined of await loadDefinedStatements()) {
        const compiled = defined.compile(database.dialect);
        statements.set(compiled.sql, compiled);
      }
      assert.ok(statements.size >= minStatements, `${statements.size} statements`);
      const tables = await database.read.all(tablesStatement, {});
      const names = new Set(tables.map(({ name }) => name));
      const reporter = await openTableReporter(location);
      const differences: object[] = [];
      for (const compiled of statements.values()) {
        const found = compare(compiled, await reporter.tablesOf(compiled), database.changes, names);
        if (Object.values(found).flat().length > 0) differences.push({ ...found, sql: compiled.sql });
      }
      await reporter.end();
      assert.deepEqual(differences, []);
    } finally {
      await site.close();
      await database.close();
    }
  });
});

const tablesStatement = statement((q) => q.dialect.dependents.tables());

/** Returns a location at which PostgreSQL does not wait for the disk, because the test writes a lot. */
function withoutFlushes(location: DatabaseLocation): DatabaseLocation {
  if (location.kind !== 'postgres') return location;
  const url = new URL(location.url);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return { ...location, url: url.href };
}

/** Sends the request of each case that succeeds for administrators. */
async function sendCases(site: MediaSite): Promise<void> {
  for (const each of cases.filter(({ statuses }) => statuses[5] < 300)) {
    for (const route of routesOf(each)) {
      const names = await fixtureOf(site, each, 'administrator');
      const { status, body } = await sendRequest(site, each, route, 'administrator', names);
      assert.equal(status, each.statuses[5], `${route}: ${JSON.stringify(body)}`);
      if (route.startsWith('DELETE ')) await restoreCaller(site, 'administrator');
    }
  }
}

/** Requests each list with each of its parameters. */
async function sendLists(site: MediaSite): Promise<void> {
  for (const { declared, endpoints } of site.service.table.routes) {
    const endpoint = endpoints.find((each) => each.declared.methods.includes('GET'));
    if (!endpoint || declared.path.includes('<') || !('page' in endpoint.parameters)) continue;
    for (const [name, schema] of Object.entries(endpoint.parameters)) {
      for (const value of valuesOf(schema)) {
        const query = new URLSearchParams({ [name]: value, per_page: '2' });
        for (const caller of ['administrator', 'anonymous'] as const)
          await site.request(caller, 'GET', `${declared.path}?${query}`);
      }
    }
  }
}

/** Returns values of a parameter: all values of an enum, and one value of other types. */
function valuesOf(schema: TSchema): string[] {
  const { enum: values, items, type, format } = schema as { readonly [keyword: string]: unknown };
  if (Array.isArray(values)) return values.map(String);
  if (type === 'array') return valuesOf(items as TSchema);
  if (type === 'boolean') return ['true', 'false'];
  if (format === 'date-time') return ['2030-01-01T00:00:00'];
  return [type === 'integer' ? '1' : 'hushed'];
}

/** Table in which SQLite stores the last IDs of other tables. It changes only together with them. */
const idsTable = 'sqlite_sequence';

/**
 * Returns the tables that only the engine reports, and those that only the service expects. Expected names that belong to no table are
 * those of common table expressions. PostgreSQL omits tables from plans that read no rows, and the changes of foreign keys and triggers.
 */
function compare(
  compiled: CompiledStatement,
  { accessed, written, isComplete }: EngineTables,
  changes: Changes,
  tables: ReadonlySet<string>,
): Readonly<Record<string, readonly string[]>> {
  const affected = changes.affectedBy({ changed: new Set(compiled.changes), deleted: new Set(compiled.deletes) });
  const named = new Set([...compiled.tables, ...affected, idsTable]);
  return {
    notNamed: [...accessed].filter((table) => !named.has(table)),
    notAffected: [...written].filter((table) => !affected.has(table) && table !== idsTable),
    notAccessed: isComplete ? compiled.tables.filter((table) => tables.has(table) && !accessed.has(table)) : [],
    notWritten: isComplete ? [...affected].filter((table) => !written.has(table)) : [],
  };
}

/** Selects the number of changed rows of this connection, by table. */
const changedRows = statement(
  () =>
    sql<{ name: string; changes: number }>`
    select relname::text as name, n_tup_ins + n_tup_upd + n_tup_del as changes from ${sql.table('pg_stat_xact_user_tables')}`,
);

/**
 * Adds to `unexpected` the tables in which a transaction changes rows, although its statements do not affect them. Includes the changes
 * of foreign keys.
 */
function reportUnexpectedChanges(database: Database, unexpected: Set<string>): void {
  const { changes } = database;
  const transaction = database.transaction.bind(database);
  const countRows = async (tx: WriteHandle) =>
    new Map((await tx.all(changedRows, {})).map((row) => [row.name, row.changes]));
  database.transaction = (work) =>
    transaction(async (tx) => {
      const countsBefore = await countRows(tx);
      const result = await work(tx);
      assert.ok(tx instanceof WritingHandle);
      const affected = changes.affectedBy(tx);
      for (const [table, count] of await countRows(tx))
        if (count !== countsBefore.get(table) && !affected.has(table)) unexpected.add(table);
      return result;
    });
}
