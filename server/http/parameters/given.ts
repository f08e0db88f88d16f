// Gathers what a request gives for the declared parameters, source by source (protocol.md §3.1, decision 1).
import type { Parameters } from '../../../contract/grammar/parameter.ts';

/** Where parameters come from; strongest first, except that the path alone gives the path's own. */
export interface Sources {
  readonly json?: Readonly<Record<string, unknown>>;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly path: Readonly<Record<string, string>>;
}

/** One value for one declared name; `rival` when the path gives the name already. */
export interface Value {
  readonly name: string;
  readonly value: unknown;
  readonly rival: boolean;
}

export interface Given {
  /** All values that are not null, in the order they were given. */
  readonly values: readonly Value[];
  /** Per name, the value of the strongest source. */
  readonly winners: ReadonlyMap<string, unknown>;
  /** Names for which nothing but null was given. */
  readonly nulls: ReadonlySet<string>;
}

/** What a request gives for the declared names; other names are passed over (protocol.md §3.1). */
export function gather(parameters: Parameters, { json, form, query, path }: Sources): Given {
  const values: Value[] = [];
  const winners = new Map<string, unknown>();
  const nulls = new Set<string>();
  for (const source of [json ?? {}, form ?? {}, query]) {
    for (const name of Object.keys(source)) {
      if (!Object.hasOwn(parameters, name)) continue;
      const value = source[name];
      const rival = Object.hasOwn(path, name);
      if (value === null || value === undefined) nulls.add(name);
      else values.push({ name, value, rival });
      if (value !== null && value !== undefined && !rival && !winners.has(name)) winners.set(name, value);
    }
  }
  for (const name of Object.keys(path)) {
    if (!Object.hasOwn(parameters, name)) continue;
    values.push({ name, value: path[name], rival: false });
    winners.set(name, path[name]);
  }
  return { values, winners, nulls: new Set([...nulls].filter((name) => !winners.has(name))) };
}
