// Presentation of receipts.
import { readStoredList } from 'octavo/extension';
import type { ReceiptRow } from './store.ts';

export interface Receipt {
  readonly receipt: string;
  readonly given: string;
  readonly version: string;
  readonly categories: readonly string[];
}

/** Returns a stored receipt as presented in responses; timestamps are ISO 8601 in UTC. */
export const presentReceipt = ({ id, given, version, categories }: ReceiptRow): Receipt => ({
  receipt: id,
  given: new Date(given).toISOString(),
  version,
  categories: readStoredList(categories),
});

/** Returns a new receipt ID, which begins with the time, so that IDs sort chronologically. */
export const newReceiptId = (now: number): string => {
  const time = now.toString(16).padStart(12, '0');
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}${random.slice(13)}`;
};
