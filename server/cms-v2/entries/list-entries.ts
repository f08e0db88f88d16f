// GET on a collection (posts-and-pages.md §14).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { showsRaw } from '../../../contract/shared/entry-fields.ts';
import type { EntryListArgs } from '../../../contract/shared/entry-parameters.ts';
import type { Actor } from '../../access/actor.ts';
import { type Condition, holds } from '../../access/conditions.ts';
import type { Call, Operation, Page } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { findEntryIds } from './list-store.ts';
import { findPage } from './pages-of-list.ts';
import { type EntryParts, typeOf } from './parts.ts';
import { type ListPlan, planList } from './plan-list.ts';
import type { EntryRow } from './rows.ts';
import { underSettings } from './rules.ts';
import type { ListShape, ListValues } from './shape-of-list.ts';
import { slowParameter } from './slow-parameter.ts';
import { findEntriesById, findEntriesWithText, findShortEntries } from './store.ts';
import { totalOfList } from './total-of-list.ts';
import { passwordsIn, tryPasswordsInList } from './try-password.ts';

/**
 * Answers with a page of the entries that the caller may see. `targetsFor` gives the condition that the targets of listed menu
 * items have to meet, if any.
 */
export function listEntries(parts: EntryParts, targetsFor?: (actor: Actor) => Condition | undefined): Operation {
  return {
    async run(call: Call<EntryListArgs>) {
      const type = underSettings(typeOf(parts.contract, call), parts.settings.values);
      const { read } = parts.database;
      const plan = await planList(parts, call, type, targetsFor?.(call.actor));
      if (plan === 'nothing')
        return { kind: 'list', rows: [], page: { total: 0, perPage: call.args.per_page, page: call.args.page } };
      const { shape, values, mayScan } = plan;
      const scanning = parts.database.scanning(call.work, slowParameter(parts.contract, shape, values));
      const found = await findPage(mayScan.page ? scanning : read, parts.bookmarks, call.mark, shape, values);
      const total = await totalOfList(parts, { mark: call.mark, scanning }, type, plan, found.length);
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
