// POST complete: the wizard ends.
import type { Call, ExtensionServices, Operation } from 'octavo/extension';
import { invalid } from './answers.ts';
import { makeForms, type NewForm, readForms, removeForms } from './new-forms.ts';
import { type OutcomeName, readSettings, settingsLock } from './settings.ts';
import { templates } from './templates.ts';
import { formsUrl, shownOutcome } from './wizard.ts';

/**
 * Ends the wizard and remembers how; answers with that, the numbers of the forms that were made, and where to go on.
 *
 * `build` makes a published form of a `template`; `import` makes those in `forms`, as the list of forms shows them in its edit
 * context; `forms` and `exit` make none. Throws Refusal 400 `rest_invalid_param`; then nothing was made.
 */
export const completeWizard = (services: ExtensionServices): Operation => ({
  async run(call: Call<{ outcome: OutcomeName }>) {
    const { outcome } = call.args;
    const { database, settings, clock } = services;
    const forms = await makeForms(services, call.actor.id, await newForms(services, call, outcome));
    try {
      const wizard = await database.transaction(async (tx) => {
        await tx.lock(settingsLock);
        const { wizard: before } = await readSettings(services, tx);
        const after = { ...before, outcome, ended: clock(), forms };
        await settings.write(tx, { wizard: after });
        return after;
      });
      const list = formsUrl(call);
      const href = outcome === 'exit' ? null : forms.length === 1 ? `${list}/${forms[0]}` : list;
      return { kind: 'value', value: { ...shownOutcome(wizard), href } };
    } catch (error) {
      await removeForms(services, forms);
      throw error;
    }
  },
});

async function newForms(services: ExtensionServices, call: Call, outcome: OutcomeName): Promise<readonly NewForm[]> {
  if (outcome === 'import') return readForms(call.sent('forms'));
  if (outcome !== 'build') return [];
  const name = call.sent('template') ?? 'contact';
  const template = templates.find((each) => each.name === name);
  if (!template) throw invalid({ template: `template is one of ${templates.map((each) => each.name).join(', ')}.` });
  const { notify } = await readSettings(services);
  return [{ title: template.title, status: 'publish', meta: { fields: template.fields, notify } }];
}
