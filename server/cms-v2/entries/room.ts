// The room of everything that is an entry: posts, pages, a site's own types.
import type { entryOperations } from '../../../contract/shared/entries.ts';
import type { Operation, Room } from '../../http/room.ts';
import { entryChecks } from './checks.ts';
import { createEntry } from './create-entry.ts';
import { deleteEntry } from './delete-entry.ts';
import { entryEmbeds } from './embeds.ts';
import { getEntry } from './get-entry.ts';
import { listEntries } from './list-entries.ts';
import type { EntryParts } from './parts.ts';
import { entryRules } from './permissions.ts';
import { entryPresenter } from './present.ts';
import { updateEntry } from './update-entry.ts';

type Operations = Record<(typeof entryOperations)[number], Operation>;

/** Joins the room's rules, operations and presenter. */
export function entriesRoom(parts: EntryParts): Room & { readonly operations: Operations } {
  const operations: Operations = {
    'list-entries': listEntries(parts),
    'get-entry': getEntry(parts),
    'create-entry': createEntry(parts),
    'update-entry': updateEntry(parts),
    'delete-entry': deleteEntry(parts),
  };
  return {
    permissions: entryRules(parts),
    operations,
    checks: entryChecks(parts),
    presenter: entryPresenter(parts),
    embeds: entryEmbeds(parts),
  };
}
