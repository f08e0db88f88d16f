// Divides search results into pages (protocol.md §18).
import type { SearchArgs } from '../../../contract/cms-v2/search.ts';
import { ApiError } from '../../api-error.ts';
import type { Call, Outcome, Page } from '../../http/module.ts';
import type { SearchResult } from './operations.ts';

type SearchCall = Call<SearchArgs>;

/** Returns the number of results before the requested page. */
export const offsetOf = ({ args }: SearchCall): number => (args.page - 1) * args.per_page;

/** Returns a page of results. The link to the previous page contains the page number minus one, even beyond the last page. */
export function pageOfResults(
  { args }: SearchCall,
  rows: readonly SearchResult[],
  total: number,
): Outcome<SearchResult> {
  const page: Page = { total, perPage: args.per_page, page: args.page, usesPreviousPageNumber: true };
  return { kind: 'list', rows, page };
}

/** Throws ApiError 400 `rest_search_invalid_page_number` for a page beyond the last page of a list that is not empty. */
export function requirePage(call: SearchCall, total: number): void {
  if (total > 0 && offsetOf(call) >= total)
    throw new ApiError('rest_search_invalid_page_number', 400, 'The page number is larger than the number of pages.');
}
