// Declares conditions on rows; permissions are composed of them. A condition is plain data: it is evaluated on a loaded row, and
// compiled to an SQL predicate, so that the database filters lists by the same condition by which a single row is checked
// (docs/architecture.md, Permissions).
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../database/tables/index.ts';

/** A condition on a row. Columns and values come from code, never from input; the actor's ID is a parameter of the statement. */
export type Condition =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'among'; readonly column: string; readonly values: readonly string[] }
  | { readonly kind: 'own'; readonly column: string }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'above'; readonly of: Condition };

export const always: Condition = { kind: 'always' };
export const never: Condition = { kind: 'never' };

/** Returns a condition that holds for every row or for none. */
export const constant = (isMet: boolean): Condition => (isMet ? always : never);

/** Returns the condition that the column has one of these values. */
export const among = (column: string, values: readonly string[]): Condition => ({ kind: 'among', column, values });

/** Returns the condition that the column contains the actor's ID; it never holds for anonymous actors. */
export const isOwner = (column: string): Condition => ({ kind: 'own', column });

/** Returns the negation of a condition. */
export const not = (of: Condition): Condition => {
  if (of.kind === 'always') return never;
  return of.kind === 'never' ? always : { kind: 'not', of };
};

/**
 * Returns the condition that `of` holds for the entry that the row belongs to (its `parent`), or that there is no such entry. Rows on which
 * the condition is evaluated must have that entry, or null, in the property `above`.
 */
export const hasNoParentOr = (of: Condition): Condition => (of.kind === 'always' ? always : { kind: 'above', of });

/** Returns the conjunction of conditions. Constant conditions are omitted, so that equal permissions have equal SQL. */
export function all(...of: readonly Condition[]): Condition {
  if (of.some((each) => each.kind === 'never')) return never;
  const remaining = of.filter((each) => each.kind !== 'always');
  const [single] = remaining;
  if (single === undefined) return always;
  return remaining.length === 1 ? single : { kind: 'all', of: remaining };
}

/** Returns the disjunction of conditions. */
export function any(...of: readonly Condition[]): Condition {
  if (of.some((each) => each.kind === 'always')) return always;
  const remaining = of.filter((each) => each.kind !== 'never');
  // A condition or its negation always holds.
  if (remaining.some((each) => each.kind === 'not' && of.includes(each.of))) return always;
  const [single] = remaining;
  if (single === undefined) return never;
  return remaining.length === 1 ? single : { kind: 'any', of: remaining };
}

/** Returns whether a condition holds for a row and the actor with this ID. */
export function matches(condition: Condition, row: object, actor: number): boolean {
  switch (condition.kind) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'among':
      return condition.values.includes(String((row as Record<string, unknown>)[condition.column]));
    case 'own':
      return actor !== 0 && (row as Record<string, unknown>)[condition.column] === actor;
    case 'all':
      return condition.of.every((each) => matches(each, row, actor));
    case 'any':
      return condition.of.some((each) => matches(each, row, actor));
    case 'not':
      return !matches(condition.of, row, actor);
    case 'above': {
      const { above } = row as { readonly above?: object | null };
      if (above === undefined) throw new Error('the parent entry of the row was not loaded');
      return above === null || matches(condition.of, above, actor);
    }
  }
}

/** Returns a condition simplified for rows whose column is known to have one of these values. */
export function simplify(condition: Condition, column: string, values: readonly string[]): Condition {
  switch (condition.kind) {
    case 'among': {
      if (condition.column !== column) return condition;
      const remaining = values.filter((value) => condition.values.includes(value));
      if (remaining.length === values.length) return always;
      return remaining.length === 0 ? never : condition;
    }
    case 'all':
      return all(...condition.of.map((each) => simplify(each, column, values)));
    case 'any':
      return any(...condition.of.map((each) => simplify(each, column, values)));
    case 'not':
      return not(simplify(condition.of, column, values));
    default:
      return condition;
  }
}

/** Returns a condition as an SQL predicate on a table; `actor` is the expression for the actor's ID. */
export function predicate<DB, TB extends keyof DB & string>(
  eb: ExpressionBuilder<DB, TB>,
  table: TB,
  condition: Condition,
  actor: Expression<number>,
): Expression<SqlBool> {
  switch (condition.kind) {
    case 'always':
      return sql<SqlBool>`1 = 1`;
    case 'never':
      return sql<SqlBool>`1 = 0`;
    case 'among':
      return isAmong(eb, sql.ref<string>(`${table}.${condition.column}`), condition.values);
    case 'own': {
      const owner = sql.ref<number>(`${table}.${condition.column}`);
      return eb.and([eb(owner, '=', actor), eb(owner, '<>', 0)]);
    }
    case 'all':
      return eb.and(condition.of.map((each) => predicate(eb, table, each, actor)));
    case 'any':
      return eb.or(condition.of.map((each) => predicate(eb, table, each, actor)));
    case 'not':
      return eb.not(predicate(eb, table, condition.of, actor));
    case 'above': {
      const entries = expressionBuilder<Tables, 'entries'>()
        .selectFrom('entries as above')
        .select('above.id')
        .where(sql.ref<number>('above.id'), '=', sql.ref<number>(`${table}.parent`))
        .where((inner) => inner.not(predicate(inner, 'above', condition.of, actor)));
      return eb.not(eb.exists(entries));
    }
  }
}

function isAmong<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  column: Expression<string>,
  values: readonly string[],
): Expression<SqlBool> {
  const [first, ...others] = values;
  return first !== undefined && others.length === 0 ? eb(column, '=', first) : eb(column, 'in', values);
}
