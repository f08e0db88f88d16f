// GET /sbc/v1/receipts: lists all receipts in pages, as proof of consent.
import type { ExtensionServices } from 'octavo/extension';
import type { ConsentOperations } from './operations.ts';
import { presentReceipt } from './receipt.ts';
import { listReceipts as page } from './store.ts';

/** Responds with receipts in chronological order. `next` is the value of `after` for the next page; null if this page is not full. */
export const listReceipts = ({ database }: ExtensionServices): ConsentOperations['list-receipts'] => ({
  async run({ args }) {
    const { after, per_page: limit } = args as { after: string; per_page: number };
    const rows = await database.read.all(page, { after, limit });
    const receipts = rows.map((row) => ({ ...presentReceipt(row), visitor: row.visitor }));
    return { kind: 'value', value: { receipts, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null } };
  },
});
