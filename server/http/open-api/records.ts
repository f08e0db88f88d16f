// Generates the schemas of records: their fields, links and embedded records.
import type { Link } from '../../../contract/grammar/link.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import { type Context, schemaAnnotationsOf } from '../../../contract/grammar/schema.ts';
import { isOwnRelation } from '../../../contract/names/spelling.ts';
import type { BoundRoute } from '../routes.ts';
import { embeddedName, nounOf, refTo } from './names.ts';
import { isList } from './response-types.ts';
import { propertiesFor, receivedSchema, type Schema } from './schema.ts';

/** Returns the schemas of all records: in full, and as they are embedded in other records. */
export function recordSchemas(names: ReadonlyMap<Resource, string>, routes: readonly BoundRoute[]): RecordSchemas {
  const targets = targetsIn(routes);
  const embedded = new Set([...names.keys()].flatMap((resource) => embeddable(resource).flatMap(targets)));
  const targetNames = new Set([...embedded].map(({ resource }) => resource));
  return {
    of: (resource) => recordOf(resource, names, targets),
    embeddedOf: (resource) => (targetNames.has(resource) ? embeddedRecordOf(resource) : undefined),
  };
}

export interface RecordSchemas {
  /** Returns the schema of a record. */
  of(resource: Resource): Schema;
  /** Returns the schema of a record as it is embedded in other records; undefined if none embeds it. */
  embeddedOf(resource: Resource): Schema | undefined;
}

/** Returns the schemas of the fields of all contexts, none of them required, for responses that may be narrowed. */
export const fieldSchemas = ({ fields }: Resource): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !schemaAnnotationsOf(field).hidden)
      .map(([name, field]) => [name, receivedSchema(field)]),
  );

/**
 * Returns the schema of a record. Fields that both the view and the edit context have are required; fields of the edit context only
 * are optional. Embedded records have separate schemas.
 */
function recordOf(resource: Resource, names: ReadonlyMap<Resource, string>, targets: Targets): Schema {
  const { properties, required } = propertiesFor(resource.fields, {
    kind: 'received',
    contexts: contextsOf(resource),
    isComplete: true,
  });
  const links = embeddable(resource);
  return {
    type: 'object',
    description: resource.description ?? `One of the ${nounOf(resource).many}.`,
    properties: {
      ...properties,
      ...(resource.links.length > 0 && { _links: linksOf(resource) }),
      ...(links.length > 0 && { _embedded: embeddedIn(links, names, targets) }),
    },
    ...(required && { required }),
  };
}

function embeddedRecordOf(resource: Resource): Schema {
  const use = { kind: 'received', contexts: ['embed'], isComplete: true } as const;
  return {
    type: 'object',
    description: `One of the ${nounOf(resource).many}, as it is embedded in other records.`,
    ...propertiesFor(resource.fields, use),
    ...(resource.links.length > 0 && {
      properties: { ...propertiesFor(resource.fields, use).properties, _links: linksOf(resource) },
    }),
  };
}

/** Returns those of the contexts `view` and `edit` that fields of a resource declare; `view` if they declare neither. */
function contextsOf({ fields }: Resource): readonly Context[] {
  const named = new Set(Object.values(fields).flatMap((field) => schemaAnnotationsOf(field).context ?? []));
  const used = (['view', 'edit'] as const).filter((context) => named.has(context));
  return used.length > 0 ? used : ['view'];
}

/** The schema of a link. */
export const linkSchema: Schema = {
  type: 'object',
  required: ['href'],
  properties: {
    href: { type: 'string', description: 'The URL.' },
    embeddable: { type: 'boolean', description: 'Whether `_embed` can embed the target.' },
    templated: { type: 'boolean', description: 'Whether the URL is a template.' },
    targetHints: {
      type: 'object',
      properties: {
        allow: {
          type: 'array',
          items: { type: 'string' },
          description: 'Methods that the caller may use on the target.',
        },
        etag: {
          type: 'string',
          description: 'The current ETag of the target; present only if requested with `_etags`.',
        },
      },
    },
  },
  additionalProperties: true,
};

const links = { type: 'array', items: refTo('link') };

const linksOf = ({ links: declared }: Resource): Schema => {
  const relations = declared.map(({ rel }) => rel);
  const curies = relations.some(isOwnRelation) ? ['curies'] : [];
  return {
    type: 'object',
    description: 'Links by relation.',
    properties: Object.fromEntries([...relations, ...curies].map((rel) => [rel, links])),
  };
};

const embeddable = (resource: Resource): readonly Link[] => resource.links.filter((link) => link.embeddable);

interface EmbedTarget {
  readonly resource: Resource;
  readonly isList: boolean;
}

/** Returns the targets of a link; none if they depend on the record. */
type Targets = (link: Link) => readonly EmbedTarget[];

function targetsIn(routes: readonly BoundRoute[]): Targets {
  const byShape = new Map<string, BoundRoute>();
  for (const route of routes) {
    const shape = route.declared.path.replace(/<\w+>/g, '{}');
    if (!byShape.has(shape)) byShape.set(shape, route);
  }
  return ({ href }) => {
    const route = byShape.get((href.split('?', 1)[0] ?? '').replace(/\{\w+\}/g, '{}'));
    const endpoint = route?.endpointOf('GET');
    return route && endpoint ? [{ resource: route.resource, isList: isList(endpoint) }] : [];
  };
}

/** Returns the schema of `_embedded`: for each relation, an array with a record, a list of records or an error for each link. */
function embeddedIn(all: readonly Link[], names: ReadonlyMap<Resource, string>, targets: Targets): Schema {
  const byRelation = Map.groupBy(all, ({ rel }) => rel);
  return {
    type: 'object',
    description: 'Targets of links by relation, if requested with `_embed`.',
    properties: Object.fromEntries(
      [...byRelation].map(([rel, ofRelation]) => [
        rel,
        { type: 'array', items: embeddedItem(ofRelation, names, targets) },
      ]),
    ),
  };
}

function embeddedItem(ofRelation: readonly Link[], names: ReadonlyMap<Resource, string>, targets: Targets): Schema {
  const found = ofRelation.map(targets);
  // The targets depend on the record.
  if (found.some((each) => each.length === 0)) return { type: ['object', 'array'], items: {} };
  const schemaOf = ({ resource }: EmbedTarget) => refTo(embeddedName(names.get(resource) ?? ''));
  const lists = found.flat().filter((each) => each.isList);
  const records = found.flat().filter((each) => !each.isList);
  const isShared = ofRelation.length > 1 || ofRelation.some(({ each }) => each !== undefined);
  return oneOfThese([
    ...records.map(schemaOf),
    ...(lists.length > 0 ? [{ type: 'array', items: oneOfThese(lists.map(schemaOf)) }] : []),
    // The position of a missing target has an empty array if other links of the relation have targets.
    ...(lists.length === 0 && isShared ? [{ type: 'array', items: {}, maxItems: 0 }] : []),
    refTo('error'),
  ]);
}

function oneOfThese(schemas: readonly Schema[]): Schema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length === 1 && different[0] ? different[0] : { anyOf: different };
}

/** The schema of error responses. */
export const errorSchema: Schema = {
  type: 'object',
  description: 'An error.',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'A stable, machine-readable error code.' },
    message: { type: 'string', description: 'A human-readable message.' },
    data: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'integer', description: 'The HTTP status code.' },
        params: {
          type: ['object', 'array'],
          items: { type: 'string' },
          description: 'The message for each invalid parameter, keyed by name; or the names of the missing parameters.',
        },
        details: { type: 'object', description: 'The error of each invalid parameter, keyed by name.' },
      },
    },
    additional_data: { type: 'array', items: {}, description: 'Additional data of the same error.' },
    additional_errors: { type: 'array', items: refTo('error'), description: 'Further errors of the same request.' },
  },
};
