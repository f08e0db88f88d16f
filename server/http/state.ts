// Computes the state of an item: a short hash that is part of the ETags for callers who may change the item (contract/README.md,
// decision 20). It is computed from the writable fields, so that it does not change with derived fields, and does not depend on
// the fields or the context that a request selects.
import { createHmac } from 'node:crypto';
import type { Parameters } from '../../contract/grammar/parameter.ts';
import type { Resource } from '../../contract/grammar/resource.ts';
import { schemaAnnotationsOf } from '../../contract/grammar/schema.ts';
import { type Projection, projectionOf } from './projection.ts';

/** Read-only fields that are included because they identify the item or its version. */
const identifying: ReadonlySet<string> = new Set(['id', 'uuid', 'parent', 'modified', 'modified_gmt', 'sent']);

const projections = new WeakMap<Resource, Projection>();

/** Returns the fields that the state of a resource's items is computed from. */
export function stateProjection(resource: Resource): Projection {
  const cached = projections.get(resource);
  if (cached) return cached;
  const made = projectionOf(resource, 'edit', writableNames(resource.fields));
  projections.set(resource, made);
  return made;
}

/**
 * Returns the names of all fields that are not readonly, with dotted names for the properties of objects that also have readonly ones. Other
 * objects are named as a whole, because they may have undeclared properties, and some can only be selected whole.
 */
const writableNames = (fields: Parameters): string[] =>
  Object.entries(fields).flatMap(([name, schema]) => {
    if (identifying.has(name)) return [name];
    if (schemaAnnotationsOf(schema).readonly) return [];
    const { properties = {} } = schema as { readonly properties?: Parameters };
    if (!hasReadonly(properties)) return [name];
    return writableNames(properties).map((nestedName) => `${name}.${nestedName}`);
  });

const hasReadonly = (fields: Parameters): boolean =>
  Object.values(fields).some((schema) => {
    const { properties = {} } = schema as { readonly properties?: Parameters };
    return schemaAnnotationsOf(schema).readonly === true || hasReadonly(properties);
  });

/**
 * Computes the state of an item. `record` has the fields of `stateProjection`. The secret `key` prevents clients from computing the state
 * of a record themselves.
 */
export const stateOf = (key: string, { title }: Resource, record: object): string =>
  createHmac('sha256', key)
    .update(`${title} ${JSON.stringify(record)}`)
    .digest('base64url')
    .slice(0, 22);

/** Returns the ETag of a response from the hash of its bytes and the state of its item, if any. */
export const etagOf = (digest: string, state: string | undefined): string =>
  state === undefined ? `"${digest}"` : `"${digest}.${state}"`;

/** Returns the ETag that consists of a state only, as in target hints. */
export const stateTag = (state: string): string => `"${state}"`;

/** Whether an ETag is a strong validator of this state. */
export const isOfState = (tag: string, state: string): boolean =>
  tag === stateTag(state) || (tag.startsWith('"') && tag.endsWith(`.${state}"`));
