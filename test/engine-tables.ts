// Finds the tables that a statement accesses, as the engine itself reports them.
import assert from 'node:assert/strict';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import type { DatabaseLocation } from '../server/database/open.ts';
import type { CompiledStatement } from '../server/database/statement.ts';

/** The tables of a statement. */
export interface EngineTables {
  /** The tables that it accesses itself, including those to which it writes, and their triggers. */
  readonly accessed: ReadonlySet<string>;
  /** The tables to which it writes. */
  readonly written: ReadonlySet<string>;
  /**
   * Whether the tables include those that cannot yield rows, and those to which foreign keys and triggers write. True on SQLite, which
   * reports its program and not a plan.
   */
  readonly isComplete: boolean;
}

/** A connection to a database that reports the tables of statements without running them. */
export interface TableReporter {
  tablesOf(statement: CompiledStatement): Promise<EngineTables>;
  end(): Promise<void>;
}

/** Opens a connection to a database that is not in memory. */
export const openTableReporter = async (location: DatabaseLocation): Promise<TableReporter> =>
  location.kind === 'postgres' ? reportOfPostgres(location.url) : reportOfSqlite(location);

/** An operation of the program into which SQLite compiles a statement, including those of triggers and foreign keys. */
interface Operation {
  readonly opcode: string;
  readonly p1: number;
  readonly p2: number;
  readonly p4: string | null;
}

function reportOfSqlite(location: DatabaseLocation): TableReporter {
  assert.equal(location.kind, 'sqlite');
  const own = new BetterSqlite(location.file, { readonly: true });
  own.pragma('foreign_keys = off');
  const all = new BetterSqlite(location.file, { readonly: true });
  all.pragma('foreign_keys = on');
  return {
    tablesOf: async (statement) => ({
      accessed: tablesOfOperations(own, statement, /^(?:Open(?:Read|Write)|ReopenIdx|Clear|VOpen|VUpdate)$/),
      written: tablesOfOperations(all, statement, /^(?:OpenWrite|Clear|VUpdate)$/),
      isComplete: true,
    }),
    end: async () => {
      own.close();
      all.close();
    },
  };
}

function explain(connection: BetterSqlite.Database, sql: string, parameters: number): Operation[] {
  return connection.prepare(`explain ${sql}`).all(...Array(parameters).fill(null)) as Operation[];
}

/** Returns the tables to which the operations with these names refer: by the root page of a table or index, or by a virtual table. */
function tablesOfOperations(
  connection: BetterSqlite.Database,
  { sql, parameters }: CompiledStatement,
  opcodes: RegExp,
): Set<string> {
  const roots = new Map<number | string, string>([[1, 'sqlite_schema']]);
  for (const { name, tbl_name, rootpage } of connection.prepare(schema).all() as SchemaRow[]) {
    if (rootpage > 0) roots.set(rootpage, tbl_name);
    else
      for (const { opcode, p4 } of explain(connection, `select * from ${name}`, 0))
        if (opcode === 'VOpen' && p4) roots.set(p4, name);
  }
  const operations = explain(connection, sql, parameters.length).filter(({ opcode }) => opcodes.test(opcode));
  return new Set(operations.map((each) => tableOf(each, roots)).filter((table) => table !== undefined));
}

/** Virtual tables have no root page. */
const schema = "select name, tbl_name, rootpage from sqlite_schema where type in ('table', 'index')";

interface SchemaRow {
  readonly name: string;
  readonly tbl_name: string;
  readonly rootpage: number;
}

function tableOf({ opcode, p1, p2, p4 }: Operation, roots: ReadonlyMap<number | string, string>): string | undefined {
  // Other virtual tables are functions, which have no rows of their own.
  if (opcode.startsWith('V')) return roots.get(p4 ?? '');
  const table = roots.get(opcode === 'Clear' ? p1 : p2);
  assert.ok(table, `${opcode} refers to an unknown page`);
  return table;
}

/** A node of a query plan of PostgreSQL. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly Plans?: readonly PlanNode[];
}

async function reportOfPostgres(url: string): Promise<TableReporter> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  return {
    tablesOf: async ({ sql, parameters }) => {
      await client.query(`prepare explained as ${sql}`);
      const values = parameters.length > 0 ? `(${parameters.map(() => 'null').join()})` : '';
      const { rows } = await client.query(`explain (format json, verbose) execute explained${values}`);
      await client.query('deallocate explained');
      const nodes = [...nodesOf(rows[0]['QUERY PLAN'][0].Plan)];
      const written = nodes.filter((node) => node['Node Type'] === 'ModifyTable');
      return { accessed: relationsOf(nodes), written: relationsOf(written), isComplete: false };
    },
    end: () => client.end(),
  };
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

/** Returns the names of tables, without those of the catalog, which changes only with the schema. */
const relationsOf = (nodes: readonly PlanNode[]): Set<string> =>
  new Set(nodes.flatMap((node) => (node.Schema === 'pg_catalog' ? [] : (node['Relation Name'] ?? []))));
