// Writes a pgbench script that runs recorded statements, with values that differ in each transaction where those of the service do.
import type { RecordedStatement } from './recorder.ts';

/** A recorded statement with the types of its parameters, as PostgreSQL infers them. */
export interface TypedStatement extends Omit<RecordedStatement, 'connection'> {
  readonly types: readonly string[];
}

/** Values in the recorded statements that differ in each request of the service. */
export interface Markers {
  /** A number that occurs in the texts of the request, and in the target's texts that must be unique. */
  readonly unique: string;
  /** ID of the post that the request concerns, if it concerns one. */
  readonly target?: string | undefined;
}

export interface PgbenchScript {
  readonly text: string;
  /** Values of the variables that the script uses, for the option `-D`. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Number of unique values that a client may use, and that distinguish clients. */
const valuesPerClient = 10_000_000;

/**
 * Returns a script that runs the statements in their order, and those that were sent together in a pipeline. The marker is replaced
 * with a unique number, the target with a random ID between `firstTarget` and `lastTarget`, IDs that an insert or a sequence has returned with
 * those that it returns to pgbench, and inserted UUIDs with random ones. All other values are those of the recorded request.
 */
export function pgbenchScript(statements: readonly TypedStatement[], markers: Markers): PgbenchScript {
  const variables: Record<string, string> = { n: '0' };
  const generated = generatedValues(statements, markers);
  const lines = [`\\set n :n + 1`, `\\set unique :base + :client_id * ${valuesPerClient} + :n`];
  if (markers.target !== undefined) lines.push('\\set target random(:firstTarget, :lastTarget)');
  const sources = new Map<string, string>([[markers.unique, 'unique']]);
  if (markers.target !== undefined) sources.set(markers.target, 'target');
  let isInPipeline = false;
  const setPipeline = (isNeeded: boolean) => {
    if (isNeeded !== isInPipeline) lines.push(isNeeded ? '\\startpipeline' : '\\endpipeline');
    isInPipeline = isNeeded;
  };
  for (const [at, statement] of statements.entries()) {
    const returned = generated.get(at);
    // Variables can be read from a result only outside of pipelines.
    if (returned || !statement.isPipelined) setPipeline(false);
    if (!returned && statements[at + 1]?.isPipelined) setPipeline(true);
    const sql = withVariables(statement, at, sources, variables);
    lines.push(returned ? `${sql} \\gset r${at}_` : `${sql};`);
    for (const [column, value] of returned ?? []) sources.set(value, `r${at}_${column}`);
  }
  setPipeline(false);
  return { text: `${lines.join('\n')}\n`, variables };
}

/** Returns the IDs that inserts and sequences have returned and that later statements contain, by the index of the statement. */
function generatedValues(
  statements: readonly TypedStatement[],
  markers: Markers,
): ReadonlyMap<number, (readonly [column: string, value: string])[]> {
  const generated = new Map<number, (readonly [string, string])[]>();
  const known = new Set<string | null | undefined>([markers.unique, markers.target]);
  for (const [at, { sql, row }] of statements.entries()) {
    if (!row || !/\b(?:insert|nextval)\b/i.test(sql)) continue;
    const laterValues = statements.slice(at + 1).flatMap(({ values }) => values);
    const used = Object.entries(row).filter(
      (entry): entry is [string, string] =>
        isLongNumber(entry[1]) && !known.has(entry[1]) && laterValues.some((value) => hasNumber(value, entry[1])),
    );
    if (used.length > 0) generated.set(at, used);
    for (const [, value] of used) known.add(value);
  }
  return generated;
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a value is a number that other values are unlikely to contain by chance. */
const isLongNumber = (value: string | null): boolean => value !== null && /^[1-9]\d{2,}$/.test(value);

const hasNumber = (text: string | null, number: string | null): boolean =>
  number !== null && new Set<string>(text?.match(/\d+/g)).has(number);

/** Returns the SQL in one line, in which the parameters are replaced with variables of pgbench. */
function withVariables(
  { sql, values, types }: TypedStatement,
  at: number,
  sources: ReadonlyMap<string, string>,
  variables: Record<string, string>,
): string {
  if (/(?<!:):\w/.test(sql) || sql.includes('--')) throw new Error(`pgbench cannot run this statement: ${sql}`);
  return sql
    .replace(/\s*\n\s*/g, ' ')
    .replace(/;\s*$/, '')
    .replace(/\$(\d+)/g, (_, position) => {
      const index = Number(position) - 1;
      const value = values[index];
      if (value === null || value === undefined) return `null::${types[index]}`;
      // A variable of pgbench cannot be empty.
      if (value === '') return `''::${types[index]}`;
      if (uuidPattern.test(value) && /\binsert\b/i.test(sql)) return `gen_random_uuid()::${types[index]}`;
      return expressionOf(value, types[index] ?? 'text', `p${at}_${index}`, sources, variables);
    });
}

/** Returns an expression of pgbench for a value. Adds the variables that the expression uses to `variables`. */
function expressionOf(
  value: string,
  type: string,
  name: string,
  sources: ReadonlyMap<string, string>,
  variables: Record<string, string>,
): string {
  const isIdentifier = /^\d+$/.test(value);
  const source = isIdentifier ? sources.get(value) : undefined;
  if (source) return `:${source}::${type}`;
  const fragments = value.split(/(\d+)/);
  if (isIdentifier || !fragments.some((fragment) => sources.has(fragment))) {
    variables[name] = value;
    return `:${name}::${type}`;
  }
  const parts: string[] = [];
  let fixed = '';
  const addFixed = () => {
    if (fixed === '') return;
    const variable = `${name}_${parts.length}`;
    variables[variable] = fixed;
    parts.push(`:${variable}::text`);
    fixed = '';
  };
  for (const fragment of fragments) {
    const replacement = sources.get(fragment);
    if (replacement === undefined) fixed += fragment;
    else {
      addFixed();
      parts.push(`:${replacement}::text`);
    }
  }
  addFixed();
  return `(${parts.join(' || ')})::${type}`;
}
