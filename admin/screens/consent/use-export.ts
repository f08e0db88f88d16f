// Saves receipts in files.
import { __, _n, sprintf } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import { type Receipt, type ReceiptQuery, readAllReceipts } from '../../data/resources/consent.ts';
import { toCsv } from '../../ui/csv.ts';
import { useNotices } from '../../ui/notices.tsx';
import { saveCsv } from '../../ui/save-text.ts';
import { messageOf } from '../../ui/to-error.ts';

/** The number of receipts from which another file begins. It is limited, because the browser has all of a file in memory. */
const maxPerFile = 50_000;

/**
 * Returns a function that saves all receipts that match a query as CSV, in several files if there are many, and the number of receipts that
 * were read; undefined while no export is running. The export ends when the screen is closed.
 */
export function useExport(query: ReceiptQuery) {
  const notify = useNotices();
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const run = async (signal: AbortSignal) => {
    try {
      const total = await exportReceipts(query, setCount, signal);
      const text =
        total === 0
          ? __('There is nothing to export.')
          : /* translators: %d: number of receipts. */
            sprintf(_n('%d receipt was exported.', '%d receipts were exported.', total), total);
      notify({ kind: 'success', text });
    } catch (error) {
      if (signal.aborted) return;
      notify({ kind: 'error', text: messageOf(error) });
    }
    setCount(undefined);
  };
  const start = () => {
    running.current = new AbortController();
    setCount(0);
    void run(running.current.signal);
  };
  return { start, count };
}

/** Saves all receipts that match a query, and returns their number. Throws ApiError. */
async function exportReceipts(
  query: ReceiptQuery,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<number> {
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
  return total;
}

const receiptsToCsv = (receipts: readonly Receipt[]): string =>
  toCsv([
    ['receipt', 'given', 'visitor', 'version', 'categories'],
    ...receipts.map((each) => [each.receipt, each.given, each.visitor, each.version, each.categories.join(' ')]),
  ]);
