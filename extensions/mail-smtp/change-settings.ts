// Changing settings: what is sent changes, the rest stays, and no secret comes to a place that it was not given for.
import { type Call, check, type ExtensionServices, isMailAddress, Refusal, type WriteHandle } from 'octavo/extension';
import { settings as declared, type Provider, providers } from './contract.ts';
import { invalid, isObject } from './sent.ts';
import { readSettings, type Settings } from './settings.ts';
import { findConnection, forgetPending } from './store.ts';

type Sent = Readonly<Record<string, unknown>>;
type Check = Pick<ExtensionServices, 'fetchLimits'>;

/**
 * Settings with what was sent, group by group; nothing is stored. `connected` are the providers that there is a connection to.
 *
 * Throws Refusal 400: `rest_invalid_param` for what cannot be, `mail_smtp_secret_needed` where a stored secret would go to
 * another place than it was given for, `mail_smtp_connected` where that holds of the tokens of a connection.
 */
export function withSent(services: Check, current: Settings, sent: Sent, connected: readonly Provider[]): Settings {
  const groups = Object.entries(sent).map(([name, group]) => [name, checkedGroup(current, name, group)] as const);
  const next = { ...current, ...Object.fromEntries(groups) } as Settings;
  const { mailer, from_email: from } = next.mail;
  if (from !== '' && !isMailAddress(from))
    throw invalid('mail', 'mail[from_email] is an address that mail can be from.');
  if (mailer === 'smtp' && next.smtp.host === '') throw invalid('smtp', 'smtp[host] names the mail server.');
  keepPassword(current, next, sent);
  for (const provider of providers) {
    if (!(provider in sent)) continue;
    for (const key of ['authorize_url', 'token_url', 'revoke_url'] as const)
      requireAddress(services, `${provider}[${key}]`, next[provider][key], key === 'revoke_url');
    keepTokens(provider, current, next, sent, connected.includes(provider));
  }
  return next;
}

/** Stores what `call` has sent, in a transaction, and notes who has; gives the settings that are in force then. Throws Refusal 400 as `withSent`. */
export async function changeSettings(
  services: ExtensionServices,
  tx: WriteHandle,
  call: Call,
  sent: Sent,
): Promise<Settings> {
  await tx.lock('settings of mail-smtp');
  const next = withSent(services, await readSettings(services, tx), sent, await connectedProviders(tx));
  await services.settings.write(tx, Object.fromEntries(Object.keys(sent).map((key) => [key, next[key as Provider]])));
  // Who has been sent to a provider was sent for what was set then.
  for (const mailer of providers) if (mailer in sent) await tx.run(forgetPending, { mailer });
  const names = Object.entries(sent).flatMap(([group, members]) =>
    Object.keys(members as object).map((member) => `${group}.${member}`),
  );
  if (names.length > 0) await services.noteSettings(tx, call, names);
  return next;
}

/** The providers that there is a connection to. */
export async function connectedProviders(read: Parameters<typeof findConnection>[0]): Promise<Provider[]> {
  const found = await Promise.all(providers.map(async (each) => ((await findConnection(read, each)) ? [each] : [])));
  return found.flat();
}

function checkedGroup(current: Settings, name: string, sent: unknown): object {
  if (!Object.hasOwn(declared, name))
    throw invalid('value', `There are no settings ${JSON.stringify(name.slice(0, 40))}.`);
  const key = name as keyof Settings;
  if (!isObject(sent)) throw invalid(name, `${name} is an object.`);
  const verdict = check(declared[key], { ...current[key], ...sent }, name);
  if ('fault' in verdict) throw invalid(name, verdict.fault.message);
  return { ...(verdict.value as object) };
}

const strength = ['none', 'offered', 'required', 'implicit'];

function keepPassword({ smtp: before }: Settings, { smtp: after }: Settings, sent: Sent): void {
  const isSent = isObject(sent.smtp) && 'password' in sent.smtp;
  const isWeaker = strength.indexOf(after.encryption) < Math.min(2, strength.indexOf(before.encryption));
  const isElsewhere = before.host !== after.host || before.port !== after.port || isWeaker;
  if (before.password !== '' && isElsewhere && !isSent)
    throw new Refusal(
      'mail_smtp_secret_needed',
      400,
      'Send smtp[password] again (or empty) with another server: a password is not sent elsewhere than it was given for.',
    );
}

/** What decides where tokens go, and whose they are. */
const binding = ['client_id', 'token_url', 'revoke_url', 'host', 'port', 'encryption'] as const;

function keepTokens(provider: Provider, from: Settings, to: Settings, sent: Sent, isConnected: boolean): void {
  const [before, after] = [from[provider], to[provider]];
  const group = sent[provider];
  const isSent = isObject(group) && 'client_secret' in group;
  if (isConnected && binding.some((key) => before[key] !== after[key]))
    throw new Refusal(
      'mail_smtp_connected',
      400,
      `Remove the connection to ${provider} first (remove-oauth-connection): its tokens belong to what is set now.`,
    );
  const isElsewhere = before.token_url !== after.token_url || before.revoke_url !== after.revoke_url;
  if (before.client_secret !== '' && isElsewhere && !isSent)
    throw new Refusal(
      'mail_smtp_secret_needed',
      400,
      `Send ${provider}[client_secret] again (or empty) with another address: it is not sent elsewhere than it was given for.`,
    );
}

function requireAddress({ fetchLimits }: Check, name: string, address: string, mayBeEmpty: boolean): void {
  if (address === '' && mayBeEmpty) return;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && fetchLimits.hosts?.has(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.password !== '' || url.hash !== '')
    throw invalid(name.replace(/\[.*/, ''), `${name} is an https:// address without a user and a fragment.`);
}
