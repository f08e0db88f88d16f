// Saves receipts in files.
import { __, _n, sprintf } from '@wordpress/i18n';
import { type Receipt, type ReceiptQuery, readAllReceipts } from '../../data/resources/consent.ts';
import { toCsv } from '../../ui/csv.ts';
import type { SaveExport } from '../../ui/export-button.tsx';
import { saveCsv } from '../../ui/save-text.ts';

/** The number of receipts from which another file begins. It is limited, because the browser has all of a file in memory. */
const maxPerFile = 50_000;

/** Saves all receipts that match a query as CSV, in several files if there are many. Throws ApiError. */
export async function saveReceipts(
  query: ReceiptQuery,
  ...[onProgress, signal]: Parameters<SaveExport>
): Promise<string> {
  let rows: Receipt[] = [];
  let [total, files] = [0, 0];
  const save = () => {
    if (rows.length === 0) return;
    files += 1;
    saveCsv(receiptsToCsv(rows), files === 1 ? 'receipts.csv' : `receipts-${files}.csv`);
    rows = [];
  };
  for await (const page of readAllReceipts(query, signal)) {
    rows.push(...page);
    total += page.length;
    onProgress(total);
    if (rows.length >= maxPerFile) save();
  }
  save();
  return total === 0
    ? __('There is nothing to export.')
    : /* translators: %d: number of receipts. */
      sprintf(_n('%d receipt was exported.', '%d receipts were exported.', total), total);
}

const receiptsToCsv = (receipts: readonly Receipt[]): string =>
  toCsv([
    ['receipt', 'given', 'visitor', 'version', 'categories'],
    ...receipts.map((each) => [each.receipt, each.given, each.visitor, each.version, each.categories.join(' ')]),
  ]);
