// Implements the endpoint of the site search (protocol.md §18).
import {
  anySubtype,
  type SearchArgs,
  type SearchEndpoints,
  type SearchFields,
  searchModule,
} from '../../../contract/cms-v2/search.ts';
import { formats } from '../../../contract/columns.ts';
import type { ContentType, DescribedType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import { isSignedIn } from '../../access/actor.ts';
import { always, never } from '../../access/conditions.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { getOrCompute } from '../../http/dependency-cache.ts';
import { implement, type Operations } from '../../http/implement.ts';
import type { Call, Facts, Module, Outcome, Page, ParameterCheckFactory, Presenter } from '../../http/module.ts';
import { check, maxListItems } from '../../http/parameters/check.ts';
import { toList } from '../../http/parameters/conversions.ts';
import { fold } from '../../rendering/fold.ts';
import { RENDERER_VERSION } from '../../rendering/render.ts';
import { toSlug } from '../../rendering/slug.ts';
import { editCondition } from '../entries/conditions.ts';
import { countPublished } from '../entries/counts-store.ts';
import type { EntryListDeps } from '../entries/deps.ts';
import type { ListShape, ListValues } from '../entries/entry-list-shape.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import { longestFilterOf, mayScan } from '../entries/may-scan.ts';
import { chooseSearchMethod, planSearch } from '../entries/plan-search.ts';
import { slowParameter } from '../entries/slow-parameter.ts';
import { findRawText } from '../entries/store.ts';
import { titleOf as titleOfEntry } from '../entries/texts.ts';
import { entryUrl } from '../entries/urls.ts';
import {
  countTerms,
  findTerms,
  slowTermParameter,
  type TermListShape,
  type TermListValues,
  type TermRow,
} from '../terms/store.ts';
import { termUrl } from '../terms/urls.ts';
import {
  countFound,
  type FoundEntry,
  findFormatsInUse,
  findFound,
  findFoundIds,
  type SearchShape,
  sampleFound,
  typeValues,
} from './store.ts';

/** A search result: an entry, a term, or a post format. */
type SearchResult =
  | { readonly kind: 'post'; readonly row: FoundEntry }
  | { readonly kind: 'term'; readonly row: TermRow }
  | { readonly kind: 'post-format'; readonly format: string };

/** The operation, keyed by its name in the contract. The endpoint is public, so there is no target. */
type SearchOperations = Operations<SearchEndpoints, object, SearchResult>;

/** Dependencies of the search. */
type SearchDeps = Pick<EntryListDeps, 'contract' | 'database' | 'site' | 'caches'>;

type SearchCall = Call<SearchArgs>;

/** Returns the number of results before the requested page. */
const offsetOf = ({ args }: SearchCall): number => (args.page - 1) * args.per_page;

/** Returns a page of results. The link to the previous page contains the page number minus one, even beyond the last page. */
function pageOfResults({ args }: SearchCall, rows: readonly SearchResult[], total: number): Outcome<SearchResult> {
  const page: Page = { total, perPage: args.per_page, page: args.page, usesPreviousPageNumber: true };
  return { kind: 'list', rows, page };
}

/** Throws ApiError 400 `rest_search_invalid_page_number` for a page beyond the last page of a list that is not empty. */
function requirePage(call: SearchCall, total: number): void {
  if (total > 0 && offsetOf(call) >= total)
    throw new ApiError('rest_search_invalid_page_number', 400, 'The page number is larger than the number of pages.');
}

// Searches for entries (protocol.md §18, type post).

/**
 * Returns a page of published entries of the requested types. A search by words finds password-protected entries only for callers
 * who may edit them. A page beyond the last one is empty and has a total of 0.
 */
async function searchEntries(deps: SearchDeps, call: Call<SearchArgs>): Promise<Outcome<SearchResult>> {
  const { read } = deps.database;
  const types = chosenTypes(deps, call.args.subtype);
  const { shape, values } = planEntries(call, types);
  const { estimates } = deps.caches;
  const handle = scanHandle(deps, call, shape, values);
  const sample = () => sampleFound(handle, shape, values);
  const shapes = await chooseSearchMethod(shape.list, values, { estimates, sample });
  const scans = mayScan(shape.list, { offset: values.offset, longestFilter: longestFilterOf(values) });
  const ids = await findFoundIds(scans.page ? handle : read, { ...shape, list: shapes.page }, values);
  if (ids.length === 0) return pageOfResults(call, [], 0);
  const total = await totalOf(deps, call, {
    types,
    shape: { ...shape, list: shapes.total },
    values,
    found: ids.length,
  });
  const rows = (await findFound(read, ids)).map((row): SearchResult => ({ kind: 'post', row }));
  return pageOfResults(call, rows, total);
}

/** Returns the requested types that can be searched; if there are none, only the type `post`. */
function chosenTypes({ contract }: SearchDeps, requested: readonly string[]): ContentType[] {
  const searched = [...contract.types.values()].filter((type) => type.searched);
  if (requested.includes(anySubtype)) return searched;
  const chosen = searched.filter(({ name }) => requested.includes(name));
  return chosen.length > 0 ? chosen : searched.filter(({ name }) => name === 'post');
}

function planEntries(
  call: Call<SearchArgs>,
  types: readonly ContentType[],
): { shape: SearchShape; values: ListValues } {
  const { args, actor } = call;
  const search = planSearch({ search: args.search, search_columns: [] }, { states: ['publish'], held: false });
  const [filter, ids] =
    args.include.length > 0 ? (['include', args.include] as const) : (['exclude', args.exclude] as const);
  const list: ListShape = {
    visible: always,
    states: 'one',
    filters: ids.length > 0 ? [filter] : [],
    terms: [],
    relation: 'AND',
    format: 'any',
    along: 'entries',
    ...(search ? { search: search.shape } : {}),
    orderby: search ? 'relevance' : 'date',
    order: 'desc',
  };
  const values: ListValues = {
    ...search?.values,
    ...(ids.length > 0 ? { [filter]: ids } : {}),
    ...typeValues(types.map(({ name }) => name)),
    actor: actor.id,
    state: 'publish',
    limit: args.per_page,
    offset: offsetOf(call),
  };
  const condition = (type: ContentType) => (isSignedIn(actor) ? editCondition(actor, type) : never);
  return { shape: { types: types.length, list, ...(search ? { unlocked: types.map(condition) } : {}) }, values };
}

interface FoundPage {
  readonly types: readonly ContentType[];
  readonly shape: SearchShape;
  readonly values: ListValues;
  /** Number of results on the page. */
  readonly found: number;
}

/**
 * Returns the total number of results. It is `found` if the first page is not full. Otherwise, it is read from counters if neither a
 * search text nor a filter is submitted; else the matching entries are counted.
 */
async function totalOf(deps: SearchDeps, call: Call, { types, shape, values, found }: FoundPage): Promise<number> {
  if (values.offset === 0 && found < values.limit) return found;
  if (!shape.list.search && shape.list.filters.length === 0)
    return countPublished(
      deps.database.read,
      types.map(({ name }) => name),
    );
  const { limit, offset, ...counted } = values;
  const count = () => countFound(scanHandle(deps, call, shape, values), shape, values);
  return getOrCompute(deps.caches.totals, call.version, `search ${JSON.stringify([shape, counted])}`, count);
}

/** Returns the handle for statements that may read many entries. */
const scanHandle = (
  { contract, database }: SearchDeps,
  { work }: Call,
  { list }: SearchShape,
  values: ListValues,
): ReadHandle => database.scanning(work, slowParameter(contract, list, values));

// Searches for terms (protocol.md §18, type term).

/**
 * Returns a page of the terms of the requested taxonomies that have pages, sorted by name; if no such taxonomy is requested, of all
 * of them. Terms without entries are included.
 *
 * Throws ApiError 400 `rest_search_invalid_page_number` for a page beyond the last one.
 */
async function searchTerms({ contract, database }: SearchDeps, call: Call<SearchArgs>): Promise<Outcome<SearchResult>> {
  const { args } = call;
  const searched = [...contract.taxonomies.values()].filter(({ hasPages }) => hasPages).map(({ name }) => name);
  const chosen = args.subtype.includes(anySubtype) ? [] : searched.filter((name) => args.subtype.includes(name));
  const filters: TermListShape['filters'][number][] = [];
  if (args.include.length > 0) filters.push('include');
  else if (args.exclude.length > 0) filters.push('exclude');
  if (args.search) filters.push('search');
  const shape: TermListShape = { taxonomies: 'several', filters, orderby: 'name', order: 'asc' };
  const values: TermListValues = {
    taxonomies: chosen.length > 0 ? chosen : searched,
    include: args.include,
    exclude: args.exclude,
    search: fold(args.search ?? ''),
    limit: args.per_page,
    offset: offsetOf(call),
  };
  const slow = slowTermParameter(shape);
  const handle = slow === undefined ? database.read : database.scanning(call.work, slow);
  const rows = await findTerms(handle, shape, values);
  const isWhole = values.offset === 0 && rows.length < values.limit;
  const total = isWhole ? rows.length : await countTerms(handle, shape, values);
  requirePage(call, total);
  return pageOfResults(
    call,
    rows.map((row): SearchResult => ({ kind: 'term', row })),
    total,
  );
}

// Searches for post formats (protocol.md §18, type post-format).

/**
 * Formats that a search can find. The standard format is excluded: it means that a post has no format, and therefore has no page.
 */
const listed = formats.filter((format) => format !== 'standard');

/**
 * Returns a page of the formats that published entries use and whose name contains the search text, in their fixed order.
 *
 * Throws ApiError 400 `rest_search_invalid_page_number` for a page beyond the last one.
 */
async function searchFormats(
  { contract, database }: SearchDeps,
  call: Call<SearchArgs>,
): Promise<Outcome<SearchResult>> {
  const types = [...contract.types.values()].filter(({ supports }) => supports.includes('post-formats'));
  const used = await findFormatsInUse(
    database.read,
    types.map(({ name }) => name),
    listed,
  );
  // The title of a format differs from its name only in the case of the first letter.
  const matching = used.filter((format) => format.includes(fold(call.args.search ?? '')));
  requirePage(call, matching.length);
  const page = matching.slice(offsetOf(call), offsetOf(call) + call.args.per_page);
  return pageOfResults(
    call,
    page.map((format) => ({ kind: 'post-format', format })),
    matching.length,
  );
}

// GET /cms/v2/search: searches entries, terms and post formats (protocol.md §18).

const searches = { post: searchEntries, term: searchTerms, 'post-format': searchFormats };

/**
 * Responds with a page of matches. Throws ApiError 400 `rest_search_invalid_page_number` for terms and formats beyond the last
 * page.
 */
const search = (deps: SearchDeps): SearchOperations['search'] => ({
  run: (call) => searches[call.args.type](deps, call),
});

/** Parameter checks, keyed by the names that the contract uses. Subtypes are compared in lower case, like slugs. */
const searchChecks: Record<string, ParameterCheckFactory> = {
  'search-subtypes': () => (value, name, schema) => {
    const slugs = toList(value, maxListItems)?.map((each) =>
      typeof each === 'string' ? toSlug(each.toLowerCase()) : each,
    );
    return check(schema, slugs ?? value, name);
  },
};

/** Data loaded for all results at once. */
interface Prepared {
  /** Titles that were rendered again because an older version of the renderer had produced the stored ones, keyed by entry ID. */
  readonly titles: ReadonlyMap<number, string>;
  readonly hiddenPaths: HiddenPaths;
}

type SearchPresenter = Presenter<SearchFields, SearchResult, Prepared>;

function searchPresenter(deps: SearchDeps): SearchPresenter {
  const { contract } = deps;
  const typeOfResult = (
    result: SearchResult,
  ): Pick<DescribedType | Taxonomy, 'name' | 'restBase' | 'restNamespace'> | undefined =>
    result.kind === 'post-format'
      ? undefined
      : (contract.types.get(nameOf(result)) ?? contract.taxonomies.get(nameOf(result)));
  const fields: SearchPresenter['fields'] = {
    id: (result) => (result.kind === 'post-format' ? result.format : result.row.id),
    title: titleOf,
    url: (result, { hiddenPaths }) => urlOf(deps, result, hiddenPaths),
    type: (result) => (result.kind === 'term' ? result.row.taxonomy : result.kind),
    subtype: (result) => (result.kind === 'post' ? result.row.type : undefined),
  };
  return {
    prepare: async (rows, { projection: { fieldNames } }) => ({
      titles: await freshTitles(deps, fieldNames.has('title') ? rows : []),
      hiddenPaths: await findHiddenPaths(deps.database.read, fieldNames.has('url') ? entriesOf(rows) : []),
    }),
    fields,
    facts: (result): Facts => {
      const resource = typeOfResult(result);
      if (!resource || result.kind === 'post-format') return {};
      const { restNamespace, restBase, name } = resource;
      const group = result.kind === 'post' ? 'types' : 'taxonomies';
      return { rest_namespace: restNamespace, rest_base: restBase, id: result.row.id, group, name };
    },
    selfOf: (result) => {
      const resource = contract.resources.get(nameOf(result));
      return resource && result.kind !== 'post-format' ? { resource, row: result.row } : undefined;
    },
  };
}

const entriesOf = (rows: readonly SearchResult[]) =>
  rows.flatMap((result) => (result.kind === 'post' ? [result.row] : []));

/** Returns the name of the content type or taxonomy of a result; empty for post formats. */
const nameOf = (result: SearchResult): string =>
  result.kind === 'post' ? result.row.type : result.kind === 'term' ? result.row.taxonomy : '';

/** Returns the title of a result: the rendered title of an entry, the name of a term, or the capitalized name of a format. */
function titleOf(result: SearchResult, { titles }: Prepared): string {
  if (result.kind === 'post') return titles.get(result.row.id) ?? result.row.title_rendered;
  return result.kind === 'term' ? result.row.name : result.format.replace(/^./, (letter) => letter.toUpperCase());
}

function urlOf({ contract, site }: SearchDeps, result: SearchResult, hidden: HiddenPaths): string {
  if (result.kind === 'post-format') return `${site.urls.front}/type/${result.format}/`;
  if (result.kind === 'term') return termUrl(result.row, contract.taxonomies.get(result.row.taxonomy), site.urls.front);
  const type = contract.types.get(result.row.type);
  return type ? entryUrl(result.row, type, site, hidden) : '';
}

async function freshTitles({ database }: SearchDeps, rows: readonly SearchResult[]): Promise<Prepared['titles']> {
  const stale = new Map(
    rows.flatMap((result) =>
      result.kind === 'post' && result.row.renderer !== RENDERER_VERSION ? [[result.row.id, result.row] as const] : [],
    ),
  );
  const texts = stale.size === 0 ? [] : await findRawText(database.read, [...stale.keys()]);
  return new Map(
    texts.flatMap(({ id, title }) => {
      const row = stale.get(id);
      return row ? [[id, titleOfEntry({ ...row, title })]] : [];
    }),
  );
}

/** Returns the module of the site search. */
export function searchEndpoints(deps: SearchDeps): Module {
  return implement(searchModule, {
    permissions: {},
    operations: { search: search(deps) },
    checks: searchChecks,
    presenter: searchPresenter(deps),
  });
}
