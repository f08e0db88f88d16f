// Converts the submitted parameters of a request to the values that an operation receives (protocol.md §3.1, §4.1).
import type { Parameters } from '../../../contract/grammar/parameter.ts';
import { type SchemaAnnotations, schemaAnnotationsOf, type TSchema } from '../../../contract/grammar/schema.ts';
import { ApiError } from '../../api-error.ts';
import { check } from './check.ts';
import { areEqual, isObject } from './conversions.ts';
import { type GatheredValues, gather, type Sources } from './gather.ts';
import { normalizeValue } from './normalize.ts';
import { planOf } from './plan.ts';
import { containsLongText, DEFAULT_MAX_TEXT_BYTES, validateTextLength } from './text-length.ts';
import { type InvalidResult, type ValidationResult, validationError } from './validation-error.ts';

export type { Sources };

/** The result of a custom check. `message` is the text of an error without details. */
export type CheckOutcome = ValidationResult | { readonly message: string };

/**
 * A custom check or cleaner, which a declaration refers to by name (`check`, `clean`).
 *
 * A `check` replaces validation by the schema and receives the submitted value; it may call `check` with the schema itself. A
 * `clean` receives the validated and converted value.
 */
export type ParameterCheck = (value: unknown, name: string, schema: TSchema) => Promise<CheckOutcome> | CheckOutcome;

/** The parameters of a request: validated, converted, with defaults. */
export interface ParsedParameters {
  /**
   * Values of all parameters that were submitted or have a default, by name; an object without a prototype. The values use the native
   * spelling; the names of the parameters use the spelling of the mount.
   */
  readonly args: Record<string, unknown>;
  /** Parameters that were submitted as null and have no value. */
  readonly nulls: ReadonlySet<string>;
  /** Parameters with a value from the body or the query. */
  readonly submitted: ReadonlySet<string>;
}

/**
 * Returns the parameters of a request.
 *
 * Throws ApiError 400: `rest_missing_callback_param` with the names of all missing parameters; `rest_invalid_param` with all errors of the
 * first round or, if there are none, all errors of the second (protocol.md §4.1, §4.6). A different value for a path parameter in another
 * source is an error (decision 1). Texts of more than `maxTextBytes` bytes of UTF-8 are rejected before the first round (`rest_too_long` in
 * the details).
 */
export async function readParameters(
  parameters: Parameters,
  sources: Sources,
  findCheck: (name: string) => ParameterCheck,
  maxTextBytes: number = DEFAULT_MAX_TEXT_BYTES,
): Promise<ParsedParameters> {
  const gathered = gather(parameters, sources);
  requireAll(planOf(parameters).required, gathered);
  const state: ReadState = { parameters, sources, findCheck, gathered, args: Object.create(null), failures: new Map() };
  rejectLongTexts(state, maxTextBytes);
  await validateFirstRound(state);
  rejectFailures(state.failures);
  await validateSecondRound(state);
  rejectFailures(state.failures);
  return toParsedParameters(state);
}

interface ReadState {
  readonly parameters: Parameters;
  readonly sources: Sources;
  readonly findCheck: (name: string) => ParameterCheck;
  readonly gathered: GatheredValues;
  readonly args: Record<string, unknown>;
  readonly failures: Map<string, Failure>;
}

type Failure = InvalidResult | { readonly message: string };

function requireAll(required: readonly string[], { effectiveValues }: GatheredValues): void {
  const params = required.filter((name) => !effectiveValues.has(name));
  if (params.length === 0) return;
  throw new ApiError('rest_missing_callback_param', 400, `Missing parameters: ${params.join(', ')}.`, {
    data: { params },
  });
}

// Runs before any validation and for the values of all sources, so that long texts cost no CPU time. Parameters that contain whole requests
// are exempt.
function rejectLongTexts({ parameters, gathered, failures }: ReadState, maxTextBytes: number): void {
  for (const { name, value } of gathered.values) {
    const schema = parameters[name];
    const error =
      schema && schemaAnnotationsOf(schema).holdsRequests ? undefined : validateTextLength(value, name, maxTextBytes);
    if (error) failures.set(name, { error });
  }
  rejectFailures(failures);
}

// Validates the effective value of each parameter in declared order. Null is not validated.
async function validateFirstRound(state: ReadState): Promise<void> {
  for (const name of planOf(state.parameters).firstRound) {
    const schema = state.parameters[name];
    if (schema === undefined || !state.gathered.effectiveValues.has(name)) continue;
    const value = state.gathered.effectiveValues.get(name);
    if (schemaAnnotationsOf(schema).unchecked === true) acceptText(state, name, value);
    else acceptValue(state, name, await test(state, schema, name, value));
  }
}

// A value that is neither a string nor {raw} counts as not submitted (protocol.md §4.1, "not checked at all").
function acceptText({ args }: ReadState, name: string, value: unknown): void {
  if (isText(value)) args[name] = value;
}

const isText = (value: unknown) =>
  typeof value === 'string' || (isObject(value) && ['string', 'number', 'boolean'].includes(typeof value.raw));

// Validates every value in submitted order, including those that a source of higher precedence overrides.
async function validateSecondRound(state: ReadState): Promise<void> {
  const cleaned = new Set<string>();
  for (const { name, value, conflictsWithPath } of state.gathered.values) {
    const schema = state.parameters[name];
    if (schema === undefined || state.failures.has(name)) continue;
    const { first, unchecked, clean } = schemaAnnotationsOf(schema);
    if (conflictsWithPath) rejectConflict(state, schema, name, value);
    else if (first !== true && unchecked === true) acceptText(state, name, name in state.args ? undefined : value);
    else if (first !== true) acceptValue(state, name, await testAndClean(state, schema, name, value));
    else if (clean !== undefined && !cleaned.has(name)) {
      cleaned.add(name);
      if (name in state.args) setResult(state, name, await state.findCheck(clean)(state.args[name], name, schema));
    }
  }
}

async function testAndClean(state: ReadState, schema: TSchema, name: string, value: unknown): Promise<CheckOutcome> {
  const { clean } = schemaAnnotationsOf(schema);
  const outcome = await test(state, schema, name, value);
  return clean === undefined || !('value' in outcome) ? outcome : state.findCheck(clean)(outcome.value, name, schema);
}

function test(
  { findCheck }: ReadState,
  schema: TSchema,
  name: string,
  value: unknown,
): Promise<CheckOutcome> | CheckOutcome {
  const { check: checkName, convert } = schemaAnnotationsOf(schema);
  const outcome =
    checkName === undefined
      ? check(schema, value, name)
      : (builtInChecks.get(checkName) ?? findCheck(checkName))(value, name, schema);
  return convert ? converted(outcome, convert) : outcome;
}

/** Returns an accepted value with native names. */
async function converted(
  outcome: Promise<CheckOutcome> | CheckOutcome,
  convert: NonNullable<SchemaAnnotations['convert']>,
): Promise<CheckOutcome> {
  const resolved = await outcome;
  return 'value' in resolved ? { value: convert(resolved.value) } : resolved;
}

const builtInChecks: ReadonlyMap<string, ParameterCheck> = new Map<string, ParameterCheck>([
  ['object-or-list', objectOrList],
]);

// Used for `meta` (protocol.md §4.1), whose properties are validated by the operation.
function objectOrList(value: unknown, name: string): CheckOutcome {
  return typeof value === 'object' && value !== null ? { value } : { message: `${name} must be an object.` };
}

// The first value is used; later ones, of lower precedence, are only validated.
function acceptValue(state: ReadState, name: string, outcome: CheckOutcome): void {
  if (!('value' in outcome)) setResult(state, name, outcome);
  else if (!(name in state.args)) setResult(state, name, { value: normalizeValue(name, outcome.value) });
}

function setResult({ args, failures }: ReadState, name: string, outcome: CheckOutcome): void {
  if ('value' in outcome) args[name] = outcome.value;
  else failures.set(name, outcome);
}

function rejectConflict({ sources, failures }: ReadState, schema: TSchema, name: string, value: unknown): void {
  const pathValue = check(schema, sources.path[name], name);
  const otherValue = check(schema, value, name);
  if ('value' in pathValue && 'value' in otherValue && areEqual(pathValue.value, otherValue.value)) return;
  failures.set(name, validationError('rest_invalid_param', `${name} must be the same as in the URL.`));
}

// Params and details are those of protocol.md §4.6; a custom check that only returns a message has no details.
function rejectFailures(failures: ReadonlyMap<string, Failure>): void {
  if (failures.size === 0) return;
  const all = [...failures];
  const params = Object.fromEntries(all.map(([name, failure]) => [name, messageOf(failure)]));
  const details = Object.fromEntries(all.flatMap(([name, each]) => ('error' in each ? [[name, each.error]] : [])));
  const message = `Invalid parameters: ${[...failures.keys()].join(', ')}.`;
  throw new ApiError('rest_invalid_param', 400, message, { data: { params, details } });
}

const messageOf = (failure: Failure) => ('error' in failure ? failure.error.message : failure.message);

function toParsedParameters({ parameters, sources, gathered, args }: ReadState): ParsedParameters {
  const submitted = new Set<string>();
  for (const { name } of gathered.values) if (name in args && !Object.hasOwn(sources.path, name)) submitted.add(name);
  for (const [name, value] of planOf(parameters).defaults) if (!(name in args)) args[name] = copyOf(value);
  return { args, submitted, nulls: new Set([...gathered.nulls].filter((name) => !(name in args))) };
}

// Defaults are copied, so that an operation which changes its arguments does not change the declaration.
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}

const identity = (value: unknown): unknown => value;

/**
 * Returns the valid parameters of a request, to determine which methods a caller may use (protocol.md §9.1).
 *
 * Invalid and overlong values are omitted. Applies neither defaults nor custom checks. Never throws.
 */
export function lenientParameters(
  parameters: Parameters,
  sources: Sources,
  maxTextBytes: number = DEFAULT_MAX_TEXT_BYTES,
): Record<string, unknown> {
  const args: Record<string, unknown> = Object.create(null);
  for (const [name, value] of gather(parameters, sources).effectiveValues) {
    const schema = parameters[name];
    if (schema === undefined || containsLongText(value, maxTextBytes)) continue;
    const { unchecked: isUnchecked = false, convert = identity } = schemaAnnotationsOf(schema);
    const result = isUnchecked ? { value } : check(schema, value, name);
    if ('value' in result && (!isUnchecked || isText(value))) args[name] = normalizeValue(name, convert(result.value));
  }
  return args;
}
