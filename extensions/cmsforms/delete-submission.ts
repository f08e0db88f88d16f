// DELETE /cmsforms/v1/forms/<form>/submissions/<id>: deletes a submission.
import type { ExtensionServices } from 'octavo/extension';
import { deleteSubmissionsAndMail } from './delete-submissions.ts';
import type { FormOperations } from './operations.ts';
import { requireSubmission } from './require-submission.ts';

/** Deletes a submission permanently and responds with it. Throws ApiError 404 `cmsforms_unknown_submission`. */
export const deleteSubmission = (services: ExtensionServices): FormOperations['delete-submission'] => ({
  async run(call, { entry }) {
    const previous = await services.database.transaction(async (tx) => {
      const found = await requireSubmission(tx, call, entry);
      await call.requireMatch();
      await deleteSubmissionsAndMail(services, tx, [found]);
      await services.recordDeletion(tx, call, { kind: 'submission', id: found.id, count: 1 });
      return found;
    });
    return { kind: 'deleted', previous, context: 'edit' };
  },
});
