// Determines the terms of an entry (posts-and-pages.md §5, §9 "Default category").
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { type EntryDeps, taxonomiesOf } from './deps.ts';
import { findEntryTerms } from './terms-store.ts';

/** Returns the submitted term IDs of a taxonomy: an empty list for null, undefined if the parameter is absent. */
export function submittedTerms(
  { args, nulls }: Pick<Call, 'args' | 'nulls'>,
  { restBase }: Taxonomy,
): readonly number[] | undefined {
  const submitted = args[restBase];
  return isIds(submitted) ? submitted : nulls.has(restBase) ? [] : undefined;
}

const isIds = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every(Number.isInteger);

/**
 * Returns the submitted terms by taxonomy, with the default category if the entry has no category and the parameter is absent. An
 * auto-draft gets no default category before it is saved. `id` is undefined for a new entry.
 */
export async function resolveTerms(
  deps: EntryDeps,
  read: ReadHandle,
  call: Pick<Call, 'args' | 'nulls'>,
  type: ContentType,
  { id, status }: { readonly id: number | undefined; readonly status: string },
): Promise<Map<Taxonomy, readonly number[]>> {
  const resolved = new Map<Taxonomy, readonly number[]>();
  for (const taxonomy of taxonomiesOf(deps.contract, type)) {
    const submitted = submittedTerms(call, taxonomy);
    if (submitted) resolved.set(taxonomy, submitted);
    else if (status === autoDraftStatus) continue;
    else if (taxonomy.name === 'category' && !(await hasAnyTerm(read, id, taxonomy))) {
      resolved.set(taxonomy, [deps.site.settings.values.default_category]);
    }
  }
  return resolved;
}

const hasAnyTerm = async (read: ReadHandle, id: number | undefined, taxonomy: Taxonomy) =>
  id !== undefined && (await findEntryTerms(read, [id])).some((term) => term.taxonomy === taxonomy.name);
