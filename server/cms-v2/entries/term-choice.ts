// Which terms an entry is to carry (posts-and-pages.md §5, §9 "Default category").
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call } from '../../http/room.ts';
import type { EntryArgs } from './entry-args.ts';
import { type EntryParts, taxonomiesOf } from './parts.ts';
import { findCarriedTerms } from './terms-store.ts';

/** The terms that were sent under a taxonomy's name; null empties the list; undefined: none were sent. */
export function sentTerms(call: Call<EntryArgs>, taxonomy: Taxonomy): readonly number[] | undefined {
  const sent = (call.args as Readonly<Record<string, unknown>>)[taxonomy.restBase];
  return Array.isArray(sent) ? (sent as number[]) : call.nulls.has(taxonomy.restBase) ? [] : undefined;
}

/** The terms sent, and the default category for an entry that was sent none and has none. */
export async function chosenTerms(
  parts: EntryParts,
  read: ReadHandle,
  call: Call<EntryArgs>,
  type: ContentType,
  id: number | undefined,
): Promise<Map<Taxonomy, readonly number[]>> {
  const chosen = new Map<Taxonomy, readonly number[]>();
  for (const taxonomy of taxonomiesOf(parts.contract, type)) {
    const sent = sentTerms(call, taxonomy);
    if (sent) chosen.set(taxonomy, sent);
    else if (taxonomy.name === 'category' && !(await carriesAny(read, id, taxonomy))) {
      chosen.set(taxonomy, [parts.settings.values.default_category]);
    }
  }
  return chosen;
}

const carriesAny = async (read: ReadHandle, id: number | undefined, taxonomy: Taxonomy) =>
  id !== undefined && (await findCarriedTerms(read, [id])).some((term) => term.taxonomy === taxonomy.name);
