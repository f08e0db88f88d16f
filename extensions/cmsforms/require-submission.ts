// What an address names of what was sent in.
import { type Call, numberIn, type ReadHandle, Refusal } from 'octavo/extension';
import type { Form } from './form.ts';
import { findSubmission, type SubmissionRow } from './submissions-store.ts';

/** What was sent in by this form under the number in the address. Throws Refusal 404 `cmsforms_unknown_submission`. */
export async function requireSubmission(read: ReadHandle, { path }: Call, form: Form): Promise<SubmissionRow> {
  const found = await findSubmission(read, form.id, numberIn(path.id));
  if (found) return found;
  throw new Refusal('cmsforms_unknown_submission', 404, 'Nothing was sent in by this form under this number.');
}
