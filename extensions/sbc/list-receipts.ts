// GET /sbc/v1/receipts: lists receipts with filters.
import { type ArgsOf, parseTimestamp } from 'octavo/extension';
import { type ConsentEndpoints, type ConsentOperations, type Services, versionOf } from './contract.ts';
import {
  afterAllReceipts,
  beforeAllReceipts,
  countReceipts,
  findReceipts,
  presentReceipt,
  type ReceiptFilter,
  startOfReceiptsAt,
} from './store.ts';

type ListArgs = ArgsOf<ConsentEndpoints['list-receipts']>;

/**
 * Responds with receipts in the requested order. `next` is the value of `after` for the next page; null if this page is not full. `total` is
 * the number of receipts on all pages, if it was requested.
 */
export const listReceipts = ({ database, settings }: Services): ConsentOperations['list-receipts'] => ({
  async run({ args, work }) {
    const { search = '', category = '', text = 'any', order, page, per_page: limit } = args;
    const version = text === 'any' ? '' : versionOf(await settings.read());
    const filter = { ...idRangeOf(args), search, category, version };
    // Only the next receipts after an ID are found without reading others.
    const scanned = (['search', 'category', 'text', 'with_total'] as const).find((name) => args[name]);
    const read = scanned === undefined && page === 1 ? database.read : database.scanning(work, scanned ?? 'page');
    const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
    const rows = await findReceipts(read, filter, { order, text }, { limit, offset });
    const receipts = rows.map((row) => ({ ...presentReceipt(row), visitor: row.visitor }));
    const value = {
      ...{ receipts, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null },
      ...(args.with_total && { total: await countReceipts(read, filter, { order, text }) }),
    };
    return { kind: 'value', value };
  },
});

/** Returns the IDs between which the requested receipts are. IDs begin with the time. */
function idRangeOf(args: ListArgs): Pick<ReceiptFilter, 'lowest' | 'highest'> {
  const { order, after, given_after: from, given_before: until } = args;
  const lowest = from === undefined ? beforeAllReceipts : startOfReceiptsAt(toMilliseconds(from) + 1);
  const highest = until === undefined ? afterAllReceipts : startOfReceiptsAt(toMilliseconds(until));
  if (after === '') return { lowest, highest };
  return order === 'asc'
    ? { lowest: after > lowest ? after : lowest, highest }
    : { lowest, highest: after < highest ? after : highest };
}

/** Returns the time of a submitted timestamp, in milliseconds since 1970. */
const toMilliseconds = (timestamp: string): number => Date.parse(`${parseTimestamp(timestamp, '', 'gmt').gmt}Z`);
