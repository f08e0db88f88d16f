// Implements the setup wizard: its state, the settings of its steps, extensions, the license key, and the forms that it creates.
import { ApiError, type Call, check, type KnownExtension, type TSchema, type WriteHandle } from 'octavo/extension';
import type { FormOperations } from './contract.ts';
import { formType } from './form-type.ts';
import { type NewForm, parseForms, templates } from './forms.ts';
import {
  type FormSettings,
  type OutcomeName,
  type Services,
  type StepName,
  settingsLock,
  stepNames,
  steps,
  type Wizard,
} from './settings.ts';
import { countAllSubmissions } from './store.ts';
import { invalid } from './submitted-values.ts';

/** The part of a call that determines the URLs in the response. */
type MountedCall = Pick<Call, 'rest' | 'spelling'>;

/** Formats a timestamp, in milliseconds since 1970, as ISO 8601 in UTC. Returns null for 0 and undefined. */
export const formatTimestamp = (timestamp: number | undefined): string | null =>
  timestamp ? new Date(timestamp).toISOString() : null;

/** Returns the state of the setup wizard for responses, without secrets. */
async function presentWizard(services: Services, call: MountedCall): Promise<object> {
  const settings = await services.settings.read();
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
const presentLicense = ({ license_key: key }: Pick<FormSettings, 'license_key'>) =>
  key === '' ? { key: '', state: 'none' } : { key: `…${key.slice(-4)}`, state: 'stored' };

/** Formats the outcome of the setup wizard as properties of an API response. */
const presentOutcome = ({ outcome, ended, forms }: Wizard) => ({
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
const formsUrl = ({ rest, spelling }: MountedCall): string => rest + spelling.path('/cms/v2/forms');

/** Returns the available extensions in the format of API responses. */
const listPlugins = async ({ site }: Services) =>
  (await site.knownExtensions()).map(({ name, title, version, description, isServed }) => {
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

/** Responds with the state of the setup wizard, as returned by `presentWizard`. */
export const hydrate = (services: Services): FormOperations['hydrate'] => ({
  run: async (call) => ({ kind: 'value', value: await presentWizard(services, call) }),
});

/**
 * Stores the submitted settings of a step and marks the step as completed. The response is that of `hydrate`. If the payment provider
 * changes, its account is disconnected.
 *
 * Throws ApiError 400 `rest_invalid_param` if the step is unknown, or settings are invalid or belong to another step, and 400
 * `cmsforms_secret_needed` if a client secret is stored, the token URL changes, and the client secret is not submitted.
 */
export const updateWizard = (services: Services): FormOperations['update-wizard'] => ({
  async run(call) {
    const step = requireStep(call);
    const submittedSettings = objectParameter(call, 'settings');
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      const before = await services.settings.read(tx);
      const changes = readChanges(step, submittedSettings, before);
      requireSecret(before, changes, submittedSettings);
      await finishStep(services, tx, before, step, { ...changes, ...disconnectChanges(before, changes) });
      const names = Object.keys(changes);
      if (names.length > 0) await services.record.settingsChange(tx, call, names);
    });
    return { kind: 'value', value: await presentWizard(services, call) };
  },
});

function requireStep(call: Pick<Call, 'submitted'>): StepName {
  const step = call.submitted('step');
  const found = stepNames.find((name) => name === step);
  if (!found) throw invalid({ step: `step must be one of ${stepNames.join(', ')}.` });
  return found;
}

/** Returns a submitted object; an empty object if it is absent. Throws ApiError 400 `rest_invalid_param`. */
function objectParameter(call: Pick<Call, 'submitted'>, name: string): Readonly<Record<string, unknown>> {
  const submittedSettings = call.submitted(name) ?? {};
  if (isObject(submittedSettings)) return submittedSettings;
  throw invalid({ [name]: `${name} must be an object.` });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Validates submitted settings, and returns the settings to store. Submitted objects are merged into the stored ones. */
function readChanges(
  step: StepName,
  submittedSettings: Readonly<Record<string, unknown>>,
  before: FormSettings,
): Partial<FormSettings> {
  const schemas: Readonly<Record<string, TSchema>> = steps[step];
  const errors: Record<string, string> = {};
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(submittedSettings)) {
    const param = `settings[${name.slice(0, 40)}]`;
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const current = before[name as keyof FormSettings];
    const result =
      schema && check(schema, isObject(value) && isObject(current) ? { ...current, ...value } : value, param);
    if (!result) errors[param] = `The step ${step} has no setting with this name.`;
    else if ('error' in result) errors[param] = result.error.message;
    else changes[name] = result.value;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return changes as Partial<FormSettings>;
}

/**
 * Requires a new client secret if one is stored and the token URL changes. The stored secret is only sent to the URL with which it was
 * submitted. Otherwise, an attacker with the session of an administrator could obtain the secret by setting another URL.
 *
 * Throws ApiError 400 `cmsforms_secret_needed`.
 */
function requireSecret(
  { payment_provider: before }: FormSettings,
  { payment_provider: after }: Partial<FormSettings>,
  { payment_provider: submitted }: Readonly<Record<string, unknown>>,
): void {
  const isStored = before.client_secret !== '';
  const isSubmitted = isObject(submitted) && 'client_secret' in submitted;
  if (isStored && !isSubmitted && after && after.token_url !== before.token_url)
    throw new ApiError(
      'cmsforms_secret_needed',
      400,
      'Send payment_provider[client_secret] again (or empty) when you change token_url: the stored secret is only sent to the URL for which it was set.',
    );
}

/** Returns the settings that disconnect the account if the payment provider changes; otherwise none. */
export function disconnectChanges(
  before: FormSettings,
  { payment_provider: after }: Partial<FormSettings>,
): Partial<FormSettings> {
  const { payment_provider: current } = before;
  const isSame =
    !after || (['authorize_url', 'token_url', 'client_id'] as const).every((key) => after[key] === current[key]);
  return isSame ? {} : { payment_account: { account: '', connected: 0 } };
}

/**
 * Responds with the requested extensions if all of them are enabled, and marks the step as completed.
 *
 * Throws ApiError 400 `rest_invalid_param` for unknown names, and 409 `cmsforms_not_served` if an extension must be enabled in the
 * configuration first; `data.line` is the configuration line with all enabled built-in extensions and the missing ones.
 */
export const installPlugins = (services: Services): FormOperations['install-plugins'] => ({
  async run({ args: { plugins }, spelling }) {
    const known = await services.site.knownExtensions();
    const requested = new Set(plugins);
    const names = known.map(({ name }) => name);
    const unknown = plugins.findIndex((name) => !names.includes(name));
    if (unknown >= 0)
      throw invalid({
        [`plugins[${unknown}]`]: `Unknown extension; available: ${names.map(spelling.name).join(', ')}.`,
      });
    const missing = known.filter(({ name, isServed }) => requested.has(name) && !isServed);
    if (missing.length > 0) throw notServedError(known, missing);
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      await finishStep(services, tx, await services.settings.read(tx), 'plugins');
    });
    const installed = (await listPlugins(services)).filter(({ name }) => requested.has(name));
    return { kind: 'value', value: { plugins: installed } };
  },
});

function notServedError(known: readonly KnownExtension[], missing: readonly KnownExtension[]): ApiError {
  const names = missing.map(({ name }) => name);
  const served = known.filter(({ isServed, isBuiltIn }) => isServed && isBuiltIn).map(({ name }) => name);
  const line = `extensions: [${[...served, ...names].map((name) => `'${name}'`).join(', ')}],`;
  const message = `Extensions cannot be installed while the service runs. Add '${names.join("', '")}' to extensions in octavo.config.ts, and restart the service.`;
  return new ApiError('cmsforms_not_served', 409, message, { data: { plugins: names, line } });
}

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
      const { wizard: before } = await services.settings.read(tx);
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
  const { notify } = await services.settings.read();
  return [{ title: template.title, status: 'publish', meta: { fields: template.fields, notify } }];
}

/** Maximum length of a license key, in characters. */
const maxKeyLength = 4000;

/** GET /cmsforms/v1/setup-wizard/license/key: responds with the masked license key and its state. */
export const getLicense = (services: Services): FormOperations['get-license'] => ({
  run: async () => ({ kind: 'value', value: presentLicense(await services.settings.read()) }),
});

/**
 * POST /cmsforms/v1/setup-wizard/license/verify: stores a license key and marks the step as completed. The key is not verified, because
 * no feature requires a license, and no issuer signs licenses. The response is that of `license/key`. Throws ApiError 400 `rest_invalid_param` if the key is not a line of 8 to 4000 characters.
 */
export const verifyLicense = (services: Services): FormOperations['verify-license'] => ({
  async run(call) {
    const license_key = call.args.key.trim();
    if (!/^[^\p{Cc}\p{Cs}]{8,}$/u.test(license_key) || license_key.length > maxKeyLength)
      throw invalid({ key: `key must be a single line of 8 to ${maxKeyLength} characters.` });
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      await finishStep(services, tx, await services.settings.read(tx), 'license', { license_key });
      await services.record.settingsChange(tx, call, ['license_key']);
    });
    return { kind: 'value', value: presentLicense({ license_key }) };
  },
});
