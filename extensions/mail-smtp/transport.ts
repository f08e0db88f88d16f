// What mail is sent with, by the settings.
import { type ExtensionServices, isMailAddress, MailProblem, type OfferedTransport } from 'octavo/extension';
import { accessTokenOf } from './access-token.ts';
import { readSettings, type Settings } from './settings.ts';

/** As the settings at present say; undefined: as the service is configured. Throws MailProblem where something is missing. */
export const offeredTransport = async (services: ExtensionServices): Promise<OfferedTransport | undefined> =>
  transportBy(services, await readSettings(services));

/** As these settings say. Throws MailProblem where something is missing, or a provider gives no token. */
export async function transportBy(
  services: ExtensionServices,
  settings: Settings,
): Promise<OfferedTransport | undefined> {
  const { mailer, from_email: address, from_name: name } = settings.mail;
  if (mailer === 'none') return undefined;
  if (mailer === 'smtp') {
    const { host, port, encryption, user, password } = settings.smtp;
    if (host === '') throw new MailProblem('incomplete', 'The mail server has no host yet.');
    if (user !== '' && password === '') throw new MailProblem('incomplete', `The password of ${user} is missing.`);
    const server = { host, port, security: encryption, ...(user !== '' && { login: { user, password } }) };
    return { server, from: { address, name } };
  }
  const { host, port, encryption } = settings[mailer];
  const login = await accessTokenOf(services, mailer, settings[mailer]);
  const own = isMailAddress(login.user) ? login.user : '';
  return { server: { host, port, security: encryption, login }, from: { address: address || own, name } };
}
