// Lists the steps of modules in the transactions that write entries and terms, in the order in which they run. They attach the data of
// other modules to entries, so that `entries` and `terms` do not depend on these modules.
import type { Site } from '../site.ts';
import { commentsOfEntries } from './comments/comments-of-entry.ts';
import type { EntryHook, EntryWriter } from './entries/entry-writer.ts';
import { menuItemsOfEntries, menuItemsOfTerms } from './menu-items/hooks.ts';
import type { TermHook } from './terms/deps.ts';

/** Returns the hooks of entries. */
export const entryHooks = ({ home }: Pick<Site, 'home'>): readonly EntryHook[] => [
  commentsOfEntries,
  menuItemsOfEntries(home),
];

/** Returns the hooks of terms. */
export const termHooks = (writer: EntryWriter): readonly TermHook[] => [menuItemsOfTerms(writer)];
