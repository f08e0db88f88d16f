// POST /cmsforms/v1/setup-wizard/update: completes a step of the setup wizard.
import { ApiError, type Call, check, type TSchema } from 'octavo/extension';
import type { FormOperations } from './operations.ts';
import {
  type FormSettings,
  readSettings,
  type Services,
  type StepName,
  settingsLock,
  stepNames,
  steps,
} from './settings.ts';
import { invalid } from './submitted-values.ts';
import { finishStep, presentWizard } from './wizard.ts';

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
      const before = await readSettings(services, tx);
      const changes = readChanges(step, submittedSettings, before);
      requireSecret(before, changes, submittedSettings);
      await finishStep(services, tx, before, step, { ...changes, ...disconnectChanges(before, changes) });
      const names = Object.keys(changes);
      if (names.length > 0) await services.recordSettingsChange(tx, call, names);
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
function disconnectChanges(
  before: FormSettings,
  { payment_provider: after }: Partial<FormSettings>,
): Partial<FormSettings> {
  const { payment_provider: current } = before;
  const isSame =
    !after || (['authorize_url', 'token_url', 'client_id'] as const).every((key) => after[key] === current[key]);
  return isSame ? {} : { payment_account: { account: '', connected: 0 } };
}
