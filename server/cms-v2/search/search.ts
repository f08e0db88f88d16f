// GET /cms/v2/search: searches entries, terms and post formats (protocol.md §18).
import type { EntryDeps } from '../entries/deps.ts';
import type { SearchOperations } from './operations.ts';
import { searchEntries } from './search-entries.ts';
import { searchFormats } from './search-formats.ts';
import { searchTerms } from './search-terms.ts';

const searches = { post: searchEntries, term: searchTerms, 'post-format': searchFormats };

/**
 * Responds with a page of matches. Throws ApiError 400 `rest_search_invalid_page_number` for terms and formats beyond the last
 * page.
 */
export const search = (deps: EntryDeps): SearchOperations['search'] => ({
  run: (call) => searches[call.args.type](deps, call),
});
