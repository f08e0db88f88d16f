// Describes the parameters of operations: in the path, in the query, and common to many operations.
import {
  type AcceptedBy,
  type CommonParameter,
  commonParameters,
} from '../../../contract/grammar/common-parameters.ts';
import { isRequired } from '../../../contract/grammar/parameter.ts';
import { type Method, mayContainSlash, segmentOf, updateMethods } from '../../../contract/grammar/route.ts';
import { schemaAnnotationsOf, type TSchema } from '../../../contract/grammar/schema.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';
import { isDefaultRejected, parameterSchema, type Schema } from './schema.ts';

/** The parameters of an endpoint by location. */
export interface EndpointParameters {
  readonly path: readonly object[];
  /** Parameters in the query or, for methods with a body, in the body. */
  readonly others: readonly (readonly [name: string, schema: TSchema])[];
}

/** Descriptions of parameters that the contract declares without one, because existing clients compare the response to OPTIONS. */
const otherDescriptions: Readonly<Record<string, string>> = {
  id: 'The ID of the item.',
  namespace: 'The namespace.',
  context: 'The scope of the request, which determines the fields in the response.',
  format: 'The format of the response.',
  maxwidth: 'The maximum width of the embedded content, in pixels.',
  validation:
    'Whether no request is executed unless the parameters of all requests are valid (`require-all-validate`).',
  requests: 'The requests, which are executed in this order.',
};

/** Returns the description of a parameter from its schema, or else a general one for its name; undefined if there is none. */
export const descriptionOf = (name: string, { description }: Schema): unknown => description ?? otherDescriptions[name];

/** Returns the declared parameters of an endpoint. */
export function parametersOf({ declared }: BoundRoute, { parameters }: BoundEndpoint): EndpointParameters {
  const names = [...declared.path.matchAll(/<(\w+)>/g)].map(([, name = '']) => name);
  const path = names.map((name) => {
    const { description: declaredDescription, ...schema }: Schema = parameters[name]
      ? parameterSchema(parameters[name])
      : { type: 'string' };
    const description = descriptionOf(name, { description: declaredDescription });
    const slash = mayContainSlash(segmentOf(declared, name))
      ? 'A slash in the value may be sent unencoded or as `%2F`.'
      : undefined;
    return { name, in: 'path', required: true, ...describedBy(description, slash), schema };
  });
  const others = Object.entries(parameters).filter(
    ([name, schema]) => !names.includes(name) && !schemaAnnotationsOf(schema).unlisted,
  );
  return { path, others };
}

/** Whether requests without the parameter are rejected, because it is required or its default is not an allowed value. */
export const isMandatory = (schema: TSchema): boolean => isRequired(schema) || isDefaultRejected(schema);

/** Returns a query parameter. Lists are sent as `name=1,2`, objects as `name[property]=value`. */
export function queryParameter(name: string, declared: TSchema): object {
  const { schema, more, style } = inQuery(name, parameterSchema(declared));
  const { description, ...rest } = schema;
  return {
    ...{
      name,
      in: 'query',
      required: isMandatory(declared),
      ...describedBy(descriptionOf(name, { description }), more),
    },
    schema: rest,
    ...style,
  };
}

interface InQuery {
  readonly schema: Schema;
  /** A description of other accepted values. */
  readonly more?: string;
  readonly style?: { readonly style: 'form' | 'deepObject'; readonly explode: boolean };
}

const [asList, asObject] = [
  { style: 'form', explode: false },
  { style: 'deepObject', explode: true },
] as const;

/** Returns the part of a schema that one serialization style can express: the list if the value may be a list or an object. */
function inQuery(name: string, schema: Schema): InQuery {
  const alternatives = (schema.oneOf ?? schema.anyOf ?? []) as readonly Schema[];
  const list = alternatives.find(({ type }) => type === 'array');
  const object = alternatives.find(({ type }) => type === 'object');
  if (list && object) {
    const { title: _title, description: _description, ...only } = list;
    const { description } = schema;
    return {
      schema: { ...(description ? { description } : {}), ...only },
      more: asProperties(name, object),
      style: asList,
    };
  }
  const types = [schema.type].flat();
  if (types.includes('object')) {
    const { type: _type, items: _items, default: fallback, ...rest } = schema;
    const isObject = typeof fallback === 'object' && fallback !== null;
    const more = types.length > 1 ? `Also accepts: ${types.join(', ')}.` : undefined;
    return {
      schema: { ...rest, type: 'object', ...(isObject && { default: fallback }) },
      ...(more && { more }),
      style: asObject,
    };
  }
  return types.includes('array') ? { schema, style: asList } : { schema };
}

/** Describes the properties of an object that may be sent instead of a list. */
function asProperties(name: string, { properties = {} }: Schema): string {
  const all = Object.entries(properties as Readonly<Record<string, Schema>>);
  const descriptions = all.map(([property, { description = '', enum: values }]) => {
    const choice = Array.isArray(values) ? ` (${values.join(', ')})` : '';
    return `\`${name}[${property}]\`: ${String(description).replace(/\.$/, '')}${choice}`;
  });
  return `Alternatively, an object: ${descriptions.join('; ')}.`;
}

/** Joins sentences into a description; returns an empty object if there are none. */
const describedBy = (...sentences: readonly unknown[]): { readonly description?: string } => {
  const text = sentences.filter((each) => typeof each === 'string' && each !== '').join(' ');
  return text === '' ? {} : { description: text };
};

/** Returns the common parameters, for the components of the document. */
export function commonComponents(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(commonParameters).map(([name, { in: location, schema }]) => {
      const { description, ...rest } = parameterSchema(schema);
      const listStyle = rest.type === 'array' ? asList : {};
      return [name, { name, in: location, required: false, description, schema: rest, ...listStyle }];
    }),
  );
}

/** Returns references to the common parameters of an operation. */
export const commonOf = (route: BoundRoute, endpoint: BoundEndpoint, method: Method): readonly object[] =>
  Object.entries(commonParameters)
    .filter(([name, each]) => !(name in endpoint.parameters) && isAccepted(each, route, endpoint, method))
    .map(([name]) => ({ $ref: `#/components/parameters/${name}` }));

function isAccepted(
  { acceptedBy }: CommonParameter,
  route: BoundRoute,
  { declared }: BoundEndpoint,
  method: Method,
): boolean {
  const isJson = declared.file === undefined;
  const isChange = (updateMethods as readonly Method[]).includes(method) && !declared.operation.startsWith('create-');
  const acceptance: Readonly<Record<AcceptedBy, () => boolean>> = {
    all: () => isJson,
    embedding: () => isJson && route.resource.links.some(({ embeddable }) => embeddable),
    reading: () => isJson && method === 'GET',
    posting: () => method === 'POST',
    changing: () => route.declared.path.includes('<') && (isChange || method === 'DELETE'),
    uploading: () => declared.files !== undefined,
  };
  return acceptance[acceptedBy]();
}
