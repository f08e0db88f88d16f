// What an ability gives: always an object, whose schema is made of the fields that its route's resource declares.
import type { Ability } from '../../../contract/grammar/ability.ts';
import type { Resource } from '../../../contract/grammar/resource.ts';
import { membersIn } from '../../http/json-scan.ts';
import { objectOf, Written } from '../../http/json-text.ts';
import { fieldSchemas } from '../../http/open-api/records.ts';
import { receivedSchema, type Schema } from '../../http/open-api/schema.ts';
import type { BoundEndpoint, BoundRoute } from '../../http/routes.ts';

/** The kinds of answers that routes give. */
type Kind = 'list' | 'keyed' | 'deleted' | 'record';

/** What a route answers with, as far as its declaration tells. */
function kindOf({ declared: { operation, answers } }: BoundEndpoint): Kind {
  if (answers === 'keyed') return 'keyed';
  if (answers === 'list' || operation.startsWith('list-')) return 'list';
  return operation.startsWith('delete-') ? 'deleted' : 'record';
}

/** The members of the records that an ability gives, without their links; none where nothing is declared. */
export const membersOf = ({ shows }: Ability, { resource }: BoundRoute): string[] =>
  Object.keys(shows ?? resource.fields);

/** The schema of what an ability gives. */
export function outputOf(ability: Ability, route: BoundRoute, endpoint: BoundEndpoint): Schema {
  const { shows, output, links = [] } = ability;
  const kind = kindOf(endpoint);
  const record = output ? receivedSchema(output) : recordWith(route.resource, links);
  if (shows) return renamed(record, shows);
  switch (kind) {
    case 'list':
      return {
        type: 'object',
        properties: {
          items: { type: 'array', items: record },
          total: { type: 'integer', description: 'How many there are on all pages.' },
          total_pages: { type: 'integer', description: 'How many pages there are.' },
        },
        required: ['items'],
      };
    case 'keyed':
      return { type: 'object', additionalProperties: record };
    case 'deleted':
      // What goes into the trash is shown as it is there.
      return {
        ...record,
        properties: {
          ...(record.properties as Schema),
          deleted: { type: 'boolean', description: 'Whether it is gone for good.' },
          previous: { ...record, description: 'What it was.' },
        },
      };
    case 'record':
      return record;
  }
}

/** A record with some of its links. Input may narrow it, so nothing is required. */
function recordWith(resource: Resource, relations: readonly string[]): Schema {
  const properties = Object.fromEntries(relations.map((relation) => [relation, targets]));
  return {
    type: 'object',
    properties: { ...fieldSchemas(resource), ...(relations.length > 0 && { _links: { type: 'object', properties } }) },
  };
}

const targets: Schema = {
  type: 'array',
  items: { type: 'object', properties: { href: { type: 'string', description: 'The address.' } } },
};

function renamed(record: Schema, shows: Readonly<Record<string, string>>): Schema {
  const properties = record.properties as Schema;
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shows).map(([name, member]) => [name, properties[member] ?? {}])),
  };
}

/** Returns a response, given as JSON, as the ability gives it: also as JSON, which is not parsed. */
export function given({ shows }: Ability, json: string, headers: Readonly<Record<string, string>>): Written {
  if (json.startsWith('[')) {
    const { 'X-CMS-Total': total, 'X-CMS-TotalPages': pages } = headers;
    return new Written(objectOf({ items: json, total, total_pages: pages }));
  }
  if (!shows) return new Written(json.startsWith('{') ? json : objectOf({ value: json }));
  const members = new Map(membersIn(json));
  return new Written(
    objectOf(Object.fromEntries(Object.entries(shows).map(([name, member]) => [name, members.get(member)]))),
  );
}

/** Members of an answer to name in `_fields`, so that it has these of what the ability gives. */
export const membersAsked = (
  { shows, links = [] }: Ability,
  endpoint: BoundEndpoint,
  members: readonly string[],
): string[] => [
  ...members.map((name) => shows?.[name] ?? name),
  ...links.map((relation) => `_links.${relation}`),
  ...(kindOf(endpoint) === 'deleted' ? ['deleted', 'previous'] : []),
];
