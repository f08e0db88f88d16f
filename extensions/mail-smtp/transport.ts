// Provides the mail transport that the settings select.
import { isMailAddress, MailProblem, type ProvidedTransport } from 'octavo/extension';
import { getAccessToken } from './access-token.ts';
import { readSettings, type Services, type Settings } from './settings.ts';

/** Returns the transport of the current settings, like `resolveTransport`. */
export const currentTransport = async (services: Services): Promise<ProvidedTransport | undefined> =>
  resolveTransport(services, await readSettings(services));

/**
 * Returns the transport of the given settings; undefined if they select the mail server of the configuration. Throws MailProblem if the
 * settings are incomplete, or a provider issues no token.
 */
export async function resolveTransport(services: Services, settings: Settings): Promise<ProvidedTransport | undefined> {
  const { mailer, from_email: address, from_name: name } = settings.mail;
  if (mailer === 'none') return undefined;
  if (mailer === 'smtp') {
    const { host, port, encryption, user, password } = settings.smtp;
    if (host === '') throw new MailProblem('incomplete', 'The host of the mail server is missing.');
    if (user !== '' && password === '') throw new MailProblem('incomplete', `The password of ${user} is missing.`);
    const server = { host, port, security: encryption, ...(user !== '' && { login: { user, password } }) };
    return { server, from: { address, name } };
  }
  const { host, port, encryption } = settings[mailer];
  const login = await getAccessToken(services, mailer, settings[mailer]);
  const accountAddress = isMailAddress(login.user) ? login.user : '';
  return { server: { host, port, security: encryption, login }, from: { address: address || accountAddress, name } };
}
