// Searches for terms (protocol.md §18, type term).
import { anySubtype, type SearchArgs } from '../../../contract/cms-v2/search.ts';
import type { Call, Outcome } from '../../http/module.ts';
import { fold } from '../../rendering/fold.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { countTerms, findTerms, slowTermParameter, type TermListShape, type TermListValues } from '../terms/store.ts';
import type { SearchResult } from './operations.ts';
import { offsetOf, pageOfResults, requirePage } from './results.ts';

/**
 * Returns a page of the terms of the requested taxonomies that have pages, sorted by name; if no such taxonomy is requested, of all
 * of them. Terms without entries are included.
 *
 * Throws ApiError 400 `rest_search_invalid_page_number` for a page beyond the last one.
 */
export async function searchTerms(
  { contract, database }: EntryDeps,
  call: Call<SearchArgs>,
): Promise<Outcome<SearchResult>> {
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
