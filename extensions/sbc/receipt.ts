// Presents receipts in responses, and creates their IDs.
import { readStoredList } from 'octavo/extension';
import type { ReceiptRow } from './store.ts';

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
