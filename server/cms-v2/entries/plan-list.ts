// Translates the parameters of a list into the shape and the values of its statement (posts-and-pages.md §14).
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { EntryListArgs } from '../../../contract/shared/entries.ts';
import { entryStatuses as allStates } from '../../../contract/shared/entry-fields.ts';
import { isTermQuery, type TermQuery } from '../../../contract/shared/term-query.ts';
import { isSignedIn } from '../../access/actor.ts';
import { type Condition, never, simplify } from '../../access/conditions.ts';
import { ApiError } from '../../api-error.ts';
import type { Call } from '../../http/module.ts';
import { toSlug } from '../../rendering/slug.ts';
import { parseTimestamp } from '../../time/timestamps.ts';
import { editCondition, listingCondition } from './conditions.ts';
import { type EntryListDeps, taxonomiesOf } from './deps.ts';
import {
  chooseDrivingTable,
  type FilterName,
  isMetaFilter,
  isSortedByMeta,
  type ListShape,
  type ListValues,
  type TermClause,
} from './entry-list-shape.ts';
import { longestFilterOf, type MayScan, mayScan } from './may-scan.ts';
import { planMeta } from './plan-meta.ts';
import { chooseSearchMethod, planSearch } from './plan-search.ts';
import { takeSample } from './sample-store.ts';
import { findIdsBySlugs } from './store.ts';
import { listTermsWithDescendants } from './terms-store.ts';

export interface ListPlan {
  readonly shape: ListShape;
  /** The shape for counting the entries of the list. It may have another search method. */
  readonly total: ListShape;
  /** Whether the duration of the statements of the list may grow with the size of the site. */
  readonly mayScan: MayScan;
  readonly values: ListValues;
}

type Values = Record<string, string | number | readonly number[] | readonly string[]>;

/**
 * Returns the plan of a list, or `nothing` if the parameters cannot match any entry. `target` is the condition on the target
 * entries of listed menu items.
 *
 * Throws ApiError 400 `rest_no_search_term_defined` or `rest_orderby_include_missing_include` if the order requires a parameter that
 * is missing.
 */
export async function planList(
  deps: EntryListDeps,
  call: Call<EntryListArgs>,
  type: ContentType,
  target?: Condition,
): Promise<ListPlan | 'nothing'> {
  const { args, actor } = call;
  requireOrderable(args);
  const states = statusesOf(args.status, type);
  const [state] = states;
  if (state === undefined) return 'nothing';
  const { filters, values } = simpleFilters(args, deps.site.settings.values.timezone);
  const terms = await termFilters(deps, args, type);
  const search = planSearch(args, { states, held: type.held });
  const meta = await planMeta(deps, call, type);
  const ranked = await rankedIds(deps, args, type);
  const formats = args.format ?? [];
  const chosen = {
    states: states.length === 1 ? 'one' : 'several',
    filters,
    terms: terms.clauses,
    relation: args.tax_relation ?? 'AND',
    format: formats.length === 0 ? 'any' : formats.length === 1 ? 'one' : 'several',
    orderby: args.orderby,
    ...(meta.clauses.length > 0 && { meta: meta.clauses }),
    ...(search ? { search: search.shape } : {}),
  } as const;
  const [firstTerms = []] = terms.termIds;
  const shape: ListShape = {
    ...chosen,
    visible: simplify(listingCondition(actor, type, args.context), 'status', states),
    ...(target && { target }),
    along: isSortedByMeta(args.orderby) ? 'meta' : chooseDrivingTable(chosen, firstTerms.length),
    ...(search ? { unlocked: isSignedIn(actor) ? editCondition(actor, type) : never } : {}),
    order: args.order,
  };
  const all: ListValues = {
    ...values,
    ...terms.values,
    ...meta.values,
    ...search?.values,
    ...(shape.along === 'term' ? { term: firstTerms[0] ?? 0 } : {}),
    ...(formats[0] === undefined ? {} : { format: formats[0], formats }),
    ...(ranked ? { ranked } : {}),
    type: type.name,
    actor: actor.id,
    ...(states.length === 1 ? { state } : { states }),
    limit: args.per_page,
    offset: args.offset === undefined ? (args.page - 1) * args.per_page : Math.abs(args.offset),
  };
  // The newest entries and the total do not depend on the order.
  const unsorted: ListShape = shape.along === 'meta' ? { ...shape, along: 'entries', orderby: 'date' } : shape;
  const sample = () => takeSample(deps.database.scanning(call.work, 'search'), unsorted, all);
  const shapes = await chooseSearchMethod(shape, all, { estimates: deps.caches.estimates, sample });
  const scans = mayScan(shape, { offset: all.offset, longestFilter: longestFilterOf(all) });
  const total = isSortedOnlyByMeta(shapes.total) ? { ...shapes.total, along: 'entries' as const } : shapes.total;
  return { shape: shapes.page, total, values: all, mayScan: scans };
}

/** Whether a list reads the index of a meta field by which it is sorted, but not filtered. */
const isSortedOnlyByMeta = ({ along, meta: [first] = [] }: ListShape): boolean =>
  along === 'meta' && first !== undefined && !isMetaFilter(first);

function requireOrderable({ orderby, search, include }: EntryListArgs): void {
  if (orderby === 'relevance' && (search === undefined || search === '')) {
    throw new ApiError('rest_no_search_term_defined', 400, 'Ordering by relevance requires a search term.');
  }
  if (orderby === 'include' && include.length === 0) {
    throw new ApiError(
      'rest_orderby_include_missing_include',
      400,
      'Ordering by include requires a list of items to include.',
    );
  }
}

/**
 * Returns the statuses to list. `any` stands for all statuses that can be set; internal statuses match nothing (posts-and-pages.md
 * §14, status). The default is `publish` and `private`; for files it is `inherit`, the status of files that are as visible as their
 * parent entry (media-fonts-and-oembed.md, A9).
 */
function statusesOf(requested: readonly string[], { held }: ContentType): string[] {
  const defaults = held ? ['inherit'] : ['publish', 'private'];
  const known = (requested.length === 0 ? defaults : requested).flatMap((state) =>
    state === 'any' ? [...allStates] : [state],
  );
  return [...new Set(known)].filter(
    (state) => state === 'trash' || (held && state === 'inherit') || allStates.some((each) => each === state),
  );
}

/**
 * Returns the simple filters and their values. If two parameters conflict, one of them is ignored as the contract requires; for
 * example, `include` disables `exclude`.
 */
function simpleFilters(args: EntryListArgs, zone: string): { filters: readonly FilterName[]; values: Values } {
  const values: Values = {};
  const filters: FilterName[] = [];
  const addFilter = (name: FilterName, value: Values[string] | undefined) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
    filters.push(name);
    values[name] = value;
  };
  const addFilterForList = (one: FilterName, more: FilterName, list: number[] | string[] | undefined) =>
    list?.length === 1 ? addFilter(one, list[0]) : addFilter(more, list);
  const site = (text: string | undefined) => (text === undefined ? undefined : parseTimestamp(text, zone).site);
  addFilter('include', args.include);
  if (args.include.length === 0 && args.sticky !== true) addFilter('exclude', args.exclude);
  addFilterForList('slug', 'slugs', args.slug?.map(toSlug));
  if ((args.author_exclude?.length ?? 0) > 0) addFilter('otherAuthors', args.author_exclude);
  else addFilterForList('author', 'authors', args.author);
  addFilter('after', site(args.after));
  addFilter('before', site(args.before));
  addFilter('modifiedAfter', site(args.modified_after));
  addFilter('modifiedBefore', site(args.modified_before));
  if ((args.parent?.length ?? 0) > 0) addFilterForList('parent', 'parents', args.parent);
  else addFilter('otherParents', args.parent_exclude);
  addFilter('menuOrder', args.menu_order === undefined ? undefined : Math.abs(args.menu_order));
  if (args.sticky !== undefined) filters.push(args.sticky ? 'sticky' : 'unsticky');
  return { filters, values };
}

/** Returns the filters by terms of the taxonomies of the type, and their terms. A parameter without terms is ignored. */
async function termFilters(
  deps: EntryListDeps,
  args: Readonly<Record<string, unknown>>,
  type: ContentType,
): Promise<{ clauses: TermClause[]; termIds: (readonly number[])[]; values: Values }> {
  const clauses: TermClause[] = [];
  const termIds: (readonly number[])[] = [];
  const values: Values = {};
  const add = async (taxonomy: Taxonomy, query: TermQuery, chosen: boolean) => {
    const requested = Array.isArray(query) ? { terms: query } : query;
    const terms = [...new Set((requested.terms ?? []).map((id) => Math.abs(id)))];
    if (terms.length === 0) return;
    const all = requested.include_children ? await listTermsWithDescendants(deps.database.read, terms) : terms;
    const at = clauses.length;
    values[`t${at}`] = all;
    termIds.push(all);
    const match = chosen ? (requested.operator === 'AND' ? 'all' : 'any') : 'none';
    if (match === 'all') values[`n${at}`] = all.length;
    clauses.push({ taxonomy: taxonomy.name, match });
  };
  for (const taxonomy of taxonomiesOf(deps.contract, type)) {
    const chosen = args[taxonomy.restBase];
    const excluded = args[`${taxonomy.restBase}_exclude`];
    if (isTermQuery(chosen)) await add(taxonomy, chosen, true);
    if (isTermQuery(excluded)) await add(taxonomy, excluded, false);
  }
  return { clauses, termIds, values };
}

/** Returns the IDs in the order of a list that is sorted by `include` or `include_slugs`; undefined for other orders. */
async function rankedIds(deps: EntryListDeps, args: EntryListArgs, type: ContentType): Promise<number[] | undefined> {
  if (args.orderby === 'include') return args.include.map((id) => Math.abs(id));
  if (args.orderby !== 'include_slugs') return undefined;
  const slugs = (args.slug ?? []).map((slug) => toSlug(slug));
  const found = slugs.length === 0 ? [] : await findIdsBySlugs(deps.database.read, type.name, slugs);
  const position = (slug: string) => slugs.indexOf(slug);
  return found.sort((a, b) => position(a.slug) - position(b.slug) || a.id - b.id).map((row) => row.id);
}
