// Moves entries to the trash, and deletes them permanently (posts-and-pages.md §13).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import { ApiError } from '../../api-error.ts';
import { type AuditActor, recordAuditEvent } from '../../audit/record-event.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { unsetFrontPage } from '../../settings/settings.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import type { EntryDeps } from './deps.ts';
import type { WholeEntry } from './rows.ts';
import { trashedSlug } from './slugs.ts';

/**
 * Moves an entry to the trash, and returns its row. Its previous slug and status are recorded, the slug becomes available to other entries, and the entry
 * is no longer sticky.
 *
 * Throws ApiError 410 `rest_already_trashed` if the entry is already in the trash.
 */
export async function trashEntry(
  deps: EntryDeps,
  tx: WriteHandle,
  type: ContentType,
  before: WholeEntry,
  editor: number,
): Promise<WholeEntry> {
  if (before.status === 'trash') throw new ApiError('rest_already_trashed', 410, 'The entry is already in the trash.');
  const timestamp = now(deps.site.clock);
  const { id: _id, slug: _slug, path: _path, slug_before_trash: _before, ...entry } = before;
  const after = {
    ...entry,
    status: 'trash',
    rights_status: before.status === autoDraftStatus ? 'draft' : before.status,
    sticky: 0,
    modified: toSiteTime(timestamp, deps.site.settings.values.timezone),
    modified_gmt: timestamp,
  };
  const choice = { slug: trashedSlug(before.slug), mustBeFree: true, slugBeforeTrash: before.slug };
  const trashed = await deps.writer.update(tx, type, { before, entry: after, choice, editor });
  if (type.name === 'page') await unsetFrontPage(tx, before.id);
  return trashed;
}

/** Deletes an entry permanently at the request of a user, and records an audit event. */
export async function deleteWithAuditEvent(
  deps: Pick<EntryDeps, 'site' | 'writer'>,
  tx: WriteHandle,
  auditActor: AuditActor,
  type: ContentType,
  entry: WholeEntry,
): Promise<void> {
  await deps.writer.delete(tx, type, entry);
  await recordEntryDeleted(deps, tx, auditActor, type, entry);
}

/** Records the audit event for an entry that a user has deleted permanently. */
export const recordEntryDeleted = (
  { site: { clock } }: Pick<EntryDeps, 'site'>,
  tx: WriteHandle,
  auditActor: AuditActor,
  type: ContentType,
  { id, title }: Pick<WholeEntry, 'id' | 'title'>,
): Promise<void> =>
  recordAuditEvent(tx, clock, auditActor, { action: 'entry-deleted', kind: type.name, id, name: title });
