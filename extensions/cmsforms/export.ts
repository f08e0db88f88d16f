// What a file of what was sent in holds.
import type { ReadHandle } from 'octavo/extension';
import type { Form } from './form.ts';
import { findForExport, type SubmissionRow, type SubmissionState } from './submissions-store.ts';

export type ExportArgs = { readonly state: SubmissionState; readonly after: number };

/** The most that a file holds, and after how many characters of answers it ends. */
const most = 10_000;
const longest = 16 * 1024 * 1024;

/** So many are read at once. */
const together = 100;

/** What was sent in by a form after a number, the oldest first; as much as a file holds. */
export async function readExport(read: ReadHandle, form: Form, { state, after }: ExportArgs): Promise<SubmissionRow[]> {
  const rows: SubmissionRow[] = [];
  for (let length = 0; rows.length < most && length < longest; ) {
    const some = await findForExport(read, { form: form.id, state }, rows.at(-1)?.id ?? after, together);
    for (const row of some) {
      if (rows.length > 0 && length + row.answers.length > longest) return rows;
      rows.push(row);
      length += row.answers.length;
    }
    if (some.length < together) break;
  }
  return rows;
}
