// Rows of comments to records (users-and-comments.md §5.1).
import { type commentFields, onType } from '../../../contract/cms-v2/comments.ts';
import type { Facts, FieldMaker, Presenter, View } from '../../http/room.ts';
import { COMMENT_RENDERER_VERSION } from '../../rendering/comment.ts';
import { addressOf } from '../entries/addresses.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import { type Reading, readingOf, runOrElse } from '../entries/rendered-texts.ts';
import { holderOf, linkOf } from '../media/addresses.ts';
import { avatarAddresses } from '../users/avatars.ts';
import type { CommentParts } from './parts.ts';
import type { CommentRow } from './rows.ts';
import { findAnswered } from './store.ts';

/** What answers each comment: comments, notes. */
interface Prepared {
  readonly hiddenPaths: HiddenPaths;
  readonly answers: ReadonlySet<number>;
  readonly notes: ReadonlySet<number>;
  /** Comments rendered anew, because an older renderer had made them. */
  readonly renewed: ReadonlyMap<number, string>;
}

type Maker = (row: CommentRow, prepared: Prepared, view: View) => unknown;

/** The presenter of comments. */
export function commentPresenter(parts: CommentParts): Presenter {
  const { contract, database, settings, site } = parts;
  const fields: Record<keyof typeof commentFields, Maker> = {
    id: (row) => row.id,
    post: (row) => row.post,
    parent: (row) => row.parent,
    author: (row) => row.author,
    author_name: (row) => row.author_name,
    author_email: (row) => row.author_email,
    author_url: (row) => row.author_url,
    author_ip: (row) => row.author_ip,
    author_user_agent: (row) => row.author_user_agent,
    date: (row) => row.date,
    date_gmt: (row) => row.date_gmt,
    content: (row, { renewed }) => ({
      raw: row.content,
      rendered: renewed.get(row.id) ?? row.content_rendered,
    }),
    link: (row, { hiddenPaths }) => `${addressOfEntry(parts, row, hiddenPaths)}#comment-${row.id}`,
    status: (row) => row.status,
    type: (row) => row.type,
    author_avatar_urls: (row) => avatarAddresses(row.author_email, settings.values),
    meta: (row) => ({ _cms_note_status: row.note_status || null }),
  };
  return {
    prepare: async (rows: readonly CommentRow[], view): Promise<Prepared> => {
      const answered =
        rows.length > 0
          ? await findAnswered(
              database.read,
              rows.map(({ id }) => id),
            )
          : [];
      const below = (isNote: boolean) =>
        new Set(answered.filter(({ type }) => (type === 'note') === isNote).map(({ parent }) => parent));
      const { wants } = view.projection;
      const renewed = wants.has('content') ? await renewedComments(parts, readingOf(view), rows) : new Map();
      const entries = rows.map((row) => ({ id: row.post, parent: row.entry_parent ?? 0 }));
      const hiddenPaths = await findHiddenPaths(database.read, wants.has('link') ? entries : []);
      return { answers: below(false), notes: below(true), renewed, hiddenPaths };
    },
    fields: fields as Record<string, FieldMaker>,
    facts: (row: CommentRow, { answers, notes }: Prepared): Facts => ({
      id: row.id,
      post: row.post,
      parent: row.parent,
      author: row.author,
      has_answers: row.type !== 'note' && answers.has(row.id),
      has_notes: row.type === 'note' && notes.has(row.id),
      ...(row.entry_type !== null && contract.types.has(row.entry_type) && { [onType(row.entry_type)]: true }),
    }),
    dependsOnRowAlone: () => true,
  };

  function addressOfEntry({ contract }: CommentParts, row: CommentRow, hidden: HiddenPaths): string {
    const type = row.entry_type === null ? undefined : contract.types.get(row.entry_type);
    if (!type) return `${site.front}/`;
    const slug = row.entry_slug ?? '';
    if (type.held)
      return linkOf(parts, { id: row.post, slug, parent: row.entry_parent ?? 0, above: holderOf(row) }, hidden);
    const entry = { id: row.post, status: row.entry_status ?? '', path: row.entry_path ?? '', slug };
    return addressOf(entry, type, site, settings.values, hidden);
  }
}

/** Those that an older renderer has made, anew. What takes too long stays as it is. */
async function renewedComments(
  parts: CommentParts,
  reading: Reading,
  rows: readonly CommentRow[],
): Promise<Map<number, string>> {
  const renewed = new Map<number, string>();
  for (const { id, content, content_rendered } of rows.filter(({ renderer }) => renderer !== COMMENT_RENDERER_VERSION))
    renewed.set(id, await runOrElse(parts, reading, 'renderComment', { content }, () => content_rendered));
  return renewed;
}
