// Converts declarations to schemas of the OpenAPI document, which are JSON Schemas of draft 2020-12.
import { type Context, schemaAnnotationsOf, type TSchema } from '../../../contract/grammar/schema.ts';
import { limitingKeywords } from '../describe.ts';
import { check } from '../parameters/check.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** The use of a declaration: for data that clients send or receive. */
export type Use =
  | {
      readonly kind: 'sent';
      /** Whether objects must have their declared required properties. Properties annotated as always needed are required in any case. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'received';
      /** The contexts that the schema describes. */
      readonly contexts: readonly Context[];
      /** Whether responses have all fields of these contexts; false if they may be narrowed. */
      readonly isComplete: boolean;
    };

/** JSON Schema keywords that are copied unchanged. */
const copiedKeywords = ['description', 'type', 'enum', 'const', ...limitingKeywords] as const;

/** The keywords of a declaration that are used here. */
interface Declared {
  readonly [keyword: string]: unknown;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly oneOf?: readonly TSchema[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly additionalProperties?: boolean | TSchema;
  readonly required?: readonly string[];
}

/** Returns the schema of a declaration, without internal annotations. */
function schemaFor(declaration: TSchema, use: Use): Schema {
  const declared = declaration as Declared;
  const copied = copiedKeywords.filter((keyword) => keyword in declared).map((keyword) => [keyword, declared[keyword]]);
  return {
    ...(declared.title && { title: declared.title }),
    ...Object.fromEntries(copied),
    ...(use.kind === 'received' && valuesReceived(declaration)),
    ...formatOf(declaration, use),
    ...(declared.pattern !== undefined && { pattern: unicodePattern(declared.pattern) }),
    ...(use.kind === 'sent' && defaultOf(declaration)),
    ...(use.kind === 'received' && schemaAnnotationsOf(declaration).readonly && { readOnly: true }),
    ...nestedKeywords(declared, use),
    ...objectKeywords(declared, use),
  };
}

/** Whether a value may be sent as a string or an object. It is always received as an object. */
const isTextOrObject = ({ type, properties }: Declared): boolean =>
  properties !== undefined && Array.isArray(type) && type.includes('string') && type.includes('object');

/** Returns the keywords for values that are received but cannot be sent. */
function valuesReceived(declaration: TSchema): Schema {
  const { type, enum: values } = declaration as Declared;
  const { alsoShown = [], alsoTypes = [] } = schemaAnnotationsOf(declaration);
  return {
    ...(isTextOrObject(declaration as Declared) && { type: 'object' }),
    ...(alsoTypes.length > 0 && { type: [...new Set([type, alsoTypes].flat(2))] }),
    ...(values && { enum: [...values, ...alsoShown, ...(alsoTypes.includes('null') ? [null] : [])] }),
  };
}

/**
 * Returns the format. `date-time` is omitted because it requires a time zone, which the timestamps of the API do not have. A URL from a
 * user may be empty or relative, which only `uri-reference` allows. Received email and IP addresses may be empty or, if they were imported,
 * invalid.
 */
function formatOf(declaration: TSchema, { kind }: Use): Schema {
  const { format } = declaration as Declared;
  if (format === undefined || format === 'date-time') return {};
  if (kind === 'received' && (format === 'email' || format === 'ip')) return {};
  if (format !== 'uri') return { format };
  return { format: kind === 'received' && schemaAnnotationsOf(declaration).readonly ? 'uri' : 'uri-reference' };
}

/** Removes unnecessary escapes from a pattern: existing clients expect them in OPTIONS, but Unicode expressions reject them. */
export const unicodePattern = (pattern: string): string =>
  pattern.replace(/\\(.)/gsu, (escaped, character: string) =>
    /[\^$\\.*+?()[\]{}|/\-A-Za-z0-9]/.test(character) ? escaped : character,
  );

/** Returns the converted default, or an empty object for a default that cannot be sent, such as null for "no value". */
function defaultOf(declaration: TSchema): Schema {
  const { default: value } = declaration as Declared;
  if (value === undefined) return {};
  const made = check(declaration, value, '');
  return 'value' in made ? { default: made.value } : {};
}

/** Whether the default is not an allowed value, so that requests must submit another one. */
export function isDefaultRejected(declaration: TSchema): boolean {
  const { default: value } = declaration as Declared;
  return value !== undefined && value !== null && 'error' in check(declaration, value, '');
}

function nestedKeywords({ type, items, anyOf, oneOf }: Declared, use: Use): Schema {
  const all = (schemas: readonly TSchema[]) => schemas.map((each) => schemaFor(each, use));
  return {
    ...(items ? { items: schemaFor(items, use) } : [type].flat().includes('array') && { items: {} }),
    ...(anyOf && { anyOf: all(anyOf) }),
    ...(oneOf && { oneOf: all(oneOf) }),
  };
}

function objectKeywords(declared: Declared, use: Use): Schema {
  const { properties, patternProperties, additionalProperties } = declared;
  const patterns = Object.entries(patternProperties ?? {});
  const [[pattern, values] = []] = patterns;
  // A pattern that matches any name is equivalent to additionalProperties.
  const matchesAnyName = patterns.length === 1 && pattern === '^.*$' && values !== undefined;
  // Generators treat an object without keywords as one without properties.
  const isUnknown = [declared.type].flat().includes('object') && !properties && patterns.length === 0;
  const others = matchesAnyName ? values : (additionalProperties ?? (isUnknown ? true : undefined));
  return {
    ...(properties && propertiesFor(properties, use, declaredNames(declared, use))),
    ...(properties === undefined && use.kind === 'sent' && use.isComplete && declared.required?.length
      ? { required: declared.required }
      : {}),
    ...(patterns.length > 0 && others !== values
      ? {
          patternProperties: Object.fromEntries(
            patterns.map(([name, each]) => [unicodePattern(name), schemaFor(each, use)]),
          ),
        }
      : {}),
    ...(others !== undefined && { additionalProperties: typeof others === 'object' ? schemaFor(others, use) : others }),
  };
}

/** Returns the names of the properties that an object always has. */
const declaredNames = (declared: Declared, { kind }: Use): readonly string[] =>
  kind === 'received' && isTextOrObject(declared) ? Object.keys(declared.properties ?? {}) : (declared.required ?? []);

/**
 * Returns the properties of an object that are sent or received, and the required ones. `declared` has the names that are declared as
 * required; default: all.
 */
export function propertiesFor(
  properties: Readonly<Record<string, TSchema>>,
  use: Use,
  declared: readonly string[] = Object.keys(properties),
): { readonly properties: Readonly<Record<string, Schema>>; readonly required?: readonly string[] } {
  const all = Object.entries(properties).filter(([, property]) => isIncluded(property, use));
  const required = all.filter(([name, property]) => isAlwaysPresent(property, use, declared.includes(name)));
  return {
    properties: Object.fromEntries(all.map(([name, property]) => [name, schemaFor(property, use)])),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
  };
}

function isIncluded(property: TSchema, use: Use): boolean {
  const { readonly: isReadonly, hidden, context } = schemaAnnotationsOf(property);
  if (use.kind === 'sent') return isReadonly !== true;
  return !hidden && (context === undefined || use.contexts.some((each) => context.includes(each)));
}

function isAlwaysPresent(property: TSchema, use: Use, isDeclared: boolean): boolean {
  const { needed, sometimes, context } = schemaAnnotationsOf(property);
  if (use.kind === 'sent') return needed === true || (use.isComplete && isDeclared);
  return use.isComplete && isDeclared && !sometimes && use.contexts.every((each) => context?.includes(each) ?? true);
}

/** Returns the schema of a parameter. Objects that are not validated need not be complete. */
export function parameterSchema(declaration: TSchema): Schema {
  const { unchecked, check: named } = schemaAnnotationsOf(declaration);
  return schemaFor(declaration, { kind: 'sent', isComplete: unchecked !== true && named !== 'object-or-list' });
}

/** Returns the schema of a parameter in a body, where a text may be a string or an object with `raw`. */
export function bodySchema(declaration: TSchema): Schema {
  const { description, ...schema } = parameterSchema(declaration);
  return {
    ...(description === undefined ? {} : { description }),
    ...(schemaAnnotationsOf(declaration).unchecked ? { anyOf: [{ type: 'string' }, schema] } : schema),
  };
}

/** Returns the schema of a value in a response of any context, which may be narrowed. */
export const receivedSchema = (declaration: TSchema): Schema =>
  schemaFor(declaration, { kind: 'received', contexts: ['view', 'embed', 'edit'], isComplete: false });
