// GET on a revision.
import type { ReadHandle } from '../../database/handle.ts';
import { type Call, numberIn, type Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { Previewed } from '../entries/preview.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { type ShownRevision, shownRevision } from './revised.ts';
import { findRevision } from './store.ts';

/** Answers with a revision, or with an autosave by its number. */
export function getRevision(parts: EntryParts): Operation {
  const { read } = parts.database;
  return {
    async run(call, entry: Previewed) {
      const row = await requireRevision(read, call, entry);
      return { kind: 'record', row, alwaysLinked: true, unkept: entry.preview !== undefined };
    },
  };
}

/**
 * The revision that the address names. Throws Refusal 404 `rest_post_invalid_id`, `rest_revision_parent_id_mismatch`
 * (posts-and-pages.md §15).
 */
export async function requireRevision(read: ReadHandle, { path }: Call, entry: WholeEntry): Promise<ShownRevision> {
  const revision = await findRevision(read, numberIn(path.id));
  if (!revision) throw new Refusal('rest_post_invalid_id', 404, 'There is no revision of this number.');
  if (revision.entry_id !== entry.id)
    throw new Refusal('rest_revision_parent_id_mismatch', 404, 'The revision belongs to another entry.');
  return shownRevision(entry, revision);
}
