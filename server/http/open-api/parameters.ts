// Parameters of operations: those of the path, of the query, and those that many operations share.
import { type CommonParameter, commonParameters, type TakenBy } from '../../../contract/grammar/common-parameters.ts';
import { isRequired } from '../../../contract/grammar/parameter.ts';
import { changing, type Method, mayHoldSlash, segmentOf } from '../../../contract/grammar/route.ts';
import { notesOf, type TSchema } from '../../../contract/grammar/schema.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';
import { isDefaultRejected, parameterSchema, type Schema } from './schema.ts';

/** The parameters of an endpoint, by where they are sent. */
export interface Sent {
  readonly path: readonly object[];
  /** In the query of those methods that have no body, in the body of the others. */
  readonly others: readonly (readonly [name: string, schema: TSchema])[];
}

/** The parameters that an endpoint declares. */
export function sentTo({ declared }: BoundRoute, { parameters }: BoundEndpoint): Sent {
  const names = [...declared.path.matchAll(/<(\w+)>/g)].map(([, name = '']) => name);
  const path = names.map((name) => {
    const { description, ...schema } = parameters[name]
      ? parameterSchema(parameters[name])
      : { type: 'string' as const };
    const slash = mayHoldSlash(segmentOf(declared, name))
      ? 'A slash in it may be sent as it is or as `%2F`.'
      : undefined;
    return { name, in: 'path', required: true, ...describedBy(description, slash), schema };
  });
  const others = Object.entries(parameters).filter(
    ([name, schema]) => !names.includes(name) && !notesOf(schema).unlisted,
  );
  return { path, others };
}

/** Whether a request is rejected that does not have the parameter: also where its default is none of the allowed values. */
export const mustBeSent = (schema: TSchema): boolean => isRequired(schema) || isDefaultRejected(schema);

/** A parameter of the query. Lists are sent as `name=1,2`, objects as `name[property]=value`. */
export function queryParameter(name: string, declared: TSchema): object {
  const { schema, more, style } = inQuery(name, parameterSchema(declared));
  const { description, ...rest } = schema;
  return {
    ...{ name, in: 'query', required: mustBeSent(declared), ...describedBy(description, more) },
    schema: rest,
    ...style,
  };
}

interface InQuery {
  readonly schema: Schema;
  /** What else may be sent. */
  readonly more?: string;
  readonly style?: { readonly style: 'form' | 'deepObject'; readonly explode: boolean };
}

const [asList, asObject] = [
  { style: 'form', explode: false },
  { style: 'deepObject', explode: true },
] as const;

/** A schema as far as one style of a query can send it; a list where there is the choice between a list and an object. */
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
    const more = types.length > 1 ? `Other values can be sent too: ${types.join(', ')}.` : undefined;
    return {
      schema: { ...rest, type: 'object', ...(isObject && { default: fallback }) },
      ...(more && { more }),
      style: asObject,
    };
  }
  return types.includes('array') ? { schema, style: asList } : { schema };
}

/** The properties of an object that may be sent in place of a list. */
function asProperties(name: string, { properties = {} }: Schema): string {
  const all = Object.entries(properties as Readonly<Record<string, Schema>>);
  const told = all.map(([property, { description = '', enum: values }]) => {
    const choice = Array.isArray(values) ? ` (${values.join(', ')})` : '';
    return `\`${name}[${property}]\`: ${String(description).replace(/\.$/, '')}${choice}`;
  });
  return `Or, in place of the list, an object: ${told.join('; ')}.`;
}

/** Sentences as a description; nothing where there are none. */
const describedBy = (...sentences: readonly unknown[]): { readonly description?: string } => {
  const text = sentences.filter((each) => typeof each === 'string' && each !== '').join(' ');
  return text === '' ? {} : { description: text };
};

/** The parameters that many operations share, for the components of the document. */
export function commonComponents(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(commonParameters).map(([name, { in: place, schema }]) => {
      const { description, ...rest } = parameterSchema(schema);
      const isListed = rest.type === 'array' ? asList : {};
      return [name, { name, in: place, required: false, description, schema: rest, ...isListed }];
    }),
  );
}

/** References to those that an operation takes. */
export const commonOf = (route: BoundRoute, endpoint: BoundEndpoint, method: Method): readonly object[] =>
  Object.entries(commonParameters)
    .filter(([name, each]) => !(name in endpoint.parameters) && isTaken(each, route, endpoint, method))
    .map(([name]) => ({ $ref: `#/components/parameters/${name}` }));

function isTaken(
  { takenBy }: CommonParameter,
  route: BoundRoute,
  { declared }: BoundEndpoint,
  method: Method,
): boolean {
  const isJson = declared.file === undefined;
  const isChange = (changing as readonly Method[]).includes(method) && !declared.operation.startsWith('create-');
  const taken: Readonly<Record<TakenBy, () => boolean>> = {
    all: () => isJson,
    embedding: () => isJson && route.resource.links.some(({ embeddable }) => embeddable),
    reading: () => isJson && method === 'GET',
    posting: () => method === 'POST',
    changing: () => route.declared.path.includes('<') && (isChange || method === 'DELETE'),
    uploading: () => declared.files !== undefined,
  };
  return taken[takenBy]();
}
