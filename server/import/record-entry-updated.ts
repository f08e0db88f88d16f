// Records the events of imported entries that are changed after their creation.
import { recordEvent } from '../events/record.ts';
import { findPlacement } from './entries-store.ts';
import type { Batch } from './run.ts';

/** Records an `entry.updated` event with the given tags and, if the entry has a parent, the tag of the parent. */
export async function recordEntryUpdated({ tx }: Batch, id: number, tags: readonly string[] = []): Promise<void> {
  const entry = await findPlacement(tx, id);
  if (!entry) return;
  const { type, status, parent } = entry;
  const parentTags = parent === 0 ? [] : [`entry:${parent}`];
  const statuses = { statusBefore: status, status };
  await recordEvent(tx, { kind: 'entry.updated', type, subject: id, ...statuses, tags: [...parentTags, ...tags] });
}
