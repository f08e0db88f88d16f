// The words that rules about rows are made of. A condition is plain data: it is tested on a row that was loaded, and it
// becomes a predicate in SQL, so that lists filter in the database by the very rule that a single row is judged by
// (architecture.md §6).
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';

/** A rule about a row. Columns and words come from our own code; the actor's number is filled in by each statement. */
export type Condition =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'among'; readonly column: string; readonly words: readonly string[] }
  | { readonly kind: 'own'; readonly column: string }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'above'; readonly of: Condition };

export const always: Condition = { kind: 'always' };
export const never: Condition = { kind: 'never' };

/** A fact about the actor alone: holds for every row or for none. */
export const when = (fact: boolean): Condition => (fact ? always : never);

/** The column has one of these words. */
export const among = (column: string, words: readonly string[]): Condition => ({ kind: 'among', column, words });

/** The column names the actor; never true of who is not signed in. */
export const own = (column: string): Condition => ({ kind: 'own', column });

/** The condition does not hold. */
export const not = (of: Condition): Condition => {
  if (of.kind === 'always') return never;
  return of.kind === 'never' ? always : { kind: 'not', of };
};

/**
 * The condition holds of the entry that the row belongs to (its `parent`), or there is no such entry. A row that this is
 * asked of carries that entry as `above`.
 */
export const freeOrAbove = (of: Condition): Condition => (of.kind === 'always' ? always : { kind: 'above', of });

/** Every one holds. What is decided already is left out, so that equal rules have equal SQL. */
export function all(...of: readonly Condition[]): Condition {
  if (of.some((each) => each.kind === 'never')) return never;
  const open = of.filter((each) => each.kind !== 'always');
  const [only] = open;
  if (only === undefined) return always;
  return open.length === 1 ? only : { kind: 'all', of: open };
}

/** One of them holds. */
export function any(...of: readonly Condition[]): Condition {
  if (of.some((each) => each.kind === 'always')) return always;
  const open = of.filter((each) => each.kind !== 'never');
  // One of the two always holds.
  if (open.some((each) => each.kind === 'not' && of.includes(each.of))) return always;
  const [only] = open;
  if (only === undefined) return never;
  return open.length === 1 ? only : { kind: 'any', of: open };
}

/** Whether a condition holds of a row, for the actor of this number. */
export function holds(condition: Condition, row: object, actor: number): boolean {
  switch (condition.kind) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'among':
      return condition.words.includes(String((row as Record<string, unknown>)[condition.column]));
    case 'own':
      return actor !== 0 && (row as Record<string, unknown>)[condition.column] === actor;
    case 'all':
      return condition.of.every((each) => holds(each, row, actor));
    case 'any':
      return condition.of.some((each) => holds(each, row, actor));
    case 'not':
      return !holds(condition.of, row, actor);
    case 'above': {
      const { above } = row as { readonly above?: object | null };
      if (above === undefined) throw new Error('what the row belongs to was not loaded');
      return above === null || holds(condition.of, above, actor);
    }
  }
}

/** What is left of a condition for rows of which it is known that a column has one of these words. */
export function knowing(condition: Condition, column: string, words: readonly string[]): Condition {
  switch (condition.kind) {
    case 'among': {
      if (condition.column !== column) return condition;
      const open = words.filter((word) => condition.words.includes(word));
      if (open.length === words.length) return always;
      return open.length === 0 ? never : condition;
    }
    case 'all':
      return all(...condition.of.map((each) => knowing(each, column, words)));
    case 'any':
      return any(...condition.of.map((each) => knowing(each, column, words)));
    case 'not':
      return not(knowing(condition.of, column, words));
    default:
      return condition;
  }
}

/** A condition as a predicate on a table; `actor` is what stands for the actor's number in the statement. */
export function predicate<DB, TB extends keyof DB & string>(
  eb: ExpressionBuilder<DB, TB>,
  table: TB,
  condition: Condition,
  actor: Expression<number>,
): Expression<SqlBool> {
  const column = (name: string) => eb.ref(`${table}.${name}` as never);
  switch (condition.kind) {
    case 'always':
      return sql<SqlBool>`1 = 1`;
    case 'never':
      return sql<SqlBool>`1 = 0`;
    case 'among':
      return condition.words.length === 1
        ? eb(column(condition.column), '=', condition.words[0] as never)
        : eb(column(condition.column), 'in', condition.words as never);
    case 'own':
      return eb.and([
        eb(column(condition.column), '=', actor as never),
        eb(column(condition.column), '<>', 0 as never),
      ]);
    case 'all':
      return eb.and(condition.of.map((each) => predicate(eb, table, each, actor)));
    case 'any':
      return eb.or(condition.of.map((each) => predicate(eb, table, each, actor)));
    case 'not':
      return eb.not(predicate(eb, table, condition.of, actor));
    case 'above': {
      const entries = (eb as unknown as ExpressionBuilder<{ entries: { id: number } }, 'entries'>)
        .selectFrom('entries as above')
        .select('above.id')
        .where(sql.ref<number>('above.id'), '=', sql.ref<number>(`${table}.parent`))
        .where((inner) => inner.not(predicate(inner, 'above', condition.of, actor)));
      return eb.not(eb.exists(entries as never));
    }
  }
}
