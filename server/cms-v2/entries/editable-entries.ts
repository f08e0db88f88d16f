// Determines which entries a caller may edit, for resources that concern entries of any type, such as edit locks.
import type { Contract } from '../../../contract/contract.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { PermissionError } from '../../http/module.ts';
import { type CheckedEntry, editCondition, passes } from './conditions.ts';
import type { EntryDeps } from './deps.ts';
import { findEntriesOfAnyType } from './store.ts';

/** Returns the content type with this name if its entries are in the resource group `entries`; otherwise undefined. */
export function typeOfEntries({ types }: Contract, name: string): ContentType | undefined {
  const type = types.get(name);
  return type?.servedAs === 'entries' ? type : undefined;
}

/** The error for callers who may not edit any entries. */
export const cannotEditEntries: PermissionError = {
  code: 'rest_cannot_edit',
  message: 'You are not allowed to edit entries.',
};

/** Whether the actor may edit own entries of at least one content type in the resource group `entries`. */
export const mayEditSomeEntries = (actor: Actor, { types }: Contract): boolean =>
  [...types.values()].some(({ servedAs, rights }) => servedAs === 'entries' && actor.can(rights.edit));

/** Whether the actor may edit an entry. Entries outside of the resource group `entries` do not count. */
export function mayEdit(contract: Contract, actor: Actor, entry: CheckedEntry & { readonly type: string }): boolean {
  const type = typeOfEntries(contract, entry.type);
  return type !== undefined && passes(editCondition, actor, type, entry);
}

/** Returns those of the IDs that belong to entries which the actor may edit, without duplicates, in one statement. */
export async function findEditableEntries(
  { contract, database }: Pick<EntryDeps, 'contract' | 'database'>,
  actor: Actor,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await findEntriesOfAnyType(database.read, ids);
  return rows.filter((row) => mayEdit(contract, actor, row)).map(({ id }) => id);
}
