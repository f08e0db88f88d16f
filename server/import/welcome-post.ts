// Moves the example post of a new site to the trash when an import contains posts.

import type { WholeEntry } from '../cms-v2/entries/rows.ts';
import { findEntry, findIdsBySlugs } from '../cms-v2/entries/store.ts';
import { trashEntry } from '../cms-v2/entries/trash-and-delete.ts';
import type { ReadHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import type { Report } from './report.ts';
import type { ImportRun } from './run.ts';

/** Title and content of the unchanged example post. */
export const welcomePost = {
  title: 'Hello',
  content: `<!-- wp:paragraph -->
<p>This is your first post. Change it, or delete it and write your own.</p>
<!-- /wp:paragraph -->`,
} as const;

const commentsStatement = statement((q, p: Slots<{ post: number }>) =>
  q.selectFrom('comments').select('id').where('post', '=', p.post).limit(1),
);

/** Moves the example post to the trash when the file contains posts, unless it was changed or commented on. */
export async function trashWelcomePost(
  { service, database }: Pick<ImportRun, 'service' | 'database'>,
  { counts, site }: Report,
): Promise<void> {
  const type = service.contract.types.get('post');
  // Posts that already existed count, too, so that an interrupted import has the same result as an uninterrupted one.
  if (!type || counts.imported.get(type.noun.many) + counts.there.get(type.noun.many) === 0) return;
  const trashed = await database.transaction(async (tx) => {
    const entry = await findUnchangedWelcomePost(tx);
    if (entry) await trashEntry(service.entries, tx, type, entry, entry.author);
    return entry;
  });
  if (trashed) site.push(`The example post “${trashed.title}” (ID ${trashed.id}) was moved to the trash.`);
}

/** Returns the example post of a new site; undefined if it was deleted, changed or commented on. */
export async function findUnchangedWelcomePost(read: ReadHandle): Promise<WholeEntry | undefined> {
  for (const { id } of await findIdsBySlugs(read, 'post', [welcomePost.title.toLowerCase()])) {
    const entry = await findEntry(read, 'post', id);
    const isExample = entry?.title === welcomePost.title && entry.content === welcomePost.content;
    const isUnchanged = entry?.status === 'publish' && entry.revision_count === 0 && entry.password === '';
    if (isExample && isUnchanged && !(await read.first(commentsStatement, { post: id }))) return entry;
  }
  return undefined;
}
