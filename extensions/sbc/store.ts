// The receipts of consents. They tell nothing of who has consented: only the visitor's own browser knows the number.
import { type Builder, type Slots, statement } from 'octavo/extension';

export interface ReceiptRow {
  /** Grows with time, so that receipts are in the order in which they were given. */
  id: string;
  /** Tells the consents of one browser from those of others. */
  visitor: string;
  /** Milliseconds since 1970. */
  given: number;
  version: string;
  /** JSON: the names of the categories agreed to. */
  categories: string;
}

type Tables = { sbc_receipts: ReceiptRow };

export const insertReceipt = statement((q: Builder<Tables>, p: Slots<ReceiptRow>) =>
  q
    .insertInto('sbc_receipts')
    .values({ id: p.id, visitor: p.visitor, given: p.given, version: p.version, categories: p.categories }),
);

export const findReceipt = statement((q: Builder<Tables>, p: Slots<{ id: string }>) =>
  q.selectFrom('sbc_receipts').selectAll().where('id', '=', p.id),
);

export const listReceipts = statement((q: Builder<Tables>, p: Slots<{ after: string; limit: number }>) =>
  q.selectFrom('sbc_receipts').selectAll().where('id', '>', p.after).orderBy('id').limit(p.limit),
);

export const forgetReceipts = statement((q: Builder<Tables>, p: Slots<{ before: number }>) =>
  q.deleteFrom('sbc_receipts').where('given', '<', p.before),
);
