// Lists entries: GET on the collection of a content type (posts-and-pages.md §14).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { EntryListArgs } from '../../../contract/shared/entries.ts';
import { includesRaw } from '../../../contract/shared/entry-fields.ts';
import type { Actor } from '../../access/actor.ts';
import { type Condition, matches } from '../../access/conditions.ts';
import { ApiError } from '../../api-error.ts';
import type { Call, Page } from '../../http/module.ts';
import { passwordsIn } from './check-password.ts';
import { applySettings } from './conditions.ts';
import { type EntryListDeps, typeOf } from './deps.ts';
import { findPage } from './entry-list-pages.ts';
import { hasMetaFilter, type ListShape, type ListValues } from './entry-list-shape.ts';
import { totalOfList } from './entry-list-total.ts';
import { findEntryIds } from './list-store.ts';
import type { EntryOperations } from './operations.ts';
import { type ListPlan, planList } from './plan-list.ts';
import type { EntryRow } from './rows.ts';
import { slowParameter } from './slow-parameter.ts';
import { findEntriesById, findEntriesWithText, findShortEntries } from './store.ts';

/**
 * Responds with a page of the entries that are visible to the caller. In lists of menu items, `targetsFor` returns the condition on
 * the target entries of the items.
 */
export function listEntries(
  deps: EntryListDeps,
  targetsFor?: (actor: Actor) => Condition | undefined,
): EntryOperations['list-entries'] {
  return {
    async run(call) {
      const type = applySettings(typeOf(deps.contract, call), deps.site.settings.values);
      const { read } = deps.database;
      const plan = await planList(deps, call, type, targetsFor?.(call.actor));
      if (plan === 'nothing')
        return { kind: 'list', rows: [], page: { total: 0, perPage: call.args.per_page, page: call.args.page } };
      const { shape, values, mayScan } = plan;
      const scanning = deps.database.scanning(call.work, slowParameter(deps.contract, shape, values));
      const found = await findPage(mayScan.page ? scanning : read, deps.cursors, call.version, shape, values);
      const total = await totalOfList(deps, { version: call.version, scanning }, type, plan, found.length);
      const page = pageOf(call.args, total);
      const ids = await withStickyFirst(deps, call, type, plan, found);
      const withText = includesRaw(type, call.args.context) || call.submitted('excerpt_length') !== undefined;
      const find = withText ? findEntriesWithText : findEntriesById;
      const uncached = passwordsIn(call).length > 0;
      const visibleRows = async (rowsPromise: Promise<EntryRow[]>) => {
        const rows = (await rowsPromise).filter((row) => isStillListed(call, type, plan, row));
        if (uncached) await deps.passwords.checkList(call, type, rows);
        return rows;
      };
      const load = (pageIds: readonly number[]) => visibleRows(findShortEntries(read, type.name, pageIds, withText));
      const loadLong = (pageIds: readonly number[]) => visibleRows(find(read, type.name, pageIds));
      return { kind: 'list', ids, load, loadLong, page, uncached };
    },
  };
}

/**
 * Whether a loaded entry still belongs to the list. It may have changed since its ID was found; for example, a published entry may
 * be private now. The status `publish` is always accepted, because sticky entries are added to lists of any status.
 */
function isStillListed({ actor }: Call, type: ContentType, { shape, values }: ListPlan, row: EntryRow): boolean {
  const states = [...(values.states ?? []), values.state, 'publish'];
  // The list of media items loads its rows with other functions (media/endpoints.ts), so they are not checked here.
  return type.holders !== undefined || (states.includes(row.status) && matches(shape.visible, row, actor.id));
}

/**
 * Returns the page for the response. An offset beyond the end gives an empty list (posts-and-pages.md §14).
 *
 * Throws ApiError 400 `rest_post_invalid_page_number` for a page beyond the last one of a non-empty list, even with an offset.
 */
function pageOf({ page, per_page: perPage, offset }: EntryListArgs, total: number): Page {
  if (offset !== undefined && offset >= total && total > 0) return { total: 0, perPage, page };
  if (total > 0 && page > Math.ceil(total / perPage)) {
    throw new ApiError('rest_post_invalid_page_number', 400, 'The page number is larger than the number of pages.');
  }
  return { total, perPage, page };
}

/**
 * Returns the IDs on a page. On page one, the IDs of up to 100 sticky published posts precede them if `ignore_sticky` is false, unless
 * the list is a search or has filters by ID, stickiness, term, format or meta field. Except for `exclude`, filters do not apply to these posts.
 * They extend the page, and are not part of the total (posts-and-pages.md §14).
 */
async function withStickyFirst(
  { database }: EntryListDeps,
  { args }: Call<EntryListArgs>,
  type: ContentType,
  { shape, values }: ListPlan,
  ids: readonly number[],
): Promise<readonly number[]> {
  const isFiltered =
    shape.filters.includes('include') ||
    shape.filters.includes('sticky') ||
    shape.filters.includes('unsticky') ||
    hasMetaFilter(shape);
  const isRequested = args.ignore_sticky === false && args.page === 1;
  if (!isRequested || isFiltered || shape.search || shape.format !== 'any' || shape.terms.length > 0) return ids;
  const stickyShape: ListShape = {
    ...shape,
    states: 'one',
    filters: ['sticky', ...shape.filters.filter((name) => name === 'exclude')],
  };
  const stickyValues: ListValues = { ...values, type: type.name, state: 'publish', limit: 100, offset: 0 };
  const first = await findEntryIds(database.read, stickyShape, stickyValues);
  return [...new Set([...first, ...ids])];
}
