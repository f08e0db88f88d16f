// POST /cmsforms/v1/forms/<form>/submissions: stores a submission.
import { ApiError, type Call } from 'octavo/extension';
import { deleteSubmissionsAndMail } from './delete-submissions.ts';
import type { Form } from './form.ts';
import { labeledValues, notifyOfSubmission, shouldNotifyNow, submittedAddresses } from './notification.ts';
import type { FormOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';
import { recordSubmission } from './submission-events.ts';
import { findExcess, insertSubmission, isFull, type SubmissionState } from './submissions-store.ts';
import { parseValues, type SubmittedValues } from './submitted-values.ts';

/**
 * Stores a submission. Responds 201 with the confirmation of the form. Spam is stored in the state `spam`, and the response is the same,
 * so that senders of spam do not notice.
 *
 * Throws ApiError 404 `cmsforms_unknown_form` if the form is not published, 403 `cmsforms_wrong_password`, 400
 * `rest_invalid_param`, 413 `cmsforms_too_large`, 429 `cmsforms_too_many`, 429 `rest_too_many_failed_attempts` after too many
 * wrong passwords, 403 `cmsforms_discarded` for obvious spam, and 503 `cmsforms_full` if the storage limit is reached.
 */
export const createSubmission = (services: Services): FormOperations['create-submission'] => ({
  async run(call, { entry: form }) {
    if (form.status !== 'publish') throw unknownForm();
    const { per_minute: maxPerMinute, most_kept: maxStored } = await readSettings(services);
    services.rateLimit(call, 'submit a form', { max: maxPerMinute, maxTotal: 50 * maxPerMinute });
    const { values, trap, password } = call.args;
    await requirePassword(services, call, form, password);
    const answers = parseValues(form.fields, values);
    const isWanted = trap === '' && (await isWantedSubmission(services, call, form, answers));
    const state: SubmissionState = isWanted ? 'wanted' : 'spam';
    await services.database.transaction(async (tx) => {
      if (isWanted && (await isFull(tx, 'wanted', maxStored))) throw storageFull(services, form);
      const shouldNotify = isWanted && (await shouldNotifyNow(services, tx, form.id));
      const row = {
        ...{ form: form.id, state, received: services.clock() },
        ...{ answers: JSON.stringify(answers), told: shouldNotify ? 1 : 0 },
      };
      const id = await insertSubmission(tx, row, submittedAddresses(form.fields, answers));
      await recordSubmission(services, tx, 'created', { ...row, id });
      if (shouldNotify) await notifyOfSubmission(services, tx, form, { id }, answers);
      // New spam replaces the oldest spam. Wanted submissions are never deleted to free space.
      if (!isWanted) await deleteSubmissionsAndMail(services, tx, await findExcess(tx, 'spam', maxStored, 10));
    });
    return { kind: 'value', status: 201, value: { form: form.id, confirmation: form.confirmation } };
  },
});

/** Throws ApiError 403 `cmsforms_wrong_password`, and 429 `rest_too_many_failed_attempts` after ten wrong passwords within a minute. */
async function requirePassword(services: Services, call: Call, form: Form, submitted: string): Promise<void> {
  if (form.password === '') return;
  // A missing password does not count as a failed attempt.
  if (submitted === '' || !(await services.checkEntryPassword(call, form, submitted)))
    throw new ApiError('cmsforms_wrong_password', 403, 'The password of this form is missing or wrong.');
}

/** Returns the error for a form that does not exist, or is not published. The error does not reveal whether the form exists. */
export const unknownForm = (): ApiError =>
  new ApiError('cmsforms_unknown_form', 404, 'No published form with this ID.');

function storageFull({ log }: Services, { id: form }: Form): ApiError {
  log.warn({ form }, 'form storage full');
  return new ApiError('cmsforms_full', 503, 'The form currently accepts no submissions; try again later.', {
    retryAfter: 60 * 60,
  });
}

/** Whether the spam classifiers accept a submission. Throws ApiError 403 `cmsforms_discarded` for obvious spam. */
async function isWantedSubmission(
  { classifier }: Services,
  { actor, from, userAgent }: Pick<Call, 'actor' | 'from' | 'userAgent'>,
  { id: entry, fields }: Form,
  answers: SubmittedValues,
): Promise<boolean> {
  const name = fields.find(({ kind, name }) => kind === 'text' && /name/.test(name))?.name ?? '';
  const classification = await classifier({
    kind: 'form',
    text: labeledValues(fields, answers)
      .map(([, text]) => text)
      .join('\n'),
    name: String(answers[name] ?? ''),
    email: submittedAddresses(fields, answers)[0] ?? '',
    ...{ url: '', from, agent: userAgent, author: actor.id, entry },
  });
  if (classification === 'discard')
    throw new ApiError('cmsforms_discarded', 403, 'This submission was classified as spam and discarded.');
  return classification === 'pass';
}
