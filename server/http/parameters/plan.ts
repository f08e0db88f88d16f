// Precomputes properties of an endpoint's parameters, so that the cost of a request depends only on the parameters that it has.
import { isRequired, type Parameters } from '../../../contract/grammar/parameter.ts';
import { schemaAnnotationsOf } from '../../../contract/grammar/schema.ts';
import { check } from './check.ts';

export interface ParameterPlan {
  /** Required parameters, in declared order. */
  readonly required: readonly string[];
  /** Parameters validated in the first round, in declared order (protocol.md §4.1). */
  readonly firstRound: readonly string[];
  /** Defaults in the native spelling, converted like values: `publish` for an array is `['publish']`. */
  readonly defaults: ReadonlyArray<readonly [name: string, value: unknown]>;
}

const plans = new WeakMap<Parameters, ParameterPlan>();

/** Returns the plan of an endpoint's parameters, which is computed once for each declaration. */
export function planOf(parameters: Parameters): ParameterPlan {
  const cached = plans.get(parameters);
  if (cached !== undefined) return cached;
  const all = Object.entries(parameters);
  const plan: ParameterPlan = {
    required: all.filter(([, schema]) => isRequired(schema)).map(([name]) => name),
    firstRound: all.filter(([, schema]) => schemaAnnotationsOf(schema).first === true).map(([name]) => name),
    defaults: all.flatMap(([name, schema]) => ('default' in schema ? [[name, defaultOf(schema, name)] as const] : [])),
  };
  plans.set(parameters, plan);
  return plan;
}

// A default that does not match its declaration (such as null for "none") is used unchanged.
function defaultOf(schema: Parameters[string], name: string): unknown {
  const { default: value } = schema as { default?: unknown };
  const result = check(schema, value, name);
  const checked = 'value' in result ? result.value : value;
  return schemaAnnotationsOf(schema).convert?.(checked) ?? checked;
}
