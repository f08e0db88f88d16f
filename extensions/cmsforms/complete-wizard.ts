// POST /cmsforms/v1/setup-wizard/complete: completes the setup wizard.
import type { Call } from 'octavo/extension';
import { formType } from './form-type.ts';
import { type NewForm, parseForms } from './new-forms.ts';
import type { FormOperations } from './operations.ts';
import { type OutcomeName, readSettings, type Services, settingsLock } from './settings.ts';
import { invalid } from './submitted-values.ts';
import { templates } from './templates.ts';
import { formsUrl, presentOutcome } from './wizard.ts';

/**
 * Creates the forms for the outcome and stores it. Responds with the outcome, the time, the IDs of the created forms, and in `href` the API
 * URL of the form or the form list (null for `exit`).
 *
 * `build` creates a published form from a `template`; `import` creates the submitted `forms`, which have the format of the form list with
 * `context=edit`; `forms` and `exit` create none. Throws ApiError 400 `rest_invalid_param`, or the error of the form route; no form is
 * created in this case.
 */
export const completeWizard = (services: Services): FormOperations['complete-wizard'] => ({
  async run(call) {
    const { outcome } = call.args;
    const { content, settings, clock } = services;
    const newForms = await resolveForms(services, call, outcome);
    const wizard = await content.change(call, async (tx, writer) => {
      const forms: number[] = [];
      for (const form of newForms)
        forms.push(await writer.createEntry(formType.name, { ...form, author: call.actor.id }));
      await tx.lock(settingsLock);
      const { wizard: before } = await readSettings(services, tx);
      const after = { ...before, outcome, ended: clock(), forms };
      await settings.write(tx, { wizard: after });
      return after;
    });
    const { forms } = wizard;
    const list = formsUrl(call);
    const href = outcome === 'exit' ? null : forms.length === 1 ? `${list}/${forms[0]}` : list;
    return { kind: 'value', value: { ...presentOutcome(wizard), href } };
  },
});

async function resolveForms(
  services: Services,
  call: Pick<Call, 'submitted'>,
  outcome: OutcomeName,
): Promise<readonly NewForm[]> {
  if (outcome === 'import') return parseForms(call.submitted('forms'));
  if (outcome !== 'build') return [];
  const name = call.submitted('template') ?? 'contact';
  const template = templates.find((each) => each.name === name);
  if (!template)
    throw invalid({ template: `template must be one of ${templates.map((each) => each.name).join(', ')}.` });
  const { notify } = await readSettings(services);
  return [{ title: template.title, status: 'publish', meta: { fields: template.fields, notify } }];
}
