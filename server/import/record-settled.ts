// Telling that an entry has been given what the file names, after it was made.
import { recordEvent } from '../events/record.ts';
import { findPlace } from './entries-store.ts';
import type { Batch } from './run.ts';

/** Writes down that an imported entry has changed, and what has changed with it. */
export async function recordSettled({ tx }: Batch, id: number, tags: readonly string[] = []): Promise<void> {
  const entry = await findPlace(tx, id);
  if (!entry) return;
  const { type, status, parent } = entry;
  const above = parent === 0 ? [] : [`entry:${parent}`];
  const states = { statusBefore: status, status };
  await recordEvent(tx, { kind: 'entry.updated', type, subject: id, ...states, tags: [...above, ...tags] });
}
