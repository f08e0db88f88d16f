// Derives the responses of endpoints from their declarations.
import type { Resource } from '../../../contract/grammar/resource.ts';
import type { Method } from '../../../contract/grammar/route.ts';
import type { BoundEndpoint, BoundRoute } from '../routes.ts';
import { hasRecords, refTo } from './names.ts';
import { receivedSchema, type Schema } from './schema.ts';

/** Whether an endpoint returns a list. */
export const isList = ({ declared: { operation, answers } }: BoundEndpoint): boolean =>
  answers === 'list' || (answers === undefined && operation.startsWith('list-'));

/** Whether an endpoint returns a list of records with totals in headers. */
export const hasTotals = ({ resource }: BoundRoute, endpoint: BoundEndpoint): boolean =>
  hasRecords(resource) && isList(endpoint) && (endpoint.declared.totals ?? 'per_page' in endpoint.parameters);

/** Returns the status codes of successful responses. */
export const successStatusesOf = ({ declared }: BoundEndpoint, method: Method): readonly number[] =>
  declared.statuses ?? [method === 'POST' && declared.operation.startsWith('create-') ? 201 : 200];

/** Returns the schema of a successful JSON response. */
export function responseSchema(
  resource: Resource,
  endpoint: BoundEndpoint,
  names: ReadonlyMap<Resource, string>,
): Schema {
  const { operation, answers, response } = endpoint.declared;
  if (response) return receivedSchema(response);
  if (answers === 'count') return countOfDeleted;
  if (!hasRecords(resource) || answers === 'object') return { type: 'object' };
  const record = refTo(names.get(resource) ?? '');
  if (answers === 'keyed') return { type: 'object', additionalProperties: record };
  if (isList(endpoint)) return { type: 'array', items: record };
  if (!operation.startsWith('delete-')) return record;
  return { anyOf: [deleted(record), record] };
}

const isDeleted = { type: 'boolean', description: 'Whether the deletion was permanent.' };

const deleted = (record: Schema): Schema => ({
  type: 'object',
  required: ['deleted', 'previous'],
  properties: { deleted: isDeleted, previous: record },
});

const countOfDeleted: Schema = {
  type: 'object',
  required: ['deleted', 'count'],
  properties: { deleted: isDeleted, count: { type: 'integer', description: 'Number of deleted items.' } },
};
