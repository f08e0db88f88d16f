// POST on what was sent in by a form: somebody sends it in.
import { type Call, type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { type Answers, readAnswers } from './answers.ts';
import type { Form } from './form.ts';
import { addressesIn, inWords, tellOfSubmission } from './notification.ts';
import { readSettings } from './settings.ts';
import { insertSubmission } from './submissions-store.ts';

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
 * `rest_invalid_param`, 413 `cmsforms_too_large`, 429 `cmsforms_too_many`, and 403 `cmsforms_discarded` for what is not kept.
 */
export const createSubmission = (services: ExtensionServices): Operation => ({
  async run(call: Call<SubmissionArgs>, form: Form) {
    if (form.status !== 'publish') throw unknownForm();
    const { per_minute: most } = await readSettings(services);
    services.requireCalm(call, 'send in', { most, inAll: 50 * most });
    const { values, trap, password } = call.args;
    if (form.password !== '' && password !== form.password)
      throw new Refusal('cmsforms_wrong_password', 403, 'This form is for those who know its password.');
    const answers = readAnswers(form.fields, values);
    const isWanted = trap === '' && (await isLetThrough(services, call, form, answers));
    const row = {
      form: form.id,
      state: isWanted ? 'wanted' : 'spam',
      received: services.clock(),
      answers: JSON.stringify(answers),
      told: isWanted ? 1 : 0,
    } as const;
    await services.database.transaction(async (tx) => {
      await insertSubmission(tx, row, addressesIn(form.fields, answers));
      if (isWanted) await tellOfSubmission(services, tx, form, answers);
    });
    return { kind: 'value', status: 201, value: { form: form.id, confirmation: form.confirmation } };
  },
});

/** The same for forms that are not there and for those that nobody is to know of. */
export const unknownForm = (): Refusal =>
  new Refusal('cmsforms_unknown_form', 404, 'There is no form of this number that could be filled in.');

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
