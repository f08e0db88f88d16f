// Saves the submissions of a form in files.
import { __, _n, sprintf } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import { exportSubmissions, type SubmissionState } from '../../data/resources/submissions.ts';
import { useNotices } from '../../ui/notices.tsx';
import { saveCsv } from '../../ui/save-text.ts';
import { messageOf } from '../../ui/to-error.ts';
import { readCsvRows } from './csv-rows.ts';

/**
 * Returns a function that saves all submissions of a form in a state as CSV, in several files if there are many, and whether it is running.
 * The export ends when the screen is closed.
 */
export function useExport(form: number, state: SubmissionState) {
  const notify = useNotices();
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const run = async (signal: AbortSignal) => {
    let total = 0;
    try {
      for (let after = 0, number = 1; ; number += 1) {
        const csv = await exportSubmissions(form, { state, after }, signal);
        const { count, lastId } = readCsvRows(csv);
        if (count === 0) break;
        // The mark at the beginning says to spreadsheets which encoding the file has.
        saveCsv(
          `\ufeff${csv.replace(/^\ufeff/, '')}`,
          number === 1 ? `form-${form}-${state}.csv` : `form-${form}-${state}-${number}.csv`,
        );
        total += count;
        after = lastId;
      }
      const text =
        total === 0
          ? __('There is nothing to export.')
          : /* translators: %d: number of submissions. */
            sprintf(_n('%d submission was exported.', '%d submissions were exported.', total), total);
      notify({ kind: 'success', text });
    } catch (error) {
      if (signal.aborted) return;
      notify({ kind: 'error', text: messageOf(error) });
    }
    setRunning(false);
  };
  const start = () => {
    running.current = new AbortController();
    setRunning(true);
    void run(running.current.signal);
  };
  return { start, isRunning };
}
