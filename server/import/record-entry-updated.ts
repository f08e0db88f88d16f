// Records the event for an imported entry that was completed after its creation.
import { recordEvent } from '../events/record.ts';
import { findPlacement } from './entries-store.ts';
import type { Batch } from './run.ts';

/** Records that an imported entry has changed, with the tags of the affected resources. */
export async function recordEntryUpdated({ tx }: Batch, id: number, tags: readonly string[] = []): Promise<void> {
  const entry = await findPlacement(tx, id);
  if (!entry) return;
  const { type, status, parent } = entry;
  const parentTags = parent === 0 ? [] : [`entry:${parent}`];
  const states = { statusBefore: status, status };
  await recordEvent(tx, { kind: 'entry.updated', type, subject: id, ...states, tags: [...parentTags, ...tags] });
}
