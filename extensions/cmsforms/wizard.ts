// What the wizard knows of the site: which steps are done, what is set, what there is.
import { type Call, type ExtensionServices, makeRequest, textOf, type WriteHandle } from 'octavo/extension';
import { shownLicense } from './held-license.ts';
import { type FormSettings, readSettings, type StepName, stepNames, steps, type Wizard } from './settings.ts';
import { countAllSubmissions } from './submissions-store.ts';
import { templates } from './templates.ts';

/** A moment as ISO 8601 in UTC; null for one that has not come. */
export const momentOf = (moment: number | undefined): string | null => (moment ? new Date(moment).toISOString() : null);

/** Everything that the wizard shows. No secret is in it. */
export async function shownWizard(services: ExtensionServices, call: Call): Promise<object> {
  const settings = await readSettings(services);
  const { wizard, payment_account: account, payment_provider: provider } = settings;
  return {
    state: wizard.outcome !== '' ? 'ended' : Object.keys(wizard.done).length > 0 ? 'begun' : 'new',
    ...shownOutcome(wizard),
    steps: stepNames.map((name) => {
      return { name, done: momentOf(wizard.done[name]), settings: Object.keys(steps[name]) };
    }),
    settings: shownSettings(settings),
    forms: await countForms(services, call),
    submissions: await countAllSubmissions(services.database.read),
    templates: templates.map(({ name, title, description }) => ({ name, title, description })),
    plugins: await knownPlugins(services),
    license: shownLicense(services, settings),
    payment_provider: {
      configured: isConfigured(provider),
      account: account.account === '' ? null : account.account,
      connected: momentOf(account.connected),
    },
  };
}

/** How the wizard has ended. */
export const shownOutcome = ({ outcome, ended, forms }: Wizard) => ({
  outcome: outcome === '' ? null : outcome,
  ended: momentOf(ended),
  made: forms,
});

/** The settings that steps ask for; of a secret only whether there is one. */
function shownSettings(settings: FormSettings): object {
  const names = stepNames.flatMap((name) => Object.keys(steps[name])) as (keyof FormSettings)[];
  const { client_secret: secret, ...provider } = settings.payment_provider;
  const shown = { ...provider, has_client_secret: secret !== '' };
  return Object.fromEntries(names.map((name) => [name, name === 'payment_provider' ? shown : settings[name]]));
}

/** Whether a payment provider can be asked. */
export const isConfigured = (provider: FormSettings['payment_provider']): boolean =>
  provider.authorize_url !== '' && provider.token_url !== '' && provider.client_id !== '';

/** The URL of the list of forms, below the mount that a call came through. */
export const formsUrl = ({ rest, spelling }: Call): string => rest + spelling.path('/cms/v2/forms');

/** How many forms there are that are not in the trash, and where they are. */
async function countForms({ inside }: ExtensionServices, call: Call): Promise<{ total: number; href: string }> {
  const { status, headers, body } = await inside(
    makeRequest('GET', '/cms/v2/forms?status=any&context=edit&per_page=1&_fields=id'),
  );
  if (status !== 200) throw new Error(`forms cannot be counted: ${textOf(body ?? '')}`);
  return { total: Number(headers['X-CMS-Total']), href: formsUrl(call) };
}

/** The extensions that this instance knows, as plugins are told of. */
export const knownPlugins = async ({ knownExtensions }: ExtensionServices) =>
  (await knownExtensions()).map(({ name, title, version, description, isServed }) => {
    return { name, title, version, description, served: isServed };
  });

/** Notes that a step is done, and stores what goes with it. The caller holds the lock of the settings. */
export async function finishStep(
  { settings, clock }: ExtensionServices,
  tx: WriteHandle,
  { wizard }: FormSettings,
  step: StepName,
  changes: Partial<FormSettings> = {},
): Promise<void> {
  await settings.write(tx, { ...changes, wizard: { ...wizard, done: { ...wizard.done, [step]: clock() } } });
}
