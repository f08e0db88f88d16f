// POST, PUT and PATCH /cmsforms/v1/forms/<form>/submissions/<id>: update the state of a submission.
import { type ExtensionServices, parseStoredObject } from 'octavo/extension';
import { notifyOfSubmission } from './notification.ts';
import type { FormOperations } from './operations.ts';
import { requireSubmission } from './require-submission.ts';
import { recordSubmission } from './submission-events.ts';
import { updateSubmissionState } from './submissions-store.ts';
import type { SubmittedValues } from './submitted-values.ts';

/**
 * Updates the state of a submission and responds with the submission. If the new state is `wanted`, emails about the submission are queued,
 * unless they were queued before.
 *
 * Throws ApiError 404 `cmsforms_unknown_submission`.
 */
export const updateSubmission = (services: ExtensionServices): FormOperations['update-submission'] => ({
  async run(call, { entry: form }) {
    const row = await services.database.transaction(async (tx) => {
      await tx.lock(`what was sent in by form ${form.id}`);
      const before = await requireSubmission(tx, call, form);
      await call.requireMatch();
      const { state } = call.args;
      const shouldNotify = state === 'wanted' && before.told === 0;
      const updated = { ...before, state, told: shouldNotify ? 1 : before.told };
      await updateSubmissionState(tx, updated);
      if (state !== before.state) await recordSubmission(services, tx, 'updated', updated, before.state);
      if (shouldNotify)
        await notifyOfSubmission(services, tx, form, before, parseStoredObject(before.answers) as SubmittedValues);
      return updated;
    });
    return { kind: 'record', row };
  },
});
