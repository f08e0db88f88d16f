// Entries found to be changed, and held until the change is done.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { refusalOf } from '../../http/permit.ts';
import { Refusal } from '../../refusal.ts';
import type { EntryHead, WholeEntry } from './rows.ts';
import { denials, mayDelete, mayEdit, passes } from './rules.ts';
import { findEntry, findEntryHead } from './store.ts';

/** The entry of a type and number. Throws Refusal 404 `rest_post_invalid_id`. */
export const requireEntry = (read: ReadHandle, type: ContentType, id: number): Promise<WholeEntry> =>
  required(findEntry, read, type, id);

/** The same without its texts, which most of what is asked about an entry does without. */
export const requireEntryHead = (read: ReadHandle, type: ContentType, id: number): Promise<EntryHead> =>
  required(findEntryHead, read, type, id);

async function required<T>(
  find: (read: ReadHandle, type: string, id: number) => Promise<T | undefined>,
  read: ReadHandle,
  type: ContentType,
  id: number,
): Promise<T> {
  const entry = Number.isSafeInteger(id) && id > 0 ? await find(read, type.name, id) : undefined;
  if (!entry) throw new Refusal('rest_post_invalid_id', 404, `There is no ${type.noun.one} of this number.`);
  return entry;
}

const claims = { edit: mayEdit, delete: mayDelete } as const;

/**
 * The entry of a type and number, which nobody else changes before the transaction ends; of a tree, no other entry either,
 * for paths follow from one another. Others may have changed it since the request was let through, so its rule is asked
 * again. Throws Refusal 404 `rest_post_invalid_id`, 401 or 403 `rest_cannot_edit`, `rest_cannot_delete`.
 */
export async function claimEntry(
  tx: WriteHandle,
  type: ContentType,
  id: number,
  actor: Actor,
  right: keyof typeof claims,
): Promise<WholeEntry> {
  await tx.share(peopleLock);
  await tx.lock(type.hierarchical ? treeLock(type) : `entry ${id}`);
  const entry = await requireEntry(tx, type, id);
  if (!passes(claims[right], actor, type, entry)) throw refusalOf(denials[right], actor);
  return entry;
}

/** Held alone by whoever removes users, shared by whoever names one as an author. It is always claimed first. */
export const peopleLock = 'users';

/** The name under which all paths of a tree are held. */
export const treeLock = (type: ContentType): string => `tree ${type.name}`;
