// POST update: a step of the wizard is done.
import { type Call, check, type ExtensionServices, type Operation, Refusal, type TSchema } from 'octavo/extension';
import { invalid } from './answers.ts';
import { type FormSettings, readSettings, type StepName, settingsLock, stepNames, steps } from './settings.ts';
import { finishStep, shownWizard } from './wizard.ts';

/**
 * Stores the settings of a step, those that are sent, and notes that it is done; answers as `hydrate` does. Another payment
 * provider is not connected yet.
 *
 * Throws Refusal 400 `rest_invalid_param` for an unknown step, and for settings that it does not ask for or that cannot be, and
 * 400 `cmsforms_secret_needed` for another token URL without the client secret.
 */
export const updateWizard = (services: ExtensionServices): Operation => ({
  async run(call) {
    const step = stepIn(call);
    const sent = membersIn(call, 'settings');
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      const before = await readSettings(services, tx);
      const changes = readChanges(step, sent, before);
      requireSecret(before, changes, sent);
      await finishStep(services, tx, before, step, { ...changes, ...disconnected(before, changes) });
      const names = Object.keys(changes);
      if (names.length > 0) await services.noteSettings(tx, call, names);
    });
    return { kind: 'value', value: await shownWizard(services, call) };
  },
});

function stepIn(call: Call): StepName {
  const step = call.sent('step');
  const found = stepNames.find((name) => name === step);
  if (!found) throw invalid({ step: `step is one of ${stepNames.join(', ')}.` });
  return found;
}

/** An object that was sent under a name; empty where none was. */
function membersIn(call: Call, name: string): Readonly<Record<string, unknown>> {
  const sent = call.sent(name) ?? {};
  if (isObject(sent)) return sent;
  throw invalid({ [name]: `${name} is an object.` });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The settings that are sent, checked; of one that is an object, the members that are sent change. */
function readChanges(
  step: StepName,
  sent: Readonly<Record<string, unknown>>,
  before: FormSettings,
): Partial<FormSettings> {
  const schemas: Readonly<Record<string, TSchema>> = steps[step];
  const faults: Record<string, string> = {};
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const param = `settings[${name.slice(0, 40)}]`;
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const now = before[name as keyof FormSettings];
    const verdict = schema && check(schema, isObject(value) && isObject(now) ? { ...now, ...value } : value, param);
    if (!verdict) faults[param] = `The step ${step} asks for no such setting.`;
    else if ('fault' in verdict) faults[param] = verdict.fault.message;
    else changes[name] = verdict.value;
  }
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return changes as Partial<FormSettings>;
}

/**
 * Requires the client secret with another token URL: the stored secret is only sent to the URL that it was submitted with, so
 * that someone who has taken over an administrator's session cannot read it by naming a server of their own.
 */
function requireSecret(
  { payment_provider: before }: FormSettings,
  { payment_provider: after }: Partial<FormSettings>,
  { payment_provider: submitted }: Readonly<Record<string, unknown>>,
): void {
  const isStored = before.client_secret !== '';
  const isSubmitted = isObject(submitted) && 'client_secret' in submitted;
  if (isStored && !isSubmitted && after && after.token_url !== before.token_url)
    throw new Refusal(
      'cmsforms_secret_needed',
      400,
      'Send payment_provider[client_secret] again (or empty) with another token_url: the stored secret is only sent to the URL that it was given for.',
    );
}

/** Forgets the account at a payment provider that is another one from now on. */
function disconnected(before: FormSettings, { payment_provider: after }: Partial<FormSettings>): Partial<FormSettings> {
  const { payment_provider: now } = before;
  const isSame =
    !after || (['authorize_url', 'token_url', 'client_id'] as const).every((member) => after[member] === now[member]);
  return isSame ? {} : { payment_account: { account: '', connected: 0 } };
}
