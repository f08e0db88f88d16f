// Stores receipts. A receipt does not reveal who the visitor is: the visitor ID is random and stored elsewhere only in the browser.
import { type Builder, readStoredList, type Slots, statement } from 'octavo/extension';

/** A row of the table of receipts. */
interface ReceiptRow {
  /** ID of the receipt; IDs sort chronologically. */
  id: string;
  /** Random ID of the visitor, stored in a cookie of the browser. */
  visitor: string;
  /** Time of the consent, in milliseconds since 1970. */
  given: number;
  version: string;
  /** JSON list of the accepted categories. */
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

export const findReceipts = statement((q: Builder<Tables>, p: Slots<{ after: string; limit: number }>) =>
  q.selectFrom('sbc_receipts').selectAll().where('id', '>', p.after).orderBy('id').limit(p.limit),
);

export const deleteExpiredReceipts = statement((q: Builder<Tables>, p: Slots<{ before: number }>) =>
  q.deleteFrom('sbc_receipts').where('given', '<', p.before),
);

/** A receipt, as presented in responses. */
export interface Receipt {
  readonly receipt: string;
  readonly given: string;
  readonly version: string;
  readonly categories: readonly string[];
}

/** Formats a stored receipt as an object of an API response. Timestamps are formatted as ISO 8601 in UTC. */
export const presentReceipt = ({ id, given, version, categories }: ReceiptRow): Receipt => ({
  receipt: id,
  given: new Date(given).toISOString(),
  version,
  categories: readStoredList(categories, 'sbc_receipts.categories'),
});

/** Returns a new receipt ID. The ID begins with the time (`now`, in milliseconds since 1970), so that IDs sort chronologically. */
export const newReceiptId = (now: number): string => {
  const time = now.toString(16).padStart(12, '0');
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}${random.slice(13)}`;
};
