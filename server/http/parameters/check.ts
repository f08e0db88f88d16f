// Validates and converts a value by its declaration, in one pass (protocol.md §4.2 to §4.4).
import type { SchemaAnnotations, TSchema } from '../../../contract/grammar/schema.ts';
import { anyOf, oneOf } from './alternatives.ts';
import {
  areEqual,
  canonicalJson,
  clampToFinite,
  clampToSafeInteger,
  isIntegral,
  isObject,
  toBoolean,
  toList,
  toNumber,
  toProperties,
} from './conversions.ts';
import { cleanUri, validateFormat } from './formats.ts';
import { matches } from './pattern.ts';
import { type InvalidResult, type ValidationResult, validationError, wrongTypeError } from './validation-error.ts';

type Type = string | readonly string[];

/** The supported JSON Schema keywords. */
interface Keywords {
  readonly type?: Type;
  readonly anyOf?: readonly Keywords[];
  readonly oneOf?: readonly Keywords[];
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
  readonly items?: Keywords;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, Keywords>>;
  readonly patternProperties?: Readonly<Record<string, Keywords>>;
  readonly additionalProperties?: boolean | Keywords;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly refuse?: SchemaAnnotations['refuse'];
}

/**
 * Returns the converted value, or the first error.
 *
 * `param` is the name of the value in errors. Returned objects have no prototype, so that a property named `constructor` exists only
 * if it was submitted. Never throws; takes time proportional to the size of the value.
 */
export const check = (schema: TSchema, value: unknown, param: string): ValidationResult =>
  walk(schema as Keywords, value, param);

// An alternative without a type inherits the type of the enclosing schema (protocol.md §4.4).
function walk(keywords: Keywords, value: unknown, param: string, outer?: Type): ValidationResult {
  const type = keywords.type ?? outer;
  const chosen = applyAlternatives(keywords, value, param, type);
  if ('error' in chosen) return chosen;
  const typed = type === undefined ? chosen : applyType(keywords, type, chosen.value, param);
  if ('error' in typed) return typed;
  return (
    validateEnum(keywords, typed.value, param) ??
    applyCustomRule(keywords, applyFormat(keywords, typed.value, param), param)
  );
}

function applyAlternatives(
  keywords: Keywords,
  value: unknown,
  param: string,
  type: Type | undefined,
): ValidationResult {
  const any = keywords.anyOf && anyOf(keywords.anyOf, value, param, (one) => walk(one, value, param, type));
  if (any !== undefined && 'error' in any) return any;
  const { value: current } = any ?? { value };
  return keywords.oneOf
    ? oneOf(keywords.oneOf, current, param, (one) => walk(one, current, param, type))
    : { value: current };
}

function applyType(keywords: Keywords, type: Type, value: unknown, param: string): ValidationResult {
  if (typeof type === 'string') return typeRules.get(type)?.(keywords, value, param) ?? { value };
  const first = firstMatchingType(type, value);
  return first === undefined ? wrongTypeError(param, type) : applyType(keywords, first, value, param);
}

type Rule = (keywords: Keywords, value: unknown, param: string) => ValidationResult;

const typeRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['string', string],
  ['integer', integer],
  ['number', number],
  ['boolean', boolean],
  ['array', array],
  ['object', object],
  ['null', nullValue],
]);

// Arrays and objects keep their type if it is allowed. An empty string is a string if strings are allowed.
function firstMatchingType(types: readonly string[], value: unknown): string | undefined {
  if (value === '' && types.includes('string')) return 'string';
  if (Array.isArray(value) && types.includes('array')) return 'array';
  if (isObject(value) && types.includes('object')) return 'object';
  return types.find((type) => matchesType(type, value));
}

function matchesType(type: string, value: unknown): boolean {
  if (type === 'array') return toList(value, maxListItems) !== undefined;
  if (type === 'object') return toProperties(value) !== undefined;
  return 'value' in (typeRules.get(type)?.({}, value, '') ?? { value });
}

function nullValue(_keywords: Keywords, value: unknown, param: string): ValidationResult {
  return value === null ? { value } : wrongTypeError(param, 'null');
}

function boolean(_keywords: Keywords, value: unknown, param: string): ValidationResult {
  const converted = toBoolean(value);
  return converted === undefined ? wrongTypeError(param, 'boolean') : { value: converted };
}

function number(keywords: Keywords, value: unknown, param: string): ValidationResult {
  const converted = toNumber(value);
  if (converted === undefined) return wrongTypeError(param, 'number');
  return validateNumber(keywords, converted, param) ?? { value: clampToFinite(converted) };
}

function integer(keywords: Keywords, value: unknown, param: string): ValidationResult {
  const converted = toNumber(value);
  if (converted === undefined) return wrongTypeError(param, 'integer');
  const error = validateNumber(keywords, converted, param);
  if (error !== undefined) return error;
  return isIntegral(converted) ? { value: clampToSafeInteger(converted) } : wrongTypeError(param, 'integer');
}

function validateNumber(keywords: Keywords, value: number, param: string): InvalidResult | undefined {
  const { multipleOf, minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below } = keywords;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    return validationError('rest_invalid_multiple', `${param} must be a multiple of ${multipleOf}.`);
  if (minimum !== undefined && value < minimum) return outOfBounds(param, `at least ${minimum}`);
  if (maximum !== undefined && value > maximum) return outOfBounds(param, `at most ${maximum}`);
  if (above !== undefined && value <= above) return outOfBounds(param, `more than ${above}`);
  if (below !== undefined && value >= below) return outOfBounds(param, `less than ${below}`);
  return undefined;
}

const outOfBounds = (param: string, bound: string) =>
  validationError('rest_out_of_bounds', `${param} must be ${bound}.`);

// Compares the quotient, not the remainder: 0.3 is a multiple of 0.1 although its binary remainder is not 0.
function isMultiple(value: number, unit: number): boolean {
  const quotient = value / unit;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * 4 * Number.EPSILON;
}

function string(keywords: Keywords, value: unknown, param: string): ValidationResult {
  if (typeof value !== 'string') return wrongTypeError(param, 'string');
  const { minLength, maxLength, pattern } = keywords;
  if (minLength !== undefined && !isLongerThan(value, minLength - 1))
    return validationError('rest_too_short', `${param} must have at least ${counted(minLength, 'character')}.`);
  if (maxLength !== undefined && isLongerThan(value, maxLength))
    return validationError('rest_too_long', `${param} must have at most ${counted(maxLength, 'character')}.`);
  if (pattern !== undefined && !matches(pattern, value))
    return validationError('rest_invalid_pattern', `${param} does not match the pattern ${pattern}.`);
  return { value };
}

/**
 * Whether a string has more than `count` characters. A character has one or two UTF-16 code units, so the characters of most strings need
 * not be counted.
 */
const isLongerThan = (text: string, count: number): boolean =>
  text.length > count && (text.length > 2 * count || charactersIn(text) > count);

// Counts code points, so that an emoji counts as one character.
function charactersIn(text: string): number {
  let length = 0;
  for (const _character of text) length += 1;
  return length;
}

const counted = (count: number, singular: string, plural = `${singular}s`) =>
  `${count} ${count === 1 ? singular : plural}`;

/** Maximum number of items of any array, even if its declaration allows more: validating more would block the event loop. */
export const maxListItems = 10_000;

function array(keywords: Keywords, value: unknown, param: string): ValidationResult {
  const items = toList(value, maxListItems);
  if (items === undefined) return wrongTypeError(param, 'array');
  if (items.length > maxListItems) return tooMany(param, maxListItems);
  const list: unknown[] = [];
  for (const item of items) {
    const result = keywords.items ? walk(keywords.items, item, `${param}[${list.length}]`) : { value: item };
    if ('error' in result) return result;
    list.push(result.value);
  }
  return validateList(keywords, list, param) ?? { value: list };
}

const tooMany = (param: string, max: number) =>
  validationError('rest_too_many_items', `${param} must have at most ${counted(max, 'item')}.`);

function validateList(keywords: Keywords, list: readonly unknown[], param: string): InvalidResult | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = keywords;
  if (list.length < minItems)
    return validationError('rest_too_few_items', `${param} must have at least ${counted(minItems, 'item')}.`);
  if (list.length > maxItems) return tooMany(param, maxItems);
  if (keywords.uniqueItems === true && new Set(list.map(canonicalJson)).size < list.length)
    return validationError('rest_duplicate_items', `${param} must not contain duplicate items.`);
  return undefined;
}

function object(keywords: Keywords, value: unknown, param: string): ValidationResult {
  const source = toProperties(value);
  if (source === undefined) return wrongTypeError(param, 'object');
  const missing = keywords.required?.find((name) => !Object.hasOwn(source, name));
  if (missing !== undefined)
    return validationError('rest_property_required', `${param} must have the property ${missing}.`);
  const properties: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(source)) {
    const result = validateProperty(keywords, name, source[name], param);
    if ('error' in result) return result;
    properties[name] = result.value;
  }
  return validateSize(keywords, Object.keys(properties).length, param) ?? { value: properties };
}

function validateProperty(keywords: Keywords, name: string, value: unknown, param: string): ValidationResult {
  const declared = declarationOf(keywords, name);
  if (declared === false)
    return validationError('rest_additional_properties_forbidden', `${param} must not have the property ${name}.`);
  return declared === true ? { value } : walk(declared, value, `${param}[${name}]`);
}

// Declared properties come first, then pattern properties, then additional properties (protocol.md §4.3).
function declarationOf(keywords: Keywords, name: string): Keywords | boolean {
  if (keywords.properties && Object.hasOwn(keywords.properties, name)) return keywords.properties[name] ?? true;
  const byPattern = Object.entries(keywords.patternProperties ?? {}).find(([pattern]) => matches(pattern, name));
  return byPattern?.[1] ?? keywords.additionalProperties ?? true;
}

function validateSize(keywords: Keywords, size: number, param: string): InvalidResult | undefined {
  const { minProperties: min = 0, maxProperties: max = Number.POSITIVE_INFINITY } = keywords;
  if (size < min)
    return validationError(
      'rest_too_few_properties',
      `${param} must have at least ${counted(min, 'property', 'properties')}.`,
    );
  if (size > max)
    return validationError(
      'rest_too_many_properties',
      `${param} must have at most ${counted(max, 'property', 'properties')}.`,
    );
  return undefined;
}

function validateEnum(keywords: Keywords, value: unknown, param: string): InvalidResult | undefined {
  const values = 'const' in keywords ? [keywords.const] : keywords.enum;
  if (values === undefined || values.some((each) => areEqual(each, value))) return undefined;
  return validationError('rest_not_in_enum', `${param} must be one of: ${values.map(formatValue).join(', ')}.`);
}

const formatValue = (value: unknown) =>
  value === '' ? '(empty)' : typeof value === 'string' ? value : JSON.stringify(value);

function applyCustomRule({ refuse }: Keywords, result: ValidationResult, param: string): ValidationResult {
  const problem = 'value' in result ? refuse?.(result.value) : undefined;
  return problem === undefined ? result : validationError('rest_invalid_param', `${param} ${problem}`);
}

function applyFormat(keywords: Keywords, value: unknown, param: string): ValidationResult {
  if (keywords.format === undefined || typeof value !== 'string') return { value };
  if (keywords.format === 'uri') return { value: cleanUri(value) };
  const error = validateFormat(keywords.format, value, param);
  return error === undefined ? { value } : { error };
}
