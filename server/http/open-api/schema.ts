// Declarations as schemas of the OpenAPI document, which are JSON schemas of today (draft 2020-12).
import { type Context, notesOf, type TSchema } from '../../../contract/grammar/schema.ts';
import { check } from '../parameters/check.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** How a declaration is used: for what clients send, or for what they receive. */
export type Use =
  | {
      readonly kind: 'sent';
      /** Whether objects must have the properties that are declared as required; those noted `needed` they must have anyway. */
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'received';
      /** The contexts that records are described in. */
      readonly contexts: readonly Context[];
      /** Whether responses have all that is shown in these contexts; false where they are narrowed. */
      readonly isComplete: boolean;
    };

/** The words of JSON schema that clients are told as they are declared. */
const plainWords = [
  'description',
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

/** What of a declaration is looked at here. */
interface Declared {
  readonly [word: string]: unknown;
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

/** A declaration as a schema. Notes of our own are left out. */
export function schemaFor(declaration: TSchema, use: Use): Schema {
  const declared = declaration as Declared;
  const plain = plainWords.filter((word) => word in declared).map((word) => [word, declared[word]]);
  return {
    ...(declared.title && { title: declared.title }),
    ...Object.fromEntries(plain),
    ...(use.kind === 'received' && valuesReceived(declaration)),
    ...formatOf(declaration, use),
    ...(declared.pattern !== undefined && { pattern: unicodePattern(declared.pattern) }),
    ...(use.kind === 'sent' && defaultOf(declaration)),
    ...(use.kind === 'received' && notesOf(declaration).readonly && { readOnly: true }),
    ...partsOf(declared, use),
    ...objectOf(declared, use),
  };
}

/** Whether a value may be sent as text or with properties; it is received with properties. */
const isTextOrObject = ({ type, properties }: Declared): boolean =>
  properties !== undefined && Array.isArray(type) && type.includes('string') && type.includes('object');

/** Values that are shown and cannot be sent. */
function valuesReceived(declaration: TSchema): Schema {
  const { type, enum: values } = declaration as Declared;
  const { alsoShown = [], alsoTypes = [] } = notesOf(declaration);
  return {
    ...(isTextOrObject(declaration as Declared) && { type: 'object' }),
    ...(alsoTypes.length > 0 && { type: [...new Set([type, alsoTypes].flat(2))] }),
    ...(values && { enum: [...values, ...alsoShown, ...(alsoTypes.includes('null') ? [null] : [])] }),
  };
}

/**
 * Timestamps have no zone here, which `date-time` asks for. An address that people give may be empty or relative, which only
 * `uri-reference` allows. Email and IP addresses are empty where there is none, and imported ones are stored as they are.
 */
function formatOf(declaration: TSchema, { kind }: Use): Schema {
  const { format } = declaration as Declared;
  if (format === undefined || format === 'date-time') return {};
  if (kind === 'received' && (format === 'email' || format === 'ip')) return {};
  if (format !== 'uri') return { format };
  return { format: kind === 'received' && notesOf(declaration).readonly ? 'uri' : 'uri-reference' };
}

/** A pattern without needless backslashes, which the `u` flag of regular expressions rejects and clients are used to see. */
export const unicodePattern = (pattern: string): string =>
  pattern.replace(/\\(.)/gsu, (escaped, character: string) =>
    /[\^$\\.*+?()[\]{}|/\-A-Za-z0-9]/.test(character) ? escaped : character,
  );

/** A default as the value that it stands for; none where that is not sent, as null, which says that nothing is. */
function defaultOf(declaration: TSchema): Schema {
  const { default: value } = declaration as Declared;
  if (value === undefined) return {};
  const made = check(declaration, value, '');
  return 'value' in made ? { default: made.value } : {};
}

/** Whether a default is none of the allowed values: a request must name another. */
export function isDefaultRejected(declaration: TSchema): boolean {
  const { default: value } = declaration as Declared;
  return value !== undefined && value !== null && 'fault' in check(declaration, value, '');
}

function partsOf({ type, items, anyOf, oneOf }: Declared, use: Use): Schema {
  const all = (schemas: readonly TSchema[]) => schemas.map((each) => schemaFor(each, use));
  return {
    ...(items ? { items: schemaFor(items, use) } : [type].flat().includes('array') && { items: {} }),
    ...(anyOf && { anyOf: all(anyOf) }),
    ...(oneOf && { oneOf: all(oneOf) }),
  };
}

function objectOf(declared: Declared, use: Use): Schema {
  const { properties, patternProperties, additionalProperties } = declared;
  const patterns = Object.entries(patternProperties ?? {});
  const [[pattern, values] = []] = patterns;
  // A pattern that any name matches says no more than that there are others.
  const isOfAnyName = patterns.length === 1 && pattern === '^.*$' && values !== undefined;
  // Generators take an object of which nothing is said for one without properties.
  const isUnknown = [declared.type].flat().includes('object') && !properties && patterns.length === 0;
  const others = isOfAnyName ? values : (additionalProperties ?? (isUnknown ? true : undefined));
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

/** The names of properties that an object is declared to have. */
const declaredNames = (declared: Declared, { kind }: Use): readonly string[] =>
  kind === 'received' && isTextOrObject(declared) ? Object.keys(declared.properties ?? {}) : (declared.required ?? []);

/** The properties of an object that are sent or received, and the names of those that are always there. `declared` are the names that are declared to be. */
export function propertiesFor(
  properties: Readonly<Record<string, TSchema>>,
  use: Use,
  declared: readonly string[] = Object.keys(properties),
): { readonly properties: Readonly<Record<string, Schema>>; readonly required?: readonly string[] } {
  const all = Object.entries(properties).filter(([, property]) => isPart(property, use));
  const required = all.filter(([name, property]) => isAlwaysThere(property, use, declared.includes(name)));
  return {
    properties: Object.fromEntries(all.map(([name, property]) => [name, schemaFor(property, use)])),
    ...(required.length > 0 && { required: required.map(([name]) => name) }),
  };
}

function isPart(property: TSchema, use: Use): boolean {
  const { readonly: isReadonly, hidden, context } = notesOf(property);
  if (use.kind === 'sent') return isReadonly !== true;
  return !hidden && (context === undefined || use.contexts.some((each) => context.includes(each)));
}

function isAlwaysThere(property: TSchema, use: Use, isDeclared: boolean): boolean {
  const { needed, sometimes, context } = notesOf(property);
  if (use.kind === 'sent') return needed === true || (use.isComplete && isDeclared);
  return use.isComplete && isDeclared && !sometimes && use.contexts.every((each) => context?.includes(each) ?? true);
}

/** A parameter, wherever it is sent. What is not checked need not be complete. */
export function parameterSchema(declaration: TSchema): Schema {
  const { unchecked, check: named } = notesOf(declaration);
  return schemaFor(declaration, { kind: 'sent', isComplete: unchecked !== true && named !== 'object-or-list' });
}

/** A parameter in a body: a text by itself or as `raw`. */
export function bodySchema(declaration: TSchema): Schema {
  const { description, ...sent } = parameterSchema(declaration);
  return {
    ...(description === undefined ? {} : { description }),
    ...(notesOf(declaration).unchecked ? { anyOf: [{ type: 'string' }, sent] } : sent),
  };
}

/** What a declared value may be in a response that is narrowed, or shown in any context. */
export const receivedSchema = (declaration: TSchema): Schema =>
  schemaFor(declaration, { kind: 'received', contexts: ['view', 'embed', 'edit'], isComplete: false });
