// What sends the mail of a site that is served, as it is configured.
import type { Logger } from 'pino';
import { type MailConfig, readMailConfig } from '../config/mail-config.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Database } from '../database/handle.ts';
import { hostOfMail } from '../mail/make-transport.ts';
import { openPostOffice, type PostOffice } from '../mail/post-office.ts';
import type { Service } from '../service.ts';
import type { Site } from '../site.ts';

/** What flags and the environment say goes before what the site's own file says. */
export const configuredMail = (given: MailConfig, own: SiteConfig): MailConfig => ({
  ...readMailConfig(own.mail ?? {}, []),
  ...given,
});

interface MailParts {
  readonly database: Database;
  readonly service: Service;
  readonly site: Site;
  readonly logger: Logger;
}

/** Sends what is queued until it is stopped. Logs tell numbers and kinds of mails, never who gets them. */
export function openMail({ database, service, site, logger }: MailParts): PostOffice {
  const { settings, clock, transport } = service;
  return openPostOffice({
    database,
    clock,
    host: hostOfMail(site.home),
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
