// GET on a taxonomy's collection (terms-menus-and-blocks.md §1.7).
import type { TermListArgs } from '../../../contract/shared/terms.ts';
import type { Call, Operation, Page } from '../../http/room.ts';
import { fold } from '../../rendering/fold.ts';
import { toSlug } from '../../rendering/slug.ts';
import { type TermParts, taxonomyOf } from './parts.ts';
import {
  countTerms,
  findIdsOfSlugs,
  findTerms,
  slowTermParameter,
  type TermListShape,
  type TermListValues,
} from './store.ts';

/** Answers with a page of the taxonomy's terms. */
export function listTerms(parts: TermParts): Operation {
  return {
    async run(call: Call<TermListArgs>) {
      const { args } = call;
      const { read } = parts.database;
      const taxonomy = taxonomyOf(parts, call);
      const { filters, values } = chosen(args, taxonomy.hierarchical);
      const ranked = await rankedIds(parts, args, taxonomy.name);
      const byList = args.orderby === 'include' || args.orderby === 'include_slugs';
      const shape: TermListShape = { filters, orderby: byList && !ranked ? 'name' : args.orderby, order: args.order };
      const offset =
        taxonomy.hierarchical || args.offset === undefined ? (args.page - 1) * args.per_page : Math.abs(args.offset);
      const all: TermListValues = {
        ...values,
        ...(ranked ? { ranked } : {}),
        taxonomy: taxonomy.name,
        limit: args.per_page,
        offset,
      };
      const slow = slowTermParameter(shape);
      const reading = slow === undefined ? read : parts.database.scanning(call.work, slow);
      const rows = await findTerms(reading, shape, all);
      return { kind: 'list', rows, page: pageOf(args, offset, await countTerms(reading, shape, all)) };
    },
  };
}

/** An offset is on the page that it would begin. */
const pageOf = (args: TermListArgs, offset: number, total: number): Page => ({
  total,
  perPage: args.per_page,
  page: args.offset === undefined ? args.page : Math.ceil(offset / args.per_page) + 1,
});

function chosen(args: TermListArgs, hierarchical: boolean) {
  const values: Record<string, string | number | readonly number[] | readonly string[]> = {};
  const filters: TermListShape['filters'][number][] = [];
  const use = (name: TermListShape['filters'][number], value: (typeof values)[string]) => {
    filters.push(name);
    values[name] = value;
  };
  if (args.include.length > 0) use('include', args.include);
  else if (args.exclude.length > 0) use('exclude', args.exclude);
  if (args.slug && args.slug.length > 0) use('slugs', args.slug.map(toSlug));
  if (hierarchical && args.parent !== undefined) use('parent', args.parent);
  if (args.post) use('entry', args.post);
  else if (args.hide_empty) filters.push(hierarchical && args.include.length === 0 ? 'usedBelow' : 'used');
  if (args.search) use('search', fold(args.search));
  return { filters, values };
}

/** The order of ids, or of the ids behind slugs, as they were sent; undefined where none were. */
async function rankedIds(parts: TermParts, args: TermListArgs, taxonomy: string): Promise<number[] | undefined> {
  if (args.orderby === 'include' && args.include.length > 0) return args.include;
  if (args.orderby !== 'include_slugs' || !args.slug || args.slug.length === 0) return undefined;
  const slugs = args.slug.map((slug) => toSlug(slug));
  const place = (slug: string) => slugs.indexOf(slug);
  const found = await findIdsOfSlugs(parts.database.read, taxonomy, slugs);
  return found.sort((a, b) => place(a.slug) - place(b.slug) || a.id - b.id).map((row) => row.id);
}
