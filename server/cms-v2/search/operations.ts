// Declares the type of the search operation and of the rows that it returns.
import type { SearchEndpoints } from '../../../contract/cms-v2/search.ts';
import type { Operations } from '../../http/implement.ts';
import type { TermRow } from '../terms/store.ts';
import type { FoundEntry } from './store.ts';

/** A search result: an entry, a term, or a post format. */
export type SearchResult =
  | { readonly kind: 'post'; readonly row: FoundEntry }
  | { readonly kind: 'term'; readonly row: TermRow }
  | { readonly kind: 'post-format'; readonly format: string };

/** The operation, keyed by its name in the contract. The endpoint is public, so there is no target. */
export type SearchOperations = Operations<SearchEndpoints, object, SearchResult>;
