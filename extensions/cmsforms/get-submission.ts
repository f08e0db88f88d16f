// GET /cmsforms/v1/forms/<form>/submissions/<id>: returns a submission.
import type { ExtensionServices, Operation } from 'octavo/extension';
import type { Form } from './form.ts';
import { requireSubmission } from './require-submission.ts';

/** Responds with a submission. Throws ApiError 404 `cmsforms_unknown_submission`. */
export const getSubmission = ({ database }: ExtensionServices): Operation => ({
  run: async (call, form: Form) => ({ kind: 'record', row: await requireSubmission(database.read, call, form) }),
});
