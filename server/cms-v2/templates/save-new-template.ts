// Inserts templates.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { WholeEntry } from '../entries/rows.ts';
import type { ComposedEntry } from '../entries/store.ts';
import { findEntry } from '../entries/store.ts';

/** Inserts a template and returns its record. If the slug is taken in the theme, the next free one is used. */
export async function saveNewTemplate(
  { site: { urls }, writer }: EntryDeps,
  tx: WriteHandle,
  type: ContentType,
  entry: ComposedEntry,
  slug: string,
): Promise<WholeEntry> {
  const guid = (id: number) => urls.home + type.address.other.replace('{id}', String(id));
  const id = await writer.create(tx, type, { entry, choice: { slug, mustBeFree: true }, guid });
  const stored = await findEntry(tx, type.name, id);
  if (!stored) throw new Error('the saved template was not found');
  return stored;
}
