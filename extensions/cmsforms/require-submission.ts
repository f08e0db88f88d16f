// Loads the submission that the path of a request identifies.
import { ApiError, type Call, parseId, type ReadHandle } from 'octavo/extension';
import type { Form } from './form.ts';
import type { PresentedSubmission } from './operations.ts';
import { findSubmission } from './submissions-store.ts';

/** Returns the submission with the ID in the path. Throws ApiError 404 `cmsforms_unknown_submission` if the form has no such submission. */
export async function requireSubmission(
  read: ReadHandle,
  { path }: Pick<Call, 'path'>,
  entry: Form,
): Promise<PresentedSubmission> {
  const found = await findSubmission(read, entry.id, parseId(path.id));
  if (found) return { ...found, entry };
  throw new ApiError('cmsforms_unknown_submission', 404, 'No submission with this ID.');
}
