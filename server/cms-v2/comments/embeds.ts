// Reads comments for embedding in records that link to them (protocol.md §7.3).
import type { Embedded, EmbedReader } from '../../http/module.ts';
import { readEmbeds } from '../../http/read-embeds.ts';
import { entryOf, forbiddenErrors, mayReadComment, mayReadEntry } from './conditions.ts';
import { findEntriesToComment } from './entries-store.ts';
import { findNewestCommentIds, type NewestCommentsQuery } from './list-store.ts';
import type { CommentDeps } from './operations.ts';
import type { CommentRow } from './rows.ts';
import { findComments } from './store.ts';

/** Maximum number of embedded comments per link: the maximum page size (protocol.md §7.3). */
const maxEmbedded = 100;

const notFoundError = { code: 'rest_comment_invalid_id', message: 'No comment with this ID.', status: 404 };

/** Returns the embed readers for links to single comments, to the replies to a comment, and to the comments on an entry. */
export function commentEmbeds(deps: CommentDeps): EmbedReader[] {
  const { contract, database } = deps;
  const resource = contract.resources.get('comment');
  if (!resource) return [];
  const { read } = database;

  const readSingle = readEmbeds({
    find: (ids) => findComments(read, ids),
    missing: notFoundError,
    forbid(row, { actor }) {
      if (!mayReadComment(contract, actor, row, undefined)) return forbiddenErrors.read;
      const entry = entryOf(row);
      return entry && !mayReadEntry(contract, actor, entry, undefined) ? forbiddenErrors.readPost : undefined;
    },
  });

  const readReplies =
    (query: NewestCommentsQuery): EmbedReader['read'] =>
    async (values, { actor }) => {
      const isGuarded = query.type === 'note' && !actor.can('edit_posts');
      if (isGuarded) return new Map(values.map((value) => [value, { forbidden: forbiddenErrors.filter }]));
      const found = await rowsOf(query, values);
      return new Map(
        [...found].map(([value, rows]): [string, Embedded] => [
          value,
          { rows: rows.filter((row) => mayReadComment(contract, actor, row, undefined)) },
        ]),
      );
    };

  const readOfEntries: EmbedReader['read'] = async (values, { actor }) => {
    const entries = await findEntriesToComment(read, values.map(Number));
    const readable = entries.filter((entry) => mayReadEntry(contract, actor, entry, undefined));
    const found = await rowsOf(
      { by: 'post', type: 'comment', states: ['approved'] },
      readable.map(({ id }) => String(id)),
    );
    return new Map(
      values.map((value): [string, Embedded] => {
        const exists = entries.some(({ id }) => String(id) === value);
        const rows = found.get(value);
        return [value, rows || !exists ? { rows: rows ?? [] } : { forbidden: forbiddenErrors.readPost }];
      }),
    );
  };

  /** Reads the newest comments on each entry, or the newest replies to each comment, in at most two statements. */
  async function rowsOf(query: NewestCommentsQuery, values: readonly string[]): Promise<Map<string, CommentRow[]>> {
    const ids =
      values.length > 0
        ? await findNewestCommentIds(read, query, values.map(Number), maxEmbedded)
        : new Map<number, number[]>();
    const all = [...ids.values()].flat();
    const rows = new Map((all.length > 0 ? await findComments(read, all) : []).map((row) => [row.id, row]));
    return new Map(values.map((value) => [value, (ids.get(Number(value)) ?? []).flatMap((id) => rows.get(id) ?? [])]));
  }

  const base = '/cms/v2/comments';
  return [
    { target: `${base}/<id>`, resource, read: readSingle },
    {
      target: `${base}?parent=<id>`,
      resource,
      read: readReplies({ by: 'parent', type: 'comment', states: ['approved'] }),
    },
    {
      target: `${base}?parent=<id>&type=note&status=all`,
      resource,
      read: readReplies({ by: 'parent', type: 'note', states: ['approved', 'hold'] }),
    },
    { target: `${base}?post=<id>`, resource, read: readOfEntries },
  ];
}
