// What a search brings (protocol.md §18).
import type { SearchArgs } from '../../../contract/cms-v2/search.ts';
import type { Call, Outcome, Page } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { TermRow } from '../terms/store.ts';
import type { FoundEntry } from './store.ts';

/** One result. */
export type Found =
  | { readonly kind: 'post'; readonly row: FoundEntry }
  | { readonly kind: 'term'; readonly row: TermRow }
  | { readonly kind: 'post-format'; readonly format: string };

type SearchCall = Call<SearchArgs>;

/** The results before the page that is asked for. */
export const before = ({ args }: SearchCall): number => (args.page - 1) * args.per_page;

/** A page of results. The previous page is the one before, wherever the last one is. */
export function pageOfFound({ args }: SearchCall, rows: readonly Found[], total: number): Outcome {
  const page: Page = { total, perPage: args.per_page, page: args.page, stepsBack: true };
  return { kind: 'list', rows, page };
}

/** Throws Refusal 400 `rest_search_invalid_page_number` for a page behind the last of a list that is not empty. */
export function requirePage(call: SearchCall, total: number): void {
  if (total > 0 && before(call) >= total)
    throw new Refusal('rest_search_invalid_page_number', 400, 'The search has fewer pages.');
}
