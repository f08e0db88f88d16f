// The state of an item, as a short text that tells it from its other states: a part of the ETags of those who may change it
// (contract/README.md, decision 20). It is made of what can be written, so that it stays while only what is shown beside that
// changes, and it is the same whatever of the item a request shows.
import { createHmac } from 'node:crypto';
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { notesOf } from '../../contract/grammar/schema.ts';
import { type Projection, projectionOf } from './projection.ts';

/** Fields that tell items and states from each other though nobody writes them. */
const identifying: ReadonlySet<string> = new Set(['id', 'uuid', 'parent', 'modified', 'modified_gmt']);

const projections = new WeakMap<Resource, Projection>();

/** The fields that the state of a resource's items is made of. */
export function stateProjection(resource: Resource): Projection {
  const known = projections.get(resource);
  if (known) return known;
  const made = projectionOf(resource, 'edit', writableNames(resource.fields));
  projections.set(resource, made);
  return made;
}

/** The names of all fields that are not readonly; of objects those of their members. */
const writableNames = (fields: Parameters): string[] =>
  Object.entries(fields).flatMap(([name, schema]) => {
    if (identifying.has(name)) return [name];
    if (notesOf(schema).readonly) return [];
    const { properties } = schema as { readonly properties?: Parameters };
    const members = properties ? writableNames(properties) : [];
    return members.length > 0 ? members.map((member) => `${name}.${member}`) : [name];
  });

/** Makes the state of an item, of `record`, its fields in the projection of its state. `key` keeps it from being guessed. */
export const stateOf = (key: string, { title }: Resource, record: object): string =>
  createHmac('sha256', key)
    .update(`${title} ${JSON.stringify(record)}`)
    .digest('base64url')
    .slice(0, 22);

/** The validator of a response, of the hash of its bytes and the state of the item that it shows, if any. */
export const etagOf = (digest: string, state: string | undefined): string =>
  state === undefined ? `"${digest}"` : `"${digest}.${state}"`;

/** The validator of a state alone. */
export const stateTag = (state: string): string => `"${state}"`;

/** Whether a strong validator was sent for this state. */
export const isOfState = (tag: string, state: string): boolean =>
  tag === stateTag(state) || (tag.startsWith('"') && tag.endsWith(`.${state}"`));
