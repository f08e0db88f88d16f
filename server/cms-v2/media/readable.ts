// Determines which featured images a caller may read, for the links of entries.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { passes, readCondition } from '../entries/conditions.ts';
import { findMedia } from './store.ts';

/** Returns the IDs of the featured images of `rows` that the actor may read. Runs no statement if no row has one. */
export async function readableMedia(
  read: ReadHandle,
  type: ContentType | undefined,
  actor: Actor,
  rows: readonly { readonly featured_media: number }[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(rows.map((row) => row.featured_media).filter((id) => id > 0))];
  if (ids.length === 0 || !type) return new Set();
  const found = await findMedia(read, ids);
  return new Set(found.filter((row) => passes(readCondition, actor, type, row)).map(({ id }) => id));
}
