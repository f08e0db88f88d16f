// Presents the state of the setup wizard, including completed steps, settings, and available templates and extensions.
import type { Call, WriteHandle } from 'octavo/extension';
import { formType } from './form-type.ts';
import {
  type FormSettings,
  readSettings,
  type Services,
  type StepName,
  stepNames,
  steps,
  type Wizard,
} from './settings.ts';
import { countAllSubmissions } from './submissions-store.ts';
import { templates } from './templates.ts';

/** The part of a call that determines the URLs in the response. */
type MountedCall = Pick<Call, 'rest' | 'spelling'>;

/** Formats a timestamp, in milliseconds since 1970, as ISO 8601 in UTC. Returns null for 0 and undefined. */
export const formatTimestamp = (timestamp: number | undefined): string | null =>
  timestamp ? new Date(timestamp).toISOString() : null;

/** Returns the state of the setup wizard for responses, without secrets. */
export async function presentWizard(services: Services, call: MountedCall): Promise<object> {
  const settings = await readSettings(services);
  const { wizard, payment_account: account, payment_provider: provider } = settings;
  return {
    state: wizard.outcome !== '' ? 'ended' : Object.keys(wizard.done).length > 0 ? 'begun' : 'new',
    ...presentOutcome(wizard),
    steps: stepNames.map((name) => {
      return { name, done: formatTimestamp(wizard.done[name]), settings: Object.keys(steps[name]) };
    }),
    settings: presentSettings(settings),
    forms: { total: await services.content.countEntries(formType.name), href: formsUrl(call) },
    submissions: await countAllSubmissions(services.database.read),
    templates: templates.map(({ name, title, description }) => ({ name, title, description })),
    plugins: await listPlugins(services),
    license: presentLicense(settings),
    payment_provider: {
      configured: isConfigured(provider),
      account: account.account === '' ? null : account.account,
      connected: formatTimestamp(account.connected),
    },
  };
}

/** Returns the license for responses. The key is masked except for its last four characters, so that it cannot be copied. */
export const presentLicense = ({ license_key: key }: Pick<FormSettings, 'license_key'>) =>
  key === '' ? { key: '', state: 'none' } : { key: `…${key.slice(-4)}`, state: 'stored' };

/** Formats the outcome of the setup wizard as properties of an API response. */
export const presentOutcome = ({ outcome, ended, forms }: Wizard) => ({
  outcome: outcome === '' ? null : outcome,
  ended: formatTimestamp(ended),
  made: forms,
});

/** Returns the settings of all steps. Instead of the client secret, the result contains `has_client_secret`. */
function presentSettings(settings: FormSettings): object {
  const names = stepNames.flatMap((name) => Object.keys(steps[name])) as (keyof FormSettings)[];
  const { client_secret: secret, ...provider } = settings.payment_provider;
  const presented = { ...provider, has_client_secret: secret !== '' };
  return Object.fromEntries(names.map((name) => [name, name === 'payment_provider' ? presented : settings[name]]));
}

/** Whether the URLs and the client ID of a payment provider are set. */
export const isConfigured = (provider: FormSettings['payment_provider']): boolean =>
  provider.authorize_url !== '' && provider.token_url !== '' && provider.client_id !== '';

/** Returns the URL of the form list on the mount to which the request was sent. */
export const formsUrl = ({ rest, spelling }: MountedCall): string => rest + spelling.path('/cms/v2/forms');

/** Returns the available extensions in the format of API responses. */
export const listPlugins = async ({ knownExtensions }: Services) =>
  (await knownExtensions()).map(({ name, title, version, description, isServed }) => {
    return { name, title, version, description, served: isServed };
  });

/** Marks a step as completed and stores `changes`. The caller must hold the settings lock. */
export async function finishStep(
  { settings, clock }: Services,
  tx: WriteHandle,
  { wizard }: FormSettings,
  step: StepName,
  changes: Partial<FormSettings> = {},
): Promise<void> {
  await settings.write(tx, { ...changes, wizard: { ...wizard, done: { ...wizard.done, [step]: clock() } } });
}
