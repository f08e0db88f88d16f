// Binds the endpoints of entries (posts, pages, and types that the site adds) to their operations.
import { entriesModule } from '../../../contract/shared/entries.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { entryChecks } from './checks.ts';
import { createEntry } from './create-entry.ts';
import { deleteEntry } from './delete-entry.ts';
import type { EntryDeps } from './deps.ts';
import { entryEmbeds } from './embeds.ts';
import { getEntry } from './get-entry.ts';
import { listEntries } from './list-entries.ts';
import { defineEntryPermissions } from './permissions.ts';
import { entryPresenter } from './present.ts';
import { updateEntry } from './update-entry.ts';

/** Returns the module of entries. */
export function entriesEndpoints(deps: EntryDeps): Module {
  return implement(entriesModule, {
    permissions: defineEntryPermissions(deps),
    operations: {
      'list-entries': listEntries(deps),
      'get-entry': getEntry(deps),
      'create-entry': createEntry(deps),
      'update-entry': updateEntry(deps),
      'delete-entry': deleteEntry(deps),
    },
    checks: entryChecks(deps),
    presenter: entryPresenter(deps),
    embeds: entryEmbeds(deps),
  });
}
