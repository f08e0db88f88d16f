// What is known of an endpoint's parameters before any request, so that a request pays only for what it gives.
import { isRequired, type Parameters } from '../../../contract/grammar/parameter.ts';
import { notesOf } from '../../../contract/grammar/schema.ts';
import { check } from './check.ts';

export interface Plan {
  /** Names without which a request is refused, in declared order. */
  readonly required: readonly string[];
  /** Names tested in the first round, in declared order (protocol.md §4.1). */
  readonly first: readonly string[];
  /** Defaults, converted like values: `publish` for a list is `['publish']`; in the native spelling. */
  readonly defaults: ReadonlyArray<readonly [name: string, value: unknown]>;
}

const plans = new WeakMap<Parameters, Plan>();

/** The plan of an endpoint's parameters, made once for each declaration. */
export function planOf(parameters: Parameters): Plan {
  const known = plans.get(parameters);
  if (known !== undefined) return known;
  const all = Object.entries(parameters);
  const plan: Plan = {
    required: all.filter(([, schema]) => isRequired(schema)).map(([name]) => name),
    first: all.filter(([, schema]) => notesOf(schema).first === true).map(([name]) => name),
    defaults: all.flatMap(([name, schema]) => ('default' in schema ? [[name, defaultOf(schema, name)] as const] : [])),
  };
  plans.set(parameters, plan);
  return plan;
}

// A default that its own declaration would refuse (such as null for "none") is meant as it stands.
function defaultOf(schema: Parameters[string], name: string): unknown {
  const { default: value } = schema as { default?: unknown };
  const verdict = check(schema, value, name);
  const checked = 'value' in verdict ? verdict.value : value;
  return notesOf(schema).convert?.(checked) ?? checked;
}
