// Lists the steps of modules in the transactions that write entries and terms, in the order in which they run. They attach the data of
// other modules to entries, so that `entries` and `terms` do not depend on these modules.

import { commentsOfEntries } from './comments/comments-of-entry.ts';
import type { EntryDeps } from './entries/deps.ts';
import type { EntryHook, EntryWriter } from './entries/entry-writer.ts';
import { oldPathsOfEntries } from './entry-urls/record-old-paths.ts';
import { menuItemsOfEntries, menuItemsOfTerms } from './menu-items/hooks.ts';
import type { TermHook } from './terms/deps.ts';

/**
 * Returns the hooks of entries. The one of menu items precedes the one of comments, because the deletion of a menu item acquires the locks
 * in this order.
 */
export const entryHooks = ({
  contract,
  site: { urls, settings },
}: Pick<EntryDeps, 'contract' | 'site'>): readonly EntryHook[] => [
  menuItemsOfEntries(urls.home),
  commentsOfEntries,
  oldPathsOfEntries({ contract, settings }),
];

/** Returns the hooks of terms. */
export const termHooks = (writer: EntryWriter): readonly TermHook[] => [menuItemsOfTerms(writer)];
