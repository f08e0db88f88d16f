// Records as schemas: their fields, links, and what is embedded in them.
import { isOwnRelation, type Link } from '../../../contract/grammar/link.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import { type Context, notesOf } from '../../../contract/grammar/schema.ts';
import type { BoundRoute } from '../routes.ts';
import { isList } from './answers.ts';
import { embeddedName, nounOf, refTo } from './names.ts';
import { propertiesFor, receivedSchema, type Schema } from './schema.ts';

/** Makes the schemas of the records of all resources, by their names, those of what is embedded among them. */
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
  /** A record as requests for it get it. */
  of(resource: Resource): Schema;
  /** A record as others embed it; undefined where none does. */
  embeddedOf(resource: Resource): Schema | undefined;
}

/** The fields of a record without their being required, in all contexts: what is left where a response is narrowed. */
export const fieldSchemas = ({ fields }: Resource): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !notesOf(field).hidden)
      .map(([name, field]) => [name, receivedSchema(field)]),
  );

/**
 * What a record has in view and in edit context is required. Fields of the edit context alone are optional; what the embed
 * context leaves out is not told here, for embedded records have schemas of their own.
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
    description: `One of the ${nounOf(resource).many}, as other records embed it.`,
    ...propertiesFor(resource.fields, use),
    ...(resource.links.length > 0 && {
      properties: { ...propertiesFor(resource.fields, use).properties, _links: linksOf(resource) },
    }),
  };
}

/** The contexts of view and edit that the fields of a resource name; view, where they name none. */
function contextsOf({ fields }: Resource): readonly Context[] {
  const named = new Set(Object.values(fields).flatMap((field) => notesOf(field).context ?? []));
  const used = (['view', 'edit'] as const).filter((context) => named.has(context));
  return used.length > 0 ? used : ['view'];
}

/** What links have, and what some have beside. */
export const linkSchema: Schema = {
  type: 'object',
  required: ['href'],
  properties: {
    href: { type: 'string', description: 'The address.' },
    embeddable: { type: 'boolean', description: 'Whether `_embed` adds what it leads to.' },
    templated: { type: 'boolean', description: 'Whether the address has places to be filled in.' },
    targetHints: {
      type: 'object',
      properties: {
        allow: { type: 'array', items: { type: 'string' }, description: 'The methods that the caller may use there.' },
        etag: { type: 'string', description: 'The `ETag` of the state of what is there, where `_etags` asks for it.' },
      },
    },
  },
  additionalProperties: true,
};

const links = { type: 'array', items: refTo('link') };

const linksOf = ({ links: declared }: Resource): Schema => {
  const relations = declared.map(({ rel }) => rel);
  const explained = relations.some(isOwnRelation) ? ['curies'] : [];
  return {
    type: 'object',
    description: 'Links by their relations.',
    properties: Object.fromEntries([...relations, ...explained].map((rel) => [rel, links])),
  };
};

const embeddable = (resource: Resource): readonly Link[] => resource.links.filter((link) => link.embeddable);

interface EmbedTarget {
  readonly resource: Resource;
  readonly isList: boolean;
}

/** What a link leads to; nothing where only its record knows. */
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

/** What `_embedded` has for each relation: in the place of each link a record or a list of them, or the error that its address has. */
function embeddedIn(all: readonly Link[], names: ReadonlyMap<Resource, string>, targets: Targets): Schema {
  const byRelation = Map.groupBy(all, ({ rel }) => rel);
  return {
    type: 'object',
    description: 'What links lead to, by their relations, where `_embed` asks for it.',
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
  // Only the records know what they link to.
  if (found.some((each) => each.length === 0)) return { type: ['object', 'array'], items: {} };
  const schemaOf = ({ resource }: EmbedTarget) => refTo(embeddedName(names.get(resource) ?? ''));
  const lists = found.flat().filter((each) => each.isList);
  const records = found.flat().filter((each) => !each.isList);
  const isShared = ofRelation.length > 1 || ofRelation.some(({ each }) => each !== undefined);
  return oneOfThese([
    ...records.map(schemaOf),
    ...(lists.length > 0 ? [{ type: 'array', items: oneOfThese(lists.map(schemaOf)) }] : []),
    // What is gone leaves its place empty where others have theirs.
    ...(lists.length === 0 && isShared ? [{ type: 'array', items: {}, maxItems: 0 }] : []),
    refTo('error'),
  ]);
}

function oneOfThese(schemas: readonly Schema[]): Schema {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.length === 1 && different[0] ? different[0] : { anyOf: different };
}

/** The body of every error. */
export const errorSchema: Schema = {
  type: 'object',
  description: 'What is wrong with a request.',
  required: ['code', 'message', 'data'],
  properties: {
    code: { type: 'string', description: 'What is wrong, in a word that does not change.' },
    message: { type: 'string', description: 'What is wrong, in a sentence for people.' },
    data: {
      type: 'object',
      required: ['status'],
      properties: {
        status: { type: 'integer', description: 'The status of the response.' },
        params: {
          type: ['object', 'array'],
          items: { type: 'string' },
          description:
            'Parameters that are wrong, with what is wrong with each; or the names of those that are missing.',
        },
        details: { type: 'object', description: 'The error of each parameter that is wrong.' },
      },
    },
    additional_data: { type: 'array', items: {}, description: 'More data of the same error.' },
    additional_errors: { type: 'array', items: refTo('error'), description: 'Other errors of the same request.' },
  },
};
