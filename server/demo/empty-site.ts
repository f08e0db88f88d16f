// Decides whether a site is empty, and removes the content of a new site.
import { autoDraftStatus } from '../../contract/shared/entry-fields.ts';
import type { WholeEntry } from '../cms-v2/entries/rows.ts';
import { findEntry } from '../cms-v2/entries/store.ts';
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { findUnchangedWelcomePost } from '../import/welcome-post.ts';
import { initialNavigation } from '../initialize-site.ts';
import { readSettings } from '../settings/settings.ts';
import { contentType, type DemoRun, recordChange } from './run.ts';

/** Thrown when the demo content cannot be created. The message is for the operator. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}

/** Entries that are no content: global styles, which every site has, and entries that were never saved. */
const entriesStatement = statement((q, p: Slots<{ styles: string; unsaved: string }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'type'])
    .where('type', '<>', p.styles)
    .where('status', '<>', p.unsaved)
    .orderBy('id')
    .limit(10),
);

const termsStatement = statement((q, p: Slots<{ defaultCategory: number }>) =>
  q.selectFrom('terms').select('id').where('id', '<>', p.defaultCategory).limit(1),
);

const commentsStatement = statement((q) => q.selectFrom('comments').select('id').limit(1));

/** An entry of a new site. */
interface InitialEntry {
  readonly type: string;
  readonly entry: WholeEntry;
}

/**
 * Returns the entries with which a new site begins: the example post and the navigation, unless they were deleted. Throws DemoError if
 * the site has other entries, terms or comments, or if these entries were changed. Users and settings are ignored.
 */
export async function requireEmptySite(read: ReadHandle): Promise<InitialEntry[]> {
  const { default_category: defaultCategory } = await readSettings(read);
  const initial: InitialEntry[] = [];
  for (const { id, type } of await read.all(entriesStatement, {
    styles: 'cms_global_styles',
    unsaved: autoDraftStatus,
  })) {
    const entry = await findInitialEntry(read, type, id);
    if (!entry) throw notEmptyError(`it has other entries, such as the one with the ID ${id}`);
    initial.push({ type, entry });
  }
  if (await read.first(termsStatement, { defaultCategory }))
    throw notEmptyError('it has categories, tags or menus besides the default category');
  if (await read.first(commentsStatement, {})) throw notEmptyError('it has comments');
  return initial;
}

const notEmptyError = (reason: string): DemoError =>
  new DemoError(`Demo content can be created only on an empty site; this site is not empty: ${reason}.`);

/** Returns an entry if a new site begins with it and it was not changed. */
async function findInitialEntry(read: ReadHandle, type: string, id: number): Promise<WholeEntry | undefined> {
  if (type === 'post') {
    const post = await findUnchangedWelcomePost(read);
    return post?.id === id ? post : undefined;
  }
  if (type !== initialNavigation.type) return undefined;
  const entry = await findEntry(read, type, id);
  const { title, content } = initialNavigation;
  return entry?.title === title && entry.content === content && entry.revision_count === 0 ? entry : undefined;
}

/** Deletes the entries with which a new site begins. They contain nothing that a user has written. */
export async function deleteInitialEntries(run: DemoRun, initial: readonly InitialEntry[]): Promise<void> {
  const { writer } = run.service.entries;
  for (const { type, entry } of initial) {
    await writer.delete(run.tx, contentType(run, type), entry);
    recordChange(run, 'entry.deleted', entry.id);
  }
}
