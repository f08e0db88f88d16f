// GET on a collection (posts-and-pages.md §14).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { showsRaw } from '../../../contract/shared/entry-fields.ts';
import type { EntryListArgs } from '../../../contract/shared/entry-parameters.ts';
import { holds } from '../../access/conditions.ts';
import { remembered } from '../../http/kept.ts';
import type { Call, Operation, Page } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { countedEntries, countedInState } from './counts-store.ts';
import { countEntries, findEntryIds, type ListShape, type ListValues } from './list-store.ts';
import { findPage } from './pages-of-list.ts';
import { type EntryParts, typeOf } from './parts.ts';
import { type ListPlan, planList } from './plan-list.ts';
import type { EntryRow } from './rows.ts';
import { findEntriesById, findEntriesWithText, findShortEntries } from './store.ts';
import { publishedOfTerm } from './terms-store.ts';
import { passwordsIn, tryPasswordsInList } from './try-password.ts';

/** Answers with a page of the entries that the caller may see. */
export function listEntries(parts: EntryParts): Operation {
  return {
    async run(call: Call<EntryListArgs>) {
      const type = typeOf(parts.contract, call);
      const { read } = parts.database;
      const plan = await planList(parts, call, type);
      if (plan === 'nothing')
        return { kind: 'list', rows: [], page: { total: 0, perPage: call.args.per_page, page: call.args.page } };
      const found = await findPage(read, parts.bookmarks, call.mark, plan.shape, plan.values);
      const total = await totalOf(parts, call, type, plan, found.length);
      const page = pageOf(call.args, total);
      const ids = await withStickyFirst(parts, call, type, plan, found);
      const withText = showsRaw(type, call.args.context) || call.sent('excerpt_length') !== undefined;
      const find = withText ? findEntriesWithText : findEntriesById;
      const unkept = passwordsIn(call).length > 0;
      const listed = async (found: Promise<EntryRow[]>) => {
        const rows = (await found).filter((row) => isListedStill(call, type, plan, row));
        if (unkept) await tryPasswordsInList(parts, call, type, rows);
        return rows;
      };
      const load = (some: readonly number[]) => listed(findShortEntries(read, type.name, some, withText));
      const loadLong = (some: readonly number[]) => listed(find(read, type.name, some));
      return { kind: 'list', ids, load, loadLong, page, unkept };
    },
  };
}

/**
 * Somebody may have changed an entry since its number was found: what was published then may be private now. Sticky entries
 * are published whatever states are asked for.
 */
function isListedStill({ actor }: Call, type: ContentType, { shape, values }: ListPlan, row: EntryRow): boolean {
  const states = [...(values.states ?? []), values.state, 'publish'];
  // What is judged by the entry above it has rows of its own.
  return type.holders !== undefined || (states.includes(row.status) && holds(shape.visible, row, actor.id));
}

/**
 * A page beyond the last of a list that is not empty is refused, also where an offset says what is shown; an offset beyond
 * the end is an empty list (posts-and-pages.md §14).
 */
function pageOf({ page, per_page: perPage, offset }: EntryListArgs, total: number): Page {
  if (offset !== undefined && offset >= total && total > 0) return { total: 0, perPage, page };
  if (total > 0 && page > Math.ceil(total / perPage)) {
    throw new Refusal('rest_post_invalid_page_number', 400, 'The list has fewer pages.');
  }
  return { total, perPage, page };
}

/**
 * How many entries paging through would give. Kept counters answer where the caller sees all of what they count; else the
 * entries are counted.
 */
async function totalOf(
  { contract, database: { read }, totals }: EntryParts,
  { mark }: Call,
  type: ContentType,
  { shape, values }: ListPlan,
  found: number,
): Promise<number> {
  const counted = () => remembered(totals, mark, keyOfTotal(shape, values), () => countEntries(read, shape, values));
  if (values.offset === 0 && found < values.limit) return found;
  if (!isCounted(shape)) return counted();
  const [term] = shape.terms;
  if (!term) {
    const author = shape.filters.includes('author') ? Number(values.author) : undefined;
    if (values.states)
      return countedEntries(read, type.name, values.states, author === undefined ? undefined : [author]);
    const { state = '' } = values;
    const key = `${type.name} ${state} ${author ?? 'all'}`;
    return remembered(totals, mark, key, () => countedInState(read, type.name, state, author));
  }
  // A term counts the published entries of all types that carry it, so it counts for this type where that is the only one.
  const carriers = [...contract.types.values()].filter((each) => each.taxonomies.includes(term.taxonomy));
  const known = shape.alongTerm && shape.terms.length === 1 && shape.filters.length === 0 && values.state === 'publish';
  return known && carriers.length === 1 ? publishedOfTerm(read, term.taxonomy, Number(values.term)) : counted();
}

/** What one count has in common with others of the same entries: all but the page and the order. */
function keyOfTotal({ orderby, order, ...shape }: ListShape, { limit, offset, ranked, ...values }: ListValues): string {
  return JSON.stringify([shape, values]);
}

/** Whether rights, search and filters leave the whole of the states asked for, or an author's share of it. */
function isCounted({ visible, filters, search, format, unlocked }: ListShape): boolean {
  return (
    visible.kind === 'always' && filters.every((name) => name === 'author') && !search && format === 'any' && !unlocked
  );
}

/**
 * With `ignore_sticky=false` the sticky published posts come first on page one, also those that the filters leave out;
 * they make the page longer and are not counted (posts-and-pages.md §14).
 */
async function withStickyFirst(
  { database }: EntryParts,
  { args }: Call<EntryListArgs>,
  type: ContentType,
  { shape, values }: ListPlan,
  ids: readonly number[],
): Promise<readonly number[]> {
  const chosen =
    shape.filters.includes('include') || shape.filters.includes('sticky') || shape.filters.includes('unsticky');
  const wanted = args.ignore_sticky === false && args.page === 1;
  if (!wanted || chosen || shape.search || shape.format !== 'any' || shape.terms.length > 0) return ids;
  const stickyShape: ListShape = {
    ...shape,
    states: 'one',
    filters: ['sticky', ...shape.filters.filter((name) => name === 'exclude')],
  };
  const stickyValues: ListValues = { ...values, type: type.name, state: 'publish', limit: 100, offset: 0 };
  const first = await findEntryIds(database.read, stickyShape, stickyValues);
  return [...new Set([...first, ...ids])];
}
