// From the parameters of a list to the shape of its statement and the values in it (users-and-comments.md §5.2).
import type { CommentListArgs } from '../../../contract/cms-v2/comments.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Actor } from '../../access/actor.ts';
import type { Call } from '../../http/room.ts';
import { fold } from '../../rendering/fold.ts';
import { readMoment } from '../../time/moment.ts';
import { mayEdit, mayRead } from '../entries/rules.ts';
import type { EntryToComment } from './entries-store.ts';
import type { ListOrder, ListShape, ListValues, TypeRights, Visible } from './list-store.ts';
import type { CommentParts } from './parts.ts';
import { isModerator, mayEditEntry } from './rules.ts';
import { textSeparator } from './store.ts';

export interface ListPlan {
  readonly shape: ListShape;
  readonly values: ListValues;
}

type Values = Record<string, string | number | readonly number[] | readonly string[]>;

/** The plan of a list; `nothing` where the parameters can match no comment. `entries` are those that were asked for. */
export function planList(
  { contract, settings }: CommentParts,
  { args, actor }: Call<CommentListArgs>,
  entries: readonly EntryToComment[],
): ListPlan | 'nothing' {
  const states = statesOf(args.status);
  const types = typesOf(args.type);
  if (states?.length === 0) return 'nothing';
  const { filters, values } = filtersOf(args, settings.values.timezone);
  const text = fold(args.search ?? '').slice(0, longestSearch);
  if (text.includes(textSeparator)) return 'nothing';
  const order = orderOf(args);
  const isOpen = states?.every((state) => state === 'approved') === true;
  const shape: ListShape = {
    visible: args.post.length > 0 ? { kind: 'listed' } : visibleTo(contract, actor),
    open: isOpen && types !== undefined && (types === 'no notes' || !types.includes('note')),
    states: states === undefined ? 'any' : states.length === 1 ? 'one' : 'several',
    types: types === undefined ? 'any' : types === 'no notes' ? types : types.length === 1 ? 'one' : 'several',
    filters,
    // Addresses of authors and senders are for moderators.
    search: text === '' ? 'no' : isModerator(actor) ? 'all' : 'shown',
    orderby: order,
    order: args.order,
  };
  return {
    shape,
    values: {
      ...values,
      ...(states && { states, state: states[0] ?? '' }),
      ...(Array.isArray(types) && { types, type: types[0] ?? '' }),
      ...(text !== '' && { text }),
      ...(order === 'ranked' && { ranked: args.include }),
      editable: editableOf(contract, actor, args, entries),
      actor: actor.id,
      limit: args.per_page,
      offset: args.offset ? Math.abs(args.offset) : (args.page - 1) * args.per_page,
    },
  };
}

/** Nothing that is stored of a comment and found by people is as long. Characters. */
const longestSearch = 1000;

/** Small letters, digits, `_` and `-`; all else is dropped. */
const keyOf = (word: string): string => word.toLowerCase().replace(/[^a-z0-9_-]/g, '');

/** The states that a word means, none for unknown ones; undefined: every state. */
function statesOf(status: string): readonly string[] | undefined {
  const word = keyOf(status);
  if (word === 'any') return undefined;
  const meant: Readonly<Record<string, readonly string[]>> = {
    approve: ['approved'],
    '1': ['approved'],
    hold: ['hold'],
    '0': ['hold'],
    spam: ['spam'],
    trash: ['trash'],
    'post-trashed': ['post-trashed'],
    all: ['approved', 'hold'],
    '': ['approved', 'hold'],
  };
  return Object.hasOwn(meant, word) ? meant[word] : [];
}

/** The types that a word means; undefined: every type. */
function typesOf(type: string): readonly string[] | 'no notes' | undefined {
  const word = keyOf(type);
  if (word === 'all') return undefined;
  if (word === '') return 'no notes';
  if (word === 'comments') return ['comment'];
  return word === 'pings' ? ['pingback', 'trackback'] : [word];
}

function filtersOf(args: CommentListArgs, zone: string) {
  const values: Values = {};
  const filters: ListShape['filters'][number][] = [];
  const use = (name: ListShape['filters'][number], value: string | readonly number[]) => {
    filters.push(name);
    values[name] = value;
  };
  /** One number is compared, more are looked up. */
  const useAny = (
    one: 'post' | 'parent' | 'author',
    several: 'posts' | 'parents' | 'authors',
    ids: readonly number[],
  ) => {
    const [only] = ids;
    if (only === undefined) return;
    if (ids.length > 1) return use(several, ids);
    filters.push(one);
    values[one] = only;
  };
  if (args.include.length > 0) use('include', args.include);
  if (args.exclude.length > 0) use('exclude', args.exclude);
  useAny('post', 'posts', [...new Set(args.post)]);
  useAny('parent', 'parents', [...new Set(args.parent)]);
  if (args.parent_exclude.length > 0) use('otherParents', args.parent_exclude);
  useAny('author', 'authors', [...new Set(args.author ?? [])]);
  if (args.author_exclude && args.author_exclude.length > 0) use('otherAuthors', args.author_exclude);
  if (args.author_email) use('email', fold(args.author_email));
  if (args.after !== undefined) {
    const { site } = readMoment(args.after, zone);
    use('after', site);
    values.afterGmt = shifted(site, -1);
  }
  if (args.before !== undefined) {
    const { site } = readMoment(args.before, zone);
    use('before', site);
    values.beforeGmt = shifted(site, 1);
  }
  return { filters, values };
}

const [earliest, latest] = ['0000-01-01T00:00:00', '9999-12-31T23:59:59'].map((text) => Date.parse(`${text}Z`)) as [
  number,
  number,
];

/** A moment so many days later. */
const shifted = (moment: string, days: number): string => {
  const at = Math.min(latest, Math.max(earliest, Date.parse(`${moment}Z`) + days * 86_400_000));
  return new Date(at).toISOString().slice(0, 19);
};

/** The order of a list; one that follows the numbers included goes by date where none are. */
function orderOf({ orderby, include }: CommentListArgs): ListOrder {
  if (orderby !== 'include') return orderby;
  return include.length > 0 ? 'ranked' : 'date_gmt';
}

/** Of the entries asked for, those whose comments the caller may change; 0 stands for comments that are on nothing. */
function editableOf(
  contract: Contract,
  actor: Actor,
  { post }: CommentListArgs,
  entries: readonly EntryToComment[],
): number[] {
  const own = entries.filter((entry) => mayEditEntry(contract, actor, entry)).map(({ id }) => id);
  return post.includes(0) && actor.can('edit_posts') ? [0, ...own] : own;
}

/** What the caller sees where no entry was named: types under the same conditions are looked at together. */
function visibleTo({ types }: Contract, actor: Actor): Visible {
  const groups = new Map<string, TypeRights & { types: string[] }>();
  for (const type of types.values()) {
    const [read, edit] = [mayRead(actor, type), mayEdit(actor, type)];
    if (read.kind === 'never') continue;
    const key = JSON.stringify([read, edit]);
    const group = groups.get(key) ?? { types: [], read, edit };
    group.types.push(type.name);
    groups.set(key, group);
  }
  const rights = [...groups.values()];
  const detached = !isModerator(actor) ? 'none' : actor.can('edit_posts') ? 'all' : 'own';
  const seesAll =
    detached === 'all' &&
    rights.every(({ edit }) => edit.kind === 'always') &&
    rights.flatMap((group) => group.types).length === types.size;
  return seesAll ? { kind: 'all' } : { kind: 'judged', rights, detached };
}
