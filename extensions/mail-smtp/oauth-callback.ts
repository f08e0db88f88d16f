// GET oauth-callback: where a provider sends back whoever has decided there.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { type Provider, providers } from './contract.ts';
import { redirectAddress, sealedFor, verifierOf } from './get-oauth-url.ts';
import { isObject } from './sent.ts';
import { readSettings } from './settings.ts';
import { deleteConnection, insertConnection, takePending } from './store.ts';
import { askForTokens, NoTokens, type Tokens } from './token-endpoint.ts';

/**
 * Asks for the tokens and keeps them as the connection of the mailer. Whatever goes wrong, a connection that there was stays.
 *
 * Throws Refusal 400: `mail_smtp_oauth_state` for a state that was not given out, is used or has ended,
 * `mail_smtp_oauth_denied` where the provider was not allowed, `mail_smtp_oauth_failed` where it gives no tokens.
 */
export const oauthCallback = (services: ExtensionServices): Operation => ({
  async run(call) {
    const { state, code, error } = call.args as Readonly<Record<'state' | 'code' | 'error', string>>;
    const { mailer, nonce } = await takeState(services, state);
    if (error !== '' || code === '')
      throw new Refusal(
        'mail_smtp_oauth_denied',
        400,
        error === 'access_denied'
          ? `Whoever was asked at ${mailer} has not allowed this site to send mail. Nothing was changed.`
          : `${mailer} has sent no code. Nothing was changed; begin again.`,
      );
    const { [mailer]: settings } = await readSettings(services);
    const granted = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectAddress(services),
      code_verifier: verifierOf(services, nonce),
    };
    const tokens = await withRefusal(askForTokens(services, settings, granted));
    const account = tokens.account || settings.user;
    if (tokens.refreshToken === '')
      throw failed(`${mailer} gives a token for now, and none for later; connect the account again.`);
    if (account === '') throw failed(`${mailer} does not tell the account; set ${mailer}[user], and begin again.`);
    await services.database.transaction(async (tx) => {
      await tx.lock('settings of mail-smtp');
      const { [mailer]: present } = await readSettings(services, tx);
      if (JSON.stringify(present) !== JSON.stringify(settings))
        throw failed('The settings were changed meanwhile; begin again.');
      const connected = services.clock();
      await tx.run(deleteConnection, { mailer });
      await tx.run(insertConnection, {
        ...{ mailer, account, connected, problem: '' },
        refresh_token: tokens.refreshToken,
        access_token: tokens.accessToken,
        expires: connected + tokens.lifetime * 1000,
      });
      await services.noteSettings(tx, call, [`${mailer}.connection`]);
    });
    services.log.info({ mailer }, 'mail is connected to an account');
    return { kind: 'value', value: { mailer, connected: true, account }, headers: { 'Cache-Control': 'no-store' } };
  },
});

/** What somebody was sent with. It can be used once. */
async function takeState(services: ExtensionServices, state: string): Promise<{ mailer: Provider; nonce: string }> {
  const value = services.unseal(sealedFor, state);
  const { mailer: named, nonce } = isObject(value) ? value : {};
  const mailer = providers.find((each) => each === named);
  const isTaken =
    mailer !== undefined &&
    typeof nonce === 'string' &&
    (await services.database.transaction((tx) => tx.run(takePending, { nonce }))).changes === 1;
  if (isTaken) return { mailer, nonce };
  throw new Refusal(
    'mail_smtp_oauth_state',
    400,
    'This answer belongs to no question of this site, or its time is over. Nothing was changed; begin again.',
  );
}

const failed = (message: string) => new Refusal('mail_smtp_oauth_failed', 400, message);

async function withRefusal(asked: Promise<Tokens>): Promise<Tokens> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof NoTokens ? failed(error.message) : error;
  }
}
