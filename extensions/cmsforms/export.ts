// What a file of what was sent in holds.
import type { ReadHandle } from 'octavo/extension';
import type { Form } from './form.ts';
import { findForExport, type SubmissionRow, type SubmissionState } from './submissions-store.ts';

export type ExportArgs = { readonly state: SubmissionState; readonly after: number };

/** The most that a file holds. */
const most = 10_000;

/** What was sent in by a form after a number, the oldest first. */
export const readExport = (read: ReadHandle, form: Form, { state, after }: ExportArgs): Promise<SubmissionRow[]> =>
  findForExport(read, { form: form.id, state }, after, most);
