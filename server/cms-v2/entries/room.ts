// The room of everything that is an entry: posts, pages, a site's own types.
import type { entryOperations } from '../../../contract/shared/entries.ts';
import type { Operation, Room } from '../../http/room.ts';
import { entryChecks } from './checks.ts';
import { createEntry } from './create-entry.ts';
import { deleteEntry } from './delete-entry.ts';
import { entryEmbeds } from './embeds.ts';
import { getEntry } from './get-entry.ts';
import type { EntryGifts } from './gifts.ts';
import { listEntries } from './list-entries.ts';
import { entryRules } from './permissions.ts';
import { entryPresenter } from './present.ts';
import { updateEntry } from './update-entry.ts';

/** Joins the room's rules, operations and presenter. */
export function entriesRoom(gifts: EntryGifts): Room {
  const operations: Record<(typeof entryOperations)[number], Operation> = {
    'list-entries': listEntries(gifts),
    'get-entry': getEntry(gifts),
    'create-entry': createEntry(gifts),
    'update-entry': updateEntry(gifts),
    'delete-entry': deleteEntry(gifts),
  };
  return {
    permissions: entryRules(gifts),
    operations,
    checks: entryChecks(gifts),
    presenter: entryPresenter(gifts),
    embeds: entryEmbeds(gifts),
  };
}
