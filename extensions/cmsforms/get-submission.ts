// GET on something that was sent in.
import type { ExtensionServices, Operation } from 'octavo/extension';
import type { Form } from './form.ts';
import { requireSubmission } from './require-submission.ts';

/** Answers with what was sent in. Throws Refusal 404 `cmsforms_unknown_submission`. */
export const getSubmission = ({ database }: ExtensionServices): Operation => ({
  run: async (call, form: Form) => ({ kind: 'record', row: await requireSubmission(database.read, call, form) }),
});
