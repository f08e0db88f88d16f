// Searches for post formats (protocol.md §18, type post-format).
import type { SearchArgs } from '../../../contract/cms-v2/search.ts';
import { formats } from '../../../contract/columns.ts';
import type { Call, Outcome } from '../../http/module.ts';
import { fold } from '../../rendering/fold.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { SearchResult } from './operations.ts';
import { offsetOf, pageOfResults, requirePage } from './results.ts';
import { findFormatsInUse } from './store.ts';

/**
 * Formats that a search can find. The standard format is excluded: it means that a post has no format, and therefore has no page.
 */
const listed = formats.filter((format) => format !== 'standard');

/**
 * Returns a page of the formats that published entries use and whose name contains the search text, in their fixed order.
 *
 * Throws ApiError 400 `rest_search_invalid_page_number` for a page beyond the last one.
 */
export async function searchFormats(
  { contract, database }: EntryDeps,
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
