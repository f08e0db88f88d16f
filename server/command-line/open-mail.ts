// What sends the mail of a site that is served, as it is configured.
import type { Logger } from 'pino';
import { type MailConfig, readMailConfig } from '../config/mail-config.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Database } from '../database/handle.ts';
import { checkConnection } from '../mail/check-connection.ts';
import { isMailAddress, oneLine } from '../mail/mailbox.ts';
import { openPostOffice, type PostOffice } from '../mail/post-office.ts';
import { type Transport, usualPatience } from '../mail/transport.ts';
import { readableText } from '../rendering/readable-text.ts';
import type { Service } from '../service.ts';
import type { Site } from '../site.ts';

/** Tries the mail server that is configured, and tells what keeps mail from being sent; undefined where there is none. */
export function mailTrial(
  given: MailConfig,
  own: SiteConfig,
): ((signal: AbortSignal) => Promise<string | undefined>) | undefined {
  const { server } = configured(given, own);
  return server && (async (signal) => (await checkConnection(server, usualPatience, signal))?.message);
}

/** What flags and the environment say goes before what the site's own file says. */
const configured = (given: MailConfig, own: SiteConfig): MailConfig => ({
  ...readMailConfig(own.mail ?? {}, []),
  ...given,
});

interface MailParts {
  readonly database: Database;
  readonly service: Service;
  readonly site: Site;
  /** What flags and the environment say; it goes before what the site's own file says. */
  readonly given: MailConfig;
  readonly own: SiteConfig;
  readonly logger: Logger;
}

/** Sends what is queued until it is stopped. Logs tell numbers and kinds of mails, never who gets them. */
export function openMail({ database, service, site, given, own, logger }: MailParts): PostOffice {
  const { settings, clock } = service;
  const { server, from } = configured(given, own);
  const host = hostOf(site);
  const transport: Transport = async () => {
    if (!server) return undefined;
    await settings.refresh();
    const name = from?.name || oneLine(readableText(settings.values.title));
    return { server, from: { name, address: from?.address ?? `octavo@${host}` } };
  };
  return openPostOffice({
    database,
    clock,
    host,
    transport,
    daysLogged: () => settings.values.mail_log_days,
    onProblem: ({ id, kind, tries }, problem, gaveUp) => {
      const told = { mail: id, kind, tries, problem };
      if (gaveUp) logger.error(told, 'a mail was given up');
      else logger.warn(told, 'a mail waits');
    },
    onFault: (err) => logger.warn({ err }, 'mail waits: the storage could not do it'),
  });
}

/** The host that mail comes from, where the site has a name; an address of numbers says nothing to others. */
function hostOf({ home }: Site): string {
  const { hostname } = new URL(home);
  return isMailAddress(`octavo@${hostname}`) && /[a-z]/i.test(hostname) ? hostname : 'localhost';
}
