// Creates the comments of the demo content.
import { cleanUserAgent } from '../cms-v2/comments/author.ts';
import { withDerivedColumns } from '../cms-v2/comments/compose-comment.ts';
import { adjustCommentCounters } from '../cms-v2/comments/counts-store.ts';
import { commentEvent } from '../cms-v2/comments/save-comment.ts';
import { insertComment } from '../cms-v2/comments/store.ts';
import { recordEvent } from '../events/record.ts';
import { toSlug } from '../rendering/slug.ts';
import type { DemoComment } from './content/comments.ts';
import { type AuthorName, authors, type DemoAuthor } from './content/people.ts';
import { demoEmail } from './create-authors.ts';
import { type DemoRun, hoursAgo, recordChange } from './run.ts';

/** The entry and the parent of a comment. */
interface CommentPlace {
  /** ID of the entry. */
  readonly post: number;
  /** ID of the parent comment; 0 if there is none. */
  readonly parent: number;
  /** Time since the publication of the entry, in hours. */
  readonly ageHours: number;
}

/** Creates comments and the replies to them. Nobody is notified. */
export async function createComments(run: DemoRun, place: CommentPlace, list: readonly DemoComment[]): Promise<void> {
  for (const comment of list) {
    const parent = await createComment(run, place, comment);
    await createComments(run, { ...place, parent }, comment.replies);
  }
}

async function createComment(
  run: DemoRun,
  { post, parent, ageHours }: CommentPlace,
  { from, text, afterHours, isPending }: DemoComment,
): Promise<number> {
  const { date, date_gmt } = hoursAgo(run, ageHours - afterHours);
  const columns = withDerivedColumns({
    ...('author' in from ? authorColumns(run, from.author) : readerColumns(from.reader)),
    ...{ post, parent, date, date_gmt, received: date_gmt, content: text },
    ...{ type: 'comment', status: isPending ? 'hold' : 'approved', status_before: '', status_with_post: '' },
    ...{ author_url: '', author_user_agent: cleanUserAgent(''), note_status: '' },
  });
  const id = await insertComment(run.tx, columns);
  await adjustCommentCounters(run.tx, columns, 1);
  await recordEvent(run.tx, commentEvent('comment.created', id, columns));
  recordChange(run, 'comment.created', id);
  return id;
}

function authorColumns({ authors: ids }: DemoRun, name: AuthorName) {
  const { firstName, lastName }: DemoAuthor = authors[name];
  return { author: ids.get(name) ?? 0, author_name: `${firstName} ${lastName}`, author_email: demoEmail(name) };
}

const readerColumns = (name: string) => ({ author: 0, author_name: name, author_email: demoEmail(toSlug(name)) });
