// A consent as its giver and the administrators see it.
import { readStoredList } from 'octavo/extension';
import type { ReceiptRow } from './store.ts';

export interface Receipt {
  readonly receipt: string;
  readonly given: string;
  readonly version: string;
  readonly categories: readonly string[];
}

/** A stored receipt as answers show it; the moment as ISO 8601 in UTC. */
export const shownReceipt = ({ id, given, version, categories }: ReceiptRow): Receipt => ({
  receipt: id,
  given: new Date(given).toISOString(),
  version,
  categories: readStoredList(categories),
});

/** The number of a new receipt: its first characters are its time, so that later ones are greater. */
export const receiptNumber = (now: number): string => {
  const time = now.toString(16).padStart(12, '0');
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}${random.slice(13)}`;
};
