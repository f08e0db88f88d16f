// Reads submissions for export files.
import type { ArgsOf, ReadHandle } from 'octavo/extension';
import type { FormEndpoints } from './contract.ts';
import type { Form } from './form.ts';
import { findForExport, type SubmissionRow } from './submissions-store.ts';

/** The arguments of the export operations. */
type ExportArgs = ArgsOf<FormEndpoints['export-csv']>;

/** Maximum number of submissions per file. */
const maxSubmissions = 10_000;

/** Maximum length of the values in a file, as JSON, in characters. */
const maxValuesLength = 16 * 1024 * 1024;

/** Number of submissions per query. */
const batchSize = 100;

/** Returns the submissions of a form whose IDs are greater than `after`, oldest first, up to the limits of a file. */
export async function readExport(read: ReadHandle, form: Form, { state, after }: ExportArgs): Promise<SubmissionRow[]> {
  const rows: SubmissionRow[] = [];
  for (let length = 0; rows.length < maxSubmissions && length < maxValuesLength; ) {
    const batch = await findForExport(read, { form: form.id, state }, rows.at(-1)?.id ?? after, batchSize);
    for (const row of batch) {
      if (rows.length > 0 && length + row.answers.length > maxValuesLength) return rows;
      rows.push(row);
      length += row.answers.length;
    }
    if (batch.length < batchSize) break;
  }
  return rows;
}
