// From the parameters of a list to the shape of its statement and the values in it (posts-and-pages.md §14).
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import { states as allStates } from '../../../contract/shared/entry-fields.ts';
import type { EntryListArgs } from '../../../contract/shared/entry-parameters.ts';
import type { TermQuery } from '../../../contract/shared/term-query.ts';
import { isSignedIn } from '../../access/actor.ts';
import { type Condition, knowing, never } from '../../access/conditions.ts';
import type { Call } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { toSlug } from '../../rendering/slug.ts';
import { readMoment } from '../../time/moment.ts';
import { sampleOf } from './list-store.ts';
import { type MayScan, mayScan, namedIn } from './may-scan.ts';
import { type EntryParts, taxonomiesOf } from './parts.ts';
import { chooseWays, planSearch } from './plan-search.ts';
import { listed, mayEdit } from './rules.ts';
import { type FilterName, type ListShape, type ListValues, type TermClause, walkedAlong } from './shape-of-list.ts';
import { findIdsOfSlugs } from './store.ts';
import { findTermTrees } from './terms-store.ts';

export interface ListPlan {
  readonly shape: ListShape;
  /** The same list as its entries are counted. */
  readonly total: ListShape;
  /** Whether its statements may take time that grows with the site. */
  readonly mayScan: MayScan;
  readonly values: ListValues;
}

type Values = Record<string, string | number | readonly number[] | readonly string[]>;

/**
 * The plan of a list; `nothing` where the parameters can match no entry. `target` is met by the entries that listed menu items
 * lead to.
 *
 * Throws Refusal 400 `rest_no_search_term_defined`, `rest_orderby_include_missing_include`.
 */
export async function planList(
  parts: EntryParts,
  call: Call<EntryListArgs>,
  type: ContentType,
  target?: Condition,
): Promise<ListPlan | 'nothing'> {
  const { args, actor } = call;
  requireOrderable(args);
  const states = statesOf(args.status, type);
  const [state] = states;
  if (state === undefined) return 'nothing';
  const { filters, values } = simpleFilters(args, parts.settings.values.timezone);
  const terms = await termFilters(parts, args, type);
  const search = planSearch(args, { states, held: type.held });
  const ranked = await rankedIds(parts, args, type);
  const formats = args.format ?? [];
  const chosen = {
    states: states.length === 1 ? 'one' : 'several',
    filters,
    terms: terms.clauses,
    relation: args.tax_relation ?? 'AND',
    format: formats.length === 0 ? 'any' : formats.length === 1 ? 'one' : 'several',
    orderby: args.orderby,
    ...(search ? { search: search.shape } : {}),
  } as const;
  const ofFirst = (terms.values.t0 ?? []) as readonly number[];
  const shape: ListShape = {
    ...chosen,
    visible: knowing(listed(actor, type, args.context), 'status', states),
    ...(target && { target }),
    along: walkedAlong(chosen, ofFirst.length),
    ...(search ? { unlocked: isSignedIn(actor) ? mayEdit(actor, type) : never } : {}),
    order: args.order,
  };
  const all: ListValues = {
    ...values,
    ...terms.values,
    ...search?.values,
    ...(shape.along === 'term' ? { term: ofFirst[0] ?? 0 } : {}),
    ...(formats[0] === undefined ? {} : { format: formats[0], formats }),
    ...(ranked ? { ranked } : {}),
    type: type.name,
    actor: actor.id,
    ...(states.length === 1 ? { state } : { states }),
    limit: args.per_page,
    offset: args.offset === undefined ? (args.page - 1) * args.per_page : Math.abs(args.offset),
  };
  const sample = () => sampleOf(parts.database.scanning(call.work, 'search'), shape, all);
  const ways = await chooseWays(shape, all, { totals: parts.totals, mark: call.mark, sample });
  const scans = mayScan(shape, { offset: all.offset, named: namedIn(all) });
  return { shape: ways.page, total: ways.total, values: all, mayScan: scans };
}

function requireOrderable({ orderby, search, include }: EntryListArgs): void {
  if (orderby === 'relevance' && (search === undefined || search === '')) {
    throw new Refusal('rest_no_search_term_defined', 400, 'Ordering by relevance needs a search.');
  }
  if (orderby === 'include' && include.length === 0) {
    throw new Refusal(
      'rest_orderby_include_missing_include',
      400,
      'Ordering by include needs a list of what to include.',
    );
  }
}

/**
 * `any` stands for the states an entry can be put into; the inward ones match nothing (posts-and-pages.md §14, status).
 * An empty choice means what the caller may read without asking: what is published, and private entries; of files those
 * that are as visible as what they belong to (media-fonts-and-oembed.md, A9).
 */
function statesOf(asked: readonly string[], { held }: ContentType): string[] {
  const unasked = held ? ['inherit'] : ['publish', 'private'];
  const known = (asked.length === 0 ? unasked : asked).flatMap((state) => (state === 'any' ? [...allStates] : [state]));
  return [...new Set(known)].filter(
    (state) => state === 'trash' || (held && state === 'inherit') || (allStates as readonly string[]).includes(state),
  );
}

/** Filters with a value each. An included choice switches exclusion off, and so on: where two speak, the contract says which counts. */
function simpleFilters(args: EntryListArgs, zone: string): { filters: readonly FilterName[]; values: Values } {
  const values: Values = {};
  const filters: FilterName[] = [];
  const use = (name: FilterName, value: Values[string] | undefined) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return;
    filters.push(name);
    values[name] = value;
  };
  const useOneOrMore = (one: FilterName, more: FilterName, list: readonly (number | string)[] | undefined) =>
    list?.length === 1 ? use(one, list[0]) : use(more, list as Values[string] | undefined);
  const site = (text: string | undefined) => (text === undefined ? undefined : readMoment(text, zone).site);
  use('include', args.include);
  if (args.include.length === 0 && args.sticky !== true) use('exclude', args.exclude);
  useOneOrMore('slug', 'slugs', args.slug?.map(toSlug));
  if ((args.author_exclude?.length ?? 0) > 0) use('otherAuthors', args.author_exclude);
  else useOneOrMore('author', 'authors', args.author);
  use('after', site(args.after));
  use('before', site(args.before));
  use('modifiedAfter', site(args.modified_after));
  use('modifiedBefore', site(args.modified_before));
  if ((args.parent?.length ?? 0) > 0) useOneOrMore('parent', 'parents', args.parent);
  else use('otherParents', args.parent_exclude);
  use('menuOrder', args.menu_order === undefined ? undefined : Math.abs(args.menu_order));
  if (args.sticky !== undefined) filters.push(args.sticky ? 'sticky' : 'unsticky');
  return { filters, values };
}

/** The filters by terms of the type's taxonomies; ones without terms do not filter. */
async function termFilters(
  parts: EntryParts,
  args: EntryListArgs,
  type: ContentType,
): Promise<{ clauses: TermClause[]; values: Values }> {
  const clauses: TermClause[] = [];
  const values: Values = {};
  const add = async (taxonomy: Taxonomy, query: TermQuery, chosen: boolean) => {
    const asked = Array.isArray(query) ? { terms: query } : query;
    const terms = [...new Set((asked.terms ?? []).map((id) => Math.abs(id)))];
    if (terms.length === 0) return;
    const all = asked.include_children ? await findTermTrees(parts.database.read, terms) : terms;
    const at = clauses.length;
    values[`t${at}`] = all;
    const match = chosen ? (asked.operator === 'AND' ? 'all' : 'any') : 'none';
    if (match === 'all') values[`n${at}`] = all.length;
    clauses.push({ taxonomy: taxonomy.name, match });
  };
  for (const taxonomy of taxonomiesOf(parts.contract, type)) {
    const queries = args as unknown as Readonly<Record<string, TermQuery | undefined>>;
    const chosen = queries[taxonomy.restBase];
    const excluded = queries[`${taxonomy.restBase}_exclude`];
    if (chosen) await add(taxonomy, chosen, true);
    if (excluded) await add(taxonomy, excluded, false);
  }
  return { clauses, values };
}

/** The order of ids, or of the ids behind slugs, as they were sent. */
async function rankedIds(parts: EntryParts, args: EntryListArgs, type: ContentType): Promise<number[] | undefined> {
  if (args.orderby === 'include') return args.include.map((id) => Math.abs(id));
  if (args.orderby !== 'include_slugs') return undefined;
  const slugs = (args.slug ?? []).map((slug) => toSlug(slug));
  const found = slugs.length === 0 ? [] : await findIdsOfSlugs(parts.database.read, type.name, slugs);
  const place = (slug: string) => slugs.indexOf(slug);
  return found.sort((a, b) => place(a.slug) - place(b.slug) || a.id - b.id).map((row) => row.id);
}
