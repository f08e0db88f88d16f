// DELETE on something that was sent in: it is erased for good.
import type { ExtensionServices, Operation } from 'octavo/extension';
import { erase } from './erase.ts';
import type { Form } from './form.ts';
import { requireSubmission } from './require-submission.ts';

/** Erases what was sent in, and answers with what it was. Throws Refusal 404 `cmsforms_unknown_submission`. */
export const deleteSubmission = (services: ExtensionServices): Operation => ({
  async run(call, form: Form) {
    const previous = await services.database.transaction(async (tx) => {
      const found = await requireSubmission(tx, call, form);
      await call.requireMatch();
      await erase(services, tx, [found]);
      await services.noteErased(tx, call, { kind: 'submission', id: found.id, count: 1 });
      return found;
    });
    return { kind: 'deleted', previous, context: 'edit' };
  },
});
