// GET /cmsforms/v1/forms/<form>/submissions/<id>: returns a submission.
import type { ExtensionServices } from 'octavo/extension';
import type { FormOperations } from './operations.ts';
import { requireSubmission } from './require-submission.ts';

/** Responds with a submission. Throws ApiError 404 `cmsforms_unknown_submission`. */
export const getSubmission = ({ database }: ExtensionServices): FormOperations['get-submission'] => ({
  run: async (call, { entry }) => ({ kind: 'record', row: await requireSubmission(database.read, call, entry) }),
});
