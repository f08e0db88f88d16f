// Updates settings. Submitted settings are merged into the stored ones. A stored secret is sent only to the server for which
// it was set.
import {
  ApiError,
  type Call,
  check,
  isMailAddress,
  type SettingsChange,
  type SettingsRules,
  type WriteHandle,
} from 'octavo/extension';
import {
  settings as declared,
  type MailSmtpOperations,
  type Provider,
  presentSettings,
  providers,
  type Services,
  type Settings,
} from './contract.ts';
import { invalid, isObject, requireObject } from './parameters.ts';
import { deletePending, findConnection } from './store.ts';

type SubmittedSettings = Readonly<Record<string, unknown>>;
type CheckServices = Pick<Services, 'http'>;

/**
 * Merges submitted groups into the current settings and returns the result. Stores nothing. `connected` lists the providers to which an
 * account is connected.
 *
 * Throws ApiError 400 `rest_invalid_param` for invalid settings, `mail_smtp_secret_needed` if a stored secret would be sent to another
 * server or URL than the one for which it was set, and `mail_smtp_connected` if this applies to the tokens of a connection.
 */
export function mergeSubmitted(
  services: CheckServices,
  current: Settings,
  submitted: SubmittedSettings,
  connected: readonly Provider[],
): Settings {
  const groups = Object.entries(submitted).map(([name, group]) => [name, validateGroup(current, name, group)] as const);
  const next = { ...current, ...Object.fromEntries(groups) } as Settings;
  requireAllowed(services, { current, next, submitted: namesOf(submitted) }, connected);
  return next;
}

/** Returns the names of submitted properties: `smtp.host`. */
const namesOf = (submitted: SubmittedSettings): string[] =>
  Object.entries(submitted).flatMap(([group, values]) =>
    Object.keys(values as object).map((property) => `${group}.${property}`),
  );

type Change = Pick<SettingsChange<Settings>, 'current' | 'next' | 'submitted'>;

/** Throws the errors of `mergeSubmitted` if the settings, each of which matches its schema, are not allowed together. */
function requireAllowed(services: CheckServices, change: Change, connected: readonly Provider[]): void {
  const { next, submitted } = change;
  const { mailer, from_email: from } = next.mail;
  if (from !== '' && !isMailAddress(from)) throw invalid('mail', 'mail[from_email] must be a valid email address.');
  if (mailer === 'smtp' && next.smtp.host === '') throw invalid('smtp', 'smtp[host] is required for the mailer smtp.');
  requirePassword(change);
  for (const provider of providers) {
    if (!submitted.some((name) => name.startsWith(`${provider}.`))) continue;
    for (const key of ['authorize_url', 'token_url', 'revoke_url'] as const)
      requireSecureUrl(services, `${provider}[${key}]`, next[provider][key], key === 'revoke_url');
    requireSameTokenTarget(provider, change, connected.includes(provider));
  }
}

/**
 * Stores submitted settings in the transaction, records the changed names, and returns the new settings. Throws the same errors as
 * `mergeSubmitted`.
 */
export async function updateSettings(
  services: Services,
  tx: WriteHandle,
  call: Pick<Call, 'actor' | 'from'>,
  submitted: SubmittedSettings,
): Promise<Settings> {
  await tx.lock('settings of mail-smtp');
  const next = mergeSubmitted(services, await services.settings.read(tx), submitted, await connectedProviders(tx));
  await services.settings.write(
    tx,
    Object.fromEntries(Object.keys(submitted).map((key) => [key, next[key as Provider]])),
  );
  const names = namesOf(submitted);
  await deletePendingOf(tx, names);
  if (names.length > 0) await services.record.settingsChange(tx, call, names);
  return next;
}

/** Deletes pending authorizations of changed providers, because they were started with the previous settings. */
async function deletePendingOf(tx: WriteHandle, submitted: readonly string[]): Promise<void> {
  for (const mailer of providers)
    if (submitted.some((name) => name.startsWith(`${mailer}.`))) await tx.run(deletePending, { mailer });
}

/** Returns the rules for changes that administrators make with the settings of the site. They are those of `updateSettings`. */
export const settingsRules = (services: CheckServices): SettingsRules => ({
  async apply(tx, { current, next, submitted }) {
    // The service passes all settings of the extension, each of which matches its schema.
    const change = { current: current as Settings, next: next as Settings, submitted };
    requireAllowed(services, change, await connectedProviders(tx));
    await deletePendingOf(tx, submitted);
    return undefined;
  },
});

/** Returns the providers to which an account is connected. */
export async function connectedProviders(read: Parameters<typeof findConnection>[0]): Promise<Provider[]> {
  const found = await Promise.all(providers.map(async (each) => ((await findConnection(read, each)) ? [each] : [])));
  return found.flat();
}

function validateGroup(current: Settings, name: string, submitted: unknown): object {
  if (!Object.hasOwn(declared, name))
    throw invalid('value', `There is no group of settings named ${JSON.stringify(name.slice(0, 40))}.`);
  const key = name as keyof Settings;
  if (!isObject(submitted)) throw invalid(name, `${name} must be an object.`);
  const result = check(declared[key], { ...current[key], ...submitted }, name);
  if ('error' in result) throw invalid(name, result.error.message);
  return { ...(result.value as object) };
}

const encryptionLevels = ['none', 'offered', 'required', 'implicit'];

function requirePassword({ current: { smtp: before }, next: { smtp: after }, submitted }: Change): void {
  const isSubmitted = submitted.includes('smtp.password');
  const isWeaker =
    encryptionLevels.indexOf(after.encryption) < Math.min(2, encryptionLevels.indexOf(before.encryption));
  const isOtherServer = before.host !== after.host || before.port !== after.port || isWeaker;
  if (before.password !== '' && isOtherServer && !isSubmitted)
    throw new ApiError(
      'mail_smtp_secret_needed',
      400,
      'Send smtp[password] again (or empty) when you change the server: the stored password is only sent to the server for which it was set.',
    );
}

/** Settings that determine where tokens are sent, and for which client they were issued. */
const tokenSettings = ['client_id', 'token_url', 'revoke_url', 'host', 'port', 'encryption'] as const;

function requireSameTokenTarget(provider: Provider, { current, next, submitted }: Change, isConnected: boolean): void {
  const [before, after] = [current[provider], next[provider]];
  const isSubmitted = submitted.includes(`${provider}.client_secret`);
  if (isConnected && tokenSettings.some((key) => before[key] !== after[key]))
    throw new ApiError(
      'mail_smtp_connected',
      400,
      `These settings cannot be changed while ${provider} is connected, because its tokens were issued for the current settings. Remove the connection first (POST remove-oauth-connection).`,
    );
  const isOtherServer = before.token_url !== after.token_url || before.revoke_url !== after.revoke_url;
  if (before.client_secret !== '' && isOtherServer && !isSubmitted)
    throw new ApiError(
      'mail_smtp_secret_needed',
      400,
      `Send ${provider}[client_secret] again (or empty) when you change a URL: the stored secret is only sent to the URL for which it was set.`,
    );
}

function requireSecureUrl({ http }: CheckServices, name: string, address: string, mayBeEmpty: boolean): void {
  if (address === '' && mayBeEmpty) return;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && http.fetchLimits.hosts?.has(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalid(
      name.replace(/\[.*/, ''),
      `${name} must be an https:// URL without a username, password or fragment.`,
    );
}

/** Updates settings and responds with all current settings, without secrets. Throws the same errors as `updateSettings`. */
export const update = (services: Services): MailSmtpOperations['update'] => ({
  async run(call) {
    const value = requireObject(call, 'value');
    const settings = await services.database.transaction((tx) => updateSettings(services, tx, call, value));
    return { kind: 'value', value: presentSettings(settings) };
  },
});

/** Responds with the current settings, without secrets. */
export const getSettings = (services: Services): MailSmtpOperations['get-settings'] => ({
  run: async () => ({ kind: 'value', value: presentSettings(await services.settings.read()) }),
});
