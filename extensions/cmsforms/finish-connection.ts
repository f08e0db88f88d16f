// GET payment-provider/callback: an administrator comes back from the payment provider.
import { type Call, type ExtensionServices, FetchFailed, guardedSend, type Operation, Refusal } from 'octavo/extension';
import { callbackOf, connecting, verifierOf } from './begin-connection.ts';
import { takeConnection } from './connections-store.ts';
import { type PaymentProvider, readSettings, settingsLock } from './settings.ts';
import { finishStep } from './wizard.ts';

const unkept = { 'Cache-Control': 'no-store' };

/**
 * Asks the provider which account was agreed to, and keeps its name; nothing that money could be moved with is kept. Answers
 * that it is connected, or leads to the page that is set for that.
 *
 * Throws Refusal 400 `cmsforms_wrong_state` for what was not begun here, was finished before or took too long,
 * `cmsforms_connection_refused` where the provider says no, `cmsforms_connection_failed` where it names no account.
 */
export const finishConnection = (services: ExtensionServices): Operation => ({
  async run(call) {
    const id = await takeState(services, call);
    const { payment_provider: provider } = await readSettings(services);
    const account = await askForAccount(services, provider, id, codeIn(call));
    await services.database.transaction(async (tx) => {
      await tx.lock(settingsLock);
      const payment_account = { account, connected: services.clock() };
      await finishStep(services, tx, await readSettings(services, tx), 'payments', { payment_account });
      await services.noteSettings(tx, call, ['payment_account']);
    });
    if (provider.return_url === '') return { kind: 'value', value: { connected: true }, headers: unkept };
    const headers = { ...unkept, Location: provider.return_url };
    return { kind: 'value', status: 303, value: { connected: true }, headers };
  },
});

/** The connection that the state belongs to; nobody can come back with it again. */
async function takeState(services: ExtensionServices, call: Call): Promise<string> {
  const sent = call.sent('state');
  const found = typeof sent === 'string' ? services.unseal(connecting, sent) : undefined;
  const { id } = (found ?? {}) as { id?: unknown };
  const now = services.clock();
  if (typeof id === 'string') {
    const { changes } = await services.database.transaction((tx) => tx.run(takeConnection, { id, now }));
    if (changes === 1) return id;
  }
  throw new Refusal('cmsforms_wrong_state', 400, 'This connection was not begun here, or is over; begin anew.');
}

function codeIn(call: Call): string {
  const code = call.sent('code');
  if (typeof code === 'string' && code !== '' && code.length <= 4000) return code;
  throw new Refusal('cmsforms_connection_refused', 400, 'The payment provider has not agreed; begin anew.');
}

async function askForAccount(
  services: ExtensionServices,
  { token_url, client_id, client_secret, account_member }: PaymentProvider,
  id: string,
  code: string,
): Promise<string> {
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, client_id },
    ...(client_secret !== '' && { client_secret }),
    ...{ redirect_uri: callbackOf(services), code_verifier: verifierOf(services, id) },
  }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' };
  try {
    const reply = await guardedSend(token_url, { headers, body }, services.fetchLimits);
    const account = reply.status === 200 ? memberOf(reply.body, account_member) : undefined;
    if (typeof account === 'string' && /^[\x21-\x7e]{1,200}$/.test(account)) return account;
    services.log.warn({ status: reply.status }, 'the payment provider names no account');
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error;
    services.log.warn({ fault: error.fault }, 'the payment provider cannot be asked');
  }
  throw new Refusal('cmsforms_connection_failed', 400, 'The payment provider names no account; look at its settings.');
}

function memberOf(json: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;
  } catch {
    return undefined;
  }
}
