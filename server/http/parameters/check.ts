// Tests one value against its declaration and converts it in the same walk (protocol.md §4.2 to §4.4).
import type { Notes, TSchema } from '../../../contract/grammar/schema.ts';
import { anyOf, oneOf } from './alternatives.ts';
import {
  areEqual,
  finite,
  inOneForm,
  isObject,
  isWhole,
  toBoolean,
  toList,
  toMembers,
  toNumber,
  wholeWithin,
} from './conversions.ts';
import { type Fault, fault, type Verdict, wrongType } from './faults.ts';
import { cleanUri, formatFault } from './formats.ts';
import { matches } from './pattern.ts';

export type { Fault, Verdict };

type Type = string | readonly string[];

/** The words of JSON schema that are understood. */
interface Words {
  readonly type?: Type;
  readonly anyOf?: readonly Words[];
  readonly oneOf?: readonly Words[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Words;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Words>>;
  readonly patternProperties?: Readonly<Record<string, Words>>;
  readonly additionalProperties?: boolean | Words;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly refuse?: Notes['refuse'];
}

/**
 * The value as its declaration makes it, or the first thing that is wrong with it.
 *
 * `param` is the name it goes by in faults. Objects come back without a prototype, so that a member named
 * `constructor` is there only when it was sent. Never throws; the work grows with the size of the value.
 */
export const check = (schema: TSchema, value: unknown, param: string): Verdict => walk(schema as Words, value, param);

// An alternative without a type takes the type around it (protocol.md §4.4).
function walk(words: Words, value: unknown, param: string, outer?: Type): Verdict {
  const type = words.type ?? outer;
  const chosen = alternatives(words, value, param, type);
  if ('fault' in chosen) return chosen;
  const typed = type === undefined ? chosen : ofType(words, type, chosen.value, param);
  if ('fault' in typed) return typed;
  return enumerated(words, typed.value, param) ?? refused(words, formatted(words, typed.value, param), param);
}

function alternatives(words: Words, value: unknown, param: string, type: Type | undefined): Verdict {
  const any = words.anyOf && anyOf(words.anyOf, value, param, (one) => walk(one, value, param, type));
  if (any !== undefined && 'fault' in any) return any;
  const { value: current } = any ?? { value };
  return words.oneOf
    ? oneOf(words.oneOf, current, param, (one) => walk(one, current, param, type))
    : { value: current };
}

function ofType(words: Words, type: Type, value: unknown, param: string): Verdict {
  if (typeof type === 'string') return rules.get(type)?.(words, value, param) ?? { value };
  const first = firstFitting(type, value);
  return first === undefined ? wrongType(param, type) : ofType(words, first, value, param);
}

type Rule = (words: Words, value: unknown, param: string) => Verdict;

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['string', string],
  ['integer', integer],
  ['number', number],
  ['boolean', boolean],
  ['array', array],
  ['object', object],
  ['null', nothing],
]);

// Lists and objects stay what they are where both are allowed; the empty text is a text where texts are.
function firstFitting(types: readonly string[], value: unknown): string | undefined {
  if (value === '' && types.includes('string')) return 'string';
  if (Array.isArray(value) && types.includes('array')) return 'array';
  if (isObject(value) && types.includes('object')) return 'object';
  return types.find((type) => fits(type, value));
}

function fits(type: string, value: unknown): boolean {
  if (type === 'array') return toList(value, mostItems) !== undefined;
  if (type === 'object') return toMembers(value) !== undefined;
  return 'value' in (rules.get(type)?.({}, value, '') ?? { value });
}

function nothing(_words: Words, value: unknown, param: string): Verdict {
  return value === null ? { value } : wrongType(param, 'null');
}

function boolean(_words: Words, value: unknown, param: string): Verdict {
  const converted = toBoolean(value);
  return converted === undefined ? wrongType(param, 'boolean') : { value: converted };
}

function number(words: Words, value: unknown, param: string): Verdict {
  const converted = toNumber(value);
  if (converted === undefined) return wrongType(param, 'number');
  return numberFault(words, converted, param) ?? { value: finite(converted) };
}

function integer(words: Words, value: unknown, param: string): Verdict {
  const converted = toNumber(value);
  if (converted === undefined) return wrongType(param, 'integer');
  const wrong = numberFault(words, converted, param);
  if (wrong !== undefined) return wrong;
  return isWhole(converted) ? { value: wholeWithin(converted) } : wrongType(param, 'integer');
}

function numberFault(words: Words, value: number, param: string): { fault: Fault } | undefined {
  const { multipleOf, minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = words;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    return fault('rest_invalid_multiple', `${param} must be a multiple of ${multipleOf}.`);
  if (minimum !== undefined && value < minimum) return outOfBounds(param, `at least ${minimum}`);
  if (maximum !== undefined && value > maximum) return outOfBounds(param, `at most ${maximum}`);
  if (above !== undefined && value <= above) return outOfBounds(param, `more than ${above}`);
  if (below !== undefined && value >= below) return outOfBounds(param, `less than ${below}`);
  return undefined;
}

const outOfBounds = (param: string, bound: string) => fault('rest_out_of_bounds', `${param} must be ${bound}.`);

// Compares the quotient, not the remainder: 0.3 is a multiple of 0.1 though its remainder in binary is not 0.
function isMultiple(value: number, unit: number): boolean {
  const quotient = value / unit;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 4 * Number.EPSILON;
}

function string(words: Words, value: unknown, param: string): Verdict {
  if (typeof value !== 'string') return wrongType(param, 'string');
  const { minLength, maxLength, pattern } = words;
  if (minLength !== undefined && !isLongerThan(value, minLength - 1))
    return fault('rest_too_short', `${param} must have at least ${counted(minLength, 'character')}.`);
  if (maxLength !== undefined && isLongerThan(value, maxLength))
    return fault('rest_too_long', `${param} must have at most ${counted(maxLength, 'character')}.`);
  if (pattern !== undefined && !matches(pattern, value))
    return fault('rest_invalid_pattern', `${param} does not match the pattern ${pattern}.`);
  return { value };
}

/** Whether a text has more characters than so many. They have one or two units of UTF-16, so few texts need to be counted. */
const isLongerThan = (text: string, count: number): boolean =>
  text.length > count && (text.length > 2 * count || charactersIn(text) > count);

// An emoji is one.
function charactersIn(text: string): number {
  let length = 0;
  for (const _character of text) length += 1;
  return length;
}

const counted = (count: number, noun: string, plural = `${noun}s`) => `${count} ${count === 1 ? noun : plural}`;

/** What any list may hold, whatever its declaration allows: looking at more would keep others waiting. */
export const mostItems = 10_000;

function array(words: Words, value: unknown, param: string): Verdict {
  const given = toList(value, mostItems);
  if (given === undefined) return wrongType(param, 'array');
  if (given.length > mostItems) return tooMany(param, mostItems);
  const list: unknown[] = [];
  for (const item of given) {
    const verdict = words.items ? walk(words.items, item, `${param}[${list.length}]`) : { value: item };
    if ('fault' in verdict) return verdict;
    list.push(verdict.value);
  }
  return listFault(words, list, param) ?? { value: list };
}

const tooMany = (param: string, most: number) =>
  fault('rest_too_many_items', `${param} must have at most ${counted(most, 'item')}.`);

function listFault(words: Words, list: readonly unknown[], param: string): { fault: Fault } | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = words;
  if (list.length < minItems)
    return fault('rest_too_few_items', `${param} must have at least ${counted(minItems, 'item')}.`);
  if (list.length > maxItems) return tooMany(param, maxItems);
  if (words.uniqueItems === true && new Set(list.map(inOneForm)).size < list.length)
    return fault('rest_duplicate_items', `${param} must not name anything twice.`);
  return undefined;
}

function object(words: Words, value: unknown, param: string): Verdict {
  const given = toMembers(value);
  if (given === undefined) return wrongType(param, 'object');
  const missing = words.required?.find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) return fault('rest_property_required', `${param} must have the member ${missing}.`);
  const members: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(given)) {
    const verdict = member(words, name, given[name], param);
    if ('fault' in verdict) return verdict;
    members[name] = verdict.value;
  }
  return sizeFault(words, Object.keys(members).length, param) ?? { value: members };
}

function member(words: Words, name: string, value: unknown, param: string): Verdict {
  const declared = declarationOf(words, name);
  if (declared === false) return fault('rest_additional_properties_forbidden', `${param} has no member named ${name}.`);
  return declared === true ? { value } : walk(declared, value, `${param}[${name}]`);
}

// Known, by pattern, or additional, in this order (protocol.md §4.3).
function declarationOf(words: Words, name: string): Words | boolean {
  if (words.properties && Object.hasOwn(words.properties, name)) return words.properties[name] ?? true;
  const byPattern = Object.entries(words.patternProperties ?? {}).find(([pattern]) => matches(pattern, name));
  return byPattern?.[1] ?? words.additionalProperties ?? true;
}

function sizeFault(words: Words, size: number, param: string): { fault: Fault } | undefined {
  const { minProperties: least = 0, maxProperties: most = Number.POSITIVE_INFINITY } = words;
  if (size < least) return fault('rest_too_few_properties', `${param} must have at least ${counted(least, 'member')}.`);
  if (size > most) return fault('rest_too_many_properties', `${param} must have at most ${counted(most, 'member')}.`);
  return undefined;
}

function enumerated(words: Words, value: unknown, param: string): { fault: Fault } | undefined {
  const values = 'const' in words ? [words.const] : words.enum;
  if (values === undefined || values.some((each) => areEqual(each, value))) return undefined;
  return fault('rest_not_in_enum', `${param} must be one of: ${values.map(wordFor).join(', ')}.`);
}

const wordFor = (value: unknown) =>
  value === '' ? '(empty)' : typeof value === 'string' ? value : JSON.stringify(value);

function refused({ refuse }: Words, verdict: Verdict, param: string): Verdict {
  const why = 'value' in verdict ? refuse?.(verdict.value) : undefined;
  return why === undefined ? verdict : fault('rest_invalid_param', `${param} ${why}`);
}

function formatted(words: Words, value: unknown, param: string): Verdict {
  if (words.format === undefined || typeof value !== 'string') return { value };
  if (words.format === 'uri') return { value: cleanUri(value) };
  const wrong = formatFault(words.format, value, param);
  return wrong === undefined ? { value } : { fault: wrong };
}
