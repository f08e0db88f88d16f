// DELETE on something that was sent in: it is erased for good.
import type { ExtensionServices, Operation } from 'octavo/extension';
import type { Form } from './form.ts';
import { requireSubmission } from './require-submission.ts';
import { eraseSubmissions } from './submissions-store.ts';

/** Erases what was sent in, and answers with what it was. Throws Refusal 404 `cmsforms_unknown_submission`. */
export const deleteSubmission = ({ database }: ExtensionServices): Operation => ({
  async run(call, form: Form) {
    const previous = await database.transaction(async (tx) => {
      const found = await requireSubmission(tx, call, form);
      await call.requireMatch();
      await eraseSubmissions(tx, [found.id]);
      return found;
    });
    return { kind: 'deleted', previous, context: 'edit' };
  },
});
