// Reads the operations and schemas of an OpenAPI document, for tests of all operations.
import type { OpenApi, OpenApiOperation } from '../server/http/open-api/document.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** A parameter, or a property of the body. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation with its path and its method in upper case. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly declared: OpenApiOperation;
}

/** Returns the operations of a document. */
export const operationsOf = (document: OpenApi): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]) => ({ path, method: method.toUpperCase(), declared })),
  );

interface BodySchema {
  readonly properties: Record<string, Schema>;
  readonly required?: string[];
}

/** Returns the schema of the request body, without the file; undefined if there is no body. */
export function bodySchema({ declared }: Operation): BodySchema | undefined {
  // biome-ignore lint/suspicious/noExplicitAny: the document is JSON.
  const content = (declared.requestBody as any)?.content;
  if (!content) return undefined;
  if ('application/json' in content) return content['application/json'].schema;
  const { schema } = content['multipart/form-data'];
  const { file: _file, ...properties } = schema.properties;
  return { ...schema, properties };
}

/** Returns the path and query parameters of an operation, without those that all operations share. */
const ownParameters = ({ parameters }: OpenApiOperation): Parameter[] =>
  (parameters as (Parameter | { $ref: string })[]).flatMap((each) => ('$ref' in each ? [] : [each]));

/** Returns the parameters of an operation in the path, the query and the body. */
export function parametersOf(operation: Operation): Parameter[] {
  const body = bodySchema(operation);
  const inBody = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    ...{ name, in: 'body', required: body?.required?.includes(name) ?? false },
    schema,
  }));
  return [...ownParameters(operation.declared), ...inBody];
}

/**
 * Returns a copy of the document in which the named schemas, except `error` and `link`, reject undeclared properties. If
 * `isComplete` is false, these schemas require no property, as in the embed context.
 */
export function withoutUndeclaredProperties(document: OpenApi, { isComplete = true } = {}): object {
  const schemas = Object.entries(document.components.schemas);
  const records = schemas.map(([name, schema]) => {
    if (name === 'error' || name === 'link') return [name, schema];
    return [name, { ...(isComplete ? schema : withoutRequired(schema)), additionalProperties: false }];
  });
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(records) } };
}

/** Returns a copy of a schema in which no property is required, at any depth. */
const withoutRequired = (schema: Schema): Schema =>
  JSON.parse(
    JSON.stringify(schema, (name, value) => (name === 'required' && Array.isArray(value) ? undefined : value)),
  );

/** Returns the keywords of a schema that limit values, each with a value that violates the limit. */
export function invalidValues(schema: Schema): [keyword: string, value: unknown][] {
  const {
    enum: values,
    minimum,
    maximum,
    minLength,
    maxLength,
    items,
    type,
  } = schema as {
    readonly [keyword: string]: number | undefined;
  } & { readonly enum?: unknown[]; readonly items?: Schema; readonly type?: string | string[] };
  const wrong: [string, unknown][] = [];
  if (values) wrong.push(['enum', 'never-a-word-of-ours']);
  if (minimum !== undefined) wrong.push(['minimum', minimum - 1]);
  if (maximum !== undefined) wrong.push(['maximum', maximum + 1]);
  if (minLength !== undefined && minLength > 0) wrong.push(['minLength', '']);
  if (maxLength !== undefined) wrong.push(['maxLength', 'x'.repeat(maxLength + 1)]);
  if (type === 'integer' || type === 'number' || type === 'boolean') wrong.push(['type', 'neither']);
  if (items)
    wrong.push(...invalidValues(items).map(([keyword, value]): [string, unknown] => [`items.${keyword}`, [value]]));
  return wrong;
}

/** Keywords that limit numbers. */
export const limitKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];

/** Converts a schema of OPTIONS from draft 4, in which an exclusive limit is a flag, to the current draft of JSON Schema. */
export function toCurrentDraft(declared: Schema): Schema {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...others } = declared;
  return {
    ...others,
    ...(exclusiveMinimum === true ? { exclusiveMinimum: minimum } : { minimum }),
    ...(exclusiveMaximum === true ? { exclusiveMaximum: maximum } : { maximum }),
  };
}
