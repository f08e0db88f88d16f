// Translates the filters and the order by meta fields into conditions on their indexes.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Context } from '../../../contract/grammar/schema.ts';
import type { EntryListArgs } from '../../../contract/shared/entries.ts';
import {
  type FilterableField,
  fieldOfOrder,
  filterableFields,
  type MetaQuery,
  metaOrder,
} from '../../../contract/shared/filterable-meta.ts';
import { ApiError } from '../../api-error.ts';
import { getOrCompute } from '../../http/dependency-cache.ts';
import type { Call, PermissionError } from '../../http/module.ts';
import { forbiddenErrors } from './conditions.ts';
import type { EntryListDeps } from './deps.ts';
import type { MetaClause } from './entry-list-shape.ts';
import { findCompleteIndexes } from './meta-index-store.ts';
import { encodeFilter, indexName } from './meta-values.ts';

/** The conditions of a list on meta fields, and their parameters. */
export interface MetaPlan {
  /** The field by which the list is sorted comes first. */
  readonly clauses: readonly MetaClause[];
  readonly values: Readonly<Record<string, string>>;
}

/** The arguments that determine the meta fields of a list. */
interface MetaArgs {
  readonly context?: Context | undefined;
  readonly orderby?: string | undefined;
  readonly meta?: MetaQuery | undefined;
}

/** Returns the filterable fields that a request uses; the field by which the list is sorted comes first. */
function usedFields(type: ContentType, { orderby, meta = {} }: MetaArgs): FilterableField[] {
  const sorted = orderby === undefined ? undefined : fieldOfOrder(orderby);
  const used = filterableFields(type).filter(({ name }) => name === sorted || Object.hasOwn(meta, name));
  return used.toSorted((one, other) => Number(other.name === sorted) - Number(one.name === sorted));
}

/**
 * Returns the error if the caller filters or sorts by a meta field that is neither in the requested context nor in the view context, so
 * that the list would reveal its values; undefined otherwise. In the edit context, lists contain only entries that the caller may edit.
 */
export function validateMetaFields(
  { args, actor }: Pick<Call<MetaArgs>, 'args' | 'actor'>,
  type: ContentType,
): PermissionError | undefined {
  const { context } = args;
  const hidden = usedFields(type, args).find(
    ({ contexts }) => !contexts.includes('view') && !contexts.some((each) => each === context),
  );
  if (!hidden) return undefined;
  return actor.can(type.rights.edit) ? forbiddenErrors.metaContext : forbiddenErrors.metaField;
}

/**
 * Returns the conditions on meta fields for a request.
 *
 * Throws ApiError 503 `rest_index_incomplete` while an index that the list needs does not contain all entries.
 */
export async function planMeta(deps: EntryListDeps, call: Call<EntryListArgs>, type: ContentType): Promise<MetaPlan> {
  const { args } = call;
  const zone = deps.site.settings.values.timezone;
  const values: Record<string, string> = {};
  const clauses: MetaClause[] = [];
  for (const [at, field] of usedFields(type, args).entries()) {
    const name = indexName(type, field, zone);
    await requireComplete(deps, call.version, name, field);
    values[`field${at}`] = name;
    const filter = args.meta?.[field.name];
    if (filter === undefined) {
      clauses.push({ match: 'any' });
      continue;
    }
    const encoded = encodeFilter(field.kind, filter, zone);
    if ('equal' in encoded) {
      values[`equal${at}`] = encoded.equal;
      clauses.push({ match: 'equal' });
      continue;
    }
    const { after, before } = encoded;
    if (after !== undefined) values[`after${at}`] = after;
    if (before !== undefined) values[`before${at}`] = before;
    clauses.push({ match: after === undefined ? 'before' : before === undefined ? 'after' : 'between' });
  }
  return { clauses, values };
}

async function requireComplete(
  { database, caches }: EntryListDeps,
  version: number,
  index: string,
  { name }: FilterableField,
): Promise<void> {
  const isComplete = await getOrCompute(caches.totals, version, `index ${index}`, async () =>
    Number((await findCompleteIndexes(database.read)).has(index)),
  );
  if (isComplete) return;
  const message = `The index of ${metaOrder(name)} is being built; try again in a few seconds.`;
  throw new ApiError('rest_index_incomplete', 503, message, { retryAfter: 5 });
}
