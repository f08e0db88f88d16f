// Comments read for embedding in what links to them (protocol.md §7.3).
import type { Embedded, EmbedReader } from '../../http/room.ts';
import { findEntriesToComment } from './entries-store.ts';
import { findNewest, type Newest } from './newest-store.ts';
import type { CommentParts } from './parts.ts';
import type { CommentRow } from './rows.ts';
import { denials, entryOf, mayReadComment, mayReadEntry } from './rules.ts';
import { findComments } from './store.ts';

/** As many comments as a page may hold at most (protocol.md §7.3). */
const most = 100;

const unknown = { code: 'rest_comment_invalid_id', message: 'There is no comment of this number.', status: 404 };

/** The readers of single comments, of what answers one, and of what is said about an entry. */
export function commentEmbeds(parts: CommentParts): EmbedReader[] {
  const { contract, database } = parts;
  const resource = contract.resources.get('comment');
  if (!resource) return [];
  const { read } = database;

  const single: EmbedReader['read'] = async (values, { actor }) => {
    const rows = new Map((await findComments(read, values.map(Number))).map((row) => [String(row.id), row]));
    const embed = (value: string): Embedded => {
      const row = rows.get(value);
      if (!row) return { refused: unknown };
      if (!mayReadComment(contract, actor, row, undefined)) return { refused: denials.read };
      const entry = entryOf(row);
      return entry && !mayReadEntry(contract, actor, entry, undefined) ? { refused: denials.readPost } : { row };
    };
    return new Map(values.map((value) => [value, embed(value)]));
  };

  const answers =
    (wanted: Newest): EmbedReader['read'] =>
    async (values, { actor }) => {
      const isGuarded = wanted.type === 'note' && !actor.can('edit_posts');
      if (isGuarded) return new Map(values.map((value) => [value, { refused: denials.filter }]));
      const found = await rowsOf(wanted, values);
      return new Map(
        [...found].map(([value, rows]): [string, Embedded] => [
          value,
          { rows: rows.filter((row) => mayReadComment(contract, actor, row, undefined)) },
        ]),
      );
    };

  const onEntries: EmbedReader['read'] = async (values, { actor }) => {
    const entries = await findEntriesToComment(read, values.map(Number));
    const readable = entries.filter((entry) => mayReadEntry(contract, actor, entry, undefined));
    const found = await rowsOf(
      { by: 'post', type: 'comment', states: ['approved'] },
      readable.map(({ id }) => String(id)),
    );
    return new Map(
      values.map((value): [string, Embedded] => {
        const isThere = entries.some(({ id }) => String(id) === value);
        const rows = found.get(value);
        return [value, rows || !isThere ? { rows: rows ?? [] } : { refused: denials.readPost }];
      }),
    );
  };

  /** The newest comments of each, in two statements. */
  async function rowsOf(wanted: Newest, values: readonly string[]): Promise<Map<string, CommentRow[]>> {
    const ids =
      values.length > 0 ? await findNewest(read, wanted, values.map(Number), most) : new Map<number, number[]>();
    const all = [...ids.values()].flat();
    const rows = new Map((all.length > 0 ? await findComments(read, all) : []).map((row) => [row.id, row]));
    return new Map(values.map((value) => [value, (ids.get(Number(value)) ?? []).flatMap((id) => rows.get(id) ?? [])]));
  }

  const base = '/cms/v2/comments';
  return [
    { target: `${base}/<id>`, resource, read: single },
    {
      target: `${base}?parent=<id>`,
      resource,
      read: answers({ by: 'parent', type: 'comment', states: ['approved'] }),
    },
    {
      target: `${base}?parent=<id>&type=note&status=all`,
      resource,
      read: answers({ by: 'parent', type: 'note', states: ['approved', 'hold'] }),
    },
    { target: `${base}?post=<id>`, resource, read: onEntries },
  ];
}
