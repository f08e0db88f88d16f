// Gathers the values of the declared parameters from all sources of a request (protocol.md §3.1, decision 1).
import type { Parameters } from '../../../contract/grammar/parameter.ts';

/** The sources of parameters, in order of precedence. Path parameters are taken from the path only. */
export interface Sources {
  readonly json?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, string>>;
}

/** A value for a declared parameter. `conflictsWithPath` is true if the path has the parameter, too. */
export interface SubmittedValue {
  readonly name: string;
  readonly value: unknown;
  readonly conflictsWithPath: boolean;
}

export interface GatheredValues {
  /** All values except null: by source, in order of precedence, and in submitted order within a source. The path comes last. */
  readonly values: readonly SubmittedValue[];
  /** Values by name, each from the source with the highest precedence. */
  readonly effectiveValues: ReadonlyMap<string, unknown>;
  /** Names that were submitted as null and have no other value. */
  readonly nulls: ReadonlySet<string>;
}

/** Returns the values of the declared parameters; undeclared ones are ignored (protocol.md §3.1). */
export function gather(parameters: Parameters, { json, form, query, path }: Sources): GatheredValues {
  const values: SubmittedValue[] = [];
  const effectiveValues = new Map<string, unknown>();
  const nulls = new Set<string>();
  for (const source of [json ?? {}, form ?? {}, query]) {
    for (const name of Object.keys(source)) {
      if (!Object.hasOwn(parameters, name)) continue;
      const value = source[name];
      const conflictsWithPath = Object.hasOwn(path, name);
      if (value === null || value === undefined) nulls.add(name);
      else values.push({ name, value, conflictsWithPath });
      if (value !== null && value !== undefined && !conflictsWithPath && !effectiveValues.has(name))
        effectiveValues.set(name, value);
    }
  }
  for (const name of Object.keys(path)) {
    if (!Object.hasOwn(parameters, name)) continue;
    values.push({ name, value: path[name], conflictsWithPath: false });
    effectiveValues.set(name, path[name]);
  }
  return { values, effectiveValues, nulls: new Set([...nulls].filter((name) => !effectiveValues.has(name))) };
}
