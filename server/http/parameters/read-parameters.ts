// From what a request gives to the values an operation receives (protocol.md §3.1, §4.1).
import type { Parameters } from '../../../contract/grammar/parameter.ts';
import { type Notes, notesOf, type TSchema } from '../../../contract/grammar/schema.ts';
import { Refusal } from '../../refusal.ts';
import { check } from './check.ts';
import { areEqual, isObject } from './conversions.ts';
import { type Fault, fault, type Verdict } from './faults.ts';
import { type Given, gather, type Sources } from './given.ts';
import { planOf } from './plan.ts';
import { settle } from './settle.ts';
import { DEFAULT_MAX_TEXT_BYTES, holdsLongText, lengthFault } from './text-length.ts';

export type { Sources };

/** What a check of the service's own comes to; `refused` says no with a sentence and without details. */
export type Outcome = Verdict | { readonly refused: string };

/**
 * A check or cleaner of the service's own, found by the name a declaration notes (`check`, `clean`).
 *
 * A `check` stands in place of the declaration's own test and sees the value as it was given; it may call `check` with
 * the schema itself. A `clean` sees what the test made of the value.
 */
export type OwnCheck = (value: unknown, name: string, schema: TSchema) => Promise<Outcome> | Outcome;

/** The parameters of a request: checked, converted, defaults filled in. */
export interface Read {
  /** Name to value, for all that is given or has a default. Without a prototype. Values are in the native spelling, their names are not. */
  readonly args: Record<string, unknown>;
  /** Names for which null was given and that have no value. */
  readonly nulls: ReadonlySet<string>;
  /** Names that the body or the query gave a value for. */
  readonly sent: ReadonlySet<string>;
}

/**
 * The parameters of a request.
 *
 * Throws Refusal 400: `rest_missing_callback_param` with the names of all that is missing, `rest_invalid_param` with all
 * that the first round finds or, when it finds nothing, all that the second finds (protocol.md §4.1, §4.6). What the
 * path gives, nothing else can change: another value under its name is refused (decision 1). Texts of more than
 * `maxTextBytes` bytes of UTF-8 are refused first (`rest_too_long` in the details).
 */
export async function readParameters(
  parameters: Parameters,
  sources: Sources,
  own: (name: string) => OwnCheck,
  maxTextBytes: number = DEFAULT_MAX_TEXT_BYTES,
): Promise<Read> {
  const given = gather(parameters, sources);
  requireAll(planOf(parameters).required, given);
  const reading: Reading = { parameters, sources, own, given, args: Object.create(null), failures: new Map() };
  refuseLongTexts(reading, maxTextBytes);
  await roundOne(reading);
  refuseFailures(reading.failures);
  await roundTwo(reading);
  refuseFailures(reading.failures);
  return finish(reading);
}

interface Reading {
  readonly parameters: Parameters;
  readonly sources: Sources;
  readonly own: (name: string) => OwnCheck;
  readonly given: Given;
  readonly args: Record<string, unknown>;
  readonly failures: Map<string, Failure>;
}

type Failure = { readonly fault: Fault } | { readonly refused: string };

function requireAll(required: readonly string[], { winners }: Given): void {
  const params = required.filter((name) => !winners.has(name));
  if (params.length === 0) return;
  throw new Refusal('rest_missing_callback_param', 400, `The request lacks ${params.join(', ')}.`, {
    data: { params },
  });
}

// Before anything looks at them, and of all sources: what is too long is not to cost anything.
function refuseLongTexts({ parameters, given, failures }: Reading, maxTextBytes: number): void {
  for (const { name, value } of given.values) {
    const schema = parameters[name];
    const wrong = schema && notesOf(schema).holdsRequests ? undefined : lengthFault(value, name, maxTextBytes);
    if (wrong) failures.set(name, { fault: wrong });
  }
  refuseFailures(failures);
}

// The strongest value of each name in declared order; with null, nothing is tested.
async function roundOne(reading: Reading): Promise<void> {
  for (const name of planOf(reading.parameters).first) {
    const schema = reading.parameters[name];
    if (schema === undefined || !reading.given.winners.has(name)) continue;
    const value = reading.given.winners.get(name);
    if (notesOf(schema).unchecked === true) keepText(reading, name, value);
    else keep(reading, name, await test(reading, schema, name, value));
  }
}

// What is neither text nor {raw} counts as not sent (protocol.md §4.1, "not checked at all").
function keepText({ args }: Reading, name: string, value: unknown): void {
  if (isText(value)) args[name] = value;
}

const isText = (value: unknown) =>
  typeof value === 'string' || (isObject(value) && ['string', 'number', 'boolean'].includes(typeof value.raw));

// Every value in the order given; also those that a stronger source outdoes must be good.
async function roundTwo(reading: Reading): Promise<void> {
  const cleaned = new Set<string>();
  for (const { name, value, rival } of reading.given.values) {
    const schema = reading.parameters[name];
    if (schema === undefined || reading.failures.has(name)) continue;
    const { first, unchecked, clean } = notesOf(schema);
    if (rival) refuseRival(reading, schema, name, value);
    else if (first !== true && unchecked === true) keepText(reading, name, name in reading.args ? undefined : value);
    else if (first !== true) keep(reading, name, await testAndClean(reading, schema, name, value));
    else if (clean !== undefined && !cleaned.has(name)) {
      cleaned.add(name);
      if (name in reading.args) replace(reading, name, await reading.own(clean)(reading.args[name], name, schema));
    }
  }
}

async function testAndClean(reading: Reading, schema: TSchema, name: string, value: unknown): Promise<Outcome> {
  const { clean } = notesOf(schema);
  const outcome = await test(reading, schema, name, value);
  return clean === undefined || !('value' in outcome) ? outcome : reading.own(clean)(outcome.value, name, schema);
}

function test({ own }: Reading, schema: TSchema, name: string, value: unknown): Promise<Outcome> | Outcome {
  const { check: named, convert } = notesOf(schema);
  const outcome =
    named === undefined ? check(schema, value, name) : (builtIn.get(named) ?? own(named))(value, name, schema);
  return convert ? converted(outcome, convert) : outcome;
}

/** Returns an accepted value with native names. */
async function converted(
  outcome: Promise<Outcome> | Outcome,
  convert: NonNullable<Notes['convert']>,
): Promise<Outcome> {
  const made = await outcome;
  return 'value' in made ? { value: convert(made.value) } : made;
}

const builtIn: ReadonlyMap<string, OwnCheck> = new Map<string, OwnCheck>([['object-or-list', objectOrList]]);

// `meta` (protocol.md §4.1): its members are looked at by the operation.
function objectOrList(value: unknown, name: string): Outcome {
  return typeof value === 'object' && value !== null ? { value } : { refused: `${name} must be an object.` };
}

// The strongest value stays; later ones were only tested.
function keep(reading: Reading, name: string, outcome: Outcome): void {
  if (!('value' in outcome)) replace(reading, name, outcome);
  else if (!(name in reading.args)) replace(reading, name, { value: settle(name, outcome.value) });
}

function replace({ args, failures }: Reading, name: string, outcome: Outcome): void {
  if ('value' in outcome) args[name] = outcome.value;
  else failures.set(name, outcome);
}

function refuseRival({ sources, failures }: Reading, schema: TSchema, name: string, value: unknown): void {
  const ours = check(schema, sources.path[name], name);
  const theirs = check(schema, value, name);
  if ('value' in ours && 'value' in theirs && areEqual(ours.value, theirs.value)) return;
  failures.set(name, fault('rest_invalid_param', `${name} is given by the address and cannot be another.`));
}

// Params and details as in protocol.md §4.6; whoever merely says no has no details.
function refuseFailures(failures: ReadonlyMap<string, Failure>): void {
  if (failures.size === 0) return;
  const all = [...failures];
  const params = Object.fromEntries(all.map(([name, failure]) => [name, sentenceOf(failure)]));
  const details = Object.fromEntries(all.flatMap(([name, each]) => ('fault' in each ? [[name, each.fault]] : [])));
  const message = `The request has parameters that cannot be: ${[...failures.keys()].join(', ')}.`;
  throw new Refusal('rest_invalid_param', 400, message, { data: { params, details } });
}

const sentenceOf = (failure: Failure) => ('fault' in failure ? failure.fault.message : failure.refused);

function finish({ parameters, sources, given, args }: Reading): Read {
  const sent = new Set<string>();
  for (const { name } of given.values) if (name in args && !Object.hasOwn(sources.path, name)) sent.add(name);
  for (const [name, value] of planOf(parameters).defaults) if (!(name in args)) args[name] = copyOf(value);
  return { args, sent, nulls: new Set([...given.nulls].filter((name) => !(name in args))) };
}

// Each request gets its own list or object: one that an operation changes must not change the declaration.
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}

const same = (value: unknown): unknown => value;

/**
 * The parameters as far as they can be read, for judging which methods a caller may use (protocol.md §9.1).
 *
 * What does not fit is left out, no defaults, no checks of the service's own; never throws. What is too long is not looked at.
 */
export function lenientParameters(
  parameters: Parameters,
  sources: Sources,
  maxTextBytes: number = DEFAULT_MAX_TEXT_BYTES,
): Record<string, unknown> {
  const args: Record<string, unknown> = Object.create(null);
  for (const [name, value] of gather(parameters, sources).winners) {
    const schema = parameters[name];
    if (schema === undefined || holdsLongText(value, maxTextBytes)) continue;
    const { unchecked: free = false, convert = same } = notesOf(schema);
    const verdict = free ? { value } : check(schema, value, name);
    if ('value' in verdict && (!free || isText(value))) args[name] = settle(name, convert(verdict.value));
  }
  return args;
}
