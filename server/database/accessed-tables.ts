// Finds the tables that a query reads and writes in the tree that Kysely builds, so that cached responses can be invalidated.
import {
  AliasNode,
  CommonTableExpressionNode,
  DeleteQueryNode,
  FromNode,
  InsertQueryNode,
  JoinNode,
  MergeQueryNode,
  type OperationNode,
  RawNode,
  ReferenceNode,
  TableNode,
  UpdateQueryNode,
} from 'kysely';
import { anyTable } from './changes.ts';
import { DatabaseMisuse } from './errors.ts';

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
 * Finds the tables of a query. SQL text must not contain names of tables, because it is not parsed: it refers to each table with
 * `sql.table(name)`. SQL text that may write counts as writing to all tables to which it refers.
 *
 * @throws DatabaseMisuse if SQL text names a table itself
 */
export function accessedTables(query: OperationNode): AccessedTables {
  const finder = new TableFinder();
  finder.visit(query);
  return finder.result(query);
}

/** Kinds of queries that only read, unless they contain one that writes. All others except the writing ones change the schema. */
const READING_KINDS: readonly string[] = ['SelectQueryNode', 'SetOperationNode', 'ValuesNode', 'RawNode'];
const WRITING_KINDS: readonly string[] = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'];

class TableFinder {
  readonly #named = new Set<string>();
  readonly #written = new Set<string>();
  readonly #deleted = new Set<string>();
  /** Names of common table expressions. */
  readonly #expressions = new Set<string>();

  result({ kind }: OperationNode): AccessedTables {
    const changesSchema = !READING_KINDS.includes(kind) && !WRITING_KINDS.includes(kind);
    for (const name of this.#expressions) this.#named.delete(name);
    return {
      named: this.#named,
      written: changesSchema ? new Set([anyTable]) : this.#written,
      deleted: this.#deleted,
    };
  }

  visit(node: OperationNode): void {
    if (TableNode.is(node)) this.#named.add(nameOf(node));
    // The table of a column is one of those in `from`, or its alias.
    if (TableNode.is(node) || ReferenceNode.is(node)) return;
    if (CommonTableExpressionNode.is(node)) {
      this.#expressions.add(nameOf(node.name.table));
      this.visit(node.expression);
      return;
    }
    if (FromNode.is(node)) node.froms.forEach(rejectNameAsText);
    else if (JoinNode.is(node)) rejectNameAsText(node.table);
    else if (RawNode.is(node)) this.#checkText(node);
    else this.#findWrites(node);
    this.#visitChildren(node);
  }

  #findWrites(node: OperationNode): void {
    if (InsertQueryNode.is(node)) {
      const replaces = node.replace === true || node.orAction !== undefined;
      this.#add(tablesIn(node.into), replaces ? [this.#written, this.#deleted] : [this.#written]);
    } else if (UpdateQueryNode.is(node)) this.#add(tablesIn(node.table), [this.#written]);
    else if (DeleteQueryNode.is(node)) this.#add(tablesIn(node.from), [this.#written, this.#deleted]);
    else if (MergeQueryNode.is(node)) this.#add(tablesIn(node.into), [this.#written, this.#deleted]);
  }

  #checkText(node: RawNode): void {
    const text = node.sqlFragments.join('?');
    if (namesTable(text)) throw nameInText(text);
    node.sqlFragments.forEach((fragment, at) => {
      const next = node.parameters[at];
      if (!beforeTable.test(fragment) || next === undefined) return;
      if (ReferenceNode.is(withoutWrapper(next))) throw nameInText(text);
      rejectNameAsText(next);
    });
    if (writingText.test(text)) this.#add(tablesIn(node), [this.#written, this.#deleted]);
  }

  #add(tables: readonly string[], targets: readonly Set<string>[]): void {
    for (const target of targets) for (const table of tables) target.add(table);
  }

  #visitChildren(node: OperationNode): void {
    for (const child of childrenOf(node)) this.visit(child);
  }
}

/** A word before a table, followed by a name that is neither a keyword nor, except after `into`, a function. */
const tableInText =
  /\b(?:into\s+"?([a-z_][\w.]*)|(?:from|join|update)\s+(?!(?:set|select|lateral)\b)"?([a-z_][\w.]*)(?![\w.])(?!\s*\())/gi;
/** The name of a common table expression. */
const definedInText = /\bwith\s+(?:recursive\s+)?"?(\w+)/gi;
const beforeTable = /\b(?:from|join|into|update)\s+$/i;
const writingText = /\b(?:insert|update|delete|merge|replace|truncate)\b/i;
const bareName = /^\s*"?[a-z_][\w."]*\s*$/i;

/** Whether SQL text contains the name of a table. Each parameter in it is a question mark. */
export function namesTable(text: string): boolean {
  const defined = [...text.matchAll(definedInText)].map(([, name]) => name);
  return [...text.matchAll(tableInText)].some(([, target, source]) => !defined.includes(target ?? source));
}

const nameInText = (text: string): DatabaseMisuse =>
  new DatabaseMisuse(`SQL text must refer to a table with sql.table(name): ${text}`);

/** Returns the node in SQL text that consists only of it, as `sql.ref` and `sql.table` return it. */
function withoutWrapper(node: OperationNode): OperationNode {
  const [only, ...others] = RawNode.is(node) && node.sqlFragments.join('') === '' ? node.parameters : [];
  return only !== undefined && others.length === 0 ? withoutWrapper(only) : node;
}

/** Rejects a source of rows that consists of SQL text with only a name. */
function rejectNameAsText(node: OperationNode): void {
  const source = AliasNode.is(node) ? node.node : node;
  if (RawNode.is(source) && source.parameters.length === 0 && bareName.test(source.sqlFragments.join('')))
    throw nameInText(source.sqlFragments.join(''));
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
