// POST on what was sent in by a form: somebody sends it in.
import { type Call, type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { type Answers, readAnswers } from './answers.ts';
import { erase } from './erase.ts';
import type { Form } from './form.ts';
import { recordSubmission } from './happenings.ts';
import { addressesIn, inWords, isToldAtOnce, tellOfSubmission } from './notification.ts';
import { readSettings } from './settings.ts';
import { findBeyond, insertSubmission, isFull, type SubmissionState } from './submissions-store.ts';

/** What is sent: answers by the names of fields, what stands in the trap, the form's password. */
export type SubmissionArgs = {
  readonly values: Readonly<Record<string, unknown>>;
  readonly trap: string;
  readonly password: string;
};

/**
 * Stores what somebody has filled in, and answers 201 with what they are told. What looks like spam is kept apart from the rest,
 * and its sender is told the same.
 *
 * Throws Refusal 404 `cmsforms_unknown_form` where the form is not published, 403 `cmsforms_wrong_password`, 400
 * `rest_invalid_param`, 413 `cmsforms_too_large`, 429 `cmsforms_too_many`, 429 `rest_too_many_failed_attempts` after too many
 * wrong passwords, 403 `cmsforms_discarded` for what is not kept, and 503 `cmsforms_full` where as much is kept as the settings
 * allow.
 */
export const createSubmission = (services: ExtensionServices): Operation => ({
  async run(call: Call<SubmissionArgs>, form: Form) {
    if (form.status !== 'publish') throw unknownForm();
    const { per_minute: most, most_kept: mostKept } = await readSettings(services);
    services.requireCalm(call, 'send in', { most, inAll: 50 * most });
    const { values, trap, password } = call.args;
    await requirePassword(services, call, form, password);
    const answers = readAnswers(form.fields, values);
    const isWanted = trap === '' && (await isLetThrough(services, call, form, answers));
    const state: SubmissionState = isWanted ? 'wanted' : 'spam';
    await services.database.transaction(async (tx) => {
      if (isWanted && (await isFull(tx, 'wanted', mostKept))) throw full(services, form);
      const tells = isWanted && (await isToldAtOnce(services, tx, form.id));
      const row = {
        ...{ form: form.id, state, received: services.clock() },
        ...{ answers: JSON.stringify(answers), told: tells ? 1 : 0 },
      };
      const id = await insertSubmission(tx, row, addressesIn(form.fields, answers));
      await recordSubmission(services, tx, 'created', { ...row, id });
      if (tells) await tellOfSubmission(services, tx, form, { id }, answers);
      // Spam makes way for spam; what is wanted is never given up for what comes later.
      if (!isWanted) await erase(services, tx, await findBeyond(tx, 'spam', mostKept, 10));
    });
    return { kind: 'value', status: 201, value: { form: form.id, confirmation: form.confirmation } };
  },
});

/** Throws Refusal 403 `cmsforms_wrong_password`, and 429 `rest_too_many_failed_attempts` past ten wrong ones a minute. */
async function requirePassword(services: ExtensionServices, call: Call, form: Form, submitted: string): Promise<void> {
  if (form.password === '') return;
  // A missing password is not an attempt to find it out.
  if (submitted === '' || !(await services.checkEntryPassword(call, form, submitted)))
    throw new Refusal('cmsforms_wrong_password', 403, 'This form requires a password, and this is not it.');
}

/** The same for forms that are not there and for those that nobody is to know of. */
export const unknownForm = (): Refusal =>
  new Refusal('cmsforms_unknown_form', 404, 'There is no form of this number that could be filled in.');

function full({ log }: ExtensionServices, { id: form }: Form): Refusal {
  log.warn({ form }, 'what was sent in is not kept: there is as much as most_kept allows');
  return new Refusal('cmsforms_full', 503, 'Nothing more can be sent in at present; try again later.', {
    retryAfter: 60 * 60,
  });
}

/** Whether judges take it for wanted. Throws Refusal 403 for what they say is not to be kept. */
async function isLetThrough(
  { judge }: ExtensionServices,
  { actor, from, agent }: Call,
  { id: entry, fields }: Form,
  answers: Answers,
): Promise<boolean> {
  const name = fields.find(({ kind, name }) => kind === 'text' && /name/.test(name))?.name ?? '';
  const verdict = await judge({
    kind: 'form',
    text: inWords(fields, answers)
      .map(([, words]) => words)
      .join('\n'),
    name: String(answers[name] ?? ''),
    email: addressesIn(fields, answers)[0] ?? '',
    ...{ url: '', from, agent, author: actor.id, entry },
  });
  if (verdict === 'discard')
    throw new Refusal('cmsforms_discarded', 403, 'This is taken for unwanted advertising and was not kept.');
  return verdict === 'pass';
}
