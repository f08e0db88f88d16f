// Opens the outgoing mail of a site.
import { oneLine } from '../mail/mail.ts';
import { makeMail, type OutgoingMail, type OutgoingMailDeps } from '../mail/make-mail.ts';
import { htmlToPlainText } from '../rendering/html-to-plain-text.ts';
import type { SiteStorage } from '../settings/settings.ts';

/** Options of outgoing mail. */
export type MailOptions = Pick<OutgoingMailDeps, 'transportProviders' | 'configured' | 'timeouts'>;

/** Opens the outgoing mail, whose sender has the name of the site. */
export function openMail({ database, clock, site, settings }: SiteStorage, options: MailOptions): OutgoingMail {
  const title = async () => {
    await settings.refresh();
    return oneLine(htmlToPlainText(settings.values.title));
  };
  return makeMail({ ...options, database, clock, site: { title, home: site.home } });
}
