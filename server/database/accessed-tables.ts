// Finds the tables that a query reads and writes in the tree that Kysely builds, so that cached responses can be invalidated.
import {
  DeleteQueryNode,
  InsertQueryNode,
  MergeQueryNode,
  type OperationNode,
  RawNode,
  ReferenceNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import { anyTable } from './changes.ts';
import { DatabaseMisuse } from './errors.ts';
import { tablesInText } from './tables-in-text.ts';

/** The tables that a statement accesses. */
export interface AccessedTables {
  /** The tables that it names, including those to which it writes. */
  readonly named: ReadonlySet<string>;
  /** The tables in which it inserts, updates or deletes rows; `anyTable` for schema changes. */
  readonly written: ReadonlySet<string>;
  /** The tables from which it deletes rows. Foreign keys may extend the deletion to other tables. */
  readonly deleted: ReadonlySet<string>;
}

/**
 * Finds the tables of a query. SQL text in it must not contain names of tables, because it is not parsed: it refers to each table with
 * `sql.table(name)`. SQL text that may write counts as writing to all tables to which it refers. The names of common table expressions
 * count as tables, because a table may have the same name.
 *
 * @param sql - the SQL text of the whole query, in which the names of tables are searched, as a check
 * @throws DatabaseMisuse if SQL text names a table itself
 */
export function accessedTables(query: OperationNode, sql: string): AccessedTables {
  const changesSchema = !READING_KINDS.includes(query.kind) && !WRITING_KINDS.includes(query.kind);
  const tables = { named: new Set<string>(), written: new Set<string>(), deleted: new Set<string>() };
  visit(query, tables);
  if (changesSchema) return { ...tables, written: new Set([anyTable]) };
  for (const name of tablesInText(sql))
    if (!tables.named.has(name))
      throw new DatabaseMisuse(`SQL text must refer to the table ${name} with sql.table(name): ${sql}`);
  return tables;
}

/** Kinds of queries that only read, unless they contain one that writes. All others except the writing ones change the schema. */
const READING_KINDS: readonly string[] = ['SelectQueryNode', 'SetOperationNode', 'ValuesNode', 'RawNode'];
const WRITING_KINDS: readonly string[] = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'];

type FoundTables = Readonly<Record<keyof AccessedTables, Set<string>>>;

function visit(node: OperationNode, tables: FoundTables): void {
  // The table of a column is one of those in `from`, or its alias.
  if (ReferenceNode.is(node)) return;
  if (TableNode.is(node)) tables.named.add(nameOf(node));
  else findWrites(node, tables);
  for (const child of childrenOf(node)) visit(child, tables);
}

function findWrites(node: OperationNode, { written, deleted }: FoundTables): void {
  if (InsertQueryNode.is(node)) {
    const replaces = node.replace === true || node.orAction !== undefined;
    add(tablesIn(node.into), replaces ? [written, deleted] : [written]);
  } else if (UpdateQueryNode.is(node)) add(tablesIn(node.table), [written]);
  else if (DeleteQueryNode.is(node)) add(tablesIn(node.from), [written, deleted]);
  else if (MergeQueryNode.is(node)) add(tablesIn(node.into), [written, deleted]);
  else if (RawNode.is(node) && mayWrite(node)) add(tablesIn(node), [written, deleted]);
}

function add(tables: readonly string[], targets: readonly Set<string>[]): void {
  for (const target of targets) for (const table of tables) target.add(table);
}

/** Words that only writing statements contain, except the function `replace` and row locks such as `for update`. */
const writingText = /\b(?:insert|delete|merge|truncate|replace(?!\s*\()|(?<!\bfor\s+(?:no\s+key\s+)?)update)\b/i;
const literals = /'(?:[^']|'')*'/g;

const mayWrite = (node: RawNode): boolean => writingText.test(textOf(node).replace(literals, '?'));

/** Returns SQL text including the texts that it contains, with a question mark for everything else. */
function textOf({ sqlFragments, parameters }: RawNode): string {
  const values = parameters.map((parameter) => (RawNode.is(parameter) ? textOf(parameter) : '?'));
  return sqlFragments.map((fragment, at) => fragment + (values[at] ?? '')).join('');
}

/** Returns the tables of a target, with or without an alias, or all tables in SQL text. */
function tablesIn(node: OperationNode | undefined): string[] {
  if (node === undefined || ReferenceNode.is(node)) return [];
  return TableNode.is(node) ? [nameOf(node)] : childrenOf(node).flatMap(tablesIn);
}

function childrenOf(node: OperationNode): OperationNode[] {
  return Object.values(node).flat().filter(isNode);
}

const isNode = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';

const nameOf = ({ table }: TableNode): string => table.identifier.name;
