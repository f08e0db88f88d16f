// Starts the mail queue of a running service.
import type { Logger } from 'pino';
import { type MailConfig, readSiteMail } from '../config/mail-config.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Database } from '../database/handle.ts';
import { type MailQueue, type SendDeps, startMailQueue } from '../mail/mail-queue.ts';
import { defaultTimeouts, mailHostOf } from '../mail/transport.ts';
import type { Service } from '../service.ts';
import type { Site } from '../site.ts';

/** Returns the mail configuration. Options and environment variables override the configuration file of the site. */
export const resolveMailConfig = (commandLineMail: MailConfig, siteConfig: SiteConfig): MailConfig => ({
  ...readSiteMail(siteConfig.mail),
  ...commandLineMail,
});

/** Dependencies of the mail queue. */
interface MailDeps {
  readonly database: Database;
  readonly service: Pick<Service, 'settings' | 'clock' | 'transport' | 'jobs'>;
  readonly site: Site;
  readonly logger: Logger;
}

/** Starts sending queued emails. Logs contain the IDs and kinds of emails, never their recipients. */
export function startMail({ database, service, site, logger }: MailDeps): MailQueue {
  const { settings, clock, transport } = service;
  const sendDeps: SendDeps = {
    ...{ database, clock, transport, timeouts: defaultTimeouts, host: mailHostOf(site.home) },
    onProblem: ({ id, kind, tries: attempts }, problem, gaveUp) => {
      const logFields = { mail: id, kind, attempts, problem };
      if (gaveUp) logger.error(logFields, 'mail delivery failed');
      else logger.warn(logFields, 'mail delivery delayed');
    },
  };
  return startMailQueue(sendDeps, {
    daysLogged: () => settings.values.mail_log_days,
    onError: (err) => logger.warn({ err }, 'mail queue failed'),
    addJob: (job) => service.jobs.add(job),
  });
}
