// Searching for formats of posts (protocol.md §18, type post-format).
import type { SearchArgs } from '../../../contract/cms-v2/search.ts';
import { formats } from '../../../contract/shared/entry-fields.ts';
import type { Call, Outcome } from '../../http/room.ts';
import { fold } from '../../rendering/fold.ts';
import type { EntryParts } from '../entries/parts.ts';
import { before, pageOfFound, requirePage } from './found.ts';
import { findFormatsInUse } from './store.ts';

/** The standard format is that of posts without one; no page lists them. */
const listed = formats.filter((format) => format !== 'standard');

/**
 * Answers with a page of the formats that published entries have, in their fixed order.
 * Throws Refusal 400 `rest_search_invalid_page_number`.
 */
export async function searchFormats({ contract, database }: EntryParts, call: Call<SearchArgs>): Promise<Outcome> {
  const types = [...contract.types.values()].filter(({ supports }) => supports.includes('post-formats'));
  const used = await findFormatsInUse(
    database.read,
    types.map(({ name }) => name),
    listed,
  );
  // What a format is called differs from its name in the case of letters alone.
  const found = used.filter((format) => format.includes(fold(call.args.search ?? '')));
  requirePage(call, found.length);
  const page = found.slice(before(call), before(call) + call.args.per_page);
  return pageOfFound(
    call,
    page.map((format) => ({ kind: 'post-format', format })),
    found.length,
  );
}
