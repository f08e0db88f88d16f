// GET receipts: the export of all consents, for those who must be able to prove them.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { shownReceipt } from './receipt.ts';
import { listReceipts as page } from './store.ts';

/** Answers with receipts in the order in which they were given, and the number to go on from; null where that was all. */
export const listReceipts = ({ database }: ExtensionServices): Operation => ({
  async run({ args }) {
    const { after, per_page: limit } = args as { after: string; per_page: number };
    const rows = await database.read.all(page, { after, limit });
    const receipts = rows.map((row) => ({ ...shownReceipt(row), visitor: row.visitor }));
    return { kind: 'value', value: { receipts, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null } };
  },
});
