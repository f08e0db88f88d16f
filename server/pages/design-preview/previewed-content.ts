// Renders the content of entries again for previews of changed patterns and navigations, because the API responds with the published ones.
import { senderKey } from '../../access/sender-key.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import { currentContent } from '../../cms-v2/entries/rendered-texts.ts';
import type { ResolvedEntry } from '../../cms-v2/entry-urls/resolve-url.ts';
import { readTimeContent } from '../../cms-v2/read-time-content.ts';
import { hasPlaceholders } from '../../rendering/content-parts.ts';
import { WorkScope } from '../../workers/work-scope.ts';
import type { PageClient } from '../api-reads.ts';
import type { EntryContent } from '../entry-content.ts';

/**
 * Returns the content of an entry with the changes of the design that are previewed; the same content if none are, or if it has no dynamic
 * blocks. `loaded` is the content that the API has returned, so that the visitor may see it. Throws as `currentContent`.
 */
export async function withPreviewedDesign(
  entries: EntryDeps,
  { row, type }: Pick<ResolvedEntry, 'row' | 'type'>,
  loaded: EntryContent,
  client: PageClient,
): Promise<EntryContent> {
  // The description of a media item contains its file, which the API adds.
  if (!entries.site.design || type.servedAs !== 'entries') return loaded;
  const work = new WorkScope({ client: senderKey(client.from), signal: client.signal });
  const budget = { work, isLimited: false };
  const stored = await currentContent(entries.texts, budget, row);
  if (!hasPlaceholders(stored)) return loaded;
  const added = readTimeContent(entries);
  const filled = (await added.fillPlaceholders(budget, [{ row, stored }])).get(row.id) ?? '';
  const withImages = await added.addImageSizes([stored, row.content]);
  return { ...loaded, content: withImages(filled) };
}
