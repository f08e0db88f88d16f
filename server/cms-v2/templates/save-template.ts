// Storing a new template.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { ComposedEntry } from '../entries/compose-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { saveNewEntry } from '../entries/save-entry.ts';
import { findEntry } from '../entries/store.ts';

/** Stores a template under a slug, or under the next one that is free in its theme; gives the record. */
export async function saveTemplate(
  { site }: EntryParts,
  tx: WriteHandle,
  type: ContentType,
  entry: ComposedEntry,
  slug: string,
): Promise<WholeEntry> {
  const guid = (id: number) => site.home + type.address.other.replace('{id}', String(id));
  const id = await saveNewEntry(tx, type, entry, { slug, mustBeFree: true }, new Map(), guid);
  const stored = await findEntry(tx, type.name, id);
  if (!stored) throw new Error('a template is gone that was just made');
  return stored;
}
