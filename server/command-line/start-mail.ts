// Starts the mail queue of a running service.
import type { Logger } from 'pino';
import { type MailConfig, readMailConfig } from '../config/mail-config.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Database } from '../database/handle.ts';
import { type MailQueue, startMailQueue } from '../mail/mail-queue.ts';
import { mailHostOf } from '../mail/make-transport.ts';
import type { Service } from '../service.ts';
import type { Site } from '../site.ts';

/** Returns the mail configuration: options and environment take precedence over the site's configuration file. */
export const resolveMailConfig = (commandLineMail: MailConfig, siteConfig: SiteConfig): MailConfig => ({
  ...readMailConfig(siteConfig.mail ?? {}, []),
  ...commandLineMail,
});

interface MailDeps {
  readonly database: Database;
  readonly service: Service;
  readonly site: Site;
  readonly logger: Logger;
}

/** Sends queued mail until it is stopped. Logs contain IDs and kinds of mails, never recipients. */
export function startMail({ database, service, site, logger }: MailDeps): MailQueue {
  const { settings, clock, transport } = service;
  return startMailQueue({
    database,
    clock,
    host: mailHostOf(site.home),
    transport,
    daysLogged: () => settings.values.mail_log_days,
    onProblem: ({ id, kind, tries: attempts }, problem, gaveUp) => {
      const logFields = { mail: id, kind, attempts, problem };
      if (gaveUp) logger.error(logFields, 'mail delivery failed');
      else logger.warn(logFields, 'mail delivery delayed');
    },
    onError: (err) => logger.warn({ err }, 'mail queue failed'),
  });
}
