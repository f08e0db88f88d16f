// DELETE /cmsforms/v1/submissions: deletes the submissions that contain an email address.
import type { ExtensionServices } from 'octavo/extension';
import { deleteAllSubmissions } from './delete-submissions.ts';
import type { FormOperations } from './operations.ts';
import { findByAddress } from './submissions-store.ts';

/** Deletes all submissions, of any form, that contain the given email address, and responds with their number. */
export const erasePerson = (services: ExtensionServices): FormOperations['erase-person'] => ({
  async run(call) {
    const { address } = call.args;
    const erased = await deleteAllSubmissions(
      services,
      (read, limit) => findByAddress(read, address, limit),
      (tx, count) => services.recordDeletion(tx, call, { kind: 'submission', id: 0, count }),
    );
    return { kind: 'value', value: { erased } };
  },
});
