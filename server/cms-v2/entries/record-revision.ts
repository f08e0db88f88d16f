// Records the texts of entries as revisions (posts-and-pages.md §15), in the transaction that updates the entry.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { revisedMeta } from './meta.ts';
import { deleteSurplusRevisions, findLatestRevision, insertRevision } from './revisions-store.ts';
import type { WholeEntry } from './rows.ts';
import type { EntryColumns } from './store.ts';
import { isSameText } from './texts.ts';

/**
 * Records the new text as a revision if it differs from the latest revision in more than white space, or if there is no revision.
 * Autosaves do not count as the latest revision.
 */
export async function recordRevision(
  tx: WriteHandle,
  type: ContentType,
  before: WholeEntry,
  after: EntryColumns,
  editor: number,
): Promise<Partial<Pick<EntryColumns, 'revision_count' | 'latest_revision'>>> {
  const latest = before.revision_count === 0 ? undefined : await findLatestRevision(tx, before.id);
  const { title, content, excerpt, modified: date, modified_gmt: date_gmt } = after;
  const meta = revisedMeta(type, after.meta);
  const texts = { title, content, excerpt, meta } as const;
  const names = ['title', 'content', 'excerpt', 'meta'] as const;
  if (latest && names.every((name) => isSameText(latest[name], texts[name]))) return {};
  const id = await insertRevision(tx, { entry_id: before.id, author: editor, ...texts, date, date_gmt, autosave: 0 });
  const removed =
    type.revisionsKept === undefined ? 0 : await deleteSurplusRevisions(tx, before.id, type.revisionsKept);
  const count = before.revision_count + 1 - removed;
  if (type.revisionsKept !== 0) return { revision_count: count, latest_revision: id };
  // If no revisions are retained, the remaining ones are autosaves.
  return { revision_count: count, latest_revision: count === 0 ? 0 : before.latest_revision };
}
