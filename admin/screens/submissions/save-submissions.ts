// Saves the submissions of a form in files.
import { __, _n, sprintf } from '@wordpress/i18n';
import { exportSubmissions, type SubmissionState } from '../../data/resources/submissions.ts';
import type { SaveExport } from '../../ui/export-button.tsx';
import { saveCsv } from '../../ui/save-text.ts';
import { readCsvRows } from './csv-rows.ts';

/** The submissions of a form in a state. */
interface ExportedSubmissions {
  readonly form: number;
  readonly state: SubmissionState;
}

/** Saves submissions as CSV, in several files if there are many. Throws ApiError. */
export async function saveSubmissions(
  { form, state }: ExportedSubmissions,
  ...[onProgress, signal]: Parameters<SaveExport>
): Promise<string> {
  let total = 0;
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
    onProgress(total);
  }
  return total === 0
    ? __('There is nothing to export.')
    : /* translators: %d: number of submissions. */
      sprintf(_n('%d submission was exported.', '%d submissions were exported.', total), total);
}
