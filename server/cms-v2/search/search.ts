// GET on search (protocol.md §18).
import type { SearchArgs } from '../../../contract/cms-v2/search.ts';
import type { Call, Operation } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { searchEntries } from './search-entries.ts';
import { searchFormats } from './search-formats.ts';
import { searchTerms } from './search-terms.ts';

const searches = { post: searchEntries, term: searchTerms, 'post-format': searchFormats };

/** Answers with a page of what fits. Throws Refusal 400 `rest_search_invalid_page_number` for terms and formats. */
export const search = (parts: EntryParts): Operation => ({
  run: (call: Call<SearchArgs>) => searches[call.args.type](parts, call),
});
