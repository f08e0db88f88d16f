// GET /cms/v2/categories, /cms/v2/tags and other taxonomies: lists the terms of a taxonomy (terms-menus-and-blocks.md §1.7).
import type { TermListArgs } from '../../../contract/shared/terms.ts';
import type { Page } from '../../http/module.ts';
import { fold } from '../../rendering/fold.ts';
import { toSlug } from '../../rendering/slug.ts';
import { type TermDeps, type TermOperations, taxonomyOf } from './deps.ts';
import {
  countTerms,
  findTermIdsBySlugs,
  findTerms,
  slowTermParameter,
  type TermListShape,
  type TermListValues,
} from './store.ts';

/** Responds with a page of the terms of the taxonomy. */
export function listTerms(deps: TermDeps): TermOperations['list-terms'] {
  return {
    async run(call) {
      const { args } = call;
      const { read } = deps.database;
      const taxonomy = taxonomyOf(deps, call);
      const { filters, values } = buildFilters(args, taxonomy.hierarchical);
      const ranked = await findRankedIds(deps, args, taxonomy.name);
      const isByList = args.orderby === 'include' || args.orderby === 'include_slugs';
      const shape: TermListShape = { filters, orderby: isByList && !ranked ? 'name' : args.orderby, order: args.order };
      const offset =
        taxonomy.hierarchical || args.offset === undefined ? (args.page - 1) * args.per_page : Math.abs(args.offset);
      const all: TermListValues = {
        ...values,
        ...(ranked ? { ranked } : {}),
        taxonomy: taxonomy.name,
        limit: args.per_page,
        offset,
      };
      const slowParameter = slowTermParameter(shape);
      const readHandle = slowParameter === undefined ? read : deps.database.scanning(call.work, slowParameter);
      const rows = await findTerms(readHandle, shape, all);
      return { kind: 'list', rows, page: pageOf(args, offset, await countTerms(readHandle, shape, all)) };
    },
  };
}

/**
 * Returns the pagination of a list. With a submitted offset, the page number is that of the first page that starts at or after the
 * offset.
 */
const pageOf = (args: TermListArgs, offset: number, total: number): Page => ({
  total,
  perPage: args.per_page,
  page: args.offset === undefined ? args.page : Math.ceil(offset / args.per_page) + 1,
});

function buildFilters(args: TermListArgs, hierarchical: boolean) {
  const values: Record<string, string | number | readonly number[] | readonly string[]> = {};
  const filters: TermListShape['filters'][number][] = [];
  const addFilter = (name: TermListShape['filters'][number], value: (typeof values)[string]) => {
    filters.push(name);
    values[name] = value;
  };
  if (args.include.length > 0) addFilter('include', args.include);
  else if (args.exclude.length > 0) addFilter('exclude', args.exclude);
  if (args.slug && args.slug.length > 0) addFilter('slugs', args.slug.map(toSlug));
  if (hierarchical && args.parent !== undefined) addFilter('parent', args.parent);
  if (args.post) addFilter('entry', args.post);
  else if (args.hide_empty) filters.push(hierarchical && args.include.length === 0 ? 'usedBelow' : 'used');
  if (args.search) addFilter('search', fold(args.search));
  return { filters, values };
}

/**
 * Returns the IDs for the orders `include` and `include_slugs`, in the submitted order; undefined for other orders, or if no IDs
 * or slugs were submitted.
 */
async function findRankedIds(deps: TermDeps, args: TermListArgs, taxonomy: string): Promise<number[] | undefined> {
  if (args.orderby === 'include' && args.include.length > 0) return args.include;
  if (args.orderby !== 'include_slugs' || !args.slug || args.slug.length === 0) return undefined;
  const slugs = args.slug.map((slug) => toSlug(slug));
  const positionOf = (slug: string) => slugs.indexOf(slug);
  const found = await findTermIdsBySlugs(deps.database.read, taxonomy, slugs);
  return found.sort((a, b) => positionOf(a.slug) - positionOf(b.slug) || a.id - b.id).map((row) => row.id);
}
