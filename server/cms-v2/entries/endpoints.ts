// Binds the endpoints of entries (posts, pages, and types that the site adds) to their operations.
import { entriesModule } from '../../../contract/shared/entries.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { AddedContent } from './added-content.ts';
import { entryChecks } from './checks.ts';
import { createEntry } from './create-entry.ts';
import { deleteEntry } from './delete-entry.ts';
import type { EntryDeps, SelectableTemplates } from './deps.ts';
import { entryEmbeds } from './embeds.ts';
import { getEntry } from './get-entry.ts';
import type { EntryOperations } from './operations.ts';
import { defineEntryPermissions } from './permissions.ts';
import { entryPresenter } from './present.ts';
import { updateEntry } from './update-entry.ts';

/** Returns the module of entries. */
export function entriesEndpoints(
  deps: EntryDeps,
  listEntries: EntryOperations['list-entries'],
  templates: SelectableTemplates,
  added: AddedContent,
): Module {
  return implement(entriesModule, {
    permissions: defineEntryPermissions(deps),
    operations: {
      'list-entries': listEntries,
      'get-entry': getEntry(deps),
      'create-entry': createEntry(deps),
      'update-entry': updateEntry(deps),
      'delete-entry': deleteEntry(deps),
    },
    checks: entryChecks(deps, templates),
    presenter: entryPresenter(deps, added),
    embeds: entryEmbeds(deps),
  });
}
