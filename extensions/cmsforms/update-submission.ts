// POST, PUT, PATCH on something that was sent in: it is spam, or it is none after all.
import { type Call, type ExtensionServices, type Operation, parseStoredObject } from 'octavo/extension';
import type { Answers } from './answers.ts';
import type { Form } from './form.ts';
import { recordSubmission } from './happenings.ts';
import { tellOfSubmission } from './notification.ts';
import { requireSubmission } from './require-submission.ts';
import { moveSubmission, type SubmissionState } from './submissions-store.ts';

/**
 * Puts something into another state and answers with it. Those who are told of what is wanted are told now, if they have not
 * been. Throws Refusal 404 `cmsforms_unknown_submission`.
 */
export const updateSubmission = (services: ExtensionServices): Operation => ({
  async run(call: Call<{ state: SubmissionState }>, form: Form) {
    const row = await services.database.transaction(async (tx) => {
      await tx.lock(`what was sent in by form ${form.id}`);
      const before = await requireSubmission(tx, call, form);
      await call.requireMatch();
      const { state } = call.args;
      const tells = state === 'wanted' && before.told === 0;
      const moved = { ...before, state, told: tells ? 1 : before.told };
      await moveSubmission(tx, moved);
      if (state !== before.state) await recordSubmission(services, tx, 'updated', moved, before.state);
      if (tells) await tellOfSubmission(services, tx, form, before, parseStoredObject(before.answers) as Answers);
      return moved;
    });
    return { kind: 'record', row };
  },
});
