// POST get-oauth-url: where an administrator is sent to let this site send mail for an account (RFC 6749 §4.1, RFC 7636).
import { createHash, randomUUID } from 'node:crypto';
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { changeSettings } from './change-settings.ts';
import { callbackPath, type Provider } from './contract.ts';
import { sentObjectIfAny, sentProvider } from './sent.ts';
import { readSettings } from './settings.ts';
import { forgetOldPending, insertPending } from './store.ts';

/** How long somebody may take at the provider. Milliseconds. */
export const patience = 10 * 60 * 1000;

/** What the state is sealed for. */
export const sealedFor = 'oauth state';

/** What each provider is asked for, in its own words: sending mail, going on later, and whose account it is. */
const wishes: Readonly<Record<Provider, Readonly<Record<string, string>>>> = {
  google: { scope: 'https://mail.google.com/ openid email', access_type: 'offline', prompt: 'consent' },
  microsoft: {
    scope: 'https://outlook.office.com/SMTP.Send offline_access openid email',
    prompt: 'select_account',
  },
};

/** Where providers send people back to; it is to be told to them beforehand. */
export const redirectAddress = ({ site }: Pick<ExtensionServices, 'site'>): string => site.rest + callbackPath;

/** The secret that tokens are asked for with (RFC 7636 §4.1). It is made anew where it is needed, and stored nowhere. */
export const verifierOf = (services: Pick<ExtensionServices, 'secret'>, nonce: string): string =>
  services.secret(`verifier ${nonce}`);

/**
 * Stores `settings` of the mailer, where they are sent; answers with the address.
 *
 * Throws Refusal 400: `mail_smtp_client_needed` where client_id or client_secret is not set, and as changing settings does.
 */
export const getOauthUrl = (services: ExtensionServices): Operation => ({
  async run(call) {
    const mailer = sentProvider(call);
    const sent = sentObjectIfAny(call, 'settings');
    const nonce = randomUUID();
    const expires = services.clock() + patience;
    const settings = await services.database.transaction(async (tx) => {
      const all = sent
        ? await changeSettings(services, tx, call, { [mailer]: sent })
        : await readSettings(services, tx);
      const { client_id: id, client_secret: secret } = all[mailer];
      if (id === '' || secret === '')
        throw new Refusal('mail_smtp_client_needed', 400, `Set client_id and client_secret of ${mailer} first.`);
      await tx.run(forgetOldPending, { before: services.clock() });
      await tx.run(insertPending, { nonce, mailer, expires });
      return all[mailer];
    });
    const url = new URL(settings.authorize_url);
    const parameters = {
      response_type: 'code',
      client_id: settings.client_id,
      redirect_uri: redirectAddress(services),
      ...wishes[mailer],
      ...(settings.user !== '' && { login_hint: settings.user }),
      state: services.seal(sealedFor, { mailer, nonce }, expires),
      code_challenge: createHash('sha256').update(verifierOf(services, nonce)).digest('base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    const until = new Date(expires).toISOString();
    return {
      kind: 'value',
      value: { mailer, oauth_url: url.href, redirect_uri: redirectAddress(services), expires: until },
    };
  },
});
